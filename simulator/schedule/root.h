// The root of a function that does not fall.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_ROOT_H_
#define GRPCFG_SIMULATOR_SCHEDULE_ROOT_H_

#include "absl/functional/function_ref.h"

namespace grpcfg {

// Where `function` passes 0 between `low`, where it is not above it, and `high`, where it is not
// below; to the last bits of a double. Inverse quadratic interpolation where that is safe, else
// bisection (Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of a
// nonlinear function without using derivatives", 1997).
double FindRoot(absl::FunctionRef<double(double)> function, double low, double high);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_ROOT_H_
