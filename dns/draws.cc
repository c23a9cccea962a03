#include "dns/draws.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace grpcfg {
namespace {

// rand() of glibc before anybody calls srand(), stdlib/random_r.c: an additive feedback generator
// of degree 31, whose first 310 numbers are thrown away.
class GlibcRand {
 public:
  GlibcRand() {
    state_[0] = 1;
    for (size_t i = 1; i < kDegree; ++i) {
      state_[i] = static_cast<uint32_t>(uint64_t{16807} * state_[i - 1] % 2147483647);
    }
    for (size_t i = 0; i < kDiscarded; ++i) Next();
  }

  uint32_t Next() {
    state_[at_] += state_[(at_ + kDegree - kSeparation) % kDegree];
    const uint32_t number = state_[at_] >> 1U;
    at_ = (at_ + 1) % kDegree;
    return number;
  }

 private:
  static constexpr size_t kDegree = 31;
  static constexpr size_t kSeparation = 3;
  static constexpr size_t kDiscarded = 310;

  std::array<uint32_t, kDegree> state_ = {};
  size_t at_ = kSeparation;
};

// splitmix64, from 0 on.
class Sample {
 public:
  double Next() {
    uint64_t number = state_ += 0x9E3779B97F4A7C15U;
    number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9U;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<double>((number ^ (number >> 31U)) >> 11U) * 0x1.0p-53;
  }

 private:
  uint64_t state_ = 0;
};

// Draws for one choice after the other: the place of the first share that is taken.
template <typename Draw>
size_t TakenOf(const std::vector<SelectedShare>& shares, const Draw& draw) {
  double left = 1;
  for (size_t i = 0; i + 1 < shares.size(); ++i) {
    if (draw() < shares[i].share / left) return i;
    left -= shares[i].share;
  }
  return shares.size() - 1;
}

template <typename Draw>
std::vector<SelectedShare> Drawn(std::vector<SelectedShare> shares, size_t draws,
                                 const Draw& draw) {
  std::vector<size_t> taken(shares.size());
  for (size_t i = 0; i < draws; ++i) ++taken[TakenOf(shares, draw)];
  for (size_t i = 0; i < shares.size(); ++i) {
    shares[i].share = static_cast<double>(taken[i]) / static_cast<double>(draws);
  }
  return shares;
}

}  // namespace

void DrawShares(const ProfileAt& client, size_t draws, Selection& selection) {
  if (selection.shares.size() < 2) return;
  if (client.implementation() == Implementation::kCore) {
    GlibcRand numbers;
    selection.shares = Drawn(std::move(selection.shares), draws, [&] {
      return (numbers.Next() % 100 + 0.5) / 100;  // between two whole percentages
    });
  } else {
    Sample numbers;
    selection.shares = Drawn(std::move(selection.shares), draws, [&] { return numbers.Next(); });
  }
}

}  // namespace grpcfg
