// Rules on `methodConfig[].retryPolicy` (gRFC A6, Validation of retryPolicy), and on status codes.
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/status_words.h"
#include "rules/words.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/read/denial.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

void DescribeBackoff(const IssueContext& context, Diagnostic& diagnostic) {
  const DurationResult exact = ParseDuration(context.tree.Text(context.issue.node));
  const bool is_cut =
      exact.error == DurationError::kNone && !exact.value.IsNegative() && !exact.value.IsZero();
  if (!is_cut) {
    diagnostic.message = absl::StrCat(FieldIsValue(context), "; a backoff must be above 0s");
    diagnostic.help.emplace_back(
        context.issue.field->json_name == "maxBackoff"
            ? "1s or more is a usual limit, and one that is not below `initialBackoff`"
            : "0.1s is a usual first delay");
    return;
  }
  diagnostic.message = absl::StrCat(
      FieldIsValue(context), "; a client that counts in larger units reads 0s, and rejects it");
  diagnostic.notes.emplace_back("C-core counts whole milliseconds, .NET tenths of a microsecond");
  diagnostic.help.emplace_back("give it at least 0.002s");
}

// Writes the code that a text means, once in its list; false if it means none.
bool OfferCode(const IssueContext& context, absl::string_view text, Diagnostic& diagnostic) {
  constexpr absl::string_view kOfHttp =
      "this is a status of HTTP or a word of Envoy; clients read 429, 502, 503 and 504 without a "
      "gRPC status as `UNAVAILABLE` (grpc/grpc doc/http-grpc-status-mapping.md)";
  const absl::string_view code = MeantBy(text);
  if (code.empty()) return false;
  if (CodeOf(text).is_of_http) diagnostic.notes.emplace_back(kOfHttp);
  diagnostic.fixes.push_back(CodeFix(context, code, false));
  return true;
}

void DescribeCodeRange(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  if (!CodeOf(context.Source()).code.empty()) OfferCode(context, context.Source(), diagnostic);
}

void DescribeUnknownCode(const IssueContext& context, Diagnostic& diagnostic) {
  if (DescribeTemplate(context, diagnostic)) return;
  const absl::string_view text = context.tree.Text(context.issue.node);
  const bool letter_case = FindStatusCode(text, LetterCase::kIgnored).has_value();
  diagnostic.message =
      absl::StrCat(Quoted(context.Source()),
                   letter_case ? " is a status code only in upper case" : " is not a status code");
  const std::vector<std::string> codes = CodesOf(SplitCodes(text));
  if (codes.size() > 1) {
    diagnostic.fixes.push_back(WriteFix(context.issue.span, absl::StrJoin(codes, ", "), false));
    return;
  }
  if (OfferCode(context, text, diagnostic)) return;
  diagnostic.help.push_back(
      absl::StrCat("the status codes are ", absl::StrJoin(kStatusCodeNames, ", ")));
}

constexpr Case kCodeCases[] = {
    {.what = "17", .text = {kRetries, R"("UNAVAILABLE")", "17"}},
    {.what = "-1", .text = {kRetries, R"("UNAVAILABLE")", "-1"}},
};

constexpr Case kBackoffCases[] = {
    {.what = R"(`initialBackoff` of `"0s"`)",
     .text = {kRetriesOfService, R"("initialBackoff": "0.1s")", R"("initialBackoff": "0s")"}},
    {.what = R"(`initialBackoff` of `"0.0005s"`)",
     .text = {kRetriesOfService, R"("initialBackoff": "0.1s")", R"("initialBackoff": "0.0005s")"},
     .targets = "core"},
};

