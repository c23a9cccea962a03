#include "tools/docgen/json_schema.h"

#include <algorithm>
#include <array>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "absl/container/btree_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/status_code.h"
#include "schema/json/json_text.h"
#include "tools/docgen/field_words.h"

namespace grpcfg {
namespace {

constexpr int64_t kLargestDigit = 9;

std::string Digit(int64_t low, int64_t high) {
  return low == high ? absl::StrCat(low) : absl::StrCat("[", low, "-", high, "]");
}

std::string Digits(size_t least, size_t most) {
  if (most == 0) return "";
  if (least == most) return most == 1 ? "[0-9]" : absl::StrCat("[0-9]{", most, "}");
  return absl::StrCat("[0-9]{", least, ",", most, "}");
}

// The numbers of as many digits as `high`, which has more than one, up to it.
void AppendUpTo(const std::string& high, std::vector<std::string>& alternatives) {
  for (size_t i = 0; i < high.size(); ++i) {
    const int64_t least = i == 0 ? 1 : 0;
    const int64_t most = high[i] - '0' - 1;
    if (most < least) continue;
    const size_t rest = high.size() - i - 1;
    alternatives.push_back(absl::StrCat(high.substr(0, i), Digit(least, most), Digits(rest, rest)));
  }
  alternatives.push_back(high);
}

int64_t Lowest(const Bound& bound) {
  return bound.low_kind == Bound::Low::kAbove ? bound.low + 1 : bound.low;
}

bool TakesZero(const Bound& bound) { return Lowest(bound) <= 0; }

}  // namespace

std::string IntegerPattern(const Bound& bound) {
  const int64_t low = Lowest(bound);
  ABSL_HARDENING_ASSERT(low >= 0 && low <= kLargestDigit);
  if (!bound.has_high) return absl::StrCat(Digit(low, kLargestDigit), "|[1-9][0-9]+");
  std::vector<std::string> alternatives = {Digit(low, std::min(bound.high, kLargestDigit))};
  const std::string high = absl::StrCat(bound.high);
  if (high.size() > 2) {
    alternatives.push_back(absl::StrCat("[1-9]", Digits(1, high.size() - 2)));
  }
  if (high.size() > 1) AppendUpTo(high, alternatives);
  return absl::StrJoin(alternatives, "|");
}

std::string QuotedIntegerPattern(const Bound& bound) {
  return absl::StrCat("^(?:", TakesZero(bound) ? "-0|" : "", IntegerPattern(bound), ")(?:\\.0+)?$");
}

std::string QuotedFloatPattern(const Bound& bound) {
  constexpr absl::string_view kNumber = "(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?";
  if (bound.low_kind == Bound::Low::kNone) {
    return absl::StrCat("^(?:NaN|-?Infinity|-?", kNumber, ")$");
  }
  return absl::StrCat("^(?:NaN|Infinity|-0(?:\\.0+)?|", kNumber, ")$");
}

std::string DurationPattern(const Bound& bound) {
  const std::string seconds =
      absl::StrCat("(?:", IntegerPattern(Between(0, kMaxDurationSeconds)), ")(?:\\.[0-9]{1,9})?");
  switch (bound.low_kind) {
    case Bound::Low::kNone:
      return absl::StrCat("^-?", seconds, "s$");
    case Bound::Low::kAtLeast:
      return absl::StrCat("^(?:-0(?:\\.0{1,9})?|", seconds, ")s$");
    case Bound::Low::kAbove:
      return absl::StrCat("^(?!0(?:\\.0+)?s$)", seconds, "s$");
  }
  return "";
}

namespace {

// ---- Scalars

constexpr absl::string_view kMaxFloat = "3.4028234663852886e38";
// What is left of a smaller one after three decimals is 0 (gRFC A6).
constexpr absl::string_view kMinTokenRatio = "0.001";

// Null in place of a value: absent, or a fault.
enum class Null : bool { kRefused, kTaken };

// The value of `$ref` for one of `$defs`.
std::string RefTo(absl::string_view definition) {
  return JsonString(absl::StrCat("#/$defs/", definition));
}

// The keyword `type`.
void AppendType(std::vector<absl::string_view> types, Null null, JsonMembers& schema) {
  if (null == Null::kTaken) types.emplace_back("null");
  schema.emplace_back("type", types.size() == 1 ? JsonString(types[0]) : JsonStrings(types));
}

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

// The keywords for one value of a field that is neither a message nor a JSON value of any kind.
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

// What AppendScalar refers to.
void AppendScalarDefinitions(JsonMembers& definitions) {
  for (const Bound& bound : {Bound{}, AtLeast(0), Above(0)}) {
    const bool bounded = bound.low_kind != Bound::Low::kNone;
    const bool above = bound.low_kind == Bound::Low::kAbove;
    const absl::string_view range = above ? "; here more than 0s" : "; here 0s or more";
    definitions.emplace_back(DurationName(bound), DurationSchema(bound, bounded ? range : ""));
  }
  definitions.emplace_back("statusCode", StatusCodeSchema());
}

// ---- Messages

constexpr absl::string_view kObject = R"("object")";

// What an editor offers to insert for a message. All are valid.
struct Snippet {
  const Message& message;
  absl::string_view field;  // in which the message stands
  absl::string_view label;
  absl::string_view body;
};

constexpr absl::string_view kRetryBody =
    R"({"maxAttempts":4,"initialBackoff":"0.1s","maxBackoff":"1s","backoffMultiplier":2,)"
    R"("retryableStatusCodes":["UNAVAILABLE"]})";
constexpr absl::string_view kHedgingBody =
    R"({"maxAttempts":3,"hedgingDelay":"0.5s","nonFatalStatusCodes":["UNAVAILABLE"]})";
constexpr absl::string_view kMethodBody =
    R"({"name":[{"service":"${1:package.Service}"}],"timeout":"10s"})";

constexpr std::array<Snippet, 5> kSnippets = {{
    {kMethodConfig, "retryPolicy", "Retries with a backoff", kRetryBody},
    {kMethodConfig, "hedgingPolicy", "Hedging", kHedgingBody},
    {kServiceConfig, "methodConfig", "Settings of one service", kMethodBody},
    {kServiceConfig, "retryThrottling", "Throttling of retries",
     R"({"maxTokens":10,"tokenRatio":0.1})"},
    {kServiceConfig, "loadBalancingConfig", "Round robin", R"({"round_robin":{}})"},
}};

// What holds between the fields of a message, as far as a schema can say it.
struct MessageRule {
  absl::string_view message;
  absl::string_view schema;
};
constexpr std::array<MessageRule, 2> kRules = {{
    {"Name",
     R"({"if":{"properties":{"method":{"type":"string","minLength":1}},"required":["method"]},)"
     R"("then":{"properties":{"service":{"type":"string","minLength":1}},"required":["service"]}})"},
    {"NameMatcher", R"({"properties":{"requiredMatch":{"enum":[false,null],)"
                    R"("errorMessage":"`requiredMatch` must not be set for gRPC."}}})"},
}};

void AppendWords(absl::string_view title, absl::string_view doc, absl::string_view reference,
                 JsonMembers& schema) {
  schema.emplace_back("title", JsonString(title));
  schema.emplace_back("description", JsonString(absl::StrCat(doc, " (", reference, ")")));
}

// Title, description and the same for editors, which show markdown.
void AppendDocumentation(const Field& field, JsonMembers& schema) {
  AppendWords(field.json_name, field.doc, field.reference, schema);
  const std::string range = RangeWords(field);
  const bool required = field.presence == Presence::kRequired;
  schema.emplace_back(
      "markdownDescription",
      JsonString(absl::StrCat(field.doc, "\n\n", TypeWords(field, MessageNames::kCode),
                              range.empty() ? "" : ": ", range, required ? "; required" : "",
                              "\n\n", LinkedReference(field.reference))));
  if (field.stage == Stage::kDeprecated) schema.emplace_back("deprecated", "true");
}

void AppendSnippets(const Message& message, const Field& field, JsonMembers& schema) {
  for (const Snippet& snippet : kSnippets) {
    if (&snippet.message != &message || snippet.field != field.json_name) continue;
    const std::string list = field.shape == Shape::kList ? JsonArray({std::string(snippet.body)})
                                                         : std::string(snippet.body);
    schema.emplace_back("defaultSnippets",
                        JsonArray({JsonObject({{"label", JsonString(snippet.label)},
                                               {"description", JsonString(field.doc)},
                                               {"body", list}})}));
  }
}

// The names of the fields that must be there. Without `supplied`: that one a client fills in.
std::vector<absl::string_view> Required(const Message& message, absl::string_view supplied = {}) {
  std::vector<absl::string_view> names;
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kForeign) continue;
    if (field.presence == Presence::kRequired && field.json_name != supplied) {
      names.push_back(field.json_name);
    }
  }
  return names;
}

