#include "simulator/fleet/failure_curve.h"

#include <algorithm>
#include <utility>

namespace grpcfg {

FailureCurve::FailureCurve(std::vector<FailurePoint> points)
    : points_(std::move(points)), integrals_(points_.size()) {
  for (size_t i = 1; i < points_.size(); ++i) {
    const double width = points_[i].time - points_[i - 1].time;
    const double mean = (points_[i].probability + points_[i - 1].probability) / 2;
    integrals_[i] = integrals_[i - 1] + width * mean;
  }
}

size_t FailureCurve::Before(double time) const {
  const auto behind =
      std::upper_bound(points_.begin(), points_.end(), time,
                       [](double at, const FailurePoint& point) { return at < point.time; });
  return static_cast<size_t>(behind - points_.begin()) - 1;
}

double FailureCurve::At(double time) const {
  if (time < 0 || time >= end()) return 0;
  const size_t i = Before(time);
  const FailurePoint& from = points_[i];
  const FailurePoint& to = points_[i + 1];
  const double share = (time - from.time) / (to.time - from.time);
  return from.probability + share * (to.probability - from.probability);
}

double FailureCurve::IntegralTo(double time) const {
  if (time <= 0) return 0;
  if (time >= end()) return integrals_.back();
  const size_t i = Before(time);
  const double mean = (points_[i].probability + At(time)) / 2;
  return integrals_[i] + (time - points_[i].time) * mean;
}

std::vector<double> FailureCurve::Means(double begin, double step, size_t count) const {
  std::vector<double> means(count);
  double before = IntegralTo(begin);
  for (size_t i = 0; i < count; ++i) {
    const double after = IntegralTo(begin + static_cast<double>(i + 1) * step);
    means[i] = (after - before) / step;
    before = after;
  }
  return means;
}

}  // namespace grpcfg
