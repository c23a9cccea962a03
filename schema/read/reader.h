// The work of Read, shared by the files of the reader. Nobody else includes this.
#ifndef GRPCFG_SCHEMA_READ_READER_H_
#define GRPCFG_SCHEMA_READ_READER_H_

#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "schema/clients/client_number.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/bind.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"
#include "schema/read/read.h"
#include "schema/read/slots.h"
#include "schema/read/unknown_keys.h"

namespace grpcfg {

// Reads one value after the other: containers wait on a list, so that no text can make it recurse.
class Reader {
 public:
  Reader(const Document& document, const Client& client)
      : document_(document),
        tree_(document.tree),
        client_(client.profile),
        policies_(client.policies),
        suggestions_left_(kMaxSuggestions) {}

  Reading Read() &&;

 private:
  // Each takes as long as the reading of some twenty fields, and a hostile text asks for millions:
  // further unknown keys are taken for what they are.
  static constexpr size_t kMaxSuggestions = 2000;

  struct Pending {
    NodeId node;  // an object; with a `list`, its first element or key that is to be read
    const Message* message;
    void* target;            // the typed message, or its element; null if it is not kept
    bool unchecked = false;  // only types are looked at
    bool idle = false;       // no call meets it: nothing in it can break one
    // The rest of a list or map: all at once would take more memory than the text.
    const Field* list = nullptr;  // the field of `message`, and its value
    NodeId list_node = kNoNode;
    bool is_rewritten = false;  // by a route lookup, whose child's config it is
    // Of an element: what makes its fields, once it has one.
    void* (*make_fields)(void* element, Arena& arena) = nullptr;
  };
  // One value that is being read.
  struct Place {
    const Message* message;
    const Field* field;
    NodeId node;
    NodeId key;  // kNoNode for an element
  };

  // reader_text.cc: what the client's JSON parser makes of the text.
  void TakeTextIssues();
  [[nodiscard]] bool HasMarkInTxt() const;
  [[nodiscard]] JsonDialect Dialect() const;
  void ReportRefusedText();

  // reader.cc: objects, lists, presence.
  void ReadRoot();
  void ReadRootConfig();
  void FinishConfigs();
  ServiceConfig* AddConfig(NodeId node);
  // None where the text has no byte for it.
  [[nodiscard]] NodeId WrittenNode(NodeId node) const;
  void ReadPending(const Pending& pending);
  void ReadMessage(Pending pending);
  void MakeFields(Pending& pending, const Slots& slots, const UnknownKeys& unknown) const;
  void TakeMembers(const Pending& pending, Slots& slots, UnknownKeys& unknown);
  void TakeMember(const Pending& pending, const JsonMember& member, size_t field, Slots& slots);
  [[nodiscard]] size_t FindExact(const Message& message, NodeId key, size_t likely) const;
  [[nodiscard]] size_t MatchField(const Message& message, NodeId key, size_t likely) const;
  [[nodiscard]] size_t MatchProtoField(const Message& message, NodeId key, size_t found) const;
  [[nodiscard]] size_t FindProtoName(const Message& message, NodeId key) const;
  [[nodiscard]] bool IsFolded(NodeId key, const Field& field) const;
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
  [[nodiscard]] std::vector<JsonMember> MembersOf(NodeId map) const;
  void ReadRawPolicies(const Place& place);
  void RequireKnownCredentials(const Place& place);
  void RequireFiniteNumbers(const Place& place);
  void ReadValue(const Place& place, void* target);
  void ReadObject(const Place& place, void* target);
  [[nodiscard]] bool IsReadAsObject(const Place& place);
  void* OpenMessage(const Place& place, void* target);
  void ReadScalar(const Place& place, void* target);
  void CheckConflicts(const Pending& pending, const Slots& slots);
  void RequireDnsHostname(const Pending& pending, const Slots& slots);
  [[nodiscard]] bool IsRequired(const Slots& slots, size_t field) const;
  void CheckMissing(const Pending& pending, const Slots& slots, const UnknownKeys& unknown);
  void ReportNullInPlace(const Place& place);
  void ReportMissing(const Pending& pending, const Field& field);
  [[nodiscard]] bool IsAbsent(NodeId value) const;

  // reader_presence.cc: fields that a client lacks, that are null, that stand twice.
  [[nodiscard]] bool IsOfResolver(const Field& field) const;
  bool IsLacking(const Place& place, const FieldReading& row);
  void ReportUnused(const Place& place, IssueKind kind);
  void NoteNulls(const Pending& pending, const Slots& slots);
  void StoreNulls(const Pending& pending, const Slots& slots) const;
  [[nodiscard]] uint32_t PresentOf(const Slots& slots) const;
  void StoreDefaults(const Pending& pending) const;
  void ReportNull(const Place& place);
  void CheckThrottling(const ServiceConfig& config);
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
  [[nodiscard]] bool IsSupplied(NodeId object, const Field& field) const;
  bool IsRefusedByRls(const Place& place, const PolicyEntry& entry);
  void RefuseSupplied(const PolicyEntry& entry);

