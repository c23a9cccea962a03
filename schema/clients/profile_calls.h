// What each implementation does with a call, side by side. C-core's releases were read in
// grpc/grpc-ios, which has its source under the same tags. For the profiles only.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_CALLS_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_CALLS_H_

#include "schema/clients/profile.h"
#include "schema/clients/profile_ends.h"

namespace grpcfg {

inline constexpr absl::string_view kA6Pushback = "gRFC A6, Pushback";
inline constexpr absl::string_view kA6Throttling =
    "gRFC A6, Throttling Retry Attempts and Hedged RPCs";
inline constexpr absl::string_view kA6Summary = "gRFC A6, Summary of Retry and Hedging Logic";
inline constexpr CallTraits kSpecCalls = {
    .ends = kSpecEnds,
    .retries = {{Support::kFull, "gRFC A6"}},
    .jitter = {{kJitterOf2024, "gRFC A6 of 2024-08, Exponential Backoff: random(0.8, 1.2)"}},
    .first_delay = {{FirstDelay::kUncapped,
                     "gRFC A6 of 2024-08, Exponential Backoff: maxBackoff is for what comes after "
                     "the first retry"}},
    .delay_step = {{DelayStep::kReal, "gRFC A6, Exponential Backoff: a formula"}},
    .after_pushback = {{AfterPushback::kStartsOver, kA6Pushback}},
    .malformed_pushback = {{MalformedPushback::kStops, kA6Pushback}},
    .pushback_codes = {{PushbackCodes::kListed,
                        "gRFC A6, Pushback: when \"it is appropriate to retry\", which it does "
                        "not explain"}},
    .attempt_limit = {{{5, "a channel argument"}, "gRFC A6, Limits on Retries and Hedges"}},
    .tokens = {{TokenArithmetic::kThousandths, "gRFC A6, Validation of retryThrottling"}},
    .token_credit = {{TokenCredit::kEveryCall, kA6Throttling}},
    .token_debit = {{TokenDebit::kStopped, kA6Throttling}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kA6Throttling}},
    .throttle_scope = {{ThrottleScope::kServerName, kA6Throttling}},
    .hedging = {{Support::kFull, "gRFC A6, Hedging Policy"}},
    .hedge_throttling = {{HedgeThrottling::kNoMore, kA6Throttling}},
    .hedge_after_failure = {{HedgeAfterFailure::kAtOnce, kA6Summary}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsAsked, kA6Pushback}},
    .hedge_after_stop = {{HedgeAfterStop::kNoMore, kA6Summary}},
    .wait_for_ready = {{WaitForReadyChoice::kCallWins,
                        "service_config.proto, MethodConfig.wait_for_ready"}},
    .txt_lookup = {{{}, "gRFC A2, Encoding in DNS TXT Records"}},
    .txt_name = {{TxtName::kPrefixed, "gRFC A2, Encoding in DNS TXT Records"}},
    .txt_records = {{TxtRecords::kUnsaid, "gRFC A2, Encoding in DNS TXT Records"}}};

inline constexpr absl::string_view kCoreShouldRetry =
    "grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry (1.51: retry_filter.cc)";
inline constexpr absl::string_view kCoreStartTimer =
    "grpc/grpc retry_filter_legacy_call_data.cc StartRetryTimer (1.51: retry_filter.cc)";
