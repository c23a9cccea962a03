// Scalars: the type, the spelling and the bounds of one value.
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "schema/clients/client_duration.h"
#include "schema/clients/core_target.h"
#include "schema/clients/go_target.h"
#include "schema/fields/status_code.h"
#include "schema/json/java_text.h"
#include "schema/json/number.h"
#include "schema/read/reader.h"

namespace grpcfg {
namespace {

bool IsBelow(const Bound& bound, int64_t value) {
  switch (bound.low_kind) {
    case Bound::Low::kNone:
      return false;
    case Bound::Low::kAtLeast:
      return value < bound.low;
    case Bound::Low::kAbove:
      return value <= bound.low;
  }
  return false;
}

// Bounds on durations are whole seconds, and only lower ones.
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

// Reports a value that is out of bounds; true if the client goes on with it all the same.
bool Reader::Tolerates(IssueKind kind, const Place& place) {
  Report(kind, place, tree_.span(place.node));
  if (unchecked_) return true;
  return client_.EffectOf(kind, place.message, place.field) < Effect::kRejectsPolicy;
}

bool Reader::WrongType(const Place& place) {
  Report(IssueKind::kWrongType, place, tree_.span(place.node));
  return false;
}

bool Reader::ReadScalarValue(const Place& place, Scalar& value) {
  switch (place.field->type) {
    case FieldType::kString:
      return ReadString(place, value);
    case FieldType::kBool:
      return ReadBool(place, value);
    case FieldType::kDuration:
      return ReadDuration(place, value);
    case FieldType::kInteger:
      if (RowOf(*place.field).reader == FieldReader::kPercentage) {
        return ReadPercentage(place, value);
      }
      if (!IsSpecLike()) return ReadClientInteger(place, value);
      return AllowsProtoNumbers() ? ReadProtoInteger(place, value) : ReadInteger(place, value);
    case FieldType::kUint32:
    case FieldType::kUint64:
    case FieldType::kInt64:
      return IsSpecLike() ? ReadProtoInteger(place, value) : ReadClientInteger(place, value);
    case FieldType::kFloat:
      return IsSpecLike() ? ReadFloat(place, value) : ReadClientNumber(place, value);
    case FieldType::kNumber:
      return IsSpecLike() ? ReadNumber(place, value) : ReadClientNumber(place, value);
    case FieldType::kTokenRatio:
      return IsSpecLike() ? ReadTokenRatio(place, value) : ReadClientTokenRatio(place, value);
    case FieldType::kStatusCode:
      return ReadStatusCode(place, value);
    case FieldType::kWord:
      return ReadWord(place);
    case FieldType::kPolicyName:
      return ReadPolicyName(place, value);
    case FieldType::kHeaderName:
      return ReadHeaderName(place, value);
    case FieldType::kMessage:
    case FieldType::kJsonObject:
    case FieldType::kJsonValue:
      return false;  // no scalars
  }
  return false;
}

// True unless it should be a target for a channel of the client, and is none.
bool Reader::TakesTarget(FieldReader reader, absl::string_view text) const {
  if (reader == FieldReader::kTargetUri) {
    const bool is_java = client_.implementation() == Implementation::kJava;
    return is_java ? IsJavaUri(text) : IsCoreTarget(text, client_.release());
  }
  if (reader != FieldReader::kGoTarget || text.empty()) return true;
  const Field* const cds = FindField(LoadBalancingConfigMessage(), "cds_experimental");
  return IsGoTarget(text, policies_.Has(cds, cds->json_name));
}

bool Reader::ReadString(const Place& place, Scalar& value) {
  if (tree_.kind(place.node) != JsonKind::kString) return ReadNoString(place, value);
  value.text = tree_.Text(place.node);
  const FieldReading& row = RowOf(*place.field);
  if (!TakesTarget(row.reader, value.text)) return RefuseAs(IssueKind::kRefusedSpelling, place);
  const bool is_one = row.non_empty && place.field->shape == Shape::kOne;
  const bool must_not_be_empty = is_one || row.reader == FieldReader::kNonEmptyText;
  if (!value.text.empty() || !must_not_be_empty) return true;
  Report(IssueKind::kEmptyText, place, tree_.span(place.node));
  return false;
}

// What stands in place of a string: to Go null is the empty one.
bool Reader::ReadNoString(const Place& place, Scalar& value) {
  const FieldReading& row = RowOf(*place.field);
  const bool is_element = place.key == kNoNode || place.field->shape == Shape::kMap;
  if (is_element && row.reader == FieldReader::kAnyElements) return false;
  const JsonKind kind = KindOf(place.node);
  if (row.reader == FieldReader::kUncheckedTexts && kind != JsonKind::kNull) {
    ReportAs(Effect::kBreaksCalls, {.kind = IssueKind::kWrongType,
                                    .node = place.node,
                                    .span = tree_.span(place.node),
                                    .message = place.message,
                                    .field = place.field});
    return false;
  }
  const bool is_null = is_element && kind == JsonKind::kNull;
  const bool is_zero = is_null && row.null_element == NullReading::kUnset;
  if (!is_zero) return WrongType(place);
  value.text = absl::string_view();
  return client_.implementation() == Implementation::kGo;
}

bool Reader::ReadBool(const Place& place, Scalar& value) {
  const JsonKind kind = KindOf(place.node);
  const bool never = RowOf(*place.field).reader == FieldReader::kNeverTaken;
  if (never && kind != JsonKind::kTrue) return RefuseAs(IssueKind::kRefusedSpelling, place);
  if (kind != JsonKind::kTrue && kind != JsonKind::kFalse) return WrongType(place);
  value.boolean = kind == JsonKind::kTrue;
  return true;
}

bool Reader::ReadDuration(const Place& place, Scalar& value) {
  const bool is_object = KindOf(place.node) == JsonKind::kObject;
  if (is_object && RowOf(*place.field).reader == FieldReader::kNodeTimeout) {
    return ReadNodeTimeoutObject(place, value);
  }
  if (RowOf(*place.field).reader == FieldReader::kNanoseconds) return ReadNanoseconds(place, value);
  if (KindOf(place.node) != JsonKind::kString) return WrongType(place);
  const DurationResult result = ParseClientDuration(tree_.Text(place.node), Durations());
  if (result.error != DurationError::kNone) return Refuse(place);
  value.duration = result.value;
  if (!CheckDuration(place, value.duration)) return false;
  return IsSpecLike() || NoteClientDuration(place, value);
}

// Go's time.Duration.
bool Reader::ReadNanoseconds(const Place& place, Scalar& value) {
  constexpr int64_t kNanosPerSecond = 1'000'000'000;
  const std::optional<int64_t> nanos =
      ParseClientInteger(client_.numbers, IntegerType::kInt64, TokenAt(place.node));
  if (!nanos) return RefuseAs(IssueKind::kRefusedSpelling, place);
  value.duration = {.seconds = *nanos / kNanosPerSecond,
                    .nanos = static_cast<int32_t>(*nanos % kNanosPerSecond)};
  return CheckDuration(place, value.duration);
}

bool Reader::CheckDuration(const Place& place, Duration& value) {
  constexpr int32_t kNanosPerMs = 1'000'000;
  const Bound bound = BoundOf(*place.field);
  const Span span = tree_.span(place.node);
  // grpc/grpc retry_service_config.cc JsonPostLoad: a backoff is compared with zero, and no other
  // duration with anything.
  const bool is_taken = client_.durations == DurationGrammar::kCore && value.IsNegative();
  const bool is_cut =
      RowOf(*place.field).reader == FieldReader::kWholeMs && value < Duration{.nanos = kNanosPerMs};
  if (is_cut || (IsBelow(bound, value) && !is_taken)) {
    return Tolerates(IssueKind::kTooSmall, place);
  }
  const Duration floor = {.nanos = static_cast<int32_t>(bound.floor_ms) * kNanosPerMs};
  if (bound.floor_ms != 0 && value < floor) Report(IssueKind::kRaised, place, span);
  const Duration clamp = {.seconds = bound.clamp};
  if (bound.clamp != 0 && clamp < value && !IsClampLifted(place)) NoteClamp(place);
  return true;
}

// rls_config.proto, RouteLookupConfig.max_age: clamped unless stale_age is specified. C-core
// rls.cc, grpc-go rls/config.go and grpc-java RlsProtoConverters.java ask that since 1.72.
bool Reader::IsClampLifted(const Place& place) const {
  constexpr Release kSince = {1, 72, 0};
  if (place.field->json_name != "maxAge") return false;
  const Field* const stale = FindField(*place.message, "staleAge");
  const bool is_there = (present_ >> (stale - place.message->fields.data()) & 1) != 0;
  return is_there &&
         (client_.implementation() == Implementation::kSpec || client_.release() >= kSince);
}

// A value above the clamp of the field, or above another one that the client has.
void Reader::NoteClamp(const Place& place) {
  const int64_t clamp = BoundOf(*place.field).clamp;
  if (clamp != place.field->bound.clamp) return ReportMisread(place, absl::StrCat(clamp));
  Report(IssueKind::kClamped, place, tree_.span(place.node));
}

// The spelling of a number, which may be quoted only where protobuf's JSON mapping says so.
bool Reader::NumberSpelling(const Place& place, absl::string_view& spelling) {
  const JsonKind kind = KindOf(place.node);
  spelling = tree_.Text(place.node);
  if (AllowsProtoNumbers()) return ProtojsonSpelling(place, spelling);
  if (kind == JsonKind::kNumber) return true;
  if (kind != JsonKind::kString || !HoldsNumber(spelling)) return WrongType(place);
  const bool quotes_allowed = IsProtoNumber(place.field->type) || AllowsProtoNumbers();
  if (!quotes_allowed) {
    Report(IssueKind::kQuotedNumber, place, tree_.span(place.node));
    return false;
  }
  if (IsJsonNumber(spelling)) return true;
  Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
  return false;
}

// protobuf-go encoding/protojson/decode.go unmarshalInt, unmarshalFloat: a string is read as far as
// the number goes, and an exponent without digits is none in an integer.
bool Reader::ProtojsonSpelling(const Place& place, absl::string_view& spelling) {
  const JsonKind kind = KindOf(place.node);
  if (kind != JsonKind::kNumber && kind != JsonKind::kString) return WrongType(place);
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
  if (kind == JsonKind::kString && !HoldsNumber(tree_.Text(place.node))) return WrongType(place);
  Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
  return false;
}

bool Reader::CheckInteger(const Place& place, int64_t value) {
  const Bound bound = BoundOf(*place.field);
  if (IsBelow(bound, value) || (bound.has_high && value > bound.high)) {
    return Tolerates(IsBelow(bound, value) ? IssueKind::kTooSmall : IssueKind::kTooLarge, place);
  }
  if (bound.clamp != 0 && value > bound.clamp) NoteClamp(place);
  return true;
}

bool Reader::ReadInteger(const Place& place, Scalar& value) {
  absl::string_view spelling;
  if (!NumberSpelling(place, spelling)) return false;
  if (!IsIntegerLiteral(spelling)) {
    Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
    return false;
  }
  value.integer = SaturatingInteger(spelling);
  return CheckInteger(place, value.integer);
}

bool Reader::ReadProtoInteger(const Place& place, Scalar& value) {
  absl::string_view spelling;
  if (!NumberSpelling(place, spelling)) return false;
  const Decimal decimal = ParseDecimal(spelling);
  if (!decimal.IsInteger()) {
    Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
    return false;
  }
  if (IsBeyondType(place.field->type, decimal)) {
    Report(decimal.negative ? IssueKind::kTooSmall : IssueKind::kTooLarge, place,
           tree_.span(place.node));
    return false;
  }
  value.integer = ScaleDown(decimal, 0);
  return CheckInteger(place, value.integer);
}

// protobuf's JSON mapping: these three words, in quotes.
bool Reader::IsSpecialFloat(const Place& place) const {
  const bool allowed = AllowsProtoNumbers() || IsProtoNumber(place.field->type);
  if (!allowed || tree_.kind(place.node) != JsonKind::kString) return false;
  const absl::string_view text = tree_.Text(place.node);
  return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

// What rounds to no float is none (strconv.ParseFloat in 32 bits).
bool Reader::ReadProtoFloat(const Place& place, Scalar& value) {
  float rounded = 0;
  absl::string_view spelling;
  if (IsSpecialFloat(place)) return absl::SimpleAtod(tree_.Text(place.node), &value.number);
  if (!NumberSpelling(place, spelling) || !absl::SimpleAtod(spelling, &value.number)) return false;
  if (absl::SimpleAtof(spelling, &rounded) && std::isfinite(rounded)) return true;
  Report(IssueKind::kMalformedNumber, place, tree_.span(place.node));
  return false;
}

bool Reader::ReadNumber(const Place& place, Scalar& value) {
  if (AllowsProtoNumbers()) return ReadProtoFloat(place, value);
  absl::string_view spelling;
  if (!NumberSpelling(place, spelling)) return false;
  // Beyond the range of a double it is infinite, or zero although it is not: the digits decide.
  if (!absl::SimpleAtod(spelling, &value.number)) return false;
  if (value.number > 0 || BoundOf(*place.field).low_kind == Bound::Low::kNone) return true;
  const Decimal decimal = ParseDecimal(spelling);
  if (!decimal.IsZero() && !decimal.negative) return true;
  Report(IssueKind::kTooSmall, place, tree_.span(place.node));
  return false;
}

// A float by protobuf's JSON mapping; its only bound is to be not below 0.
bool Reader::ReadFloat(const Place& place, Scalar& value) {
  if (!ReadProtoFloat(place, value)) return false;
  if (BoundOf(*place.field).low_kind == Bound::Low::kNone || !(value.number < 0)) return true;
  Report(IssueKind::kTooSmall, place, tree_.span(place.node));
  return false;
}

bool Reader::ReadTokenRatio(const Place& place, Scalar& value) {
  constexpr int kDecimals = 3;
  absl::string_view spelling;
  if (IsSpecialFloat(place)) return false;  // taken, but no number of tokens
  if (AllowsProtoNumbers() && !ReadProtoFloat(place, value)) return false;
  if (!NumberSpelling(place, spelling)) return false;
  const Decimal decimal = ParseDecimal(spelling);
  const Span span = tree_.span(place.node);
  const int64_t milli = ScaleDown(decimal, kDecimals);
  value.is_fractional = true;
  value.number = static_cast<double>(milli) / 1000;
  if (BoundOf(*place.field).low_kind == Bound::Low::kNone) return true;
  if (decimal.IsZero() || decimal.negative) {
    Report(IssueKind::kTooSmall, place, span);
    return false;
  }
  if (milli == 0) {
    Report(IssueKind::kTruncatedToZero, place, span);
    return false;
  }
  if (HasDigitsBeyond(decimal, kDecimals)) Report(IssueKind::kTruncated, place, span);
  return true;
}

bool Reader::ReadStatusCode(const Place& place, Scalar& value) {
  if (!IsSpecLike()) return ReadClientCode(place, value);
  const JsonKind kind = tree_.kind(place.node);
  if (kind == JsonKind::kNumber) {
    return AllowsProtoNumbers() ? ReadProtoInteger(place, value) : ReadInteger(place, value);
  }
  if (kind != JsonKind::kString) return WrongType(place);
  const bool any_case = client_.status_codes == CodeGrammar::kAnyCaseOrInteger;
  const std::optional<int> code =
      FindStatusCode(tree_.Text(place.node), any_case ? LetterCase::kIgnored : LetterCase::kExact);
  if (!code) return Refuse(place);
  value.integer = *code;
  return true;
}

}  // namespace grpcfg
