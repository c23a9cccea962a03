// What each implementation does when an attempt has ended, side by side: the pushback that it
// reads, what it sends again by itself, and why it does not retry. For profile_calls.h only.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_ENDS_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_ENDS_H_

#include "schema/clients/profile.h"

namespace grpcfg {

inline constexpr int64_t kKibibyte = 1024;
inline constexpr int64_t kMebibyte = 1024 * kKibibyte;

inline constexpr absl::string_view kA6Transparent = "gRFC A6, Transparent Retries";
inline constexpr AttemptEndTraits kSpecEnds = {
    .pushback_grammar = {{PushbackGrammar::kInt32Bare,
                          "gRFC A6, Pushback: a signed 32-bit integer with no unnecessary leading "
                          "zeros"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kCode, RetryCheck::kTokens,
                       RetryCheck::kAttempts, RetryCheck::kPushback},
                      "gRFC A6 names no order: that of C-core, but for what is committed"}},
    .unsent_retry = {{UnsentRetry::kUnlimited, kA6Transparent}},
    .refused_retry = {{RefusedRetry::kOncePerCall, kA6Transparent}},
    .retry_buffer = {{{}, "gRFC A6, Memory Management (Buffering)"}},
    .committed_debit = {{CommittedDebit::kAsOthers,
                         "gRFC A6, Throttling Retry Attempts and Hedged RPCs: every failed RPC"}},
    .hedge_debit = {{HedgeDebit::kListedOrStopped,
                     "gRFC A6, Throttling Retry Attempts and Hedged RPCs"}},
    .repeated_count = {{RepeatedCount::kOfAttempt, kA6Transparent}}};

inline constexpr absl::string_view kCoreTrailers =
    "grpc/grpc retry_filter_legacy_call_data.cc BatchData::RecvTrailingMetadataReady (1.51: "
    "retry_filter.cc)";
inline constexpr AttemptEndTraits kCoreEnds = {
    .pushback_grammar = {{PushbackGrammar::kInt64Spaced,
                          "grpc/grpc metadata_batch.cc GrpcRetryPushbackMsMetadata::ParseMemento: "
                          "absl::SimpleAtoi"}},
    .retry_checks = {{{RetryCheck::kCode, RetryCheck::kTokens, RetryCheck::kCommitted,
                       RetryCheck::kAttempts, RetryCheck::kPushback},
                      "grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry (1.51: "
                      "retry_filter.cc)"}},
    .unsent_retry = {{UnsentRetry::kUnlimited, kCoreTrailers}},
    .refused_retry = {{RefusedRetry::kNever,
                       "grpc/grpc chttp2_transport.cc: kNotSeenByServer is of a GOAWAY alone; run "
                       "at 1.51.1"}},
    .retry_buffer = {{{256 * kKibibyte, 0, "grpc.per_rpc_retry_buffer_size"},
                      "grpc/grpc retry_filter.h GetMaxPerRpcRetryBufferSize (1.51: "
                      "retry_filter.cc)"}},
    .committed_debit = {{CommittedDebit::kAsOthersIfKept,
                         "grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry: "
                         "RecordFailure comes before retry_committed_; "
                         "StartTransportStreamOpBatch: no CallAttempt for a first batch above the "
                         "buffer; run at 1.51.1"}}};

inline constexpr absl::string_view kGoRetry = "grpc-go stream.go csAttempt.shouldRetry";
inline constexpr AttemptEndTraits kGoEnds = {
    .pushback_grammar = {{PushbackGrammar::kInt64,
                          "grpc-go stream.go csAttempt.shouldRetry: strconv.Atoi"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kPushback, RetryCheck::kCode,
                       RetryCheck::kTokens, RetryCheck::kAttempts},
                      kGoRetry}},
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
    .committed_debit = {{CommittedDebit::kNone,
                         "grpc-go stream.go csAttempt.shouldRetry: committed and TrailersOnly come "
                         "before throttle()"}}};

inline constexpr absl::string_view kJavaClosed =
    "grpc-java RetriableStream.java Sublistener.closed";
