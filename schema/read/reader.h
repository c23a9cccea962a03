// The frame of the reader: messages, one after the other, and who reads what is in them. For the
// reader alone.
#ifndef GRPCFG_SCHEMA_READ_READER_H_
#define GRPCFG_SCHEMA_READ_READER_H_

#include <vector>

#include "schema/read/field_presence.h"
#include "schema/read/key_matcher.h"
#include "schema/read/policy_lookup.h"
#include "schema/read/read_state.h"
#include "schema/read/repeated_keys.h"
#include "schema/read/route_lookup.h"
#include "schema/read/unknown_fields.h"
#include "schema/read/value_reader.h"

namespace grpcfg {

// Reads one value after the other: containers wait on a list, so that no text can make it recurse.
class Reader {
 public:
  Reader(const Document& document, const Client& client) : state_(document, client) {}

  Reading Read() &&;

  // Reads one that waited: a message, or the rest of a list or map.
  void ReadPending(const Pending& pending);
  // Reads all that waits, and looks at the configs that are then whole.
  void FinishConfigs();
  // The configs of choices that were met since the last call.
  std::vector<NodeId> TakeChoiceConfigs() { return values_.TakeChoiceConfigs(); }

 private:
  void ReadRoot();
  void ReadRootConfig();
  void ReadMessage(Pending pending);
  void MakeFields(Pending& pending, const Slots& slots, const UnknownKeys& unknown) const;
  void TakeMembers(const Pending& pending, Slots& slots, UnknownKeys& unknown);
  void TakeMember(const Pending& pending, const JsonMember& member, size_t field, Slots& slots);
  [[nodiscard]] bool IsNameless(const Message& message, const Slots& slots) const;
  void ReadFields(const Pending& pending, const Slots& slots);

  ReadState state_;
  const JsonTree& tree_ = state_.tree;
  const ProfileAt& client_ = state_.client;
  Reading& reading_ = state_.reading;
  RouteLookup route_lookup_{state_};
  RepeatedKeys repeated_{state_, presence_, values_};
  FieldPresence presence_{state_, repeated_};
  ValueReader values_{state_, repeated_, presence_, route_lookup_};
  UnknownFields unknown_{state_, presence_};
  KeyMatcher keys_{tree_, client_};
  PolicyLookup policy_lookup_{state_};
  size_t configs_finished_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READER_H_
