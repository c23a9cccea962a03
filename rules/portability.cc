// Rules on what is right by the spec, or harmless, and wrong in some client.
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/status_words.h"
#include "rules/words.h"
#include "schema/clients/own_keys.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

void DescribeNumber(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat("the number ", Quoted(context.Source()),
                                    " is valid JSON, but not every client can parse it");
  const bool is_large = context.Source().find_first_of("eE") == absl::string_view::npos;
  diagnostic.help.emplace_back(is_large ? "use a value that fits in 32 bits"
                                        : "write it without an exponent");
}

// grpc/grpc channel_arg_names.h GRPC_ARG_ENABLE_RETRIES and GRPC_ARG_EXPERIMENTAL_ENABLE_HEDGING;
// retry_service_config.cc has no hedgingPolicy.
constexpr absl::string_view kHedgingOfCore =
    "C-core has no hedging yet: with `grpc.experimental.enable_hedging` it reads "
    "`perAttemptRecvTimeout` of a retry policy, and no `hedgingPolicy`";

const OwnKey* OwnKeyOf(const IssueContext& context) {
  return OwnKeyFor(context.client.implementation(), *context.issue.message, *context.issue.field);
}

void DescribeUnsupported(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  // Calls keep what was written for them: their timeouts, retries and LB policy.
  diagnostic.is_aside = context.issue.field->json_name == "healthCheckConfig";
  diagnostic.together = {.subject = FieldName(context.issue),
                         .message = "{subjects} have no effect"};
  if (const OwnKey* const own = OwnKeyOf(context); own != nullptr) {
    diagnostic.notes.emplace_back("it reads that field under a key of its own");
    AddBesideKey(context, own->key, diagnostic);
  }
  const bool is_hedging_of_core = context.issue.field->json_name == "hedgingPolicy" &&
                                  context.client.implementation() == Implementation::kCore;
  if (is_hedging_of_core) diagnostic.notes.emplace_back(kHedgingOfCore);
  const absl::string_view need = context.client.calls.retries_need.text;
  if (need.empty() || context.issue.field->json_name != "retryPolicy") return;
  diagnostic.notes.push_back(
      absl::StrCat("grpc-go before 1.41 makes retries only with `", need, "` in its environment"));
  diagnostic.help.emplace_back("set it there, or use grpc-go 1.41");
}

// Details that a client lacks are reported for the whole document; a policy that is lost, alone.
NodeId WholeDocument(const IssueContext& context) {
  if (OwnKeyOf(context) != nullptr) return context.pointers.ContainerOf(context.issue.node);
  return context.issue.field->weight == Weight::kPolicy ? kNoNode : JsonTree::kRoot;
}

// What to write in place of what some client refuses.
absl::string_view PortableSpelling(FieldType type) {
  switch (type) {
    case FieldType::kDuration:
      return "clients count in milliseconds; write 0.002s or more";
    case FieldType::kStatusCode:
      return "write the name in capitals, without escapes";
    case FieldType::kString:
      return "write the target with its scheme, such as `dns:///host:443`: the text before the "
             "first colon is read as the scheme";
    case FieldType::kMessage:
      return "add one of a `type` that all clients know, `insecure` or `google_default`";
    default:
      return "write the number without an exponent, and one that fits in 32 bits";
  }
}

void DescribeSpelling(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  diagnostic.help.emplace_back(PortableSpelling(context.issue.field->type));
}

constexpr absl::string_view kMisreadWords = "{value}";  // the clients follow

void DescribeRatio(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  const absl::string_view number = context.tree.Text(context.issue.node);
  if (!IsIntegerLiteral(number)) return;
  diagnostic.notes.emplace_back("C-core reads a number without a point as thousandths");
  // From 1 on it throttles next to nothing: see throttling-ratio-large.
  diagnostic.help.emplace_back(
      "write a ratio below 1, with its point: `0.1` stops retries above 9% of failures");
}

void FixTimeout(const IssueContext& context, Diagnostic& diagnostic) {
  const DurationResult exact = ParseDuration(context.tree.Text(context.issue.node));
  if (exact.error != DurationError::kNone || exact.value.nanos <= 0) return;
  const std::string fixed = InQuotes(WithNineDecimals(exact.value));
  if (fixed == context.Source()) return;
  Fix fix = ReplaceFix(
      absl::StrCat("write `", fixed, "`: grpc-js reads decimals right only if there are nine"),
      context.issue.span, fixed, true);
  if (IsShortTimeout(exact.value)) fix.otherwise = std::string(kLongerTimeout);
  diagnostic.fixes.push_back(std::move(fix));
}

void DescribeTimeout(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  FixTimeout(context, diagnostic);
}

