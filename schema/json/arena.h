// The memory of a typed config: taken piece by piece, given back as a whole.
// Promise: nothing in it moves. Nothing in it is destroyed either, so only types that need no
// destructor may live there.
#ifndef GRPCFG_SCHEMA_JSON_ARENA_H_
#define GRPCFG_SCHEMA_JSON_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <type_traits>

#include "absl/base/macros.h"
#include "schema/json/maybe.h"

namespace grpcfg {

class Arena {
 public:
  // `expected_bytes` are there from the start.
  explicit Arena(size_t expected_bytes) : memory_(expected_bytes) {}

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

  // A new Head with room for `count` of T after it.
  template <typename Head, typename T>
  Head* NewHead(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory_.allocate(sizeof(Head) + count * sizeof(T), alignof(Head))) Head();
  }

 private:
  std::pmr::monotonic_buffer_resource memory_;
};

// A list in an arena, whose greatest length is known when it begins.
template <typename T>
class List {
 public:
  using value_type = T;

  List() = default;
  List(Arena& arena, uint32_t capacity) : head_(arena.NewHead<Head, T>(capacity)) {
    head_->capacity = capacity;
  }

  // A new element at the end. There must be room.
  T& Add() {
    ABSL_HARDENING_ASSERT(head_ != nullptr && head_->size < head_->capacity);
    return *new (items() + head_->size++) T();
  }

  [[nodiscard]] size_t size() const { return head_ == nullptr ? 0 : head_->size; }
  [[nodiscard]] size_t capacity() const { return head_ == nullptr ? 0 : head_->capacity; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] const T* begin() const { return head_ == nullptr ? nullptr : items(); }
  [[nodiscard]] const T* end() const { return begin() + size(); }
  [[nodiscard]] const T& operator[](size_t index) const {
    ABSL_HARDENING_ASSERT(index < size());
    return items()[index];
  }

 private:
  friend struct NoneOf<List>;

  // The elements follow it.
  struct alignas(8) Head {
    uint32_t size = 0;
    uint32_t capacity = 0;
  };
  static_assert(alignof(T) <= sizeof(Head));

  [[nodiscard]] T* items() const { return static_cast<T*>(static_cast<void*>(head_ + 1)); }

  Head* head_ = nullptr;
};

// A list that is there has a place, be it empty.
template <typename T>
struct NoneOf<List<T>> {
  static constexpr List<T> None() { return {}; }
  static constexpr bool IsNone(const List<T>& list) { return list.head_ == nullptr; }
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_ARENA_H_
