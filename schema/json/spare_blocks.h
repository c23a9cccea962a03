// Blocks that a thread has given back, and that its next document needs again: the heap would take
// a hundred steps for each, and join the larger ones with their neighbours and part them again.
#ifndef GRPCFG_SCHEMA_JSON_SPARE_BLOCKS_H_
#define GRPCFG_SCHEMA_JSON_SPARE_BLOCKS_H_

#include <algorithm>
#include <bit>
#include <cstddef>

#include "absl/base/config.h"

namespace grpcfg {

// Larger blocks are not kept.
inline constexpr size_t kMostSpareBytes = size_t{1} << 16;

#if defined(ABSL_HAVE_ADDRESS_SANITIZER) || defined(ABSL_HAVE_HWADDRESS_SANITIZER) || \
    defined(ABSL_HAVE_MEMORY_SANITIZER)
inline constexpr bool kKeepsSpares = false;  // they have to see what is freed
#else
inline constexpr bool kKeepsSpares = true;
#endif

constexpr bool MayBeSpare(size_t bytes) { return kKeepsSpares && bytes <= kMostSpareBytes; }

// What sizes are rounded up to: up to 1 KiB those that the heap of glibc gives out in any case,
// then four for each power of 2, so that at most a quarter of a block is idle.
struct SpareClass {
  size_t index = 0;
  size_t bytes = 0;  // of each of its blocks
};

// Of a block that MayBeSpare.
constexpr SpareClass SpareClassOf(size_t bytes) {
  constexpr size_t kLeast = 24;
  constexpr size_t kStep = 16;
  constexpr size_t kSmallClasses = 63;  // the last has 1016 bytes
  constexpr size_t kMostSmall = kLeast + kStep * (kSmallClasses - 1);
  if (bytes <= kMostSmall) {
    const size_t index = (std::max(bytes, kLeast) - kLeast + kStep - 1) / kStep;
    return {index, kLeast + kStep * index};
  }
  constexpr size_t kSteps = 4;
  // What is left of a size by it is 4 to 7.
  const auto shift_of = [](size_t size) { return static_cast<size_t>(std::bit_width(size)) - 3; };
  const size_t last = bytes - 1;
  const size_t shift = shift_of(last);
  const size_t step = last >> shift;
  // 1016 lies in the last step before 1024.
  constexpr size_t kFirst = shift_of(kMostSmall) * kSteps + (kSteps - 1);
  return {kSmallClasses + shift * kSteps + (step - kSteps) - kFirst, (step + 1) << shift};
}

// A block of the class of `bytes`, which MayBeSpare, that the thread keeps; null: it has none.
void* TakeSpare(size_t bytes);

// Has the thread keep `block`, which is not null, was made for `bytes`, which MayBeSpare, and has
// the size of their class. False: it has enough of them. Ends the process if it keeps the block
// already and that was the last one of its class.
bool KeepSpare(void* block, size_t bytes);

// Frees all blocks that the thread keeps. False: there were none.
bool GiveSparesBack();

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_SPARE_BLOCKS_H_
