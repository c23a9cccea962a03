#include "simulator/schedule/hedging.h"

#include <cmath>
#include <queue>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {
namespace {

constexpr double kClosedForm = 1e-9;

CallReading Immediate() { return ProfileAt(SpecProfile()).calls; }
CallReading ByTimer() { return ProfileAt(JavaProfile()).calls; }

std::vector<double> StartsOf(const HedgingSchedule& hedges) {
  std::vector<double> starts;
  for (const AttemptSchedule& attempt : hedges.schedule.attempts) starts.push_back(attempt.mean);
  return starts;
}

void ExpectStarts(const HedgingSchedule& hedges, const std::vector<double>& expected) {
  const std::vector<double> starts = StartsOf(hedges);
  ASSERT_EQ(starts.size(), expected.size());
  for (size_t i = 0; i < starts.size(); ++i) EXPECT_NEAR(starts[i], expected[i], 1e-12) << i;
}

TEST(HedgingTest, SilentAttemptsLeaveItToTheTimer) {
  const HedgingSchedule hedges = ScheduleHedges({4, 0.5}, Immediate(), {.deadline = 1}, true);
  ExpectStarts(hedges, {0, 0.5, 1, 1.5});
  EXPECT_EQ(hedges.schedule.expected_attempts, 2);
  EXPECT_EQ(hedges.schedule.call_fails, 1);
  EXPECT_EQ(hedges.schedule.deadline_exceeded, 1);
  const std::vector<double> in_time = {1, 1, 0, 0};
  for (size_t i = 0; i < in_time.size(); ++i) {
    EXPECT_EQ(hedges.schedule.attempts[i].reached_by_deadline, in_time[i]) << i;
  }
}

// gRFC A6, Hedging Policy: a failure that is not fatal sends the next one at once, and the delay
// starts again.
TEST(HedgingTest, FailuresOfAFixedLatency) {
  struct Row {
    const char* name;
    bool is_by_timer;
    double latency;
    std::vector<double> starts;
    double all_failed_at;
  };
  const Row rows[] = {
      {"each fails before the delay is over", false, 0.02, {0, 0.02, 0.04, 0.06}, 0.08},
      {"at once", false, 0, {0, 0, 0, 0}, 0},
      {"grpc-java waits for the delay", true, 0.02, {0, 0.5, 1, 1.5}, 1.52},
      {"the first fails when two are under way", false, 0.7, {0, 0.5, 0.7, 1.2}, 1.9},
      {"with the end of the delay", false, 0.5, {0, 0.5, 1, 1.5}, 2},
      {"after all were sent", false, 5, {0, 0.5, 1, 1.5}, 6.5},

  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const HedgingSchedule hedges =
        ScheduleHedges({4, 0.5}, row.is_by_timer ? ByTimer() : Immediate(),
                       {.latency = {.fixed = row.latency}}, false);
    ExpectStarts(hedges, row.starts);
    ASSERT_TRUE(hedges.all_failed_at);
    EXPECT_NEAR(*hedges.all_failed_at, row.all_failed_at, 1e-12);
    EXPECT_EQ(hedges.schedule.expected_attempts, 4);
    EXPECT_EQ(hedges.schedule.call_fails, 1);
    EXPECT_EQ(hedges.schedule.deadline_exceeded, 0);
  }
}

TEST(HedgingTest, ImmediateAnswersAreRetriesWithoutDelay) {
  const HedgingSchedule hedges =
      ScheduleHedges({4, 0.5}, Immediate(), {.failure_probability = 0.1}, false);
  EXPECT_NEAR(hedges.schedule.expected_attempts, 1.111, 1e-12);
  EXPECT_NEAR(hedges.schedule.call_fails, 1e-4, 1e-12);
}

// One call, drawn: times of the attempts, and how it ends.
struct Drawn {
  std::vector<double> sent;
  double succeeds_at = kNever;
  double fails_at = kNever;
};

Drawn Draw(const Hedging& hedging, double p, double mean, std::mt19937_64& random) {
  std::exponential_distribution<double> latency(1 / mean);
  std::bernoulli_distribution fails(p);
  Drawn call;
  std::priority_queue<double, std::vector<double>, std::greater<>> answers;
  double timer = 0;
  size_t failed = 0;
  const auto send = [&](double now) {
    call.sent.push_back(now);
    answers.push(now + latency(random));
    timer = now + hedging.delay;
  };
  send(0);
  for (;;) {
    const bool is_more = call.sent.size() < hedging.attempts;
    if (is_more && timer < answers.top()) {
      send(timer);
      continue;
    }
    const double now = answers.top();
    answers.pop();
    if (!fails(random)) {
      call.succeeds_at = now;
      return call;
    }
    if (++failed == hedging.attempts) {
      call.fails_at = now;
      return call;
    }
    if (is_more) send(now);
  }
}

void ExpectShare(double expected, double count, double samples, const std::string& where) {
  constexpr double kErrors = 5;
  const double error = std::sqrt(std::max(expected * (1 - expected), 1 / samples) / samples);
  EXPECT_NEAR(count / samples, expected, kErrors * error) << where;
}

// How many of the calls drawn send each attempt in time, and how many end so.
struct Counts {
  std::vector<double> sent;
  double no_success = 0;
  double no_end = 0;
};

Counts CountOf(const Hedging& hedging, const Scenario& scenario, int samples) {
  std::mt19937_64 random(20261122);
  Counts counts = {std::vector<double>(hedging.attempts, 0)};
  const auto is_late = [&](double time) { return time < scenario.deadline ? 0 : 1; };
  for (int i = 0; i < samples; ++i) {
    const Drawn call =
        Draw(hedging, scenario.failure_probability, scenario.latency.exponential_mean, random);
    for (size_t k = 0; k < call.sent.size(); ++k) counts.sent[k] += 1 - is_late(call.sent[k]);
    counts.no_success += is_late(call.succeeds_at);
    counts.no_end += is_late(call.succeeds_at) * is_late(call.fails_at);
  }
  return counts;
}

// The chain of exponential answers against calls drawn one by one.
TEST(HedgingTest, ExponentialAnswersAreAsDrawn) {
  constexpr int kSamples = 200'000;
  const Hedging hedging = {4, 0.2};
  for (const double p : {0.3, 1.0}) {
    for (const double deadline : {0.25, 0.9}) {
      const Scenario scenario = {deadline, p, {0, 0.15}};
      const HedgingSchedule hedges = ScheduleHedges(hedging, Immediate(), scenario, false);
      const Counts counts = CountOf(hedging, scenario, kSamples);
      const std::string where = absl::StrCat("p ", p, " deadline ", deadline);
      for (size_t k = 0; k < counts.sent.size(); ++k) {
        ExpectShare(hedges.sent[k], counts.sent[k], kSamples,
                    absl::StrCat(where, " attempt ", k + 1));
      }
      ExpectShare(hedges.schedule.call_fails, counts.no_success, kSamples, where);
      ExpectShare(hedges.schedule.deadline_exceeded, counts.no_end, kSamples, where);
    }
  }
}

TEST(HedgingTest, StartsOfCallsWithoutASuccessAreThoseOfAnOutage) {
  const Scenario outage = {0.25, 1, {0, 0.15}};
  const HedgingSchedule hedges = ScheduleHedges({4, 0.2}, Immediate(), outage, false);
  for (size_t k = 0; k < hedges.sent.size(); ++k) {
    EXPECT_NEAR(hedges.schedule.attempts[k].reached_by_deadline, hedges.sent[k], 1e-12) << k;
  }
}

// T_2 is the shorter of the delay and one exponential answer: by hand.
TEST(HedgingTest, TheSecondAttemptByHand) {
  constexpr double kDelay = 0.3;
  constexpr double kMean = 0.2;
  const HedgingSchedule hedges =
      ScheduleHedges({2, kDelay}, Immediate(), {.latency = {0, kMean}}, false);
  const AttemptSchedule& second = hedges.schedule.attempts[1];
  EXPECT_NEAR(second.mean, kMean * (1 - std::exp(-kDelay / kMean)), 1e-14);
  EXPECT_EQ(second.min, 0);
  EXPECT_EQ(second.max, kDelay);
  constexpr size_t kP50 = 4;
  constexpr size_t kP99 = 8;
  EXPECT_NEAR(second.percentiles[kP50], kMean * std::log(2), 1e-12);
  EXPECT_EQ(second.percentiles[kP99], kDelay);
}

// On both sides of where the way of computing changes, and far beyond.
TEST(HedgingTest, ShortDelaysBesideTheLatency) {
  for (const double delay : {1e-9, 1e-4, 0.000'999, 0.001, 0.001'001, 0.01}) {
    const AttemptSchedule second =
        ScheduleHedges({2, delay}, Immediate(), {.latency = {0, 1}}, false).schedule.attempts[1];
    const double mean = -std::expm1(-delay);
    EXPECT_NEAR(second.mean / mean, 1, 1e-12) << delay;
    // E T^2 of the shorter of both is 2 - 2 (1 + h) e^-h, of which a series keeps the digits.
    double square = 0;
    for (int k = 2; k < 12; ++k) {
      square += 2 * (k - 1) * std::pow(-delay, k) / std::tgamma(k + 1);
    }
    EXPECT_NEAR(second.standard_deviation / std::sqrt(square - mean * mean), 1, 1e-6) << delay;
  }
}

// Without failures the chain must say what the product of survivals says.
TEST(HedgingTest, TwoEnginesAgreeWhereNoneFails) {
  for (const double deadline : {0.05, 0.31, 1.0, 4.0, kNever}) {
    const Scenario scenario = {deadline, 0, {0, 0.2}};
    const HedgingSchedule chain = ScheduleHedges({5, 0.1}, Immediate(), scenario, false);
    const HedgingSchedule product = ScheduleHedges({5, 0.1}, ByTimer(), scenario, false);
    for (size_t i = 0; i < chain.sent.size(); ++i) {
      EXPECT_NEAR(chain.sent[i], product.sent[i], 1e-12) << deadline << " attempt " << i + 1;
    }
    EXPECT_NEAR(chain.schedule.call_fails, product.schedule.call_fails, 1e-12) << deadline;
  }
}

TEST(HedgingTest, DelaysOfAnyScaleStayProbabilities) {
  for (const double delay : {0.0, 1e-6, 0.1, 1e3}) {
    for (const double mean : {1e-6, 0.1, 1e3}) {
      const HedgingSchedule hedges = ScheduleHedges(
          {5, delay}, Immediate(), {.failure_probability = 0.4, .latency = {0, mean}}, false);
      for (const double sent : hedges.sent) {
        EXPECT_GE(sent, -1e-12) << delay << " " << mean;
        EXPECT_LE(sent, 1 + 1e-12) << delay << " " << mean;
      }
      EXPECT_NEAR(hedges.schedule.call_fails, std::pow(0.4, 5), 1e-9) << delay << " " << mean;
    }
  }
}

rapidjson::Document Reference() { return ReadJson(DataPath("simulator_reference.json")); }

Hedging HedgingOf(const rapidjson::Value& row) {
  return {row["maxAttempts"].GetUint(), row["hedgingDelay"].GetDouble()};
}

void ExpectResult(const rapidjson::Value& expected, const ResultTime& result) {
  EXPECT_NEAR(result.mean, expected["mean"].GetDouble(), kClosedForm);
  for (size_t i = 0; i < kResultPercentiles.size(); ++i) {
    const std::string name = absl::StrCat(kResultPercentiles[i]);
    EXPECT_NEAR(result.percentiles[i], expected[name.c_str()].GetDouble(), kClosedForm) << name;
  }
}

TEST(HedgingTest, GainsEqualTheReference) {
  const rapidjson::Document reference = Reference();
  int rows = 0;
  for (const auto& row : reference["hedging"]["success_only"].GetArray()) {
    if (std::string(row["latency"]["kind"].GetString()) != "exponential") continue;
    ++rows;
    const HedgingGain gain = GainOf(HedgingOf(row), {0, row["latency"]["mean"].GetDouble()});
    for (rapidjson::SizeType i = 0; i < row["p_send_attempt"].Size(); ++i) {
      EXPECT_NEAR(gain.sent[i], row["p_send_attempt"][i].GetDouble(), kClosedForm);
    }
    EXPECT_NEAR(gain.expected_sends, row["expected_sends"].GetDouble(), kClosedForm);
    ExpectResult(row["hedged"], gain.hedged);
    ExpectResult(row["unhedged"], gain.unhedged);
  }
  EXPECT_EQ(rows, 1);
}

TEST(HedgingTest, OutagesEqualTheReference) {
  const rapidjson::Document reference = Reference();
  int rows = 0;
  for (const auto& row : reference["hedging"]["total_outage"].GetArray()) {
    const Scenario scenario = {.latency = {row["fail_latency"].GetDouble(), 0}};
    for (const auto& [key, client] : {std::pair("spec", Immediate()), {"timer_only", ByTimer()}}) {
      ++rows;
      const HedgingSchedule hedges = ScheduleHedges(HedgingOf(row), client, scenario, false);
      std::vector<double> times;
      for (const auto& time : row[absl::StrCat("send_times_", key).c_str()].GetArray()) {
        times.push_back(time.GetDouble());
      }
      ExpectStarts(hedges, times);
      EXPECT_NEAR(*hedges.all_failed_at,
                  row[absl::StrCat("call_fails_at_", key).c_str()].GetDouble(), kClosedForm);
    }
  }
  EXPECT_EQ(rows, 2);
}

}  // namespace
}  // namespace grpcfg
