// Rules on structure: which fields there are, of which type, and which must be there.
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/status_words.h"
#include "rules/unknown_keys.h"
#include "rules/words.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// What lacks the field: "a retry policy", "`near` in `priority_experimental.children`".
std::string OwnerName(const IssueContext& context, bool is_null) {
  constexpr absl::string_view kMember = ".*`";
  std::string name = MessageName(*context.issue.message);
  if (!absl::EndsWith(name, kMember)) return name;
  const JsonTree& tree = context.tree;
  const NodeId node = context.issue.node;
  const NodeId object = is_null ? ParentOf(context.pointers, tree.KeyOf(node)).object : node;
  return absl::StrCat(Quoted(tree.Text(tree.KeyOf(object))), " in ",
                      absl::StripSuffix(name, kMember), "`");
}

constexpr absl::string_view kForGenerators =
    "Google's client generators allow this: check with `--target gapic`";
constexpr absl::string_view kFilesForGenerators =
    "lack only `maxAttempts` or status codes, as configs for Google's client generators do: "
    "`--target gapic` checks them for those";

// True for a retry policy without what client generators do not need, and with the rest. They know
// no more fields than the proto has.
bool IsForGenerators(const IssueContext& context) {
  const Message& policy = *context.issue.message;
  if (policy.name != "RetryPolicy" || context.tree.kind(context.issue.node) != JsonKind::kObject) {
    return false;
  }
  uint32_t lacking = 0;
  for (size_t i = 0; i < policy.fields.size(); ++i) {
    const Field& field = policy.fields[i];
    const bool is_needed = field.presence == Presence::kRequired && field.shape == Shape::kOne &&
                           field.json_name != "maxAttempts";
    if (is_needed) lacking |= uint32_t{1} << i;
  }
  bool is_of_proto = true;
  const Field* field = nullptr;
  context.tree.ForEachMember(context.issue.node, [&](const JsonMember& member) {
    field = FindField(policy, context.tree, member.key, field);
    is_of_proto = is_of_proto && field != nullptr && field->in_proto;
    if (is_of_proto) lacking &= ~(uint32_t{1} << (field - policy.fields.begin()));
  });
  return is_of_proto && lacking == 0;
}

// What most configs have, for who would paste the first value that is offered.
struct UsualValueOf {
  absl::string_view field;
  absl::string_view value;  // empty: `words` say what to choose
  absl::string_view words = {};
};

constexpr UsualValueOf kUsualValues[] = {
    {"maxAttempts", "3"},
    {"initialBackoff", R"("0.1s")"},
    {"maxBackoff", R"("1s")"},
    {"backoffMultiplier", "2"},
    {"maxTokens", "10"},
    {"tokenRatio", "0.1"},
    {"retryableStatusCodes", R"(["UNAVAILABLE"])"},
    {"hedgingDelay", "",
     "a time that few calls exceed, such as the 95th percentile of the latency: then about 5% of "
     "the "
     "calls are sent twice"},
};

// "such as `3`", or else the type of the field.
std::string UsualValue(const Field& field) {
  const auto* const found = absl::c_find_if(
      kUsualValues, [&](const UsualValueOf& row) { return row.field == field.json_name; });
  if (found == std::end(kUsualValues)) return TypeName(field);
  return found->value.empty() ? std::string(found->words)
                              : absl::StrCat("such as ", Quoted(found->value));
}

// True if the field stands beside the object that lacks it.
bool StandsBeside(const IssueContext& context) {
  const NodeId key = context.tree.KeyOf(context.issue.node);
  return key != kNoNode && HasMember(context.tree, ParentOf(context.pointers, key).object,
                                     context.issue.field->json_name);
}

// True if another key of the object has in it what the field is, so that its words give that too.
bool IsUnderOtherKey(const IssueContext& context) {
  const JsonTree& tree = context.tree;
  const NodeId object = context.issue.node;
  if (tree.kind(object) != JsonKind::kObject || !HasFewMembers(tree, object)) return false;
  bool is_there = false;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    is_there =
        is_there || StandsUnder(*context.issue.message, tree, member.key, *context.issue.field);
  });
  return is_there;
}

// The value that `#/definitions/retry` refers to; kNoNode if there is none.
NodeId ReferredIn(const JsonTree& tree, absl::string_view reference) {
  if (!absl::ConsumePrefix(&reference, "#/")) return kNoNode;
  NodeId node = JsonTree::kRoot;
  for (const absl::string_view part : absl::StrSplit(reference, '/')) {
    node = MemberOf(tree, node, part);
    if (node == kNoNode) return kNoNode;
  }
  return node;
}

