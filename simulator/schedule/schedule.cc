#include "simulator/schedule/schedule.h"

#include <cstddef>
#include <utility>

namespace grpcfg {
namespace {

AttemptSchedule AttemptAfter(absl::Span<const Delay> delays, const Scenario& scenario) {
  const StartTime start(delays, scenario.latency);
  const Delay last = delays.empty() ? Delay() : delays.back();
  AttemptSchedule attempt = AttemptAt(start, last.Range(), scenario.deadline);
  if (scenario.deadline_spread <= 0) return attempt;
  // As likely as it is that the attempt itself starts later by as much.
  attempt.reached_by_deadline =
      start.DelayedBy(scenario.deadline_spread).ProbabilityBefore(scenario.deadline);
  return attempt;
}

}  // namespace

AttemptSchedule AttemptAt(const RandomTime& start, const TimeRange& delay, double deadline) {
  AttemptSchedule attempt = {.delay = delay,
                             .min = start.min(),
                             .max = start.max(),
                             .mean = start.mean(),
                             .standard_deviation = start.StandardDeviation(),
                             .reached_by_deadline = start.ProbabilityBefore(deadline)};
  for (size_t i = 0; i < kPercentiles.size(); ++i) {
    attempt.percentiles[i] = start.Quantile(kPercentiles[i]);
  }
  return attempt;
}

// With F_n = P(attempt n+1 starts before the deadline) and p the probability of failure, attempt
// n+1 is made with p^n F_n; the call fails by the deadline with the sum of p^n (F_{n-1} - F_n), and
// by using up its M attempts with p^M F_{M-1}.
Schedule ScheduleOf(std::vector<AttemptSchedule> attempts, double failure_probability) {
  Schedule schedule;
  schedule.expected_attempts = 0;
  double all_failed = 1;  // p^n
  double reached_before = 1;
  for (const AttemptSchedule& attempt : attempts) {
    schedule.expected_attempts += all_failed * attempt.reached_by_deadline;
    schedule.deadline_exceeded += all_failed * (reached_before - attempt.reached_by_deadline);
    reached_before = attempt.reached_by_deadline;
    all_failed *= failure_probability;
  }
  schedule.call_fails = all_failed * reached_before + schedule.deadline_exceeded;
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

}  // namespace grpcfg
