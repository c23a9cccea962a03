#include "schema/read/sharing.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/service_config.h"
#include "schema/fields/status_code.h"
#include "schema/json/json_tree.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// Durations of whole milliseconds above 0 and below this are the same to all clients: the longest
// delay of a jitter is still a timer of Node.
constexpr int64_t kLongestUsualSeconds = 1'700'000;

// Integers of a field that are the same to all clients, both ends included.
struct UsualRange {
  int64_t low;
  int64_t high;
};

UsualRange UsualRangeOf(const Field& field) {
  const Bound& bound = field.bound;
  return {bound.low_kind == Bound::Low::kAtLeast ? bound.low : bound.low + 1,
          bound.clamp != 0 ? bound.clamp : bound.high};
}

// True if no value from `low` to `high` is out of the bound or changed by it.
bool Admits(const Bound& bound, int64_t low, int64_t high) {
  const int64_t least = bound.low_kind == Bound::Low::kAbove ? bound.low + 1 : bound.low;
  return (bound.low_kind == Bound::Low::kNone || least <= low) &&
         (!bound.has_high || bound.high >= high) && (bound.clamp == 0 || bound.clamp >= high);
}

// Numbers and durations have values between 0 and the first whole one.
bool AdmitsFractions(const Bound& bound, int64_t high) {
  const bool from_zero = bound.low_kind == Bound::Low::kNone || bound.low <= 0;
  return from_zero && bound.floor_ms == 0 && Admits(bound, 1, high);
}

// True of the ways to read a field in which usual values are what they are to everyone; of a
// timeout of grpc-js see IsUsualTimeoutOfNode.
bool ReadsUsualValues(FieldReader reader) {
  return reader == FieldReader::kByType || reader == FieldReader::kNodeTimeout ||
         reader == FieldReader::kNodeList || reader == FieldReader::kNodeElements ||
         reader == FieldReader::kNumber || reader == FieldReader::kMayBeEmpty;
}

// True if a client that has this row uses every usual value of the field as it stands.
bool TakesUsualValues(const FieldReading& row, const Field& field) {
  const bool is_as_usual = row.use == Use::kApplied && ReadsUsualValues(row.reader) &&
                           row.non_empty == field.non_empty && row.if_absent == field.if_absent &&
                           row.only_without == kNoField && row.required_with == kNoField &&
                           row.type_only_with == kNoField;
  if (!is_as_usual) return false;
  const UsualRange range = UsualRangeOf(field);
  switch (field.type) {
    case FieldType::kString:
    case FieldType::kBool:
    case FieldType::kMessage:
      return true;
    case FieldType::kInteger:
      return Admits(*row.bound, range.low, range.high);
    case FieldType::kStatusCode:
      return Admits(*row.bound, 1, kMaxStatusCode);
    case FieldType::kDuration:
      return AdmitsFractions(*row.bound, kLongestUsualSeconds);
    case FieldType::kTokenRatio:
      return AdmitsFractions(*row.bound, 1);
    case FieldType::kNumber:
      return AdmitsFractions(*row.bound, std::numeric_limits<int64_t>::max());
    default:
      return false;
  }
}

// How many digits a duration has after its point; 0 without one.
size_t DecimalsOf(absl::string_view text) {
  const size_t point = text.find('.');
  if (point == absl::string_view::npos) return 0;
  const absl::string_view decimals = text.substr(point + 1);
  return decimals.size() - (absl::EndsWith(decimals, "s") ? 1 : 0);
}

constexpr size_t kNanoDecimals = 9;

// Short ones, and those with nine decimals, as grpc-js needs them.
bool IsUsualDuration(absl::string_view text) {
  constexpr size_t kLongest = 12;
  const size_t decimals = text.size() > kLongest ? DecimalsOf(text) : 0;
  if (text.size() - (decimals == kNanoDecimals ? decimals : 0) > kLongest) return false;
  const DurationResult exact = ParseDuration(text);
  return exact.error == DurationError::kNone && !exact.value.IsNegative() &&
         !exact.value.IsZero() && exact.value.nanos % kNanosPerMs == 0 &&
         exact.value.seconds < kLongestUsualSeconds;
}