// The config of an LB policy: what is required of it depends on where it stands.
bool IsPolicyConfig(const Message& message) {
  const absl::Span<const Field> policies = LoadBalancingConfigMessage().fields;
  return std::any_of(policies.begin(), policies.end(),
                     [&](const Field& policy) { return policy.message == &message; });
}

// One value: a field, an element of a list, or a value of a map.
void AppendValue(const Field& field, Null null, JsonMembers& schema) {
  if (field.type == FieldType::kMessage || field.type == FieldType::kJsonObject) {
    AppendType({"object"}, null, schema);
  }
  if (field.type == FieldType::kMessage) {
    schema.emplace_back("$ref", RefTo(field.message->name));
    const auto required = Required(*field.message, field.supplied);
    if (IsPolicyConfig(*field.message) && !required.empty()) {
      schema.emplace_back("required", JsonStrings(required));
    }
    return;
  }
  AppendScalar(field, null, schema);
}

std::string Element(const Field& field) {
  JsonMembers schema;
  if (field.type == FieldType::kMessage) {
    AppendWords(field.message->name, field.message->doc, field.message->reference, schema);
  }
  AppendValue(field, Null::kRefused, schema);
  return JsonObject(schema);
}

void AppendList(const Message& message, const Field& field, Null null, JsonMembers& schema) {
  AppendType({"array"}, null, schema);
  if (IsPolicyList(field)) {
    schema.emplace_back("$ref", RefTo(&message == &kRlsConfig ? "rlsPolicyList" : "policyList"));
    return;
  }
  if (field.non_empty) schema.emplace_back("minItems", "1");
  // Names that differ in text and mean the same methods are beyond a schema.
  if (&message == &kMethodConfig && field.json_name == "name") {
    schema.emplace_back("uniqueItems", "true");
  }
  schema.emplace_back("items", Element(field));
}

