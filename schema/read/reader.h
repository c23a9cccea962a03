// The steps of the reader, each in a file of its own that the headings name. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_READER_H_
#define GRPCFG_SCHEMA_READ_READER_H_

#include <string>
#include <vector>

#include "schema/fields/service_config.h"
#include "schema/read/object.h"
#include "schema/read/read_state.h"

namespace grpcfg {

// ---- reader.cc: messages, one after the other. Containers wait on a list.

// Reads one that waited: a message, or the rest of a list or map.
void ReadPending(ReadState& state, const Pending& pending);
// Reads all that waits, and looks at the configs that are then whole.
void FinishConfigs(ReadState& state);

// ---- text_check.cc, txt_check.cc: the text, before any value.

// Whether the client's JSON parser takes the text, and the issues of the text with their effects.
void TakeTextIssues(ReadState& state);
// A TXT value: its attribute and its bytes.
void CheckTxt(ReadState& state);

// ---- choice_reader.cc

// The document, which is to be a list of choices, into `Reading::choices` and `configs`.
void ReadChoices(ReadState& state);

// ---- key_matcher.cc: which field of a message a key names.

struct KeyMatcher {
  const ProfileAt& client;
  const JsonTree& tree;
  const Message& message;
  const MessageReading& rows;  // how the client reads its fields

  // The place of the field that `key` names to the client, or the number of fields: exactly, in any
  // letter case, or by the name in the proto. `likely`: see FindPlace.
  [[nodiscard]] size_t Match(NodeId key, size_t likely) const;
};

// ---- value_reader.cc: lists, maps, objects and scalars.

// The value of a field, list or not, into the message `target`; null: it is not kept.
void ReadField(ReadState& state, const Place& place, void* target);
// Elements from `first` on, up to one that has to wait.
void ReadElements(ReadState& state, const Place& list, NodeId first, void* target);
// The same of a map.
void ReadMembers(ReadState& state, const Place& map, NodeId first, void* target);
// One value, or one element of a list.
void ReadValue(ReadState& state, const Place& place, void* target);

// ---- repeated_keys.cc: which occurrence of a key or an element a client sees.

// A key of a field that has one already: what becomes of the two values in `object`.
void NoteRepeated(ReadState& state, Object& object, size_t field, NodeId key);
// A key that a parser by the proto refuses after `first`.
void RefuseRepeated(ReadState& state, NodeId key, NodeId first);
// Reads what the elements of earlier lists of the same field leave in this one.
void MergeElements(ReadState& state, const Place& place);
// The values that were decoded before a value into the same place, the first one first.
std::vector<NodeId> EarlierOf(const ReadState& state, NodeId node);
// The members of a map, those that Go has put into it before first.
std::vector<JsonMember> MembersOf(const ReadState& state, NodeId map);

// ---- field_presence.cc: what must be there, what the client lacks, what is null.

// Reports members of a oneof beside each other.
void CheckConflicts(ReadState& state, const Object& object);
// Reports a discovery mechanism of type LOGICAL_DNS that has no host.
void RequireDnsHostname(ReadState& state, const Object& object);
// True if a field must be there.
bool IsRequired(const ReadState& state, const Object& object, size_t field);
// Reports what must be there and is not; not what an unknown key most likely is.
void CheckMissing(ReadState& state, const Object& object);
// Reports a field that the client does not have; true if it is unread.
bool IsLacking(ReadState& state, const Place& place, const FieldReading& row);

// True if the object has what the client reads in place of the field.
bool HasOwnKey(const ReadState& state, NodeId object, const Place& place);
// Takes the fields that stand there and are null for what they are to the client.
void NoteNulls(ReadState& state, const Object& object);
// One bit per field that is there: it has a value, or is null and counts all the same.
uint32_t PresentOf(const ReadState& state, const Object& object);
// Stores the client's own values of absent fields, for checks that compare fields.
void StoreDefaults(const ReadState& state, const Object& object);
// A null that the client refuses.
void ReportNull(ReadState& state, const Place& place);
// What is not Unicode in a text that is given to protobuf's parser of JSON.
void RefuseStrings(ReadState& state, const Object& object);
// True for a field that the client does not look at because of another one.
bool IsPassedOver(const ReadState& state, const Object& object, size_t field);
// False where the field's value does not count, because the one that it is checked with is not
// there.
bool IsChecked(const ReadState& state, const Object& object, size_t field);

// ---- unknown_fields.cc: keys that a message does not have.

// What each was probably meant to be.
void SuggestFields(const JsonTree& tree, Object& object);
// Reports them, or all of one other message as one.
void ReportUnknown(ReadState& state, Object& object);
// Marks what waits from `first` on as meant, see Pending.
void MarkIntended(ReadState& state, size_t first);
// True if a key of that meaning is `field` spelled wrong: then the key is the fault and not the
// missing field.
bool Respells(const Message& message, const Suggestion& suggestion, const Field& field);

// ---- policy_reader.cc: lists of LB policies, of which one is used.

// One entry of a list.
struct PolicyEntry {
  NodeId key = kNoNode;
  const Field* policy = nullptr;  // the row of LoadBalancingConfigMessage(), if there is one
};

// Reads a list of which the client takes one policy.
void ReadPolicies(ReadState& state, const Place& place, void* target);
// True for such a list.
bool IsPolicyList(const ReadState& state, const Field& field);
// The row of an entry, or of the policy that the client reads it as; null if there is none.
const Field* KnownPolicy(const ReadState& state, const PolicyEntry& entry);
// True if the policy is linked into the client.
bool IsInstalled(const ReadState& state, const PolicyEntry& entry);
// How the client reads the config of a policy.
FieldReader ReaderOfPolicy(const ReadState& state, const Field& policy);

// ---- route_lookup.cc: what a route lookup (RLS) does to its child policy.

// A message that is an RLS config: which field of its child policy the client fills in, and whether
// it has a default target.
void NoteRouteLookup(ReadState& state, const Object& object);
// Reports a child policy that the client refuses before it knows its name.
bool IsRefusedByRls(ReadState& state, const Place& place, const PolicyEntry& entry);
// Reports a child policy whose field is of another type than what is filled in.
void RefuseSupplied(ReadState& state, const PolicyEntry& entry);

// ---- names.cc, timers.cc: what is looked at once a config is whole.

// Which methods each entry applies to: names without a service, names twice, names of no call.
void CheckNames(ReadState& state, const ServiceConfig& config);
// Retries that the client cannot throttle without harm.
void CheckThrottling(ReadState& state, const ServiceConfig& config);
// Delays that no timer of the client holds.
void CheckTimers(ReadState& state, const ServiceConfig& config);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READER_H_
