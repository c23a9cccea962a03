// Rules on status codes that are retried in vain (google/rpc/code.proto, AIP-194).
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/policies_in_force.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

using Codes = std::vector<const ListedCode*>;

// Where a code is retried for the first time in a document, and how often.
struct Places {
  const ListedCode* first = nullptr;
  const MethodConfig* entry = nullptr;
  size_t count = 0;
};

Places FindPlaces(const CheckContext& context, StatusCodeSet code) {
  Places places;
  for (const ServiceConfig* const config : context.reading.configs) {
    ForEachRetryOn(code, *config, [&](const MethodConfig& entry, const Codes& found) {
      if (places.count++ > 0) return;
      places.first = found.front();
      places.entry = &entry;
    });
  }
  return places;
}

void CheckFinal(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    ForEachRetryOn(kFinalCodes, *config, [&](const MethodConfig&, const Codes& found) {
      const bool is_one = found.size() == 1;
      Diagnostic words = {
          .message = absl::StrCat(NamesOf(found), is_one ? " is" : " are",
                                  " retried; the call will fail so again until somebody changes "
                                  "it, or the state of the server"),
          .help = {is_one ? "take it out of the list" : "take them out of the list"}};
      AddFurtherCodes(context, found, words);
      context.add(found.front()->node, std::move(words));
    });
  }
}

void CheckDeadline(const CheckContext& context) {
  const Places places = FindPlaces(context, StatusCodeSet{"DEADLINE_EXCEEDED"});
  if (places.count == 0) return;
  Diagnostic words = {
      .message =
          "`DEADLINE_EXCEEDED` is retried only where a server answers so; the deadline of "
          "the call itself covers all attempts and ends them",
      .help = {"take it out if each attempt was to have a time of its own: a service config has "
               "no field for that"}};
  if ((*places.entry)->timeout.value) {
    words.secondary.push_back(
        {context.SpanOf((*places.entry)->timeout.node), "for all attempts together"});
  }
  if (places.count > 1) words.notes.push_back(CountEntries(places.count - 1));
  context.add(places.first->node, std::move(words));
}

void CheckExhausted(const CheckContext& context) {
  const Places places = FindPlaces(context, StatusCodeSet{"RESOURCE_EXHAUSTED"});
  if (places.count == 0) return;
  Diagnostic words = {
      .message =
          "`RESOURCE_EXHAUSTED` is retried; a quota that is used up stays so longer than a "
          "backoff, and a server without room gets more load",
      .help = {
          "have the server send `grpc-retry-pushback-ms` with it, so that clients wait as long "
          "as it takes, or take the code out"}};
  if (places.count > 1) words.notes.push_back(CountEntries(places.count - 1));
  context.add(places.first->node, std::move(words));
}

// Every client takes any code of a failure, and compares.
constexpr Verdicts kAnyCode = {
    .spec = {Effect::kAccepts, "gRFC A6, Validation of retryPolicy: any valid status codes"},
    .core = {Effect::kAccepts, "retry_service_config.cc JsonPostLoad: any code that has a name"},
    .go = {Effect::kAccepts, "grpc-go service_config.go convertRetryPolicy: any code"},
    .java = {Effect::kAccepts,
             "ServiceConfigUtil.java getRetryableStatusCodesFromRetryPolicy: any but OK"},
    .node = {Effect::kAccepts, "grpc-js service-config.ts validateRetryPolicy: any code"},
    .dotnet = {Effect::kAccepts, "GrpcMethodInfo.cs CreateRetryPolicy: any codes, at least one"},
    .gapic = {Effect::kAccepts, "gapic-generator-go config.go New: the codes are not looked at"}};

constexpr Verdicts kOwnDeadline = {
    .spec = {Effect::kAccepts,
             "gRFC A6, Maximum Number of Retries: the deadline applies across all attempts"},
    .core =
        {Effect::kAccepts,
         "retry_filter_legacy_call_data.cc CreateLoadBalancedCall: one deadline for all attempts"},
    .go = {Effect::kAccepts, "grpc-go stream.go shouldRetry: cs.ctx.Done ends the call"},
    .java = {Effect::kAccepts,
             "ClientCallImpl.java CancellationHandler: a timer cancels the stream of all attempts"},
    .node = {Effect::kAccepts,
             "grpc-js retrying-call.ts startNewAttempt: one deadline for all attempts"},
    .dotnet = {Effect::kAccepts, "RetryCall.cs EvaluateRetry: CommitReason.DeadlineExceeded"},
    .gapic = {Effect::kAccepts, "gapic-generator-go config.go New: the codes are not looked at"}};

constexpr Rule kRules[] = {
    {.id = "retry-code-final",
     .summary = "A status is retried that the same call will meet again.",
     .rationale =
         "INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED, FAILED_PRECONDITION, "
         "OUT_OF_RANGE, UNIMPLEMENTED and UNAUTHENTICATED say that somebody must change the call "
         "or the server's state first (google/rpc/code.proto; AIP-194). Retries add load, and "
         "keep the caller waiting for the same answer.",
     .check = CheckFinal,
     .verdicts = kAnyCode,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE", "FAILED_PRECONDITION"]}}]})",
     .good = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.id = "retry-deadline-exceeded",
     .summary = "DEADLINE_EXCEEDED is retried, but never for the deadline of the call itself.",
     .rationale =
         "A deadline, from `timeout` or from the application, is for the whole call with all its "
         "attempts (gRFC A6): when it passes, no attempt is left to make. The code in the list "
         "matters only where a server, or one that it calls, ran into a deadline of its own.",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckDeadline,
     .verdicts = kOwnDeadline,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "5s", "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED"]}}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s", "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.id = "retry-resource-exhausted",
     .summary = "RESOURCE_EXHAUSTED is retried.",
     .rationale =
         "It stands for a quota that is used up, or for a server without room. Quotas come back "
         "in minutes or hours and not within a backoff, and retries may be billed (AIP-194). "
         "A server that knows better says when to come back, in `grpc-retry-pushback-ms` (gRFC "
         "A6, Pushback).",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckExhausted,
     .verdicts = kAnyCode,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]}}]})",
     .good = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RetriedCodeRules() { return kRules; }

}  // namespace grpcfg