// A field and its value.
std::string Property(const Message& message, const Field& field) {
  JsonMembers schema;
  AppendDocumentation(field, schema);
  AppendSnippets(message, field, schema);
  const Null null = field.presence == Presence::kRequired ? Null::kRefused : Null::kTaken;
  if (field.stage == Stage::kExperimental) return JsonObject(schema);  // unknown to the spec
  switch (field.shape) {
    case Shape::kOne:
      AppendValue(field, null, schema);
      break;
    case Shape::kList:
      AppendList(message, field, null, schema);
      break;
    case Shape::kMap:
      AppendType({"object"}, null, schema);
      if (field.non_empty) schema.emplace_back("minProperties", "1");
      schema.emplace_back("additionalProperties", Element(field));
      break;
  }
  return JsonObject(schema);
}

// Clients pass over a policy that they do not support, so its config is shown and not judged: a
// schema in `if` says nothing of the value, but editors complete and explain by it.
std::string UnsupportedPolicy(const Field& policy) {
  JsonMembers schema;
  JsonMembers config;
  AppendDocumentation(policy, schema);
  AppendValue(policy, Null::kRefused, config);
  schema.emplace_back("type", kObject);
  schema.emplace_back("if", JsonObject(config));
  schema.emplace_back("then", JsonObject({{"type", std::string(kObject)}}));
  return JsonObject(schema);
}

// An entry of a list of LB policies, but for what is required of their configs.
std::string PolicyEntry() {
  JsonMembers policies;
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    JsonMembers schema;
    AppendDocumentation(policy, schema);
    schema.emplace_back("type", kObject);
    schema.emplace_back("$ref", RefTo(policy.message->name));
    policies.emplace_back(policy.json_name, policy.stage == Stage::kCurrent
                                                ? JsonObject(schema)
                                                : UnsupportedPolicy(policy));
  }
  return JsonObject({{"$comment", JsonString("One LB policy, known or not, and its config.")},
                     {"type", std::string(kObject)},
                     {"minProperties", "1"},
                     {"maxProperties", "1"},
                     {"properties", JsonObject(policies)},
                     {"additionalProperties", JsonObject({{"type", std::string(kObject)}})}});
}

