// Throttling, layers and overload against values that were computed by others.
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "simulator/fleet/amplification.h"
#include "simulator/fleet/throttle_limits.h"
#include "simulator/fleet/throttled_fleet.h"
#include "simulator/schedule/backoff.h"
#include "tests/simulator/shared_reference.h"

namespace grpcfg {
namespace {

using rapidjson::Value;

Throttling ThrottlingOf(const Value& row) {
  return {row["maxTokens"].GetDouble(), row["tokenRatio"].GetDouble()};
}

TEST_F(ReferenceTest, LimitsOfThrottling) {
  for (const Value& row : json_["throttle"]["closed_forms"].GetArray()) {
    const std::string where = absl::StrCat(row["maxTokens"].GetDouble());
    const ThrottleLimits limits = LimitsOf(ThrottlingOf(row), row["maxAttempts"].GetUint());
    ExpectNear(row["failure_fraction_threshold"], limits.failure_threshold, where);
    ExpectNear(row["failures_until_retries_off"], limits.failures_until_off, where);
    ExpectNear(row["max_retries_sent_per_client_in_a_total_outage"], limits.retries_in_outage,
               where);
    ExpectNear(row["retries_of_a_lone_failing_call"], limits.retries_of_lone_call, where);
    ExpectNear(row["successes_from_empty_until_above_half"], limits.successes_until_half, where);
    ExpectNear(row["successes_from_empty_until_a_failure_is_retried"], limits.successes_until_retry,
               where);
    ExpectNear(row["steady_state_amplification_limit_at_threshold"],
               limits.amplification_at_threshold, where);
    EXPECT_EQ(row["every_retry_possible_for_a_lone_call"].GetBool(), limits.allows_every_retry);
    EXPECT_EQ(row["any_retry_possible"].GetBool(), limits.allows_any_retry);
  }
}

// Told with ten digits.
void ExpectTenDigits(const Value& expected, double actual, const std::string& where) {
  EXPECT_NEAR(actual, expected.GetDouble(), 1e-9 * expected.GetDouble()) << where;
}

TEST_F(ReferenceTest, ThrottlingInTheLongRun) {
  for (const Value& row : json_["throttle"]["serial_client_stationary"].GetArray()) {
    const std::string where = absl::StrCat(row["p"].GetDouble());
    const auto found =
        StationaryOf(ThrottlingOf(row), row["maxAttempts"].GetUint(), row["p"].GetDouble());
    ASSERT_TRUE(found) << where;
    ExpectTenDigits(row["attempts_per_call"], found->attempts_per_call, where);
    ExpectTenDigits(row["attempts_per_call_without_throttle"], found->attempts_without, where);
    ExpectTenDigits(row["fraction_of_wanted_retries_denied"], found->denied, where);
    ExpectTenDigits(row["p_call_fails"], found->call_fails, where);
    ExpectTenDigits(row["mean_tokens"], found->mean_tokens, where);
  }
}

TEST_F(ReferenceTest, ThrottledFleets) {
  for (const Value& row : json_["throttle"]["fleet_outage"].GetArray()) {
    ThrottledFleetSetting setting = {
        .delays = DelaysOf(BackoffOf(row["policy"]), ClientOf(row["rule"].GetString())),
        .throttling = ThrottlingOf(row),
        .outage = row["outage"].GetDouble(),
        .call_rate = row["calls_per_second_per_client"].GetDouble(),
        .clients = row["clients"].GetUint(),
        .seed = 1};
    for (const Value& edge : row["bin_edges"].GetArray()) {
      setting.bin_edges.push_back(edge.GetDouble());
    }
    const ThrottledFleet fleet = FollowFleet(setting);
    const auto expect = [&](const Value& expected, const Value& error, double actual,
                            double own_error, const std::string& where) {
      constexpr double kErrors = 5;
      const double both = std::hypot(error.GetDouble(), own_error);
      EXPECT_NEAR(actual, expected.GetDouble(), kErrors * both) << where;
      EXPECT_NEAR(own_error, error.GetDouble(), 0.05 * own_error) << where;
    };
    for (size_t i = 0; i < fleet.attempts_per_bin.size(); ++i) {
      const auto bin = static_cast<rapidjson::SizeType>(i);
      expect(row["attempts_per_client_per_bin"][bin], row["standard_error"][bin],
             fleet.attempts_per_bin[i], fleet.errors_per_bin[i], absl::StrCat("bin ", i));
    }
    expect(row["retries_per_client"], row["retries_per_client_se"], fleet.retries.Value(),
           fleet.retries.Error(), "retries");
  }
}

TEST_F(ReferenceTest, Layers) {
  for (const Value& row : json_["layers"].GetArray()) {
    const size_t attempts = row["maxAttempts"].GetUint();
    const size_t layers = row["layers"].GetUint();
    EXPECT_EQ(row["worst_case"].GetDouble(), ThroughLayers(attempts, layers, 1).worst);
    for (const auto& each : row["expected_independent"].GetObject()) {
      double p = 0;
      ASSERT_TRUE(absl::SimpleAtod(each.name.GetString(), &p));
      const LayeredCall call = ThroughLayers(attempts, layers, p);
      const std::string where = absl::StrCat(attempts, "^", layers, " ", p);
      ExpectNear(each.value, call.expected, where);
      if (!row["top_level_failure"].HasMember(each.name)) continue;
      const double fails = row["top_level_failure"][each.name].GetDouble();
      EXPECT_NEAR(call.fails, fails, 1e-9 * fails + 1e-300) << where;
    }
  }
}

TEST_F(ReferenceTest, Overloads) {
  for (const Value& row : json_["overload"].GetArray()) {
    const double offered = row["offered_calls_over_capacity"].GetDouble();
    const Overload overload = OverloadOf(row["maxAttempts"].GetUint(), offered);
    const std::string where = absl::StrCat(offered);
    ExpectNear(row["p_attempt_fails"], overload.attempt_fails, where);
    ExpectNear(row["attempts_per_call"], overload.attempts_per_call, where);
    ExpectNear(row["attempts_over_capacity"], overload.attempts_over_capacity, where);
    ExpectNear(row["p_call_fails"], overload.call_fails, where);
  }
}

}  // namespace
}  // namespace grpcfg