inline constexpr CallTraits kCoreCalls = {
    .ends = kCoreEnds,
    .retries = {{Support::kFull, "grpc/grpc retry_service_config.cc RetryMethodConfig"}},
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
    .after_pushback = {{AfterPushback::kStartsOver, kCoreStartTimer}},
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
    .zero_delay = {{ZeroDelay::kAtOnce,
                    "grpc/grpc 1.71 retry_filter_legacy_call_data.cc OnRetryTimerLocked: "
                    "retry_timer_handle_.has_value()"},
                   {ZeroDelay::kHangs,
                    "grpc/grpc retry_filter_legacy_call_data.cc OnRetryTimerLocked: nothing for "
                    "TaskHandle::kInvalid, which PosixEventEngine::RunAfterInternal gives for a "
                    "delay of 0; run at 1.83.0",
                    {1, 72, 0}}},
    .pushback_codes = {{PushbackCodes::kListed, kCoreShouldRetry}},
    .attempt_limit = {{{5, ""}, "grpc/grpc retry_service_config.cc MAX_MAX_RETRY_ATTEMPTS"}},
    .tokens = {{TokenArithmetic::kThousandths,
                "grpc/grpc retry_throttle.cc RecordFailure, RecordSuccess"}},
    .token_credit = {{TokenCredit::kPolicyCalls, kCoreShouldRetry}},
    .token_debit = {{TokenDebit::kListed, kCoreShouldRetry}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kCoreShouldRetry}},
    .throttle_scope =
        {{ThrottleScope::kServerNameRescaled,
          "grpc/grpc 1.73 retry_throttle.cc ServerRetryThrottleMap::GetDataForServer"},
         {ThrottleScope::kChannelRescaled,
          "grpc/grpc retry_throttle.cc RetryThrottler::Create",
          {1, 74, 0}}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc/grpc client_channel_filter.cc OnResolverResultChangedLocked: "
                            "default_service_config_"}},
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
                     "event_engine_client_channel_resolver.cc OnTXTResolved"}}};

