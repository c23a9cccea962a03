// How a row of the field table writes into the typed model: functions made from a pointer to
// member.
#ifndef GRPCFG_SCHEMA_BIND_H_
#define GRPCFG_SCHEMA_BIND_H_

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/duration.h"
#include "schema/position.h"
#include "schema/service_config.h"

namespace grpcfg {

// A value that was read. Small, because a config consists of little else.
struct Scalar {
  Scalar() : integer(0) {}

  Span span = {};
  Span key = {};
  bool valid = false;
  // The member of the field's type; none before `valid`.
  union {
    int64_t integer;  // also of status codes and thousandths of a token
    bool boolean;
    double number;
    Duration duration;
    absl::string_view text;
  };
};

// The functions of one row. All null: the value is checked and not kept.
struct Binding {
  // Sets a scalar field of `message`, or appends an element to a repeated one.
  void (*store)(void* message, const Scalar& value) = nullptr;
  // Begins a repeated field with room for `count` elements.
  void (*begin_list)(void* message, Span span, Span key, uint32_t count) = nullptr;
  // Notes where a repeated field stands that is no list.
  void (*no_list)(void* message, Span span, Span key) = nullptr;
  // Makes the child message and returns it. It stays where it is if begin_list was told its list's
  // length.
  void* (*open)(void* message, Span span, Span key) = nullptr;
};

template <typename T>
T ValueOf(const Scalar& scalar) {
  if constexpr (std::is_same_v<T, bool>) {
    return scalar.boolean;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(scalar.integer);
  } else if constexpr (std::is_same_v<T, double>) {
    return scalar.number;
  } else if constexpr (std::is_same_v<T, Duration>) {
    return scalar.duration;
  } else if constexpr (std::is_same_v<T, StatusCode>) {
    return {static_cast<int>(scalar.integer)};
  } else if constexpr (std::is_same_v<T, MilliTokens>) {
    return {scalar.integer};
  } else {
    return T(scalar.text);
  }
}

template <typename Class, typename Member>
Class ClassOf(Member Class::*);

template <auto kMember>
auto& MemberOf(void* message) {
  using Class = decltype(ClassOf(kMember));
  return static_cast<Class*>(message)->*kMember;
}

template <typename T>
void Assign(Located<T>& located, const Scalar& scalar) {
  located.span = scalar.span;
  located.key = scalar.key;
  if (scalar.valid) located.value = ValueOf<T>(scalar);
}

// The binding of a scalar field: `Located<T> Class::*`.
template <auto kMember>
constexpr Binding BindScalar() {
  return {.store = [](void* message, const Scalar& value) {
    Assign(MemberOf<kMember>(message), value);
  }};
}

template <auto kMember>
void BeginList(void* message, Span span, Span key, uint32_t count) {
  auto& list = MemberOf<kMember>(message);
  list.span = span;
  list.key = key;
  list.value.emplace();
  list.value->reserve(count);
}

template <auto kMember>
void NoList(void* message, Span span, Span key) {
  auto& list = MemberOf<kMember>(message);
  list.span = span;
  list.key = key;
}

// The binding of a repeated scalar, or of the keys of a map: `Located<std::vector<Located<T>>>
// Class::*`.
template <auto kMember>
constexpr Binding BindScalars() {
  return {.store =
              [](void* message, const Scalar& value) {
                Assign(MemberOf<kMember>(message).value->emplace_back(), value);
              },
          .begin_list = BeginList<kMember>,
          .no_list = NoList<kMember>};
}

// The binding of a child message: `std::unique_ptr<T> Class::*`.
template <auto kMember>
constexpr Binding BindMessage() {
  return {.open = [](void* message, Span span, Span key) -> void* {
    auto& child = MemberOf<kMember>(message);
    using Child = typename std::remove_reference_t<decltype(child)>::element_type;
    child = std::make_unique<Child>();
    child->span = span;
    child->key = key;
    return child.get();
  }};
}

// The binding of repeated child messages: `Located<std::vector<T>> Class::*`.
template <auto kMember>
constexpr Binding BindMessages() {
  return {.begin_list = BeginList<kMember>,
          .no_list = NoList<kMember>,
          .open = [](void* message, Span span, Span) -> void* {
            auto& child = MemberOf<kMember>(message).value->emplace_back();
            child.span = span;
            return &child;
          }};
}

// The binding of an LB policy that is kept: `std::vector<std::unique_ptr<T>> LoadBalancing::*`.
template <auto kMember>
constexpr Binding BindPolicy() {
  return {.open = [](void* message, Span span, Span key) -> void* {
    auto& list = MemberOf<kMember>(message);
    using Policy = typename std::remove_reference_t<decltype(list)>::value_type::element_type;
    list.push_back(std::make_unique<Policy>());
    list.back()->span = span;
    list.back()->key = key;
    return list.back().get();
  }};
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_BIND_H_
