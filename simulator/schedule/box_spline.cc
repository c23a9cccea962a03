#include "simulator/schedule/box_spline.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "absl/base/macros.h"

namespace grpcfg {
namespace {

using Subset = uint32_t;  // one bit per box

// Lengths are counted in a quantum so small that nothing is seen of it. What is left of one length
// beside another is then exact, however small it is beside both.
using Quanta = int64_t;
constexpr double kQuantaInAll = 0x1p60;

// The total width of each subset of the boxes.
std::vector<Quanta> WidthsOfSubsets(absl::Span<const double> widths, double quanta_per_unit) {
  std::vector<Quanta> totals(size_t{1} << widths.size(), 0);
  for (Subset subset = 1; subset < totals.size(); ++subset) {
    const Subset rest = subset & (subset - 1);
    const Subset lowest = subset ^ rest;
    const double width = widths[std::bitset<kMaxBoxes>(lowest - 1).count()];
    totals[subset] = totals[rest] + std::max<Quanta>(1, std::llround(width * quanta_per_unit));
  }
  return totals;
}

class Recurrence {
 public:
  // `x`: from 0 to the sum of the widths.
  Recurrence(absl::Span<const double> widths, double x)
      : count_(widths.size()),
        quanta_per_unit_(kQuantaInAll / std::accumulate(widths.begin(), widths.end(), 0.0)),
        x_(std::llround(x * quanta_per_unit_)),
        totals_(WidthsOfSubsets(widths, quanta_per_unit_)),
        values_(totals_.size() * totals_.size()) {}

  double Value() {
    const auto all = static_cast<Subset>(totals_.size() - 1);
    for (Subset boxes = 1; boxes <= all; ++boxes) {
      const Subset others = all ^ boxes;
      // Every subset of the others, the empty one last.
      for (Subset used = others;; used = (used - 1) & others) {
        At(boxes, used) = Value(boxes, used);
        if (used == 0) break;
      }
    }
    return At(all, 0) * quanta_per_unit_;
  }

 private:
  double& At(Subset boxes, Subset used) { return values_[boxes * totals_.size() + used]; }

  // The density of the sum of `boxes` at x - the widths of those that are `used`, per quantum.
  double Value(Subset boxes, Subset used) {
    if (x_ < totals_[used] || x_ >= totals_[used | boxes]) return 0;
    const auto width = static_cast<double>(totals_[boxes]);
    const size_t size = std::bitset<kMaxBoxes>(boxes).count();
    if (size == 1) return 1 / width;
    const double before = static_cast<double>(x_ - totals_[used]) / width;
    const double after = static_cast<double>(totals_[used | boxes] - x_) / width;
    double sum = 0;
    for (size_t i = 0; i < count_; ++i) {
      const Subset box = Subset{1} << i;
      if ((boxes & box) == 0) continue;
      sum += before * At(boxes ^ box, used) + after * At(boxes ^ box, used | box);
    }
    return sum / static_cast<double>(size - 1);
  }

  size_t count_;
  double quanta_per_unit_;
  Quanta x_;
  std::vector<Quanta> totals_;  // by subset
  std::vector<double> values_;  // by the boxes that are left, and those that are gone
};

}  // namespace

double BoxSpline(absl::Span<const double> widths, double x) {
  ABSL_HARDENING_ASSERT(!widths.empty() && widths.size() <= kMaxBoxes);
  if (x < 0 || x > std::accumulate(widths.begin(), widths.end(), 0.0)) return 0;
  return Recurrence(widths, x).Value();
}

}  // namespace grpcfg
