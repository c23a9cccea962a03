// Means over the delays of a call, which are real numbers or whole milliseconds, beside latencies.
// Promise: pure; exact quadrature.
#ifndef GRPCFG_SIMULATOR_FLEET_DELAY_MEAN_H_
#define GRPCFG_SIMULATOR_FLEET_DELAY_MEAN_H_

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {

// How many whole milliseconds may be drawn.
double PointsOf(const Delay& delay);

// Whole milliseconds as any numbers from half of one below to half above.
Delay Smoothed(const Delay& delay);

// Smoothed where whole milliseconds would be many or lie beside exponential latencies; that changes
// probabilities by less than 1e-6.
std::vector<Delay> ComputableOf(absl::Span<const Delay> delays, const Latency& latency);

// E[max(0, time - start)], s. `is_whole_ms`: of the delays before `start`.
double MeanTimeSince(const StartTime& start, bool is_whole_ms, double time);

// The integral of what is smooth from knot to knot.
double IntegrateBetween(absl::FunctionRef<double(double)> function, double low, double high,
                        std::vector<double> knots);

// The mean of `function` over `time`, the shape of which is that of `delay` but for latencies.
// `knots`: where the function is not smooth.
double MeanOver(const Delay& delay, const StartTime& time,
                absl::FunctionRef<double(double)> function, std::vector<double> knots);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_DELAY_MEAN_H_
