// A herd: clients whose calls fail at the same moment and at every retry, and what they send after
// that. Promise: pure; from the exact distributions of the retries, so its cost does not depend on
// how many clients there are.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_HERD_H_
#define GRPCFG_SIMULATOR_SCHEDULE_HERD_H_

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "simulator/schedule/random_time.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {

// A local maximum of the rate, from the first to the last moment at which it has that height.
struct HerdWave {
  TimeRange time = {};  // `mean` is the middle
  double rate = 0;      // retries per second and client
};

// Of one client: all is multiplied by how many there are. Times are seconds since they fail.
struct Herd {
  double bin = 0;                            // seconds
  double slot = 0;                           // of retries that lie on slots; else 0
  std::vector<double> retries_per_bin = {};  // in [i * bin, (i + 1) * bin)
  double peak = 0;                           // retries per second, at most; kNever: infinite; of
                                             // slots the most in one, over its length
  double time_of_peak = 0;                   // the first such
  std::vector<HerdWave> waves = {};          // by time
  std::vector<std::pair<double, double>> silences =
      {};  // when no client retries, between 0 and the end
  std::vector<std::vector<double>> per_bin_by_retry = {};  // of the first retries, ...
};

// What is requested of it.
struct HerdRequest {
  double bin = 0;  // seconds; 0: a slot, or as long as makes some 60 of them
};

// The least of 1, 2 or 5 times a power of ten that is not below `seconds`, which is above 0.
double RoundUpToStep(double seconds);

// At most so many bins are reported; to keep to it, bins are made longer, in steps of 1, 2, 5.
inline constexpr size_t kMostBins = 10'000;

// After each of `delays`, which follow attempts of that latency; see StartTime.
std::vector<std::unique_ptr<const RandomTime>> StartsAfter(absl::Span<const Delay> delays,
                                                           const Latency& latency);

// The herd of clients whose retries start at `starts`, each if all attempts before it fail, and
// before the deadline of `scenario`, whose failure probability is that of every attempt but the
// first. Of starts without an end, what is after the 99.9th percentile is in the last bin.
Herd HerdOf(absl::Span<const std::unique_ptr<const RandomTime>> starts, const Scenario& scenario,
            const HerdRequest& request);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_HERD_H_
