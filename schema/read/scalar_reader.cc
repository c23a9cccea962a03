// Scalars: the type, the spelling and the bounds of one value.
#include "schema/read/scalar_reader.h"

#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "schema/clients/client_duration.h"
#include "schema/clients/core_target.h"
#include "schema/clients/go_target.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/json/java_text.h"
#include "schema/json/number.h"
#include "schema/read/faults.h"
#include "schema/read/percentage.h"
#include "schema/read/word_reader.h"

namespace grpcfg {
namespace {

// Bounds on durations are whole seconds.
bool IsBelow(const Bound& bound, const Duration& value) {
  const Duration low = {.seconds = bound.low};
  switch (bound.low_kind) {
    case Bound::Low::kNone:
      return false;
    case Bound::Low::kAtLeast:
      return value < low;
    case Bound::Low::kAbove:
      return !(low < value);
  }
  return false;
}

// A number by protobuf's JSON mapping, which may be quoted.
bool IsProtoNumber(FieldType type) { return IsProtoInteger(type) || type == FieldType::kFloat; }

// The bounds of 64-bit types, beyond what the bounds of a field can say.
bool IsBeyondType(FieldType type, const Decimal& value) {
  if (type == FieldType::kUint64) return IsAbove(value, "18446744073709551615");
  if (type != FieldType::kInt64) return false;
  return IsAbove(value, value.negative ? "9223372036854775808" : "9223372036854775807");
}

// Quoted, it would be the number that the field wants.
bool HoldsNumber(absl::string_view text) {
  double number = 0;
  return absl::SimpleAtod(text, &number);
}

}  // namespace

bool ScalarReader::ReadScalarValue(const Place& place, Scalar& value) {
  switch (place.field->type) {
    case FieldType::kString:
      return ReadString(place, value);
    case FieldType::kBool:
      return ReadBool(place, value);
    case FieldType::kDuration:
      return ReadDuration(place, value);
    case FieldType::kInteger:
      return ReadInteger(place, value);
    case FieldType::kUint32:
    case FieldType::kUint64:
    case FieldType::kInt64:
      return state_.IsSpecLike() ? ReadProtoInteger(place, value)
                                 : client_scalars_.ReadClientInteger(place, value);
    case FieldType::kFloat:
      return state_.IsSpecLike() ? ReadFloat(place, value)
                                 : client_scalars_.ReadClientNumber(place, value);
    case FieldType::kNumber:
      return state_.IsSpecLike() ? ReadNumber(place, value)
                                 : client_scalars_.ReadClientNumber(place, value);
    case FieldType::kTokenRatio:
      return state_.IsSpecLike() ? ReadTokenRatio(place, value)
                                 : client_scalars_.ReadClientTokenRatio(place, value);
    case FieldType::kStatusCode:
      return ReadStatusCode(place, value);
    case FieldType::kWord:
    case FieldType::kPolicyName:
    case FieldType::kHeaderName:
      return WordReader(state_, *this).Read(place, value);
    case FieldType::kMessage:
    case FieldType::kJsonObject:
    case FieldType::kJsonValue:
      return false;  // no scalars
  }
  return false;
}

bool ScalarReader::ReadInteger(const Place& place, Scalar& value) {
  if (state_.RowOf(*place.field).reader == FieldReader::kPercentage) {
    return ReadPercentage(state_, place, value);
  }
  if (!state_.IsSpecLike()) return client_scalars_.ReadClientInteger(place, value);
  return state_.AllowsProtoNumbers() ? ReadProtoInteger(place, value)
                                     : ReadBareInteger(place, value);
}

// True unless it should be a target for a channel of the client, and is none.
bool ScalarReader::TakesTarget(FieldReader reader, absl::string_view text) const {
  if (reader == FieldReader::kTargetUri) {
    const bool is_java = client_.implementation() == Implementation::kJava;
    return is_java ? IsJavaUri(text) : IsCoreTarget(text, client_.release());
  }
  if (reader != FieldReader::kGoTarget || text.empty()) return true;
  const Field* const cds = FindField(LoadBalancingConfigMessage(), "cds_experimental");
  return IsGoTarget(text, state_.policies.Has(cds, cds->json_name));
}

bool ScalarReader::ReadString(const Place& place, Scalar& value) {
  if (tree_.kind(place.node) != JsonKind::kString) return ReadNoString(place, value);
  value.text = tree_.Text(place.node);
  const FieldReading& row = state_.RowOf(*place.field);
  if (!TakesTarget(row.reader, value.text))
    return state_.RefuseAs(IssueKind::kRefusedSpelling, place);
  const bool is_one = row.non_empty && place.field->shape == Shape::kOne;
  const bool must_not_be_empty = is_one || row.reader == FieldReader::kNonEmptyText;
  if (!value.text.empty() || !must_not_be_empty) return true;
  state_.Report(IssueKind::kEmptyText, place, tree_.span(place.node));
  return false;
}

// What stands in place of a string: to Go null is the empty one.
bool ScalarReader::ReadNoString(const Place& place, Scalar& value) {
  const FieldReading& row = state_.RowOf(*place.field);
  const bool is_element = place.key == kNoNode || place.field->shape == Shape::kMap;
  if (is_element && row.reader == FieldReader::kAnyElements) return false;
  const JsonKind kind = state_.KindOf(place.node);
  if (row.reader == FieldReader::kUncheckedTexts && kind != JsonKind::kNull) {
    state_.ReportAs(Effect::kBreaksCalls, {.kind = IssueKind::kWrongType,
                                           .node = place.node,
                                           .span = tree_.span(place.node),
                                           .message = place.message,
                                           .field = place.field});
    return false;
  }
  const bool is_null = is_element && kind == JsonKind::kNull;
  const bool is_zero = is_null && row.null_element == NullReading::kUnset;
  if (!is_zero) return state_.WrongType(place);
  value.text = absl::string_view();
  return client_.implementation() == Implementation::kGo;
}

bool ScalarReader::ReadBool(const Place& place, Scalar& value) {
  const JsonKind kind = state_.KindOf(place.node);
  const bool never = state_.RowOf(*place.field).reader == FieldReader::kNeverTaken;
  if (never && kind != JsonKind::kTrue) return state_.RefuseAs(IssueKind::kRefusedSpelling, place);
  if (kind != JsonKind::kTrue && kind != JsonKind::kFalse) return state_.WrongType(place);
  value.boolean = kind == JsonKind::kTrue;
  return true;
}

bool ScalarReader::ReadDuration(const Place& place, Scalar& value) {
  const bool is_object = state_.KindOf(place.node) == JsonKind::kObject;
  if (is_object && state_.RowOf(*place.field).reader == FieldReader::kNodeTimeout) {
    return client_scalars_.ReadNodeTimeoutObject(place, value);
  }
  if (state_.RowOf(*place.field).reader == FieldReader::kNanoseconds)
    return ReadNanoseconds(place, value);
  if (state_.KindOf(place.node) != JsonKind::kString) return state_.WrongType(place);
  const DurationResult result = ParseClientDuration(tree_.Text(place.node), state_.Durations());
  if (result.error != DurationError::kNone) return state_.Refuse(place);
  value.duration = result.value;
  if (!CheckDuration(place, value.duration)) return false;
  return state_.IsSpecLike() || client_scalars_.NoteClientDuration(place, value);
}

// Go's time.Duration.
bool ScalarReader::ReadNanoseconds(const Place& place, Scalar& value) {
  const std::optional<int64_t> nanos =
      ParseClientInteger(client_.numbers, IntegerType::kInt64, state_.TokenAt(place.node));
  if (!nanos) return state_.RefuseAs(IssueKind::kRefusedSpelling, place);
  value.duration = {.seconds = *nanos / kNanosPerSecond,
                    .nanos = static_cast<int32_t>(*nanos % kNanosPerSecond)};
  return CheckDuration(place, value.duration);
}

bool ScalarReader::CheckDuration(const Place& place, Duration& value) {
  const Bound bound = state_.BoundOf(*place.field);
  const Span span = tree_.span(place.node);
  // grpc/grpc retry_service_config.cc JsonPostLoad: a backoff is compared with zero, and no other
  // duration with anything.
  const bool is_taken = client_.durations == DurationGrammar::kCore && value.IsNegative();
  const bool is_cut = state_.RowOf(*place.field).reader == FieldReader::kWholeMs &&
                      value < Duration{.nanos = kNanosPerMs};
  if (is_cut || (IsBelow(bound, value) && !is_taken)) {
    return state_.Tolerates(IssueKind::kTooSmall, place);
  }
  if (bound.has_high && Duration{.seconds = bound.high} < value) {
    return state_.Tolerates(IssueKind::kTooLarge, place);
  }
  const Duration floor = {.nanos = static_cast<int32_t>(bound.floor_ms) * kNanosPerMs};
  if (bound.floor_ms != 0 && value < floor) state_.Report(IssueKind::kRaised, place, span);
  const Duration clamp = {.seconds = bound.clamp};
  if (bound.clamp != 0 && clamp < value && !IsClampLifted(place)) NoteClamp(state_, place);
  return true;
}

// rls_config.proto, RouteLookupConfig.max_age: clamped unless stale_age is specified. C-core
// rls.cc, grpc-go rls/config.go and grpc-java RlsProtoConverters.java ask that since 1.72.
bool ScalarReader::IsClampLifted(const Place& place) const {
  constexpr Release kSince = {1, 72, 0};
  if (place.field->json_name != "maxAge") return false;
  const Field* const stale = FindField(*place.message, "staleAge");
  const bool is_there = (state_.present >> (stale - place.message->fields.data()) & 1) != 0;
  return is_there &&
         (client_.implementation() == Implementation::kSpec || client_.release() >= kSince);
}

// The spelling of a number, which may be quoted only where protobuf's JSON mapping says so.
bool ScalarReader::NumberSpelling(const Place& place, absl::string_view& spelling) {
  const JsonKind kind = state_.KindOf(place.node);
  spelling = tree_.Text(place.node);
  if (state_.AllowsProtoNumbers()) return ProtojsonSpelling(place, spelling);
  if (kind == JsonKind::kNumber) return true;
  if (kind != JsonKind::kString || !HoldsNumber(spelling)) return state_.WrongType(place);
  const bool quotes_allowed = IsProtoNumber(place.field->type) || state_.AllowsProtoNumbers();
  if (!quotes_allowed) {
    state_.Report(IssueKind::kQuotedNumber, place, tree_.span(place.node));
    return false;
  }
  if (IsJsonNumber(spelling)) return true;
  state_.Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
  return false;
}

// protobuf-go encoding/protojson/decode.go unmarshalInt, unmarshalFloat: a string is read as far as
// the number goes, and an exponent without digits is none in an integer.
bool ScalarReader::ProtojsonSpelling(const Place& place, absl::string_view& spelling) {
  const JsonKind kind = state_.KindOf(place.node);
  if (kind != JsonKind::kNumber && kind != JsonKind::kString) return state_.WrongType(place);
  const bool is_trimmed = absl::StripAsciiWhitespace(spelling).size() == spelling.size();
  const bool is_quoted = kind == JsonKind::kString;
  spelling = is_trimmed ? ProtojsonNumber(spelling, is_quoted) : absl::string_view();
  const FieldType type = place.field->type;
  const bool is_float =
      type == FieldType::kFloat || type == FieldType::kNumber || type == FieldType::kTokenRatio;
  if (!is_float && !spelling.empty() && !IsJsonNumber(spelling)) {
    spelling = spelling.substr(0, spelling.find_first_of("eE"));
  }
  if (IsJsonNumber(spelling)) return true;
  if (kind == JsonKind::kString && !HoldsNumber(tree_.Text(place.node)))
    return state_.WrongType(place);
  state_.Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
  return false;
}

bool ScalarReader::ReadBareInteger(const Place& place, Scalar& value) {
  absl::string_view spelling;
  if (!NumberSpelling(place, spelling)) return false;
  if (!IsIntegerLiteral(spelling)) {
    state_.Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
    return false;
  }
  value.integer = SaturatingInteger(spelling);
  return CheckInteger(state_, place, value.integer);
}

bool ScalarReader::ReadProtoInteger(const Place& place, Scalar& value) {
  absl::string_view spelling;
  if (!NumberSpelling(place, spelling)) return false;
  const Decimal decimal = ParseDecimal(spelling);
  if (!decimal.IsInteger()) {
    state_.Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
    return false;
  }
  if (IsBeyondType(place.field->type, decimal)) {
    state_.Report(decimal.negative ? IssueKind::kTooSmall : IssueKind::kTooLarge, place,
                  tree_.span(place.node));
    return false;
  }
  value.integer = ScaleDown(decimal, 0);
  return CheckInteger(state_, place, value.integer);
}

// protobuf's JSON mapping: these three words, in quotes.
bool ScalarReader::IsSpecialFloat(const Place& place) const {
  const bool allowed = state_.AllowsProtoNumbers() || IsProtoNumber(place.field->type);
  if (!allowed || tree_.kind(place.node) != JsonKind::kString) return false;
  const absl::string_view text = tree_.Text(place.node);
  return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

// What rounds to no float is none (strconv.ParseFloat in 32 bits).
bool ScalarReader::ReadProtoFloat(const Place& place, Scalar& value) {
  float rounded = 0;
  absl::string_view spelling;
  if (IsSpecialFloat(place)) return absl::SimpleAtod(tree_.Text(place.node), &value.number);
  if (!NumberSpelling(place, spelling) || !absl::SimpleAtod(spelling, &value.number)) return false;
  if (absl::SimpleAtof(spelling, &rounded) && std::isfinite(rounded)) return true;
  state_.Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
  return false;
}

bool ScalarReader::ReadNumber(const Place& place, Scalar& value) {
  if (state_.AllowsProtoNumbers()) return ReadProtoFloat(place, value);
  absl::string_view spelling;
  if (!NumberSpelling(place, spelling)) return false;
  // Beyond the range of a double it is infinite, or zero although it is not: the digits decide.
  if (!absl::SimpleAtod(spelling, &value.number)) return false;
  if (value.number > 0 || state_.BoundOf(*place.field).low_kind == Bound::Low::kNone) return true;
  const Decimal decimal = ParseDecimal(spelling);
  if (!decimal.IsZero() && !decimal.negative) return true;
  state_.Report(IssueKind::kTooSmall, place, tree_.span(place.node));
  return false;
}

// A float by protobuf's JSON mapping; its only bound is to be not below 0.
bool ScalarReader::ReadFloat(const Place& place, Scalar& value) {
  if (!ReadProtoFloat(place, value)) return false;
  if (state_.BoundOf(*place.field).low_kind == Bound::Low::kNone || !(value.number < 0))
    return true;
  state_.Report(IssueKind::kTooSmall, place, tree_.span(place.node));
  return false;
}

bool ScalarReader::ReadTokenRatio(const Place& place, Scalar& value) {
  constexpr int kDecimals = 3;
  absl::string_view spelling;
  if (IsSpecialFloat(place)) return false;  // taken, but no number of tokens
  if (state_.AllowsProtoNumbers() && !ReadProtoFloat(place, value)) return false;
  if (!NumberSpelling(place, spelling)) return false;
  const Decimal decimal = ParseDecimal(spelling);
  const Span span = tree_.span(place.node);
  const int64_t milli = ScaleDown(decimal, kDecimals);
  value.is_fractional = true;
  value.number = static_cast<double>(milli) / 1000;
  if (state_.BoundOf(*place.field).low_kind == Bound::Low::kNone) return true;
  if (decimal.IsZero() || decimal.negative) {
    state_.Report(IssueKind::kTooSmall, place, span);
    return false;
  }
  if (milli == 0) {
    state_.Report(IssueKind::kTruncatedToZero, place, span);
    return false;
  }
  if (HasDigitsBeyond(decimal, kDecimals)) state_.Report(IssueKind::kTruncated, place, span);
  return true;
}

bool ScalarReader::ReadStatusCode(const Place& place, Scalar& value) {
  if (!state_.IsSpecLike()) return client_scalars_.ReadClientCode(place, value);
  const JsonKind kind = tree_.kind(place.node);
  if (kind == JsonKind::kNumber) {
    return state_.AllowsProtoNumbers() ? ReadProtoInteger(place, value)
                                       : ReadBareInteger(place, value);
  }
  if (kind != JsonKind::kString) return state_.WrongType(place);
  const bool any_case = client_.status_codes == CodeGrammar::kAnyCaseOrInteger;
  const std::optional<int> code =
      FindStatusCode(tree_.Text(place.node), any_case ? LetterCase::kIgnored : LetterCase::kExact);
  if (!code) return state_.Refuse(place);
  value.integer = *code;
  return true;
}

}  // namespace grpcfg
