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
  const auto next =
      std::upper_bound(points_.begin(), points_.end(), time,
                       [](double at, const FailurePoint& point) { return at < point.time; });
  return static_cast<size_t>(next - points_.begin()) - 1;
}

double FailureCurve::At(double time) const {
  if (time < 0 || time >= end()) return 0;
  return At(Before(time), time);
}

double FailureCurve::At(size_t point, double time) const {
  const FailurePoint& from = points_[point];
  const FailurePoint& to = points_[point + 1];
  const double share = (time - from.time) / (to.time - from.time);
  return from.probability + share * (to.probability - from.probability);
}

double FailureCurve::IntegralFrom(size_t point, double time) const {
  if (point + 1 == points_.size()) return integrals_.back();
  const double mean = (points_[point].probability + At(point, time)) / 2;
  return integrals_[point] + (time - points_[point].time) * mean;
}

double FailureCurve::IntegralTo(double time) const {
  return time <= 0 ? 0 : IntegralFrom(Before(time), time);
}

std::vector<double> FailureCurve::Means(double begin, absl::Span<const double> edges) const {
  std::vector<double> means;
  means.reserve(edges.size());
  size_t point = Before(begin + edges.front());
  double before = IntegralFrom(point, begin + edges.front());
  for (size_t i = 1; i < edges.size(); ++i) {
    const double time = begin + edges[i];
    while (point + 1 < points_.size() && points_[point + 1].time <= time) ++point;
    const double after = IntegralFrom(point, time);
    means.push_back((after - before) / (edges[i] - edges[i - 1]));
    before = after;
  }
  return means;
}

}  // namespace grpcfg
