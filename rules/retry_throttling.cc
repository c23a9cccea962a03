// Rules on `retryThrottling` (gRFC A6, Validation of retryThrottling).
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// What is left of a token ratio, without trailing zeros: 0.546.
std::string ThreeDecimals(absl::string_view number) {
  const int64_t milli = ScaleDown(ParseDecimal(number), 3);
  std::string text = absl::StrFormat("%d.%03d", milli / 1000, milli % 1000);
  text.resize(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

void DescribeTruncated(const IssueContext& context, Diagnostic& diagnostic) {
  const std::string left = ThreeDecimals(context.tree.Text(context.issue.node));
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), "; clients ignore decimals beyond the third");
  diagnostic.notes.push_back(absl::StrCat("read as ", left));
  if (left == "0") {  // which no client takes
    diagnostic.help.emplace_back("write at least 0.001");
    return;
  }
  diagnostic.fixes.push_back(WriteFix(context.issue.span, left, true));
}

constexpr Case kTokenCases[] = {
    {.what = "1001", .text = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 1001)"}},
    {.what = "0", .text = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 0)"}},
};

constexpr Rule kRules[] = {
    {.id = "throttling-max-tokens-out-of-range",
     .summary = "`maxTokens` is not in (0, 1000].",
     .rationale = "gRFC A6 allows more than 0 and at most 1000 tokens. Go and Node reject more "
                  "than 1000; C-core and Java accept it. Go reads `retryThrottling` only if the "
                  "config also has a `methodConfig`.",
     .takes_in = {"number-malformed", "number-quoted"},
     .claims = {{IssueKind::kTooSmall, "RetryThrottlingPolicy", "maxTokens"},
                {IssueKind::kTooLarge, "RetryThrottlingPolicy", "maxTokens"}},
     .describe = DescribeByRow,
     .words = "{value}; it must be above 0 and at most 1000",
     .bad = kTokenCases[0].text,
     .good = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 1000)"},
     .cases = kTokenCases},
    {.id = "throttling-token-ratio-not-positive",
     .summary = "`tokenRatio` is not above 0.",
     .rationale = "With such a ratio tokens would never be returned, and after a few failures no "
                  "call would ever be retried again (gRFC A6).",
     .claims = {{IssueKind::kTooSmall, "RetryThrottlingPolicy", "tokenRatio"}},
     .describe = DescribeByRow,
     .words = "{value}; it must be above 0",
     .bad = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 0)"},
     .good = kThrottled},
    {.id = "throttling-token-ratio-too-fine",
     .summary = "`tokenRatio` is 0 after truncation to three decimals.",
     .rationale = "Clients ignore decimals beyond the third (gRFC A6), so 0.0005 is 0, which is "
                  "invalid. C-core rejects it; Go and Java use it as written.",
     .takes_in = {"throttling-token-ratio-misread", "throttling-token-ratio-truncated"},
     .claims = {{IssueKind::kTruncatedToZero}},
     .describe = DescribeByRow,
     .words = "{value}, which is 0 after the third decimal; it must be at least 0.001",
     .bad = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 0.0005)"},
     .good = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 0.001)"}},
    {.id = "throttling-token-ratio-truncated",
     .summary = "`tokenRatio` has more than three decimals.",
     .rationale =
         "Decimals beyond the third are ignored (gRFC A6). Go uses all of them; Node rounds.",
     .advice = Severity::kNote,
     .claims = {{IssueKind::kTruncated}},
     .describe = DescribeTruncated,
     .bad = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 0.5466)"},
     .good = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 0.546)"}},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RetryThrottlingRules() { return kRules; }

}  // namespace grpcfg
