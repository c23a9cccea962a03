// The values of fields: lists, maps, objects and scalars. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_VALUE_READER_H_
#define GRPCFG_SCHEMA_READ_VALUE_READER_H_

#include <utility>
#include <vector>
#include "absl/container/flat_hash_map.h"
#include "schema/read/field_presence.h"
#include "schema/read/key_matcher.h"
#include "schema/read/policy_lookup.h"
#include "schema/read/read_state.h"
#include "schema/read/repeated_keys.h"
#include "schema/read/route_lookup.h"
#include "schema/read/scalar_reader.h"

namespace grpcfg {

class ValueReader {
 public:
  ValueReader(ReadState& state, RepeatedKeys& repeated, FieldPresence& presence,
              RouteLookup& route_lookup)
      : state_(state),
        tree_(state.tree),
        client_(state.client),
        reading_(state.reading),
        repeated_(repeated),
        presence_(presence),
        route_lookup_(route_lookup) {}

  // A message of strings alone in which nothing is wrong, into `element`. False: something is, and
  // the message goes the long way.
  bool ReadPlainMessage(const Place& place, void* element);
  // The value of a field, list or not, into the message `target`; null: it is not kept.
  void ReadField(const Place& place, void* target);
  // Elements from `first` on, up to one that has to wait.
  void ReadElements(const Place& list, NodeId first, void* target);
  // The same of a map.
  void ReadMembers(const Place& map, NodeId first, void* target);
  // One value, or one element of a list.
  void ReadValue(const Place& place, void* target);
  // The configs of choices that were met since the last call.
  std::vector<NodeId> TakeChoiceConfigs() { return std::exchange(choice_configs_, {}); }

 private:
  void ReadListElsewise(const Place& place, void* target);
  void ReadList(const Place& place, void* target);
  void ReadScalars(const Place& place, void* target);
  void ReadMap(const Place& place, void* target);
  uint32_t NoteReplaced(NodeId map);
  void WaitForRest(const Place& place, NodeId first, void* target);
  void ReadRawPolicies(const Place& place);
  void RequireKnownCredentials(const Place& place);
  void RequireFiniteNumbers(const Place& place);
  void ReadObject(const Place& place, void* target);
  [[nodiscard]] bool IsReadAsObject(const Place& place);
  [[nodiscard]] bool IsLikeObject(const Place& place) const;
  void* OpenMessage(const Place& place, void* target);
  void ReadScalar(const Place& place, void* target);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  Reading& reading_;
  RepeatedKeys& repeated_;
  FieldPresence& presence_;
  RouteLookup& route_lookup_;
  ScalarReader scalars_{state_};
  KeyMatcher keys_{tree_, client_};
  PolicyLookup policy_lookup_{state_};
  absl::flat_hash_map<NodeId, NodeId> replaced_by_;  // keys of maps
  std::vector<NodeId> choice_configs_;               // that were met and not yet taken
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_VALUE_READER_H_
