// The short way for the names of method configs, which are most of a config: objects of a service
// and a method, in that order, that every client reads alike.
#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/full_name.h"
#include "schema/read/reader.h"

namespace grpcfg {
namespace {

// The text of a value; empty if it is no string that every client takes.
absl::string_view PlainText(const JsonTree& tree, NodeId value) {
  const JsonNode& node = tree.node(value);
  return node.kind == JsonKind::kString && !node.deviant ? tree.Text(value) : absl::string_view();
}

// True if the text is a full name. Names beside each other mostly have the same service: it then is
// the last one, see IsSameService.
bool IsFullService(ReadState& state, absl::string_view& text) {
  if (text != state.full_service) {
    if (!IsFullName(text)) return false;
    state.full_service = text;
  }
  text = state.full_service;
  return true;
}

// What is written in an object that has no more than these.
struct PlainName {
  absl::string_view service;
  absl::string_view method;
  bool has_service = false;
  bool has_method = false;
};

// False: something is wrong with it, or unusual.
bool FindParts(const JsonTree& tree, absl::Span<const Field> fields, NodeId object,
               PlainName& name) {
  const NodeId size = tree.node(object).next - object;
  name.has_service = size >= 3;
  name.has_method = size == 5;
  if (!name.has_service) return size == 1;
  if (size > 5 || !tree.KeyIs(object + 1, fields[kServiceOfName].key)) return false;
  if (name.has_method && !tree.KeyIs(object + 3, fields[kMethodOfName].key)) return false;
  name.service = PlainText(tree, object + 2);
  if (name.has_method) name.method = PlainText(tree, object + 4);
  return !name.service.empty() && name.has_method == !name.method.empty();
}

// True if a part is no full name.
bool IsOdd(ReadState& state, PlainName& name) {
  return !name.has_service || !IsFullService(state, name.service) ||
         (name.has_method && !IsFullName(name.method));
}

}  // namespace

NodeId ReadPlainNames(ReadState& state, const Place& list, NodeId first, void* target) {
  const JsonTree& tree = state.tree;
  const absl::Span<const Field> fields = list.field->message->fields;
  const NodeId end = tree.node(list.node).next;
  List<Name>& names = *static_cast<MethodConfigFields*>(target)->name.value;
  for (NodeId object = first; object < end; object = tree.node(object).next) {
    PlainName parts;
    if (tree.kind(object) != JsonKind::kObject || !FindParts(tree, fields, object, parts)) {
      return object;
    }
    const bool is_odd = IsOdd(state, parts);
    if (is_odd && (absl::StrContains(parts.service, '/') || absl::StrContains(parts.method, '/'))) {
      return object;
    }
    state.reading.has_odd_names |= is_odd;
    Name& name = names.Add();
    name.node = object;
    if (!parts.has_service) continue;
    NameFields& kept = *name.Open(*state.reading.arena);
    kept.service = {parts.service, object + 2};
    if (parts.has_method) kept.method = {parts.method, object + 4};
  }
  return end;
}

}  // namespace grpcfg