constexpr Rule kRules[] = {
    {.id = "retry-and-hedging",
     .summary = "A method config has both `retryPolicy` and `hedgingPolicy`.",
     .rationale = "A method can have only one of them (gRFC A6; a oneof in service_config.proto). "
                  "Node and .NET reject the config. C-core and Go do not support hedging. Java "
                  "accepts the config and then fails or hangs every call.",
     .specificity = kLacksField,
     .claims = {{IssueKind::kConflict}},
     .describe = DescribeByRow,
     .words = "a method config has either `retryPolicy` or `hedgingPolicy`, not both",
     .help = "keep one of them",
     .related_words = "the other policy",
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]},
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.id = "retry-backoff-not-positive",
     .summary = "`initialBackoff` or `maxBackoff` is not above 0.",
     .rationale = "Both must be greater than 0 (gRFC A6). Node accepts 0 and retries immediately, "
                  "in step with every other client: a retry storm.",
     .claims = {{IssueKind::kTooSmall, "RetryPolicy", "initialBackoff"},
                {IssueKind::kTooSmall, "RetryPolicy", "maxBackoff"}},
     .describe = DescribeBackoff,
     .bad = {kRetries, R"("initialBackoff": "0.1s")", R"("initialBackoff": "0s")"},
     .good = kRetries,
     .cases = kBackoffCases},
    {.id = "retry-max-attempts-clamped",
     .summary = "`maxAttempts` of a retry policy is above 5.",
     .rationale = "Clients treat values above 5 as 5 without an error (gRFC A6), so the config "
                  "promises more attempts than they make. Go (`WithMaxCallAttempts`), Java "
                  "(`maxRetryAttempts`), Node (`grpc-node.retry_max_attempts_limit`) and .NET "
                  "(`MaxRetryAttempts`) let the program raise the limit; C-core does not.",
     .advice = Severity::kNote,
     .claims = {{IssueKind::kClamped, "RetryPolicy", "maxAttempts"}},
     .describe = DescribeClampedAttempts,
     .bad = {kRetries, R"("maxAttempts": 3)", R"("maxAttempts": 10)"},
     .good = {kRetries, R"("maxAttempts": 3)", R"("maxAttempts": 5)"}},
    {.id = "retry-max-attempts-too-small",
     .summary = "`maxAttempts` of a retry policy is below 2.",
     .rationale =
         "`maxAttempts` counts the first attempt, so 1 would mean no retry at all, and the config "
         "is invalid (gRFC A6). Before 1.70, Go dropped the policy with a warning in its log.",
     .takes_in = {"number-malformed", "number-quoted"},
     .claims = {{IssueKind::kTooSmall, "RetryPolicy", "maxAttempts"}},
     .describe = DescribeTooFewAttempts,
     .bad = {kRetries, R"("maxAttempts": 3)", R"("maxAttempts": 1)"},
     .good = {kRetries, R"("maxAttempts": 3)", R"("maxAttempts": 2)"}},
    {.id = "retry-multiplier-not-positive",
     .summary = "`backoffMultiplier` is not above 0.",
     .rationale = "It must be greater than 0 (gRFC A6); 2 doubles the backoff from one retry to "
                  "the next.",
     .claims = {{IssueKind::kTooSmall, "RetryPolicy", "backoffMultiplier"}},
     .describe = DescribeByRow,
     .words = "{value}; it must be above 0",
     .bad = {kRetries, R"("backoffMultiplier": 2)", R"("backoffMultiplier": 0)"},
     .good = kRetries},
    {.id = "retry-status-codes-empty",
     .summary = "`retryableStatusCodes` is empty.",
     .rationale = "A retry policy that retries no status is invalid (gRFC A6). Google's client "
                  "generators read it as `do not retry`.",
     .claims = {{IssueKind::kEmptyList, "RetryPolicy", "retryableStatusCodes"}},
     .describe = DescribeByRow,
     .words = "{field} is empty; it needs at least one status code",
     .help = "leave `retryPolicy` out if no status is to be retried",
     .bad = {kRetries, R"(["UNAVAILABLE"])", "[]"},
     .good = kRetries},
    {.id = "status-code-out-of-range",
     .summary = "The number of a status code is not from 0 to 16.",
     .rationale = "gRPC has 17 status codes, from 0 (`OK`) to 16 (`UNAUTHENTICATED`), and gRFC A6 "
                  "requires valid ones. C-core accepts only names, so names are portable.",
     .claims = {{IssueKind::kTooSmall, "RetryPolicy", "retryableStatusCodes"},
                {IssueKind::kTooLarge, "RetryPolicy", "retryableStatusCodes"},
                {IssueKind::kTooSmall, "HedgingPolicy", "nonFatalStatusCodes"},
                {IssueKind::kTooLarge, "HedgingPolicy", "nonFatalStatusCodes"}},
     .describe = DescribeCodeRange,
     .words = "{source} is not a status code; they run from 0 to 16",
     .bad = kCodeCases[0].text,
     .good = {kRetries, R"("UNAVAILABLE")", "14"},
     .cases = kCodeCases},
    {.id = "status-code-unknown",
     .summary = "A name is not a status code.",
     .rationale =
         "gRPC has 17 status codes, such as `UNAVAILABLE` or `DEADLINE_EXCEEDED`; `CANCELLED` has "
         "two Ls. An unknown name makes the whole config invalid (gRFC A6).",
     .claims = {{IssueKind::kUnknownStatusCode}},
     .describe = DescribeUnknownCode,
     .bad = {kRetries, R"("UNAVAILABLE")", R"("UNAVAILABEL")"},
     .good = kRetries},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RetryPolicyRules() { return kRules; }

}  // namespace grpcfg
