// Fields that must be there, that a client lacks, that are null, that exclude each other. For the
// reader alone.
#ifndef GRPCFG_SCHEMA_READ_FIELD_PRESENCE_H_
#define GRPCFG_SCHEMA_READ_FIELD_PRESENCE_H_

#include "schema/read/read_state.h"
#include "schema/read/unknown_fields.h"

namespace grpcfg {

class RepeatedKeys;

class FieldPresence {
 public:
  FieldPresence(ReadState& state, RepeatedKeys& repeated)
      : state_(state),
        tree_(state.tree),
        client_(state.client),
        reading_(state.reading),
        repeated_(repeated) {}

  // Reports members of a oneof beside each other.
  void CheckConflicts(const Pending& pending, const Slots& slots);
  // Reports a discovery mechanism of type LOGICAL_DNS that has no host.
  void RequireDnsHostname(const Pending& pending, const Slots& slots);
  // True if a field of the message that is being read must be there.
  [[nodiscard]] bool IsRequired(const Slots& slots, size_t field) const;
  // Reports what must be there and is not; not what an unknown key most likely is.
  void CheckMissing(const Pending& pending, const Slots& slots, const UnknownKeys& unknown);
  // Reports a field that the client does not have; true if it is unread.
  bool IsLacking(const Place& place, const FieldReading& row);
  // Takes the fields that stand there and are null for what they are to the client.
  void NoteNulls(const Pending& pending, const Slots& slots);
  // One bit per field that is there: it has a value, or is null and counts all the same.
  [[nodiscard]] uint32_t PresentOf(const Slots& slots) const;
  // Stores the values that absent fields have.
  void StoreDefaults(const Pending& pending) const;
  // A null that the client refuses.
  void ReportNull(const Place& place);
  // What is no Unicode in a text that is given to protobuf's parser of JSON.
  void RefuseStrings(const Pending& pending);
  // True for a field that the client does not look at because of another one.
  [[nodiscard]] bool IsPassedOver(const Pending& pending, const Slots& slots, size_t field) const;
  // False where the field's value does not count, because the one that it is checked with is not
  // there.
  [[nodiscard]] bool IsChecked(const Slots& slots, size_t field) const;

 private:
  void ReportNullInPlace(const Place& place);
  void ReportMissing(const Pending& pending, const Field& field);
  [[nodiscard]] bool IsOfResolver(const Field& field) const;
  void ReportUnused(const Place& place, IssueKind kind);
  void StoreNulls(const Pending& pending, const Slots& slots) const;
  [[nodiscard]] bool IsOfOtherMechanism(const Message& message, const Slots& slots,
                                        size_t field) const;

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  Reading& reading_;
  RepeatedKeys& repeated_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_FIELD_PRESENCE_H_
