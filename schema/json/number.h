// JSON numbers as they are spelled, without rounding: 10^400 and 4.294967295e9 are compared
// exactly.
#ifndef GRPCFG_SCHEMA_JSON_NUMBER_H_
#define GRPCFG_SCHEMA_JSON_NUMBER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// RFC 8259, section 6.
bool IsJsonNumber(absl::string_view text);

// The number that `text` begins with to protobuf-go, internal/encoding/json/decode_number.go
// parseNumber: its exponent may lack digits, and what follows it must not look like a part of it.
// Empty if there is none. `is_quoted`: nothing follows the text.
absl::string_view ProtojsonNumber(absl::string_view text, bool is_quoted);

// The double that is nearest to a number of JSON: beyond all of them an infinite one or 0.
double NearestDouble(absl::string_view json_number);

// True for a number of JSON that is a finite double, if a rounded one.
bool IsDoubleNumber(absl::string_view text);

// Takes the digits of ASCII off the front of `text`, and gives them.
absl::string_view ConsumeDigits(absl::string_view& text);

// One digit of ASCII or more, and nothing else.
bool IsDigits(absl::string_view text);

// RFC 8259's number without fraction and exponent: `-?(0|[1-9][0-9]*)`.
bool IsIntegerLiteral(absl::string_view text);

// An integer literal as a number; beyond 64 bits it is the nearest number of 64 bits.
int64_t SaturatingInteger(absl::string_view integer_literal);

// The number that `0x400000` is in other languages; empty for any other text, and beyond 64 bits.
std::optional<uint64_t> HexadecimalOf(absl::string_view text);

// The value of a JSON number, exactly: 0.`digits` * 10^`exponent`, the first and last digit not 0;
// zero has no digits. An exponent beyond 64 bits is the nearest of 64 bits.
struct Decimal {
  bool negative = false;
  std::string digits;
  int64_t exponent = 0;

  [[nodiscard]] bool IsZero() const { return digits.empty(); }
  [[nodiscard]] bool IsInteger() const { return static_cast<int64_t>(digits.size()) <= exponent; }
};

// `json_number` must satisfy IsJsonNumber.
Decimal ParseDecimal(absl::string_view json_number);

// floor(|value| * 10^places) with the value's sign, saturated to 64 bits.
int64_t ScaleDown(const Decimal& value, int places);

// True if |value| is above `whole`, the digits of a positive integer.
bool IsAbove(const Decimal& value, absl::string_view whole);

// True if `value` has digits other than 0 beyond `places` decimals.
bool HasDigitsBeyond(const Decimal& value, int places);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_NUMBER_H_