// grpc-js reads the fraction of a timeout as a number of nanoseconds.
bool IsUsualTimeoutOfNode(absl::string_view text) {
  const size_t decimals = DecimalsOf(text);
  return decimals == 0 || decimals == kNanoDecimals;
}

// No decimals after the third, and as many thousandths in the arithmetic of every client: floats
// in Java, doubles in .NET; C-core takes a ratio without a point for thousandths.
bool IsUsualRatio(absl::string_view text) {
  constexpr size_t kLongest = 5;  // 0.125
  const bool is_plain =
      text.size() <= kLongest && absl::StartsWith(text, "0.") && IsDigits(text.substr(2));
  const double ratio = is_plain ? NearestDouble(text) : 0;
  if (ratio <= 0) return false;
  const double thousandths = std::round(ratio * 1000);
  const auto in_java = static_cast<double>(std::floor(static_cast<float>(ratio) * 1000.0F));
  return std::trunc(ratio * 1000) == thousandths && in_java == thousandths;
}

bool IsUsualInteger(const Field& field, absl::string_view text) {
  const UsualRange range = UsualRangeOf(field);
  int64_t integer = 0;
  return text[0] != '0' && IsDigits(text) && absl::SimpleAtoi(text, &integer) &&
         range.low <= integer && integer <= range.high;
}

// Numbers as text, of a text in which all numbers are plain decimals.
bool IsUsualNumber(const Field& field, absl::string_view text) {
  constexpr size_t kLongest = 12;
  if (text.size() > kLongest) return false;
  if (field.type == FieldType::kInteger) return IsUsualInteger(field, text);
  if (field.type == FieldType::kTokenRatio) return IsUsualRatio(text);
  return field.type == FieldType::kNumber && text[0] != '-' &&
         text.find_first_of("123456789") != absl::string_view::npos;
}

bool IsUsualText(const Field& field, absl::string_view text) {
  if (field.type == FieldType::kString) return !text.empty() && !absl::StrContains(text, '/');
  if (field.type == FieldType::kDuration) return IsUsualDuration(text);
  return field.type == FieldType::kStatusCode &&
         FindStatusCode(text, LetterCase::kExact).value_or(0) != 0;
}

// `[{"round_robin": {}}]` or `[{"pick_first": {}}]`: every client that chooses a policy has them.
bool IsBareList(const JsonTree& tree, NodeId list) {
  constexpr NodeId kNodes = 4;  // the list, its element, a key, an object
  if (tree.kind(list) != JsonKind::kArray || tree.node(list).next != list + kNodes) return false;
  const NodeId key = list + 2;
  const bool is_object =
      tree.kind(list + 1) == JsonKind::kObject && tree.kind(key + 1) == JsonKind::kObject;
  const absl::string_view name = is_object ? tree.Text(key) : absl::string_view();
  return name == "round_robin" || name == "pick_first";
}

constexpr uint32_t BitOf(size_t field) { return uint32_t{1} << field; }

}  // namespace

CommonReading::CommonReading(absl::Span<const ProfileAt* const> clients) {
  const Message& name = *FindField(kMethodConfig, "name")->message;
  const Message& retry_policy = *FindField(kMethodConfig, "retryPolicy")->message;
  const Message& throttling = *FindField(kServiceConfig, "retryThrottling")->message;
  for (const Message* const message :
       {&kServiceConfig, &kMethodConfig, &name, &retry_policy, &throttling}) {
    messages_.push_back({.message = message, .is_name = message == &name});
    for (size_t i = 0; i < message->fields.size(); ++i) AddField(i, clients, messages_.back());
  }
  const auto accepts = [](const ProfileAt* client, IssueKind kind) {
    return client->EffectOf(kind) == Effect::kAccepts;
  };
  const auto& timeout = *FindField(kMethodConfig, "timeout");
  for (const ProfileAt* const client : clients) {
    covers_any_ = covers_any_ && accepts(client, IssueKind::kHangsRetries) &&
                  !accepts(client, IssueKind::kDuplicateName);
    has_node_ = has_node_ || client->Of(kMethodConfig, timeout).reader == FieldReader::kNodeTimeout;
  }
}

