// Texts of grpc-retry-pushback-ms, and what each client makes of them.
#include "simulator/schedule/pushback.h"

#include <array>
#include <vector>

#include "gtest/gtest.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {
namespace {

constexpr double kStop = -1;   // a delay in the tables below
constexpr double kFails = -2;  // stops, and the attempt fails

struct Row {
  absl::string_view raw;
  // In seconds: spec, C-core, Go, Java, Node, .NET.
  std::array<double, 6> delays;
};

// The rows were checked against gRFC A6, absl::SimpleAtoi, strconv.Atoi, Integer.valueOf, parseInt
// with setTimeout, and int.TryParse.
const std::vector<Row>& Rows() {
  static const auto* const kRows = new std::vector<Row>{
      {"50", {0.05, 0.05, 0.05, 0.05, 0.05, 0.05}},
      {"0", {0, 0, 0, 0, 0.001, 0}},
      {"-1", {kStop, kStop, kStop, kStop, kStop, kStop}},
      {"abc", {kStop, kFails, kStop, kStop, 0.001, kStop}},
      {"", {kStop, kFails, kStop, kStop, 0.001, kStop}},
      {"-", {kStop, kFails, kStop, kStop, 0.001, kStop}},
      {"007", {kStop, 0.007, 0.007, 0.007, 0.007, 0.007}},
      {"+5", {kStop, 0.005, 0.005, 0.005, 0.005, 0.005}},
      {"+-5", {kStop, kFails, kStop, kStop, 0.001, kStop}},
      {"-0", {0, 0, 0, 0, 0.001, 0}},
      {" 5 ", {kStop, 0.005, kStop, kStop, 0.005, 0.005}},
      {"5 ", {kStop, 0.005, kStop, kStop, 0.005, 0.005}},
      {"1.5", {kStop, kFails, kStop, kStop, 0.001, kStop}},
      {"20ms", {kStop, kFails, kStop, kStop, 0.02, kStop}},
      {"-20ms", {kStop, kFails, kStop, kStop, kStop, kStop}},
      {"0x10", {kStop, kFails, kStop, kStop, 0.016, kStop}},
      {"0x", {kStop, kFails, kStop, kStop, 0.001, kStop}},
      {"1_000", {kStop, kFails, kStop, kStop, 0.001, kStop}},
      {"2147483647",
       {2147483.647, 2147483.647, 2147483.647, 2147483.647, 2147483.647, 2147483.647}},
      {"2147483648", {kStop, 2147483.648, 2147483.648, kStop, 0.001, kStop}},
      {"-2147483649", {kStop, kStop, kStop, kStop, kStop, kStop}},
      {"4294967296", {kStop, 4294967.296, 4294967.296, kStop, 0.001, kStop}},
      // 2^63 ns is the most that Go's timer holds: what is above wraps around.
      {"9223372036854", {kStop, 9223372036.854, 9223372036.854, kStop, 0.001, kStop}},
      {"9223372036855", {kStop, 9223372036.855, 0, kStop, 0.001, kStop}},
      {"18446744073710", {kStop, 18446744073.71, 0.000448384, kStop, 0.001, kStop}},
      {"9223372036854775808", {kStop, kFails, kStop, kStop, 0.001, kStop}},
  };
  return *kRows;
}

TEST(PushbackTest, EachClientReadsItsOwn) {
  const std::array<const Profile*, 6> profiles = {&SpecProfile(), &CoreProfile(), &GoProfile(),
                                                  &JavaProfile(), &NodeProfile(), &DotnetProfile()};
  for (const Row& row : Rows()) {
    for (size_t i = 0; i < profiles.size(); ++i) {
      const PushbackReading reading = ReadPushback(row.raw, ProfileAt(*profiles[i]).calls);
      const bool fails = row.delays[i] == kFails;
      const bool stops = fails || row.delays[i] == kStop;
      EXPECT_EQ(reading.stops, stops) << "`" << row.raw << "` " << i;
      EXPECT_EQ(reading.fails, fails) << "`" << row.raw << "` " << i;
      EXPECT_NEAR(reading.delay, stops ? 0 : row.delays[i], 1e-9) << "`" << row.raw << "` " << i;
    }
  }
}

// https://nodejs.org/api/timers.html: a delay below 1 ms or above 2^31-1 ms is 1 ms.
TEST(PushbackTest, TimersOfNode) {
  const CallReading node = ProfileAt(NodeProfile()).calls;
  EXPECT_EQ(TimerOf(0, node), 0.001);
  EXPECT_EQ(TimerOf(0.5, node), 0.5);
  EXPECT_EQ(TimerOf(2147483.648, node), 0.001);
  EXPECT_EQ(TimerOf(0, ProfileAt(GoProfile()).calls), 0);
}

}  // namespace
}  // namespace grpcfg
