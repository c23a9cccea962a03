#include "simulator/schedule/tabulated_time.h"

#include <algorithm>
#include <cmath>

#include "simulator/schedule/gamma_sum.h"
#include "simulator/schedule/gauss_legendre.h"

namespace grpcfg {
namespace {

// The density at z of the sum of `count` exponential variables of mean 1.
double GammaDensity(size_t count, double z) {
  double density = std::exp(-z);
  for (size_t i = 1; i < count; ++i) density *= z / static_cast<double>(i);
  return density;
}

}  // namespace

TabulatedTime::TabulatedTime(absl::FunctionRef<double(double)> below, absl::Span<const double> ends,
                             const Latencies& latencies)
    : RandomTime(latencies.exponentials), fixed_(latencies.fixed), pieces_(PiecesOf(below, ends)) {
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

double TabulatedTime::Value(const SmoothPiece& piece, double time) {
  return std::clamp(piece.At(time), 0.0, 1.0);
}

// With S the share that starts later than a time after the least, the mean is the integral of S,
// and that of the square the integral of twice the time and S.
void TabulatedTime::AddMoments() {
  const double least = pieces_.front().low;
  double moment = 0;
  double of_squares = 0;
  for (const SmoothPiece& piece : pieces_) {
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
  return std::clamp(ValueAt(pieces_, of_delays), 0.0, 1.0);
}

// The convolution with the density of the exponentials, in steps over which the nodes integrate
// that density beyond the rounding of doubles; and all that starts before `time` anyway. `time` is
// without the fixed latency.
double TabulatedTime::LaterBefore(double time) const {
  constexpr double kStep = 3;   // means
  constexpr double kNone = 80;  // means, after which nothing waits
  const double mean = exponentials_.mean;
  double sum = GammaSumBelow({}, exponentials_.count, mean, time - pieces_.back().high);
  for (const SmoothPiece& piece : pieces_) {
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
