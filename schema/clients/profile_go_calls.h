// What grpc-go does with a call. For profile_go.cc.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_CALLS_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_CALLS_H_

#include "absl/strings/string_view.h"
#include "schema/clients/call_traits.h"
#include "schema/clients/profile.h"

namespace grpcfg {

inline constexpr absl::string_view kGoShouldRetry = "grpc-go stream.go csAttempt.shouldRetry";
inline constexpr CallTraits kGoCalls = {
    .retries = {{Support::kFull, kGoShouldRetry}},
    .retries_need = {{{"GRPC_GO_RETRY=on"}, "grpc-go 1.40 internal/envconfig/envconfig.go Retry"},
                     {{},
                      "grpc-go 1.41 internal/envconfig/envconfig.go Retry: or with RetrySupport, "
                      "which is on; gone since 1.43",
                      {1, 41, 0}}},
    .retries_off = {{{"WithDisableRetry"}, "grpc-go dialoptions.go WithDisableRetry"}},
    .attempt_limit = {{{5, ""}, "grpc-go 1.64 service_config.go convertRetryPolicy"},
                      {{5, "WithMaxCallAttempts"},
                       "grpc-go dialoptions.go WithMaxCallAttempts: below 2 means 5",
                       {1, 65, 0}}},
    .jitter = {{kJitterOf2017, "grpc-go 1.68 stream.go csAttempt.shouldRetry: Int63n(cur)"},
               {kJitterOf2024, "grpc-go stream.go csAttempt.shouldRetry (PR 7869)", {1, 69, 0}}},
    .first_delay = {{FirstDelay::kCapped,
                     "grpc-go stream.go csAttempt.shouldRetry: min with MaxBackoff for each"}},
    .delay_step = {{DelayStep::kNanosecondsAtEnd,
                    "grpc-go stream.go csAttempt.shouldRetry: a float64 to the power of the "
                    "retries"}},
    .pushback_codes = {{PushbackCodes::kListed, kGoShouldRetry}},
    .pushback_grammar = {{PushbackGrammar::kInt64,
                          "grpc-go stream.go csAttempt.shouldRetry: strconv.Atoi"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc-go stream.go csAttempt.shouldRetry: strconv.Atoi; several "
                            "values stop too"}},
    .after_pushback = {{AfterPushback::kStartsOver,
                        "grpc-go stream.go csAttempt.shouldRetry: numRetriesSincePushback"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kPushback, RetryCheck::kCode,
                       RetryCheck::kTokens, RetryCheck::kAttempts},
                      kGoShouldRetry}},
    .unsent_retry = {{UnsentRetry::kAsRefused,
                      "grpc-go 1.39 stream.go clientStream.shouldRetry: without a limit only if "
                      "the call waits for ready"},
                     {UnsentRetry::kUnlimited,
                      "grpc-go stream.go csAttempt.shouldRetry: allowTransparentRetry",
                      {1, 40, 0}}},
    .refused_retry = {{RefusedRetry::kFirstSent,
                       "grpc-go stream.go csAttempt.shouldRetry: firstAttempt"}},
    .retry_buffer = {{{256 * kKibibyte, 0, "MaxRetryRPCBufferSize"},
                      "grpc-go rpc_util.go defaultCallInfo: maxRetryRPCBufferSize"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-go clientconn.go maybeApplyDefaultServiceConfig"}},
    .throttle_scope = {{ThrottleScope::kChannelAlwaysRefilled,
                        "grpc-go clientconn.go applyServiceConfigAndBalancer: a new "
                        "retryThrottler; run at 1.33.3"}},
    .tokens = {{TokenArithmetic::kDouble, "grpc-go clientconn.go retryThrottler: float64"}},
    .token_debit = {{TokenDebit::kStoppedOfEvery,
                     "grpc-go stream.go csAttempt.shouldRetry: throttle() before the policy is "
                     "looked at"}},
    .committed_debit = {{CommittedDebit::kNone,
                         "grpc-go stream.go csAttempt.shouldRetry: committed and TrailersOnly come "
                         "before throttle()"}},
    .token_credit = {{TokenCredit::kEveryCall,
                      "grpc-go stream.go clientStream.finish: successfulRPC"}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kGoShouldRetry}},
    .hedging = {{Support::kNone, "grpc-go service_config.go jsonMC: no hedgingPolicy"}},
    .wait_for_ready = {{WaitForReadyChoice::kCallWins,
                        "grpc-go stream.go newClientStreamWithParams: the call's options come "
                        "after the config"}},
    .health_checks = {{HealthChecks::kByConfig,
                       "grpc-go clientconn.go startHealthCheck: HealthCheckEnabled, which "
                       "pickfirst does not set"}},
    .health_checks_need = {{{"import _ \"google.golang.org/grpc/health\""},
                            "grpc-go clientconn.go startHealthCheck: internal.HealthCheckFunc"}},
    .txt_lookup = {{{TxtLookup::Default::kOn, "WithDisableServiceConfig"},
                    "grpc-go 1.74 internal/resolver/dns/dns_resolver.go lookup"},
                   {{TxtLookup::Default::kOn,
                     "WithDisableServiceConfig or GRPC_ENABLE_TXT_SERVICE_CONFIG=false"},
                    "grpc-go internal/envconfig/envconfig.go EnableTXTServiceConfig",
                    {1, 75, 0}}},
    .txt_name = {{TxtName::kPrefixed,
                  "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: txtPrefix"}},
    .txt_records = {{TxtRecords::kAllAsOneText,
                     "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: res += s"}},
    .txt_attribute = {{TxtAttribute::kInRecord,
                       "Go net lookup_unix.go goLookupTXT: the strings of a record are joined"}},
    .txt_query = {{TxtQuery::kEdns, "Go net dnsclient_unix.go newRequest: maxDNSPacketSize"}},
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_CALLS_H_
