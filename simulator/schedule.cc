#include "simulator/schedule.h"

#include <cstddef>

namespace grpcfg {
namespace {

AttemptSchedule AttemptAfter(absl::Span<const Delay> delays, const Scenario& scenario) {
  if (delays.empty()) return {.reached_by_deadline = scenario.deadline > 0 ? 1.0 : 0.0};
  const StartTime start(delays, scenario.latency);
  AttemptSchedule attempt = {.delay = delays.back(),
                             .min = start.min(),
                             .max = start.max(),
                             .mean = start.mean(),
                             .standard_deviation = start.StandardDeviation(),
                             .reached_by_deadline = start.ProbabilityBefore(scenario.deadline)};
  for (size_t i = 0; i < kPercentiles.size(); ++i) {
    attempt.percentiles[i] = start.Quantile(kPercentiles[i]);
  }
  return attempt;
}

}  // namespace

// With F_n = P(attempt n+1 starts before the deadline) and p the probability of failure, attempt
// n+1 is made with p^n F_n; the call fails by the deadline with the sum of p^n (F_{n-1} - F_n), and
// by using up its M attempts with p^M F_{M-1}.
Schedule ScheduleOf(absl::Span<const Delay> delays, const Scenario& scenario) {
  Schedule schedule;
  schedule.expected_attempts = 0;
  double all_failed = 1;  // p^n
  double reached_before = 1;
  for (size_t retries = 0; retries <= delays.size(); ++retries) {
    schedule.attempts.push_back(AttemptAfter(delays.first(retries), scenario));
    const double reached = schedule.attempts.back().reached_by_deadline;
    schedule.expected_attempts += all_failed * reached;
    schedule.deadline_exceeded += all_failed * (reached_before - reached);
    reached_before = reached;
    all_failed *= scenario.failure_probability;
  }
  schedule.call_fails = all_failed * reached_before + schedule.deadline_exceeded;
  return schedule;
}

}  // namespace grpcfg
