#include "schema/fields/duration.h"
#include "schema/clients/client_duration.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

constexpr DurationError kMalformed = DurationError::kMalformed;
constexpr DurationError kOutOfRange = DurationError::kOutOfRange;

struct ParseRow {
  absl::string_view why;
  absl::string_view text;
  DurationError error = DurationError::kNone;
  Duration value = {};
};

const ParseRow kParseRows[] = {
    {"whole", "1s", {}, {1, 0}},
    {"decimals", "1.5s", {}, {1, 500'000'000}},
    {"one nanosecond", "0.000000001s", {}, {0, 1}},
    {"nine decimals", "1.123456789s", {}, {1, 123'456'789}},
    {"three decimals", "0.100s", {}, {0, 100'000'000}},
    {"ten decimals", "1.1234567890s", kMalformed},
    {"ten zeros", "1.0000000000s", kMalformed},
    {"the largest", "315576000000s", {}, {315'576'000'000, 0}},
    {"one second more", "315576000001s", kOutOfRange},
    {"the largest with decimals", "315576000000.999999999s", {}, {315'576'000'000, 999'999'999}},
    {"the smallest", "-315576000000s", {}, {-315'576'000'000, 0}},
    {"one second less", "-315576000001s", kOutOfRange},
    {"beyond 64 bits", "99999999999999999999s", kOutOfRange},
    {"beyond 64 bits, negative", "-99999999999999999999.5s", kOutOfRange},
    {"out of range and malformed", "315576000001.s", kMalformed},
    {"negative", "-1s", {}, {-1, 0}},
    {"negative below a second", "-0.5s", {}, {0, -500'000'000}},
    {"negative with decimals", "-1.25s", {}, {-1, -250'000'000}},
    {"negative zero", "-0s", {}, {0, 0}},
    {"zero", "0s", {}, {0, 0}},
    {"zero with decimals", "0.000s", {}, {0, 0}},
    {"no whole part", ".5s", kMalformed},
    {"no fraction", "1.s", kMalformed},
    {"plus", "+1s", kMalformed},
    {"leading zero", "01s", kMalformed},
    {"two zeros", "00s", kMalformed},
    {"exponent", "1e3s", kMalformed},
    {"blank before", " 1s", kMalformed},
    {"blank before the unit", "1 s", kMalformed},
    {"blank after the point", "1. 5s", kMalformed},
    {"blank after", "1s ", kMalformed},
    {"two minus", "--1s", kMalformed},
    {"minus in the fraction", "1.-5s", kMalformed},
    {"plus in the fraction", "1.+5s", kMalformed},
    {"no unit", "1", kMalformed},
    {"capital unit", "1S", kMalformed},
    {"milliseconds", "100ms", kMalformed},
    {"only the unit", "s", kMalformed},
    {"point and unit", ".s", kMalformed},
    {"minus and unit", "-s", kMalformed},
    {"empty", "", kMalformed},
    {"two points", "1.2.3s", kMalformed},
    {"underscore", "1_0s", kMalformed},
    {"hexadecimal", "0x1s", kMalformed},
    {"not a number", "NaNs", kMalformed},
    {"infinity", "Infinitys", kMalformed},
    {"two units", "1ss", kMalformed},
    {"NUL", absl::string_view("1\0s", 3), kMalformed},
    {"digits of another script", "\xD9\xA1s", kMalformed},
};

TEST(DurationTest, ParsesByTheGrammar) {
  for (const ParseRow& row : kParseRows) {
    const DurationResult result = ParseDuration(row.text);
    EXPECT_EQ(result.error, row.error) << row.why;
    EXPECT_EQ(result.value, row.value) << row.why;
  }
}

TEST(DurationTest, OrdersByLength) {
  const std::vector<absl::string_view> ascending = {
      "-2s", "-1.5s", "-1s", "-0.5s", "0s", "0.000000001s", "0.5s", "1s", "1.25s", "1.5s", "2s"};
  for (size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(ParseDuration(ascending[i - 1]).value, ParseDuration(ascending[i]).value)
        << ascending[i];
  }
  EXPECT_TRUE(ParseDuration("-0.5s").value.IsNegative());
  EXPECT_FALSE(ParseDuration("-0s").value.IsNegative());
  EXPECT_TRUE(ParseDuration("-0s").value.IsZero());
  EXPECT_FALSE(ParseDuration("0.5s").value.IsZero());
}

struct CorrectionRow {
  absl::string_view text;
  std::optional<std::string> corrected;
};

const CorrectionRow kCorrectionRows[] = {
    {"100ms", "0.1s"},
    {"1500ms", "1.5s"},
    {"0ms", "0s"},
    {"250us", "0.00025s"},
    {"1ns", "0.000000001s"},
    {"0.1ns", std::nullopt},                       // nothing that a Duration holds
    {"99E-99000099909999900990ns", std::nullopt},  // an exponent beyond 64 bits
    {"99E99000099909999900990ns", std::nullopt},
    {"99E99000099909999900990s", std::nullopt},
    {"1e3ms", "1s"},
    {"5m", "300s"},
    {"1.5m", "90s"},
    {"2h", "7200s"},
    {"30", "30s"},
    {"0.5", "0.5s"},
    {".5s", "0.5s"},
    {".5", "0.5s"},
    {"1.s", "1s"},
    {"+1s", "1s"},
    {"01s", "1s"},
    {"00.5s", "0.5s"},
    {"1S", "1s"},
    {"1 s", "1s"},
    {" 1s ", "1s"},
    {"1 sec", "1s"},
    {"3 seconds", "3s"},
    {"1 second", "1s"},
    {"2 minutes", "120s"},
    {"1 hour", "3600s"},
    {"10 milliseconds", "0.01s"},
    {"1e3s", "1000s"},
    {"1.1234567890s", "1.123456789s"},
    {"1.12345678901s", "1.123456789s"},  // nobody means less than a nanosecond
    {"0.25000000009s", "0.25s"},
    {"33.33333333333ms", "0.033333333s"},
    {"0.0000000001s", std::nullopt},  // nothing would be left
    {"1h30m", "5400s"},               // as Go prints it
    {"1m0.5s", "60.5s"},
    {"PT5S", "5s"},  // ISO 8601
    {"PT1H30M", "5400s"},
    {"PT0.5S", "0.5s"},
    {"PT", std::nullopt},
    {"P1D", "86400s"},
    {"P1DT1H", "90000s"},
    {"P1M", std::nullopt},  // a month
    {"P1Y", std::nullopt},
    {"P", std::nullopt},
    {"1d", "86400s"},
    {"2 days", "172800s"},
    {"1d12h", "129600s"},
    {"00:00:05", "5s"},  // .NET's TimeSpan
    {"1:02:03.25", "3723.25s"},
    {"00:00:00.1000000", "0.1s"},
    {"00:61:00", std::nullopt},
    {"00:05", std::nullopt},
    {"1.00:00:05", "86405s"},
    {"10.23:59:59.5", "950399.5s"},
    {"1.2.03:04:05", std::nullopt},
    {".01:00:00", std::nullopt},
    {"0,1s", "0.1s"},
    {"0,125s", "0.125s"},
    {"10,5s", "10.5s"},
    {"1,500ms", std::nullopt},  // thousands, perhaps
    {"1,2,3s", std::nullopt},
    {"1m30", std::nullopt},
    {"1s1s", std::nullopt},
    {"30m1h", std::nullopt},
    {"", std::nullopt},
    {"s", std::nullopt},
    {"ms", std::nullopt},
    {"infinity", std::nullopt},
    {"--1s", std::nullopt},
    {"-100ms", std::nullopt},
    {"1.2.3s", std::nullopt},
    {"0x1s", std::nullopt},
    {"1e400s", std::nullopt},
    {"315576000001000ms", std::nullopt},
    {"99999999999h", std::nullopt},
};

TEST(DurationTest, CorrectsWhatIsPlain) {
  for (const CorrectionRow& row : kCorrectionRows) {
    const std::optional<std::string> corrected = CorrectedDuration(row.text);
    EXPECT_EQ(corrected, row.corrected) << row.text;
    if (!corrected) continue;
    EXPECT_EQ(ParseDuration(*corrected).error, DurationError::kNone) << row.text;
  }
}

// parseDuration's own comment in protobuf-go lists these forms.
TEST(ParseDurationTest, ProtobufGoTakesMore) {
  const std::vector<std::pair<const char*, Duration>> taken = {
      {"1s", {1, 0}},
      {"0.1s", {0, 100'000'000}},
      {"1.s", {1, 0}},
      {".1s", {0, 100'000'000}},
      {"+1s", {1, 0}},
      {"+.5s", {0, 500'000'000}},
      {"-1s", {-1, 0}},
      {"-.1s", {0, -100'000'000}},
      {".s", {0, 0}},
      {"-.s", {0, 0}},
      {"315576000000.000000001s", {315'576'000'000, 1}},
  };
  for (const auto& [text, value] : taken) {
    const DurationResult result = ParseDuration(text, DurationGrammar::kProtobufGo);
    EXPECT_EQ(result.error, DurationError::kNone) << text;
    EXPECT_EQ(result.value, value) << text;
  }
  for (const char* const text : {"s", "+s", "-s", "01s", "00.5s", "1.1234567891s", "1", "1m",
                                 "--1s", "+-1s", "-+1s", "+-.5s", ".5.5s", "1..s"}) {
    EXPECT_EQ(ParseDuration(text, DurationGrammar::kProtobufGo).error, DurationError::kMalformed)
        << text;
  }
}

// Double.ToString writes `9E-05` for what is below 0.0001, and that is no decimal.
TEST(ParseDurationTest, DotnetTakesNoExponent) {
  for (const char* const text : {"0.0001s", "0.00010s", "-0.0001s", "1.00001s", "0.0s"}) {
    EXPECT_EQ(ParseClientDuration(text, DurationGrammar::kDotnet).error, DurationError::kNone)
        << text;
  }
  for (const char* const text : {"0.00009s", "0.0000999s", "-0.00009s", "0.0000001s"}) {
    EXPECT_EQ(ParseClientDuration(text, DurationGrammar::kDotnet).error, DurationError::kMalformed)
        << text;
  }
}

}  // namespace
}  // namespace grpcfg
