#include "schema/clients/client_number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"
#include "schema/fields/status_code.h"
#include "schema/json/java_text.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

constexpr double kMinInt32 = std::numeric_limits<int32_t>::min();
constexpr double kMaxInt32 = std::numeric_limits<int32_t>::max();

bool IsUnsigned(IntegerType type) {
  return type == IntegerType::kUint32 || type == IntegerType::kUint64;
}

bool Fits(IntegerType type, int64_t number) {
  if (type == IntegerType::kInt32) return number == static_cast<int32_t>(number);
  return type != IntegerType::kUint32 || number == static_cast<uint32_t>(number);
}

// Beyond 64 signed bits no bound distinguishes numbers.
bool ParseUint64(absl::string_view text, int64_t& number) {
  uint64_t large = 0;
  if (!absl::SimpleAtoi(text, &large)) return false;
  number = static_cast<int64_t>(std::min<uint64_t>(large, std::numeric_limits<int64_t>::max()));
  return true;
}

// absl::SimpleAtoi in the given width.
std::optional<int64_t> ParseText(IntegerType type, absl::string_view text) {
  int64_t number = 0;
  if (IsUnsigned(type) && absl::StrContains(text, '-')) return std::nullopt;
  const bool read =
      type == IntegerType::kUint64 ? ParseUint64(text, number) : absl::SimpleAtoi(text, &number);
  if (!read || !Fits(type, number)) return std::nullopt;
  return number;
}

// The integer that a double is, if it is one.
std::optional<int64_t> Integral(double number) {
  constexpr double kLimit = 9223372036854774784.0;  // the largest double below 2^63
  if (!std::isfinite(number) || number != std::trunc(number)) return std::nullopt;
  return static_cast<int64_t>(std::clamp(number, -kLimit, kLimit));
}

std::optional<double> ParseJsonDouble(const Token& token) {
  double number = 0;
  if (token.kind != JsonKind::kNumber || !IsJsonNumber(token.text)) return std::nullopt;
  return absl::SimpleAtod(token.text, &number) ? std::optional(number) : std::nullopt;
}

// Double.intValue() and longValue(): what they cut off must be nothing.
std::optional<int64_t> ParseGsonInteger(IntegerType type, const Token& token) {
  const std::optional<double> number = ParseJsonDouble(token);
  const std::optional<int64_t> integer = number ? Integral(*number) : std::nullopt;
  const bool wide = type == IntegerType::kInt64 || type == IntegerType::kUint64;
  if (!integer || (!wide && (*number < kMinInt32 || *number > kMaxInt32))) return std::nullopt;
  return integer;
}

// Integer.parseInt and Long.parseLong.
std::optional<int64_t> ParseJavaInteger(IntegerType type, absl::string_view spelled) {
  const std::string text = WithAsciiDigits(spelled);
  const bool is_signed = absl::StartsWith(text, "+") || absl::StartsWith(text, "-");
  const absl::string_view digits = absl::string_view(text).substr(is_signed ? 1 : 0);
  const bool wide = type == IntegerType::kInt64 || type == IntegerType::kUint64;
  if (!IsDigits(digits)) return std::nullopt;
  return ParseText(wide ? IntegerType::kInt64 : IntegerType::kInt32, text);
}

// What is left of the digits of Double.parseDouble without suffix, or nothing if some other
// character is in it.
std::optional<std::string> JavaDigits(absl::string_view body) {
  const bool hex = absl::StartsWithIgnoreCase(body, "0x");
  if (!body.empty() && absl::StrContains("dDfF", body.back())) body.remove_suffix(1);
  if (hex && body.find_first_of("pP") == absl::string_view::npos) return std::nullopt;
  const absl::string_view allowed = hex ? "0123456789abcdefABCDEFxX.pP+-" : "0123456789.eE+-";
  if (body.empty() || !absl::StrContains("0123456789.", body[0]) ||
      body.find_first_not_of(allowed) != absl::string_view::npos) {
    return std::nullopt;
  }
  return std::string(body);
}

// Double.parseDouble, Javadoc of Double.valueOf: blanks around it, a suffix, words, hexadecimals.
std::optional<double> ParseJavaDouble(absl::string_view text) {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  const bool negative = absl::StartsWith(text, "-");
  absl::string_view body = text;
  if (negative || absl::StartsWith(text, "+")) body.remove_prefix(1);
  if (body == "NaN") return std::nan("");
  if (body == "Infinity") return negative ? -HUGE_VAL : HUGE_VAL;
  const std::optional<std::string> digits = JavaDigits(body);
  if (!digits) return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(digits->c_str(), &end);
  if (end != digits->c_str() + digits->size()) return std::nullopt;
  return negative ? -number : number;
}

