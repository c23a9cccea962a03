#include "schema/json/number.h"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

struct GrammarRow {
  absl::string_view text;
  bool is_number;
  bool is_integer;
};

constexpr GrammarRow kGrammar[] = {
    {"0", true, true},
    {"-0", true, true},
    {"7", true, true},
    {"10", true, true},
    {"-12345678901234567890", true, true},
    {"0.0", true, false},
    {"1.50", true, false},
    {"-0.5", true, false},
    {"1e5", true, false},
    {"1E5", true, false},
    {"1e+5", true, false},
    {"1e-05", true, false},
    {"0e5", true, false},
    {"0E0", true, false},
    {"1e400", true, false},
    {"1.5e400", true, false},
    {"", false, false},
    {"-", false, false},
    {"--1", false, false},
    {"+1", false, false},
    {"01", false, false},
    {"-01", false, false},
    {"00", false, false},
    {".5", false, false},
    {"-.5", false, false},
    {"1.", false, false},
    {"1.e5", false, false},
    {"1e", false, false},
    {"1e+", false, false},
    {"1e+-5", false, false},
    {"1e1.5", false, false},
    {"0x10", false, false},
    {"1_000", false, false},
    {"1,5", false, false},
    {"1 ", false, false},
    {" 1", false, false},
    {"1f", false, false},
    {"NaN", false, false},
    {"-Infinity", false, false},
    {absl::string_view("1\0", 2), false, false},
    {"\xD9\xA1", false, false},  // ARABIC-INDIC DIGIT ONE
};

TEST(NumberTest, Grammar) {
  for (const GrammarRow& c : kGrammar) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(IsJsonNumber(c.text), c.is_number);
    EXPECT_EQ(IsIntegerLiteral(c.text), c.is_integer);
  }
}

TEST(NumberTest, IntegersSaturate) {
  const struct {
    absl::string_view text;
    int64_t expected;
  } cases[] = {
      {"0", 0},
      {"-0", 0},
      {"5", 5},
      {"-5", -5},
      {"9223372036854775806", kMax - 1},
      {"9223372036854775807", kMax},
      {"9223372036854775808", kMax},
      {"92233720368547758070", kMax},
      {"100000000000000000000000000000", kMax},
      {"-9223372036854775807", kMin + 1},
      {"-9223372036854775808", kMin},
      {"-9223372036854775809", kMin},
      {"-100000000000000000000000000000", kMin},
  };
  for (const auto& c : cases) EXPECT_EQ(SaturatingInteger(c.text), c.expected) << c.text;
}

struct DecimalRow {
  absl::string_view text;
  bool negative;
  absl::string_view digits;
  int64_t exponent;
  bool is_integer;
};

constexpr DecimalRow kDecimals[] = {
    {"0", false, "", 0, true},
    {"-0", true, "", 0, true},
    {"0.000e99", false, "", 0, true},
    {"0e99999999999999999999", false, "", 0, true},
    {"1", false, "1", 1, true},
    {"-12", true, "12", 2, true},
    {"100", false, "1", 3, true},
    {"1.0", false, "1", 1, true},
    {"1.50", false, "15", 1, false},
    {"0.5", false, "5", 0, false},
    {"0.05", false, "5", -1, false},
    {"0.0010", false, "1", -2, false},
    {"5e-1", false, "5", 0, false},
    {"5E+2", false, "5", 3, true},
    {"1.25e2", false, "125", 3, true},
    {"1.25e1", false, "125", 2, false},
    {"120e-1", false, "12", 2, true},
    {"4.294967295e9", false, "4294967295", 10, true},
    {"1e400", false, "1", 401, true},
    {"1e-400", false, "1", -399, false},
    {"1e9223372036854775806", false, "1", kMax, true},
    {"1e9223372036854775807", false, "1", kMax, true},
    {"1e99999999999999999999", false, "1", kMax, true},
    {"1e-99999999999999999999", false, "1", kMin + 1, false},
    {"0.001e-99999999999999999999", false, "1", kMin, false},
};

TEST(NumberTest, Decimals) {
  for (const DecimalRow& c : kDecimals) {
    SCOPED_TRACE(c.text);
    const Decimal value = ParseDecimal(c.text);
    EXPECT_EQ(value.negative, c.negative);
    EXPECT_EQ(value.digits, c.digits);
    EXPECT_EQ(value.exponent, c.exponent);
    EXPECT_EQ(value.IsInteger(), c.is_integer);
    EXPECT_EQ(value.IsZero(), c.digits.empty());
  }
}

struct ScaleRow {
  absl::string_view text;
  int places;
  int64_t expected;
  bool digits_beyond;
};

