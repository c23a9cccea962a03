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
#include "schema/read/read_state.h"
#include "schema/read/scalar_reader.h"
#include "schema/read/unknown_fields.h"

namespace grpcfg {

// Reads one value after the other: containers wait on a list, so that no text can make it recurse.
class Reader {
 public:
  Reader(const Document& document, const Client& client) : state_(document, client) {}

  Reading Read() &&;

 private:
  // reader.cc: objects, lists, presence.
  void ReadRoot();
  void ReadRootConfig();
  void FinishConfigs();
  ServiceConfig* AddConfig(NodeId node);
  // None where the text has no byte for it.
  void ReadPending(const Pending& pending);
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
  [[nodiscard]] std::vector<JsonMember> MembersOf(NodeId map) const;
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
  bool IsLacking(const Place& place, const FieldReading& row);
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
  void MergeElements(const Place& place);
  void MergeScalars(NodeId first, NodeId second);
  void ReadReplaced(const Place& place, absl::Span<const NodeId> elements);
  void WaitForReplaced(const Place& place, NodeId first, NodeId list);
  [[nodiscard]] std::vector<NodeId> EarlierOf(NodeId node) const;

  // reader_policies.cc: lists of LB policies, of which one is used.
  struct PolicyEntry {
    NodeId key = kNoNode;
    const Field* policy = nullptr;  // the row of LoadBalancingConfigMessage(), if there is one
  };
  // How far a list has been walked.
  struct PolicyWalk {
    FieldReader reader = FieldReader::kByType;  // of the list
    bool decided = false;
    bool faulty = false;
    PolicyEntry chosen = {};
    absl::InlinedVector<PolicyEntry, 4> skipped = {};
  };
  [[nodiscard]] bool IsPolicyList(const Field& field) const;
  void ReadPolicies(const Place& place, void* target);
  void ReadPolicyList(const Place& place, void* target);
  [[nodiscard]] bool IsNeverStarted(const Place& place) const;
  void NoteChosen(const Place& place, const PolicyEntry& chosen, void* target) const;
  [[nodiscard]] PolicyChoice ChoiceOf(const Place& list) const;
  void ReadPolicyEntry(const Place& place, PolicyWalk& walk);
  void ReadIndexedEntry(const Place& place, PolicyWalk& walk);
  [[nodiscard]] bool IsShaped(const PolicyEntry& entry, PolicyChoice choice) const;
  [[nodiscard]] static bool IsBehindSupported(PolicyChoice choice, const PolicyWalk& walk);
  [[nodiscard]] bool IsSupported(const PolicyEntry& entry, const PolicyWalk& walk) const;
  void TakePolicyEntry(const PolicyEntry& entry, PolicyWalk& walk);
  void RequireOutlierDetection(const PolicyEntry& entry);
  [[nodiscard]] bool IsDropped(const JsonMember& member) const;
  [[nodiscard]] std::string NameLookedUp(NodeId key) const;
  [[nodiscard]] const Field* FindPolicy(NodeId key) const;
  [[nodiscard]] bool IsInstalled(const PolicyEntry& entry) const;
  [[nodiscard]] bool IsGoResolver(const Field& policy) const;
  [[nodiscard]] absl::string_view PolicyNameAt(NodeId key) const;
  [[nodiscard]] std::pair<NodeId, NodeId> FirstKeysOf(NodeId object) const;
  NodeId OnlyKeyOf(const Place& place);
  void ReportUnparsed(const PolicyEntry& entry);
  [[nodiscard]] FieldReader ReaderOf(const Field& policy) const;
  void ReportLacked(const Message& message, NodeId object);
  void ReadPolicyConfig(const PolicyEntry& entry);
  [[nodiscard]] bool IsPolicyConfigRead(const PolicyEntry& entry);
  void ReportSkipped(const PolicyEntry& entry);

