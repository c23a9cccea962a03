// What is wrong with a value that a client refuses, and integers out of bounds.
#include "schema/read/scalars.h"

#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// What the spec finds wrong with a number that a client refuses.
IssueKind FaultOfNumber(const ReadState& state, const Place& place) {
  const Token token = state.TokenAt(place.node);
  double number = 0;
  if (token.kind == JsonKind::kString) {
    return absl::SimpleAtod(token.text, &number) ? IssueKind::kQuotedNumber : IssueKind::kWrongType;
  }
  if (token.kind != JsonKind::kNumber) return IssueKind::kWrongType;
  const FieldType type = place.field->type;
  const bool is_integer = type == FieldType::kInteger || IsProtoInteger(type);
  if (is_integer && !IsIntegerLiteral(token.text)) return IssueKind::kMalformedNumber;
  const Bound& bound = place.field->bound;
  if (!absl::SimpleAtod(token.text, &number)) return IssueKind::kRefusedSpelling;
  const bool is_no_float = type == FieldType::kFloat && !std::isfinite(static_cast<float>(number));
  if (is_no_float) return IssueKind::kMalformedNumber;
  if (IsBelow(bound, static_cast<double>(bound.low), number)) return IssueKind::kTooSmall;
  if (bound.has_high && number > static_cast<double>(bound.high)) return IssueKind::kTooLarge;
  return IssueKind::kRefusedSpelling;
}

IssueKind FaultOfCode(const ReadState& state, const Place& place) {
  const Token token = state.TokenAt(place.node);
  if (token.kind == JsonKind::kString) {
    if (FindStatusCode(token.text, LetterCase::kExact)) return IssueKind::kRefusedSpelling;
    if (FindStatusCode(token.text, LetterCase::kIgnored)) return IssueKind::kCodeLetterCase;
    const bool is_number = IsIntegerLiteral(token.text) && token.text[0] != '-' &&
                           SaturatingInteger(token.text) <= kMaxStatusCode;
    return is_number ? IssueKind::kQuotedNumber : IssueKind::kUnknownStatusCode;
  }
  if (token.kind != JsonKind::kNumber) return IssueKind::kWrongType;
  if (!IsIntegerLiteral(token.text)) return IssueKind::kMalformedNumber;
  const int64_t number = SaturatingInteger(token.text);
  if (number < 0) return IssueKind::kTooSmall;
  return number > kMaxStatusCode ? IssueKind::kTooLarge : IssueKind::kIntegerCode;
}

}  // namespace

IssueKind FaultOf(const ReadState& state, const Place& place) {
  const FieldType type = place.field->type;
  if (type == FieldType::kStatusCode) return FaultOfCode(state, place);
  if (type != FieldType::kDuration) return FaultOfNumber(state, place);
  if (state.KindOf(place.node) != JsonKind::kString) return IssueKind::kWrongType;
  const DurationResult exact = ParseDuration(state.tree.Text(place.node));
  if (exact.error == DurationError::kMalformed) return IssueKind::kMalformedDuration;
  if (exact.error == DurationError::kOutOfRange) return IssueKind::kDurationOutOfRange;
  const Bound& bound = place.field->bound;
  const bool is_too_small =
      exact.value.IsNegative() || IsBelow(bound, Duration{.seconds = bound.low}, exact.value);
  return is_too_small ? IssueKind::kTooSmall : IssueKind::kRefusedSpelling;
}

// A value above the clamp of the field, or above another one that the client has.
void NoteClamp(ReadState& state, const Place& place) {
  const int64_t clamp = state.BoundOf(*place.field).clamp;
  if (clamp != place.field->bound.clamp) return state.ReportMisread(place, absl::StrCat(clamp));
  state.Report(IssueKind::kClamped, place);
}

bool CheckInteger(ReadState& state, const Place& place, int64_t value) {
  const Bound bound = state.BoundOf(*place.field);
  if (IsBelow(bound, bound.low, value)) return state.Tolerates(IssueKind::kTooSmall, place);
  if (bound.has_high && value > bound.high) return state.Tolerates(IssueKind::kTooLarge, place);
  if (bound.clamp != 0 && value > bound.clamp) NoteClamp(state, place);
  return true;
}

}  // namespace grpcfg