  // reader_unknown.cc: keys that the message does not have.
  void ReportUnknown(const Pending& pending, const Slots& slots, UnknownKeys& unknown);
  void Suggest(const Message& message, UnknownKeys& unknown);
  void ReportUnknownKey(const Pending& pending, const Slots& slots, const UnknownKey& unknown);
  [[nodiscard]] Effect LossOf(const Pending& pending, const Slots& slots, const Field& field) const;
  void RaiseByLosses(const Pending& pending, const Slots& slots);
  void StandInForLists(const Pending& pending, const Slots& slots, NodeId key) const;
  [[nodiscard]] bool LosesService(const Message& message, const Slots& slots,
                                  const Field& field) const;
  void StandIn(const Pending& pending, const Field& field, NodeId key) const;
  [[nodiscard]] bool IsRepeated(const UnknownKeys& keys, NodeId key) const;
  [[nodiscard]] const Message* FindMessageOfKeys(const Message& message,
                                                 const UnknownKeys& keys) const;
  [[nodiscard]] static bool Respells(const Message& message, const UnknownKey& unknown,
                                     const Field& field);

  // reader_scalar.cc: one value by its type. Each fills `value` and returns whether it is valid.
  bool ReadScalarValue(const Place& place, Scalar& value);
  bool ReadString(const Place& place, Scalar& value);
  bool ReadNoString(const Place& place, Scalar& value);
  [[nodiscard]] bool TakesTarget(FieldReader reader, absl::string_view text) const;
  bool ReadBool(const Place& place, Scalar& value);
  bool ReadDuration(const Place& place, Scalar& value);
  bool ReadInteger(const Place& place, Scalar& value);
  bool ReadProtoInteger(const Place& place, Scalar& value);
  bool ReadNumber(const Place& place, Scalar& value);
  bool ReadProtoFloat(const Place& place, Scalar& value);
  bool ReadFloat(const Place& place, Scalar& value);
  bool ReadTokenRatio(const Place& place, Scalar& value);
  [[nodiscard]] bool AllowsProtoNumbers() const {
    return client_.numbers == NumberGrammar::kProtoJson || rows_->by_protojson;
  }
  // True for the spec and for what reads protobuf's JSON: their readers are those above.
  [[nodiscard]] bool IsSpecLike() const {
    return client_.numbers == NumberGrammar::kBareLiteral || AllowsProtoNumbers();
  }
  [[nodiscard]] bool IsSpecialFloat(const Place& place) const;
  bool ReadStatusCode(const Place& place, Scalar& value);
  [[nodiscard]] DurationGrammar Durations() const {
    return rows_->by_protojson ? DurationGrammar::kProtobufGo : client_.durations;
  }
  bool ReadNanoseconds(const Place& place, Scalar& value);
  bool CheckDuration(const Place& place, Duration& value);
  [[nodiscard]] bool IsClampLifted(const Place& place) const;
  void NoteClamp(const Place& place);
  bool ProtojsonSpelling(const Place& place, absl::string_view& spelling);
  bool NumberSpelling(const Place& place, absl::string_view& spelling);
  [[nodiscard]] const FieldReading& RowOf(const Field& field) const {
    return rows_->fields[static_cast<size_t>(&field - message_->fields.data())];
  }
  [[nodiscard]] Bound BoundOf(const Field& field) const { return RowOf(field).bound; }
  bool CheckInteger(const Place& place, int64_t value);
  bool Tolerates(IssueKind kind, const Place& place);
  bool WrongType(const Place& place);

