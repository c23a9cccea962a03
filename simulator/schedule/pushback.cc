#include "simulator/schedule/pushback.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "schema/fields/duration.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {
namespace {

// A sign, if `may_have_plus` either one, and decimal digits, in 64 bits; empty for any other text.
std::optional<int64_t> ParseInt64(absl::string_view text, bool may_have_plus) {
  absl::string_view digits = text;
  if (!absl::ConsumePrefix(&digits, "-") && may_have_plus) absl::ConsumePrefix(&digits, "+");
  int64_t number = 0;
  // SimpleAtoi takes spaces and a second sign.
  if (digits.empty() || !absl::ascii_isdigit(static_cast<unsigned char>(digits.front()))) {
    return std::nullopt;
  }
  if (absl::ascii_isspace(static_cast<unsigned char>(digits.back()))) return std::nullopt;
  if (!absl::SimpleAtoi(text, &number)) return std::nullopt;
  return number;
}

bool HasLeadingZero(absl::string_view text) {
  const absl::string_view digits = absl::StripPrefix(text, "-");
  return digits.size() > 1 && digits.front() == '0';
}

int DigitOf(char c) {
  constexpr int kTen = 10;
  constexpr int kNone = 99;
  const char lower = absl::ascii_tolower(static_cast<unsigned char>(c));
  if (lower >= '0' && lower <= '9') return lower - '0';
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + kTen : kNone;
}

// parseInt of JavaScript: spaces, a sign, 0x, and digits up to anything else. Of 1,000 digits and
// more the number is infinite, and no timer holds one of 20.
std::optional<double> ParseStart(absl::string_view text) {
  constexpr int kTen = 10;
  constexpr int kSixteen = 16;
  text = absl::StripLeadingAsciiWhitespace(text);
  const bool is_negative = absl::ConsumePrefix(&text, "-");
  if (!is_negative) absl::ConsumePrefix(&text, "+");
  const bool is_hexadecimal = absl::StartsWithIgnoreCase(text, "0x");
  if (is_hexadecimal) text.remove_prefix(2);
  const int base = is_hexadecimal ? kSixteen : kTen;
  if (text.empty() || DigitOf(text.front()) >= base) return std::nullopt;
  double number = 0;
  for (const char c : text) {
    if (DigitOf(c) >= base) break;
    number = number * base + DigitOf(c);
  }
  return is_negative ? -number : number;
}

std::optional<double> NumberOf(absl::string_view raw, PushbackGrammar grammar) {
  using Grammar = PushbackGrammar;
  if (grammar == Grammar::kNumberAtStart) return ParseStart(raw);
  const bool is_bare = grammar == Grammar::kInt32Bare;
  const bool is_spaced = grammar == Grammar::kInt32Spaced || grammar == Grammar::kInt64Spaced;
  const bool is_long = grammar == Grammar::kInt64 || grammar == Grammar::kInt64Spaced;
  const absl::string_view text = is_spaced ? absl::StripAsciiWhitespace(raw) : raw;
  const std::optional<int64_t> number = ParseInt64(text, !is_bare);
  const bool fits = is_long || (number && *number == static_cast<int32_t>(*number));
  return fits && !(is_bare && HasLeadingZero(text)) ? number : std::nullopt;
}

}  // namespace

std::optional<double> WholeMsOf(double seconds) {
  constexpr double kRounding = 1e-6;
  const double ms = seconds * kMsPerSecond;
  if (std::abs(ms - std::round(ms)) > kRounding) return std::nullopt;
  return std::round(ms);
}

double TimerOf(double delay, const CallReading& client) {
  constexpr double kLongest = static_cast<double>(kLongestTimerMs) / kMsPerSecond;
  constexpr double kShortest = 1.0 / kMsPerSecond;
  if (client.delay_step != DelayStep::kMillisecondsOfTimer) return delay;
  return delay >= kShortest && delay <= kLongest ? delay : kShortest;
}

PushbackReading ReadPushback(absl::string_view raw, const CallReading& client) {
  const std::optional<double> ms = NumberOf(raw, client.pushback_grammar);
  if (!ms && client.malformed_pushback != MalformedPushback::kRetriesImmediately) {
    const MalformedPushback malformed = client.malformed_pushback;
    return {.stops = malformed != MalformedPushback::kFailsAttempt,
            .fails = malformed != MalformedPushback::kStops};
  }
  if (ms && *ms < 0) return {.stops = true};
  // A timer of Go cannot hold 2^63 ns; the product wraps around, as often as not to what is past.
  constexpr double kMostOfGoMs = 9223372036854;
  const bool wraps = ms && *ms > kMostOfGoMs && client.delay_step == DelayStep::kNanosecondsAtEnd;
  if (!wraps) return {.delay = TimerOf(ms.value_or(0) / kMsPerSecond, client)};
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  const auto whole_ms = static_cast<uint64_t>(ParseInt64(raw, true).value_or(kMost));
  const uint64_t product = whole_ms * kNanosPerMs;
  return {.delay = product > static_cast<uint64_t>(kMost)
                       ? 0
                       : static_cast<double>(product) / kNanosPerSecond};
}

}  // namespace grpcfg
