// A start time whose distribution costs much to compute: it is computed once at the nodes of a few
// pieces, on each of which a polynomial of degree 7 stands for it, and is later by the latency of
// the attempts before it. The pieces know nothing of a fixed one, beside which they may be as short
// as the rounding of doubles.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_TABULATED_TIME_H_
#define GRPCFG_SIMULATOR_SCHEDULE_TABULATED_TIME_H_

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "simulator/schedule/random_time.h"
#include "simulator/schedule/smooth_piece.h"

namespace grpcfg {

class TabulatedTime : public RandomTime {
 public:
  // Of all attempts before the start.
  struct Latencies {
    double fixed = 0;
    Exponentials exponentials = {};
  };

  // `below` gives P(start <= time) without latencies. `ends`: ascending, the first is the least
  // such start and the last is the latest one, where `below` may jump to 1; from one end to the
  // next it is smooth.
  TabulatedTime(absl::FunctionRef<double(double)> below, absl::Span<const double> ends,
                const Latencies& latencies);

  // When an attempt that starts then is answered. `latency` is that of the attempts before it.
  [[nodiscard]] TabulatedTime Answered(const Latency& latency) const;

  [[nodiscard]] double mean_of_delays() const { return mean_of_delays_; }  // without latencies
  [[nodiscard]] double ProbabilityBefore(double time) const override;

 private:
  static double Value(const SmoothPiece& piece, double time);
  void AddMoments();
  [[nodiscard]] double LaterBefore(double time) const;

  double fixed_;
  std::vector<SmoothPiece> pieces_;
  double mean_of_delays_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_TABULATED_TIME_H_
