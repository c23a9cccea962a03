// Rules on what is right by the spec, or harmless, and wrong in some client.
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

void DescribeNumber(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat("the number ", Quoted(context.Source()),
                                    " is JSON, and not every client's parser reads it");
  const bool is_large = context.Source().find_first_of("eE") == absl::string_view::npos;
  diagnostic.help.emplace_back(is_large ? "write a smaller one" : "write it without an exponent");
}

void DescribeDepth(const IssueContext& /*context*/, Diagnostic& diagnostic) {
  diagnostic.message = "this is nested deeper than a client's parser goes";
  diagnostic.help.emplace_back("C-core and Java stop at 255 levels; no config needs as many");
}

void DescribeNull(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message =
      absl::StrCat(PlaceName(context), " is null, which is not unset for every client");
  diagnostic.help.emplace_back("leave the field out");
}

void DescribeUnsupported(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldName(context.issue), " has no effect");
}

void DescribeSpelling(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context), ", which not every client takes");
  switch (context.issue.field->type) {
    case FieldType::kDuration:
      diagnostic.help.emplace_back("clients count in milliseconds; write 0.002s or more");
      return;
    case FieldType::kStatusCode:
      diagnostic.help.emplace_back("write the name in capitals, without escapes");
      return;
    case FieldType::kString:
      diagnostic.help.emplace_back(
          "write the target with its scheme, such as `dns:///host:443`: what stands before the "
          "first colon is taken for one");
      return;
    case FieldType::kMessage:
      diagnostic.help.emplace_back(
          "add one of a `type` that all clients know, `insecure` or "
          "`google_default`");
      return;
    default:
      diagnostic.help.emplace_back("write a plain number of moderate size");
  }
}

void DescribeMisread(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), ", which some clients read as another value");
}

void DescribeRatio(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeMisread(context, diagnostic);
  const absl::string_view number = context.tree.Text(context.issue.node);
  if (!IsIntegerLiteral(number)) return;
  const std::string mended = WithPoint(number);
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), ", which C-core takes for thousandths; it needs a point");
  diagnostic.fixes.push_back(
      ReplaceFix(absl::StrCat("write `", mended, "`"), context.issue.span, mended, true));
}

void FixTimeout(const IssueContext& context, Diagnostic& diagnostic) {
  const DurationResult exact = ParseDuration(context.tree.Text(context.issue.node));
  if (exact.error != DurationError::kNone || exact.value.nanos <= 0) return;
  if (IsShortTimeout(exact.value)) {
    diagnostic.help.push_back(
        absl::StrCat("Node takes the decimals for nanoseconds, and C-core ends so short a call at "
                     "once: ",
                     kLongerTimeout));
    return;
  }
  const std::string mended = absl::StrCat("\"", WithNineDecimals(exact.value), "\"");
  if (mended == context.Source()) return;
  diagnostic.help.emplace_back(
      "Node takes the decimals for nanoseconds: write whole seconds, or all nine decimals");
  diagnostic.fixes.push_back(
      ReplaceFix(absl::StrCat("write `", mended, "`"), context.issue.span, mended, true));
}

void DescribeTimeout(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeMisread(context, diagnostic);
  FixTimeout(context, diagnostic);
}

void DescribeEnds(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context),
                                    "; with it every call fails at once, with DEADLINE_EXCEEDED");
  FixTimeout(context, diagnostic);
  if (diagnostic.help.empty()) {
    diagnostic.help.emplace_back("remove it, or give the time that a call may take");
  }
}

void FixCode(const IssueContext& context, absl::string_view name, Diagnostic& diagnostic) {
  const std::string mended = absl::StrCat("\"", name, "\"");
  diagnostic.fixes.push_back(
      ReplaceFix(absl::StrCat("write `", mended, "`"), context.issue.span, mended, true));
}

void DescribeInteger(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat("the status code is the number ", Quoted(context.Source()),
                                    "; C-core takes names only");
  const int64_t number = SaturatingInteger(context.tree.Text(context.issue.node));
  FixCode(context, kStatusCodeNames[static_cast<size_t>(number)], diagnostic);
}

void DescribeLetterCase(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message =
      absl::StrCat(Quoted(context.Source()), " is a status code in most clients only in capitals");
  FixCode(context, absl::AsciiStrToUpper(context.tree.Text(context.issue.node)), diagnostic);
}

void DescribeOk(const IssueContext& /*context*/, Diagnostic& diagnostic) {
  diagnostic.message = "OK is no failure, and Java refuses a config that retries it";
  diagnostic.help.emplace_back("remove it");
}

void DescribeEmptyMethod(const IssueContext& /*context*/, Diagnostic& diagnostic) {
  diagnostic.message = "an empty `method` without a `service` is not `{}` to every client";
  diagnostic.help.emplace_back("write `{}` for every method");
}