// Writes what a reference refers to in its place. The key at the top level that this is below has
// no other use.
void OfferReferred(const JsonTree& tree, NodeId object, Diagnostic& diagnostic) {
  constexpr absl::string_view kHelp = "replace it with what it refers to";
  diagnostic.explains = {tree.span(object)};
  const NodeId referred = ReferredIn(tree, tree.Text(object + 2));
  if (referred == kNoNode || tree.span(referred).Contains(tree.span(object))) {
    diagnostic.help.emplace_back(kHelp);
    return;
  }
  NodeId top = kNoNode;
  tree.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
    if (member.value <= referred) top = member.key;
  });
  const Span holder = {tree.span(top).begin, tree.span(top + 1).end};
  const bool is_only_there = FindField(ServiceConfigMessage(), tree.Text(top)) == nullptr;
  if (is_only_there) diagnostic.explains.push_back(holder);
  diagnostic.fixes.push_back(ReplaceFix(std::string(kHelp), tree.span(object),
                                        std::string(Slice(tree.text(), tree.span(referred))),
                                        false));
  diagnostic.fixes.back().otherwise = std::string(kHelp);
  const absl::string_view text = tree.text();
  const bool is_used_once = text.find("\"$ref\"") == text.rfind("\"$ref\"");
  if (is_only_there && is_used_once) {
    diagnostic.fixes.back().edits.push_back({WithComma(text, holder), ""});
  }
}

// A policy that has nothing but a switch that is off, or a reference, in place of its fields.
bool DescribeWithoutFields(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId object = context.issue.node;
  const NodeId key = object + 1;
  const bool has_one = tree.kind(object) == JsonKind::kObject && tree.node(object).next > key &&
                       tree.KeyOf(object) != kNoNode &&
                       tree.node(key + 1).next == tree.node(object).next;
  if (!has_one) return false;
  const bool is_reference = tree.Text(key) == "$ref" || tree.Text(key) == "$import";
  if (!is_reference && !SwitchesOff(tree, key)) return false;
  diagnostic.lacks = {std::string(context.issue.field->json_name)};
  if (is_reference) {
    diagnostic.message = absl::StrCat(MessageName(*context.issue.message), " has only ",
                                      Quoted(tree.Text(key)), "; JSON configs have no references");
    diagnostic.together = {.message = diagnostic.message,
                           .fix = "replace it with what it refers to"};
    OfferReferred(tree, object, diagnostic);
    return true;
  }
  diagnostic.message =
      absl::StrCat(MessageName(*context.issue.message), " has only ", Quoted(tree.Text(key)),
                   ", which no client reads, and lacks its fields");
  const Span member = {tree.span(tree.KeyOf(object)).begin, tree.span(object).end};
  Fix fix = RemoveFix("remove it: an absent setting is disabled", WithComma(tree.text(), member));
  fix.safe = false;
  fix.otherwise = fix.title;
  diagnostic.together = {.message = diagnostic.message, .fix = fix.title};
  diagnostic.fixes.push_back(std::move(fix));
  return true;
}

void DescribeMissing(const IssueContext& context, Diagnostic& diagnostic) {
  if (DescribeWithoutFields(context, diagnostic)) return;
  const Issue& issue = context.issue;
  const bool is_null = context.tree.kind(issue.node) == JsonKind::kNull;
  const std::string owner = OwnerName(context, is_null);
  const bool is_required = issue.field->presence == Presence::kRequired;
  const auto needs = [&](absl::string_view what) {
    return is_required ? absl::StrCat(owner, " needs ", what)
                       : absl::StrCat("{clients} cannot use ", owner, " without ", what);
  };
  const std::string name = FieldName(issue);
  const std::string type = UsualValue(*issue.field);
  diagnostic.help.push_back(absl::StrCat("add ", name, ", ", type));
  if (is_null) {
    diagnostic.message = absl::StrCat(name, " is null, which means unset; ", needs("it"));
    return;
  }
  diagnostic.message = needs(name);
  if (StandsBeside(context)) {
    diagnostic.help = {absl::StrCat(name, " stands beside it, where it has no effect: move it in")};
    return;
  }
  diagnostic.lacks = {std::string(issue.field->json_name)};
  if (IsUnderOtherKey(context)) diagnostic.explained_in = context.tree.span(issue.node);
  diagnostic.together = {.subject = name,
                         .remedy = absl::StrCat(name, " (", type, ")"),
                         .message = needs("{subjects}"),
                         .message_of_many = "{count} retry policies lack {alternatives}",
                         .help = "add {remedies}"};
  // As LackingObject found; no retry policy is at the root itself.
  const bool is_for_generators =
      context.together == JsonTree::kRoot && issue.node != JsonTree::kRoot;
  if (!is_for_generators) return;
  diagnostic.help.emplace_back(context.rule.help_once);
  diagnostic.help_once = kForGenerators;
  diagnostic.of_files = kFilesForGenerators;
}

