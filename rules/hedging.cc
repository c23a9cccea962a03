// Rules on `methodConfig[].hedgingPolicy` (gRFC A6, Hedging Policy): on its values, on methods that
// it executes more than once and that may not bear it, and on the codes on which it goes on.
#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "rules/attempts.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/policies_in_force.h"
#include "rules/repeated_methods.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

Diagnostic WordsOn(const CheckContext& context, const std::vector<Judged>& judged,
                   absl::string_view judgement) {
  Diagnostic words = {.message = absl::StrCat("hedging executes ", ListOf(judged),
                                              " several times for one call", judgement)};
  AddName(context, judged.front(), words);
  AddEvidence(judged, words);
  return words;
}

// Calls function(hedging, methods) for each entry that hedges methods that are meant.
template <typename Predicate, typename Function>
void ForEachHedged(const CheckContext& context, const Predicate& matches,
                   const Function& function) {
  for (const RiskyEntry& risky : RiskyEntries(context)) {
    const MethodConfig& entry = *risky.entry;
    if (entry->hedging_policy == nullptr) continue;
    const std::vector<Judged> judged = Among(risky.methods, matches);
    if (!judged.empty()) function(*entry->hedging_policy, judged);
  }
}

// A copy that ends in ALREADY_EXISTS may be the first that is answered.
bool IsHarmed(const Judged& judged) { return IsNotIdempotent(judged) || IsDoneOnce(judged); }

void CheckHedged(const CheckContext& context) {
  ForEachHedged(
      context, IsHarmed, [&](const HedgingPolicy& hedging, const std::vector<Judged>& judged) {
        context.Add(context.KeyOf(hedging.node), [&] {
          Diagnostic words = WordsOn(
              context, judged,
              absl::StrCat(judged.size() == 1 ? ", and it " : ", and they ", LooksOf(judged)));
          words.help.emplace_back(context.api == nullptr
                                      ? "hedge only methods that read; `--descriptor-set` or "
                                        "`--proto` would show which are idempotent"
                                      : "hedge only methods that read, or that declare `option "
                                        "idempotency_level = IDEMPOTENT;`");
          return words;
        });
      });
}

void CheckUnsettled(const CheckContext& context) {
  ForEachHedged(
      context, [](const Judged&) { return true; },
      [&](const HedgingPolicy& hedging, const std::vector<Judged>& judged) {
        if (absl::c_any_of(judged, IsHarmed)) return;
        context.Add(context.KeyOf(hedging.node), [&] {
          Diagnostic words = WordsOn(context, judged, "; nothing shows whether that is safe");
          words.help.emplace_back(
              context.api == nullptr ? "name the methods that read, one by one; `--descriptor-set` "
                                       "or `--proto` would show which are idempotent"
                                     : "name the methods that read, one by one, or declare those "
                                       "that may be repeated: `option idempotency_level = "
                                       "IDEMPOTENT;`");
          return words;
        });
      });
}

// ---- Codes

void CheckFinal(const CheckContext& context) {
  ForEachHedgingOn(kFinalCodes, context.reading, [&](const Codes& found) {
    context.Add(found.front()->node, [&] {
      Diagnostic words = {
          .message = absl::StrCat("after ", NamesOf(found),
                                  " the next hedge is sent immediately, and will mostly fail "
                                  "again: this is not transient"),
          .help = {found.size() == 1 ? "remove it from the list" : "remove them from the list"}};
      AddFurtherCodes(context, found, words);
      return words;
    });
  });
}

void CheckDeadline(const CheckContext& context) {
  SingleFinding single;
  ForEachHedgingOn({"DEADLINE_EXCEEDED"}, context.reading, [&](const Codes& found) {
    if (!single.IsFirst(found.front()->node)) return;
    single.words = {
        .message =
            "hedging continues only after a `DEADLINE_EXCEEDED` that the server sends: the call's "
            "own deadline covers all attempts",
        .help = {"remove it if each attempt was to have its own deadline: a service config has "
                 "no field for that"}};
  });
  AddOnce(context, single, CountMore);
}

// ---- Rows

constexpr Verdicts kHedged =
    AllAccept({.spec = "gRFC A6, Hedging Policy: only for methods that bear it",
               .core = "retry_service_config.cc: no hedging, so nothing is repeated",
               .go = "grpc-go service_config.go: no hedging, so nothing is repeated",
               .java = "RetriableStream.java makeHedgingDecision: by status, not by method",
               .node = "grpc-js retrying-call.ts handleProcessedStatus: by status, not by method",
               .dotnet = "GrpcMethodInfo.cs CreateHedgingPolicy: for any method",
               .gapic = "gapic-generator-go config.go New: hedgingPolicy is not looked at"});

constexpr Verdicts kNonFatal =
    AllAccept({.spec = "gRFC A6, Validation of hedgingPolicy: any valid status codes",
               .core = "retry_service_config.cc: no hedging, so no code goes on with it",
               .go = "grpc-go service_config.go: no hedging, so no code goes on with it",
               .java = "RetriableStream.java makeHedgingDecision: any code of the list",
               .node = "grpc-js retrying-call.ts handleProcessedStatus: any code of the list",
               .dotnet = "HedgingCall.cs StartCall: any code of the list",
               .gapic = "gapic-generator-go config.go New: hedgingPolicy is not looked at"});

