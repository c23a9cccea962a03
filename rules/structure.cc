// Rules on structure: which fields there are, of which type, and which must be there.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/json/number.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// "in `methodConfig[].retryPolicy`", "at the top level".
std::string WhereIs(const Message& message) {
  const std::string path = PathOf(message);
  if (&message == &ChoiceMessage()) return "in a choice";
  if (message.of_policy) return absl::StrCat("in ", MessageName(message));
  return path.empty() ? "at the top level" : absl::StrCat("in `", path, "`");
}

std::string FieldsOf(const Message& message) {
  std::vector<std::string> names;
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kCurrent) names.push_back(absl::StrCat("`", field.json_name, "`"));
  }
  return Enumerate(names);
}

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

void DescribeMissing(const IssueContext& context, Diagnostic& diagnostic) {
  const Issue& issue = context.issue;
  const bool is_null = context.tree.kind(issue.node) == JsonKind::kNull;
  const std::string owner = OwnerName(context, is_null);
  const std::string what = is_null ? "it" : FieldName(issue);
  const bool is_required = issue.field->presence == Presence::kRequired;
  absl::StrAppend(&diagnostic.message,
                  is_null ? FieldName(issue) + " is null, which means unset; " : "",
                  is_required ? owner + " needs " + what
                              : "not every client takes " + owner + " without " + what);
  diagnostic.help.push_back(absl::StrCat("add ", FieldName(issue), ", ", TypeName(*issue.field)));
}

// True if a key before this one in its object would get the same name: a fix of both would make a
// duplicate. Also where too many keys stand before it to tell.
bool IsTaken(const IssueContext& context, const Field& name) {
  constexpr int kMostKeys = 64;
  int keys = 0;
  bool taken = false;
  const NodeId object = ParentOf(context.pointers, context.issue.node).object;
  context.tree.ForEachMember(object, [&](const JsonMember& member) {
    if (member.key >= context.issue.node || ++keys > kMostKeys) return;
    const absl::string_view key = context.tree.Text(member.key);
    taken = taken || SuggestField(*context.issue.message, key).field == &name;
  });
  return taken || keys > kMostKeys;
}

void DescribeRespelling(const IssueContext& context, const Suggestion& suggestion,
                        Diagnostic& diagnostic) {
  const absl::string_view key = context.tree.Text(context.issue.node);
  const absl::string_view name = suggestion.field->json_name;
  diagnostic.message = absl::StrCat("unknown field ", Quoted(key), "; did you mean `", name, "`?");
  if (suggestion.kind == SuggestionKind::kLetterCase) {
    diagnostic.notes.emplace_back("field names are compared letter by letter; only Go folds case");
  } else if (suggestion.kind == SuggestionKind::kSnakeCase) {
    diagnostic.notes.emplace_back("gRPC clients know the lowerCamelCase name only");
  }
  if (!context.issue.related.empty()) {
    diagnostic.secondary.push_back({context.issue.related, "which stands here"});
    return;
  }
  if (IsTaken(context, *suggestion.field)) return;
  // Never safe: from then on clients obey the field.
  diagnostic.fixes.push_back(ReplaceFix(absl::StrCat("rename it to `", name, "`"),
                                        context.issue.span, absl::StrCat("\"", name, "\""), false));
}

// A name whose service is spelled wrong selects all services instead of one.
void DescribeLostService(const IssueContext& context, Diagnostic& diagnostic) {
  if (FindField(*context.issue.message, "service") == nullptr) return;
  const NodeId name = ParentOf(context.pointers, context.issue.node).object;
  if (!MemberText(context.tree, name, "service").empty()) return;
  diagnostic.notes.emplace_back(MemberText(context.tree, name, "method").empty()
                                    ? "without `service` the name is the default for EVERY method"
                                    : "without `service` a name with a `method` is invalid");
}