// What must be in the config of each supported LB policy.
std::string RequiredOfPolicies(absl::string_view supplied = {}) {
  JsonMembers policies;
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    const auto required = Required(*policy.message, supplied);
    if (policy.stage != Stage::kCurrent || required.empty()) continue;
    policies.emplace_back(policy.json_name, JsonObject({{"required", JsonStrings(required)}}));
  }
  return JsonObject({{"properties", JsonObject(policies)}});
}

std::string PolicyList(const std::vector<std::string>& entry) {
  const Message& policies = LoadBalancingConfigMessage();
  std::vector<absl::string_view> supported;
  for (const Field& policy : policies.fields) {
    if (policy.stage == Stage::kCurrent) supported.push_back(policy.json_name);
  }
  JsonMembers item;
  AppendWords(policies.name, policies.doc, policies.reference, item);
  item.emplace_back("allOf", JsonArray(entry));
  return JsonObject({{"minItems", "1"},
                     {"items", JsonObject(item)},
                     {"contains", JsonObject({{"type", std::string(kObject)},
                                              {"minProperties", "1"},
                                              {"propertyNames",
                                               JsonObject({{"enum", JsonStrings(supported)}})}})}});
}

// RLS puts the target of a call into a field of its child policy's config, which then need not
// have it.
std::string SuppliedByRls() {
  const auto children = [](const std::string& entry) {
    return JsonObject(
        {{"properties", JsonObject({{"childPolicy", JsonObject({{"items", entry}})}})}});
  };
  return JsonObject(
      {{"if", R"({"properties":{"childPolicyConfigTargetFieldName":{"const":"cluster"}}})"},
       {"then", children(RequiredOfPolicies("cluster"))},
       {"else", children(JsonObject({{"$ref", RefTo("requiredOfPolicies")}}))}});
}

// `second` must not be there if `first` is; null is not there.
std::string Excludes(const Field& first, const Field& second) {
  const auto property = [](const Field& field, const JsonMembers& schema) {
    return JsonObject(
        {{"properties", JsonObject({{std::string(field.json_name), JsonObject(schema)}})}});
  };
  const std::string message =
      absl::StrCat("`", second.json_name, "` cannot be combined with `", first.json_name, "`.");
  // Said of null and not of objects: editors would offer the field as any object.
  const std::string present = JsonObject({{"required", JsonStrings({first.json_name})},
                                          {"not", property(first, {{"type", "\"null\""}})}});
  const std::string absent =
      property(second, {{"type", "\"null\""}, {"errorMessage", JsonString(message)}});
  return JsonObject({{"if", present}, {"then", absent}});
}

// At most one field of a oneof.
std::vector<std::string> OneofRules(const Message& message) {
  std::vector<std::string> rules;
  for (const Field& second : message.fields) {
    for (const Field& first : message.fields) {
      if (&first == &second) break;
      const bool exclusive = !first.oneof.empty() && first.oneof == second.oneof;
      if (exclusive) rules.push_back(Excludes(first, second));
    }
  }
  return rules;
}

// What the rows of a message do not say of its fields.
std::vector<std::string> RulesOf(const Message& message) {
  std::vector<std::string> rules = OneofRules(message);
  if (&message == &kRlsConfig) rules.push_back(SuppliedByRls());
  for (const MessageRule& rule : kRules) {
    if (rule.message == message.name) rules.emplace_back(rule.schema);
  }
  return rules;
}

// The messages of a config but for its LB policies: whose keys are misspelt and put at another
// level.
const std::vector<const Message*>& PlainMessages() {
  static const std::vector<const Message*> kMessages = [] {
    std::vector<const Message*> messages = {&ServiceConfigMessage()};
    for (size_t i = 0; i < messages.size(); ++i) {
      for (const Field& field : messages[i]->fields) {
        const bool is_other = field.message == nullptr ||
                              field.message == &LoadBalancingConfigMessage() ||
                              absl::c_linear_search(messages, field.message);
        if (!is_other) messages.push_back(field.message);
      }
    }
    return messages;
  }();
  return kMessages;
}