  // reader_client.cc: the same as a client reads it, where that is not the spec's way.
  [[nodiscard]] JsonKind KindOf(NodeId node) const;
  [[nodiscard]] Token TokenAt(NodeId node) const;
  bool ReadClientInteger(const Place& place, Scalar& value);
  bool ReadClientNumber(const Place& place, Scalar& value);
  bool ReadClientTokens(const Place& place, Scalar& value);
  bool ReadClientTokenRatio(const Place& place, Scalar& value);
  void NoteTokens(const Place& place, double exact, double count);
  bool ReadClientCode(const Place& place, Scalar& value);
  bool ReadNodeTimeout(const Place& place, Scalar& value);
  bool ReadNodeTimeoutObject(const Place& place, Scalar& value);
  [[nodiscard]] Duration UsedDuration(const Place& place, const Duration& value) const;
  bool NoteClientDuration(const Place& place, Scalar& value);
  void NoteClientTimeout(const Place& place, const Duration& value);
  bool Refuse(const Place& place);
  bool RefuseAs(IssueKind kind, const Place& place);
  [[nodiscard]] IssueKind FaultOf(const Place& place) const;
  [[nodiscard]] IssueKind FaultOfNumber(const Place& place) const;
  [[nodiscard]] IssueKind FaultOfCode(const Place& place) const;
  void ReportMisread(const Place& place, absl::string_view read_as,
                     IssueKind kind = IssueKind::kMisread);
  [[nodiscard]] bool IsLikeObject(const Place& place) const;
  [[nodiscard]] bool IsFalsy(NodeId node) const;

  // reader_sharing.cc: what may be read once for many clients.
  void NoteUnlike(const Place& place);
  [[nodiscard]] uint8_t UsualTo(const Place& place) const;
  [[nodiscard]] bool IsUsual(const Place& place) const;
  [[nodiscard]] bool IsBareList(NodeId list) const;

  // reader_timers.cc: delays that no timer holds.
  void CheckTimers(const ServiceConfig& config);
  void CheckTimersOf(const RetryPolicy& retry);
  [[nodiscard]] double WrittenSeconds(NodeId duration) const;
  void ReportLateTimer(absl::string_view field, NodeId node);

  // reader_words.cc: strings that must be certain words.
  bool ReadWord(const Place& place);
  bool ReadPolicyName(const Place& place, Scalar& value);
  bool ReadHeaderName(const Place& place, Scalar& value);
  [[nodiscard]] bool IsLinked(absl::string_view name, const Field*& policy) const;
  [[nodiscard]] Effect EffectWithoutConfig(const Field& policy) const;

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
  bool ReadPercentage(const Place& place, Scalar& value);
  bool NotePercentage(const Place& place, double percentage);

  // reader_txt.cc: what stands around a list of choices.
  void CheckTxt();

  // reader_names.cc: which methods each entry applies to.
  void CheckNames(const ServiceConfig& config);
  void CheckEntry(const MethodConfig& entry);
  [[nodiscard]] bool IsEmptyList(NodeId list) const;
  void CheckName(const Name& name);
  [[nodiscard]] const Located<absl::string_view>* FindUnmatched(const Name& name) const;
  void CheckNameByRules(const Name& name);
  void ReportName(IssueKind kind, const Name& name);
  [[nodiscard]] bool IsMisspelt(const Located<absl::string_view>& part) const;
  [[nodiscard]] bool IsThere(const Located<absl::string_view>& part) const;
  [[nodiscard]] bool HasIdentity(const Name& name) const;
  [[nodiscard]] std::string IdentityOf(const Name& name) const;
  void CheckUniqueNames(const List<MethodConfig>& entries);

  void Report(IssueKind kind, const Place& place, Span span, Span related = {});
  void ReportAs(Effect effect, const Issue& issue);
  void NoteLate(NodeId value, NodeId key);

  const Document& document_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  const LinkedPolicies& policies_;
  Reading reading_;
  const Message* message_ = nullptr;      // the one that is being read
  const MessageReading* rows_ = nullptr;  // how its fields are read
  uint32_t present_ = 0;                  // one bit per field of it that has a value
  bool idle_ = false;                     // no call meets it
  bool unchecked_ = false;                // of it only types are looked at
  bool is_text_taken_ = true;             // the client's parser took the text, deviations and all
  std::vector<NodeId> earlier_;  // by node: the value before it of the same field; empty: no such
  absl::flat_hash_map<NodeId, NodeId> replaced_by_;     // keys of maps
  absl::flat_hash_map<const Field*, size_t> unused_;    // issues on fields that have no effect
  absl::flat_hash_map<uint32_t, size_t> doubled_keys_;  // by their beginnings: the issues on them
  size_t issues_searched_ = 0;                          // for doubled keys
  std::vector<ChoiceConfig> choice_configs_;            // of all choices
  double share_ = 1;  // of the draws that take the choice that is read
  size_t configs_finished_ = 0;
  size_t suggestions_left_;
  absl::string_view supplied_;       // to the child policies of the message that is being read
  bool has_default_target_ = false;  // the route lookup that is being read
  // Objects, and the field of each that need not be there because the client fills it in.
  absl::flat_hash_map<NodeId, absl::string_view> supplied_to_;
  // By a list of scalars: the elements that those before it, of the same field, come to.
  absl::flat_hash_map<NodeId, std::vector<NodeId>> elements_before_;
  absl::InlinedVector<Pending, 32> pending_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READER_H_