void DescribeEnds(const IssueContext& context, Diagnostic& diagnostic) {
  // A time that is above 0 as written is another one to those clients, which a note names.
  const DurationResult written = ParseDuration(context.tree.Text(context.issue.node));
  const bool is_misread = written.error == DurationError::kNone && !written.value.IsZero() &&
                          !written.value.IsNegative();
  diagnostic.message =
      is_misread
          ? absl::StrCat("every call fails immediately in {clients}: ", FieldIsValue(context))
          : absl::StrCat(FieldIsValue(context),
                         "; every call fails immediately, with DEADLINE_EXCEEDED");
  FixTimeout(context, diagnostic);
  if (diagnostic.fixes.empty()) {
    diagnostic.help.emplace_back("remove it, or give the time that a call may take");
  }
}

void DescribeInteger(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat("the status code is the number ", Quoted(context.Source()),
                                    "; C-core accepts only names");
  const absl::string_view name = CodeOfNumber(context.tree.Text(context.issue.node));
  diagnostic.fixes.push_back(CodeFix(context, name, true));
  diagnostic.together = {
      .subject = Quoted(context.Source()),
      .remedy = absl::StrCat("`", InQuotes(name), "`"),
      .message = "the status codes are the numbers {subjects}; C-core accepts only names",
      .fix = "write {remedies}"};
}

NodeId ListOfCodes(const IssueContext& context) {
  return context.pointers.ContainerOf(context.issue.node);
}

void DescribeLetterCase(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message =
      absl::StrCat(Quoted(context.Source()), ": most clients require a status code in upper case");
  const std::string name = absl::AsciiStrToUpper(context.tree.Text(context.issue.node));
  diagnostic.fixes.push_back(CodeFix(context, name, true));
}

void DescribeEmptyMethod(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  const JsonTree& tree = context.tree;
  const NodeId key = tree.KeyOf(context.issue.node);
  const NodeId name = key == kNoNode ? context.issue.node : ParentOf(context.pointers, key).object;
  Fix fix = WriteFix(tree.span(name), "{}", true);
  fix.title += " for every method";
  diagnostic.fixes.push_back(std::move(fix));
}

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
     .text = {kRetriesOfService, R"("initialBackoff": "0.1s")", R"("initialBackoff": "0.0025s")"},
     .targets = "core"},
};

constexpr Case kSpellingCases[] = {
    {.what = R"(`maxRequestMessageBytes` of 2147483648, 2^31)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}],
  "maxRequestMessageBytes": 2147483648}]})",
     .targets = "java"},
    {.what = R"(`maxAttempts` of 2147483648, 2^31)",
     .text = {kRetriesOfService, R"("maxAttempts": 3)", R"("maxAttempts": 2147483648)"},
     .targets = "core"},
    {.what = R"(`tokenRatio` of 1e-3)",
     .text = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 1e-3)"},
     .targets = "core"},
};

// A TXT record, a list of choices, is parsed by grpc-java itself.
void CheckNumbersInJava(const CheckContext& context) {
  const JsonTree& tree = context.tree;
  if (tree.kind(JsonTree::kRoot) != JsonKind::kObject) return;
  for (NodeId node = 0; node < tree.size(); ++node) {
    if (tree.kind(node) != JsonKind::kNumber || !IsIntegerLiteral(tree.Text(node))) continue;
    context.Add(node, []() -> Diagnostic {
      return {.message =
                  "grpc-java before 1.83 rejects whole numbers that a parser returns as `Integer`",
              .notes = {"Gson gives `Double`; Jackson, SnakeYAML and Spring give `Integer`, and "
                        "`defaultServiceConfig` throws"},
              .help = {"turn the numbers of the map into `Double`, or use grpc-java 1.83; `4.0` "
                       "helps in Java alone: C-core and Go reject it for an integer"}};
    });
    return;
  }
}

Cell VerdictOnNumbersInJava(const ProfileAt& profile) {
  return AcceptingIfRead(profile.profile().calls.numbers_need.At(profile.release()));
}

