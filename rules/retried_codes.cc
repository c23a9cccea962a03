// Rules on status codes that are retried in vain (google/rpc/code.proto, AIP-194).
#include <array>

#include "absl/strings/str_cat.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/policies_in_force.h"
#include "rules/repeated_methods.h"
#include "rules/status_words.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// A list without codes would be refused.
absl::string_view RemedyFor(const RetryPolicy& retry, const Codes& found) {
  if (found.size() == retry.retryable_status_codes.value->size()) {
    return "remove the `retryPolicy`, or retry a transient status such as UNAVAILABLE";
  }
  return found.size() == 1 ? "remove it from the list" : "remove them from the list";
}

void CheckFinal(const CheckContext& context) {
  ForEachRetryOn(kFinalCodes, context.reading, [&](const MethodConfig& entry, const Codes& found) {
    const bool is_one = found.size() == 1;
    context.Add(found.front()->node, [&] {
      Diagnostic words = {.message = absl::StrCat(NamesOf(found), is_one ? " is" : " are",
                                                  " not transient: a retry will mostly fail again"),
                          .help = {std::string(RemedyFor(*entry->retry_policy, found))}};
      AddFurtherCodes(context, found, words);
      return words;
    });
  });
}

void CheckDeadline(const CheckContext& context) {
  SingleFinding single;
  const StatusCodeSet deadline = {"DEADLINE_EXCEEDED"};
  // Where a second execution does no harm, such a retry does none either.
  for (const RiskyEntry& risky : RiskyEntries(context)) {
    const MethodConfig& entry = *risky.entry;
    if (entry->retry_policy == nullptr || !entry->timeout.value) continue;
    const Codes found = CodesAmong(entry->retry_policy->retryable_status_codes, deadline);
    if (found.empty() || !single.IsFirst(found.front()->node)) continue;
    const bool is_only_one =
        found.size() == entry->retry_policy->retryable_status_codes.value->size();
    single.words = {
        .message =
            "only a `DEADLINE_EXCEEDED` that the server sends is retried: the call's own deadline "
            "covers all attempts",
        .secondary = {{context.SpanOf(entry->timeout.node), "for all attempts together"}},
        .help = {absl::StrCat(is_only_one ? "leave the `retryPolicy` out" : "remove it",
                              " if each attempt was to have its own deadline: a service config has "
                              "no field for that")}};
  }
  AddOnce(context, single, CountEntries);
}

void CheckExhausted(const CheckContext& context) {
  SingleFinding single;
  const StatusCodeSet exhausted = {"RESOURCE_EXHAUSTED"};
  ForEachRetryOn(exhausted, context.reading, [&](const MethodConfig&, const Codes& found) {
    if (!single.IsFirst(found.front()->node)) return;
    single.words = {
        .message =
            "`RESOURCE_EXHAUSTED` is retried; an exhausted quota rarely recovers within a "
            "backoff, and an overloaded server gets more load",
        .help = {"have the server send `grpc-retry-pushback-ms` with it, so that clients wait as "
                 "long as needed, or remove the code"}};
  });
  AddOnce(context, single, CountEntries);
}

// What stands for a code in a list.
struct SeenCode {
  NodeId node = 0;  // the first of them; 0: there is none
  bool is_name = false;
};

// What is no name as it has to be has a finding of its own, which takes it out if the name is
// there, too; so the name stays. `takes_numbers`: numbers have none.
void CheckListForRepeated(const CheckContext& context, const Located<List<ListedCode>>& codes,
                          bool takes_numbers) {
  std::array<SeenCode, std::size(kStatusCodeNames)> seen_codes = {};
  for (const ListedCode& code : ElementsOf(codes)) {
    if (!code.value || !StatusCodeSet::Every().Has(code.value->number)) continue;
    const auto number = static_cast<size_t>(code.value->number);
    const absl::string_view name = kStatusCodeNames[number];
    const bool is_name = context.tree.Text(code.node) == name;
    const bool is_number = context.tree.kind(code.node) == JsonKind::kNumber;
    SeenCode& seen = seen_codes[number];
    if (seen.node != 0 && (is_name || (is_number && takes_numbers))) {
      const NodeId superfluous = is_name && !seen.is_name ? seen.node : code.node;
      context.Add(code.node, [&] {
        return Diagnostic{
            .message = absl::StrCat(Quoted(name), " is already in this list"),
            .fixes = {RemoveRepeated(context.tree, context.SpanOf(superfluous), name)}};
      });
    }
    if (seen.node == 0 || (is_name && !seen.is_name)) seen = {code.node, is_name};
  }
}

