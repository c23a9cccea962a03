// What may be read once for many clients: usual values of the fields that they read alike.
#include "schema/read/reader.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// How many digits a duration has behind its point; 0 without one.
size_t DecimalsOf(absl::string_view text) {
  const size_t point = text.find('.');
  if (point == absl::string_view::npos) return 0;
  const absl::string_view decimals = text.substr(point + 1);
  return decimals.size() - (absl::EndsWith(decimals, "s") ? 1 : 0);
}

constexpr size_t kNanoDecimals = 9;

// Short ones, and those with nine decimals, as grpc-js wants them.
bool IsUsualDuration(absl::string_view text, const DurationResult& exact) {
  constexpr size_t kLongest = 12;
  const size_t decimals = text.size() > kLongest ? DecimalsOf(text) : 0;
  if (text.size() - (decimals == kNanoDecimals ? decimals : 0) > kLongest) return false;
  return exact.error == DurationError::kNone && !exact.value.IsNegative() &&
         !exact.value.IsZero() && exact.value.nanos % kNanosPerMs == 0 &&
         exact.value.seconds < kLongestUsualSeconds;
}

// No decimals beyond the third, and as many thousandths in the arithmetic of every client: floats
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

bool IsUsualInteger(const Field& field, std::optional<int64_t> value) {
  const UsualRange range = UsualRangeOf(field);
  return value && range.low <= *value && *value <= range.high;
}

// What the text of a scalar is to the spec: `value`, which it has read; null: to be read here.
std::optional<int64_t> IntegerOf(absl::string_view text, const Scalar* value) {
  int64_t integer = 0;
  if (text[0] == '0' || text[0] == '-') return std::nullopt;
  if (value != nullptr) return value->integer;
  return IsDigits(text) && absl::SimpleAtoi(text, &integer) ? std::optional(integer) : std::nullopt;
}

// Clients other than the spec want the very name, and what it has read of a string is one of them.
int64_t CodeOf(absl::string_view text, const Scalar* value) {
  if (value == nullptr) return FindStatusCode(text, LetterCase::kExact).value_or(0);
  return kStatusCodeNames[static_cast<size_t>(value->integer)] == text ? value->integer : 0;
}

DurationResult DurationOf(absl::string_view text, const Scalar* value) {
  return value != nullptr ? DurationResult{.value = value->duration} : ParseDuration(text);
}

bool IsUsual(const JsonTree& tree, const Place& place, const Scalar* value) {
  const JsonNode& node = tree.node(place.node);
  const absl::string_view text = tree.Text(place.node);
  if (place.field->sharing == Sharing::kNone || node.escaped || node.deviant) return false;
  const bool is_string = node.kind == JsonKind::kString;
  const bool is_number = node.kind == JsonKind::kNumber;
  constexpr size_t kLongestNumber = 12;
  if (text.size() > kLongestNumber && !is_string) return false;
  switch (place.field->type) {
    case FieldType::kString:
      return is_string && !text.empty() && !absl::StrContains(text, '/');
    case FieldType::kBool:
      return node.kind == JsonKind::kTrue || node.kind == JsonKind::kFalse;
    case FieldType::kInteger:
      return is_number && IsUsualInteger(*place.field, IntegerOf(text, value));
    case FieldType::kNumber:
      return is_number && text[0] != '-' &&
             text.find_first_of("123456789") != absl::string_view::npos;
    case FieldType::kTokenRatio:
      return is_number && IsUsualRatio(text);
    case FieldType::kStatusCode:
      return is_string && CodeOf(text, value) != 0;
    case FieldType::kDuration:
      return is_string && IsUsualDuration(text, DurationOf(text, value));
    default:
      return false;
  }
}

}  // namespace

// A field that not every client has, or that this one alone knows by such a key. Of those that some
// do not use, the first place in the text is kept.
void NoteUnlike(const JsonTree& tree, const Place& place, Reading& reading) {
  if (place.field->sharing != Sharing::kWhereUsed ||
      tree.Text(place.key) != place.field->json_name) {
    reading.readers = 0;
    return;
  }
  auto* const found =
      std::find_if(reading.not_by_all.begin(), reading.not_by_all.end(),
                   [&](const FieldKey& noted) { return noted.field == place.field; });
  if (found == reading.not_by_all.end()) {
    reading.not_by_all.push_back({place.message, place.field, place.key});
  } else {
    found->key = std::min(found->key, place.key);
  }
}

uint8_t UsualTo(const ReadState& state, const Place& place, const Scalar& value) {
  const bool is_known = value.valid && state.Is(Implementation::kSpec);
  if (!IsUsual(state.tree, place, is_known ? &value : nullptr)) return 0;
  if (place.field->json_name != "timeout") return kAllReaders;
  // grpc-js reads the fraction of a timeout as a number of nanoseconds.
  const size_t decimals = DecimalsOf(state.tree.Text(place.node));
  return decimals != 0 && decimals != kNanoDecimals
             ? kAllReaders & ~ReaderBit(Implementation::kNode)
             : kAllReaders;
}

// `[{"round_robin": {}}]` or `[{"pick_first": {}}]`.
bool IsBareList(const JsonTree& tree, NodeId list) {
  constexpr NodeId kNodes = 4;  // the list, its element, a key, an object
  if (tree.kind(list) != JsonKind::kArray || tree.node(list).next != list + kNodes) return false;
  const NodeId key = list + 2;
  const bool is_object =
      tree.kind(list + 1) == JsonKind::kObject && tree.kind(key + 1) == JsonKind::kObject;
  const absl::string_view name = is_object ? tree.Text(key) : absl::string_view();
  return (name == "round_robin" || name == "pick_first") && !tree.node(key).escaped;
}

}  // namespace grpcfg
