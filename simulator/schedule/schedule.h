// The schedule of one call under a retry policy: when each attempt starts, whether it does before
// the deadline, and what the call comes to. Times are seconds since the call. Promise: pure; closed
// forms only, for sums of independent delays.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_SCHEDULE_H_
#define GRPCFG_SIMULATOR_SCHEDULE_SCHEDULE_H_

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {

// The shares of calls whose start times are reported, as percentiles.
inline constexpr std::array<double, 10> kPercentiles = {0.01, 0.05, 0.1,  0.25, 0.5,
                                                        0.75, 0.9,  0.95, 0.99, 0.999};

// What one call meets.
struct Scenario {
  double deadline = kNever;
  double failure_probability = 1;  // of each attempt, with a code that is retried
  Latency latency = {};            // of each attempt
  // It comes earlier by up to that, any time as likely. Of retries alone, fewer than
  // StartTime::kMaxDelays, whose delays are real numbers.
  double deadline_spread = 0;
};

// One attempt, if all before it fail. The first has a delay of 0 and starts at 0; a call without
// any time left does not make it.
struct AttemptSchedule {
  TimeRange delay = {};
  double min = 0;
  double max = 0;
  double mean = 0;
  double standard_deviation = 0;
  std::array<double, kPercentiles.size()> percentiles = {};
  double reached_by_deadline = 1;       // P(start < deadline)
  double answered_by_deadline = 1;      // P(answer < deadline)
  std::array<double, 2> answered = {};  // half of them by the first time, 99% by the second one
};

struct Schedule {
  std::vector<AttemptSchedule> attempts = {};
  double expected_attempts = 1;
  double call_fails = 1;         // P(no attempt succeeds before the deadline)
  double deadline_exceeded = 0;  // P(the deadline comes before a success and the last failure)
  double hangs = 0;              // P(a retry is due that the client never sends)
};

// An attempt that starts at `start`, after `delay`, and is answered at `answer`.
AttemptSchedule AttemptAt(const RandomTime& start, const RandomTime& answer, const TimeRange& delay,
                          double deadline);

// `schedule` where the retry n hangs with the probability n - 1 of `hangs`: of calls whose attempts
// fail with `failure_probability`, so many never end, and later attempts are as much rarer.
void AddHangs(const std::vector<double>& hangs, double failure_probability, Schedule& schedule);

// What a call comes to that makes `attempts`, one after the other: the first one and more.
Schedule ScheduleOf(std::vector<AttemptSchedule> attempts, double failure_probability);

// `delays`: before each retry, at most StartTime::kMaxDelays.
Schedule ScheduleOf(absl::Span<const Delay> delays, const Scenario& scenario);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_SCHEDULE_H_
