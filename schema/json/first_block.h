// The first memory of a run: small blocks in the huge page that the program starts with, see
// tools/cli/first_pages.cc, which are not given back.
// Promise: blocks are disjoint, aligned for anything, and may be taken by any thread.
#ifndef GRPCFG_SCHEMA_JSON_FIRST_BLOCK_H_
#define GRPCFG_SCHEMA_JSON_FIRST_BLOCK_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace grpcfg {

// `check` takes a quarter of it for a small file.
inline constexpr size_t kFirstBytes = size_t{512} << 10;

class FirstBlock {
 public:
  // A larger one is worth to be given back.
  static constexpr size_t kLargest = size_t{32} << 10;

  // Has nothing to give out.
  constexpr FirstBlock() = default;

  // Gives out `bytes` bytes at `begin`, which must be aligned for anything and outlive the blocks.
  // Before any is taken.
  void Open(char* begin, size_t bytes) {
    begin_ = begin;
    bytes_ = bytes;
  }

  // A block of its own, even of no bytes. Null: it would be too large, or there is no room left.
  void* Take(size_t bytes) {
    if (bytes > kLargest || taken_.load(std::memory_order_relaxed) >= bytes_) return nullptr;
    constexpr size_t kAlign = alignof(std::max_align_t);
    const size_t rounded = (std::max(bytes, size_t{1}) + kAlign - 1) & -kAlign;
    const size_t at = taken_.fetch_add(rounded, std::memory_order_relaxed);
    return at + rounded <= bytes_ ? begin_ + at : nullptr;
  }

  // True of a block that Take gave.
  [[nodiscard]] bool Has(const void* block) const {
    return reinterpret_cast<uintptr_t>(block) - reinterpret_cast<uintptr_t>(begin_) < bytes_;
  }

 private:
  char* begin_ = nullptr;
  size_t bytes_ = 0;
  std::atomic<size_t> taken_ = 0;
};

// That of the program, in tools/cli/blocks.cc.
extern FirstBlock program_first_block __attribute__((visibility("hidden")));

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_FIRST_BLOCK_H_
