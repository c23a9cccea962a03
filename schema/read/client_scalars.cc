// Scalars as the clients read them, where that is not the spec's way. A value that a client refuses
// is an issue of the kind that the spec would find, so that one cause is one finding.
#include "schema/read/scalars.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "schema/clients/client_duration.h"
#include "schema/clients/node_timer.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// Number.prototype.toFixed(3).
double ToFixed3(double number) {
  double rounded = number;
  return absl::SimpleAtod(absl::StrFormat("%.3f", number), &rounded) ? rounded : number;
}

std::string SpellNumber(double number) { return absl::StrFormat("%.15g", number); }

// The client's count of tokens beside the one that is written: cut after the third decimal, as the
// spec orders for a ratio, or another one.
void NoteTokens(ReadState& state, const Place& place, double exact, double count) {
  constexpr double kTolerance = 1e-9;
  if (std::abs(count - exact) <= kTolerance) return;
  const double cut = std::floor(exact * 1000 + kTolerance) / 1000;
  const bool is_cut =
      place.field->type == FieldType::kTokenRatio && std::abs(count - cut) <= kTolerance;
  if (is_cut) return state.Report(IssueKind::kTruncated, place);
  state.ReportMisread(place, SpellNumber(count));
}

// `maxTokens` where it may be any number.
bool ReadClientTokens(ReadState& state, const Place& place, Scalar& value) {
  std::optional<double> number = ParseClientNumber(state.client.numbers, state.TokenAt(place.node));
  if (!number) return state.Refuse(place);
  const Implementation who = state.client.implementation();
  const double exact = *number;
  if (who == Implementation::kJava) number = static_cast<float>(exact);
  const Bound bound = state.BoundOf(*place.field);
  const bool above = bound.has_high && *number > static_cast<double>(bound.high);
  const bool below = bound.low_kind != Bound::Low::kNone && !(*number > 0);
  const IssueKind fault = above ? IssueKind::kTooLarge : IssueKind::kTooSmall;
  if ((above || below) && !state.Tolerates(fault, place)) return false;
  if (who == Implementation::kJava) {
    constexpr double kMostMilliTokens = 2147483647;
    const auto milli = static_cast<double>(static_cast<float>(*number) * 1000.0F);
    number = std::min(std::floor(milli), kMostMilliTokens) / 1000;
  }
  if (who == Implementation::kNode) number = ToFixed3(exact);
  if (who == Implementation::kDotnet) number = std::trunc(exact * 1000) / 1000;
  value.is_fractional = true;
  value.number = *number;
  NoteTokens(state, place, exact, *number);
  return true;
}

// A client's own type for the integers of a field. C++ and Go have those of the proto, Java has no
// unsigned ones, and of A6's fields only C-core's tokens are unsigned.
IntegerType TypeOf(const Field& field, Implementation who) {
  const bool has_unsigned = who == Implementation::kCore || who == Implementation::kGo;
  switch (field.type) {
    case FieldType::kUint32:
      return has_unsigned ? IntegerType::kUint32 : IntegerType::kInt32;
    case FieldType::kUint64:
      return has_unsigned ? IntegerType::kUint64 : IntegerType::kInt64;
    case FieldType::kInt64:
      return IntegerType::kInt64;
    default:
      break;
  }
  if (who == Implementation::kGo) return IntegerType::kInt64;
  const bool is_tokens = who == Implementation::kCore && field.json_name == "maxTokens";
  return is_tokens ? IntegerType::kUint32 : IntegerType::kInt32;
}

// Convert.ToInt32: half a millisecond goes to the even one.
Duration RoundedToMs(const Duration& value) {
  const int64_t rest = value.nanos % kNanosPerMs;
  int64_t ms = value.nanos / kNanosPerMs;
  const bool is_half = rest * 2 == kNanosPerMs;
  if (rest * 2 > kNanosPerMs || (is_half && ms % 2 != 0)) ++ms;
  return {.seconds = value.seconds + ms / kMsPerSecond,
          .nanos = static_cast<int32_t>(ms % kMsPerSecond * kNanosPerMs)};
}

// The duration that the client goes on with, after its parser.
Duration UsedDuration(const ReadState& state, const Place& place, const Duration& value) {
  if (state.RowOf(*place.field).reader == FieldReader::kNodeTimeout) {
    const Duration timeout = NodeTimeout(state.tree.Text(place.node));
    return timeout.IsNegative() ? Duration() : timeout;  // over immediately, like 0
  }
  const absl::string_view name = place.field->json_name;
  // maxBackoff is a bound and no timer.
  const bool is_timer = name == "initialBackoff" || name == "hedgingDelay";
  const bool is_node = state.client.durations == DurationGrammar::kNode;
  if (is_node && is_timer) return NodeTimer(value);
  // A time before now is now (grpc/grpc backoff.cc BackOff::NextAttemptTime).
  const bool is_core = state.client.durations == DurationGrammar::kCore;
  if (is_core && value.IsNegative() && name != "timeout") return {};
  const bool is_dotnet = state.client.durations == DurationGrammar::kDotnet;
  return is_dotnet && name == "initialBackoff" ? RoundedToMs(value) : value;
}

