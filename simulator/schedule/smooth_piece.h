// A function between two ends, computed once at a few nodes: a polynomial of degree 7 stands for
// it.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_SMOOTH_PIECE_H_
#define GRPCFG_SIMULATOR_SCHEDULE_SMOOTH_PIECE_H_

#include <array>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "simulator/schedule/gauss_legendre.h"

namespace grpcfg {

struct SmoothPiece {
  double low;
  double high;
  std::array<double, kEightNodes.size()> legendre;  // the weight of each polynomial

  [[nodiscard]] double At(double time) const;
};

// From each of `ends`, ascending, to the next, between which `function` is smooth.
std::vector<SmoothPiece> PiecesOf(absl::FunctionRef<double(double)> function,
                                  absl::Span<const double> ends);

// Of the piece that `time` is in; of the first or the last one beyond them.
double ValueAt(const std::vector<SmoothPiece>& pieces, double time);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_SMOOTH_PIECE_H_
