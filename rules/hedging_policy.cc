// Rules on `methodConfig[].hedgingPolicy` (gRFC A6, Validation of hedgingPolicy).
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

void DescribeDelay(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; a delay cannot be negative");
  diagnostic.help.emplace_back("`0s`, or no `hedgingDelay`, sends all attempts at once");
}

constexpr Claim kDelay[] = {{IssueKind::kTooSmall, "HedgingPolicy", "hedgingDelay"}};
constexpr Claim kClamped[] = {{IssueKind::kClamped, "HedgingPolicy", "maxAttempts"}};
constexpr Claim kTooFewAttempts[] = {{IssueKind::kTooSmall, "HedgingPolicy", "maxAttempts"}};

constexpr Rule kRules[] = {
    {.id = "hedging-delay-negative",
     .summary = "`hedgingDelay` is negative.",
     .rationale = "No attempt can be sent before its call. gRFC A6 asks for a Duration only; Java, "
                  "Node and .NET reject a negative one.",
     .claims = kDelay,
     .describe = DescribeDelay,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "-1s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "1s"}}]})"},
    {.id = "hedging-max-attempts-clamped",
     .summary = "`maxAttempts` of a hedging policy is above 5.",
     .rationale =
         "Values above 5 are treated as 5 without an error (gRFC A6), so the config promises more "
         "than it does. Java, Node and .NET let the application raise the limit.",
     .advice = Severity::kNote,
     .claims = kClamped,
     .describe = DescribeClampedAttempts,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 6, "hedgingDelay": "0.5s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 5, "hedgingDelay": "0.5s"}}]})"},
    {.id = "hedging-max-attempts-too-small",
     .summary = "`maxAttempts` of a hedging policy is below 2.",
     .rationale = "It counts the first attempt, so 1 would mean no hedging at all, and the "
                  "config is invalid (gRFC A6).",
     .claims = kTooFewAttempts,
     .describe = DescribeTooFewAttempts,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 1, "hedgingDelay": "0.5s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 2, "hedgingDelay": "0.5s"}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> HedgingPolicyRules() { return kRules; }

}  // namespace grpcfg