void DescribeHangs(const IssueContext& /*context*/, Diagnostic& diagnostic) {
  diagnostic.message =
      "with `retryThrottling`, the first failure that would be retried hangs its call for ever";
  diagnostic.help.emplace_back("remove it for these clients, or let them have 1.13.1");
}

constexpr Claim kHangs[] = {{IssueKind::kHangsRetries}};
constexpr Claim kNumber[] = {{IssueKind::kJsonNumberRefused}};
constexpr Claim kDepth[] = {{IssueKind::kJsonTooDeep}};
constexpr Claim kNull[] = {{IssueKind::kNull}};
constexpr Claim kUnsupported[] = {{IssueKind::kUnsupportedField}};
constexpr Claim kSpelling[] = {{IssueKind::kRefusedSpelling}};
constexpr Claim kMisread[] = {{IssueKind::kMisread}};
constexpr Claim kRatio[] = {{IssueKind::kMisread, "RetryThrottlingPolicy", "tokenRatio"}};
constexpr Claim kTimeout[] = {{IssueKind::kMisread, "MethodConfig", "timeout"}};
constexpr Claim kEnds[] = {{IssueKind::kEndsEveryCall}};
constexpr Claim kInteger[] = {{IssueKind::kIntegerCode}};
constexpr Claim kLetterCase[] = {{IssueKind::kCodeLetterCase}};
constexpr Claim kOk[] = {{IssueKind::kOkCode}};
constexpr Claim kEmptyMethod[] = {{IssueKind::kEmptyMethodAlone}};

// 256 levels, one more than C-core takes.
constexpr absl::string_view kDeepText =
    "{\"loadBalancingConfig\": [{\"round_robin\": {\"x\":\n"
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n"
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n"
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n"
    "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n"
    "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n"
    "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n"
    "}}]}";

constexpr absl::string_view kGoodPolicy =
    R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

constexpr Case kEndsCases[] = {
    {.what = R"(`timeout` of `"0.5s"`)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "timeout": "0.5s"}]})",
     .targets = "node"},
    {.what = R"(`timeout` of `"0s"`)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "timeout": "0s"}]})",
     .targets = "node"},
};

constexpr Case kTimeoutCases[] = {
    {.what = R"(`timeout` of `"2.5s"`)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "timeout": "2.5s"}]})",
     .targets = "node"},
    {.what = R"(`timeout` of 300 years and more)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "timeout": "10000000000s"}]})",
     .targets = "java"},
};

constexpr Case kMisreadCases[] = {
    {.what = R"(`initialBackoff` of `"0.0025s"`)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.0025s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .targets = "core"},
};

constexpr Case kSpellingCases[] = {
    {.what = R"(`maxRequestMessageBytes` of 2147483648, 2^31)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}],
  "maxRequestMessageBytes": 2147483648}]})",
     .targets = "java"},
    {.what = R"(`maxAttempts` of 2147483648, 2^31)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "retryPolicy": {
  "maxAttempts": 2147483648, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .targets = "core"},
    {.what = R"(`tokenRatio` of 1e-3)",
     .text = R"({"methodConfig": [], "retryThrottling": {"maxTokens": 10, "tokenRatio": 1e-3}})",
     .targets = "core"},
};

