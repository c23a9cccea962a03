// How a row of the field table is written: the type, the JSON name and one line for people, then in
// any order what else is true of the field, each known by its type. Only the table includes it.
#ifndef GRPCFG_SCHEMA_FIELDS_FIELD_ROWS_H_
#define GRPCFG_SCHEMA_FIELDS_FIELD_ROWS_H_

#include <array>
#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/field_messages.h"

namespace grpcfg {

using enum FieldType;
using enum Shape;
using enum Presence;
using enum Stage;
using enum Weight;

// What a field has beside its type; see the members of Field of the same names.
enum class Content : bool { kNonEmpty = true };
enum class Origin : bool { kNotInProto = false };
using enum Content;
using enum Origin;

struct ProtoNamed {
  absl::string_view name;
};
struct IfAbsent {
  int64_t value;
};
struct Oneof {
  absl::string_view name;
};
struct Supplied {
  absl::string_view field;
};
struct Reference {
  absl::string_view text;  // where it is not that of the message
};

constexpr void Set(Field& field, Shape shape) { field.shape = shape; }
constexpr void Set(Field& field, Presence presence) { field.presence = presence; }
constexpr void Set(Field& field, Stage stage) { field.stage = stage; }
constexpr void Set(Field& field, Weight weight) { field.weight = weight; }
constexpr void Set(Field& field, Content content) { field.non_empty = content == kNonEmpty; }
constexpr void Set(Field& field, Origin origin) { field.in_proto = origin != kNotInProto; }
constexpr void Set(Field& field, ProtoNamed proto) { field.proto_name = proto.name; }
constexpr void Set(Field& field, const Bound& bound) { field.bound = bound; }
constexpr void Set(Field& field, const Binding& binding) { field.bind = binding; }
constexpr void Set(Field& field, const Message* message) { field.message = message; }
constexpr void Set(Field& field, IfAbsent absent) { field.if_absent = absent.value; }
constexpr void Set(Field& field, Oneof oneof) { field.oneof = oneof.name; }
constexpr void Set(Field& field, Supplied supplied) { field.supplied = supplied.field; }
constexpr void Set(Field& field, Reference reference) { field.reference = reference.text; }
constexpr void Set(Field& field, absl::Span<const absl::string_view> words) { field.words = words; }

template <typename... Facts>
constexpr Field Row(FieldType type, absl::string_view json_name, absl::string_view doc,
                    const Facts&... facts) {
  Field field = {.json_name = json_name, .type = type, .doc = doc};
  (Set(field, facts), ...);
  return field;
}

inline constexpr Bound kAnyUint32 = Between(0, kMaxUint32);

// A list of LB policies, of which the first that the client supports is used.
template <typename... Facts>
constexpr Field ChildPolicies(absl::string_view json_name, absl::string_view doc,
                              const Facts&... facts) {
  return Row(kMessage, json_name, doc, kList, kNonEmpty, kPolicy, &kLoadBalancingConfig, facts...);
}

// What grpc-go takes for a field of three policies, because a struct that it embeds has that name.
constexpr Field EmbeddedInGo(absl::string_view reference) {
  return Row(kJsonValue, "loadBalancingConfig", "Nothing but null.", kNotInProto, kForeign,
             Reference{reference});
}

// The fields of a message, and the reference of those that name no other. A table is to be made by
// `constexpr auto kFields = FieldRows(...)`: GCC 12 puts what is made in braces where it can be
// written.
template <size_t kCount>
struct FieldRows {
  template <typename... Others>
  constexpr FieldRows(absl::string_view of_most, const Field& first, const Others&... others)
      : reference(of_most), fields{first, others...} {
    for (Field& field : fields) {
      if (field.reference.empty()) field.reference = reference;
    }
  }

  absl::string_view reference;
  std::array<Field, kCount> fields;
};
template <typename Text, typename... Others>
FieldRows(const Text&, const Field&, const Others&...) -> FieldRows<1 + sizeof...(Others)>;

// A message of these fields, with the masks that they give. `reference`: of the message, where it
// is not that of its fields.
template <size_t kCount>
constexpr Message MakeMessage(absl::string_view name, absl::string_view doc,
                              const FieldRows<kCount>& rows, absl::string_view reference = {}) {
  Message message = {.name = name,
                     .fields = rows.fields,
                     .doc = doc,
                     .reference = reference.empty() ? rows.reference : reference};
  for (size_t i = 0; i < rows.fields.size(); ++i) {
    const Field& field = rows.fields[i];
    const uint32_t bit = uint32_t{1} << i;
    if (field.presence == kRequired) message.required |= bit;
    if (!field.oneof.empty()) message.exclusive |= bit;
    message.plain = message.plain && field.type == kString && field.shape == kOne &&
                    field.bind.store != nullptr;
  }
  message.plain = message.plain && message.required == 0 && message.exclusive == 0;
  return message;
}

// The same of a message in the config of an LB policy.
template <size_t kCount>
constexpr Message MakePolicyMessage(absl::string_view name, absl::string_view doc,
                                    const FieldRows<kCount>& rows,
                                    absl::string_view reference = {}) {
  Message message = MakeMessage(name, doc, rows, reference);
  message.of_policy = true;
  return message;
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_FIELD_ROWS_H_
