// Fleets against exact values that were computed by others.
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "simulator/fleet/outage.h"
#include "simulator/schedule/algorithms.h"
#include "simulator/schedule/backoff.h"
#include "tests/simulator/shared_reference.h"

namespace grpcfg {
namespace {

using rapidjson::Value;

class FleetReferenceTest : public ReferenceTest {
 protected:
  using Check = absl::FunctionRef<void(const Value& values, const std::vector<Delay>& delays,
                                       const std::string& where)>;

  void ForEachPolicy(Check check) {
    const Value& policies = json_["policies"];
    for (const auto& policy : policies.GetObject()) {
      const Backoff backoff = BackoffOf(policy.value["retryPolicy"]);
      for (const auto& rule : policy.value["by_rule"].GetObject()) {
        check(rule.value, DelaysOf(backoff, ClientOf(rule.name.GetString())),
              absl::StrCat(policy.name.GetString(), " ", rule.name.GetString()));
      }
    }
  }
};

void ExpectSynchronized(const Value& expected, const std::vector<Delay>& delays,
                        const std::string& name) {
  for (const Value& row : expected.GetArray()) {
    const std::string where = absl::StrCat(name, " ", row["outage"].GetDouble());
    const SynchronizedOutage outage = Outage(delays, row["outage"].GetDouble(), {}).Synchronized();
    const Value& success = row["p_success_by_attempt"];
    ASSERT_EQ(outage.success_by_retry.size(), success.MemberCount()) << where;
    for (size_t i = 0; i < outage.success_by_retry.size(); ++i) {
      ExpectNear(success[absl::StrCat(i + 2).c_str()], outage.success_by_retry[i], where);
    }
    ExpectNear(row["p_exhausted"], outage.exhausted, where);
    ExpectNear(row["expected_attempts"], outage.expected_attempts, where);
    const Value& wait = row["mean_wait_after_recovery_given_success"];
    ASSERT_EQ(outage.mean_wait.has_value(), wait.IsNumber()) << where;
    if (outage.mean_wait) ExpectNear(wait, *outage.mean_wait, where);
  }
}

void ExpectTotals(const Value& expected, const std::vector<Delay>& delays,
                  const std::string& name) {
  for (const Value& row : expected.GetArray()) {
    const std::string where = absl::StrCat(name, " ", row["outage"].GetDouble());
    const OutageTotals totals = Outage(delays, row["outage"].GetDouble(), {}).Totals();
    ExpectNear(row["attempts_during_outage"], totals.attempts_during, where);
    const Value& by_number = row["attempts_by_number_during_outage"];
    ASSERT_EQ(totals.attempts_by_number.size(), by_number.Size()) << where;
    for (rapidjson::SizeType i = 0; i < by_number.Size(); ++i) {
      ExpectNear(by_number[i], totals.attempts_by_number[i], where);
    }
    ExpectNear(row["retries_after_recovery"], totals.retries_after, where);
    ExpectNear(row["calls_failed"], totals.calls_failed, where);
    ExpectNear(row["calls_saved_by_retries"], totals.calls_saved, where);
  }
}

void ExpectLoad(const Value& expected, const std::vector<Delay>& delays, const std::string& name) {
  for (const Value& row : expected.GetArray()) {
    const Outage outage(delays, row["outage"].GetDouble(),
                        {.failure_probability = row["p_fail_during"].GetDouble()});
    const Value& load = row["attempts_per_call_rate"];
    for (rapidjson::SizeType i = 0; i < load.Size(); ++i) {
      const double time = row["t"][i].GetDouble();
      ExpectNear(load[i], outage.LoadAt(time), absl::StrCat(name, " at ", time));
    }
  }
}

TEST_F(FleetReferenceTest, Outages) {
  int policies = 0;
  ForEachPolicy(
      [&](const Value& values, const std::vector<Delay>& delays, const std::string& where) {
        ExpectSynchronized(values["outage_synchronized"], delays, where);
        ExpectTotals(values["outage_totals"], delays, where);
        ExpectLoad(values["outage_poisson_load"], delays, where);
        ++policies;
      });
  EXPECT_GE(policies, 12);
}

TEST_F(FleetReferenceTest, OutagesOfSeeds) {
  const Value& seeds = json_["seeds"];
  for (const auto& seed : seeds.GetObject()) {
    const std::string name = seed.name.GetString();
    const Algorithm& algorithm =
        *FindAlgorithm(name == "core_reporting_api" ? "core-reporting-api" : "google-http-client");
    std::vector<Delay> delays;
    for (size_t n = 0; n + 1 < algorithm.defaults.attempts; ++n) {
      delays.push_back(algorithm.delay(algorithm.defaults, n));
    }
    ExpectSynchronized(seed.value["outage_synchronized"], delays, name);
  }
}

}  // namespace
}  // namespace grpcfg
