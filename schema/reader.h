// The work of Read, shared by the files of the reader. Nobody else includes this.
#ifndef GRPCFG_SCHEMA_READER_H_
#define GRPCFG_SCHEMA_READER_H_

#include <array>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "schema/bind.h"
#include "schema/field_table.h"
#include "schema/json_tree.h"
#include "schema/profile.h"
#include "schema/read.h"
#include "schema/suggest.h"

namespace grpcfg {

// Reads one value after the other: containers wait on a list, so that no text can make it recurse.
class Reader {
 public:
  Reader(const Document& document, const Client& client)
      : document_(document),
        tree_(document.tree),
        profile_(client.profile),
        policies_(client.policies),
        suggestions_left_(kMaxSuggestions) {}

  Reading Read() &&;

 private:
  // Each takes as long as the reading of some twenty fields, and a hostile text asks for millions:
  // further unknown keys are taken for what they are.
  static constexpr size_t kMaxSuggestions = 2000;

  struct Pending {
    NodeId node;
    const Message* message;
    void* target;  // the typed message; null if it is not kept
  };
  // One value that is being read.
  struct Place {
    const Message* message;
    const Field* field;
    NodeId node;
    NodeId key;  // kNoNode for an element
  };
  // The keys of one object that no field of its message has.
  struct UnknownKey {
    NodeId key;
    Suggestion suggestion = {};
  };
  using UnknownKeys = absl::InlinedVector<UnknownKey, 4>;
  // The value of each field of one message; of duplicates the last that is not null.
  struct Slots {
    uint32_t present = 0;  // one bit per field: it has a value, and that is not null
    uint32_t named = 0;    // one bit per field: its key is there
    std::array<NodeId, kMaxFields> values;  // where `named`

    void Put(size_t field, NodeId value, bool is_present) {
      const uint32_t bit = uint32_t{1} << field;
      named |= bit;
      if (!is_present && (present & bit) != 0) return;
      values[field] = value;
      if (is_present) present |= bit;
    }
    [[nodiscard]] bool IsPresent(size_t field) const { return (present >> field & 1) != 0; }
    [[nodiscard]] bool IsNamed(size_t field) const { return (named >> field & 1) != 0; }
  };

  // reader.cc: objects, lists, presence.
  void TakeTextIssues();
  void ReadRoot();
  void ReadRootConfig();
  void ReadChoices();
  ServiceConfig* AddConfig(Span span);
  void NoteSupplied(const Pending& pending);
  [[nodiscard]] bool IsSupplied(NodeId object, const Field& field) const;
  void ReadMessage(const Pending& pending);
  void TakeMembers(const Pending& pending, Slots& slots, UnknownKeys& unknown);
  void NoteSecond(const Pending& pending, const Slots& slots, size_t field, NodeId key);
  void NoteNulls(const Pending& pending, const Slots& slots) const;
  [[nodiscard]] size_t MatchField(const Message& message, NodeId key, size_t likely) const;
  [[nodiscard]] size_t MatchProtoField(const Message& message, NodeId key, size_t found) const;
  bool IsExperimental(const Place& place);
  bool ReadPlainMessage(NodeId object, const Message& message, void* target) const;
  void ReadField(const Place& place, void* target);
  void ReadList(const Place& place, void* target);
  void ReadMap(const Place& place, void* target);
  [[nodiscard]] uint32_t CountMembers(NodeId object) const;
  void ReadValue(const Place& place, void* target);
  void ReadScalar(const Place& place, void* target);
  void CheckConflicts(const Pending& pending, const Slots& slots);
  void CheckMissing(const Pending& pending, const Slots& slots, const UnknownKeys& unknown);
  void ReportMissing(const Pending& pending, const Field& field);
  [[nodiscard]] bool IsAbsent(NodeId value) const;

  // reader_policies.cc: lists of LB policies, of which one is used.
  struct PolicyEntry {
    NodeId key = kNoNode;           // kNoNode: nothing can be said of the entry
    const Field* policy = nullptr;  // the row of LoadBalancingConfigMessage(), if there is one
  };
  [[nodiscard]] bool IsPolicyList(const Field& field) const;
  void ReadPolicies(const Place& place);
  PolicyEntry ReadPolicyEntry(const Place& place);
  NodeId OnlyKeyOf(const Place& place);
  void ReadPolicyConfig(const PolicyEntry& entry);
  void ReportSkipped(const PolicyEntry& entry);

  // reader_unknown.cc: keys that the message does not have.
  void ReportUnknown(const Pending& pending, const Slots& slots, const UnknownKeys& unknown);
  void Suggest(const Message& message, UnknownKeys& unknown);
  void ReportUnknownKey(const Pending& pending, const Slots& slots, const UnknownKey& unknown);
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
  bool ReadBool(const Place& place, Scalar& value);
  bool ReadDuration(const Place& place, Scalar& value);
  bool ReadInteger(const Place& place, Scalar& value);
  bool ReadProtoInteger(const Place& place, Scalar& value);
  bool ReadNumber(const Place& place, Scalar& value);
  bool ReadProtoFloat(const Place& place, Scalar& value);
  bool ReadFloat(const Place& place, Scalar& value);
  bool ReadTokenRatio(const Place& place, Scalar& value);
  [[nodiscard]] bool AllowsProtoNumbers() const {
    return profile_.policy_numbers.value == NumberGrammar::kProtoJson;
  }
  [[nodiscard]] bool IsSpecialFloat(const Place& place) const;
  bool ReadStatusCode(const Place& place, Scalar& value);
  bool CheckDuration(const Place& place, Duration& value);
  bool NumberSpelling(const Place& place, absl::string_view& spelling);
  [[nodiscard]] Bound BoundOf(const Field& field) const;
  bool CheckInteger(const Place& place, int64_t value);
  bool WrongType(const Place& place);

  // reader_words.cc: strings that must be certain words.
  bool ReadWord(const Place& place);
  bool ReadPolicyName(const Place& place, Scalar& value);
  bool ReadHeaderName(const Place& place, Scalar& value);

  // reader_txt.cc: what stands around a list of choices.
  void CheckTxt();

  // reader_names.cc: which methods each entry applies to.
  void CheckNames(const ServiceConfig& config);
  void CheckEntry(const MethodConfig& entry);
  [[nodiscard]] bool IsEmptyList(NodeId list) const;
  void CheckName(const Name& name);
  void CheckUniqueNames(const List<MethodConfig>& entries);

  void Report(IssueKind kind, const Place& place, Span span, Span related = {});

  const Document& document_;
  const JsonTree& tree_;
  const Profile& profile_;
  const LinkedPolicies& policies_;
  Reading reading_;
  size_t suggestions_left_;
  absl::string_view supplied_;  // to the child policies of the message that is being read
  // Objects, and the field of each that need not be there because the client fills it in.
  absl::flat_hash_map<NodeId, absl::string_view> supplied_to_;
  absl::InlinedVector<Pending, 32> pending_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READER_H_
