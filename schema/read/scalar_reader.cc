// Scalars: the type, the spelling and the bounds of one value.
#include "schema/read/scalars.h"

#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "schema/clients/client_duration.h"
#include "schema/clients/client_target.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/json/java_text.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

bool ReadBool(ReadState& state, const Place& place, Scalar& value) {
  const JsonKind kind = state.KindOf(place.node);
  const bool never = state.RowOf(*place.field).reader == FieldReader::kNeverTaken;
  if (never && kind != JsonKind::kTrue) return state.RefuseAs(IssueKind::kRefusedSpelling, place);
  if (kind != JsonKind::kTrue && kind != JsonKind::kFalse) return state.WrongType(place);
  value.boolean = kind == JsonKind::kTrue;
  return true;
}

// rls_config.proto, RouteLookupConfig.max_age: clamped unless stale_age is specified. C-core
// rls.cc, grpc-go rls/config.go and grpc-java RlsProtoConverters.java require that since 1.72.
bool IsClampLifted(const ReadState& state, const Place& place) {
  constexpr Release kSince = {1, 72, 0};
  if (place.field->json_name != "maxAge") return false;
  const Field* const stale = FindField(*place.message, "staleAge");
  return state.Has(*stale) && (state.Is(Implementation::kSpec) || state.client.release() >= kSince);
}

bool IsAboveClamp(const ReadState& state, const Place& place, const Duration& value) {
  const Duration clamp = {.seconds = state.BoundOf(*place.field).clamp};
  return !clamp.IsZero() && clamp < value && !IsClampLifted(state, place);
}

bool CheckDuration(ReadState& state, const Place& place, const Duration& value) {
  const Bound bound = state.BoundOf(*place.field);
  const Duration low = {.seconds = bound.low};
  // grpc/grpc retry_service_config.cc JsonPostLoad: a backoff is compared with zero, and no other
  // duration with anything.
  const bool is_taken = state.client.durations == DurationGrammar::kCore && value.IsNegative();
  const bool is_cut = state.RowOf(*place.field).reader == FieldReader::kWholeMs &&
                      value < Duration{.nanos = kNanosPerMs};
  if (is_cut || (IsBelow(bound, low, value) && !is_taken)) {
    return state.Tolerates(IssueKind::kTooSmall, place);
  }
  if (bound.has_high && Duration{.seconds = bound.high} < value) {
    return state.Tolerates(IssueKind::kTooLarge, place);
  }
  const Duration floor = {.nanos = static_cast<int32_t>(bound.floor_ms) * kNanosPerMs};
  if (bound.floor_ms != 0 && value < floor) state.Report(IssueKind::kRaised, place);
  if (IsAboveClamp(state, place, value)) NoteClamp(state, place);
  return true;
}

// Go's time.Duration.
bool ReadNanoseconds(ReadState& state, const Place& place, Scalar& value) {
  const std::optional<int64_t> nanos =
      ParseClientInteger(state.client.numbers, IntegerType::kInt64, state.TokenAt(place.node));
  if (!nanos) return state.RefuseAs(IssueKind::kRefusedSpelling, place);
  value.duration = {.seconds = *nanos / kNanosPerSecond,
                    .nanos = static_cast<int32_t>(*nanos % kNanosPerSecond)};
  return CheckDuration(state, place, value.duration);
}

bool ReadDuration(ReadState& state, const Place& place, Scalar& value) {
  const FieldReader reader = state.RowOf(*place.field).reader;
  const JsonKind kind = state.KindOf(place.node);
  if (kind == JsonKind::kObject && reader == FieldReader::kNodeTimeout) {
    return ReadNodeTimeoutObject(state, place, value);
  }
  if (reader == FieldReader::kNanoseconds) return ReadNanoseconds(state, place, value);
  if (kind != JsonKind::kString) return state.WrongType(place);
  const DurationResult result = ParseClientDuration(state.tree.Text(place.node), state.Durations());
  if (result.error != DurationError::kNone) return state.Refuse(place);
  value.duration = result.value;
  if (!CheckDuration(state, place, value.duration)) return false;
  if (!state.IsSpecLike() && !NoteClientDuration(state, place, value)) return false;
  if (IsAboveClamp(state, place, value.duration)) {
    value.duration = {.seconds = state.BoundOf(*place.field).clamp};
  }
  return true;
}

