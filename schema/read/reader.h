// The work of Read, shared by the files of the reader. Nobody else includes this.
#ifndef GRPCFG_SCHEMA_READ_READER_H_
#define GRPCFG_SCHEMA_READ_READER_H_

#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "schema/fields/bind.h"
#include "schema/read/key_matcher.h"
#include "schema/read/policy_lookup.h"
#include "schema/read/read_state.h"
#include "schema/read/route_lookup.h"
#include "schema/read/scalar_reader.h"
#include "schema/read/unknown_fields.h"

namespace grpcfg {

// Reads one value after the other: containers wait on a list, so that no text can make it recurse.
class Reader {
 public:
  Reader(const Document& document, const Client& client) : state_(document, client) {}

  Reading Read() &&;

  // For the parts that read lists of policies and of choices.
  void Wait(const Pending& pending) { pending_.push_back(pending); }
  void ReadPending(const Pending& pending);
  void FinishConfigs();
  ServiceConfig* AddConfig(NodeId node);
  [[nodiscard]] std::vector<JsonMember> MembersOf(NodeId map) const;
  void MergeElements(const Place& place);
  bool IsLacking(const Place& place, const FieldReading& row);
  // True if some value stands behind another one of its field that is decoded into it.
  [[nodiscard]] bool HasEarlier() const { return !earlier_.empty(); }
  // The configs of choices that were met since the last call.
  std::vector<NodeId> TakeChoiceConfigs() { return std::exchange(choice_configs_, {}); }

 private:
  // reader.cc: objects, lists, presence.
  void ReadRoot();
  void ReadRootConfig();
  void ReadMessage(Pending pending);
  void MakeFields(Pending& pending, const Slots& slots, const UnknownKeys& unknown) const;
  void TakeMembers(const Pending& pending, Slots& slots, UnknownKeys& unknown);
  void TakeMember(const Pending& pending, const JsonMember& member, size_t field, Slots& slots);
  bool ReadPlainMessage(const Place& place, void* element);
  [[nodiscard]] bool IsNameless(const Message& message, const Slots& slots) const;
  [[nodiscard]] bool IsChecked(const Slots& slots, size_t field) const;
  [[nodiscard]] bool IsPassedOver(const Pending& pending, const Slots& slots, size_t field) const;
  [[nodiscard]] bool IsOfOtherMechanism(const Message& message, const Slots& slots,
                                        size_t field) const;
  void ReadFields(const Pending& pending, const Slots& slots);
  void ReadField(const Place& place, void* target);
  void ReadListElsewise(const Place& place, void* target);
  void ReadList(const Place& place, void* target);
  void ReadScalars(const Place& place, void* target);
  void ReadElements(const Place& list, NodeId first, void* target);
  void ReadMap(const Place& place, void* target);
  uint32_t NoteReplaced(NodeId map);
  void WaitForRest(const Place& place, NodeId first, void* target);
  void ReadMembers(const Place& map, NodeId first, void* target);
  void ReadRawPolicies(const Place& place);
  void RequireKnownCredentials(const Place& place);
  void RequireFiniteNumbers(const Place& place);
  void ReadValue(const Place& place, void* target);
  void ReadObject(const Place& place, void* target);
  [[nodiscard]] bool IsReadAsObject(const Place& place);
  [[nodiscard]] bool IsLikeObject(const Place& place) const;
  void* OpenMessage(const Place& place, void* target);
  void ReadScalar(const Place& place, void* target);
  void CheckConflicts(const Pending& pending, const Slots& slots);
  void RequireDnsHostname(const Pending& pending, const Slots& slots);
  [[nodiscard]] bool IsRequired(const Slots& slots, size_t field) const;
  [[nodiscard]] uint32_t RequiredOf(const Slots& slots) const;
  void CheckMissing(const Pending& pending, const Slots& slots, const UnknownKeys& unknown);
  void ReportNullInPlace(const Place& place);
  void ReportMissing(const Pending& pending, const Field& field);

  // reader_presence.cc: fields that a client lacks, that are null, that stand twice.
  [[nodiscard]] bool IsOfResolver(const Field& field) const;
  void ReportUnused(const Place& place, IssueKind kind);
  void NoteNulls(const Pending& pending, const Slots& slots);
  void StoreNulls(const Pending& pending, const Slots& slots) const;
  [[nodiscard]] uint32_t PresentOf(const Slots& slots) const;
  void StoreDefaults(const Pending& pending) const;
  void ReportNull(const Place& place);
  void NoteSecond(const Pending& pending, Slots& slots, size_t field, NodeId key);
  void RefuseStrings(const Pending& pending);
  Issue* FindDoubledKey(Span key);
  void RefuseSecond(NodeId key, NodeId first);

  // reader_merge.cc: values that are decoded one over the other.
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
  [[nodiscard]] std::vector<NodeId> EarlierOf(NodeId node) const;

  ReadState state_;
  const JsonTree& tree_ = state_.tree;
  const ProfileAt& client_ = state_.client;
  Reading& reading_ = state_.reading;
  ScalarReader scalars_{state_};
  UnknownFields unknown_{state_};
  KeyMatcher keys_{tree_, client_};
  PolicyLookup policy_lookup_{state_};
  RouteLookup route_lookup_{state_};
  std::vector<NodeId> earlier_;  // by node: the value before it of the same field; empty: no such
  absl::flat_hash_map<NodeId, NodeId> replaced_by_;  // keys of maps
  std::vector<NodeId> choice_configs_;               // that were met and not yet taken
  size_t configs_finished_ = 0;
  // By a list of scalars: the elements that those before it, of the same field, come to.
  absl::flat_hash_map<NodeId, std::vector<NodeId>> elements_before_;
  absl::InlinedVector<Pending, 32> pending_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READER_H_
