#include "simulator/schedule/start_time.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "absl/base/macros.h"
#include "simulator/schedule/gamma_sum.h"

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
  std::vector<double> values_;  // by the boxes that are left, and those that are used
};

}  // namespace

double BoxSpline(absl::Span<const double> widths, double x) {
  ABSL_HARDENING_ASSERT(!widths.empty() && widths.size() <= kMaxBoxes);
  if (x < 0 || x > std::accumulate(widths.begin(), widths.end(), 0.0)) return 0;
  return Recurrence(widths, x).Value();
}

namespace {

// The ends of a delay of whole milliseconds may be further apart than 64 bits count.
double MsIn(const Delay& delay) { return std::round((delay.high - delay.low) * kMsPerSecond) + 1; }

// Whole milliseconds that are counted one by one. With more of them, any number is drawn from half
// a millisecond below to half above, which changes probabilities by less than 1e-6.
bool AreCountable(absl::Span<const Delay> delays) {
  constexpr double kMost = 1 << 20;
  double points = 0;
  for (const Delay& delay : delays) points += MsIn(delay);
  return points <= kMost;
}

// Half a millisecond after the last whole one before `y`, where the distribution of any numbers is
// that of whole ones.
double MiddleOfLastMs(double y) {
  constexpr double kRounding = 1e-6;
  constexpr double kHalf = 0.5;
  return (std::ceil(y * kMsPerSecond - kRounding) - 1 + kHalf) / kMsPerSecond;
}

}  // namespace

double Delay::Variance() const {
  constexpr double kOfUniform = 12;
  if (!is_whole_ms) return Square(high - low) / kOfUniform;
  const double count = (high - low) * kMsPerSecond + 1;
  return (Square(count) - 1) / kOfUniform / Square(double{kMsPerSecond});
}

StartTime::StartTime(absl::Span<const Delay> delays, const Latency& latency)
    : RandomTime({delays.size(), latency.exponential_mean}) {
  for (const Delay& delay : delays) {
    min_ += delay.low + latency.fixed;
    mean_ += delay.Mean() + latency.fixed + latency.exponential_mean;
    variance_ += delay.Variance() + Square(latency.exponential_mean);
    width_ += delay.high - delay.low;
  }
  max_ = min_ + width_;
  const bool is_whole_ms = !delays.empty() && delays.front().is_whole_ms;
  if (is_whole_ms && AreCountable(delays)) {
    AddLattice(delays);
  } else {
    is_rounded_ = is_whole_ms;
    AddBoxes(delays);
  }
}

void StartTime::AddLattice(absl::Span<const Delay> delays) {
  std::vector<int64_t> sizes;
  sizes.reserve(delays.size());
  for (const Delay& delay : delays) sizes.push_back(static_cast<int64_t>(MsIn(delay)));
  lattice_.emplace(Lattice{min_, kMsPerSecond, MassesOfSum(sizes)}, exponentials_);
}

void StartTime::AddBoxes(absl::Span<const Delay> delays) {
  for (const Delay& delay : delays) {
    if (delay.high <= delay.low) continue;
    const double beyond = delay.is_whole_ms ? 1.0 / kMsPerSecond : 0;
    widths_.push_back(delay.high - delay.low + beyond);
    boxes_width_ += widths_.back();
  }
  ABSL_HARDENING_ASSERT(widths_.size() <= kMaxDelays);
}

StartTime StartTime::Answered(const Latency& latency) const {
  StartTime answered = *this;
  answered.AddLatency(latency);
  if (lattice_) answered.lattice_ = lattice_->Answered(latency);
  return answered;
}

StartTime StartTime::DelayedBy(double width) const {
  ABSL_HARDENING_ASSERT(!lattice_ && !is_rounded_ && widths_.size() < kMaxDelays);
  const Delay more = {0, width};
  StartTime later = *this;
  later.mean_ += more.Mean();
  later.variance_ += more.Variance();
  later.width_ += width;
  later.max_ = min_ + later.width_;
  later.widths_.push_back(width);
  later.boxes_width_ += width;
  return later;
}

double StartTime::ProbabilityBefore(double time) const {
  const double y = time - min_;
  if (y <= 0) return 0;
  if (std::isinf(y)) return 1;
  if (width_ == 0 && exponentials_.count == 0) return IsBefore(min_, time) ? 1 : 0;
  if (lattice_) return lattice_->ProbabilityBefore(time);
  const double in_boxes = (is_rounded_ && exponentials_.count == 0 ? MiddleOfLastMs(y) : y) +
                          (boxes_width_ - width_) / 2;
  if (exponentials_.count > 0) {
    return GammaSumBelow(widths_, exponentials_.count, exponentials_.mean, in_boxes);
  }
  if (!IsBefore(time, max_)) return 1;
  std::vector<double> boxes = widths_;
  boxes.push_back(boxes_width_);  // the integral over the density of the rest, up to its own width
  return std::min(1.0, boxes_width_ * BoxSpline(boxes, in_boxes));
}

// P(start <= min + y) with other many exponentials.
double StartTime::BelowWith(size_t exponentials, double y) const {
  if (exponentials > 0) return GammaSumBelow(widths_, exponentials, exponentials_.mean, y);
  if (widths_.empty() || y >= boxes_width_) return 1;
  std::vector<double> boxes = widths_;
  boxes.push_back(boxes_width_);
  return std::min(1.0, boxes_width_ * BoxSpline(boxes, y));
}

// Of a sum with k exponentials: the sums past k - 1 of them that wait for the last one,
// each moment 1 / mean of it.
double StartTime::Density(double time) const {
  if (lattice_) return lattice_->Density(time);
  const double y = time - min_ + (boxes_width_ - width_) / 2;
  if (exponentials_.count > 0) {
    if (y <= 0) return 0;
    return (BelowWith(exponentials_.count - 1, y) - BelowWith(exponentials_.count, y)) /
           exponentials_.mean;
  }
  if (width_ == 0) return std::abs(y) <= kRoundingOfSums * std::abs(time) ? kNever : 0;
  return y < 0 || y > boxes_width_ ? 0 : BoxSpline(widths_, y);
}

// Where some of the delays are the shortest and the others the longest.
std::vector<double> StartTime::Knots() const {
  if (lattice_) return RandomTime::Knots();
  std::vector<double> knots = {min_ - (boxes_width_ - width_) / 2};
  for (const double width : widths_) {
    const size_t known = knots.size();
    for (size_t i = 0; i < known; ++i) knots.push_back(knots[i] + width);
  }
  std::sort(knots.begin(), knots.end());
  return knots;
}

double StartTime::Quantile(double probability) const {
  if (lattice_) return lattice_->Quantile(probability);
  const double found = RandomTime::Quantile(probability);
  if (!is_rounded_ || exponentials_.count > 0) return found;
  // The probability is the same all the way to the next millisecond.
  constexpr double kHalf = 0.5;
  const double ms = std::round((found - min_) * kMsPerSecond);
  const double below = min_ + (ms - kHalf) / kMsPerSecond;
  const bool is_reached = ProbabilityBefore(below) >= probability - kRoundingOfSums;
  return min_ + (is_reached ? ms - 1 : ms) / kMsPerSecond;
}

}  // namespace grpcfg
