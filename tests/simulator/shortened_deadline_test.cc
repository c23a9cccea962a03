// Deadlines that come earlier by a time that nobody knows: what C-core makes of a config's timeout.
#include <cmath>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/schedule.h"
#include "simulator/schedule/trace.h"

namespace grpcfg {
namespace {

constexpr double kTolerance = 1e-9;

constexpr int kSteps = 4000;
constexpr double kOfTheSum = 3e-4;  // a corner in the middle of a step

// The mean over deadlines from `latest - spread` to `latest`.
double MeanBefore(const StartTime& start, const Scenario& scenario) {
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    constexpr double kMiddle = 0.5;
    const double earlier = scenario.deadline_spread * (i + kMiddle) / kSteps;
    sum += start.ProbabilityBefore(scenario.deadline - earlier);
  }
  return sum / kSteps;
}

Schedule Integrated(const std::vector<Delay>& delays, const Scenario& scenario) {
  std::vector<AttemptSchedule> attempts;
  for (size_t retries = 0; retries <= delays.size(); ++retries) {
    const StartTime start(absl::MakeConstSpan(delays).first(retries), scenario.latency);
    attempts.push_back(
        {.reached_by_deadline = MeanBefore(start, scenario),
         .answered_by_deadline = MeanBefore(start.Answered(scenario.latency), scenario)});
  }
  return ScheduleOf(std::move(attempts), scenario.failure_probability);
}

TEST(ShortenedDeadlineTest, TheClosedFormIsTheMeanOverAllProcesses) {
  const std::vector<Delay> delays = {{0.08, 0.12}, {0.4, 0.6}, {0.8, 1.2}};
  for (const Latency& latency : {Latency(), Latency{0.05, 0}, Latency{0, 0.2}}) {
    for (const double latest : {0.0, 0.3, 0.5, 1.0, 1.4, 2.0, 3.5}) {
      const Scenario scenario = {latest, 0.9, latency, 1};
      const Schedule closed = ScheduleOf(delays, scenario);
      const Schedule mean = Integrated(delays, scenario);
      EXPECT_NEAR(closed.expected_attempts, mean.expected_attempts, kOfTheSum) << latest;
      EXPECT_NEAR(closed.call_fails, mean.call_fails, kOfTheSum) << latest;
      EXPECT_NEAR(closed.deadline_exceeded, mean.deadline_exceeded, kOfTheSum) << latest;
      for (size_t n = 0; n < mean.attempts.size(); ++n) {
        EXPECT_NEAR(closed.attempts[n].reached_by_deadline, mean.attempts[n].reached_by_deadline,
                    kOfTheSum)
            << latest << " " << n;
      }
    }
  }
}

TEST(ShortenedDeadlineTest, TheFirstAttemptIsMadeWhereAnyTimeIsLeft) {
  const auto reached = [](double latest) {
    return ScheduleOf({}, {.deadline = latest, .deadline_spread = 1})
        .attempts[0]
        .reached_by_deadline;
  };
  EXPECT_EQ(reached(0), 0);
  EXPECT_NEAR(reached(0.25), 0.25, kTolerance);
  EXPECT_NEAR(reached(1), 1, kTolerance);
  EXPECT_EQ(reached(2), 1);
}

// A start at 0.5 s for certain, and deadlines from 0.25 to 1.25 s.
TEST(ShortenedDeadlineTest, AStartWithoutJitter) {
  const std::vector<Delay> delays = {{0.5, 0.5}};
  const Schedule schedule = ScheduleOf(delays, {.deadline = 1.25, .deadline_spread = 1});
  EXPECT_NEAR(schedule.attempts[1].reached_by_deadline, 0.75, kTolerance);
  EXPECT_EQ(schedule.attempts[1].max, 0.5);
}

TEST(ShortenedDeadlineTest, Ranges) {
  const auto expect = [](const TimeRange& range, const TimeRange& expected) {
    EXPECT_NEAR(range.min, expected.min, kTolerance);
    EXPECT_NEAR(range.mean, expected.mean, kTolerance);
    EXPECT_NEAR(range.max, expected.max, kTolerance);
  };
  expect(DeadlineRange(2, 1), {1, 1.5, 2});
  expect(DeadlineRange(1, 1), {0, 0.5, 1});
  expect(DeadlineRange(0.5, 1), {0, 0.125, 0.5});  // 0 in half of the processes
  expect(DeadlineRange(0, 1), {0, 0, 0});
  expect(DeadlineRange(-3, 1), {0, 0, 0});
  expect(DeadlineRange(0.7, 0), {0.7, 0.7, 0.7});
  EXPECT_TRUE(std::isinf(DeadlineRange(kNever, 0).min));
  EXPECT_TRUE(std::isinf(DeadlineRange(kNever, 0).mean));
}

// Failures at 0 and at 0.4 to 0.6 s; 0.8 to 1.2 s later it may be too late.
TEST(ShortenedDeadlineTest, ATraceEndsInTheRange) {
  const CallReading client = ProfileAt(CoreProfile()).calls;
  StatusCodeSet codes;
  codes.Add(14);
  const CallPolicy policy = {
      .retry = Backoff{.attempts = 4, .initial = 0.5, .max = 9, .multiplier = 2}, .codes = codes};
  const auto responses = ParseResponses("14,14,silent");
  const Trace trace = TraceOf(policy, client, *responses, {.deadline = 2, .deadline_spread = 1});
  ASSERT_EQ(trace.steps.size(), 3U);
  EXPECT_FALSE(trace.steps[0].may_exceed_deadline);
  EXPECT_TRUE(trace.steps[1].may_exceed_deadline);
  EXPECT_EQ(trace.steps[1].decision, Decision::kRetry);
  EXPECT_EQ(trace.steps[2].decision, Decision::kDeadline);
  EXPECT_NEAR(trace.steps[2].ended.min, 1, kTolerance);
  EXPECT_NEAR(trace.steps[2].ended.mean, 1.5, kTolerance);
  EXPECT_NEAR(trace.steps[2].ended.max, 2, kTolerance);
}

}  // namespace
}  // namespace grpcfg
