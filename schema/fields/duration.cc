#include "schema/fields/duration.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

constexpr size_t kMaxFractionDigits = 9;

// Takes a sign off the front; true if it is a minus.
bool TakeMinus(absl::string_view& text, bool strict) {
  if (absl::ConsumePrefix(&text, "-")) return true;
  if (!strict) absl::ConsumePrefix(&text, "+");
  return false;
}

int32_t FractionToNanos(absl::string_view fraction) {
  int32_t nanos = 0;
  int32_t unit = kNanosPerSecond;
  for (const char digit : fraction) {
    unit /= 10;
    nanos += unit * (digit - '0');
  }
  return nanos;
}

// Units that people write; each is 10^-`shift` * `factor` seconds.
struct Unit {
  absl::string_view suffix;
  int shift;
  int factor;
};
constexpr std::array<Unit, 19> kUnits = {{
    {"milliseconds", 3, 1}, {"microseconds", 6, 1}, {"seconds", 0, 1},  {"second", 0, 1},
    {"minutes", 0, 60},     {"minute", 0, 60},      {"hours", 0, 3600}, {"hour", 0, 3600},
    {"days", 0, 86400},     {"day", 0, 86400},      {"sec", 0, 1},      {"min", 0, 60},
    {"ms", 3, 1},           {"us", 6, 1},           {"ns", 9, 1},       {"s", 0, 1},
    {"m", 0, 60},           {"h", 0, 3600},         {"d", 0, 86400},
}};

// `number` units in whole nanoseconds; nothing for what is less than one.
std::optional<int64_t> ToNanos(absl::string_view number, const Unit& unit) {
  constexpr int kMaxWholeDigits = 9;  // 64 bits hold that many seconds in nanoseconds
  const int places = static_cast<int>(kMaxFractionDigits) - unit.shift;
  const Decimal value = ParseDecimal(number);
  if (value.exponent > kMaxWholeDigits + unit.shift) return std::nullopt;
  const int64_t units = ScaleDown(value, places);
  int64_t nanos = 0;
  if (__builtin_mul_overflow(units, unit.factor, &nanos)) return std::nullopt;
  if (units == 0 && !value.IsZero()) return std::nullopt;
  return nanos;
}

Duration FromNanos(int64_t nanos) {
  return {.seconds = nanos / kNanosPerSecond,
          .nanos = static_cast<int32_t>(nanos % kNanosPerSecond)};
}

// Makes JSON numbers of `.5`, `5.`, `+1` and `01`.
std::string FixNumber(absl::string_view text) {
  absl::ConsumePrefix(&text, "+");
  while (text.size() > 1 && text[0] == '0' && text[1] != '.') text.remove_prefix(1);
  absl::ConsumeSuffix(&text, ".");
  return absl::StartsWith(text, ".") ? absl::StrCat("0", text) : std::string(text);
}

// `1h30m`, as Go prints durations: at least two parts, the larger unit first.
std::optional<int64_t> SumOfParts(absl::string_view text) {
  int64_t sum = 0;
  int64_t last = std::numeric_limits<int64_t>::max();
  while (!text.empty()) {
    const size_t number = std::min(text.find_first_not_of("0123456789."), text.size());
    const size_t part = std::min(text.find_first_of("0123456789.", number), text.size());
    const absl::string_view suffix = text.substr(number, part - number);
    const auto* const unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& candidate) {
      return candidate.suffix == suffix;
    });
    if (unit == kUnits.end() || !IsJsonNumber(text.substr(0, number))) return std::nullopt;
    const int64_t size = ToNanos("1", *unit).value_or(0);
    const std::optional<int64_t> nanos = ToNanos(text.substr(0, number), *unit);
    if (!nanos || size >= last || __builtin_add_overflow(sum, *nanos, &sum)) return std::nullopt;
    last = size;
    text.remove_prefix(part);
  }
  return sum;
}

// `5.5s` for `00:00:05.5`, as .NET and many others write it: hours, minutes, seconds; before the
// hours perhaps days and a point. Empty for any other text.
std::string SecondsOfClock(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  if (parts.size() != 3) return "";
  const size_t point = parts[0].find('.');
  const bool has_days = point != absl::string_view::npos;
  const std::pair<absl::string_view, absl::string_view> seconds =
      absl::StrSplit(parts[2], absl::MaxSplits('.', 1));
  std::array<int64_t, 4> counts = {};
  const std::array<absl::string_view, 4> texts = {has_days ? parts[0].substr(0, point) : "0",
                                                  has_days ? parts[0].substr(point + 1) : parts[0],
                                                  parts[1], seconds.first};
  for (size_t i = 0; i < texts.size(); ++i) {
    constexpr int64_t kSixty = 60;
    const bool is_count =
        IsDigits(texts[i]) && texts[i].size() <= 4 && absl::SimpleAtoi(texts[i], &counts[i]);
    if (!is_count || (i > 1 && counts[i] >= kSixty)) return "";
  }
  const bool has_fraction = parts[2].size() > seconds.first.size();
  if (has_fraction && !IsDigits(seconds.second)) return "";
  const int64_t hours = counts[0] * 24 + counts[1];
  return absl::StrCat(hours * 3600 + counts[2] * 60 + counts[3], has_fraction ? "." : "",
                      seconds.second, "s");
}