// Quoted, it would be the number that the field needs.
bool HoldsNumber(absl::string_view text) {
  double number = 0;
  return absl::SimpleAtod(text, &number);
}

// protobuf-go encoding/protojson/decode.go unmarshalInt, unmarshalFloat: a string is read as far as
// the number goes, and an exponent without digits is none in an integer.
bool ProtojsonSpelling(ReadState& state, const Place& place, absl::string_view& spelling) {
  const JsonKind kind = state.KindOf(place.node);
  if (kind != JsonKind::kNumber && kind != JsonKind::kString) return state.WrongType(place);
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
  if (kind == JsonKind::kString && !HoldsNumber(state.tree.Text(place.node)))
    return state.WrongType(place);
  return state.Fault(IssueKind::kMalformedNumber, place);
}

// A number by protobuf's JSON mapping, which may be quoted.
bool IsProtoNumber(FieldType type) { return IsProtoInteger(type) || type == FieldType::kFloat; }

// The spelling of a number, which may be quoted only where protobuf's JSON mapping says so.
bool NumberSpelling(ReadState& state, const Place& place, absl::string_view& spelling) {
  const JsonKind kind = state.KindOf(place.node);
  spelling = state.tree.Text(place.node);
  if (state.AllowsProtoNumbers()) return ProtojsonSpelling(state, place, spelling);
  if (kind == JsonKind::kNumber) return true;
  if (kind != JsonKind::kString || !HoldsNumber(spelling)) return state.WrongType(place);
  if (!IsProtoNumber(place.field->type)) return state.Fault(IssueKind::kQuotedNumber, place);
  return IsJsonNumber(spelling) || state.Fault(IssueKind::kMalformedNumber, place);
}

bool ReadBareInteger(ReadState& state, const Place& place, Scalar& value) {
  absl::string_view spelling;
  if (!NumberSpelling(state, place, spelling)) return false;
  if (!IsIntegerLiteral(spelling)) return state.Fault(IssueKind::kMalformedNumber, place);
  value.integer = SaturatingInteger(spelling);
  return CheckInteger(state, place, value.integer);
}

bool ReadInteger(ReadState& state, const Place& place, Scalar& value) {
  if (state.RowOf(*place.field).reader == FieldReader::kPercentage) {
    return ReadPercentage(state, place, value);
  }
  if (!state.IsSpecLike()) return ReadClientInteger(state, place, value);
  return state.AllowsProtoNumbers() ? ReadProtoInteger(state, place, value)
                                    : ReadBareInteger(state, place, value);
}

