#include "schema/clients/client_duration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "schema/json/java_text.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

constexpr DurationResult kMalformed = {.error = DurationError::kMalformed, .value = {}};
constexpr DurationResult kOutOfRange = {.error = DurationError::kOutOfRange, .value = {}};
constexpr int64_t kMaxInt64 = std::numeric_limits<int64_t>::max();
constexpr size_t kMaxDecimals = 9;

// The text before and after the first point.
struct Halves {
  absl::string_view whole;
  absl::string_view fraction;
  bool has_point = false;
};

Halves Split(absl::string_view text) {
  const size_t point = std::min(text.find('.'), text.size());
  return {text.substr(0, point), absl::ClippedSubstr(text, point + 1), point < text.size()};
}

int64_t Scale(int64_t number, size_t digits) {
  for (size_t i = digits; i < kMaxDecimals; ++i) number *= 10;
  return number;
}

// Seconds and nanoseconds, of which each may be negative, as one duration.
Duration Join(int64_t seconds, int64_t nanos) {
  seconds += nanos / kNanosPerSecond;
  nanos %= kNanosPerSecond;
  if (seconds > 0 && nanos < 0) {
    --seconds;
    nanos += kNanosPerSecond;
  } else if (seconds < 0 && nanos > 0) {
    ++seconds;
    nanos -= kNanosPerSecond;
  }
  return {.seconds = seconds, .nanos = static_cast<int32_t>(nanos)};
}

// Clients that count 64 bits of nanoseconds hold 292 years.
Duration Saturated(const Duration& duration) {
  constexpr Duration kLongest = {.seconds = kMaxInt64 / kNanosPerSecond,
                                 .nanos = static_cast<int32_t>(kMaxInt64 % kNanosPerSecond)};
  constexpr Duration kShortest = {.seconds = -kLongest.seconds, .nanos = -kLongest.nanos - 1};
  if (kLongest < duration) return kLongest;
  return duration < kShortest ? kShortest : duration;
}

DurationResult ParseCore(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  const Halves halves = Split(text);
  int32_t nanos = 0;
  int64_t seconds = 0;
  if (halves.has_point &&
      (!absl::SimpleAtoi(halves.fraction, &nanos) || halves.fraction.size() > kMaxDecimals)) {
    return kMalformed;
  }
  if (!absl::SimpleAtoi(halves.whole, &seconds)) return kMalformed;
  if (seconds < 0 || seconds > kMaxDurationSeconds) return kOutOfRange;
  // The decimals may have a sign of their own: `0.-1s` is 10 ms below 0.
  const int64_t ms = Scale(nanos, halves.fraction.size()) / kNanosPerMs;
  return {.value = Join(seconds, ms * kNanosPerMs)};
}

// strconv.ParseInt in base 10.
bool ParseGoInteger(absl::string_view text, int64_t& number) {
  const absl::string_view digits =
      !text.empty() && (text[0] == '+' || text[0] == '-') ? text.substr(1) : text;
  return IsDigits(digits) && absl::SimpleAtoi(text, &number);
}

DurationResult ParseGo(absl::string_view text, bool short_seconds) {
  const bool negative = !short_seconds && absl::ConsumePrefix(&text, "-");
  const Halves halves = Split(text);
  int64_t seconds = 0;
  int64_t nanos = 0;
  if (halves.whole.empty() && halves.fraction.empty()) return kMalformed;
  if (!halves.whole.empty() && !ParseGoInteger(halves.whole, seconds)) return kMalformed;
  if (short_seconds && seconds != static_cast<int32_t>(seconds)) return kMalformed;
  if (seconds > kMaxDurationSeconds) return kOutOfRange;
  if (!halves.fraction.empty()) {
    if (halves.fraction.size() > kMaxDecimals || !ParseGoInteger(halves.fraction, nanos)) {
      return kMalformed;
    }
    nanos = Scale(nanos, halves.fraction.size());
  }
  return {.value = Saturated(negative ? Join(-seconds, -nanos) : Join(seconds, nanos))};
}

DurationResult ParseJava(absl::string_view text) {
  const bool negative = absl::ConsumePrefix(&text, "-");
  const Halves halves = Split(text);
  int64_t seconds = 0;
  int64_t nanos = 0;
  if (!ParseGoInteger(WithAsciiDigits(halves.whole), seconds) || seconds < 0) return kMalformed;
  if (!halves.fraction.empty()) {
    const absl::string_view first = halves.fraction.substr(0, kMaxDecimals);
    if (!IsDigits(first) || !absl::SimpleAtoi(first, &nanos)) return kMalformed;
    nanos = Scale(nanos, first.size());
  }
  if (seconds > kMaxDurationSeconds) return kOutOfRange;
  return {.value = Saturated(negative ? Join(-seconds, -nanos) : Join(seconds, nanos))};
}