// `1d1h30m` for ISO 8601's `P1DT1H30M`. Months and years are not lengths of time.
std::string PartsOfIso(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(absl::StripPrefix(text, "p"), absl::MaxSplits('t', 1));
  const bool is_length = parts.first.empty() || absl::EndsWith(parts.first, "d");
  return is_length ? absl::StrCat(parts.first, parts.second) : "";
}

// Other ways to write a duration, in the way of Go: ISO 8601's `PT1H30M`, a clock's `00:00:05`, a
// decimal comma. A comma before three digits may separate thousands.
std::string InGoWords(std::string text) {
  if (absl::StartsWith(text, "p")) return PartsOfIso(text);
  const size_t comma = text.find(',');
  if (comma != std::string::npos && text.find(',', comma + 1) == std::string::npos) {
    const size_t end = std::min(text.find_first_not_of("0123456789", comma + 1), text.size());
    if (end != comma + 4 || text.substr(0, comma) == "0") text[comma] = '.';
    return text;
  }
  const std::string seconds = SecondsOfClock(text);
  return seconds.empty() ? text : seconds;
}

}  // namespace

DurationResult ParseDuration(absl::string_view text, DurationGrammar grammar) {
  constexpr DurationResult kMalformed = {.error = DurationError::kMalformed, .value = {}};
  const bool strict = grammar == DurationGrammar::kProto3Json;
  if (!absl::ConsumeSuffix(&text, "s")) return kMalformed;
  const bool negative = TakeMinus(text, strict);
  const absl::string_view whole = ConsumeDigits(text);
  const bool has_point = absl::ConsumePrefix(&text, ".");
  const absl::string_view fraction = has_point ? ConsumeDigits(text) : absl::string_view();
  if (whole.empty() && (strict || !has_point)) return kMalformed;
  if (whole.size() > 1 && whole[0] == '0') return kMalformed;
  if (!text.empty() || fraction.size() > kMaxFractionDigits) return kMalformed;
  if (strict && has_point && fraction.empty()) return kMalformed;
  const int64_t seconds = whole.empty() ? 0 : SaturatingInteger(whole);
  if (seconds > kMaxDurationSeconds) return {.error = DurationError::kOutOfRange, .value = {}};
  const int32_t nanos = FractionToNanos(fraction);
  return {.value = {.seconds = negative ? -seconds : seconds, .nanos = negative ? -nanos : nanos}};
}

double SecondsOf(const Duration& duration) {
  return static_cast<double>(duration.seconds) +
         static_cast<double>(duration.nanos) / kNanosPerSecond;
}

std::string SpellDuration(const Duration& duration) {
  std::string text = duration.IsNegative() ? "-" : "";
  const auto append = [&](absl::string_view part) { text.append(part.data(), part.size()); };
  append(absl::AlphaNum(std::abs(duration.seconds)).Piece());
  if (duration.nanos != 0) {
    text.push_back('.');
    append(absl::AlphaNum(absl::Dec(std::abs(duration.nanos), absl::kZeroPad9)).Piece());
    text.resize(text.find_last_not_of('0') + 1);
  }
  text.push_back('s');
  return text;
}

std::optional<std::string> CorrectedDuration(absl::string_view malformed) {
  const std::string lower = InGoWords(absl::AsciiStrToLower(absl::StripAsciiWhitespace(malformed)));
  absl::string_view number = lower;
  Unit unit = {"", 0, 1};
  for (const Unit& candidate : kUnits) {
    if (!absl::ConsumeSuffix(&number, candidate.suffix)) continue;
    unit = candidate;
    break;
  }
  const std::string fixed = FixNumber(absl::StripAsciiWhitespace(number));
  const bool single = IsJsonNumber(fixed) && fixed[0] != '-';
  if (lower.empty()) return std::nullopt;
  const std::optional<int64_t> nanos = single ? ToNanos(fixed, unit) : SumOfParts(lower);
  constexpr int64_t kLongest = 1'000'000'000'000'000'000;  // some 30 years: more is a slip
  return nanos && *nanos < kLongest ? std::optional(SpellDuration(FromNanos(*nanos)))
                                    : std::nullopt;
}

}  // namespace grpcfg
