// The backoffs of the literature, in the tables of gRPC's own: each is a row with its source, found
// by the name that the command line takes. Promise: pure; no random numbers.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_ALGORITHMS_H_
#define GRPCFG_SIMULATOR_SCHEDULE_ALGORITHMS_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "simulator/schedule/backoff.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {

// One retry, if all attempts before it fail.
struct Retry {
  TimeRange delay = {};
  std::unique_ptr<const RandomTime> start;
  std::unique_ptr<const RandomTime> answer;
};

struct Algorithm {
  absl::string_view name;     // kebab-case, for ever
  absl::string_view alias;    // what others call it
  absl::string_view summary;  // one line
  absl::string_view source;
  Backoff defaults = {};  // the numbers of its own; what it has no use for is 0
  size_t most_attempts = 0;
  bool takes_policy = false;  // the numbers of a retry policy may stand in for its own
  // The delay before a retry, counted from 0, where it depends on no other delay; else null.
  Delay (*delay)(const Backoff& backoff, size_t retry) = nullptr;
  std::vector<Retry> (*retries)(const Backoff& backoff, const Latency& latency) = nullptr;
  // The same delay of one call, by a number that is uniform from 0 to 1, where it depends on the
  // delays before it, or lies on slots. `state` is of that call, at first 0.
  DelayDraw draw = nullptr;
};

// In the order in which they are listed.
absl::Span<const Algorithm> Algorithms();

// By name or alias, in which `_` is as good as `-`. Null if there is none.
const Algorithm* FindAlgorithm(absl::string_view name);

// With what numbers `algorithm` goes beside a client that goes on with `policy`.
Backoff NumbersBeside(const Algorithm& algorithm, const Backoff& policy);

// What follows the first attempt, at most `most_attempts` less one, each attempt before it being of
// that latency. `backoff`: the defaults, or other numbers, all above 0.
std::vector<Retry> RetriesOf(const Algorithm& algorithm, const Backoff& backoff,
                             const Latency& latency);

Schedule ScheduleOf(const Algorithm& algorithm, const Backoff& backoff, const Scenario& scenario);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_ALGORITHMS_H_
