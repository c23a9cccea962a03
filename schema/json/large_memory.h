// Memory for texts of many megabytes and their trees: in huge pages, where the system has them,
// because a quarter of the time of a large check would be the faults of small ones. Of short texts
// it comes from what the thread keeps, see spare_blocks.h.
#ifndef GRPCFG_SCHEMA_JSON_LARGE_MEMORY_H_
#define GRPCFG_SCHEMA_JSON_LARGE_MEMORY_H_

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace grpcfg {

// `bytes` uninitialized bytes, never null; from 4 MiB on in huge pages.
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
