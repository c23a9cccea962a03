// Rules on structure: which fields there are, of which type, and which must be there.
#include <vector>

#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/duration.h"
#include "schema/suggest.h"

namespace grpcfg {
namespace {

// "in `methodConfig[].retryPolicy`", "at the top level".
std::string WhereIs(const Message& message) {
  const std::string path = PathOf(message);
  return path.empty() ? "at the top level" : absl::StrCat("in `", path, "`");
}

std::string FieldsOf(const Message& message) {
  std::vector<std::string> names;
  for (const Field& field : message.fields)
    names.push_back(absl::StrCat("`", field.json_name, "`"));
  return Enumerate(names);
}

// An element of a list that stands there without the list.
bool IsLoneElement(JsonKind kind, FieldType type) {
  return type == FieldType::kMessage ? kind == JsonKind::kObject : kind == JsonKind::kString;
}

// `5` where `"5s"` is meant.
void SuggestDuration(const IssueContext& context, Diagnostic& diagnostic) {
  if (context.tree.kind(context.issue.node) != JsonKind::kNumber) return;
  const auto corrected = CorrectedDuration(context.Source());
  if (!corrected) return;
  const std::string quoted = absl::StrCat("\"", *corrected, "\"");
  diagnostic.help.push_back(absl::StrCat("did you mean `", quoted, "`?"));
  diagnostic.fixes.push_back(
      ReplaceFix(absl::StrCat("write `", quoted, "`"), context.issue.span, quoted, false));
}

void DescribeType(const IssueContext& context, Diagnostic& diagnostic) {
  const Issue& issue = context.issue;
  const absl::string_view kind = KindName(context.tree.kind(issue.node));
  if (issue.field == nullptr) {
    diagnostic.message = absl::StrCat("the config is ", kind, "; it must be an object");
    return;
  }
  const bool element = context.tree.KeyOf(issue.node) == kNoNode;
  Field wanted = *issue.field;
  wanted.repeated = wanted.repeated && !element;
  diagnostic.message =
      absl::StrCat(PlaceName(context), " is ", kind, "; it must be ", TypeName(wanted));
  if (wanted.type == FieldType::kDuration) SuggestDuration(context, diagnostic);
  if (wanted.repeated && IsLoneElement(context.tree.kind(issue.node), wanted.type)) {
    diagnostic.fixes.push_back({.title = "put `[` and `]` around it",
                                .safe = true,
                                .edits = {{{issue.span.begin, issue.span.begin}, "["},
                                          {{issue.span.end, issue.span.end}, "]"}}});
  }
}

void DescribeMissing(const IssueContext& context, Diagnostic& diagnostic) {
  const Issue& issue = context.issue;
  const bool is_null = context.tree.kind(issue.node) == JsonKind::kNull;
  diagnostic.message = is_null
                           ? absl::StrCat(FieldName(issue), " is null, which means unset; ",
                                          MessageName(*issue.message), " needs it")
                           : absl::StrCat(MessageName(*issue.message), " needs ", FieldName(issue));
  diagnostic.help.push_back(absl::StrCat("add ", FieldName(issue), ", ", TypeName(*issue.field)));
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
  diagnostic.fixes.push_back(ReplaceFix(absl::StrCat("rename it to `", name, "`"),
                                        context.issue.span, absl::StrCat("\"", name, "\""),
                                        suggestion.kind != SuggestionKind::kMisspelt));
}

void DescribeUnknown(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& message = *context.issue.message;
  const absl::string_view key = context.tree.Text(context.issue.node);
  const Suggestion suggestion = SuggestField(message, key);
  switch (suggestion.kind) {
    case SuggestionKind::kLetterCase:
    case SuggestionKind::kSnakeCase:
    case SuggestionKind::kMisspelt:
      return DescribeRespelling(context, suggestion, diagnostic);
    case SuggestionKind::kMisplaced:
      diagnostic.message = absl::StrCat("`", key, "` has no effect ", WhereIs(message),
                                        "; it belongs ", WhereIs(*suggestion.message));
      return;
    case SuggestionKind::kNone:
      diagnostic.message = absl::StrCat("unknown field ", Quoted(key));
      diagnostic.help.push_back(
          absl::StrCat("the fields ", WhereIs(message), " are ", FieldsOf(message)));
      return;
  }
}

// The name of the member that holds `message`: "retryPolicy".
absl::string_view WrapperOf(const Message& message) {
  for (const Message* const parent : AllMessages()) {
    for (const Field& field : parent->fields) {
      if (field.message == &message) return field.json_name;
    }
  }
  return {};
}

void DescribeMisplaced(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& belongs = *context.issue.message;
  if (&belongs == &ServiceConfigMessage()) {
    diagnostic.message = "fields of the top level stand deeper in the config and have no effect";
    diagnostic.help.emplace_back("move them to the top level");
    return;
  }
  const absl::string_view wrapper = WrapperOf(belongs);
  diagnostic.message =
      absl::StrCat("`", wrapper, "` is missing around these fields, so they have no effect");
  diagnostic.notes.emplace_back(
      "clients ignore fields that they do not know in this place, in silence");
  diagnostic.help.push_back(absl::StrCat("they belong ", WhereIs(belongs)));
}

void DescribeNumber(const IssueContext& context, Diagnostic& diagnostic) {
  // protobuf's JSON mapping takes 1e6 and "1000000" too.
  const bool any_spelling = context.issue.field->type == FieldType::kUint32;
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), any_spelling ? "; it must be a whole number"
                                                       : "; it must be an integer, written without "
                                                         "fraction, exponent or quotes");
}

