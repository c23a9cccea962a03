// The highest value of a function of time that is smooth between knots.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_PEAK_H_
#define GRPCFG_SIMULATOR_SCHEDULE_PEAK_H_

#include <vector>

#include "absl/functional/function_ref.h"

namespace grpcfg {

struct Peak {
  double time = 0;
  double value = 0;
};

// Between `low` and `high`, where the function rises to one maximum and falls again. By golden
// section (Kiefer 1953).
Peak PeakBetween(absl::FunctionRef<double(double)> function, double low, double high);

// From the first of `knots` to the last, with what the function comes near just before and just
// after each of them. Between two of them it is looked at in steps, and a maximum may not be
// narrower than those.
Peak PeakOf(absl::FunctionRef<double(double)> function, std::vector<double> knots);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_PEAK_H_
