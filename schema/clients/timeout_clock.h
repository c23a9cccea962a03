// What C-core leaves of a config's `timeout`. It backdates each call by 1 s plus the fraction of a
// second that the clock showed when the process started. The fraction is the same for all calls of
// a process, and in many processes each is as likely as any other.
// Promise: exact, as durations are.
#ifndef GRPCFG_SCHEMA_CLIENTS_TIMEOUT_CLOCK_H_
#define GRPCFG_SCHEMA_CLIENTS_TIMEOUT_CLOCK_H_

#include <algorithm>
#include <cstdint>

#include "schema/fields/duration.h"

namespace grpcfg {

// grpc/grpc time.cc InitTime: `process_epoch_seconds -= 1`, and the seconds have no fraction, while
// the cycles, from which FromCycleCounterRoundUp has the start of a call, are those of now.
inline constexpr int64_t kLeastSecondsEarly = 1;
inline constexpr int64_t kMostSecondsEarly = 2;  // no process is so early by as much

// How long calls may take, from the process that gives them least to the one that gives most.
struct TimeoutRange {
  Duration min = {};
  Duration max = {};
  friend constexpr bool operator==(const TimeoutRange&, const TimeoutRange&) = default;
};

// What is left of `timeout`; nothing is 0s, with which calls end immediately.
constexpr TimeoutRange ShortenedTimeout(const Duration& timeout) {
  const auto less = [&](int64_t seconds) {
    if (timeout.seconds < seconds) return Duration();
    return Duration{timeout.seconds - seconds, timeout.nanos};
  };
  return {less(kMostSecondsEarly), less(kLeastSecondsEarly)};
}

// The share of processes in which calls of that `timeout` end immediately.
inline double ShareEndedImmediately(const Duration& timeout) {
  return std::clamp(static_cast<double>(kMostSecondsEarly) - SecondsOf(timeout), 0.0, 1.0);
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_TIMEOUT_CLOCK_H_