std::string BelongsWhere(const Message& message, const Suggestion& suggestion) {
  if (message.of_policy && suggestion.elsewhere) return "is a field of other LB policies";
  if (message.of_policy && suggestion.message == &LoadBalancingConfigMessage()) {
    return "belongs in a list of LB policies";
  }
  return absl::StrCat("belongs ", WhereIs(*suggestion.message));
}

std::string HelpWithFields(const Message& message) {
  const std::string fields = FieldsOf(message);
  if (&message == &LoadBalancingConfigMessage()) {  // too many to list
    return "the LB policies are those of LoadBalancingConfig in service_config.proto";
  }
  if (fields.empty()) return absl::StrCat("there are no fields ", WhereIs(message));
  const bool one = !absl::StrContains(fields, " and ");
  return absl::StrCat(one ? "the only field " : "the fields ", WhereIs(message),
                      one ? " is " : " are ", fields);
}

void DescribeUnknownKey(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& message = *context.issue.message;
  const absl::string_view key = context.tree.Text(context.issue.node);
  if (const Field* const other = FindField(message, key)) {
    diagnostic.message =
        absl::StrCat("unknown field ", Quoted(key), "; service_config.proto does not have it");
    if (other->stage == Stage::kForeign)
      diagnostic.help.push_back(absl::StrCat("it is ", absl::StripSuffix(other->doc, ".")));
    return;
  }
  const Suggestion suggestion = SuggestField(message, key);
  switch (suggestion.kind) {
    case SuggestionKind::kLetterCase:
    case SuggestionKind::kSnakeCase:
    case SuggestionKind::kMisspelt:
      return DescribeRespelling(context, suggestion, diagnostic);
    case SuggestionKind::kMisplaced:
      diagnostic.message = absl::StrCat("`", key, "` has no effect ", WhereIs(message), "; it ",
                                        BelongsWhere(message, suggestion));
      return;
    case SuggestionKind::kListElement:
      diagnostic.message =
          absl::StrCat("`", key, "` has no effect ", WhereIs(message), "; it belongs in the list `",
                       suggestion.field->json_name, "`");
      diagnostic.help.push_back(absl::StrCat("an element of it is `{\"", key, "\": {...}}`"));
      return;
    case SuggestionKind::kNone:
      diagnostic.message = absl::StrCat("unknown field ", Quoted(key));
      diagnostic.help.push_back(HelpWithFields(message));
      return;
  }
}

void DescribeUnknown(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeUnknownKey(context, diagnostic);
  DescribeLostService(context, diagnostic);
}

// The member of `message` that holds `belongs`; null if another message does.
const Field* WrapperIn(const Message* message, const Message& belongs) {
  if (message == nullptr) return nullptr;
  for (const Field& field : message->fields) {
    if (field.message == &belongs) return &field;
  }
  return nullptr;
}

// "they belong in `retryThrottling` at the top level".
std::string WhereTheyBelong(const Message& message) {
  const bool below_top = WrapperIn(&ServiceConfigMessage(), message) != nullptr;
  return absl::StrCat("they belong ", WhereIs(message), below_top ? " at the top level" : "");
}

// The keys beside `parent`'s own fields that are fields of `belongs`: "`maxTokens` and 2 more".
std::string NameMisplaced(const IssueContext& context, const Parent& parent,
                          Diagnostic& diagnostic) {
  constexpr size_t kMostNames = 4;
  std::vector<std::string> names;
  context.tree.ForEachMember(parent.object, [&](const JsonMember& member) {
    const absl::string_view key = context.tree.Text(member.key);
    if (FindField(*context.issue.message, key) == nullptr) return;
    if (parent.message != nullptr && FindField(*parent.message, key) != nullptr) return;
    names.push_back(absl::StrCat("`", key, "`"));
    if (member.key == context.issue.node) return;
    diagnostic.secondary.push_back({context.tree.span(member.key), ""});
  });
  if (names.size() > kMostNames) {
    const size_t more = names.size() - kMostNames + 1;
    names.resize(kMostNames - 1);
    names.push_back(absl::StrCat(more, " more"));
  }
  return Enumerate(names);
}

