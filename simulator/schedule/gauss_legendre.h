// Gauss-Legendre quadrature (Abramowitz and Stegun, table 25.4): n nodes are exact for polynomials
// of degree 2 n - 1.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_GAUSS_LEGENDRE_H_
#define GRPCFG_SIMULATOR_SCHEDULE_GAUSS_LEGENDRE_H_

#include <array>

namespace grpcfg {

struct QuadratureNode {
  double at;      // of the interval from -1 to 1
  double weight;  // all together 2
};

inline constexpr std::array<QuadratureNode, 4> kFourNodes = {
    {{-0.8611363115940526, 0.3478548451374538},
     {-0.3399810435848563, 0.6521451548625461},
     {0.3399810435848563, 0.6521451548625461},
     {0.8611363115940526, 0.3478548451374538}}};

inline constexpr std::array<QuadratureNode, 5> kFiveNodes = {
    {{-0.9061798459386640, 0.2369268850561891},
     {-0.5384693101056831, 0.4786286704993665},
     {0, 0.5688888888888889},
     {0.5384693101056831, 0.4786286704993665},
     {0.9061798459386640, 0.2369268850561891}}};

inline constexpr std::array<QuadratureNode, 8> kEightNodes = {
    {{-0.9602898564975363, 0.1012285362903763},
     {-0.7966664774136267, 0.2223810344533745},
     {-0.5255324099163290, 0.3137066458778873},
     {-0.1834346424956498, 0.3626837833783620},
     {0.1834346424956498, 0.3626837833783620},
     {0.5255324099163290, 0.3137066458778873},
     {0.7966664774136267, 0.2223810344533745},
     {0.9602898564975363, 0.1012285362903763}}};

// The integral of what is smooth from `low` to `high`. A function that is such an integral itself
// calls it again, see decorrelated_jitter.cc.
template <typename Function, typename Nodes = decltype(kEightNodes)>
// NOLINTNEXTLINE(misc-no-recursion)
double Integrate(const Function& function, double low, double high,
                 const Nodes& nodes = kEightNodes) {
  const double middle = (low + high) / 2;
  const double half = (high - low) / 2;
  double sum = 0;
  for (const QuadratureNode& node : nodes) {
    sum += node.weight * function(middle + half * node.at);
  }
  return sum * half;
}

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_GAUSS_LEGENDRE_H_
