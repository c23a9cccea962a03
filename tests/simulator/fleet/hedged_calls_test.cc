// Hedged calls against values that were computed by others, where present, and against the closed
// forms of exponential latencies.
#include "simulator/fleet/hedged_calls.h"

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/simulator/shared_reference.h"

namespace grpcfg {
namespace {

using rapidjson::Value;

LatencyLaw Exponential(double mean) { return LatencyLaw({{.latency = {0, mean}}}); }

LatencyLaw LawOf(const Value& law) {
  const std::string kind = law["kind"].GetString();
  if (kind == "exponential") return Exponential(law["mean"].GetDouble());
  if (kind == "lognormal") {
    return LatencyLaw({{.median = law["median"].GetDouble(), .sigma = law["sigma"].GetDouble()}});
  }
  EXPECT_EQ(kind, "mixture");
  const double slow = law["w"].GetDouble();
  return LatencyLaw({{.share = 1 - slow, .latency = {0, law["fast"].GetDouble()}},
                     {.share = slow, .latency = {0, law["slow"].GetDouble()}}});
}

Hedging HedgingOf(const Value& row) {
  return {row["maxAttempts"].GetUint(), row["hedgingDelay"].GetDouble()};
}

// The reference tells times with nine decimals or so.
void ExpectResult(const Value& expected, const ResultTime& actual, const std::string& where) {
  constexpr double kDecimals = 1e-9;
  EXPECT_NEAR(actual.mean, expected["mean"].GetDouble(), kDecimals) << where;
  for (size_t i = 0; i < kResultPercentiles.size(); ++i) {
    const std::string name = absl::StrCat(kResultPercentiles[i]);
    EXPECT_NEAR(actual.percentiles[i], expected[name.c_str()].GetDouble(), kDecimals)
        << where << name;
  }
}

TEST_F(ReferenceTest, HedgesOfAnyLatency) {
  int rows = 0;
  for (const Value& row : json_["hedging"]["success_only"].GetArray()) {
    const std::string where = row["latency"]["kind"].GetString();
    const HedgingGain gain = GainOf(HedgingOf(row), LawOf(row["latency"]));
    ASSERT_EQ(gain.sent.size(), row["p_send_attempt"].Size());
    for (rapidjson::SizeType i = 0; i < gain.sent.size(); ++i) {
      ExpectNear(row["p_send_attempt"][i], gain.sent[i], where);
    }
    ExpectNear(row["expected_sends"], gain.expected_sends, where);
    ExpectNear(row["extra_load"], gain.expected_sends - 1, where);
    ExpectResult(row["hedged"], gain.hedged, where + " hedged ");
    ExpectResult(row["unhedged"], gain.unhedged, where + " unhedged ");
    ++rows;
  }
  EXPECT_GE(rows, 3);
}

TEST_F(ReferenceTest, HedgesWithFailures) {
  for (const Value& row : json_["hedging"]["with_failures"].GetArray()) {
    HedgedSampleSetting setting = {
        .hedging = HedgingOf(row),
        .success_latency = LawOf(row["ok_latency"]),
        .failure_latency = LawOf(row["fail_latency"]),
        .failure_probability = row["p_attempt_fails_non_fatally"].GetDouble(),
        .calls = row["samples"].GetUint(),
        .seed = 1};
    for (const auto& each : row["p_result_after"].GetObject()) {
      setting.times.push_back(std::stod(each.name.GetString()));
    }
    const HedgedSample sample = FollowHedges(setting);
    const auto expect = [](const Value& expected, const SampledMean& actual,
                           const std::string& where) {
      constexpr double kErrors = 5;
      const double both = std::hypot(expected["se"].GetDouble(), actual.Error());
      EXPECT_NEAR(actual.Value(), expected["value"].GetDouble(), kErrors * both) << where;
    };
    expect(row["expected_sends"], sample.sends, "sends");
    expect(row["p_call_fails"], sample.fails, "fails");
    expect(row["mean_time_to_result"], sample.end, "end");
    size_t i = 0;
    for (const auto& each : row["p_result_after"].GetObject()) {
      expect(each.value, sample.longer[i++], each.name.GetString());
    }
  }
}

// simulator/schedule/hedging.h knows exponential latencies in closed form, with failures too.
TEST(HedgedCallsTest, AgreeWithClosedForms) {
  const Hedging hedging = {4, 0.1};
  const Latency latency = {0, 0.2};
  const HedgingGain gain = GainOf(hedging, Exponential(0.2));
  const HedgingGain closed = GainOf(hedging, latency);
  EXPECT_NEAR(gain.expected_sends, closed.expected_sends, 1e-12);
  EXPECT_NEAR(gain.hedged.mean, closed.hedged.mean, 1e-10);
  for (const HedgeAfterFailure after :
       {HedgeAfterFailure::kImmediately, HedgeAfterFailure::kAfterDelay}) {
    CallReading client = ProfileAt(SpecProfile()).calls;
    client.hedge_after_failure = after;
    const HedgingSchedule exact =
        ScheduleHedges(hedging, client, {.failure_probability = 0.4, .latency = latency}, false);
    const HedgedSample sample =
        FollowHedges({.hedging = hedging,
                      .success_latency = Exponential(0.2),
                      .failure_latency = Exponential(0.2),
                      .failure_probability = 0.4,
                      .is_by_timer = after == HedgeAfterFailure::kAfterDelay,
                      .calls = 100'000,
                      .seed = 3});
    constexpr double kErrors = 5;
    EXPECT_NEAR(sample.sends.Value(), exact.schedule.expected_attempts,
                kErrors * sample.sends.Error());
    EXPECT_NEAR(sample.fails.Value(), exact.schedule.call_fails, kErrors * sample.fails.Error());
  }
}

TEST(HedgedCallsTest, FixedLatencies) {
  const HedgingGain gain = GainOf({3, 0.1}, LatencyLaw({{.latency = {0.15, 0}}}));
  EXPECT_EQ(gain.expected_sends, 2);
  EXPECT_NEAR(gain.hedged.mean, 0.15, 1e-9);
  EXPECT_NEAR(gain.hedged.percentiles[0], 0.15, 1e-9);
}

}  // namespace
}  // namespace grpcfg