constexpr Rule kRules[] = {
    {.id = "field-null",
     .summary = "A field is null.",
     .rationale = "In protobuf's JSON null is the same as leaving the field out. Java and Node "
                  "reject it nearly everywhere, C-core for some fields.",
     .targets = "java",
     .specificity = kRefuses,
     .claims = kNull,
     .describe = DescribeNull,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": null}]})",
     .good = R"({"methodConfig": [{"name": [{}]}]})"},
    {.id = "field-unsupported",
     .summary = "A field has no effect in some clients.",
     .rationale = "Clients implement different parts of the spec: C-core and Go know no hedging, "
                  "Node knows neither message sizes nor health checks and never applies "
                  "`waitForReady` or `loadBalancingPolicy`. They say nothing about it.",
     .advice = Severity::kNote,
     .targets = "node",
     .specificity = kLacksField,
     .names_targets = true,
     .claims = kUnsupported,
     .describe = DescribeUnsupported,
     .bad = R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})",
     .good = R"({"methodConfig": [{"name": [{}]}]})"},
    {.id = "json-nesting",
     .summary = "The text is nested deeper than a client's parser goes.",
     .rationale =
         "RFC 8259 lets parsers limit the depth: C-core and Java stop at 255 levels, Go at "
         "10,000.",
     .targets = "core",
     .claims = kDepth,
     .describe = DescribeDepth,
     .bad = kDeepText,
     .good = R"({"loadBalancingConfig": [{"round_robin": {"x": []}}]})"},
    {.id = "json-number-refused",
     .summary = "A number is JSON, and a client's parser refuses it.",
     .rationale =
         "C-core's parser takes no exponent after a zero; Java's no number beyond the range "
         "of a double, and none whose digits run over to 0 in 64 bits before the last, such "
         "as 184467440737095516160; even in a field that nobody reads.",
     .targets = "core",
     .specificity = kParserRefuses,
     .claims = kNumber,
     .describe = DescribeNumber,
     .bad = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}, "methodConfig": [],
  "loadBalancingConfig": [{"round_robin": {"x": 0e1}}]})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}, "methodConfig": [],
  "loadBalancingConfig": [{"round_robin": {"x": 0.1}}]})"},
    {.id = "name-empty-method",
     .summary = "A name has an empty method and no service.",
     .rationale = "An empty string is the same as none (service_config.proto), so this is the name "
                  "of every method. C-core and Node see a method without a service and reject the "
                  "config.",
     .targets = "core",
     .claims = kEmptyMethod,
     .describe = DescribeEmptyMethod,
     .bad = R"({"methodConfig": [{"name": [{"method": ""}]}]})",
     .good = R"({"methodConfig": [{"name": [{}]}]})"},
    {.id = "status-code-integer",
     .summary = "A status code is given as a number.",
     .rationale = "gRFC A6 allows numbers and names; C-core takes names only.",
     .targets = "core",
     .claims = kInteger,
     .describe = DescribeInteger,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": [14]}}]})",
     .good = kGoodPolicy},
    {.id = "status-code-letter-case",
     .summary = "A status code's name is not in capitals.",
     .rationale = "gRFC A6 ignores the case of letters; C-core, Go and Java compare exactly.",
     .targets = "go",
     .claims = kLetterCase,
     .describe = DescribeLetterCase,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["unavailable"]}}]})",
     .good = kGoodPolicy},
    {.id = "status-code-ok",
     .summary = "OK is in a list of failures.",
     .rationale = "A call that ends with OK is never tried again. Most clients take the code and "
                  "never meet it; Java rejects the config.",
     .targets = "java",
     .claims = kOk,
     .describe = DescribeOk,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["OK", "UNAVAILABLE"]}}]})",
     .good = kGoodPolicy},
    {.id = "throttling-hangs-retries",
     .summary = "Retry throttling hangs calls in grpc-js before 1.13.1.",
     .rationale =
         "Its account had the two bounds swapped: the first failure empties it, and a call "
         "that may not be retried never ends.",
     .targets = "node@1.9",
     .claims = kHangs,
     .describe = DescribeHangs,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
  "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     .good = kGoodPolicy},
    {.id = "throttling-token-ratio-misread",
     .summary = "A client reads `tokenRatio` as another number.",
     .rationale = "C-core cuts the text at the point and takes a number without one for "
                  "thousandths: 1 is 0.001 token. Node rounds to three decimals, and Java's floats "
                  "lose a thousandth now and then.",
     .targets = "core",
     .specificity = kReadsOtherwise,
     .claims = kRatio,
     .describe = DescribeRatio,
     .bad = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 1}})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 1.0}})"},
    {.id = "timeout-ends-every-call",
     .summary = "With this `timeout` every call fails at once.",
     .rationale = "A timeout of 0 or less is over before the call starts. Node also takes the "
                  "decimals of a timeout for nanoseconds, so that `0.5s` is 5 ns. C-core takes 0 "
                  "for no timeout at all.",
     .targets = "node",
     .specificity = kBreaks,
     .claims = kEnds,
     .describe = DescribeEnds,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "0.5s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})",
     .cases = kEndsCases},
    {.id = "timeout-misread",
     .summary = "A client reads `timeout` as another time.",
     .rationale =
         "Node takes the decimals for nanoseconds, so that `2.5s` is two seconds and 5 ns; "
         "only all nine decimals are read right. C-core counts milliseconds and takes less "
         "than one for no timeout.",
     .targets = "node",
     .specificity = kReadsOtherwise,
     .claims = kTimeout,
     .describe = DescribeTimeout,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "2.5s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "2.500000000s"}]})",
     .cases = kTimeoutCases},
    {.id = "value-misread",
     .summary = "A client reads a value as another one.",
     .rationale = "Clients count time in milliseconds (C-core), in 100 ns (.NET) or in timers that "
                  "hold 24 days (Node), and tokens in thousandths.",
     .targets = "core",
     .specificity = kReadsOtherwise,
     .claims = kMisread,
     .describe = DescribeMisread,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1005s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = kGoodPolicy,
     .cases = kMisreadCases},
    {.id = "value-unportable",
     .summary = "A value is right by the spec, and a client refuses it.",
     .rationale =
         "Clients read values with the means of their languages: 32 bits here, milliseconds "
         "there, and the bytes of a string as they stand.",
     .targets = "core",
     .specificity = kRefuses,
     .claims = kSpelling,
     .describe = DescribeSpelling,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 2147483648, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = kGoodPolicy,
     .cases = kSpellingCases},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> PortabilityRules() { return kRules; }

}  // namespace grpcfg