inline constexpr absl::string_view kGoShouldRetry = "grpc-go stream.go csAttempt.shouldRetry";
inline constexpr CallTraits kGoCalls = {
    .ends = kGoEnds,
    .retries = {{Support::kFull, kGoShouldRetry}},
    .jitter = {{kJitterOf2017, "grpc-go 1.68 stream.go csAttempt.shouldRetry: Int63n(cur)"},
               {kJitterOf2024, "grpc-go stream.go csAttempt.shouldRetry (PR 7869)", {1, 69, 0}}},
    .first_delay = {{FirstDelay::kCapped,
                     "grpc-go stream.go csAttempt.shouldRetry: min with MaxBackoff for each"}},
    .delay_step = {{DelayStep::kNanosecondsAtEnd,
                    "grpc-go stream.go csAttempt.shouldRetry: a float64 to the power of the "
                    "retries"}},
    .after_pushback = {{AfterPushback::kStartsOver,
                        "grpc-go stream.go csAttempt.shouldRetry: numRetriesSincePushback"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc-go stream.go csAttempt.shouldRetry: strconv.Atoi; several "
                            "values stop too"}},
    .pushback_codes = {{PushbackCodes::kListed, kGoShouldRetry}},
    .attempt_limit = {{{5, ""}, "grpc-go 1.64 service_config.go convertRetryPolicy"},
                      {{5, "WithMaxCallAttempts"},
                       "grpc-go dialoptions.go WithMaxCallAttempts: below 2 means 5",
                       {1, 65, 0}}},
    .tokens = {{TokenArithmetic::kDouble, "grpc-go clientconn.go retryThrottler: float64"}},
    .token_credit = {{TokenCredit::kEveryCall,
                      "grpc-go stream.go clientStream.finish: successfulRPC"}},
    .token_debit = {{TokenDebit::kStoppedOfEvery,
                     "grpc-go stream.go csAttempt.shouldRetry: throttle() before the policy is "
                     "looked at"}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kGoShouldRetry}},
    .throttle_scope = {{ThrottleScope::kChannelAlwaysRefilled,
                        "grpc-go clientconn.go applyServiceConfigAndBalancer: a new "
                        "retryThrottler; run at 1.33.3"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-go clientconn.go maybeApplyDefaultServiceConfig"}},
    .hedging = {{Support::kNone, "grpc-go service_config.go jsonMC: no hedgingPolicy"}},
    .wait_for_ready = {{WaitForReadyChoice::kCallWins,
                        "grpc-go stream.go newClientStreamWithParams: the call's options come "
                        "after the config"}},
    .txt_lookup = {{{TxtLookup::Default::kOn, "WithDisableServiceConfig"},
                    "grpc-go 1.74 internal/resolver/dns/dns_resolver.go lookup"},
                   {{TxtLookup::Default::kOn,
                     "WithDisableServiceConfig or GRPC_ENABLE_TXT_SERVICE_CONFIG=false"},
                    "grpc-go internal/envconfig/envconfig.go EnableTXTServiceConfig",
                    {1, 75, 0}}},
    .txt_name = {{TxtName::kPrefixed,
                  "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: txtPrefix"}},
    .txt_records = {{TxtRecords::kAllAsOneText,
                     "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: res += s"}}};

inline constexpr absl::string_view kJavaDecision =
    "grpc-java RetriableStream.java makeRetryDecision";
inline constexpr absl::string_view kJavaHedging =
    "grpc-java RetriableStream.java makeHedgingDecision, pushbackHedging";
inline constexpr absl::string_view kJavaResolver = "grpc-java DnsNameResolver.java";
inline constexpr CallTraits kJavaCalls = {
    .ends = kJavaEnds,
    .retries = {{Support::kFull, "grpc-java ManagedChannelImplBuilder.java retryEnabled"}},
    .jitter = {{kJitterOf2017, "grpc-java 1.70 RetriableStream.java makeRetryDecision"},
               {{0.4, 1.2},
                "grpc-java 1.79 RetriableStream.java intervalWithJitter (#11858); "
                "GRPC_EXPERIMENTAL_XDS_RLS_LB=false brings back 0 to 1",
                {1, 71, 0}},
               {kJitterOf2024,
                "grpc-java RetriableStream.java intervalWithJitter; "
                "GRPC_EXPERIMENTAL_XDS_RLS_LB=false brings back 0 to 1",
                {1, 80, 0}}},
    .first_delay = {{FirstDelay::kUncapped, kJavaDecision}},
    .delay_step = {{DelayStep::kNanosecondsEachStep, kJavaDecision}},
    .after_pushback = {{AfterPushback::kStartsOver, kJavaDecision}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc-java RetriableStream.java getPushbackMills: -1"}},
    .pushback_codes = {{PushbackCodes::kEvery, kJavaDecision}},
    .attempt_limit = {{{5, "maxRetryAttempts, maxHedgedAttempts"},
                       "grpc-java ManagedChannelImplBuilder.java maxRetryAttempts"}},
    .tokens = {{TokenArithmetic::kThousandthsOfFloat,
                "grpc-java RetriableStream.java Throttle: (int) (tokenRatio * 1000)"}},
    .token_credit = {{TokenCredit::kHeaders,
                      "grpc-java RetriableStream.java Sublistener.headersRead: onSuccess"}},
    .token_debit = {{TokenDebit::kStopped, kJavaDecision}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kJavaDecision}},
    .throttle_scope = {{ThrottleScope::kChannelRefilled,
                        "grpc-java ManagedChannelImpl.java NameResolverListener: only if the "
                        "config changed"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-java 1.52 ManagedChannelImpl.java ChannelStreamProvider: "
                            "lastServiceConfig, which starts as the default one"},
                           {DefaultThrottling::kIgnored,
                            "grpc-java 1.65 ManagedChannelImpl.java ChannelStreamProvider: set "
                            "only if the config changes (#11274)",
                            {1, 53, 0}},
                           {DefaultThrottling::kApplied,
                            "grpc-java ManagedChannelImpl.java constructor: transportProvider",
                            {1, 66, 0}}},
    .hedging = {{Support::kFull, kJavaHedging}},
    .hedge_throttling = {{HedgeThrottling::kFailureCounts, kJavaHedging}},
    .hedge_after_failure = {{HedgeAfterFailure::kAfterDelay, kJavaHedging}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsAsked,
                              "grpc-java 1.56 RetriableStream.java pushbackHedging"},
                             {HedgeAfterPushback::kAtOnce,
                              "grpc-java RetriableStream.java makeHedgingDecision: pushbackMillis "
                              "= 0 (#10293)",
                              {1, 57, 0}}},
    .hedge_after_stop = {{HedgeAfterStop::kNoMore, kJavaHedging}},
    .wait_for_ready = {{WaitForReadyChoice::kConfigWins,
                        "grpc-java ClientCallImpl.java applyMethodConfig"}},
    .txt_lookup = {{{TxtLookup::Default::kOff,
                     "-Dio.grpc.internal.DnsNameResolverProvider.enable_service_config=true"},
                    "grpc-java DnsNameResolver.java JNDI_TXT_PROPERTY; needs JNDI"}},
    .txt_name = {{TxtName::kPrefixed, kJavaResolver}},
    .txt_records = {{TxtRecords::kAllLists, "grpc-java DnsNameResolver.java parseTxtResults"}}};