DurationResult ParseNode(absl::string_view text) {
  const Halves halves = Split(text);
  if (!IsDigits(halves.whole)) return kMalformed;
  if (halves.has_point && (!IsDigits(halves.fraction) || halves.fraction.size() > kMaxDecimals)) {
    return kMalformed;
  }
  int64_t nanos = 0;
  int64_t seconds = 0;
  if (!absl::SimpleAtoi(halves.whole, &seconds)) seconds = kMaxInt64;
  if (halves.has_point && absl::SimpleAtoi(halves.fraction, &nanos)) {
    nanos = Scale(nanos, halves.fraction.size());
  }
  return {.value = {.seconds = seconds, .nanos = static_cast<int32_t>(nanos)}};
}

// What decimal.TryParse takes, without a sign.
bool IsDotnetNumber(const Halves& halves) {
  const auto is_part = [](absl::string_view part) { return part.empty() || IsDigits(part); };
  const bool is_empty = halves.whole.empty() && halves.fraction.empty();
  return !is_empty && is_part(halves.whole) && is_part(halves.fraction);
}

// decimal.TryParse with a sign and a point; TimeSpan counts 64 bits of ticks.
DurationResult ParseDotnet(absl::string_view text) {
  constexpr int kTicksPerSecondDigits = 7;
  constexpr int64_t kMaxSeconds = kMaxInt64 / 10'000'000;
  const bool negative = absl::StartsWith(text, "-");
  if (negative || absl::StartsWith(text, "+")) text.remove_prefix(1);
  const Halves halves = Split(text);
  if (!IsDotnetNumber(halves)) return kMalformed;
  int64_t seconds = 0;
  int64_t ticks = 0;
  if (!halves.whole.empty() && !absl::SimpleAtoi(halves.whole, &seconds)) return kMalformed;
  if (seconds > kMaxSeconds) return kOutOfRange;
  const absl::string_view first = halves.fraction.substr(0, kTicksPerSecondDigits);
  if (!first.empty() && !absl::SimpleAtoi(first, &ticks)) return kMalformed;
  const int64_t nanos = Scale(ticks, first.size());
  // Double.ToString writes less with an exponent, which ConvertDurationText cannot read back.
  constexpr int64_t kShortestPlain = 100'000;
  if (seconds == 0 && nanos > 0 && nanos < kShortestPlain) return kMalformed;
  return {.value = negative ? Join(-seconds, -nanos) : Join(seconds, nanos)};
}

// Number(text), of a few digits in a tenth of the steps.
bool ParseNumber(absl::string_view text, double& number) {
  constexpr size_t kFew = 9;
  if (text.size() > kFew || !IsDigits(text)) return absl::SimpleAtod(text, &number);
  number = NearestDouble(text);
  return true;
}

}  // namespace

int32_t ToInt32(double number) {
  constexpr double kModulus = 4294967296.0;
  if (!std::isfinite(number)) return 0;
  const double rest = std::fmod(std::trunc(number), kModulus);
  return static_cast<int32_t>(
      static_cast<uint32_t>(static_cast<int64_t>(rest < 0 ? rest + kModulus : rest)));
}

Duration NodeTimeout(absl::string_view text) {
  absl::ConsumeSuffix(&text, "s");
  const Halves halves = Split(text);
  double seconds = 0;
  double nanos = 0;
  if (!ParseNumber(halves.whole, seconds)) return {};
  if (halves.has_point && !ParseNumber(halves.fraction, nanos)) return {};
  return {.seconds = ToInt32(seconds), .nanos = ToInt32(nanos)};
}

DurationResult ParseClientDuration(absl::string_view text, DurationGrammar grammar) {
  if (grammar <= DurationGrammar::kProtobufGo) return ParseDuration(text, grammar);
  if (!absl::ConsumeSuffix(&text, "s")) return kMalformed;
  switch (grammar) {
    case DurationGrammar::kCore:
      return ParseCore(text);
    case DurationGrammar::kGo:
      return ParseGo(text, false);
    case DurationGrammar::kGoSeconds32:
      return ParseGo(text, true);
    case DurationGrammar::kJava:
      return ParseJava(text);
    case DurationGrammar::kNode:
      return ParseNode(text);
    case DurationGrammar::kDotnet:
      return ParseDotnet(text);
    case DurationGrammar::kProto3Json:
    case DurationGrammar::kProtobufGo:
      break;
  }
  return kMalformed;
}

}  // namespace grpcfg