constexpr Rule kRules[] = {
    {.id = "field-null",
     .summary = "A field is null.",
     .rationale = "In protobuf's JSON, null means that the field is absent. Java and Node reject "
                  "it nearly everywhere, C-core in some fields.",
     .targets = "java",
     .specificity = kRefuses,
     .names_targets = NamesTargets::kAffected,
     .claims = {{IssueKind::kNull}},
     .describe = DescribeByRow,
     .words = "{place} is null; that is not the same as unset",
     .help = "leave the field out",
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": null}]})",
     .good = R"({"methodConfig": [{"name": [{}]}]})"},
    {.id = "field-unsupported",
     .summary = "A field has no effect in some clients.",
     .rationale =
         "Clients implement different parts of the spec: C-core and Go do not support hedging, and "
         "Node supports neither message sizes nor health checks and never applies `waitForReady` "
         "or `loadBalancingPolicy`. They ignore these fields silently. The finding is a warning if "
         "calls lose retries, hedges or an LB policy. Health checks are optional: if some clients "
         "make them, a note lists the clients that do not.",
     .advice = Severity::kNote,
     .targets = "node",
     .specificity = kLacksField,
     .names_targets = NamesTargets::kAffected,
     .folds_notes = true,
     .claims = {{IssueKind::kUnsupportedField}},
     .describe = DescribeUnsupported,
     .together_in = WholeDocument,
     .words = "{field} has no effect",
     .bad = R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})",
     .good = R"({"methodConfig": [{"name": [{}]}]})"},
    {.id = "json-nesting",
     .summary = "The text is nested more deeply than a client's parser allows.",
     .rationale =
         "RFC 8259 lets parsers limit the depth: C-core and Java stop at 255 levels, Go at "
         "10,000.",
     .targets = "core",
     .names_targets = NamesTargets::kAffected,
     .claims = {{IssueKind::kJsonTooDeep}},
     .describe = DescribeByRow,
     .words = "this is nested too deep for the parser",
     .help = "C-core and Java stop at 255 levels; no config needs that many",
     .bad = kDeepText,
     .good = R"({"loadBalancingConfig": [{"round_robin": {"x": []}}]})"},
    {.id = "json-number-refused",
     .summary = "A client's parser rejects a valid JSON number.",
     .rationale =
         "C-core's parser rejects an exponent after a zero. Java's parser rejects a number beyond "
         "the range of a double, and one whose digits overflow to 0 in 64 bits before the last "
         "digit, such as 184467440737095516160. Both do so even in a field that no client reads.",
     .targets = "core",
     .specificity = kParserRefuses,
     .claims = {{IssueKind::kJsonNumberRefused}},
     .describe = DescribeNumber,
     .bad = R"({"loadBalancingConfig": [{"round_robin": {"x": 0e1}}]})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {"x": 0.1}}]})"},
    {.id = "name-empty-method",
     .summary = "A name has an empty method and no service.",
     .rationale = "An empty string is the same as an absent one (service_config.proto), so this "
                  "name matches every method. C-core and Node see a method without a service and "
                  "reject the config.",
     .targets = "core",
     .claims = {{IssueKind::kEmptyMethodAlone}},
     .describe = DescribeEmptyMethod,
     .words = "an empty `method` without a `service` does not mean `{}` in every client",
     .bad = R"({"methodConfig": [{"name": [{"method": ""}]}]})",
     .good = R"({"methodConfig": [{"name": [{}]}]})"},
    {.id = "number-whole-in-map",
     .summary = "Old releases of Java reject whole numbers from some parsers.",
     .rationale = "grpc-java receives a config as a `Map` that the program has parsed. Before 1.83 "
                  "it throws IllegalArgumentException for a number that is not a `Double`: "
                  "Jackson, SnakeYAML and Spring return an `Integer` for `4`, Gson a `Double`.",
     .advice = Severity::kNote,
     .targets = "java@1.82",
     .check = CheckNumbersInJava,
     .concerns = NeedsDoubles,
     .verdict = VerdictOnNumbersInJava,
     .bad = kRetries,
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "status-code-integer",
     .summary = "A status code is given as a number.",
     .rationale = "gRFC A6 allows numbers and names; C-core accepts only names.",
     .targets = "core",
     .claims = {{IssueKind::kIntegerCode}},
     .describe = DescribeInteger,
     .together_in = ListOfCodes,
     .bad = {kRetries, R"("UNAVAILABLE")", "14"},
     .good = kRetries},
    {.id = "status-code-letter-case",
     .summary = "A status code's name is not in capitals.",
     .rationale = "gRFC A6 ignores letter case; C-core, Go and Java compare exactly.",
     .targets = "go",
     .claims = {{IssueKind::kCodeLetterCase}},
     .describe = DescribeLetterCase,
     .bad = {kRetries, R"("UNAVAILABLE")", R"("unavailable")"},
     .good = kRetries},
    {.id = "status-code-ok",
     .summary = "A list of failure codes contains OK.",
     .rationale = "A call that ends with OK is never retried. Most clients accept the code and "
                  "never encounter it; Java rejects the config.",
     .targets = "java",
     .claims = {{IssueKind::kOkCode}},
     .describe = DescribeByRow,
     .words = "OK is not a failure, and grpc-java rejects a config that retries it",
     .help = "remove it",
     .bad = {kRetries, R"(["UNAVAILABLE"])", R"(["OK", "UNAVAILABLE"])"},
     .good = kRetries},
    {.id = "throttling-hangs-retries",
     .summary = "Retry throttling hangs calls in grpc-js before 1.13.1.",
     .rationale = "Its token bucket has the two bounds swapped: the first failure empties it, and "
                  "a call that may not be retried never ends.",
     .targets = "node@1.9",
     .claims = {{IssueKind::kHangsRetries}},
     .describe = DescribeByRow,
     .words =
         "with `retryThrottling`, the first failure that would be retried hangs its call forever",
     .help = "remove it for these clients, or upgrade them to 1.13.1",
     .bad = {kRetries, R"("UNAVAILABLE"]}}])", R"("UNAVAILABLE"]}}],
  "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1})"},
     .good = kRetries},
    {.id = "throttling-token-ratio-misread",
     .summary = "A client reads `tokenRatio` as a different number.",
     .rationale = "C-core splits the text at the decimal point and reads a number without a point "
                  "as thousandths: 1 is 0.001 token. Node rounds to three decimals, and Java's "
                  "floats occasionally lose a thousandth.",
     .targets = "core",
     .specificity = kReadsOtherwise,
     .takes_in = {"throttling-ratio-large", "throttling-token-ratio-truncated"},
     .names_targets = NamesTargets::kThatMisread,
     .claims = {{IssueKind::kMisread, "RetryThrottlingPolicy", "tokenRatio"}},
     .describe = DescribeRatio,
     .words = kMisreadWords,
     .bad = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 1)"},
     .good = kThrottled},
    {.id = "timeout-ends-every-call",
     .summary = "With this `timeout` every call fails immediately.",
     .rationale =
         "In Go, Java and Node a timeout of 0 or less expires before the call starts. C-core reads "
         "0 as no timeout, and starts the timer of any other timeout 1 to 2 s early. Node also "
         "reads the decimals of a timeout as nanoseconds, so `0.5s` is 5 ns.",
     .targets = "node",
     .specificity = kBreaks,
     .takes_in = {"timeout-misread", "timeout-too-short"},
     .claims = {{IssueKind::kEndsEveryCall}},
     .describe = DescribeEnds,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "0.5s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})",
     .cases = kEndsCases},
    {.id = "timeout-misread",
     .summary = "A client reads `timeout` as a different duration.",
     .rationale = "Node reads the decimals as nanoseconds, so `2.5s` is two seconds and 5 ns; it "
                  "reads decimals correctly only if all nine are written. C-core counts "
                  "milliseconds and reads less than one as no timeout.",
     .targets = "node",
     .specificity = kReadsOtherwise,
     .names_targets = NamesTargets::kThatMisread,
     .claims = {{IssueKind::kMisread, "MethodConfig", "timeout"}},
     .describe = DescribeTimeout,
     .words = kMisreadWords,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "2.5s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "2.500000000s"}]})",
     .cases = kTimeoutCases},
    {.id = "value-misread",
     .summary = "A client reads a value as a different one.",
     .rationale = "Clients count time in milliseconds (C-core), in 100 ns (.NET) or with timers "
                  "that hold 24 days (Node), and tokens in thousandths.",
     .targets = "core",
     .specificity = kReadsOtherwise,
     .takes_in = {"retry-pulses"},
     .names_targets = NamesTargets::kThatMisread,
     .claims = {{IssueKind::kMisread}},
     .describe = DescribeByRow,
     .words = kMisreadWords,
     .bad = {kRetries, R"("initialBackoff": "0.1s")", R"("initialBackoff": "0.1005s")"},
     .good = kRetries,
     .cases = kMisreadCases},
    {.id = "value-unportable",
     .summary = "A client rejects a value that the spec allows.",
     .rationale = "Clients read values with the types of their languages: some in 32 bits, some in "
                  "milliseconds, and strings as raw bytes.",
     .targets = "core",
     .specificity = kRefuses,
     .names_targets = NamesTargets::kAffected,
     .claims = {{IssueKind::kRefusedSpelling}},
     .describe = DescribeSpelling,
     .words = "{value}, which is not a valid value",
     .bad = {kRetries, R"("maxAttempts": 3)", R"("maxAttempts": 2147483648)"},
     .good = kRetries,
     .cases = kSpellingCases},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

bool NeedsDoubles(const ProfileAt& profile) { return !profile.calls.numbers_need.text.empty(); }

absl::Span<const Rule> PortabilityRules() { return kRules; }

}  // namespace grpcfg
