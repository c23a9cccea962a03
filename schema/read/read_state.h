// What the parts of the reader share: whose eyes, what has been read so far, and which message is
// being read. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_READ_STATE_H_
#define GRPCFG_SCHEMA_READ_READ_STATE_H_

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "schema/clients/client_number.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"
#include "schema/read/read.h"
#include "schema/read/suggest.h"

namespace grpcfg {

// One value that is being read.
struct Place {
  // An element of the list that stands there.
  [[nodiscard]] Place Element(NodeId element) const { return {message, field, element}; }

  const Message* message = nullptr;
  const Field* field = nullptr;
  NodeId node = kNoNode;
  NodeId key = kNoNode;  // kNoNode for an element
};

// A container that waits until it is read, so that no text can make the reader recurse.
struct Pending {
  NodeId node;  // an object; with a `list`, its first element or key that is to be read
  const Message* message;
  void* target;            // the typed message, or its element; null if it is not kept
  bool unchecked = false;  // only types are looked at
  bool idle = false;       // no call meets it: nothing in it can break one
  // The rest of a list or map: all together would take more memory than the text.
  const Field* list = nullptr;  // the field of `message`, and its value
  NodeId list_node = kNoNode;
  bool is_rewritten = false;  // by a route lookup, whose child's config it is
  bool is_intended = false;   // stands under a key that was meant to be another one
  // Of an element: what makes its fields, once it has one.
  void* (*make_fields)(void* element, Arena& arena) = nullptr;
};

// Stands for the name of any field that holds a text. It is not UTF-8, so no text names it.
inline constexpr absl::string_view kAnyText = "\xFF";

struct ReadState {
  ReadState(const Document& document, const Client& from)
      : document(document),
        tree(document.tree),
        client(from.profile),
        policies(from.policies),
        chooser(from.chooser) {}

  // Adds an issue with the effect that the profile says, unless that is none.
  void Report(IssueKind kind, const Place& place, Span span, Span related = {});
  // The same, with `least` where that is worse.
  void ReportAtLeast(Effect least, const Issue& issue);
  // The same on the whole of a value.
  void Report(IssueKind kind, const Place& place) { Report(kind, place, tree.span(place.node)); }
  // The same with another effect.
  void ReportAs(Effect effect, const Issue& issue);
  void ReportAs(Effect effect, IssueKind kind, const Place& place);
  // Adds an issue under a key that was meant to be another one, if it would count under that.
  void Inform(Effect effect, const Issue& issue);
  // An issue, with its effect, on a field that the client lacks: one per field, on its first place
  // in the text, for a client that does not know `waitForReady` knows it nowhere.
  void AddUnused(const Issue& issue);
  // The client reads another value than the one that is written.
  void ReportMisread(const Place& place, absl::string_view read_as,
                     IssueKind kind = IssueKind::kMisread);
  // What is wrong in `value` is met by calls, and not when the config is loaded.
  void NoteLate(NodeId value, NodeId key);

  // Reports a value that the client does not take; always false, as the three below.
  bool Fault(IssueKind kind, const Place& place) {
    Report(kind, place);
    return false;
  }
  bool WrongType(const Place& place) { return Fault(IssueKind::kWrongType, place); }
  // One that it cannot read at all.
  bool Refuse(const Place& place);
  bool RefuseAs(IssueKind kind, const Place& place);
  // Reports a value that is out of bounds; true if the client uses it all the same.
  bool Tolerates(IssueKind kind, const Place& place);

