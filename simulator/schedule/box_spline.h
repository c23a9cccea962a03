// The density of a sum of independent uniform variables, each on [0, w): a univariate box spline.
// Promise: no cancellation, whatever the widths, because every term is positive.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_BOX_SPLINE_H_
#define GRPCFG_SIMULATOR_SCHEDULE_BOX_SPLINE_H_

#include <cstddef>

#include "absl/types/span.h"

namespace grpcfg {

// Its cost is of order 3^widths.
inline constexpr size_t kMaxBoxes = 8;

// The density at `x` of the sum of U(0, w) over `widths`: 1 to kMaxBoxes of them, all above 0, in
// whatever unit `x` has. De Boor and Hoellig, "Recurrence relations for multivariate B-splines"
// (1982), in one dimension.
double BoxSpline(absl::Span<const double> widths, double x);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_BOX_SPLINE_H_
