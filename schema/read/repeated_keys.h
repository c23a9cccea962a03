// Which occurrence of a key or an element a client sees. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_REPEATED_KEYS_H_
#define GRPCFG_SCHEMA_READ_REPEATED_KEYS_H_

#include <vector>
#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "schema/read/policy_lookup.h"
#include "schema/read/read_state.h"

namespace grpcfg {

class FieldPresence;
class ValueReader;

class RepeatedKeys {
 public:
  RepeatedKeys(ReadState& state, FieldPresence& presence, ValueReader& values)
      : state_(state),
        tree_(state.tree),
        client_(state.client),
        reading_(state.reading),
        presence_(presence),
        values_(values) {}

  // A key of a field that has one already: what becomes of the two values in `slots`.
  void NoteSecond(const Pending& pending, Slots& slots, size_t field, NodeId key);
  // A key that a parser by the proto refuses behind `first`.
  void RefuseSecond(NodeId key, NodeId first);
  // Reads what the elements of earlier lists of the same field leave in this one.
  void MergeElements(const Place& place);
  // The values that were decoded before a value into the same place, the first one first.
  [[nodiscard]] std::vector<NodeId> EarlierOf(NodeId node) const;
  // The members of a map, those that Go has put into it before first.
  [[nodiscard]] std::vector<JsonMember> MembersOf(NodeId map) const;
  // True if some value stands behind another one of its field that is decoded into it.
  [[nodiscard]] bool HasEarlier() const { return !earlier_.empty(); }
  // The elements that the lists of scalars before one, of the same field, come to.
  [[nodiscard]] absl::Span<const NodeId> ElementsBefore(NodeId list) const {
    const auto found = elements_before_.find(list);
    return found == elements_before_.end() ? absl::Span<const NodeId>() : found->second;
  }

 private:
  Issue* FindDoubledKey(Span key);
  [[nodiscard]] bool IsKeptRaw(const Pending& pending, size_t field) const;
  [[nodiscard]] bool IsLastKept(const Pending& pending, size_t field, NodeId a, NodeId b) const;
  [[nodiscard]] bool IsEmptiedByNull(const Message& message, size_t field) const;
  [[nodiscard]] bool HasMergedParts(const Message& message, const Field& field) const;
  [[nodiscard]] bool AreAlike(NodeId a, NodeId b) const;
  void MergeSecond(const Pending& pending, Slots& slots, size_t field, NodeId key);
  void EmptyFirst(const Pending& pending, Slots& slots, size_t field, NodeId key);
  void ReadUnchecked(const Place& place);
  void MergeScalars(NodeId first, NodeId second);
  void ReadReplaced(const Place& place, absl::Span<const NodeId> elements);
  void WaitForReplaced(const Place& place, NodeId first, NodeId list);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  Reading& reading_;
  FieldPresence& presence_;
  ValueReader& values_;
  PolicyLookup policy_lookup_{state_};
  std::vector<NodeId> earlier_;  // by node: the value before it of the same field; empty: no such
  absl::flat_hash_map<NodeId, std::vector<NodeId>> elements_before_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_REPEATED_KEYS_H_