void CommonReading::AddField(size_t index, absl::Span<const ProfileAt* const> clients,
                             Common& common) {
  const Message& message = *common.message;
  const Field& field = message.fields[index];
  size_t users = 0;
  size_t missed_by = 0;
  for (const ProfileAt* const client : clients) {
    const FieldReading& row = client->Of(message, field);
    users += TakesUsualValues(row, field) ? 1 : 0;
    const Effect missing = client->EffectOf(IssueKind::kMissingField, &message, &field);
    missed_by += row.required && missing != Effect::kAccepts ? 1 : 0;
    const bool is_dependent = field.type == FieldType::kMessage && row.checked_with != kNoField;
    if (is_dependent) common.pairs.emplace_back(BitOf(index), BitOf(row.checked_with));
  }
  const auto is_chosen = [](const ProfileAt* client) {
    return client->policy_choice != PolicyChoice::kEveryOne;
  };
  const bool is_list_of_policies = field.message == &LoadBalancingConfigMessage();
  const bool is_same =
      users == clients.size() && (!is_list_of_policies || absl::c_all_of(clients, is_chosen) ||
                                  absl::c_none_of(clients, is_chosen));
  if (is_same) common.same |= BitOf(index);
  const bool is_missed_by_some = missed_by != 0 && missed_by != clients.size();
  const bool selects_calls = &message == &kMethodConfig && field.json_name == "name";
  if (is_missed_by_some || selects_calls) common.needed |= BitOf(index);
}

bool CommonReading::Covers(const Document& document) const {
  if (!covers_any_ || document.kind != DocumentKind::kConfig) return false;
  const JsonTree& tree = document.tree;
  return tree.is_plain() && tree.kind(JsonTree::kRoot) == JsonKind::kObject &&
         CoversObject(tree, messages_.front(), JsonTree::kRoot);
}

const CommonReading::Common* CommonReading::Find(const Message* message) const {
  const auto found =
      absl::c_find_if(messages_, [&](const Common& common) { return common.message == message; });
  return found == messages_.end() ? nullptr : &*found;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than the messages of CommonReading
bool CommonReading::CoversObject(const JsonTree& tree, const Common& common, NodeId object) const {
  const Message& message = *common.message;
  const NodeId end = tree.node(object).next;
  uint32_t present = 0;
  size_t next = 0;
  for (NodeId key = object + 1; key < end; key = tree.node(key + 1).next) {
    const size_t field = FindPlace(message, tree, key, next);
    const uint32_t bit = field < message.fields.size() ? BitOf(field) : 0;
    const bool is_new = (common.same & bit & ~present) != 0;
    if (!is_new || !CoversField(tree, message.fields[field], key + 1)) return false;
    present |= bit;
    next = field + 1;
  }
  // A name with a method and without a service, which has no other fields.
  if (common.is_name && present == BitOf(kMethodOfName)) return false;
  const bool has_pairs = absl::c_all_of(common.pairs, [&](const auto& pair) {
    return (present & pair.first) == 0 || (present & pair.second) != 0;
  });
  return has_pairs && (common.needed & ~present) == 0;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than the messages of CommonReading
bool CommonReading::CoversField(const JsonTree& tree, const Field& field, NodeId value) const {
  if (field.message == &LoadBalancingConfigMessage()) return IsBareList(tree, value);
  if (field.shape == Shape::kOne) return CoversValue(tree, field, value);
  const NodeId end = tree.node(value).next;
  const bool is_list = field.shape == Shape::kList && tree.kind(value) == JsonKind::kArray;
  if (!is_list || end == value + 1) return false;
  for (NodeId element = value + 1; element < end; element = tree.node(element).next) {
    if (!CoversValue(tree, field, element)) return false;
  }
  return true;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than the messages of CommonReading
bool CommonReading::CoversValue(const JsonTree& tree, const Field& field, NodeId value) const {
  const absl::string_view text = tree.Text(value);
  switch (tree.kind(value)) {
    case JsonKind::kObject: {
      const Common* const common = Find(field.message);
      return common != nullptr && CoversObject(tree, *common, value);
    }
    case JsonKind::kString:
      return IsUsualText(field, text) &&
             (!has_node_ || field.json_name != "timeout" || IsUsualTimeoutOfNode(text));
    case JsonKind::kNumber:
      return IsUsualNumber(field, text);
    case JsonKind::kTrue:
    case JsonKind::kFalse:
      return field.type == FieldType::kBool;
    default:
      return false;
  }
}

}  // namespace grpcfg
