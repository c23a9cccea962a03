// Random numbers for what has no exact value: of a seed and a stream, so that what is drawn for one
// client or call depends on no other.
#ifndef GRPCFG_SIMULATOR_FLEET_RANDOM_NUMBERS_H_
#define GRPCFG_SIMULATOR_FLEET_RANDOM_NUMBERS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "simulator/schedule/random_time.h"

namespace grpcfg {

// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
class RandomNumbers {
 public:
  RandomNumbers(uint64_t seed, uint64_t stream) : state_(Mix(seed) ^ Mix(~stream)) {}

  // In [0, 1).
  double Uniform() {
    constexpr int kUnused = 11;  // a double has 53 bits
    state_ += kStep;
    return static_cast<double>(Mix(state_) >> kUnused) * 0x1p-53;
  }

  double Exponential(double mean) { return -mean * std::log1p(-Uniform()); }

  // Of mean 0 and variance 1 (Box and Muller, "A note on the generation of random normal deviates",
  // 1958).
  double Normal() {
    constexpr double kTwoPi = 6.283185307179586;
    const double radius = std::sqrt(2 * Exponential(1));
    return radius * std::cos(kTwoPi * Uniform());
  }

 private:
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15;

  static uint64_t Mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  uint64_t state_;
};

// Of one number per client or call: its mean, and the standard error of that.
struct SampledMean {
  double sum = 0;
  double squares = 0;
  double count = 0;

  void Add(double number) {
    sum += number;
    squares += Square(number);
    ++count;
  }
  void Add(const SampledMean& other) {
    sum += other.sum;
    squares += other.squares;
    count += other.count;
  }
  [[nodiscard]] double Value() const { return count > 0 ? sum / count : 0; }
  [[nodiscard]] double Error() const {
    if (count < 2) return 0;
    return std::sqrt(std::max(0.0, squares / count - Square(Value())) / (count - 1));
  }
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_RANDOM_NUMBERS_H_
