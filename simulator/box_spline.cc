#include "simulator/box_spline.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <numeric>
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
  explicit Recurrence(absl::Span<const double> widths)
      : count_(widths.size()), totals_(WidthsOfSubsets(widths)), values_(totals_.size()) {
    for (auto& row : values_) row.resize(totals_.size());
  }

  double At(double x) {
    const auto all = static_cast<Subset>(totals_.size() - 1);
    for (Subset boxes = 1; boxes <= all; ++boxes) {
      const Subset others = all ^ boxes;
      // Every subset of the others, the empty one last.
      for (Subset gone = others;; gone = (gone - 1) & others) {
        values_[boxes][gone] = Value(boxes, gone, x - totals_[gone]);
        if (gone == 0) break;
      }
    }
    return values_[all][0];
  }

 private:
  // The density of the sum of `boxes` at y = x - the widths of those that are `gone`.
  [[nodiscard]] double Value(Subset boxes, Subset gone, double y) const {
    const double width = totals_[boxes];
    if (y < 0 || y >= width) return 0;
    const size_t size = std::bitset<kMaxBoxes>(boxes).count();
    if (size == 1) return 1 / width;
    const double share = y / width;
    double sum = 0;
    for (size_t i = 0; i < count_; ++i) {
      const Subset box = Subset{1} << i;
      if ((boxes & box) == 0) continue;
      sum += share * values_[boxes ^ box][gone] + (1 - share) * values_[boxes ^ box][gone | box];
    }
    return sum / static_cast<double>(size - 1);
  }

  size_t count_;
  std::vector<double> totals_;               // by subset
  std::vector<std::vector<double>> values_;  // by the boxes that are left, and those that are gone
};

}  // namespace

double BoxSpline(absl::Span<const double> widths, double x) {
  ABSL_HARDENING_ASSERT(!widths.empty() && widths.size() <= kMaxBoxes);
  return Recurrence(widths).At(x);
}

}  // namespace grpcfg