void CheckRepeated(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& entry) {
    if (entry->retry_policy != nullptr) {
      CheckListForRepeated(context, entry->retry_policy->retryable_status_codes, false);
    }
    if (entry->hedging_policy != nullptr) {
      CheckListForRepeated(context, entry->hedging_policy->non_fatal_status_codes, true);
    }
  });
}

// Every client takes any code of a failure, and compares.
constexpr Verdicts kAnyCode =
    AllAccept({.spec = "gRFC A6, Validation of retryPolicy: any valid status codes",
               .core = "retry_service_config.cc JsonPostLoad: any code that has a name",
               .go = "grpc-go service_config.go convertRetryPolicy: any code",
               .java = "ServiceConfigUtil.java getRetryableStatusCodesFromRetryPolicy: any but OK",
               .node = "grpc-js service-config.ts validateRetryPolicy: any code",
               .dotnet = "GrpcMethodInfo.cs CreateRetryPolicy: any codes, at least one",
               .gapic = "gapic-generator-go config.go New: the codes are not looked at"});

constexpr Verdicts kOwnDeadline = AllAccept(
    {.spec = "gRFC A6, Maximum Number of Retries: the deadline applies across all attempts",
     .core =
         "retry_filter_legacy_call_data.cc CreateLoadBalancedCall: one deadline for all attempts",
     .go = "grpc-go stream.go shouldRetry: cs.ctx.Done ends the call",
     .java = "ClientCallImpl.java CancellationHandler: a timer cancels the stream of all attempts",
     .node = "grpc-js retrying-call.ts startNewAttempt: one deadline for all attempts",
     .dotnet = "RetryCall.cs EvaluateRetry: CommitReason.DeadlineExceeded",
     .gapic = "gapic-generator-go config.go New: the codes are not looked at"});

constexpr Rule kRules[] = {
    {.id = "retry-code-final",
     .summary = "The policy retries a status that retrying cannot fix.",
     .rationale = "INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED, "
                  "FAILED_PRECONDITION, OUT_OF_RANGE, UNIMPLEMENTED and UNAUTHENTICATED mean that "
                  "the call or the server's state must change first (google/rpc/code.proto; "
                  "AIP-194). Retries add load and keep the caller waiting for the same answer.",
     .check = CheckFinal,
     .verdicts = kAnyCode,
     .bad = {kRetriesCodesApart, R"("UNAVAILABLE")", R"("UNAVAILABLE", "FAILED_PRECONDITION")"},
     .good = kRetriesCodesApart},
    {.id = "retry-deadline-exceeded",
     .summary = "DEADLINE_EXCEEDED is retried, but never after the call's own deadline.",
     .rationale = "A deadline, from `timeout` or from the application, covers the whole call with "
                  "all its attempts (gRFC A6). When it passes, no further attempt is possible. The "
                  "code in the list matters only if a server, or a server that it calls, exceeds a "
                  "deadline of its own. grpcfg reports this only if `timeout` is set, and not for "
                  "methods whose names show that they only read.",
     .advice = Severity::kNote,
     .check = CheckDeadline,
     .verdicts = kOwnDeadline,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "5s", "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED"]}}]})",
     .good = {kRetriesCodesApart, R"("name": [{}], )", R"("name": [{}], "timeout": "5s", )"}},
    {.id = "retry-resource-exhausted",
     .summary = "RESOURCE_EXHAUSTED is retried.",
     .rationale = "It means that a quota is used up, or that a server has no capacity left. Quotas "
                  "recover in minutes or hours, not within a backoff, and retries may be billed "
                  "(AIP-194). A server that knows better sends the time of the next attempt in "
                  "`grpc-retry-pushback-ms` (gRFC A6, Pushback).",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckExhausted,
     .verdicts = kAnyCode,
     .bad = {kRetriesCodesApart, R"("UNAVAILABLE")", R"("UNAVAILABLE", "RESOURCE_EXHAUSTED")"},
     .good = kRetriesCodesApart},
    {.id = "status-code-repeated",
     .summary = "A list contains the same status code twice.",
     .rationale = "The second one has no effect. Often a different code was intended, which is "
                  "then not retried.",
     .advice = Severity::kNote,
     .check = CheckRepeated,
     .verdicts = kAnyCode,
     .bad = {kRetriesCodesApart, R"("UNAVAILABLE")", R"("UNAVAILABLE", "UNAVAILABLE")"},
     .good = kRetriesCodesApart},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RetriedCodeRules() { return kRules; }

}  // namespace grpcfg