// protobuf's JSON mapping: these three words, in quotes.
bool IsSpecialFloat(const ReadState& state, const Place& place) {
  const bool allowed = state.AllowsProtoNumbers() || IsProtoNumber(place.field->type);
  if (!allowed || state.tree.kind(place.node) != JsonKind::kString) return false;
  const absl::string_view text = state.tree.Text(place.node);
  return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

// What rounds to no float is none (strconv.ParseFloat in 32 bits).
bool ReadProtoFloat(ReadState& state, const Place& place, Scalar& value) {
  float rounded = 0;
  absl::string_view spelling;
  if (IsSpecialFloat(state, place))
    return absl::SimpleAtod(state.tree.Text(place.node), &value.number);
  if (!NumberSpelling(state, place, spelling) || !absl::SimpleAtod(spelling, &value.number))
    return false;
  if (absl::SimpleAtof(spelling, &rounded) && std::isfinite(rounded)) return true;
  return state.Fault(IssueKind::kMalformedNumber, place);
}

// A float by protobuf's JSON mapping; its only bound is to be not below 0.
bool ReadFloat(ReadState& state, const Place& place, Scalar& value) {
  if (!ReadProtoFloat(state, place, value)) return false;
  if (state.BoundOf(*place.field).low_kind == Bound::Low::kNone || !(value.number < 0)) return true;
  return state.Fault(IssueKind::kTooSmall, place);
}

bool ReadNumber(ReadState& state, const Place& place, Scalar& value) {
  if (state.AllowsProtoNumbers()) return ReadProtoFloat(state, place, value);
  absl::string_view spelling;
  if (!NumberSpelling(state, place, spelling)) return false;
  // It is a number of JSON: others are deviant, and not read. Beyond the range of a double it is
  // infinite, or zero although it is not: the digits decide.
  value.number = NearestDouble(spelling);
  if (value.number > 0 || state.BoundOf(*place.field).low_kind == Bound::Low::kNone) return true;
  const Decimal decimal = ParseDecimal(spelling);
  if (!decimal.IsZero() && !decimal.negative) return true;
  return state.Fault(IssueKind::kTooSmall, place);
}

bool ReadTokenRatio(ReadState& state, const Place& place, Scalar& value) {
  constexpr int kDecimals = 3;
  absl::string_view spelling;
  if (IsSpecialFloat(state, place)) return false;  // taken, but no number of tokens
  if (state.AllowsProtoNumbers() && !ReadProtoFloat(state, place, value)) return false;
  if (!NumberSpelling(state, place, spelling)) return false;
  const Decimal decimal = ParseDecimal(spelling);
  const int64_t milli = ScaleDown(decimal, kDecimals);
  value.is_fractional = true;
  value.number = static_cast<double>(milli) / 1000;
  if (state.BoundOf(*place.field).low_kind == Bound::Low::kNone) return true;
  if (decimal.IsZero() || decimal.negative) return state.Fault(IssueKind::kTooSmall, place);
  if (milli == 0) {
    return state.Fault(IssueKind::kTruncatedToZero, place);
  }
  if (HasDigitsBeyond(decimal, kDecimals)) state.Report(IssueKind::kTruncated, place);
  return true;
}

bool ReadStatusCode(ReadState& state, const Place& place, Scalar& value) {
  if (!state.IsSpecLike()) return ReadClientCode(state, place, value);
  const JsonKind kind = state.tree.kind(place.node);
  if (kind == JsonKind::kNumber) {
    return state.AllowsProtoNumbers() ? ReadProtoInteger(state, place, value)
                                      : ReadBareInteger(state, place, value);
  }
  if (kind != JsonKind::kString) return state.WrongType(place);
  const bool any_case = state.client.status_codes == CodeGrammar::kAnyCaseOrInteger;
  const std::optional<int> code = FindStatusCode(
      state.tree.Text(place.node), any_case ? LetterCase::kIgnored : LetterCase::kExact);
  if (!code) return state.Refuse(place);
  value.integer = *code;
  return true;
}

// What stands in place of a string: to Go null is the empty one.
bool ReadNoString(ReadState& state, const Place& place, Scalar& value) {
  const FieldReading& row = state.RowOf(*place.field);
  const bool is_element = place.key == kNoNode || place.field->shape == Shape::kMap;
  if (is_element && row.reader == FieldReader::kAnyElements) return false;
  const JsonKind kind = state.KindOf(place.node);
  if (row.reader == FieldReader::kUncheckedTexts && kind != JsonKind::kNull) {
    state.ReportAs(Effect::kBreaksCalls, IssueKind::kWrongType, place);
    return false;
  }
  const bool is_null = is_element && kind == JsonKind::kNull;
  const bool is_zero = is_null && row.null_element == NullReading::kUnset;
  if (!is_zero) return state.WrongType(place);
  value.text = absl::string_view();
  return state.Is(Implementation::kGo);
}

// True unless it should be a target for a channel of the client, and is none.
bool TakesTarget(const ReadState& state, FieldReader reader, absl::string_view text) {
  if (reader == FieldReader::kTargetUri) {
    const bool is_java = state.Is(Implementation::kJava);
    return is_java ? IsJavaUri(text) : IsCoreTarget(text, state.client.release());
  }
  if (reader != FieldReader::kGoTarget || text.empty()) return true;
  const Field* const cds = FindField(LoadBalancingConfigMessage(), "cds_experimental");
  return IsGoTarget(text, state.policies.Has(cds, cds->json_name));
}

// The bounds of 64-bit types, beyond what the bounds of a field can say.
bool IsBeyondType(FieldType type, const Decimal& value) {
  if (type == FieldType::kUint64) return IsAbove(value, "18446744073709551615");
  if (type != FieldType::kInt64) return false;
  return IsAbove(value, value.negative ? "9223372036854775808" : "9223372036854775807");
}

}  // namespace

