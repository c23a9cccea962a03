// The decorrelated jitter of Amazon: each delay is min(cap, U(base, 3 times the last one)), so the
// delays are a Markov chain and no sum of independent ones. Promise: no random numbers; to 1e-8 of
// a probability.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_DECORRELATED_JITTER_H_
#define GRPCFG_SIMULATOR_SCHEDULE_DECORRELATED_JITTER_H_

#include <cstddef>
#include <vector>

namespace grpcfg {

// In units of the base: the least delay is 1, the first one at most 3.
class DecorrelatedDelays {
 public:
  // `cap` is above 1; `retries`: at most kMostRetries.
  DecorrelatedDelays(double cap, size_t retries);

  // Each more costs some fifty times as much; no client of gRPC makes more.
  static constexpr size_t kMostRetries = 4;

  // The largest that the delay before retry n can be, and the sum of the first n.
  [[nodiscard]] double Longest(size_t n) const;
  [[nodiscard]] double LatestStart(size_t n) const { return LongestSum(n, 1); }

  // P(the sum of the first n delays <= x).
  [[nodiscard]] double SumBelow(size_t n, double x) const { return Below(n, x, 1); }

  // The ends of pieces on each of which that is a polynomial of degree 7 but for 1e-7, from the
  // least sum to the largest.
  [[nodiscard]] std::vector<double> Ends(size_t n) const;

 private:
  // A line x = at + slope * last, for a last delay between `from` and `to`, on which a function of
  // x and of the last delay is not smooth: which of its derivatives jumps first, 0 being its value.
  struct Line {
    double at;
    double slope;
    double from;
    double to;
    int derivative;
  };

  [[nodiscard]] std::vector<Line> NextLines(const std::vector<Line>& lines) const;
  [[nodiscard]] double LongestSum(size_t n, double last) const;
  [[nodiscard]] double Below(size_t n, double x, double last) const;
  [[nodiscard]] double BelowOne(double x, double last) const;
  [[nodiscard]] double AreaOfTwo(double x, double high) const;
  [[nodiscard]] double Area(size_t n, double x, double high) const;

  double cap_;
  std::vector<std::vector<Line>> lines_;  // by number of delays, less 1
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_DECORRELATED_JITTER_H_
