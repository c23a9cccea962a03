// Rules on `methodConfig[].hedgingPolicy` (gRFC A6, Validation of hedgingPolicy).
#include "absl/strings/str_cat.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

constexpr Rule kRules[] = {
    {.id = "hedging-delay-negative",
     .summary = "`hedgingDelay` is negative.",
     .rationale = "No attempt can be sent before its call. gRFC A6 asks for a Duration only; Java, "
                  "Node and .NET reject a negative one.",
     .claims = {{IssueKind::kTooSmall, "HedgingPolicy", "hedgingDelay"}},
     .describe = SayWords,
     .words = "{value}; a delay cannot be negative",
     .help = "`0s`, or no `hedgingDelay`, sends all attempts at once",
     .bad = {kHedges, R"("hedgingDelay": "0.5s")", R"("hedgingDelay": "-1s")"},
     .good = {kHedges, R"("hedgingDelay": "0.5s")", R"("hedgingDelay": "1s")"}},
    {.id = "hedging-max-attempts-clamped",
     .summary = "`maxAttempts` of a hedging policy is above 5.",
     .rationale =
         "Values above 5 are treated as 5 without an error (gRFC A6), so the config promises more "
         "than it does. Java, Node and .NET let the application raise the limit.",
     .advice = Severity::kNote,
     .claims = {{IssueKind::kClamped, "HedgingPolicy", "maxAttempts"}},
     .describe = DescribeClampedAttempts,
     .bad = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 6)"},
     .good = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 5)"}},
    {.id = "hedging-max-attempts-too-small",
     .summary = "`maxAttempts` of a hedging policy is below 2.",
     .rationale = "It counts the first attempt, so 1 would mean no hedging at all, and the "
                  "config is invalid (gRFC A6).",
     .claims = {{IssueKind::kTooSmall, "HedgingPolicy", "maxAttempts"}},
     .describe = DescribeTooFewAttempts,
     .bad = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 1)"},
     .good = {kHedges, R"("maxAttempts": 3)", R"("maxAttempts": 2)"}},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> HedgingPolicyRules() { return kRules; }

}  // namespace grpcfg
