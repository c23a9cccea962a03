#include "simulator/gamma_sum.h"

#include <array>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <vector>

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

// The same for a large z, where that series is long: the binomial expansion of (z - G)^n by the
// moments of G, whose part above z is lost in the rounding.
long double ExpectedPowerFar(size_t n, size_t shape, long double z) {
  long double term = 1;  // (-1)^j C(n, j) (shape)_j z^(n-j) / n!
  for (size_t i = 1; i <= n; ++i) term *= z / static_cast<long double>(i);
  long double sum = term;
  for (size_t j = 0; j < n; ++j) {
    term *=
        -static_cast<long double>((n - j) * (shape + j)) / (static_cast<long double>(j + 1) * z);
    sum += term;
  }
  return sum;
}

// P(U + G <= z) with scale 1, by inclusion and exclusion over the ends of the uniform variables.
long double ByEnds(absl::Span<const double> widths, size_t shape, long double z) {
  constexpr long double kFar = 150;
  constexpr size_t kMostBits = 32;
  const size_t n = widths.size();
  long double product = 1;
  for (const double width : widths) product *= width;
  long double sum = 0;
  for (uint32_t ends = 0; ends < (uint32_t{1} << n); ++ends) {
    long double rest = z;
    for (size_t i = 0; i < n; ++i) rest -= (ends >> i & 1) != 0 ? widths[i] : 0;
    if (rest <= 0) continue;
    const long double part =
        rest > kFar ? ExpectedPowerFar(n, shape, rest) : ExpectedPower(n, shape, rest);
    sum += std::bitset<kMostBits>(ends).count() % 2 == 0 ? part : -part;
  }
  return sum / product;
}

struct Node {
  double at;      // of the unit interval
  double weight;  // all together 1
};

// Gauss-Legendre with five nodes (Abramowitz and Stegun, table 25.4).
constexpr std::array<Node, 5> kNodes = {{{0.0469100770306680, 0.1184634425280945},
                                         {0.2307653449471585, 0.2393143352496832},
                                         {0.5, 0.2844444444444444},
                                         {0.7692346550528415, 0.2393143352496832},
                                         {0.9530899229693320, 0.1184634425280945}}};

}  // namespace

// Narrow uniform variables would cancel; over them the distribution of the rest is smooth, and five
// nodes integrate it beyond the rounding of doubles.
double GammaSumBelow(absl::Span<const double> widths, size_t exponentials, double mean, double y) {
  constexpr double kNarrow = 0.25;
  if (y <= 0) return 0;
  std::vector<double> wide;
  std::vector<double> narrow;
  for (const double width : widths)
    (width < kNarrow * mean ? narrow : wide).push_back(width / mean);
  size_t cells = 1;
  for (size_t i = 0; i < narrow.size(); ++i) cells *= kNodes.size();
  long double sum = 0;
  for (size_t cell = 0; cell < cells; ++cell) {
    long double z = y / mean;
    long double weight = 1;
    size_t digits = cell;
    for (const double width : narrow) {
      const Node& node = kNodes[digits % kNodes.size()];
      digits /= kNodes.size();
      z -= node.at * width;
      weight *= node.weight;
    }
    if (z > 0) sum += weight * ByEnds(wide, exponentials, z);
  }
  return static_cast<double>(std::fmin(std::fmax(sum, 0.0L), 1.0L));
}

}  // namespace grpcfg