// All that one object lacks; all that the policies of a config for client generators do.
NodeId LackingObject(const IssueContext& context) {
  const NodeId node = context.issue.node;
  if (context.tree.kind(node) == JsonKind::kNull) return kNoNode;
  return IsForGenerators(context) ? JsonTree::kRoot : node;
}

// What the spelling of a field's numbers must be.
absl::string_view NumberRequirement(FieldType type) {
  if (type == FieldType::kNumber || type == FieldType::kTokenRatio) return "a number";
  // protobuf's JSON mapping takes 1e6 and "1000000" too.
  if (IsProtoInteger(type) || type == FieldType::kWord || type == FieldType::kPolicyName) {
    return "a whole number";
  }
  if (type == FieldType::kFloat) return "a number that a float can hold";
  return "an integer, written without fraction, exponent or quotes";
}

// True if `text`, bare, is a number that `field` takes.
bool Takes(const Field& field, absl::string_view text) {
  if (field.type == FieldType::kNumber || field.type == FieldType::kTokenRatio) {
    return IsJsonNumber(text);
  }
  if (!IsIntegerLiteral(text)) return false;
  const Bound& bound = field.bound;
  const int64_t value = SaturatingInteger(text);
  const bool above = bound.low_kind == Bound::Low::kAbove ? value > bound.low : value >= bound.low;
  return above && (!bound.has_high || value <= bound.high);
}

// `2` for 2.0, `16` for 0x10; empty where that is no whole number, or a small one for certain.
std::string WholeOf(absl::string_view number) {
  constexpr double kMost = 1e9;
  const std::optional<uint64_t> hexadecimal = HexadecimalOf(number);
  double value = 0;
  if (hexadecimal) return absl::StrCat(*hexadecimal);
  const bool is_whole =
      absl::SimpleAtod(number, &value) && std::abs(value) < kMost && value == std::trunc(value);
  return is_whole ? absl::StrCat(static_cast<int64_t>(value)) : "";
}

void DescribeNumber(const IssueContext& context, Diagnostic& diagnostic) {
  const Field& field = *context.issue.field;
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), "; it must be ", NumberRequirement(field.type));
  const bool is_quoted = context.tree.kind(context.issue.node) == JsonKind::kString;
  const std::string whole =
      WholeOf(is_quoted ? context.tree.Text(context.issue.node) : context.Source());
  const bool is_number = field.type != FieldType::kWord && field.type != FieldType::kPolicyName &&
                         field.type != FieldType::kStatusCode;
  const absl::string_view code =
      field.type == FieldType::kStatusCode && !whole.empty() ? CodeOfNumber(whole) : "";
  if (!code.empty()) diagnostic.fixes.push_back(CodeFix(context, code, false));
  if (is_number && !whole.empty() && Takes(field, whole)) {
    Fix fix = WriteFix(context.issue.span, whole, true);
    fix.harms = NeedsDoubles;
    fix.harm =
        "grpc-java before 1.83 accepts it as it stands, and rejects a whole number that the "
        "program's parser returns as `Integer`";
    diagnostic.fixes.push_back(std::move(fix));
  }
}

uint64_t MaxOf(FieldType type) {
  if (type == FieldType::kUint64) return std::numeric_limits<uint64_t>::max();
  if (type == FieldType::kInt64) return std::numeric_limits<int64_t>::max();
  return kMaxUint32;
}

// True if the number in the text is out of the bound.
bool IsOutOf(const Bound& bound, absl::string_view text) {
  double number = 0;
  if (!absl::SimpleAtod(absl::StripSuffix(absl::StripPrefix(text, "\""), "\""), &number))
    return false;
  const auto low = static_cast<double>(bound.low);
  const bool is_low = (bound.low_kind == Bound::Low::kAbove && number <= low) ||
                      (bound.low_kind == Bound::Low::kAtLeast && number < low);
  return is_low || (bound.has_high && number > static_cast<double>(bound.high));
}

