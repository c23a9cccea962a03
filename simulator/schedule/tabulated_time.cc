#include "simulator/schedule/tabulated_time.h"

#include <algorithm>
#include <cmath>

#include "simulator/schedule/gamma_sum.h"

namespace grpcfg {
namespace {

// The Legendre polynomials at `x`.
std::array<double, kEightNodes.size()> LegendreAt(double x) {
  std::array<double, kEightNodes.size()> values = {1, x};
  for (size_t l = 2; l < values.size(); ++l) {
    const auto degree = static_cast<double>(l);
    values[l] = ((2 * degree - 1) * x * values[l - 1] - (degree - 1) * values[l - 2]) / degree;
  }
  return values;
}

// The density at z of the sum of `count` exponential variables of mean 1.
double GammaDensity(size_t count, double z) {
  double density = std::exp(-z);
  for (size_t i = 1; i < count; ++i) density *= z / static_cast<double>(i);
  return density;
}

}  // namespace

TabulatedTime::TabulatedTime(absl::FunctionRef<double(double)> below, absl::Span<const double> ends,
                             const Latencies& latencies)
    : RandomTime(latencies.exponentials), fixed_(latencies.fixed) {
  for (size_t i = 1; i < ends.size(); ++i) {
    pieces_.push_back(PieceOf(below, ends[i - 1], ends[i]));
  }
  min_ = fixed_ + pieces_.front().low;
  max_ = fixed_ + pieces_.back().high;
  AddMoments();
}

TabulatedTime TabulatedTime::Answered(const Latency& latency) const {
  TabulatedTime answered = *this;
  answered.AddLatency(latency);
  answered.fixed_ += latency.fixed;
  return answered;
}

// The nodes integrate the products of the polynomials exactly, so this is the interpolation.
TabulatedTime::Piece TabulatedTime::PieceOf(absl::FunctionRef<double(double)> below, double low,
                                            double high) {
  Piece piece = {.low = low, .high = high, .legendre = {}};
  for (const QuadratureNode& node : kEightNodes) {
    const double value = below(low + (high - low) * (1 + node.at) / 2);
    const auto polynomials = LegendreAt(node.at);
    for (size_t l = 0; l < polynomials.size(); ++l) {
      const double norm = static_cast<double>(l) + 0.5;
      piece.legendre[l] += norm * node.weight * value * polynomials[l];
    }
  }
  return piece;
}

double TabulatedTime::Value(const Piece& piece, double time) {
  const auto polynomials =
      LegendreAt((2 * time - piece.low - piece.high) / (piece.high - piece.low));
  double value = 0;
  for (size_t l = 0; l < polynomials.size(); ++l) value += piece.legendre[l] * polynomials[l];
  return std::clamp(value, 0.0, 1.0);
}

// With S the share that starts later than a time after the least, the mean is the integral of S,
// and that of the square the integral of twice the time and S.
void TabulatedTime::AddMoments() {
  const double least = pieces_.front().low;
  double moment = 0;
  double of_squares = 0;
  for (const Piece& piece : pieces_) {
    moment += Integrate([&](double t) { return 1 - Value(piece, t); }, piece.low, piece.high);
    of_squares += Integrate([&](double t) { return 2 * (t - least) * (1 - Value(piece, t)); },
                            piece.low, piece.high);
  }
  const auto count = static_cast<double>(exponentials_.count);
  mean_of_delays_ = least + moment;
  mean_ = fixed_ + mean_of_delays_ + count * exponentials_.mean;
  variance_ = of_squares - Square(moment) + count * Square(exponentials_.mean);
}

double TabulatedTime::ProbabilityBefore(double time) const {
  if (time <= min()) return 0;
  if (std::isinf(time)) return 1;
  if (exponentials_.count > 0) return LaterBefore(time - fixed_);
  if (IsBefore(max(), time)) return 1;
  const double of_delays = std::min(time - fixed_, pieces_.back().high);
  const auto after =
      std::upper_bound(pieces_.begin() + 1, pieces_.end(), of_delays,
                       [](double each, const Piece& piece) { return each < piece.low; });
  return Value(*(after - 1), of_delays);
}

// The convolution with the density of the exponentials, in steps over which the nodes integrate
// that density beyond the rounding of doubles; and all that starts before `time` anyway. `time` is
// without the fixed latency.
double TabulatedTime::LaterBefore(double time) const {
  constexpr double kStep = 3;   // means
  constexpr double kNone = 80;  // means, after which nothing waits
  const double mean = exponentials_.mean;
  double sum = GammaSumBelow({}, exponentials_.count, mean, time - pieces_.back().high);
  for (const Piece& piece : pieces_) {
    const double high = std::min(piece.high, time);
    double low = std::max(piece.low, time - kNone * mean);
    while (low < high) {
      const double next = std::min(high, low + kStep * mean);
      sum += Integrate(
          [&](double t) {
            return Value(piece, t) * GammaDensity(exponentials_.count, (time - t) / mean) / mean;
          },
          low, next);
      low = next;
    }
  }
  return std::min(1.0, sum);
}

}  // namespace grpcfg
