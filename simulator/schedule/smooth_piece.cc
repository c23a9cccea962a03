#include "simulator/schedule/smooth_piece.h"

#include <algorithm>

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

// The nodes integrate the products of the polynomials exactly, so this is the interpolation.
SmoothPiece PieceOf(absl::FunctionRef<double(double)> function, double low, double high) {
  SmoothPiece piece = {.low = low, .high = high, .legendre = {}};
  for (const QuadratureNode& node : kEightNodes) {
    const double value = function(low + (high - low) * (1 + node.at) / 2);
    const auto polynomials = LegendreAt(node.at);
    for (size_t l = 0; l < polynomials.size(); ++l) {
      const double norm = static_cast<double>(l) + 0.5;
      piece.legendre[l] += norm * node.weight * value * polynomials[l];
    }
  }
  return piece;
}

}  // namespace

double SmoothPiece::At(double time) const {
  const auto polynomials = LegendreAt((2 * time - low - high) / (high - low));
  double value = 0;
  for (size_t l = 0; l < polynomials.size(); ++l) value += legendre[l] * polynomials[l];
  return value;
}

std::vector<SmoothPiece> PiecesOf(absl::FunctionRef<double(double)> function,
                                  absl::Span<const double> ends) {
  std::vector<SmoothPiece> pieces;
  for (size_t i = 1; i < ends.size(); ++i) {
    pieces.push_back(PieceOf(function, ends[i - 1], ends[i]));
  }
  return pieces;
}

double ValueAt(const std::vector<SmoothPiece>& pieces, double time) {
  const auto after =
      std::upper_bound(pieces.begin() + 1, pieces.end(), time,
                       [](double each, const SmoothPiece& piece) { return each < piece.low; });
  return (after - 1)->At(time);
}

}  // namespace grpcfg
