// Blocks of some KiB that a thread has given back, and that its next document needs again: the heap
// would join them with their neighbours and part them again, for a twentieth of a small check.
#ifndef GRPCFG_SCHEMA_JSON_SPARE_BLOCKS_H_
#define GRPCFG_SCHEMA_JSON_SPARE_BLOCKS_H_

#include <bit>
#include <cstddef>

#include "absl/base/config.h"

namespace grpcfg {

// Blocks of more bytes than the first, and no more than the second, are kept.
inline constexpr size_t kLeastSpareBytes = size_t{1} << 10;
inline constexpr size_t kMostSpareBytes = size_t{1} << 16;

#ifdef ABSL_HAVE_ADDRESS_SANITIZER
inline constexpr bool kKeepsSpares = false;  // it has to see what is freed
#else
inline constexpr bool kKeepsSpares = true;
#endif

constexpr bool MayBeSpare(size_t bytes) {
  return kKeepsSpares && bytes > kLeastSpareBytes && bytes <= kMostSpareBytes;
}

// What sizes are rounded up to, four for each power of 2: at most a quarter of a block is idle.
struct SpareClass {
  size_t index = 0;
  size_t bytes = 0;  // of each of its blocks
};

// Of a block that MayBeSpare.
constexpr SpareClass SpareClassOf(size_t bytes) {
  constexpr int kSteps = 4;
  constexpr int kLeastPower = std::bit_width(kLeastSpareBytes) - 1;
  const int power = std::bit_width(bytes - 1) - 1;
  const size_t step = (bytes - 1) >> (power - 2);  // 4 to 7
  return {static_cast<size_t>((power - kLeastPower - 1) * kSteps) + step, (step + 1)
                                                                              << (power - 2)};
}

// A block of the class of `bytes`, which MayBeSpare, that the thread keeps; null: it has none.
void* TakeSpare(size_t bytes);

// Has the thread keep a block that was made for `bytes`, which MayBeSpare, and has the size of
// their class. False: it has enough of them.
bool KeepSpare(void* block, size_t bytes);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_SPARE_BLOCKS_H_