// "above 0 and at most 1000".
std::string WithinBound(const Bound& bound, FieldType type) {
  const absl::string_view unit = type == FieldType::kDuration ? "s" : "";
  return absl::StrCat(
      bound.low_kind == Bound::Low::kAbove ? "above " : "at least ", bound.low, unit,
      bound.has_high ? absl::StrCat(" and at most ", bound.high, unit) : std::string());
}

void DescribeQuoted(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view text = context.tree.Text(context.issue.node);
  const Field& field = *context.issue.field;
  absl::string_view fault = "; a number must not be in quotes";
  if (field.type == FieldType::kStatusCode) {
    fault = "; a code in quotes must be a name, not a number";
  } else if (IsProtoInteger(field.type)) {  // protobuf's JSON mapping has quotes around some
    fault = "; not every client takes a number in quotes";
  }
  diagnostic.message = absl::StrCat(FieldIsValue(context), fault);
  if (!Takes(field, text)) {
    if (!IsOutOf(field.bound, text)) return;
    absl::StrAppend(&diagnostic.message, ", and must be ", WithinBound(field.bound, field.type));
    return;
  }
  if (field.type == FieldType::kStatusCode) {  // C-core takes names only
    const auto number = static_cast<size_t>(SaturatingInteger(text));
    const std::string name = InQuotes(kStatusCodeNames[number]);
    diagnostic.fixes.push_back(WriteFix(context.issue.span, name, true));
    diagnostic.together = {
        .subject = Quoted(context.Source()),
        .remedy = absl::StrCat("`", name, "`"),
        .message = "the codes {subjects} are numbers in quotes; a code in quotes must be a name",
        .fix = "write {remedies}"};
    return;
  }
  const std::string bare =
      field.type == FieldType::kTokenRatio ? WithPoint(text) : std::string(text);
  diagnostic.fixes.push_back(ReplaceFix("remove the quotes", context.issue.span, bare, true));
}

// Codes are reported together with the others of their list.
NodeId QuotedCodes(const IssueContext& context) {
  return context.issue.field->type == FieldType::kStatusCode
             ? context.pointers.ContainerOf(context.issue.node)
             : kNoNode;
}

void DescribeRange(const IssueContext& context, Diagnostic& diagnostic) {
  // What the spec has out of bounds has its words for every client; what one client alone refuses
  // has that client's.
  const FieldType type = context.issue.field->type;
  const Bound& of_spec = context.issue.field->bound;
  const Bound bound = IsOutOf(of_spec, context.Source()) ? of_spec : context.BoundOfField();
  const bool is_of_type = context.issue.kind == IssueKind::kTooLarge && !bound.has_high;
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), "; it must be ",
                   is_of_type ? absl::StrCat("at most ", MaxOf(type)) : WithinBound(bound, type));
}

constexpr Case kMalformedCases[] = {
    {.what = R"(`maxAttempts` of 3.0)",
     .text = {kRetriesOfService, R"("maxAttempts": 3)", R"("maxAttempts": 3.0)"}},
    {.what = R"(`maxTokens` of 10.5)",
     .text = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 10.5)"}},
    {.what = R"(`maxRequestMessageBytes` of 1e3)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "maxRequestMessageBytes": 1e3}]})",
     .targets = "go"},
    {.what = R"(`backoffMultiplier` of 1e39)",
     .text = {kRetriesOfService, R"("backoffMultiplier": 2)", R"("backoffMultiplier": 1e39)"},
     .targets = "gapic"},
};

constexpr Case kMissingCases[] = {
    {.what = R"(no `tokenRatio` beside `maxTokens`)",
     .text = {kThrottled, R"(, "tokenRatio": 0.1)", ""}},
    {.what = R"(no `maxAttempts` in `retryPolicy`)",
     .text = {kRetriesOfService, R"("maxAttempts": 3, )", ""}},
    {.what = R"(no `hedgingDelay` in `hedgingPolicy`)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}],
  "hedgingPolicy": {"maxAttempts": 3}}]})",
     .targets = "java"},
};

constexpr Case kRangeCases[] = {
    {.what = "-1", .text = R"({"connectionScaling": {"maxConnectionsPerSubchannel": -1}})"},
    {.what = "4294967296, 2^32",
     .text = R"({"connectionScaling": {"maxConnectionsPerSubchannel": 4294967296}})"},
};

