#include "validator/resolve/effective_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/fields/status_code.h"
#include "schema/json/json_writer.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

std::string JsonOf(double number) {
  if (std::isnan(number)) return R"("NaN")";
  if (std::isinf(number)) return number > 0 ? R"("Infinity")" : R"("-Infinity")";
  constexpr double kLargestPlain = 1e15;
  const bool is_whole = std::abs(number) < kLargestPlain && std::trunc(number) == number;
  if (is_whole && !std::signbit(number)) return absl::StrCat(static_cast<int64_t>(number));
  std::string text;
  for (const int digits : {15, 16, 17}) {  // the fewest that give the same number
    text = absl::StrFormat("%.*g", digits, number);
    double again = 0;
    if (absl::SimpleAtod(text, &again) && again == number) break;
  }
  return text;
}

std::string JsonOf(int64_t number) { return absl::StrCat(number); }
std::string JsonOf(bool value) { return value ? "true" : "false"; }
std::string JsonOf(const Duration& duration) { return JsonString(SpellDuration(duration)); }
std::string JsonOf(const std::string& text) { return JsonString(text); }

std::string JsonOf(const StatusCodes& codes) {
  return WrittenJson(JsonLayout::kSpaced, [&](JsonWriter& writer) {
    writer.WriteArray(codes, [&](int code) {
      const bool has_name = code >= 0 && code <= kMaxStatusCode;
      has_name ? writer.String(kStatusCodeNames[static_cast<size_t>(code)])
               : writer.Json(absl::StrCat(code));
    });
  });
}

// Appends a value that stands in `policy`, or in none, if it is there.
template <typename T>
void Add(absl::string_view policy, absl::string_view field, const Located<T>& value,
         std::vector<EffectiveValue>& values) {
  if (!value.value) return;
  values.push_back({policy, std::string(field), value.node, JsonOf(*value.value)});
}

// The value, where the token means by the spec, or looks like, what is used.
bool IsAsWritten(absl::string_view token, absl::string_view json) {
  constexpr double kFloatError = 1e-7;
  const bool is_text = json[0] == '"';
  const absl::string_view used = is_text ? json.substr(1, json.size() - 2) : json;
  if (token == used) return true;
  const DurationResult duration = ParseDuration(token);
  if (is_text && duration.error == DurationError::kNone) {
    return SpellDuration(duration.value) == used;
  }
  double written = 0;
  double number = 0;
  if (!absl::SimpleAtod(token, &written) || !absl::SimpleAtod(used, &number)) return false;
  return written == number || std::abs(written - number) <= std::abs(written) * kFloatError;
}

bool IsUsed(const std::vector<EffectiveValue>& values, const JsonTree& tree, const Field& field,
            NodeId written) {
  return std::any_of(values.begin(), values.end(), [&](const EffectiveValue& value) {
    return tree.IsIn(value.node, written) || value.policy == field.json_name;
  });
}

// The fields of `message` that have a value in an object: function(field, value). Not those that
// say what the others are for.
template <typename Function>
void ForEachWritten(const JsonTree& tree, const Message& message, NodeId object,
                    const Function& function) {
  if (object == kNoNode || tree.kind(object) != JsonKind::kObject) return;
  const Field* field = nullptr;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    field = FindField(message, tree, member.key, field);
    const JsonKind kind = tree.kind(member.value);
    if (field == nullptr || kind == JsonKind::kNull || IsNothing(kind)) return;
    if (field->json_name == "name" || field->json_name == "methodConfig") return;
    function(*field, member.value);
  });
}

}  // namespace

std::string SourceJson(JsonKind kind, absl::string_view text) {
  switch (kind) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kFalse:
      return "false";
    case JsonKind::kTrue:
      return "true";
    case JsonKind::kNumber:
      // Many readers refuse a number that no double holds.
      return IsDoubleNumber(text) ? std::string(text) : JsonString(text);
    default:
      return JsonString(text);
  }
}

