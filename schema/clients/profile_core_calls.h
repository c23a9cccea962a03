// What C-core does with a call. Its releases were read in grpc/grpc-ios, which has its source under
// the same tags. For profile_core.cc only.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_CORE_CALLS_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_CORE_CALLS_H_

#include "schema/clients/call_traits.h"

namespace grpcfg {

inline constexpr absl::string_view kCoreTrailers =
    "grpc/grpc retry_filter_legacy_call_data.cc BatchData::RecvTrailingMetadataReady (1.51: "
    "retry_filter.cc)";
inline constexpr absl::string_view kCoreShouldRetry =
    "grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry (1.51: retry_filter.cc)";
inline constexpr absl::string_view kCoreStartTimer =
    "grpc/grpc retry_filter_legacy_call_data.cc StartRetryTimer (1.51: retry_filter.cc)";
inline constexpr CallTraits kCoreCalls = {
    .retries = {{Support::kFull, "grpc/grpc retry_service_config.cc RetryMethodConfig"}},
    .attempt_limit = {{{5, ""}, "grpc/grpc retry_service_config.cc MAX_MAX_RETRY_ATTEMPTS"}},
    .jitter = {{{0.8, 1.2, false},
                "grpc/grpc 1.66 backoff.cc BackOff::NextAttemptTime: initial_; run at 1.51.1"},
               {kJitterOf2024,
                "grpc/grpc backoff.cc BackOff::NextAttemptDelay (PR 37595)",
                {1, 67, 0}}},
    .first_delay = {{FirstDelay::kUncapped,
                     "grpc/grpc 1.69 backoff.cc BackOff::NextAttemptDelay; run at 1.51.1"},
                    {FirstDelay::kCapped,
                     "grpc/grpc backoff.cc BackOff::NextAttemptDelay: min with max_backoff for "
                     "each",
                     {1, 70, 0}}},
    .delay_step = {{DelayStep::kMillisecondsEachStep, "grpc/grpc time.h Duration: int64_t millis"}},
    .pushback_codes = {{PushbackCodes::kListed, kCoreShouldRetry}},
    .pushback_grammar = {{PushbackGrammar::kInt64Spaced,
                          "grpc/grpc metadata_batch.cc GrpcRetryPushbackMsMetadata::ParseMemento: "
                          "absl::SimpleAtoi"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc/grpc metadata_batch.cc "
                            "GrpcRetryPushbackMsMetadata::ParseMemento: negative infinity"},
                           {MalformedPushback::kFailsAttempt,
                            "grpc/grpc hpack_parser.cc: metadata that cannot be parsed is an "
                            "error of the stream, INTERNAL (1.54.3: HandleMetadataParseError; at "
                            "1.54.0 ReportMetadataParseError only logs)",
                            {1, 54, 3}},
                           {MalformedPushback::kFailsAndStops,
                            "grpc/grpc hpack_parser.cc EmitHeader: the value is kept beside the "
                            "error, as in 1.55.3 (1.56.0 HandleMetadataParseError drops all "
                            "metadata; run at 1.83.0)",
                            {1, 56, 2}}},
    .zero_delay = {{ZeroDelay::kImmediately,
                    "grpc/grpc 1.71 retry_filter_legacy_call_data.cc OnRetryTimerLocked: "
                    "retry_timer_handle_.has_value()"},
                   {ZeroDelay::kHangs,
                    "grpc/grpc retry_filter_legacy_call_data.cc OnRetryTimerLocked: nothing for "
                    "TaskHandle::kInvalid, which PosixEventEngine::RunAfterInternal gives for a "
                    "delay of 0; run at 1.83.0",
                    {1, 72, 0}}},
    .after_pushback = {{AfterPushback::kStartsOver, kCoreStartTimer}},
    .retry_checks = {{{RetryCheck::kCode, RetryCheck::kTokens, RetryCheck::kCommitted,
                       RetryCheck::kAttempts, RetryCheck::kPushback},
                      kCoreShouldRetry}},
    .unsent_retry = {{UnsentRetry::kUnlimited, kCoreTrailers}},
    .refused_retry = {{RefusedRetry::kNever,
                       "grpc/grpc chttp2_transport.cc: kNotSeenByServer is of a GOAWAY alone; run "
                       "at 1.51.1"}},
    .retry_buffer = {{{256 * kKibibyte, 0, "grpc.per_rpc_retry_buffer_size"},
                      "grpc/grpc retry_filter.h GetMaxPerRpcRetryBufferSize (1.51: "
                      "retry_filter.cc)"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc/grpc client_channel_filter.cc OnResolverResultChangedLocked: "
                            "default_service_config_"}},
    .throttle_scope =
        {{ThrottleScope::kServerNameRescaled,
          "grpc/grpc 1.73 retry_throttle.cc ServerRetryThrottleMap::GetDataForServer"},
         {ThrottleScope::kChannelRescaled,
          "grpc/grpc retry_throttle.cc RetryThrottler::Create",
          {1, 74, 0}}},
    .tokens = {{TokenArithmetic::kThousandths,
                "grpc/grpc retry_throttle.cc RecordFailure, RecordSuccess"}},
    .token_debit = {{TokenDebit::kListed, kCoreShouldRetry}},
    .committed_debit = {{CommittedDebit::kAsOthersIfKept,
                         "grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry: "
                         "RecordFailure comes before retry_committed_; "
                         "StartTransportStreamOpBatch: no CallAttempt for a first batch above the "
                         "buffer; run at 1.51.1"}},
    .token_credit = {{TokenCredit::kPolicyCalls, kCoreShouldRetry}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kCoreShouldRetry}},
    .hedging = {{Support::kNone, "grpc/grpc retry_service_config.cc: no hedgingPolicy"}},
    .wait_for_ready = {{WaitForReadyChoice::kCallWins,
                        "grpc/grpc client_channel_filter.cc ApplyServiceConfigToCallLocked: "
                        "explicitly_set"}},
    .timeout_clock = {{TimeoutClock::kSecondBefore,
                       "grpc/grpc time.cc InitTime: the epoch is the second before, its cycles are "
                       "those of now (issues 34547 of 1.54, 40633 of 1.74); run at 1.51.1 and "
                       "1.83.0"}},
    .txt_lookup = {{{TxtLookup::Default::kOff, "grpc.service_config_disable_resolution=0"},
                    "grpc/grpc dns_resolver_ares.cc, event_engine_client_channel_resolver.cc: "
                    "value_or(true)"}},
    .txt_name = {{TxtName::kPrefixed,
                  "grpc/grpc grpc_ares_wrapper.cc, event_engine_client_channel_resolver.cc"}},
    .txt_records = {{TxtRecords::kFirstWithAttribute,
                     "grpc/grpc grpc_ares_wrapper.cc on_txt_done_locked, "
                     "event_engine_client_channel_resolver.cc OnTXTResolved"}},
    .txt_attribute =
        {{TxtAttribute::kInFirstString,
          "grpc/grpc 1.51 grpc_ares_wrapper.cc on_txt_done_locked: record_start; run"},
         {TxtAttribute::kInRecord,
          "grpc/grpc event_engine_client_channel_resolver.cc OnTXTResolved, on for POSIX "
          "since PR 35573",
          {1, 62, 0}}},
    .txt_query = {{TxtQuery::kPlain,
                   "grpc/grpc grpc_ares_ev_driver.cc: no ARES_FLAG_EDNS; run at 1.51.1"}},
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_CORE_CALLS_H_