constexpr Case kQuotedCases[] = {
    {.what = R"(`maxTokens` of `"10"`)",
     .text = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": "10")"}},
    {.what = R"(`maxRequestMessageBytes` of `"1024"`)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}],
  "maxRequestMessageBytes": "1024"}]})",
     .targets = "go"},
    {.what = R"(a status code of `"14"`)",
     .text = {kRetriesOfService, R"("UNAVAILABLE")", R"("14")"}},
};

constexpr Rule kRules[] = {
    {.id = "field-missing",
     .summary = "A required field is missing.",
     .rationale = "All fields of `retryPolicy` and `retryThrottling`, and `maxAttempts` of "
                  "`hedgingPolicy`, are required (gRFC A6). So are some fields of LB policy "
                  "configs, above all `childPolicy`. If one is missing, the whole config is "
                  "invalid. A field that is `null` counts as missing.",
     .claims = {{IssueKind::kMissingField}},
     .describe = DescribeMissing,
     .together_in = LackingObject,
     .help_once = kForGenerators,
     .bad = {kThrottled, R"(, "tokenRatio": 0.1)", ""},
     .good = kThrottled,
     .cases = kMissingCases},
    {.id = "field-type",
     .summary = "A value has the wrong JSON type.",
     .rationale = "A known field with a value of the wrong type makes the whole config invalid "
                  "(gRFC A21). A list needs brackets even around a single element.",
     .claims = {{IssueKind::kWrongType}},
     .describe = DescribeWrongType,
     .together_in = ListOfNames,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": 5}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "field-unknown",
     .summary = "A field is unknown in this place.",
     .rationale = "Clients ignore fields that they do not know (gRFC A21), so a misspelt or "
                  "misplaced field silently has no effect. Google's client generators reject it.",
     .specificity = kLacksField,
     .claims = {{IssueKind::kUnknownField}},
     .describe = DescribeUnknown,
     .least = LeastOfLostSetting,
     .together_in = KeysTogether,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "5s", "waitForRady": true}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s", "waitForReady": true}]})"},
    {.id = "fields-misplaced",
     .summary = "Fields are outside the object that they belong in.",
     .rationale = "No client knows the fields of a retry policy that is written directly into the "
                  "config, or of a method config outside a `methodConfig` list. Clients silently "
                  "ignore them, so no call is ever retried.",
     .claims = {{IssueKind::kMisplacedFields}},
     .describe = DescribeMisplaced,
     .bad = R"({"name": [{}], "timeout": "5s"})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "number-malformed",
     .summary = "A number is not written as an integer.",
     .rationale = "gRFC A6 requires JSON integers in `maxAttempts`, `maxTokens` and status codes. "
                  "C-core rejects `3.0` and `3e0`. So does Go, but it reads `maxTokens` as a float "
                  "and accepts 10.5 and 1e3. Message sizes must be whole numbers in any spelling.",
     .specificity = kLacksField,
     .takes_in = {"hedging-max-attempts-clamped", "number-quoted", "retry-max-attempts-clamped",
                  "value-clamped"},
     .claims = {{IssueKind::kMalformedNumber}},
     .describe = DescribeNumber,
     .bad = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 10.5)"},
     .good = kThrottled,
     .cases = kMalformedCases},
    {.id = "number-out-of-range",
     .summary = "A number is outside its field's range.",
     .rationale = "A value out of range makes the whole config invalid (gRFC A21).",
     .claims = {{IssueKind::kTooSmall}, {IssueKind::kTooLarge}},
     .describe = DescribeRange,
     .bad = kRangeCases[0].text,
     .good = R"({"connectionScaling": {"maxConnectionsPerSubchannel": 2}})",
     .cases = kRangeCases},
    {.id = "number-quoted",
     .summary = "A number is in quotes.",
     .rationale = "gRFC A6 requires JSON numbers in the policies. C-core and newer Java accept a "
                  "quoted number, but not a quoted status code; Go and Node reject the config.",
     .takes_in = {"hedging-max-attempts-clamped", "retry-max-attempts-clamped", "value-clamped"},
     .claims = {{IssueKind::kQuotedNumber}},
     .describe = DescribeQuoted,
     .together_in = QuotedCodes,
     .bad = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": "10")"},
     .good = kThrottled,
     .cases = kQuotedCases},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> StructureRules() { return kRules; }

}  // namespace grpcfg