void DescribeQuoted(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view text = context.tree.Text(context.issue.node);
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), ", a string; it must be a number without quotes");
  diagnostic.fixes.push_back(
      ReplaceFix("remove the quotes", context.issue.span, std::string(text), true));
}

void DescribeRange(const IssueContext& context, Diagnostic& diagnostic) {
  const Bound& bound = context.issue.field->bound;
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), "; it must be ",
                   bound.low_kind == Bound::Low::kAbove ? "above " : "at least ", bound.low);
  if (bound.has_high) absl::StrAppend(&diagnostic.message, " and at most ", bound.high);
}

constexpr Claim kMissing[] = {{IssueKind::kMissingField}};
constexpr Claim kMisplaced[] = {{IssueKind::kMisplacedFields}};
constexpr Claim kType[] = {{IssueKind::kWrongType}};
constexpr Claim kUnknown[] = {{IssueKind::kUnknownField}};
constexpr Claim kMalformed[] = {{IssueKind::kMalformedNumber}};
constexpr Claim kRange[] = {{IssueKind::kTooSmall}, {IssueKind::kTooLarge}};
constexpr Claim kQuoted[] = {{IssueKind::kQuotedNumber}};

constexpr Rule kRules[] = {
    {.id = "field-missing",
     .summary = "A required field is missing.",
     .rationale = "gRFC A6 makes the fields of retryPolicy, retryThrottling and the attempts of "
                  "hedgingPolicy required; without one the whole config is invalid. `null` means "
                  "unset.",
     .claims = kMissing,
     .describe = DescribeMissing,
     .bad = R"({"retryThrottling": {"maxTokens": 10}})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})"},
    {.id = "field-type",
     .summary = "A value has the wrong JSON type.",
     .rationale = "A known field with a value of the wrong type makes the whole config invalid "
                  "(gRFC A21). A list of one element is still a list.",
     .claims = kType,
     .describe = DescribeType,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": 5}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "field-unknown",
     .summary = "A field is not known in this place.",
     .rationale = "Clients ignore what they do not know (gRFC A21), so a misspelt or misplaced "
                  "field does nothing, and no client says so. Google's client generators reject "
                  "it.",
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
     .rationale = "gRFC A6 asks for JSON integers in maxAttempts, maxTokens and status codes: "
                  "`3.0` and `3e0` are rejected by C-core and Go. Message sizes must be whole "
                  "numbers in any spelling.",
     .claims = kMalformed,
     .describe = DescribeNumber,
     .bad = R"({"retryThrottling": {"maxTokens": 10.5, "tokenRatio": 0.1}})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})"},
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
                  "quoted one; Go and Node reject the config.",
     .claims = kQuoted,
     .describe = DescribeQuoted,
     .bad = R"({"retryThrottling": {"maxTokens": "10", "tokenRatio": 0.1}})",
     .good = R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> StructureRules() { return kRules; }

}  // namespace grpcfg
