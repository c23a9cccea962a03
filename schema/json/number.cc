#include "schema/json/number.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace grpcfg {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

// Takes the integer part off the front: no leading zeros.
absl::string_view ConsumeWhole(absl::string_view& text) {
  absl::string_view rest = text;
  const absl::string_view digits = ConsumeDigits(rest);
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return {};
  text = rest;
  return digits;
}

int64_t Saturate(absl::string_view digits, bool negative) {
  int64_t value = 0;
  for (const char c : digits) {
    const int digit = c - '0';
    if (value > (kMax - digit) / 10) return negative ? kMin : kMax;
    value = value * 10 + digit;
  }
  return negative ? -value : value;
}

// Takes a number without exponent off the front; false if there is none.
bool ConsumeDecimal(absl::string_view& text) {
  absl::ConsumePrefix(&text, "-");
  if (ConsumeWhole(text).empty()) return false;
  return !absl::ConsumePrefix(&text, ".") || !ConsumeDigits(text).empty();
}

// Takes the letter before an exponent off the front; false if there is none.
bool ConsumeExponentLetter(absl::string_view& text) {
  return absl::ConsumePrefix(&text, "e") || absl::ConsumePrefix(&text, "E");
}

}  // namespace

absl::string_view ConsumeDigits(absl::string_view& text) {
  size_t count = 0;
  while (count < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[count]))) {
    ++count;
  }
  const absl::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool IsJsonNumber(absl::string_view text) {
  if (!ConsumeDecimal(text)) return false;
  if (text.empty()) return true;
  if (!ConsumeExponentLetter(text)) return false;
  if (!absl::ConsumePrefix(&text, "+")) absl::ConsumePrefix(&text, "-");
  return IsDigits(text);
}

std::optional<uint64_t> HexadecimalOf(absl::string_view text) {
  uint64_t number = 0;
  const bool is_hexadecimal =
      absl::StartsWithIgnoreCase(text, "0x") && absl::SimpleHexAtoi(text, &number);
  return is_hexadecimal ? std::optional(number) : std::nullopt;
}

double NearestDouble(absl::string_view json_number) {
  double number = 0;
  return absl::SimpleAtod(json_number, &number) ? number : 0;
}

bool IsDoubleNumber(absl::string_view text) {
  return IsJsonNumber(text) && std::isfinite(NearestDouble(text));
}

absl::string_view ProtojsonNumber(absl::string_view text, bool is_quoted) {
  absl::string_view rest = text;
  if (!ConsumeDecimal(rest)) return {};
  // It looks for an exponent where two bytes are left; after a bare number there always are some.
  const bool may_have_exponent = rest.size() > 1 || !is_quoted;
  if (may_have_exponent && ConsumeExponentLetter(rest)) {
    const bool is_signed = absl::ConsumePrefix(&rest, "+") || absl::ConsumePrefix(&rest, "-");
    // strconv.ParseInt takes no exponent of a sign alone.
    if (ConsumeDigits(rest).empty() && is_signed) return {};
  }
  const char next = rest.empty() ? ' ' : rest[0];
  const bool goes_on =
      absl::ascii_isalnum(static_cast<unsigned char>(next)) || absl::StrContains("-+._", next);
  return goes_on ? absl::string_view() : text.substr(0, text.size() - rest.size());
}

bool IsDigits(absl::string_view text) { return !ConsumeDigits(text).empty() && text.empty(); }

bool IsIntegerLiteral(absl::string_view text) {
  absl::ConsumePrefix(&text, "-");
  return !ConsumeWhole(text).empty() && text.empty();
}

int64_t SaturatingInteger(absl::string_view integer_literal) {
  const bool negative = absl::ConsumePrefix(&integer_literal, "-");
  return Saturate(integer_literal, negative);
}

Decimal ParseDecimal(absl::string_view json_number) {
  Decimal value;
  value.negative = absl::ConsumePrefix(&json_number, "-");
  const absl::string_view whole = ConsumeDigits(json_number);
  absl::string_view fraction;
  if (absl::ConsumePrefix(&json_number, ".")) fraction = ConsumeDigits(json_number);
  int64_t power = 0;
  if (!json_number.empty()) {
    json_number.remove_prefix(1);  // e or E
    absl::ConsumePrefix(&json_number, "+");
    power = SaturatingInteger(json_number);
  }
  value.digits.append(whole.data(), whole.size());
  value.digits.append(fraction.data(), fraction.size());
  const size_t last = value.digits.find_last_not_of('0');
  value.digits.resize(last == std::string::npos ? 0 : last + 1);
  const size_t first = std::min(value.digits.find_first_not_of('0'), value.digits.size());
  value.digits.erase(0, first);
  const auto point = static_cast<int64_t>(whole.size()) - static_cast<int64_t>(first);
  if (__builtin_add_overflow(power, point, &value.exponent)) value.exponent = power;
  if (value.digits.empty()) value.exponent = 0;
  return value;
}

int64_t ScaleDown(const Decimal& value, int places) {
  if (value.exponent > kMax - places) return value.negative ? kMin : kMax;
  const int64_t count = value.exponent + places;  // digits before the scaled point
  if (value.IsZero() || count <= 0) return 0;
  if (count > 19) return value.negative ? kMin : kMax;
  std::string digits = value.digits.substr(0, static_cast<size_t>(count));
  digits.resize(static_cast<size_t>(count), '0');
  return Saturate(digits, value.negative);
}

bool IsAbove(const Decimal& value, absl::string_view whole) {
  const auto size = static_cast<int64_t>(whole.size());
  if (value.IsZero() || value.exponent != size) return !value.IsZero() && value.exponent > size;
  std::string digits = value.digits;
  digits.resize(std::max(digits.size(), whole.size()), '0');
  return digits > whole;
}

bool HasDigitsBeyond(const Decimal& value, int places) {
  if (value.exponent > kMax - places) return false;
  return static_cast<int64_t>(value.digits.size()) > value.exponent + places;
}

}  // namespace grpcfg
