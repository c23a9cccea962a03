#include "simulator/schedule/gamma_sum.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "simulator/schedule/gauss_legendre.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {
namespace {

// E[max(0, z - G)^n] / n! for a G of the gamma distribution of an integer shape and scale 1: by
// Laplace transforms the coefficient of s^-(n+1) (1+s)^-shape. All terms are positive.
long double ExpectedPower(size_t n, size_t shape, long double z) {
  long double power = 1;  // z^(n+shape+j) / (n+shape+j)!
  for (size_t i = 1; i <= n + shape; ++i) power *= z / static_cast<long double>(i);
  long double choices = 1;  // of n from n+j
  long double sum = 0;
  for (size_t j = 0;; ++j) {
    const long double term = choices * power;
    sum += term;
    const auto next = static_cast<long double>(j + 1);
    if (next > z && term < sum * 1e-21L) return sum * std::exp(-z);
    choices *= (static_cast<long double>(n) + next) / next;
    power *= z / (static_cast<long double>(n + shape) + next);
  }
}

constexpr double kFar = 150;  // means; beyond it there is nothing of an exponential variable

// E[(z - R)^n] / n! for an R = U + G that is nowhere near z, by its moments, which follow from the
// cumulants: of U(0, w) w^k B(k) / k with the Bernoulli numbers, of G shape times (k - 1)!.
long double ByMoments(absl::Span<const long double> widths, size_t n, size_t shape, long double z) {
  constexpr size_t kMost = StartTime::kMaxDelays;
  constexpr std::array<long double, kMost + 1> kOfUniform = {0,           1 / 2.0L, 1 / 12.0L, 0,
                                                             -1 / 120.0L, 0,        1 / 252.0L};
  std::array<long double, kMost + 1> cumulants = {};
  auto of_gamma = static_cast<long double>(shape);
  for (size_t k = 1; k <= kMost; ++k) {
    cumulants[k] = of_gamma;
    for (const long double width : widths) cumulants[k] += kOfUniform[k] * std::pow(width, k);
    of_gamma *= static_cast<long double>(k);
  }
  std::array<long double, kMost + 1> moments = {1};
  long double sum = 0;
  for (size_t k = 0; k <= n; ++k) {
    long double choose = 1;  // k-1 over i-1
    for (size_t i = 1; i <= k; ++i) {
      moments[k] += choose * cumulants[i] * moments[k - i];
      choose *= static_cast<long double>(k - i) / static_cast<long double>(i);
    }
    long double term = k % 2 == 0 ? moments[k] : -moments[k];  // times C(n, k) z^(n-k) / n!
    for (size_t i = 1; i <= n - k; ++i) term *= z / static_cast<long double>(i);
    for (size_t i = 1; i <= k; ++i) term /= static_cast<long double>(i);
    sum += term;
  }
  return sum;
}

// The sum of part(z - ends) over the sums of ends of `widths` below z, by turns with either sign,
// over their product: what the integral over all of them makes of the derivative of `part`.
template <typename Part>
long double OverEnds(absl::Span<const long double> widths, long double z, const Part& part) {
  constexpr size_t kMostBits = 32;
  long double product = 1;
  for (const long double width : widths) product *= width;
  long double sum = 0;
  for (uint32_t ends = 0; ends < (uint32_t{1} << widths.size()); ++ends) {
    long double rest = z;
    for (size_t i = 0; i < widths.size(); ++i) rest -= (ends >> i & 1) != 0 ? widths[i] : 0;
    if (rest <= 0) continue;
    const long double of_rest = part(rest);
    sum += std::bitset<kMostBits>(ends).count() % 2 == 0 ? of_rest : -of_rest;
  }
  return sum / product;
}

// The same for z - U - G, with U the sum of U(0, w) over `widths`, with n one more for each.
long double ByEnds(absl::Span<const long double> widths, size_t n, size_t shape, long double z) {
  return OverEnds(widths, z, [&](long double rest) {
    return rest > kFar ? ByMoments({}, n, shape, rest) : ExpectedPower(n, shape, rest);
  });
}

// How many of `widths`, ascending, are of a smaller scale than the others.
size_t CountSmall(absl::Span<const long double> widths, size_t shape) {
  constexpr long double kGap = 30;
  size_t small = 0;
  auto total = static_cast<long double>(shape);
  for (size_t i = 0; i + 1 < widths.size(); ++i) {
    total += widths[i];
    if (widths[i + 1] >= kGap * total) small = i + 1;
  }
  return small;
}

// P(U + G <= z) with scale 1: inclusion and exclusion over the ends of the widths of the largest
// scale. Those of a smaller scale would cancel, were it not that far from an end their moments say
// all.
long double Below(std::vector<long double> widths, size_t shape, long double z) {
  std::sort(widths.begin(), widths.end());
  const size_t n = widths.size();
  const size_t count = CountSmall(widths, shape);
  const auto small = absl::MakeConstSpan(widths).first(count);
  const auto large = absl::MakeConstSpan(widths).subspan(count);
  const long double near =
      std::accumulate(small.begin(), small.end(), static_cast<long double>(kFar));
  return OverEnds(large, z, [&](long double rest) {
    return rest > near ? ByMoments(small, large.size(), shape, rest)
                       : ByEnds(small, n, shape, rest);
  });
}

}  // namespace

// Narrow uniform variables would cancel; over them the distribution of the rest is smooth, and five
// nodes integrate it beyond the rounding of doubles. Short of the end of all of them it has kinks,
// but there what is not much narrower than `y` does not cancel.
double GammaSumBelow(absl::Span<const double> widths, size_t exponentials, double mean, double y) {
  constexpr double kNarrow = 0.25;
  constexpr double kMuchNarrower = 1e-3;
  const double total = std::accumulate(widths.begin(), widths.end(), 0.0);
  if (y <= 0) return 0;
  if (y > total + kFar * mean) return 1;
  const bool is_smooth = y >= total;
  const double limit = is_smooth ? kNarrow * mean : std::min(kNarrow * mean, kMuchNarrower * y);
  std::vector<long double> wide;
  std::vector<double> narrow;
  for (const double width : widths) {
    if (width < limit) narrow.push_back(width / mean);
    if (width >= limit) wide.push_back(width / mean);
  }
  size_t cells = 1;
  for (size_t i = 0; i < narrow.size(); ++i) cells *= kFiveNodes.size();
  long double sum = 0;
  for (size_t cell = 0; cell < cells; ++cell) {
    long double z = y / mean;
    long double weight = 1;
    size_t digits = cell;
    for (const double width : narrow) {
      const QuadratureNode& node = kFiveNodes[digits % kFiveNodes.size()];
      digits /= kFiveNodes.size();
      z -= (1 + node.at) / 2 * width;
      weight *= node.weight / 2;
    }
    if (z > 0) sum += weight * Below(wide, exponentials, z);
  }
  return static_cast<double>(std::fmin(std::fmax(sum, 0.0L), 1.0L));
}

}  // namespace grpcfg