void DescribeMisplaced(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& belongs = *context.issue.message;
  const Parent parent = ParentOf(context.pointers, context.issue.node);
  const std::string names = NameMisplaced(context, parent, diagnostic);
  const Field* const wrapper = WrapperIn(parent.message, belongs);
  diagnostic.notes.emplace_back(
      "clients ignore fields that they do not know in this place, in silence");
  if (wrapper == nullptr) {
    diagnostic.message = absl::StrCat(names, " have no effect here; ", WhereTheyBelong(belongs));
    return;
  }
  diagnostic.message = absl::StrCat("`", wrapper->json_name, "` is missing around ", names,
                                    ", so they have no effect");
  diagnostic.help.push_back(WhereTheyBelong(belongs));
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

void DescribeNumber(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; it must be ",
                                    NumberRequirement(context.issue.field->type));
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

void DescribeQuoted(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view text = context.tree.Text(context.issue.node);
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), ", a string; it must be a number without quotes");
  const Field& field = *context.issue.field;
  if (!Takes(field, text)) return;
  const std::string bare =
      field.type == FieldType::kTokenRatio ? WithPoint(text) : std::string(text);
  diagnostic.fixes.push_back(ReplaceFix("remove the quotes", context.issue.span, bare, true));
}

uint64_t MaxOf(FieldType type) {
  if (type == FieldType::kUint64) return std::numeric_limits<uint64_t>::max();
  if (type == FieldType::kInt64) return std::numeric_limits<int64_t>::max();
  return kMaxUint32;
}

void DescribeRange(const IssueContext& context, Diagnostic& diagnostic) {
  const Bound bound = context.BoundOfField();
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; it must be ");
  if (context.issue.kind == IssueKind::kTooLarge && !bound.has_high) {
    // Only the type bounds it from above.
    absl::StrAppend(&diagnostic.message, "at most ", MaxOf(context.issue.field->type));
    return;
  }
  const absl::string_view unit = context.issue.field->type == FieldType::kDuration ? "s" : "";
  absl::StrAppend(&diagnostic.message,
                  bound.low_kind == Bound::Low::kAbove ? "above " : "at least ", bound.low, unit);
  if (bound.has_high) absl::StrAppend(&diagnostic.message, " and at most ", bound.high, unit);
}

constexpr Claim kMissing[] = {{IssueKind::kMissingField}};
constexpr Claim kMisplaced[] = {{IssueKind::kMisplacedFields}};
constexpr Claim kType[] = {{IssueKind::kWrongType}};
constexpr Claim kUnknown[] = {{IssueKind::kUnknownField}};
constexpr Claim kMalformed[] = {{IssueKind::kMalformedNumber}};
constexpr Claim kRange[] = {{IssueKind::kTooSmall}, {IssueKind::kTooLarge}};
constexpr Claim kQuoted[] = {{IssueKind::kQuotedNumber}};

constexpr Case kMalformedCases[] = {
    {.what = R"(`maxAttempts` of 3.0)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "retryPolicy": {
  "maxAttempts": 3.0, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.what = R"(`maxTokens` of 10.5)",
     .text = R"({"retryThrottling": {"maxTokens": 10.5, "tokenRatio": 0.1}})"},
    {.what = R"(`maxRequestMessageBytes` of 1e3)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "maxRequestMessageBytes": 1e3}]})",
     .targets = "go"},
    {.what = R"(`backoffMultiplier` of 1e39)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 1e39, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .targets = "gapic"},
};

constexpr Case kMissingCases[] = {
    {.what = R"(no `tokenRatio` beside `maxTokens`)",
     .text = R"({"retryThrottling": {"maxTokens": 10}})"},
    {.what = R"(no `maxAttempts` in `retryPolicy`)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "retryPolicy": {
  "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.what = R"(no `hedgingDelay` in `hedgingPolicy`)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}],
  "hedgingPolicy": {"maxAttempts": 3}}]})",
     .targets = "java"},
};