bool ReadScalarValue(ReadState& state, const Place& place, Scalar& value) {
  switch (place.field->type) {
    case FieldType::kString:
      return ReadString(state, place, value);
    case FieldType::kBool:
      return ReadBool(state, place, value);
    case FieldType::kDuration:
      return ReadDuration(state, place, value);
    case FieldType::kInteger:
      return ReadInteger(state, place, value);
    case FieldType::kUint32:
    case FieldType::kUint64:
    case FieldType::kInt64:
      return state.IsSpecLike() ? ReadProtoInteger(state, place, value)
                                : ReadClientInteger(state, place, value);
    case FieldType::kFloat:
      return state.IsSpecLike() ? ReadFloat(state, place, value)
                                : ReadClientNumber(state, place, value);
    case FieldType::kNumber:
      return state.IsSpecLike() ? ReadNumber(state, place, value)
                                : ReadClientNumber(state, place, value);
    case FieldType::kTokenRatio:
      return state.IsSpecLike() ? ReadTokenRatio(state, place, value)
                                : ReadClientTokenRatio(state, place, value);
    case FieldType::kStatusCode:
      return ReadStatusCode(state, place, value);
    case FieldType::kWord:
    case FieldType::kPolicyName:
    case FieldType::kHeaderName:
      return ReadWordValue(state, place, value);
    case FieldType::kMessage:
    case FieldType::kJsonObject:
    case FieldType::kJsonValue:
      return false;  // no scalars
  }
  return false;
}

bool ReadString(ReadState& state, const Place& place, Scalar& value) {
  if (state.tree.kind(place.node) != JsonKind::kString) return ReadNoString(state, place, value);
  value.text = state.tree.Text(place.node);
  const FieldReading& row = state.RowOf(*place.field);
  if (!TakesTarget(state, row.reader, value.text)) {
    return state.RefuseAs(value.text.empty() ? IssueKind::kEmptyText : IssueKind::kRefusedSpelling,
                          place);
  }
  const bool is_one = row.non_empty && place.field->shape == Shape::kOne;
  const bool must_not_be_empty = is_one || row.reader == FieldReader::kNonEmptyText;
  if (!value.text.empty() || !must_not_be_empty) return true;
  return state.Fault(IssueKind::kEmptyText, place);
}

bool ReadProtoInteger(ReadState& state, const Place& place, Scalar& value) {
  absl::string_view spelling;
  if (!NumberSpelling(state, place, spelling)) return false;
  const Decimal decimal = ParseDecimal(spelling);
  if (!decimal.IsInteger()) return state.Fault(IssueKind::kMalformedNumber, place);
  if (IsBeyondType(place.field->type, decimal)) {
    return state.Fault(decimal.negative ? IssueKind::kTooSmall : IssueKind::kTooLarge, place);
  }
  value.integer = ScaleDown(decimal, 0);
  return CheckInteger(state, place, value.integer);
}

}  // namespace grpcfg