constexpr ScaleRow kScaled[] = {
    {"0", 3, 0, false},
    {"0.1", 3, 100, false},
    {"0.001", 3, 1, false},
    {"0.0005", 3, 0, true},
    {"0.0019", 3, 1, true},
    {"-0.0019", 3, -1, true},
    {"0.1000", 3, 100, false},
    {"1e-3", 3, 1, false},
    {"1e-4", 3, 0, true},
    {"12.3456", 3, 12345, true},
    {"1000", 0, 1000, false},
    {"1.5", 0, 1, true},
    {"15e-1", 0, 1, true},
    {"9223372036854775807", 0, kMax, false},
    {"9223372036854775808", 0, kMax, false},
    {"-9223372036854775808", 0, kMin, false},
    {"9223372036854775.807", 3, kMax, false},
    {"9223372036854775.808", 3, kMax, false},
    {"9223372036854775.8069", 3, kMax - 1, true},
    {"1e18", 0, 1000000000000000000, false},
    {"1e19", 0, kMax, false},
    {"-1e19", 0, kMin, false},
    {"1e400", 3, kMax, false},
    {"-1e400", 3, kMin, false},
    {"1e-400", 3, 0, true},
    {"1e99999999999999999999", 3, kMax, false},
    {"-1e99999999999999999999", 3, kMin, false},
    {"1e-99999999999999999999", 3, 0, true},
    {"0e99999999999999999999", 3, 0, false},
    {"0.001e-99999999999999999999", 3, 0, true},
};

TEST(NumberTest, ScaleDown) {
  for (const ScaleRow& c : kScaled) {
    SCOPED_TRACE(c.text);
    const Decimal value = ParseDecimal(c.text);
    EXPECT_EQ(ScaleDown(value, c.places), c.expected);
    EXPECT_EQ(HasDigitsBeyond(value, c.places), c.digits_beyond);
  }
}

TEST(NumberTest, IsAbove) {
  constexpr absl::string_view kMaxUint64 = "18446744073709551615";
  const struct {
    absl::string_view text;
    bool above;
  } cases[] = {
      {"0", false},
      {"0e99", false},
      {"18446744073709551615", false},
      {"18446744073709551616", true},
      {"18446744073709551615.5", true},
      {"1.8446744073709551615e19", false},
      {"1.8446744073709551616e19", true},
      {"9e18", false},
      {"2e19", true},
      {"1e20", true},
      {"1e99999999999999999999", true},
      {"1e-99999999999999999999", false},
      {"-18446744073709551616", true},  // by its size
  };
  for (const auto& c : cases)
    EXPECT_EQ(IsAbove(ParseDecimal(c.text), kMaxUint64), c.above) << c.text;
}

// As strtod, to the last bit.
void ExpectNearest(const std::string& text) {
  const double expected = std::strtod(text.c_str(), nullptr);
  EXPECT_EQ(std::bit_cast<uint64_t>(NearestDouble(text)), std::bit_cast<uint64_t>(expected))
      << text;
}

TEST(NumberTest, NearestDoubleOfAnySpelling) {
  for (const char* const text : {"0",
                                 "-0",
                                 "0.0",
                                 "-0.0",
                                 "1.3",
                                 "-1.3",
                                 "0.1",
                                 "1.60",
                                 "60",
                                 "999999999999999",
                                 "99999999999999.9",
                                 "9999999999999.99",
                                 "9007199254740993",
                                 "90071992547409.93",
                                 "0.00000000000001",
                                 "0.000000000000001",
                                 "123456789012345678901234567890",
                                 "1e2",
                                 "1.5E-3",
                                 "1e22",
                                 "1e23",
                                 "1e400",
                                 "-1e400",
                                 "1e-400",
                                 "2.2250738585072011e-308",
                                 "5e-324"}) {
    ExpectNearest(text);
  }
  std::mt19937_64 random(16);
  for (int i = 0; i < 100'000; ++i) {
    std::string text = absl::StrCat(random() >> random() % 64);
    const size_t decimals = random() % (text.size() + 4);
    text.insert(0, text.size() <= decimals ? decimals + 1 - text.size() : 0, '0');
    if (decimals > 0) text.insert(text.size() - decimals, ".");
    ExpectNearest(text);
  }
}

// 10 MB of digits in linear time.
TEST(NumberTest, LongNumbers) {
  const std::string zeros(10 << 20, '0');
  EXPECT_EQ(SaturatingInteger("1" + zeros), kMax);
  const Decimal value = ParseDecimal("1" + zeros + "." + zeros);
  EXPECT_EQ(value.digits, "1");
  EXPECT_EQ(value.exponent, static_cast<int64_t>(zeros.size()) + 1);
  EXPECT_EQ(ParseDecimal("0." + zeros + "1").exponent, -static_cast<int64_t>(zeros.size()));
}

}  // namespace
}  // namespace grpcfg
