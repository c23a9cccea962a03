// Lists of LB policies, of which one is used. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_POLICY_READER_H_
#define GRPCFG_SCHEMA_READ_POLICY_READER_H_

#include "absl/container/inlined_vector.h"
#include "schema/read/field_presence.h"
#include "schema/read/policy_lookup.h"
#include "schema/read/read_state.h"
#include "schema/read/repeated_keys.h"
#include "schema/read/route_lookup.h"

namespace grpcfg {

class PolicyReader {
 public:
  PolicyReader(ReadState& state, RepeatedKeys& repeated, FieldPresence& presence,
               RouteLookup& route_lookup)
      : state_(state),
        tree_(state.tree),
        client_(state.client),
        reading_(state.reading),
        repeated_(repeated),
        presence_(presence),
        route_lookup_(route_lookup) {}

  void ReadPolicies(const Place& place, void* target);

 private:
  // How far a list has been walked.
  struct PolicyWalk {
    FieldReader reader = FieldReader::kByType;  // of the list
    bool decided = false;
    bool faulty = false;
    PolicyEntry chosen = {};
    absl::InlinedVector<PolicyEntry, 4> skipped = {};
  };

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
  [[nodiscard]] std::pair<NodeId, NodeId> FirstKeysOf(NodeId object) const;
  NodeId OnlyKeyOf(const Place& place);
  void ReportUnparsed(const PolicyEntry& entry);
  void ReportLacked(const Message& message, NodeId object);
  void ReadPolicyConfig(const PolicyEntry& entry);
  [[nodiscard]] bool IsPolicyConfigRead(const PolicyEntry& entry);
  void ReportSkipped(const PolicyEntry& entry);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  Reading& reading_;
  RepeatedKeys& repeated_;
  FieldPresence& presence_;
  RouteLookup& route_lookup_;
  PolicyLookup lookup_{state_};
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_POLICY_READER_H_