// `exact`: what is written.
void NoteClientTimeout(ReadState& state, const Place& place, const DurationResult& exact,
                       const Duration& value) {
  const Implementation who = state.client.implementation();
  const bool is_node = who == Implementation::kNode;
  const bool ended = value.IsZero() || (is_node && value.seconds <= 0 && value.nanos < kNanosPerMs);
  if (ended && who == Implementation::kCore) return state.ReportMisread(place, "no timeout");
  if (ended) return state.ReportMisread(place, SpellDuration(value), IssueKind::kEndsEveryCall);
  const bool is_other = exact.error == DurationError::kNone && !(exact.value == value);
  const bool wraps = is_node && exact.error == DurationError::kOutOfRange;
  if (is_other || wraps) state.ReportMisread(place, SpellDuration(value));
}

// Whole nanoseconds.
Duration FromParts(double seconds, double nanos) {
  const double rest = (seconds - std::floor(seconds)) * kNanosPerSecond + nanos;
  const double more = std::floor(rest / kNanosPerSecond);
  return {.seconds = static_cast<int64_t>(std::floor(seconds) + more),
          .nanos = static_cast<int32_t>(std::floor(rest - more * kNanosPerSecond))};
}

}  // namespace

bool ReadClientInteger(ReadState& state, const Place& place, Scalar& value) {
  const FieldReader reader = state.RowOf(*place.field).reader;
  if (reader == FieldReader::kAnyNumber) {
    return ParseClientNumber(state.client.numbers, state.TokenAt(place.node)).has_value() ||
           state.Refuse(place);
  }
  if (reader == FieldReader::kNumber) return ReadClientTokens(state, place, value);
  IntegerType type = TypeOf(*place.field, state.client.implementation());
  if (reader == FieldReader::kInt64) type = IntegerType::kInt64;
  if (reader == FieldReader::kInt32) type = IntegerType::kInt32;
  // Of 32 bits in grpc-go although the proto has 64.
  const bool is_short =
      state.BoundOf(*place.field).has_high && state.BoundOf(*place.field).high == kMaxUint32;
  if (is_short && state.Is(Implementation::kGo)) type = IntegerType::kUint32;
  const std::optional<int64_t> integer =
      ParseClientInteger(state.client.numbers, type, state.TokenAt(place.node));
  if (!integer) return state.Refuse(place);
  value.integer = *integer;
  if (!CheckInteger(state, place, value.integer)) return false;
  // grpc-java RingHashLoadBalancerProvider.java cuts the sizes before it compares them.
  const int64_t clamp = state.BoundOf(*place.field).clamp;
  const bool is_cut =
      state.Is(Implementation::kJava) && clamp != 0 && place.field->type == FieldType::kUint64;
  if (is_cut) value.integer = std::min(value.integer, clamp);
  return true;
}

// What is written, of a float that is as near to it as floats are: so a client that reads it as a
// double may share it. C-core's own digits are another spelling of the same (see AsWrittenFloat).
double WrittenOf(const ReadState& state, const Place& place, double read) {
  if (state.client.numbers != NumberGrammar::kAbslText) return read;
  double written = 0;
  const bool is_nearest = absl::SimpleAtod(state.TokenAt(place.node).text, &written) &&
                          static_cast<double>(static_cast<float>(written)) == read;
  return is_nearest ? written : read;
}

bool ReadClientNumber(ReadState& state, const Place& place, Scalar& value) {
  const std::optional<double> number =
      ParseClientNumber(state.client.numbers, state.TokenAt(place.node));
  if (!number) return state.Refuse(place);
  value.number = WrittenOf(state, place, *number);
  const bool above_zero = state.BoundOf(*place.field).low_kind == Bound::Low::kAbove;
  // NaN is not above 0, and only Java compares it that way.
  const bool is_java = state.Is(Implementation::kJava);
  const bool too_small = is_java ? !(*number > 0) : *number <= 0;
  const bool below_zero =
      state.BoundOf(*place.field).low_kind == Bound::Low::kAtLeast && *number < 0;
  if ((above_zero && too_small) || below_zero) return state.Tolerates(FaultOf(state, place), place);
  const bool is_beyond = std::isinf(*number) && state.KindOf(place.node) == JsonKind::kNumber;
  if (is_beyond) state.ReportMisread(place, "Infinity");
  return true;
}

