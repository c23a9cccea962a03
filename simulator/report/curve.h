// A curve of a few lines, for a terminal.
#ifndef GRPCFG_SIMULATOR_REPORT_CURVE_H_
#define GRPCFG_SIMULATOR_REPORT_CURVE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// How many columns a curve takes in lines of so many.
size_t CurveColumns(size_t columns);

// `250000`, `1.5e+09`.
std::string SpellRate(double rate);

// Appends the curve of `heights`, one for each column; nothing if none is above 0. `unit`: of the
// heights, at most 9 characters; `end`: at the end of the axis.
void AppendCurve(const std::vector<double>& heights, absl::string_view unit, absl::string_view end,
                 std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_CURVE_H_