// `retryPolicy` as `retrypolicy`, `retry_policy` and `Retry-Policy`.
std::string AnySpelling(absl::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (absl::ascii_isupper(static_cast<unsigned char>(c))) pattern += "[_-]?";
    pattern += AnyCase(absl::string_view(&c, 1));
  }
  return pattern;
}

// No client reads a key in another case or at another level, and none says so: an editor does, by
// refusing them. Keys of one plain word, such as `name`, may be anything.
std::string MistakenKeys(const Message& message) {
  absl::btree_set<std::string> spellings;
  for (const Message* const each : PlainMessages()) {
    for (const Field& field : each->fields) {
      const bool is_plain = absl::c_all_of(field.json_name, absl::ascii_islower);
      if (!is_plain || field.json_name == "timeout") spellings.insert(AnySpelling(field.json_name));
    }
  }
  std::vector<absl::string_view> own;
  for (const Field& field : message.fields) own.push_back(field.json_name);
  return absl::StrCat("^(?!(?:", absl::StrJoin(own, "|"), ")$)(?:", absl::StrJoin(spellings, "|"),
                      ")$");
}

// Editors show the words of a definition in place of those beside the reference to it, so it has
// none but a comment; and it leaves to the reference whether null will do.
std::string Definition(const Message& message) {
  if (&message == &LoadBalancingConfigMessage()) return PolicyEntry();
  JsonMembers schema = {
      {"$comment", JsonString(absl::StrCat(message.doc, " (", message.reference, ")"))}};
  JsonMembers properties;
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kForeign) continue;
    properties.emplace_back(field.json_name, Property(message, field));
  }
  schema.emplace_back("properties", JsonObject(properties));
  const auto required = Required(message);
  if (!required.empty() && !IsPolicyConfig(message)) {
    schema.emplace_back("required", JsonStrings(required));
  }
  if (message.closed) schema.emplace_back("additionalProperties", "false");
  if (absl::c_linear_search(PlainMessages(), &message)) {
    schema.emplace_back("patternProperties", JsonObject({{MistakenKeys(message), "false"}}));
  }
  const std::vector<std::string> rules = RulesOf(message);
  if (!rules.empty()) schema.emplace_back("allOf", JsonArray(rules));
  return JsonObject(schema);
}

std::string Definitions() {
  JsonMembers definitions;
  for (const Message* const message : AllMessages()) {
    definitions.emplace_back(message->name, Definition(*message));
  }
  const std::string entry = JsonObject({{"$ref", RefTo(LoadBalancingConfigMessage().name)}});
  const std::string required = JsonObject({{"$ref", RefTo("requiredOfPolicies")}});
  definitions.emplace_back("policyList", PolicyList({entry, required}));
  definitions.emplace_back("rlsPolicyList", PolicyList({entry}));
  definitions.emplace_back("requiredOfPolicies", RequiredOfPolicies());
  AppendScalarDefinitions(definitions);
  JsonMembers choice;
  AppendWords(ChoiceMessage().name, ChoiceMessage().doc, ChoiceMessage().reference, choice);
  choice.emplace_back("type", kObject);
  choice.emplace_back("$ref", RefTo(ChoiceMessage().name));
  definitions.emplace_back("choices",
                           JsonObject({{"type", "\"array\""}, {"items", JsonObject(choice)}}));
  return JsonObject(definitions);
}

}  // namespace

std::string ServiceConfigJsonSchema() {
  const Message& root = ServiceConfigMessage();
  JsonMembers schema = {{"$schema", R"("https://json-schema.org/draft/2020-12/schema")"},
                        {"$comment", R"("Generated from the field table of grpcfg.")"}};
  AppendWords("gRPC service config", root.doc, root.reference, schema);
  schema.emplace_back("type", kObject);
  schema.emplace_back("$ref", RefTo(root.name));
  schema.emplace_back("$defs", Definitions());
  return PrettyJson(JsonObject(schema));
}

}  // namespace grpcfg