bool ReadClientTokenRatio(ReadState& state, const Place& place, Scalar& value) {
  if (state.client.numbers != NumberGrammar::kAbslText)
    return ReadClientTokens(state, place, value);
  const Token token = state.TokenAt(place.node);
  double exact = 0;
  const bool has_exact = absl::SimpleAtod(token.text, &exact);
  const std::optional<int64_t> milli = ParseCoreTokenRatio(token);
  if (!milli) return state.Refuse(place);
  if (*milli <= 0) {
    const bool cut = has_exact && exact > 0;
    return state.Fault(cut ? IssueKind::kTruncatedToZero : IssueKind::kTooSmall, place);
  }
  value.is_fractional = true;
  // A product of more than 31 bits is an int below 0: each success takes tokens away.
  value.number = static_cast<double>(static_cast<int32_t>(*milli)) / 1000;
  if (has_exact) NoteTokens(state, place, exact, value.number);
  return true;
}

bool ReadClientCode(ReadState& state, const Place& place, Scalar& value) {
  const std::optional<int> code =
      ParseClientCode(state.client.status_codes, state.TokenAt(place.node));
  if (!code) return state.Refuse(place);
  value.integer = *code;
  if (*code < 0 || *code > kMaxStatusCode) {
    state.Report(*code < 0 ? IssueKind::kTooSmall : IssueKind::kTooLarge, place);
  }
  // grpc-go codes/codes.go Code.UnmarshalJSON.
  if (state.KindOf(place.node) == JsonKind::kNull) state.ReportMisread(place, kStatusCodeNames[0]);
  if (*code != 0 || state.client.status_codes != CodeGrammar::kGson) return true;
  return state.Fault(IssueKind::kOkCode, place);
}

// What the client makes of a duration that it takes, where that is another than the one written.
bool NoteClientDuration(ReadState& state, const Place& place, Scalar& value) {
  const Duration parsed = value.duration;
  value.duration = UsedDuration(state, place, parsed);
  const bool too_long = state.client.durations == DurationGrammar::kDotnet &&
                        place.field->json_name == "initialBackoff" &&
                        value.duration.seconds > kLongestTimerMs / kMsPerSecond;
  if (too_long) {  // an OverflowException at the first call
    return state.Fault(IssueKind::kDurationOutOfRange, place);
  }
  const bool is_timeout = place.field->json_name == "timeout";
  const DurationResult exact = ParseDuration(state.tree.Text(place.node));
  const Duration& written = exact.error == DurationError::kNone ? exact.value : parsed;
  if (is_timeout) {
    NoteClientTimeout(state, place, exact, value.duration);
  } else if (!(written == value.duration)) {
    state.ReportMisread(place, SpellDuration(value.duration));
  }
  // The timer is short, but later backoffs, and the jitter, come from what is written.
  const bool is_backoff = place.field->json_name == "initialBackoff";
  if (is_backoff && state.client.durations == DurationGrammar::kNode) value.duration = parsed;
  return true;
}

// Two numbers of whatever size, added to the clock (resolving-call.ts; before 1.14.6 each was cut
// to whole seconds and milliseconds). A timeout longer than eight digits of hours ends the process
// (deadline.ts getDeadlineTimeoutString).
bool ReadNodeTimeoutObject(ReadState& state, const Place& place, Scalar& value) {
  constexpr double kMostMs = 99999999.0 * 3600 * 1000;
  constexpr Release kFractions = {1, 14, 6};
  double parts[2] = {0, 0};
  bool found[2] = {false, false};
  state.tree.ForEachMember(place.node, [&](const JsonMember& member) {
    const absl::string_view key = state.tree.Text(member.key);
    const int part = key == "seconds" ? 0 : key == "nanos" ? 1 : -1;
    if (part < 0) return;
    const std::optional<double> number =
        ParseClientNumber(state.client.numbers, state.TokenAt(member.value));
    found[part] = number.has_value();
    parts[part] = number.value_or(0);
  });
  if (!found[0] || !found[1]) return state.WrongType(place);
  const bool keeps_fractions = state.client.release() >= kFractions;
  const double ms = keeps_fractions
                        ? std::floor(parts[0] * kMsPerSecond + parts[1] / kNanosPerMs)
                        : std::floor(parts[0]) * kMsPerSecond + std::floor(parts[1] / kNanosPerMs);
  if (!(ms > 0 && ms <= kMostMs)) {
    state.ReportMisread(place, SpellNumber(ms / kMsPerSecond) + "s", IssueKind::kEndsEveryCall);
  }
  if (!(ms >= 0 && ms <= kMostMs)) return false;
  const double seconds = keeps_fractions ? parts[0] : std::floor(parts[0]);
  value.duration = FromParts(seconds, parts[1]);
  return true;
}

}  // namespace grpcfg
