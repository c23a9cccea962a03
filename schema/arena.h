// The memory of a typed config: taken piece by piece, given back all at once.
// Promise: nothing in it moves. Nothing in it is destroyed either, so only types that need no
// destructor may live there.
#ifndef GRPCFG_SCHEMA_ARENA_H_
#define GRPCFG_SCHEMA_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <type_traits>

#include "absl/base/macros.h"
#include "schema/large_memory.h"

namespace grpcfg {

class Arena {
 public:
  // `expected_bytes` are there at once.
  explicit Arena(size_t expected_bytes) : memory_(expected_bytes, &upstream_) {}

  // A new T with its default values.
  template <typename T>
  T* New() {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory_.allocate(sizeof(T), alignof(T))) T();
  }

  // Room for `count` of T.
  template <typename T>
  T* NewArray(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return static_cast<T*>(memory_.allocate(count * sizeof(T), alignof(T)));
  }

 private:
  class LargeMemory : public std::pmr::memory_resource {
    void* do_allocate(size_t bytes, size_t /*alignment*/) override { return AllocateLarge(bytes); }
    void do_deallocate(void* block, size_t bytes, size_t /*alignment*/) override {
      FreeLarge(block, bytes);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
      return this == &other;
    }
  };

  LargeMemory upstream_;
  std::pmr::monotonic_buffer_resource memory_;
};

// A list in an arena, whose greatest length is known when it begins.
template <typename T>
class List {
 public:
  List() = default;
  List(Arena& arena, uint32_t capacity)
      : items_(arena.NewArray<T>(capacity)), capacity_(capacity) {}

  // A new element at the end. There must be room.
  T& Add() {
    ABSL_HARDENING_ASSERT(size_ < capacity_);
    return *new (items_ + size_++) T();
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const T* begin() const { return items_; }
  [[nodiscard]] const T* end() const { return items_ + size_; }
  [[nodiscard]] const T& operator[](size_t index) const {
    ABSL_HARDENING_ASSERT(index < size_);
    return items_[index];
  }

 private:
  T* items_ = nullptr;
  uint32_t size_ = 0;
  uint32_t capacity_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_ARENA_H_
