#include "simulator/schedule/schedule.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace grpcfg {
namespace {

AttemptSchedule AttemptAfter(absl::Span<const Delay> delays, const Scenario& scenario) {
  const StartTime start(delays, scenario.latency);
  const Delay last = delays.empty() ? Delay() : delays.back();
  const StartTime answer = start.Answered(scenario.latency);
  AttemptSchedule attempt = AttemptAt(start, answer, last.Range(), scenario.deadline);
  if (scenario.deadline_spread <= 0) return attempt;
  // As likely as it is that the attempt itself starts later by as much.
  const auto in_time = [&](const StartTime& time) {
    return time.DelayedBy(scenario.deadline_spread).ProbabilityBefore(scenario.deadline);
  };
  attempt.reached_by_deadline = in_time(start);
  attempt.answered_by_deadline = in_time(answer);
  return attempt;
}

}  // namespace

AttemptSchedule AttemptAt(const RandomTime& start, const RandomTime& answer, const TimeRange& delay,
                          double deadline) {
  AttemptSchedule attempt = {.delay = delay,
                             .min = start.min(),
                             .max = start.max(),
                             .mean = start.mean(),
                             .standard_deviation = start.StandardDeviation(),
                             .reached_by_deadline = start.ProbabilityBefore(deadline),
                             .answered_by_deadline = answer.ProbabilityBefore(deadline)};
  for (size_t i = 0; i < kPercentiles.size(); ++i) {
    attempt.percentiles[i] = start.Quantile(kPercentiles[i]);
  }
  constexpr double kHalf = 0.5;
  constexpr double kMost = 0.99;
  attempt.answered = {answer.Quantile(kHalf), answer.Quantile(kMost)};
  return attempt;
}

// With F_n and G_n the probabilities that attempt n+1 starts and is answered before the deadline,
// and p that of a failure, the attempt is made with p^n F_n and is a success in time with
// (1 - p) p^n G_n. All M fail in time with p^M G_{M-1}, and all that is left the deadline ends.
Schedule ScheduleOf(std::vector<AttemptSchedule> attempts, double failure_probability) {
  Schedule schedule;
  schedule.expected_attempts = 0;
  double all_failed = 1;  // p^n
  double late = 0;        // P(the last attempt is not answered in time)
  for (const AttemptSchedule& attempt : attempts) {
    late = 1 - attempt.answered_by_deadline;
    schedule.expected_attempts += all_failed * attempt.reached_by_deadline;
    schedule.deadline_exceeded += (1 - failure_probability) * all_failed * late;
    all_failed *= failure_probability;
  }
  schedule.deadline_exceeded += all_failed * late;
  schedule.deadline_exceeded = std::min(1.0, schedule.deadline_exceeded);
  schedule.call_fails = std::min(1.0, all_failed * (1 - late) + schedule.deadline_exceeded);
  schedule.attempts = std::move(attempts);
  return schedule;
}

Schedule ScheduleOf(absl::Span<const Delay> delays, const Scenario& scenario) {
  std::vector<AttemptSchedule> attempts;
  attempts.reserve(delays.size() + 1);
  for (size_t retries = 0; retries <= delays.size(); ++retries) {
    attempts.push_back(AttemptAfter(delays.first(retries), scenario));
  }
  return ScheduleOf(std::move(attempts), scenario.failure_probability);
}

void AddHangs(const std::vector<double>& hangs, double failure_probability, Schedule& schedule) {
  double all_failed = 1;
  double goes_on = 1;
  double hanging = 0;
  for (size_t n = 1; n < schedule.attempts.size(); ++n) {
    all_failed *= failure_probability;
    hanging += all_failed * schedule.attempts[n - 1].answered_by_deadline * hangs[n - 1];
    goes_on *= 1 - hangs[n - 1];
    schedule.attempts[n].reached_by_deadline *= goes_on;
    schedule.attempts[n].answered_by_deadline *= goes_on;
  }
  if (hanging <= 0) return;
  schedule = ScheduleOf(std::move(schedule.attempts), failure_probability);
  schedule.hangs = hanging;
  schedule.deadline_exceeded = std::max(0.0, schedule.deadline_exceeded - hanging);
}

}  // namespace grpcfg