  // reader_rls.cc: what a route lookup does to its child policy.
  void NoteSupplied(const Pending& pending);
  void NoteDefaultTarget(const Pending& pending);
  bool IsRefusedByRls(const Place& place, const PolicyEntry& entry);
  void RefuseSupplied(const PolicyEntry& entry);

  // reader_choices.cc: lists of choices, of which a client takes one.
  enum class Part : uint8_t { kUnread, kElsewhere, kDecides };  // of a verdict
  // Whom a choice is for. `some_host`: clients on other hosts.
  struct Fit {
    bool language = false;
    bool host = false;
    bool some_host = false;
    bool share = false;  // some draw takes it
    bool has_config = false;
  };
  // How far a list of choices has been walked.
  struct ChoiceWalk {
    bool taken = false;   // the client that a verdict is about has its choice
    bool closed = false;  // every client of its language has one
  };
  // What a choice adds to the reading, from here on.
  struct ChoiceStart {
    size_t issue;
    size_t config;
    IssueCounts counts;
  };
  struct ChoiceConfig {
    NodeId node;
    Part shape = Part::kDecides;
    Part contents = Part::kDecides;
    Part use = Part::kDecides;  // once it was found right
  };
  [[nodiscard]] bool ReadsDocument();
  void ReadChoices();
  void ReadChoice(NodeId element, ChoiceWalk& walk);
  void ReadNoChoice(NodeId element, const ChoiceWalk& walk);
  void Select(ChoiceFields& choice, const ChoiceStart& start, ChoiceWalk& walk);
  [[nodiscard]] Fit FitOf(const ChoiceFields& choice, bool has_config);
  [[nodiscard]] bool FitsLanguage(const Located<List<Located<absl::string_view>>>& list);
  bool FitsAll(const Located<List<Located<absl::string_view>>>& list, absl::string_view field);
  [[nodiscard]] bool HasNoList(NodeId list) const;
  [[nodiscard]] size_t ReachOf(const Fit& fit, bool elsewhere) const;
  [[nodiscard]] Part PartOf(size_t stage, const Fit& fit, const ChoiceWalk& walk) const;
  [[nodiscard]] Part PartOfContents(const Fit& fit, const ChoiceWalk& walk) const;
  void KeepIssues(const ChoiceStart& start, const Fit& fit, const ChoiceWalk& walk);
  void ReadConfigs(Part part);
  [[nodiscard]] static Part UseOf(const Fit& fit, const ChoiceWalk& walk);
  void DropIssues(size_t first, absl::FunctionRef<bool(const Issue&)> is_dropped);
  void ForgetUnused(size_t first, Part use);
  void ReadChoiceConfig(const ChoiceConfig& config);
  void ReportNoneTaken(const ChoiceWalk& walk);

  ReadState state_;
  const JsonTree& tree_ = state_.tree;
  const ProfileAt& client_ = state_.client;
  Reading& reading_ = state_.reading;
  ScalarReader scalars_{state_};
  UnknownFields unknown_{state_};
  KeyMatcher keys_{tree_, client_};
  std::vector<NodeId> earlier_;  // by node: the value before it of the same field; empty: no such
  absl::flat_hash_map<NodeId, NodeId> replaced_by_;     // keys of maps
  absl::flat_hash_map<const Field*, size_t> unused_;    // issues on fields that have no effect
  absl::flat_hash_map<uint32_t, size_t> doubled_keys_;  // by their beginnings: the issues on them
  size_t issues_searched_ = 0;                          // for doubled keys
  std::vector<ChoiceConfig> choice_configs_;            // of all choices
  size_t configs_finished_ = 0;
  absl::string_view supplied_;       // to the child policies of the message that is being read
  bool has_default_target_ = false;  // the route lookup that is being read
  // By a list of scalars: the elements that those before it, of the same field, come to.
  absl::flat_hash_map<NodeId, std::vector<NodeId>> elements_before_;
  absl::InlinedVector<Pending, 32> pending_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READER_H_
