#include "simulator/schedule/lattice_time.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grpcfg {
namespace {

constexpr size_t kStride = 32;

// e^-z z^j / j! at j: what a time of z means does to those that wait.
std::vector<double> PoissonTerms(double z, size_t count) {
  std::vector<double> terms = {std::exp(-z)};
  for (size_t j = 1; j < count; ++j) terms.push_back(terms.back() * z / static_cast<double>(j));
  return terms;
}

// Those that wait, after the time that `terms` belong to.
void Advance(absl::Span<const double> terms, std::vector<double>& waiting) {
  for (size_t j = waiting.size(); j-- > 0;) {
    double sum = 0;
    for (size_t i = 0; i <= j; ++i) sum += waiting[i] * terms[j - i];
    waiting[j] = sum;
  }
}

// The last of `count` points that is not after `points`.
size_t PointAt(double points, size_t count) {
  return points < static_cast<double>(count) ? static_cast<size_t>(points) : count - 1;
}

}  // namespace

// A uniform kernel is a difference of two running sums.
Masses MassesOfSum(absl::Span<const int64_t> sizes) {
  Masses masses = {1};
  for (const int64_t size : sizes) {
    Masses sums(masses.size() + static_cast<size_t>(size) - 1);
    double window = 0;
    for (size_t k = 0; k < sums.size(); ++k) {
      if (k < masses.size()) window += masses[k];
      if (k >= static_cast<size_t>(size)) window -= masses[k - static_cast<size_t>(size)];
      sums[k] = window / static_cast<double>(size);
    }
    masses = std::move(sums);
  }
  return masses;
}

LatticeTime::LatticeTime(Lattice lattice, const Exponentials& exponentials)
    : RandomTime(exponentials), lattice_(std::move(lattice)) {
  double total = 0;
  double moment = 0;
  for (size_t i = 0; i < lattice_.masses.size(); ++i) {
    cumulative_.push_back(total += lattice_.masses[i]);
    moment += static_cast<double>(i) * lattice_.masses[i];
  }
  for (size_t i = 0; i < lattice_.masses.size(); ++i) {
    variance_ += Square(static_cast<double>(i) - moment) * lattice_.masses[i];
  }
  min_ = lattice_.min;
  max_ = min_ + static_cast<double>(cumulative_.size() - 1) / lattice_.per_second;
  const auto count = static_cast<double>(exponentials_.count);
  mean_ = lattice_.min + moment / lattice_.per_second + count * exponentials_.mean;
  variance_ = variance_ / Square(lattice_.per_second) + count * Square(exponentials_.mean);
  SetWaiting();
}

LatticeTime LatticeTime::Answered(const Latency& latency) const {
  LatticeTime answered = *this;
  answered.AddLatency(latency);
  answered.lattice_.min += latency.fixed;
  answered.SetWaiting();
  return answered;
}

void LatticeTime::SetWaiting() {
  waiting_.clear();
  if (exponentials_.count == 0) return;
  waiting_.emplace_back(exponentials_.count, 0.0)[0] = lattice_.masses[0];
  for (size_t k = kStride; k < lattice_.masses.size(); k += kStride) {
    waiting_.push_back(Later(waiting_.back(), k - kStride, k));
  }
}

// Those that wait at `last`, of `waiting` at an earlier point and what starts after it.
LatticeTime::Waiting LatticeTime::Later(Waiting waiting, size_t point, size_t last) const {
  const std::vector<double> step =
      PoissonTerms(1 / (lattice_.per_second * exponentials_.mean), exponentials_.count);
  while (point < last) {
    Advance(step, waiting);
    waiting[0] += lattice_.masses[++point];
  }
  return waiting;
}

LatticeTime::Waiting LatticeTime::WaitingAt(double points) const {
  const size_t point = PointAt(points, cumulative_.size());
  Waiting waiting = Later(waiting_[point / kStride], point / kStride * kStride, point);
  const double since = points - static_cast<double>(point);
  Advance(PoissonTerms(since / (lattice_.per_second * exponentials_.mean), exponentials_.count),
          waiting);
  return waiting;
}

// Those that have started to wait by then, but for those that still do.
double LatticeTime::WaitedBefore(double points) const {
  double share = cumulative_[PointAt(points, cumulative_.size())];
  for (const double each : WaitingAt(points)) share -= each;
  return std::clamp(share, 0.0, 1.0);
}

// With exponentials: of those that wait for the last one, each moment 1 / mean ends.
double LatticeTime::Density(double time) const {
  constexpr double kRounding = 1e-6;
  const double points = (time - lattice_.min) * lattice_.per_second;
  if (points < -kRounding) return 0;
  if (exponentials_.count > 0) return WaitingAt(std::max(0.0, points)).back() / exponentials_.mean;
  const double slot = std::floor(points + kRounding);
  if (slot >= static_cast<double>(lattice_.masses.size())) return 0;
  return lattice_.masses[static_cast<size_t>(slot)] * lattice_.per_second;
}

// A point counts as past only if it is, so the last one before `time` is below it.
double LatticeTime::ProbabilityBefore(double time) const {
  constexpr double kRounding = 1e-6;  // of a point; a decimal fraction of a second is not a double
  const double points = (time - lattice_.min) * lattice_.per_second;
  if (points <= 0) return 0;
  if (std::isinf(points)) return 1;
  if (exponentials_.count > 0) return WaitedBefore(points);
  const double last = std::ceil(points - kRounding) - 1;
  if (last < 0) return 0;
  return last < static_cast<double>(cumulative_.size()) ? cumulative_[static_cast<size_t>(last)]
                                                        : 1;
}

double LatticeTime::Quantile(double probability) const {
  if (exponentials_.count > 0) return RandomTime::Quantile(probability);
  const auto at =
      std::lower_bound(cumulative_.begin(), cumulative_.end(), probability - kRoundingOfSums);
  return min_ + static_cast<double>(at - cumulative_.begin()) / lattice_.per_second;
}

}  // namespace grpcfg
