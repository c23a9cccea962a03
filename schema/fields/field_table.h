// Every message and field of the service config, once: names, types, bounds, documentation. From
// these rows derive the reader, the check for unknown fields, did-you-mean and the generated pages.
#ifndef GRPCFG_SCHEMA_FIELDS_FIELD_TABLE_H_
#define GRPCFG_SCHEMA_FIELDS_FIELD_TABLE_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/bind.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

enum class FieldType : uint8_t {
  kMessage,
  kString,
  kBool,
  kDuration,    // proto3 JSON: "1.5s"
  kInteger,     // A6: "MUST be a JSON integer value"
  kNumber,      // A6: "JSON number"
  kUint32,      // proto3 JSON: a number or a quoted number, as the next three
  kUint64,      //
  kInt64,       //
  kFloat,       //
  kStatusCode,  // an integer 0..16 or a name
  kTokenRatio,  // a number of which three decimals count
  kWord,        // one of `words`, or its number
  kPolicyName,  // of an LB policy
  kHeaderName,  // of a request header that is text
  kJsonObject,  // any JSON object; what is in it is not judged here
  kJsonValue,   // any JSON value; not judged here
};

// An integer by protobuf's JSON mapping, which may be quoted.
constexpr bool IsProtoInteger(FieldType type) {
  return type == FieldType::kUint32 || type == FieldType::kUint64 || type == FieldType::kInt64;
}

// How many values a field has.
enum class Shape : uint8_t {
  kOne,
  kList,  // a JSON array
  kMap,   // a JSON object from names that the author chooses to values
};

enum class Presence : uint8_t { kOptional, kRequired };

enum class Stage : uint8_t {
  kCurrent,
  kDeprecated,
  kExperimental,  // only for clients that enable it; others do not know it
  kForeign,       // one client's own name for something: unknown to the spec, not shown to authors
};

// What is lost where a client ignores the field.
enum class Weight : uint8_t { kDetail, kPolicy };

// Bounds on a value: a number as such, a Duration in seconds.
struct Bound {
  enum class Low : uint8_t { kNone, kAtLeast, kAbove };
  Low low_kind = Low::kNone;
  int64_t low = 0;
  bool has_high = false;
  int64_t high = 0;
  int64_t clamp = 0;     // larger values are legal and read as this one; 0: no clamp
  int64_t floor_ms = 0;  // shorter durations are legal and read as this one; 0: no floor
};

inline constexpr int64_t kMaxUint32 = 0xFFFFFFFF;

constexpr Bound AtLeast(int64_t low) { return {.low_kind = Bound::Low::kAtLeast, .low = low}; }
constexpr Bound Above(int64_t low) { return {.low_kind = Bound::Low::kAbove, .low = low}; }
constexpr Bound Between(int64_t low, int64_t high) {
  return {.low_kind = Bound::Low::kAtLeast, .low = low, .has_high = true, .high = high};
}
constexpr Bound AboveUpTo(int64_t low, int64_t high) {
  return {.low_kind = Bound::Low::kAbove, .low = low, .has_high = true, .high = high};
}
constexpr Bound ClampedTo(int64_t clamp, Bound bound) {
  bound.clamp = clamp;
  return bound;
}

struct Message;

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows read best in this order.
struct Field {
  absl::string_view json_name;        // lowerCamelCase
  absl::string_view proto_name = {};  // where that is not json_name in snake_case
  bool in_proto = true;               // service_config.proto has it
  FieldType type = FieldType::kString;
  Shape shape = Shape::kOne;
  bool non_empty = false;  // of a list, a map or a string
  Presence presence = Presence::kOptional;
  Stage stage = Stage::kCurrent;
  Weight weight = Weight::kDetail;
  Bound bound = {};              // of the value, or of each element
  int64_t if_absent = 0;         // the value of a number that checks compare; 0: it is not compared
  absl::string_view oneof = {};  // at most one field of a message with the same word here
  absl::Span<const absl::string_view> words = {};  // of an enum in the proto, by their numbers
  const Message* message = nullptr;                // of type kMessage
  absl::string_view supplied = {};                 // a field of `message` that the client fills in
  Binding bind = {};
  absl::string_view doc = {};        // one line, for people
  absl::string_view reference = {};  // gRFC section or proto
};

struct Message {
  absl::string_view name;  // as in service_config.proto
  absl::Span<const Field> fields;
  absl::string_view doc = {};
  absl::string_view reference = {};
  uint32_t required = 0;   // one bit per field: derived, see field_rows.h
  uint32_t exclusive = 0;  // the fields of a oneof
  bool plain = true;       // nothing but optional strings that are kept, such as Name
  bool closed = false;     // a key beyond these fields is an error (gRFC A2)
  bool of_policy = false;  // part of the config of an LB policy
};

// One bit of a mask per field.
inline constexpr size_t kMaxFields = 32;

// The root of a config.
const Message& ServiceConfigMessage();

// An element of its `methodConfig`.
const Message& MethodConfigMessage();

// An element of a gRFC A2 choice list.
const Message& ChoiceMessage();

// An entry of `loadBalancingConfig` and of every list of child policies: its fields are the LB
// policies, named by their JSON names.
const Message& LoadBalancingConfigMessage();

// All messages, the root first, each once.
absl::Span<const Message* const> AllMessages();

// The row of a field, or null: exact spelling.
const Field* FindField(const Message& message, absl::string_view json_name);

// The same of a key, whose text is compared as it stands there. Authors write fields mostly in the
// order of the table, so the search starts after the `last` one; null: at the first one.
const Field* FindField(const Message& message, const JsonTree& tree, NodeId key,
                       const Field* last = nullptr);

// The place of that row in the message, or the number of its fields; the search starts at `likely`.
size_t FindPlace(const Message& message, const JsonTree& tree, NodeId key, size_t likely);

// Where `message` stands in a config, for people: `methodConfig[].retryPolicy`; "" for the root.
std::string PathOf(const Message& message);

// `maxAttempts` -> `max_attempts`.
std::string SnakeCase(absl::string_view json_name);

// The field's name in service_config.proto.
std::string ProtoName(const Field& field);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_FIELD_TABLE_H_