constexpr Case kQuotedCases[] = {
    {.what = R"(`maxTokens` of `"10"`)",
     .text = R"({"retryThrottling": {"maxTokens": "10", "tokenRatio": 0.1}})"},
    {.what = R"(`maxRequestMessageBytes` of `"1024"`)",
     .text =
         R"({"methodConfig": [{"name": [{"service": "pkg.S"}],
  "maxRequestMessageBytes": "1024"}]})",
     .targets = "go"},
    {.what = R"(a status code of `"14"`)",
     .text = R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["14"]}}]})"},
};

constexpr Rule kRules[] = {
    {.id = "field-missing",
     .summary = "A required field is missing.",
     .rationale = "All fields of `retryPolicy` and `retryThrottling` are required, and "
                  "`maxAttempts` of `hedgingPolicy` (gRFC A6), and some in the configs of LB "
                  "policies, above all `childPolicy`; without one of them the whole config is "
                  "invalid. A field that is `null` counts as missing.",
     .claims = kMissing,
     .describe = DescribeMissing,
     .bad = R"({"retryThrottling": {"maxTokens": 10}})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     .cases = kMissingCases},
    {.id = "field-type",
     .summary = "A value has the wrong JSON type.",
     .rationale = "A known field with a value of the wrong type makes the whole config invalid "
                  "(gRFC A21). A list needs its brackets around a single element too.",
     .claims = kType,
     .describe = DescribeWrongType,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": 5}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "field-unknown",
     .summary = "A field is not known in this place.",
     .rationale = "Clients ignore what they do not know (gRFC A21), so a misspelt or misplaced "
                  "field does nothing, and no client says so. Google's client generators reject "
                  "it.",
     .specificity = kLacksField,
     .claims = kUnknown,
     .describe = DescribeUnknown,
     .bad = R"({"methodConfig": [{"name": [{}], "timout": "5s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "fields-misplaced",
     .summary = "Fields stand without the object that they belong in.",
     .rationale = "A retry policy written straight into the config, or a method config without "
                  "its `methodConfig` list, is unknown to every client and ignored in silence: "
                  "no retries, ever.",
     .claims = kMisplaced,
     .describe = DescribeMisplaced,
     .bad = R"({"name": [{}], "timeout": "5s"})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "number-malformed",
     .summary = "A number is not written as an integer.",
     .rationale =
         "gRFC A6 asks for JSON integers in `maxAttempts`, `maxTokens` and status codes. C-core "
         "rejects `3.0` and `3e0`; Go does too, but reads `maxTokens` as a float and takes "
         "10.5 and 1e3. Message sizes must be whole numbers in any spelling.",
     .specificity = kLacksField,
     .claims = kMalformed,
     .describe = DescribeNumber,
     .bad = R"({"retryThrottling": {"maxTokens": 10.5, "tokenRatio": 0.1}})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     .cases = kMalformedCases},
    {.id = "number-out-of-range",
     .summary = "A number is outside its field's range.",
     .rationale = "A value out of range makes the whole config invalid (gRFC A21).",
     .claims = kRange,
     .describe = DescribeRange,
     .bad = R"({"connectionScaling": {"maxConnectionsPerSubchannel": -1}})",
     .good = R"({"connectionScaling": {"maxConnectionsPerSubchannel": 2}})"},
    {.id = "number-quoted",
     .summary = "A number is in quotes.",
     .rationale = "gRFC A6 asks for JSON numbers in the policies. C-core and newer Java read a "
                  "quoted one, but no quoted status code; Go and Node reject the config.",
     .claims = kQuoted,
     .describe = DescribeQuoted,
     .bad = R"({"retryThrottling": {"maxTokens": "10", "tokenRatio": 0.1}})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     .cases = kQuotedCases},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> StructureRules() { return kRules; }

}  // namespace grpcfg
