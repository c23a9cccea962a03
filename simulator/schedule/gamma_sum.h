// Sums of uniform variables and exponential ones: delays after attempts of exponential latency.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_GAMMA_SUM_H_
#define GRPCFG_SIMULATOR_SCHEDULE_GAMMA_SUM_H_

#include <cstddef>

#include "absl/types/span.h"

namespace grpcfg {

// P(U + G <= y): U is the sum of U(0, w) over `widths`, none of which is 0, and G that of
// `exponentials` variables of mean `mean`, of which there is at least one. All in one unit.
double GammaSumBelow(absl::Span<const double> widths, size_t exponentials, double mean, double y);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_GAMMA_SUM_H_