std::string EffectiveValue::Path() const {
  return absl::StrCat(policy, policy.empty() ? "" : ".", field);
}

std::vector<EffectiveValue> ValuesOf(const EffectiveMethod& method) {
  constexpr size_t kUsual = 9;  // no client has more of an entry with one policy
  std::vector<EffectiveValue> values;
  values.reserve(kUsual);
  Add("", "timeout", method.timeout, values);
  Add("", "waitForReady", method.wait_for_ready, values);
  Add("", "maxRequestMessageBytes", method.max_request_message_bytes, values);
  Add("", "maxResponseMessageBytes", method.max_response_message_bytes, values);
  if (const auto& retry = method.retry_policy) {
    Add("retryPolicy", "maxAttempts", retry->max_attempts, values);
    Add("retryPolicy", "initialBackoff", retry->initial_backoff, values);
    Add("retryPolicy", "maxBackoff", retry->max_backoff, values);
    Add("retryPolicy", "backoffMultiplier", retry->backoff_multiplier, values);
    Add("retryPolicy", "retryableStatusCodes", retry->retryable_status_codes, values);
  }
  if (const auto& hedging = method.hedging_policy) {
    Add("hedgingPolicy", "maxAttempts", hedging->max_attempts, values);
    Add("hedgingPolicy", "hedgingDelay", hedging->hedging_delay, values);
    Add("hedgingPolicy", "nonFatalStatusCodes", hedging->non_fatal_status_codes, values);
  }
  return values;
}

std::vector<EffectiveValue> ValuesOf(const EffectiveChannel& channel) {
  std::vector<EffectiveValue> values;
  Add("", "loadBalancing", channel.load_balancing, values);
  if (const auto& throttling = channel.retry_throttling) {
    Add("retryThrottling", "maxTokens", throttling->max_tokens, values);
    Add("retryThrottling", "tokenRatio", throttling->token_ratio, values);
  }
  Add("healthCheckConfig", "serviceName", channel.health_check_service, values);
  Add("connectionScaling", "maxConnectionsPerSubchannel", channel.max_connections_per_subchannel,
      values);
  return values;
}

std::vector<Alteration> FindAltered(const std::vector<EffectiveValue>& values,
                                    const JsonTree& tree) {
  std::vector<Alteration> altered;
  for (const EffectiveValue& value : values) {
    const bool is_compared = value.node != kNoNode && value.json[0] != '[' &&
                             value.field != "loadBalancing" && value.field != "serviceName";
    if (!is_compared) continue;
    if (IsAsWritten(tree.Text(value.node), value.json)) continue;
    std::string written = SourceJson(tree.kind(value.node), tree.Text(value.node));
    if (written == value.json) continue;
    altered.push_back({value.Path(), std::move(written), value.json});
  }
  return altered;
}

std::vector<std::string> FindIgnored(const std::vector<EffectiveValue>& values,
                                     const JsonTree& tree, const Message& message, NodeId node) {
  std::vector<std::string> ignored;
  const auto add = [&](std::string path) {
    const bool is_new = std::find(ignored.begin(), ignored.end(), path) == ignored.end();
    // A field that stands twice has a value all the same.
    const bool is_set = std::any_of(values.begin(), values.end(), [&](const EffectiveValue& value) {
      return value.Path() == path;
    });
    if (is_new && !is_set) ignored.push_back(std::move(path));
  };
  ForEachWritten(tree, message, node, [&](const Field& field, NodeId value) {
    if (!IsUsed(values, tree, field, value)) return add(std::string(field.json_name));
    const bool is_policy = field.type == FieldType::kMessage && field.shape == Shape::kOne;
    if (!is_policy) return;
    ForEachWritten(tree, *field.message, value, [&](const Field& below, NodeId value_below) {
      if (IsUsed(values, tree, below, value_below)) return;
      add(absl::StrCat(field.json_name, ".", below.json_name));
    });
  });
  return ignored;
}

}  // namespace grpcfg
