#include "schema/clients/usual_readings.h"

#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

constexpr int64_t kMinInt32 = std::numeric_limits<int32_t>::min();
constexpr int64_t kMaxInt32 = std::numeric_limits<int32_t>::max();

constexpr Bound kNoBound = {};
constexpr Bound kUint32Bound = Between(0, kMaxUint32);
constexpr Bound kUint64Bound = AtLeast(0);
constexpr Bound kEnumBound = Between(kMinInt32, kMaxInt32);  // open enums

// The bounds of a client that checks no more than those of a field's type in service_config.proto.
const Bound& BoundOfType(const Field& field) {
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kUint32:
      return kUint32Bound;
    case FieldType::kUint64:
      return kUint64Bound;
    case FieldType::kStatusCode:
    case FieldType::kWord:
    case FieldType::kPolicyName:
      return kEnumBound;
    default:
      return kNoBound;
  }
}

FieldReading UsualReadingOf(const Field& field, FieldSet fields, Bounds bounds) {
  const bool is_known = fields == FieldSet::kGrfcs || field.in_proto;
  const bool is_experiment = field.stage == Stage::kExperimental || field.stage == Stage::kForeign;
  return {.use = is_known && !is_experiment ? Use::kApplied : Use::kUnknown,
          .required = field.presence == Presence::kRequired,
          .non_empty = field.non_empty,
          .if_absent = field.if_absent,
          .bound = bounds == Bounds::kFieldTable ? &field.bound : &BoundOfType(field)};
}

UsualReadings Lay(FieldSet fields, Bounds bounds) {
  UsualReadings usual;
  size_t count = 0;
  for (const Message* const message : AllMessages()) count += message->fields.size();
  usual.rows.reserve(count);  // so that they stay where they are
  for (const Message* const message : AllMessages()) {
    MessageReading reading;
    reading.required = message->required;
    const size_t first = usual.rows.size();
    for (const Field& field : message->fields) {
      if (field.sharing != Sharing::kNone) usual.shared.push_back({&field, usual.rows.size()});
      usual.rows.push_back(UsualReadingOf(field, fields, bounds));
      reading.is_usual = reading.is_usual && usual.rows.back().use == Use::kApplied;
    }
    reading.fields = absl::MakeConstSpan(usual.rows).subspan(first);
    usual.messages.push_back(reading);
  }
  return usual;
}

template <FieldSet kFields, Bounds kBounds>
const UsualReadings& LaidOnce() {
  static const UsualReadings kUsual = Lay(kFields, kBounds);
  return kUsual;
}

}  // namespace

const UsualReadings& UsualReadingsOf(FieldSet fields, Bounds bounds) {
  if (fields == FieldSet::kGrfcs) {
    return bounds == Bounds::kFieldTable ? LaidOnce<FieldSet::kGrfcs, Bounds::kFieldTable>()
                                         : LaidOnce<FieldSet::kGrfcs, Bounds::kProtoType>();
  }
  return bounds == Bounds::kFieldTable ? LaidOnce<FieldSet::kProto, Bounds::kFieldTable>()
                                       : LaidOnce<FieldSet::kProto, Bounds::kProtoType>();
}

}  // namespace grpcfg
