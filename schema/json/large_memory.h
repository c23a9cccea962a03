// Memory for texts and their trees. Of many megabytes: in huge pages, where the system has them,
// because a quarter of the time of a large check would be the faults of small ones. Of some KiB:
// each thread keeps what it gives back for the next text, because a twentieth of the time of a
// small check would go by while the heap joins such blocks with their neighbours and parts them
// again.
#ifndef GRPCFG_SCHEMA_JSON_LARGE_MEMORY_H_
#define GRPCFG_SCHEMA_JSON_LARGE_MEMORY_H_

#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

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

// Of a block of `bytes` that MayBeSpare: how large it must be made.
constexpr size_t SpareSize(size_t bytes) { return std::bit_ceil(bytes); }

// A block that the thread keeps of at least as many; null: it has none.
void* TakeSpare(size_t bytes);

// Has the thread keep a block of SpareSize(bytes). False: it has enough of them.
bool KeepSpare(void* block, size_t bytes);

// `bytes` uninitialized bytes, never null.
void* AllocateLarge(size_t bytes);

// Gives back what AllocateLarge returned for the same number of bytes.
void FreeLarge(void* block, size_t bytes);

// An allocator of the standard library over both. What a vector adds without a value is not
// written: whoever resizes it writes before it reads.
template <typename T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <typename U>
  explicit LargeAllocator(const LargeAllocator<U>& /*other*/) {}

  T* allocate(size_t count) { return static_cast<T*>(AllocateLarge(count * sizeof(T))); }
  void deallocate(T* block, size_t count) { FreeLarge(block, count * sizeof(T)); }

  void construct(T* /*place*/) requires std::is_trivially_copyable_v<T> {}
  template <typename... Values>
  void construct(T* place, Values&&... values) {
    new (place) T(std::forward<Values>(values)...);
  }

  friend bool operator==(const LargeAllocator&, const LargeAllocator&) = default;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_LARGE_MEMORY_H_
