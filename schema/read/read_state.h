// What the parts of the reader share: whose eyes, what has been read so far, and which message is
// being read. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_READ_STATE_H_
#define GRPCFG_SCHEMA_READ_READ_STATE_H_

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "schema/clients/client_number.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"
#include "schema/read/read.h"
#include "schema/read/slots.h"

namespace grpcfg {

// One value that is being read.
struct Place {
  const Message* message;
  const Field* field;
  NodeId node;
  NodeId key;  // kNoNode for an element
};

// A container that waits until it is read, so that no text can make the reader recurse.
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

// Stands for the name of any field that holds a text. It is no UTF-8, so no text names it.
inline constexpr absl::string_view kAnyText = "\xFF";

struct ReadState {
  ReadState(const Document& document, const Client& from)
      : document(document), tree(document.tree), client(from.profile), policies(from.policies) {}

  // Adds an issue with the effect that the profile says, unless that is none. Those of a kind on
  // which clients differ end the sharing of the reading.
  void Report(IssueKind kind, const Place& place, Span span, Span related = {});
  // The same with another effect.
  void ReportAs(Effect effect, const Issue& issue);
  // The client reads another value than the one that is written.
  void ReportMisread(const Place& place, absl::string_view read_as,
                     IssueKind kind = IssueKind::kMisread);
  // What is wrong in `value` is met by calls, and not when the config is loaded.
  void NoteLate(NodeId value, NodeId key);

  // A value that the client cannot read at all; always false, as the two below.
  bool Refuse(const Place& place);
  bool RefuseAs(IssueKind kind, const Place& place);
  bool WrongType(const Place& place);
  // Reports a value that is out of bounds; true if the client goes on with it all the same.
  bool Tolerates(IssueKind kind, const Place& place);

  // After issues were dropped: what is said once for all places is to be said again.
  void ForgetPlaces() {
    unused.clear();
    doubled_keys.clear();
    issues_searched = 0;
  }

  // How the client reads a field of the message that is being read.
  [[nodiscard]] const FieldReading& RowOf(const Field& field) const {
    return rows->fields[static_cast<size_t>(&field - message->fields.data())];
  }
  [[nodiscard]] Bound BoundOf(const Field& field) const { return RowOf(field).bound; }
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
  [[nodiscard]] JsonKind KindOf(NodeId node) const;
  [[nodiscard]] Token TokenAt(NodeId node) const;
  [[nodiscard]] bool IsAbsent(NodeId value) const;
  [[nodiscard]] bool IsEmptyList(NodeId list) const;
  [[nodiscard]] bool IsFalsy(NodeId node) const;
  // A config at a node, which the reading then has.
  ServiceConfig* AddConfig(NodeId node);
  // None where the text has no byte for it.
  [[nodiscard]] NodeId WrittenNode(NodeId node) const;

  const Document& document;
  const JsonTree& tree;
  const ProfileAt& client;
  const LinkedPolicies& policies;
  Reading reading = {};
  const Message* message = nullptr;      // the one that is being read
  const MessageReading* rows = nullptr;  // how its fields are read
  uint32_t present = 0;                  // one bit per field of it that has a value
  bool idle = false;                     // no call meets it
  bool unchecked = false;                // of it only types are looked at
  bool is_text_taken = true;             // the client's parser took the text, deviations and all
  double share = 1;                      // of the draws that take the choice that is read
  absl::InlinedVector<Pending, 32> waiting = {};
  absl::flat_hash_map<const Field*, size_t> unused = {};  // issues on fields without effect
  absl::flat_hash_map<uint32_t, size_t> doubled_keys =
      {};                      // by their beginnings: the issues on them
  size_t issues_searched = 0;  // for doubled keys
  // Objects, and the field of each that need not be there because the client fills it in.
  absl::flat_hash_map<NodeId, absl::string_view> supplied_to = {};
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READ_STATE_H_