std::optional<int> CodeByName(CodeGrammar grammar, const Token& token) {
  switch (grammar) {
    case CodeGrammar::kExactName:  // compared as C strings
      return FindStatusCode(token.text.substr(0, token.text.find('\0')), LetterCase::kExact);
    case CodeGrammar::kGoName:  // compared as it is written, escapes and all
      if (token.source.size() != token.text.size() + 2) return std::nullopt;
      break;
    case CodeGrammar::kJavaScript:  // toUpperCase knows two letters that become ASCII
      return FindStatusCode(absl::StrReplaceAll(token.text, {{"\u0131", "I"}, {"\u017F", "S"}}),
                            LetterCase::kIgnored);
    case CodeGrammar::kDotnet: {
      int number = 0;
      if (absl::SimpleAtoi(token.text, &number)) return number;
      return FindStatusCode(token.text, LetterCase::kIgnored);
    }
    default:
      break;
  }
  return FindStatusCode(token.text, LetterCase::kExact);
}

NumberGrammar NumbersOfCodes(CodeGrammar grammar) {
  switch (grammar) {
    case CodeGrammar::kGoName:
      return NumberGrammar::kGoLiteral;
    case CodeGrammar::kDotnet:
      return NumberGrammar::kDotnet;
    case CodeGrammar::kJavaScript:
      return NumberGrammar::kJavaScript;
    default:
      return NumberGrammar::kGson;
  }
}

}  // namespace

std::optional<int64_t> ParseClientInteger(NumberGrammar grammar, IntegerType type,
                                          const Token& token) {
  const bool is_number = token.kind == JsonKind::kNumber;
  const bool is_string = token.kind == JsonKind::kString;
  switch (grammar) {
    case NumberGrammar::kAbslText:
      return is_number || is_string ? ParseText(type, token.text) : std::nullopt;
    case NumberGrammar::kGoLiteral:
    case NumberGrammar::kDotnet:
      return is_number && IsIntegerLiteral(token.text) ? ParseText(type, token.text) : std::nullopt;
    case NumberGrammar::kGsonOrQuoted:
      if (is_string) return ParseJavaInteger(type, token.text);
      [[fallthrough]];
    case NumberGrammar::kGson:
      return ParseGsonInteger(type, token);
    case NumberGrammar::kJavaScript: {
      const std::optional<double> number = ParseJsonDouble(token);
      return number ? Integral(*number) : std::nullopt;
    }
    case NumberGrammar::kBareLiteral:
    case NumberGrammar::kProtoJson:
      break;
  }
  return std::nullopt;
}

std::optional<double> ParseClientNumber(NumberGrammar grammar, const Token& token) {
  if (grammar == NumberGrammar::kAbslText) {
    float number = 0;
    const bool is_text = token.kind == JsonKind::kNumber || token.kind == JsonKind::kString;
    return is_text && absl::SimpleAtof(token.text, &number) ? std::optional<double>(number)
                                                            : std::nullopt;
  }
  if (grammar == NumberGrammar::kGsonOrQuoted && token.kind == JsonKind::kString) {
    return ParseJavaDouble(token.text);
  }
  const std::optional<double> number = ParseJsonDouble(token);
  if (grammar != NumberGrammar::kJavaScript && number && !std::isfinite(*number)) {
    return std::nullopt;
  }
  return number;
}

std::optional<int64_t> ParseCoreTokenRatio(const Token& token) {
  if (token.kind != JsonKind::kNumber && token.kind != JsonKind::kString) return std::nullopt;
  constexpr size_t kDecimals = 3;
  const size_t point = std::min(token.text.find('.'), token.text.size());
  uint32_t whole = 0;
  uint32_t fraction = 0;
  uint32_t multiplier = 1;
  if (point < token.text.size()) {
    const absl::string_view decimals = token.text.substr(point + 1, kDecimals);
    if (!absl::SimpleAtoi(decimals, &fraction)) return std::nullopt;
    multiplier = 1000;
    for (size_t i = decimals.size(); i < kDecimals; ++i) fraction *= 10;
  }
  if (!absl::SimpleAtoi(token.text.substr(0, point), &whole)) return std::nullopt;
  return whole * multiplier + fraction;  // in 32 bits, as C-core has it
}

std::optional<int> ParseClientCode(CodeGrammar grammar, const Token& token) {
  if (token.kind == JsonKind::kString) return CodeByName(grammar, token);
  if (grammar == CodeGrammar::kExactName) return std::nullopt;
  const bool is_go = grammar == CodeGrammar::kGoName;
  if (is_go && token.kind == JsonKind::kNull) return 0;
  if (is_go && token.text == "-0") return std::nullopt;
  const std::optional<int64_t> number =
      ParseClientInteger(NumbersOfCodes(grammar), IntegerType::kInt32, token);
  if (!number) return std::nullopt;
  const bool known = *number >= 0 && *number <= kMaxStatusCode;
  if (!known && grammar != CodeGrammar::kDotnet) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace grpcfg