inline constexpr Release kNodeRetries = {1, 8, 0};
inline constexpr absl::string_view kNodeRetry = "grpc-js retrying-call.ts maybeRetryCall";
inline constexpr absl::string_view kNodeStatus = "grpc-js retrying-call.ts handleProcessedStatus";
inline constexpr CallTraits kNodeCalls = {
    .ends = kNodeEnds,
    .retries = {{Support::kNone, "grpc-js 1.7 service-config.ts: no retryPolicy"},
                {Support::kFull, "grpc-js retrying-call.ts RetryingCall", kNodeRetries}},
    .jitter = {{kJitterOf2017, "grpc-js 1.13 retrying-call.ts getNextRetryBackoffMs"},
               {kJitterOf2024, "grpc-js retrying-call.ts getNextRetryJitter", {1, 14, 0}}},
    .first_delay = {{FirstDelay::kUncapped,
                     "grpc-js retrying-call.ts getNextRetryBackoffMs: Math.min comes after it"}},
    .delay_step = {{DelayStep::kMillisecondsOfTimer,
                    "grpc-js retrying-call.ts maybeRetryCall: setTimeout"}},
    .after_pushback = {{AfterPushback::kStartsOver, kNodeRetry}},
    .malformed_pushback = {{MalformedPushback::kRetriesAtOnce,
                            "grpc-js retrying-call.ts getPushback: parseInt gives NaN, which "
                            "setTimeout takes for 1 ms; run"}},
    .pushback_codes = {{PushbackCodes::kListed, kNodeStatus}},
    .attempt_limit = {{{5, ""}, "grpc-js 1.10 retrying-call.ts maybeRetryCall"},
                      {{5, "grpc-node.retry_max_attempts_limit"},
                       "grpc-js retrying-call.ts RetryingCall constructor",
                       {1, 11, 0}}},
    .tokens = {{TokenArithmetic::kInverted,
                "grpc-js 1.13.0 retrying-call.ts RetryThrottler: min and max are swapped"},
               {TokenArithmetic::kDoubleRounded,
                "grpc-js service-config.ts validateRetryThrottling: toFixed(3)",
                {1, 13, 1}}},
    .token_credit = {{TokenCredit::kEveryCall, "grpc-js retrying-call.ts handleChildStatus"}},
    .token_debit = {{TokenDebit::kListed, kNodeStatus}},
    .throttle_check = {{ThrottleCheck::kAfterDelayHanging,
                        "grpc-js 1.13.0 retrying-call.ts maybeRetryCall: no callback"},
                       {ThrottleCheck::kAfterDelay, kNodeRetry, {1, 13, 1}}},
    .throttle_scope = {{ThrottleScope::kServerNameRescaled,
                        "grpc-js internal-channel.ts RETRY_THROTTLER_MAP"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-js resolving-load-balancer.ts handleResolverResult"}},
    .hedging = {{Support::kNone, "grpc-js 1.7 service-config.ts: no hedgingPolicy"},
                {Support::kFull, "grpc-js retrying-call.ts RetryingCall", kNodeRetries}},
    .hedge_throttling = {{HedgeThrottling::kNever,
                          "grpc-js retrying-call.ts maybeStartHedgingAttempt; run"}},
    .hedge_after_failure = {{HedgeAfterFailure::kAtOnce, kNodeStatus}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsAskedBesideTimer,
                              "grpc-js retrying-call.ts handleProcessedStatus: setTimeout beside "
                              "hedgingTimer; run"}},
    .hedge_after_stop = {{HedgeAfterStop::kFailureCounts, kNodeStatus}},
    .wait_for_ready = {{WaitForReadyChoice::kNotApplied,
                        "grpc-js load-balancing-call.ts, resolving-call.ts: only that of the "
                        "metadata"}},
    .txt_lookup = {{{TxtLookup::Default::kOn, ""}, "grpc-js 1.8.1 resolver-dns.ts"},
                   {{TxtLookup::Default::kOn, "grpc.service_config_disable_resolution=1"},
                    "grpc-js resolver-dns.ts DnsResolver constructor",
                    {1, 8, 2}}},
    .txt_name = {{TxtName::kHost, "grpc-js resolver-dns.ts startResolution: resolveTxt(hostname)"}},
    .txt_records = {{TxtRecords::kFirstWithAttribute,
                     "grpc-js service-config.ts extractAndSelectServiceConfig"}}};

inline constexpr absl::string_view kDotnetRetry = "grpc-dotnet Internal/Retry/RetryCall.cs";
inline constexpr absl::string_view kDotnetHedging = "grpc-dotnet Internal/Retry/HedgingCall.cs";
inline constexpr CallTraits kDotnetCalls = {
    .ends = kDotnetEnds,
    .retries = {{Support::kFull, kDotnetRetry}},
    .jitter = {{kJitterOf2017,
                "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry: "
                "GetRandomNumber(0, _nextRetryDelayMilliseconds)"}},
    .first_delay = {{FirstDelay::kUncapped, "grpc-dotnet Internal/Retry/RetryCall.cs constructor"}},
    .delay_step = {{DelayStep::kRoundedMillisecondsBelow,
                    "grpc-dotnet Internal/Retry/RetryCall.cs CalculateNextRetryDelay: "
                    "Convert.ToInt32"}},
    .after_pushback = {{AfterPushback::kGoesOnFromThere,
                        "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry: "
                        "_nextRetryDelayMilliseconds is the pushback"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc-dotnet Internal/Retry/RetryCallBase.cs GetRetryPushback: -1"}},
    .pushback_codes = {{PushbackCodes::kEvery,
                        "grpc-dotnet Internal/Retry/RetryCall.cs EvaluateRetry"}},
    .attempt_limit = {{{5, "MaxRetryAttempts"},
                       "grpc-dotnet GrpcChannelOptions.cs MaxRetryAttempts: null is no limit"}},
    .tokens = {{TokenArithmetic::kDoubleCut,
                "grpc-dotnet Internal/Retry/ChannelRetryThrottling.cs: Math.Truncate"}},
    .token_credit = {{TokenCredit::kPolicyCalls, kDotnetRetry}},
    .token_debit = {{TokenDebit::kStopped, "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry"}},
    .throttle_check = {{ThrottleCheck::kAtEveryFailure,
                        "grpc-dotnet Internal/Retry/RetryCall.cs EvaluateRetry"}},
    .throttle_scope = {{ThrottleScope::kChannelFixed,
                        "grpc-dotnet GrpcChannel.cs CreateChannelRetryThrottling"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-dotnet GrpcChannel.cs: the config of GrpcChannelOptions"}},
    .hedging = {{Support::kFull, kDotnetHedging}},
    .hedge_throttling = {{HedgeThrottling::kNoMore,
                          "grpc-dotnet Internal/Retry/HedgingCall.cs CreateHedgingCalls"}},
    .hedge_after_failure = {{HedgeAfterFailure::kAtOnce,
                             "grpc-dotnet Internal/Retry/HedgingCall.cs HedgingDelayAsync"}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsAsked,
                              "grpc-dotnet Internal/Retry/HedgingCall.cs HedgingDelayAsync"}},
    .hedge_after_stop = {{HedgeAfterStop::kAtOnce,
                          "grpc-dotnet Internal/Retry/HedgingCall.cs StartCall: a negative "
                          "pushback ends the delay"}},
    .wait_for_ready = {{WaitForReadyChoice::kNotApplied,
                        "grpc-dotnet Configuration/MethodConfig.cs: no such property"}},
    .txt_lookup = {{{TxtLookup::Default::kNever, ""},
                    "grpc-dotnet Balancer/DnsResolver.cs: GetHostAddressesAsync only"}}};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_CALLS_H_
