// A call succeeds by when it is answered, not by when its attempts start: against convolutions on a
// grid, which share nothing with the closed forms.
#include <cmath>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/algorithms.h"
#include "simulator/schedule/hedging.h"
#include "simulator/schedule/schedule.h"
#include "tests/simulator/grid_sum.h"

namespace grpcfg {
namespace {

struct Row {
  absl::string_view what;
  std::vector<Delay> delays;
  Scenario scenario;
  double fails;  // by a million calls that were drawn, to about 1e-3
};

const std::vector<Row>& Rows() {
  static const auto* const kRows = new std::vector<Row>{
      {"1 s and more, exponential",
       {{0.8, 1.2}, {1.04, 1.56}, {1.352, 2.028}, {1.7576, 2.6364}},
       {5, 0.3, {0, 0.5}},
       0.0310},
      {"the third is too late",
       {{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}},
       {1, 0.3, {0.3, 0}},
       0.0900},
      {"100 ms and more, exponential", {{0.08, 0.12}, {0.16, 0.24}}, {2, 0.1, {0, 0.5}}, 0.0306},
      {"the second is too late", {{0.08, 0.12}}, {0.5, 0.1, {0.3, 0}}, 0.1000},
      {"at the last moment", {{0.08, 0.12}, {0.16, 0.24}}, {0.6, 0.5, {0.1, 0}}, 0.1875},
      {"not even the first", {{0.08, 0.12}}, {0.2, 0.1, {0.2, 0}}, 1},
      {"full jitter, both parts", {{0, 0.1}, {0, 0.2}}, {0.4, 0.2, {0.05, 0.1}}, 0.108},
  };
  return *kRows;
}

// P(answer < deadline) of the attempt after `delays`.
double AnsweredOnGrid(absl::Span<const Delay> delays, const Scenario& scenario) {
  constexpr size_t kCells = 200'000;
  const double attempts = static_cast<double>(delays.size()) + 1;
  const double until = scenario.deadline - attempts * scenario.latency.fixed;
  GridSum sum(scenario.deadline, kCells);
  for (const Delay& delay : delays) sum.Add(delay);
  const double mean = scenario.latency.exponential_mean;
  for (size_t i = 0; i <= delays.size() && mean > 0; ++i) sum.AddExponential(mean);
  return IsBefore(0, until) ? sum.Below(until) : 0;
}

// Each success in time, added up.
double SuccessOnGrid(const Row& row) {
  double success = 0;
  double all_failed = 1;
  for (size_t n = 0; n <= row.delays.size(); ++n) {
    const double answered = AnsweredOnGrid(absl::MakeConstSpan(row.delays).first(n), row.scenario);
    success += all_failed * (1 - row.scenario.failure_probability) * answered;
    all_failed *= row.scenario.failure_probability;
  }
  return success;
}

TEST(AnswersTest, CallsThatFailAreThoseWithoutAnAnswerInTime) {
  constexpr double kGrid = 1e-6;
  constexpr double kDrawn = 1e-3;
  for (const Row& row : Rows()) {
    const Schedule schedule = ScheduleOf(row.delays, row.scenario);
    EXPECT_NEAR(schedule.call_fails, 1 - SuccessOnGrid(row), kGrid) << row.what;
    EXPECT_NEAR(schedule.call_fails, row.fails, kDrawn) << row.what;
    const double last = AnsweredOnGrid(row.delays, row.scenario);
    const double all_failed =
        std::pow(row.scenario.failure_probability, static_cast<double>(row.delays.size()) + 1);
    EXPECT_NEAR(schedule.deadline_exceeded, schedule.call_fails - all_failed * last, kGrid)
        << row.what;
  }
}

TEST(AnswersTest, AnAttemptIsAnsweredAfterItStartsAndBeforeTheNext) {
  for (const Row& row : Rows()) {
    double before = 1;
    for (const AttemptSchedule& attempt : ScheduleOf(row.delays, row.scenario).attempts) {
      EXPECT_LE(attempt.reached_by_deadline, before + 1e-12) << row.what;
      EXPECT_LE(attempt.answered_by_deadline, attempt.reached_by_deadline + 1e-12) << row.what;
      before = attempt.answered_by_deadline;
    }
  }
}

// Of the algorithms each has times of another kind.
TEST(AnswersTest, AnAnswerIsLaterThanItsStartByTheLatency) {
  for (const Algorithm& algorithm : Algorithms()) {
    for (const Latency& latency : {Latency{0.3, 0}, Latency{0, 0.2}}) {
      const double mean = latency.fixed + latency.exponential_mean;
      for (const Retry& retry : RetriesOf(algorithm, algorithm.defaults, latency)) {
        EXPECT_NEAR(retry.answer->mean(), retry.start->mean() + mean, 1e-9) << algorithm.name;
        EXPECT_NEAR(retry.answer->min(), retry.start->min() + latency.fixed, 1e-9);
        const double width = retry.start->Quantile(0.99) - retry.start->min();
        const double time = retry.start->min() + 0.37 * width + 1e-4;
        const double answered = retry.answer->ProbabilityBefore(time + latency.fixed);
        const double started = retry.start->ProbabilityBefore(time);
        const double most = latency.fixed > 0 ? 1e-9 : 1;
        EXPECT_NEAR(answered, started, most) << algorithm.name;
        EXPECT_LE(answered, started + 1e-9) << algorithm.name;
      }
    }
  }
}

TEST(AnswersTest, HedgesThatAreAnswered) {
  const CallReading& client = ProfileAt(SpecProfile()).calls;
  const HedgingSchedule fixed =
      ScheduleHedges({3, 0.2}, client, {0.65, 1, {0.3, 0}}, false);  // at 0, 0.2, 0.3
  ASSERT_EQ(fixed.schedule.attempts.size(), 3U);
  EXPECT_EQ(fixed.schedule.attempts[1].answered_by_deadline, 1);
  EXPECT_EQ(fixed.schedule.attempts[2].answered_by_deadline, 1);
  const Scenario scenario = {0.65, 0.4, {0, 0.1}};
  const HedgingSchedule drawn = ScheduleHedges({1, 0.2}, client, scenario, false);
  EXPECT_NEAR(drawn.schedule.attempts[0].answered_by_deadline, -std::expm1(-6.5), 1e-12);
  const HedgingSchedule silent = ScheduleHedges({2, 0.2}, client, scenario, true);
  EXPECT_EQ(silent.schedule.attempts[0].answered_by_deadline, 0);
}

}  // namespace
}  // namespace grpcfg
