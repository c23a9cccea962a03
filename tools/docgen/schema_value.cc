#include "tools/docgen/schema_value.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/fields/number_pattern.h"
#include "schema/fields/status_code.h"
#include "tools/docgen/field_words.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kMaxFloat = "3.4028234663852886e38";
// What is left of a smaller one after three decimals is 0 (gRFC A6).
constexpr absl::string_view kMinTokenRatio = "0.001";

// What an editor says in place of the pattern.
void AppendPattern(absl::string_view pattern, absl::string_view message, JsonMembers& schema) {
  schema.emplace_back("pattern", JsonString(pattern));
  schema.emplace_back("patternErrorMessage", JsonString(message));
}

void AppendLimits(const Bound& bound, JsonMembers& schema) {
  if (bound.low_kind != Bound::Low::kNone) {
    const bool above = bound.low_kind == Bound::Low::kAbove;
    schema.emplace_back(above ? "exclusiveMinimum" : "minimum", absl::StrCat(bound.low));
  }
  if (bound.has_high) schema.emplace_back("maximum", absl::StrCat(bound.high));
}

// `word` in any case: JSON Schema's patterns have no flag for that.
std::string AnyCase(absl::string_view word) {
  std::string pattern;
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    const char upper = absl::ascii_toupper(byte);
    const char lower = absl::ascii_tolower(byte);
    if (upper == lower) {
      pattern.push_back(c);
    } else {
      pattern += {'[', upper, lower, ']'};
    }
  }
  return pattern;
}

std::string AnyCasePattern(absl::Span<const absl::string_view> words) {
  const auto append = [](std::string* out, absl::string_view word) { *out += AnyCase(word); };
  return absl::StrCat("^(?:", absl::StrJoin(words, "|", append), ")$");
}

std::string StatusCodeSchema() {
  return JsonObject(
      {{"anyOf",
        JsonArray({JsonObject({{"enum", JsonStrings(kStatusCodeNames)}}),
                   JsonObject({{"type", "\"integer\""},
                               {"minimum", "0"},
                               {"maximum", absl::StrCat(kMaxStatusCode)}}),
                   JsonObject({{"type", "\"string\""},
                               {"pattern", JsonString(AnyCasePattern(kStatusCodeNames))}})})}});
}

// "" is absent.
void AppendPolicyName(Null null, JsonMembers& schema) {
  const std::vector<absl::string_view> names = PoliciesWithoutConfig();
  AppendType({"string"}, null, schema);
  schema.emplace_back(
      "anyOf",
      JsonArray({JsonObject({{"enum", JsonStrings(names)}}), JsonObject({{"const", "\"\""}}),
                 JsonObject({{"pattern", JsonString(AnyCasePattern(names))}})}));
}

void AppendWord(const Field& field, Null null, JsonMembers& schema) {
  std::vector<absl::string_view> words;
  for (const absl::string_view word : field.words) {
    if (!word.empty()) words.push_back(word);
  }
  JsonMembers number;
  AppendType({"integer"}, null, number);
  schema.emplace_back("anyOf",
                      JsonArray({JsonObject({{"enum", JsonStrings(words)}}), JsonObject(number)}));
}

std::string DurationSchema(const Bound& bound, absl::string_view range) {
  JsonMembers schema;
  AppendPattern(DurationPattern(bound),
                absl::StrCat("A duration is seconds with up to nine decimals and an `s`, such as "
                             "\"0.5s\"",
                             range, "."),
                schema);
  schema.emplace_back("examples", JsonStrings({"0.5s", "10s"}));
  return JsonObject(schema);
}

absl::string_view DurationName(const Bound& bound) {
  switch (bound.low_kind) {
    case Bound::Low::kNone:
      return "duration";
    case Bound::Low::kAtLeast:
      return "durationFromZero";
    case Bound::Low::kAbove:
      return "durationAboveZero";
  }
  return "";
}

void AppendNumber(const Field& field, Null null, JsonMembers& schema) {
  const absl::string_view type =
      field.type == FieldType::kInteger || IsProtoInteger(field.type) ? "integer" : "number";
  const bool quotable = IsProtoInteger(field.type) || field.type == FieldType::kFloat;
  AppendType(quotable ? std::vector{type, absl::string_view("string")} : std::vector{type}, null,
             schema);
  if (field.type == FieldType::kTokenRatio) {
    schema.emplace_back("minimum", kMinTokenRatio);
    return;
  }
  AppendLimits(field.bound, schema);
  if (field.type == FieldType::kFloat) schema.emplace_back("maximum", kMaxFloat);
  if (!quotable) return;
  AppendPattern(field.type == FieldType::kFloat ? QuotedFloatPattern(field.bound)
                                                : QuotedIntegerPattern(field.bound),
                absl::StrCat("It must be ", RangeWords(field), "."), schema);
}

}  // namespace

std::string RefTo(absl::string_view definition) {
  return JsonString(absl::StrCat("#/$defs/", definition));
}

void AppendType(std::vector<absl::string_view> types, Null null, JsonMembers& schema) {
  if (null == Null::kTaken) types.emplace_back("null");
  schema.emplace_back("type", types.size() == 1 ? JsonString(types[0]) : JsonStrings(types));
}

void AppendScalar(const Field& field, Null null, JsonMembers& schema) {
  switch (field.type) {
    case FieldType::kString:
      AppendType({"string"}, null, schema);
      if (field.non_empty && field.shape == Shape::kOne) schema.emplace_back("minLength", "1");
      return;
    case FieldType::kBool:
      return AppendType({"boolean"}, null, schema);
    case FieldType::kDuration:
      AppendType({"string"}, null, schema);
      schema.emplace_back("$ref", RefTo(DurationName(field.bound)));
      return;
    case FieldType::kInteger:
    case FieldType::kUint32:
    case FieldType::kUint64:
    case FieldType::kInt64:
    case FieldType::kNumber:
    case FieldType::kFloat:
    case FieldType::kTokenRatio:
      return AppendNumber(field, null, schema);
    case FieldType::kStatusCode:
      schema.emplace_back("$ref", RefTo("statusCode"));
      return;
    case FieldType::kWord:
      return AppendWord(field, null, schema);
    case FieldType::kPolicyName:
      return AppendPolicyName(null, schema);
    case FieldType::kHeaderName:
      AppendType({"string"}, null, schema);
      return AppendPattern("^(?!.*-[Bb][Ii][Nn]$)[A-Za-z0-9_.-]*$",
                           "The name of a header that is text: letters, digits, - _ . and no "
                           "-bin at the end.",
                           schema);
    case FieldType::kMessage:
    case FieldType::kJsonObject:
    case FieldType::kJsonValue:
      return;  // no scalars
  }
}

void AppendScalarDefinitions(JsonMembers& definitions) {
  for (const Bound& bound : {Bound{}, AtLeast(0), Above(0)}) {
    const bool bounded = bound.low_kind != Bound::Low::kNone;
    const bool above = bound.low_kind == Bound::Low::kAbove;
    const absl::string_view range = above ? "; here more than 0s" : "; here 0s or more";
    definitions.emplace_back(DurationName(bound), DurationSchema(bound, bounded ? range : ""));
  }
  definitions.emplace_back("statusCode", StatusCodeSchema());
}

}  // namespace grpcfg
