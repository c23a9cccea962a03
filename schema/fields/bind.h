// How a row of the field table writes into the typed model: functions made from a pointer to
// member.
#ifndef GRPCFG_SCHEMA_FIELDS_BIND_H_
#define GRPCFG_SCHEMA_FIELDS_BIND_H_

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "absl/strings/string_view.h"
#include "schema/fields/duration.h"
#include "schema/fields/service_config.h"
#include "schema/json/arena.h"
#include "schema/json/issue.h"

namespace grpcfg {

// A value that was read. Small, because a config consists of little else.
struct Scalar {
  Scalar() : integer(0) {}

  NodeId node = kNoNode;
  bool valid = false;
  bool is_fractional = false;  // `number` is set in place of `integer`
  // The member of the field's type; none before `valid`.
  union {
    int64_t integer;  // also of status codes and tokens
    bool boolean;
    double number;
    Duration duration;
    absl::string_view text;
  };
};

// The functions of one row. All null: the value is checked and not kept.
struct Binding {
  // Sets a scalar field of `message`, or appends an element to a repeated one; of a list of LB
  // policies it sets the name of the one that is chosen.
  void (*store)(void* message, const Scalar& value) = nullptr;
  // Begins a repeated field with room for `count` elements.
  void (*begin_list)(void* message, NodeId node, uint32_t count, Arena& arena) = nullptr;
  // Notes where a repeated field is not a list.
  void (*no_list)(void* message, NodeId node) = nullptr;
  // Makes the child message and returns it; of an element only its place, see `make_fields`.
  void* (*open)(void* message, NodeId node, Arena& arena) = nullptr;
  // Makes the fields of an element and returns them.
  void* (*make_fields)(void* element, Arena& arena) = nullptr;
};

template <typename T>
T ValueOf(const Scalar& scalar) {
  if constexpr (std::is_same_v<T, bool>) {
    return scalar.boolean;
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return std::max(scalar.integer, NoneOf<int64_t>::None() + 1);
  } else if constexpr (std::is_same_v<T, double>) {
    return scalar.number;
  } else if constexpr (std::is_same_v<T, Duration>) {
    return scalar.duration;
  } else if constexpr (std::is_same_v<T, StatusCode>) {
    return {static_cast<int>(scalar.integer)};
  } else if constexpr (std::is_same_v<T, Tokens>) {
    return {scalar.is_fractional ? scalar.number : static_cast<double>(scalar.integer)};
  } else {
    return scalar.text.data() == nullptr ? T("") : T(scalar.text);
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
  located.node = scalar.node;
  located.value.reset();
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
void BeginList(void* message, NodeId node, uint32_t count, Arena& arena) {
  auto& list = MemberOf<kMember>(message);
  list.node = node;
  list.value.emplace(arena, count);
}

template <auto kMember>
void NoList(void* message, NodeId node) {
  MemberOf<kMember>(message).node = node;
}

// Of malformed elements in a row one says as much as all.
template <auto kMember>
void AddScalar(void* message, const Scalar& value) {
  auto& list = *MemberOf<kMember>(message).value;
  const bool is_row = !value.valid && !list.empty() && !list[list.size() - 1].value;
  if (!is_row) Assign(list.Add(), value);
}

// The binding of a repeated scalar, or of the keys of a map: `Located<List<Located<T>>> Class::*`.
template <auto kMember>
constexpr Binding BindScalars() {
  return {
      .store = AddScalar<kMember>, .begin_list = BeginList<kMember>, .no_list = NoList<kMember>};
}

template <auto kMember>
void* OpenMember(void* message, NodeId node, Arena& arena) {
  auto& member = MemberOf<kMember>(message);
  using Child =
      std::remove_const_t<std::remove_pointer_t<std::remove_reference_t<decltype(member)>>>;
  auto* const child = arena.New<Child>();
  child->node = node;
  member = child;
  return child;
}

// The binding of a child message: `const T* Class::*`.
template <auto kMember>
constexpr Binding BindMessage() {
  return {.open = OpenMember<kMember>};
}

template <auto kMember>
void* OpenElement(void* message, NodeId node, Arena& /*arena*/) {
  auto& element = MemberOf<kMember>(message).value->Add();
  element.node = node;
  return &element;
}

template <auto kMember>
void* MakeFields(void* element, Arena& arena) {
  using Elements =
      typename std::remove_reference_t<decltype(MemberOf<kMember>(nullptr).value)>::value_type;
  return static_cast<typename Elements::value_type*>(element)->Open(arena);
}

// The binding of repeated child messages: `Located<List<Element<T>>> Class::*`.
template <auto kMember>
constexpr Binding BindMessages() {
  return {.begin_list = BeginList<kMember>,
          .no_list = NoList<kMember>,
          .open = OpenElement<kMember>,
          .make_fields = MakeFields<kMember>};
}

template <auto kMember>
void* OpenPolicy(void* message, NodeId node, Arena& arena) {
  auto& policies = MemberOf<kMember>(message);
  using Pointer = typename std::remove_reference_t<decltype(policies)>::value_type;
  using Policy = std::remove_const_t<std::remove_pointer_t<Pointer>>;
  auto* const policy = arena.New<Policy>();
  policy->node = node;
  policies.push_back(policy);
  return policy;
}

// The binding of an LB policy that is kept: `std::vector<const T*> LoadBalancing::*`.
template <auto kMember>
constexpr Binding BindPolicy() {
  return {.open = OpenPolicy<kMember>};
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_BIND_H_
