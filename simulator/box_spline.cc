#include "simulator/box_spline.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <vector>

#include "absl/base/macros.h"

namespace grpcfg {
namespace {

using Subset = uint32_t;  // one bit per box

// The total width of each subset of the boxes.
std::vector<double> WidthsOfSubsets(absl::Span<const double> widths) {
  std::vector<double> totals(size_t{1} << widths.size(), 0.0);
  for (Subset subset = 1; subset < totals.size(); ++subset) {
    const Subset rest = subset & (subset - 1);
    const Subset lowest = subset ^ rest;
    totals[subset] = totals[rest] + widths[std::bitset<kMaxBoxes>(lowest - 1).count()];
  }
  return totals;
}

class Recurrence {
 public:
  Recurrence(absl::Span<const double> widths, double x)
      : count_(widths.size()),
        x_(x),
        totals_(WidthsOfSubsets(widths)),
        values_(totals_.size() * totals_.size()) {}

  double Value() {
    const auto all = static_cast<Subset>(totals_.size() - 1);
    for (Subset boxes = 1; boxes <= all; ++boxes) {
      const Subset others = all ^ boxes;
      // Every subset of the others, the empty one last.
      for (Subset gone = others;; gone = (gone - 1) & others) {
        At(boxes, gone) = Value(boxes, gone);
        if (gone == 0) break;
      }
    }
    return At(all, 0);
  }

 private:
  double& At(Subset boxes, Subset gone) { return values_[boxes * totals_.size() + gone]; }

  // The density of the sum of `boxes` at x - the widths of those that are `gone`. On which side of
  // an end x lies is asked of the end itself: a difference that is rounded could lie on both.
  double Value(Subset boxes, Subset gone) {
    if (x_ < totals_[gone] || x_ >= totals_[gone | boxes]) return 0;
    const double width = totals_[boxes];
    const size_t size = std::bitset<kMaxBoxes>(boxes).count();
    if (size == 1) return 1 / width;
    const double share = std::min(1.0, (x_ - totals_[gone]) / width);
    double sum = 0;
    for (size_t i = 0; i < count_; ++i) {
      const Subset box = Subset{1} << i;
      if ((boxes & box) == 0) continue;
      sum += share * At(boxes ^ box, gone) + (1 - share) * At(boxes ^ box, gone | box);
    }
    return sum / static_cast<double>(size - 1);
  }

  size_t count_;
  double x_;
  std::vector<double> totals_;  // by subset
  std::vector<double> values_;  // by the boxes that are left, and those that are gone
};

}  // namespace

double BoxSpline(absl::Span<const double> widths, double x) {
  ABSL_HARDENING_ASSERT(!widths.empty() && widths.size() <= kMaxBoxes);
  return Recurrence(widths, x).Value();
}

}  // namespace grpcfg
