#include "simulator/schedule/decorrelated_jitter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/base/macros.h"
#include "absl/container/inlined_vector.h"
#include "simulator/schedule/gauss_legendre.h"

namespace grpcfg {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kGrowth = 3;  // of the largest delay over the last one

using Breaks = absl::InlinedVector<double, 64>;

// NOLINTBEGIN(misc-no-recursion): a sum of n delays is an integral over sums of n - 1, and n is at
// most kMostRetries.

// The integral over pieces between `breaks`, ascending: on each, the nodes suffice beside a pole of
// 1 / (3 s - 1) that is no nearer than the piece is long.
template <typename Function>
double IntegratePieces(const Function& function, const Breaks& breaks) {
  constexpr double kPole = 1 / kGrowth;
  constexpr double kFar = 3;
  double sum = 0;
  for (size_t i = 1; i < breaks.size(); ++i) {
    double low = breaks[i - 1];
    while (low < breaks[i]) {
      const double to_pole = low - kPole;
      const double high = std::min(breaks[i], low + to_pole);
      const bool is_far = (high - low) * kFar < to_pole;
      sum += is_far ? Integrate(function, low, high, kFourNodes) : Integrate(function, low, high);
      low = high;
    }
  }
  return sum;
}

}  // namespace

DecorrelatedDelays::DecorrelatedDelays(double cap, size_t retries) : cap_(cap) {
  ABSL_HARDENING_ASSERT(cap > 1 && retries <= kMostRetries);
  if (cap > std::pow(kGrowth, retries)) cap_ = kForever;  // no delay gets there
  const double capped = cap_ / kGrowth;  // the last delay from which on the next may be the cap
  lines_.push_back({{1, 0, 1, kForever, 1}, {0, kGrowth, 1, capped, 1}});
  if (std::isfinite(cap_)) lines_.back().push_back({cap_, 0, capped, kForever, 0});
  while (lines_.size() < retries) lines_.push_back(NextLines(lines_.back()));
}

// One delay s more comes before those that `lines` are about, at which x - s = at + slope * s. It
// is uniform from 1 to 3 times the last one, which smooths all but the ends of a line, or what is
// left of it; at the cap, where it is not uniform, nothing is smoothed.
std::vector<DecorrelatedDelays::Line> DecorrelatedDelays::NextLines(
    const std::vector<Line>& lines) const {
  const double capped = cap_ / kGrowth;
  std::vector<Line> next;
  for (const auto& [at, slope, from, to, derivative] : lines) {
    for (const double end : {std::max(from, 1.0), to}) {
      if (end > to || end > cap_ || std::isinf(end)) continue;
      next.push_back({at + (1 + slope) * end, 0, end / kGrowth, kForever, derivative + 1});
    }
    const double to_before = std::min(to, cap_) / kGrowth;
    next.push_back({at, kGrowth * (1 + slope), from / kGrowth, to_before, derivative + 1});
    if (to < cap_ || std::isinf(cap_)) continue;
    next.push_back({at + (1 + slope) * cap_, 0, capped, kForever, derivative});
  }
  return next;
}

// From a kink on, and from the least sum on, the pieces grow as what is smooth there gets smoother.
// With these steps the polynomials are within 1e-7, whatever the cap.
std::vector<double> DecorrelatedDelays::Ends(size_t n) const {
  constexpr int kSmooth = 4;          // the jump of what derivative does not matter
  constexpr double kShortest = 1e-9;  // of all
  const auto least = static_cast<double>(n);
  const double latest = LatestStart(n);
  std::vector<double> kinks = {latest};
  for (const auto& [at, slope, from, to, derivative] : lines_[n - 1]) {
    const bool is_kink = derivative < kSmooth && from <= 1 && to >= 1;
    if (is_kink && at + slope < latest) kinks.push_back(at + slope);
  }
  std::sort(kinks.begin(), kinks.end());
  std::vector<double> ends = {least};
  for (const double kink : kinks) {
    const double last_kink = ends.back();
    while (kink > ends.back() + kShortest * (latest - least)) {
      const double end = ends.back();
      const double step = std::min(0.5 + (end - least) / 4, 0.4 + (end - last_kink) / 2);
      ends.push_back(std::min(kink, end + step));
    }
  }
  ends.back() = latest;
  return ends;
}

double DecorrelatedDelays::Longest(size_t n) const { return std::min(cap_, std::pow(kGrowth, n)); }

double DecorrelatedDelays::LongestSum(size_t n, double last) const {
  double sum = 0;
  for (size_t i = 0; i < n; ++i) sum += last = std::min(cap_, kGrowth * last);
  return sum;
}

// P(the sum of n delays after one of `last` <= x).
double DecorrelatedDelays::Below(size_t n, double x, double last) const {
  if (n == 1) return BelowOne(x, last);
  if (x <= static_cast<double>(n)) return 0;
  if (x >= LongestSum(n, last)) return 1;
  const double high = kGrowth * last;
  double area = n == 2 ? AreaOfTwo(x, std::min(high, cap_)) : Area(n, x, std::min(high, cap_));
  if (high > cap_) area += (high - cap_) * Below(n - 1, x - cap_, cap_);
  return area / (high - 1);
}

double DecorrelatedDelays::BelowOne(double x, double last) const {
  return x >= cap_ ? 1 : std::clamp((x - 1) / (kGrowth * last - 1), 0.0, 1.0);
}

// The integral of BelowOne(x - s, s) for s from 1 to `high`: first it is 1, at last 0, and between
// them (x - s - 1) / (3 s - 1).
double DecorrelatedDelays::AreaOfTwo(double x, double high) const {
  const double certain = std::clamp(std::max(x / (1 + kGrowth), x - cap_), 1.0, high);
  const double possible = std::clamp(x - 1, certain, high);
  const double width = possible - certain;
  const double log = std::log1p(kGrowth * width / (kGrowth * certain - 1));
  return certain - 1 + ((x - 1 - 1 / kGrowth) * log - width) / kGrowth;
}

// The integral of Below(n - 1, x - s, s) for s from 1 to `high`: where it is neither 1 nor 0, from
// one line to the next.
double DecorrelatedDelays::Area(size_t n, double x, double high) const {
  const auto rest = static_cast<double>(n - 1);
  double longest = 1;  // of all together, in units of s
  for (size_t i = 1; i < n; ++i) longest = 1 + kGrowth * longest;
  const double certain = std::clamp(std::max(x / longest, x - rest * cap_), 1.0, high);
  const double possible = std::clamp(x - rest, certain, high);
  Breaks breaks = {certain};
  const auto add = [&](double at) {
    if (at > certain && at < possible) breaks.push_back(at);
  };
  for (const Line& line : lines_[n - 2]) {
    const double at = (x - line.at) / (1 + line.slope);
    if (at >= line.from && at <= line.to) add(at);
  }
  double at = cap_;
  for (size_t i = 1; i < n; ++i) add(at /= kGrowth);
  breaks.push_back(possible);
  std::sort(breaks.begin(), breaks.end());
  return certain - 1 + IntegratePieces([&](double s) { return Below(n - 1, x - s, s); }, breaks);
}

// NOLINTEND(misc-no-recursion)

}  // namespace grpcfg