constexpr Verdicts kOwnDeadline = AllAccept(
    {.spec = "gRFC A6, Hedging Policy: until the call deadline is reached",
     .core = "retry_service_config.cc: no hedging, so no code goes on with it",
     .go = "grpc-go service_config.go: no hedging, so no code goes on with it",
     .java = "ClientCallImpl.java CancellationHandler: a timer cancels the stream of all attempts",
     .node = "grpc-js retrying-call.ts startNewAttempt: one deadline for all attempts",
     .dotnet = "HedgingCall.cs StartCall: CommitReason.DeadlineExceeded",
     .gapic = "gapic-generator-go config.go New: hedgingPolicy is not looked at"});

constexpr absl::string_view kHedgesOnCodes =
    R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s",
                    "nonFatalStatusCodes": ["UNAVAILABLE"]}}]})";

constexpr Rule kPolicyRules[] = {
    {.id = "hedging-delay-negative",
     .summary = "`hedgingDelay` is negative.",
     .rationale = "An attempt cannot be sent before its call starts. gRFC A6 only requires a "
                  "Duration; Java, Node and .NET reject a negative one.",
     .claims = {{IssueKind::kTooSmall, "HedgingPolicy", "hedgingDelay"}},
     .describe = DescribeByRow,
     .words = "{value}; a delay cannot be negative",
     .help = "`0s`, or no `hedgingDelay`, sends all attempts simultaneously",
     .bad = {kHedges, R"("hedgingDelay": "0.5s")", R"("hedgingDelay": "-1s")"},
     .good = {kHedges, R"("hedgingDelay": "0.5s")", R"("hedgingDelay": "1s")"}},
    {.id = "hedging-max-attempts-clamped",
     .summary = "`maxAttempts` of a hedging policy is above 5.",
     .rationale =
         "Clients treat values above 5 as 5 without an error (gRFC A6), so the config promises "
         "more attempts than they make. Java, Node and .NET let the application raise the limit.",
     .advice = Severity::kNote,
     .claims = {{IssueKind::kClamped, "HedgingPolicy", "maxAttempts"}},
     .describe = DescribeClampedAttempts,
     .bad = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 6)"},
     .good = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 5)"}},
    {.id = "hedging-max-attempts-too-small",
     .summary = "`maxAttempts` of a hedging policy is below 2.",
     .rationale = "`maxAttempts` counts the first attempt, so 1 would mean no hedging at all, and "
                  "the config is invalid (gRFC A6).",
     .takes_in = {"number-malformed", "number-quoted"},
     .claims = {{IssueKind::kTooSmall, "HedgingPolicy", "maxAttempts"}},
     .describe = DescribeTooFewAttempts,
     .bad = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 1)"},
     .good = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 2)"}},
};
static_assert(RowsAreWhole(kPolicyRules));

constexpr Rule kMethodRules[] = {
    {.id = "hedging-code-final",
     .summary = "Hedging continues after a status that another attempt cannot fix.",
     .rationale = "After a code in `nonFatalStatusCodes`, the next hedge is sent immediately, "
                  "without its delay (gRFC A6, Hedging Policy). INVALID_ARGUMENT, NOT_FOUND, "
                  "ALREADY_EXISTS, PERMISSION_DENIED, FAILED_PRECONDITION, OUT_OF_RANGE, "
                  "UNIMPLEMENTED and UNAUTHENTICATED mean that the call or the server's state must "
                  "change first (google/rpc/code.proto; AIP-194). The remaining attempts get the "
                  "same answer, and each counts as a server failure for `retryThrottling`.",
     .check = CheckFinal,
     .concerns = Hedges,
     .verdicts = kNonFatal,
     .bad = {kHedgesOnCodes, R"("UNAVAILABLE")", R"("UNAVAILABLE", "INVALID_ARGUMENT")"},
     .good = kHedgesOnCodes},
    {.id = "hedging-deadline-exceeded",
     .summary =
         "Hedging continues after DEADLINE_EXCEEDED, but never after the call's own deadline.",
     .rationale = "A deadline, from `timeout` or from the application, covers the whole call with "
                  "all its attempts (gRFC A6). When it passes, no further attempt is possible. The "
                  "code in `nonFatalStatusCodes` matters only if a server, or a server that it "
                  "calls, exceeds a deadline of its own.",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckDeadline,
     .concerns = Hedges,
     .verdicts = kOwnDeadline,
     .bad = {kHedgesOnCodes, R"("UNAVAILABLE")", R"("UNAVAILABLE", "DEADLINE_EXCEEDED")"},
     .good = kHedgesOnCodes},
    {.id = "hedging-not-idempotent",
     .summary = "A hedged method does not look idempotent.",
     .rationale =
         "Hedging sends a call several times without waiting for a failure, so the server "
         "routinely executes it several times. gRFC A6 requires hedged methods to tolerate this. "
         "Without descriptors, only the name of a method shows whether it does.",
     .check = CheckHedged,
     .concerns = Hedges,
     .verdicts = kHedged,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Create"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})"},
    {.id = "hedging-safety-unknown",
     .summary = "Nothing shows whether hedged calls may be executed several times.",
     .rationale = "Hedging routinely sends a call several times, so gRFC A6 requires the methods "
                  "to tolerate it. An entry for a whole service, or for every method, also covers "
                  "methods that create, send or charge, and some names do not reveal their effect. "
                  "Descriptors show more: provide them with `--descriptor-set` or `--proto`.",
     .advice = Severity::kNote,
     .folds_notes = true,
     .check = CheckUnsettled,
     .concerns = Hedges,
     .verdicts = kHedged,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Orders"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})"},
};
static_assert(RowsAreWhole(kMethodRules));

}  // namespace

absl::Span<const Rule> HedgingPolicyRules() { return kPolicyRules; }

absl::Span<const Rule> HedgedMethodRules() { return kMethodRules; }

}  // namespace grpcfg