inline constexpr AttemptEndTraits kJavaEnds = {
    .pushback_grammar = {{PushbackGrammar::kInt32,
                          "grpc-java RetriableStream.java getPushbackMills: Integer.valueOf"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kPushback, RetryCheck::kCode,
                       RetryCheck::kAttempts, RetryCheck::kTokens},
                      "grpc-java RetriableStream.java makeRetryDecision, which does not tell which "
                      "of them it was"}},
    .unsent_retry = {{UnsentRetry::kAsRefused,
                      "grpc-java 1.44 NettyClientHandler.java createStream: RpcProgress.REFUSED"},
                     {UnsentRetry::kUpTo10000,
                      "grpc-java 1.45 RetriableStream.java Sublistener.closed: "
                      "localOnlyTransparentRetries",
                      {1, 45, 0}},
                     {UnsentRetry::kUpTo1000,
                      "grpc-java RetriableStream.java Sublistener.closed: "
                      "localOnlyTransparentRetries (commit 4cf3a2b)",
                      {1, 46, 0}}},
    .refused_retry = {{RefusedRetry::kUntilProcessed,
                       "grpc-java RetriableStream.java Sublistener.closed: "
                       "noMoreTransparentRetry"}},
    .retry_buffer = {{{kMebibyte, 16 * kMebibyte, "perRpcBufferLimit, retryBufferSize"},
                      "grpc-java ManagedChannelImplBuilder.java "
                      "DEFAULT_PER_RPC_BUFFER_LIMIT_IN_BYTES"}},
    .committed_debit = {{CommittedDebit::kNone, kJavaClosed}},
    .hedge_debit = {{HedgeDebit::kListedOrStopped,
                     "grpc-java RetriableStream.java makeHedgingDecision"}},
    .repeated_count = {{RepeatedCount::kOfAttempt, kJavaClosed}}};

inline constexpr Release kNodeRetryingCall = {1, 8, 0};
inline constexpr absl::string_view kNodeChildStatus = "grpc-js retrying-call.ts handleChildStatus";
inline constexpr AttemptEndTraits kNodeEnds = {
    .pushback_grammar = {{PushbackGrammar::kNumberAtStart,
                          "grpc-js retrying-call.ts getPushback: parseInt"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kCode, RetryCheck::kAttempts,
                       RetryCheck::kPushback, RetryCheck::kTokens},
                      "grpc-js retrying-call.ts handleProcessedStatus, maybeRetryCall"}},
    .unsent_retry = {{UnsentRetry::kUnlimited,
                      "grpc-js retrying-call.ts handleChildStatus: NOT_STARTED (1.7: channel.ts "
                      "tryPick after ERR_HTTP2_GOAWAY_SESSION)"}},
    .refused_retry = {{RefusedRetry::kNever, "grpc-js 1.7 call-stream.ts: REFUSED_STREAM fails"},
                      {RefusedRetry::kOncePerCall,
                       "grpc-js retrying-call.ts handleChildStatus: transparentRetryUsed",
                       kNodeRetryingCall}},
    .retry_buffer = {{{}, "grpc-js 1.7 channel.ts: nothing is kept"},
                     {{kMebibyte, 16 * kMebibyte,
                       "grpc.per_rpc_retry_buffer_size, grpc.retry_buffer_size"},
                      "grpc-js internal-channel.ts DEFAULT_PER_RPC_RETRY_BUFFER_SIZE_BYTES",
                      kNodeRetryingCall}},
    .committed_debit = {{CommittedDebit::kNone, kNodeChildStatus}},
    .hedge_debit = {{HedgeDebit::kListed, "grpc-js retrying-call.ts handleProcessedStatus"}},
    .repeated_count = {
        {RepeatedCount::kOfLatest, "grpc-js retrying-call.ts startNewAttempt: attempts - 1; run"}}};

inline constexpr absl::string_view kDotnetPool =
    "dotnet/runtime HttpConnectionPool.cs MaxConnectionFailureRetries, Http2Connection.cs "
    "ProcessRstStreamFrame: canRetry";
inline constexpr AttemptEndTraits kDotnetEnds = {
    .pushback_grammar = {{PushbackGrammar::kInt32Spaced,
                          "grpc-dotnet Internal/Retry/RetryCallBase.cs GetRetryPushback: "
                          "int.TryParse"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kTokens, RetryCheck::kAttempts,
                       RetryCheck::kPushback, RetryCheck::kCode},
                      "grpc-dotnet Internal/Retry/RetryCall.cs EvaluateRetry"}},
    .unsent_retry = {{UnsentRetry::kByTransport, kDotnetPool}},
    .refused_retry = {{RefusedRetry::kByTransport, kDotnetPool}},
    .retry_buffer = {{{kMebibyte, 16 * kMebibyte, "MaxRetryBufferPerCallSize, MaxRetryBufferSize"},
                      "grpc-dotnet GrpcChannel.cs DefaultMaxRetryBufferPerCallSize"}},
    .committed_debit = {{CommittedDebit::kNone,
                         "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry: CommitedCallTask"}},
    .hedge_debit = {{HedgeDebit::kListedButLast,
                     "grpc-dotnet Internal/Retry/HedgingCall.cs StartCall: ExceededAttemptCount "
                     "comes before RetryAttemptCallFailure"}},
    .repeated_count = {{RepeatedCount::kOfAttempt, kDotnetPool}}};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_ENDS_H_
