// An outage in which the share of attempts that fail changes: continuous traffic through it, with
// deadlines. Times are seconds since the begin. Promise: pure; no random numbers; computed in
// steps, to about 1e-3 of each number, or 3e-3 where delays are of different orders or fixed.
#ifndef GRPCFG_SIMULATOR_FLEET_VARYING_OUTAGE_H_
#define GRPCFG_SIMULATOR_FLEET_VARYING_OUTAGE_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "simulator/fleet/failure_curve.h"
#include "simulator/fleet/outage.h"
#include "simulator/schedule/peak.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {

struct VaryingOutage {
  OutageTotals totals = {};
  SynchronizedOutage synchronized = {};
  std::vector<double> loads = {};  // attempts per call, each over a step about its time
  Peak peak = {0, 1};              // the highest load, over a small part of a schedule
};

// The times at which loads are computed: 0, `step`, ...
struct LoadTimes {
  double step = 1;  // above 0
  size_t count = 0;
};

// `delays`: before each retry, independent of each other. Of `scenario` the failure probability is
// not looked at, and its deadline_spread is taken for none. The work is of order delays x (100 +
// 10 x points of `failures`) x the steps of a schedule, which are 512 to 4,608.
VaryingOutage FollowOutage(absl::Span<const Delay> delays, const FailureCurve& failures,
                           const Scenario& scenario, const LoadTimes& times);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_VARYING_OUTAGE_H_