  // True for a value of that kind; reports one of another.
  bool IsA(JsonKind kind, const Place& place);
  // True if the client is of that implementation.
  [[nodiscard]] bool Is(Implementation who) const { return client.implementation() == who; }
  // True if a field of the message that is being read has a value.
  [[nodiscard]] bool Has(const Field& field) const {
    return (present >> (&field - message->fields.data()) & 1) != 0;
  }
  // How the client reads a field of the message that is being read.
  [[nodiscard]] const FieldReading& RowOf(const Field& field) const {
    return rows->fields[static_cast<size_t>(&field - message->fields.data())];
  }
  [[nodiscard]] Bound BoundOf(const Field& field) const { return *RowOf(field).bound; }
  // True if the client itself fills a field of the object in.
  [[nodiscard]] bool IsSupplied(NodeId object, const Field& field) const;
  [[nodiscard]] bool AllowsProtoNumbers() const {
    return client.numbers == NumberGrammar::kProtoJson || rows->by_protojson;
  }
  // True for the spec and for what reads protobuf's JSON.
  [[nodiscard]] bool IsSpecLike() const {
    return client.numbers == NumberGrammar::kBareLiteral || AllowsProtoNumbers();
  }
  [[nodiscard]] DurationGrammar Durations() const {
    return rows->by_protojson ? DurationGrammar::kProtobufGo : client.durations;
  }

  // What the client takes a token for.
  [[nodiscard]] JsonKind KindOf(NodeId node) const {
    const JsonKind kind = tree.kind(node);
    return kind == JsonKind::kInvalid ? KindOfInvalid(node) : kind;
  }
  [[nodiscard]] JsonKind KindOfInvalid(NodeId node) const;
  [[nodiscard]] bool IsMisspeltNumber(NodeId node) const;
  [[nodiscard]] Token TokenAt(NodeId node) const;
  [[nodiscard]] bool IsAbsent(NodeId value) const;
  // True for a member without a value, for which the client's JSON parser has no fault: it is not
  // there.
  [[nodiscard]] bool IsDropped(const JsonMember& member) const {
    return is_text_taken && tree.kind(member.value) == JsonKind::kMissing;
  }
  // True for an object that the client refuses for its brackets or a member that is not whole: what
  // it lacks may have been lost there.
  [[nodiscard]] bool IsMangled(NodeId object) const;
  [[nodiscard]] bool IsEmptyList(NodeId list) const;
  [[nodiscard]] bool IsFalsy(NodeId node) const;
  // A config at a node, which the reading then has.
  ServiceConfig* AddConfig(NodeId node);
  // None where the text has no byte for it.
  [[nodiscard]] NodeId WrittenNode(NodeId node) const;

  // What is read next.
  void TurnTo(const Pending& pending);

  const Document& document;
  const JsonTree& tree;
  const ProfileAt& client;
  const LinkedPolicies& policies;
  const Chooser* chooser;
  Reading reading = {};
  const Message* message = nullptr;      // the one that is being read
  const MessageReading* rows = nullptr;  // how its fields are read
  uint32_t present = 0;                  // one bit per field of it that has a value
  bool idle = false;                     // no call meets it
  bool unchecked = false;                // of it only types are looked at
  bool is_intended = false;              // nothing of it counts before a key above is fixed
  bool is_text_taken = true;             // the client's parser took the text, deviations and all
  absl::flat_hash_set<NodeId> mangled = {};  // see IsMangled
  bool is_cut = false;                       // the text ends before its brackets do
  double share = 1;                          // of the draws that take the choice that is read
  absl::InlinedVector<Pending, 32> waiting = {};
  absl::flat_hash_map<const Field*, size_t> unused = {};  // issues on fields without effect
  absl::flat_hash_map<uint32_t, size_t> doubled_keys =
      {};                      // by their beginnings: the issues on them
  size_t issues_searched = 0;  // for doubled keys
  // By node: the value before it of the same field; empty if no field stands twice.
  std::vector<NodeId> earlier = {};
  // The elements that the lists of scalars before one, of the same field, result in.
  absl::flat_hash_map<NodeId, std::vector<NodeId>> elements_before = {};
  absl::flat_hash_map<NodeId, NodeId> replaced_by = {};  // keys of maps
  std::vector<NodeId> choice_configs = {};               // that were met and not yet taken
  absl::string_view supplied =
      {};  // the field that RLS fills in, of the message that is being read
  bool has_default_target = false;  // of RLS
  size_t configs_finished = 0;
  // Objects, and the field of each that need not be there because the client fills it in.
  absl::flat_hash_map<NodeId, absl::string_view> supplied_to = {};
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READ_STATE_H_
