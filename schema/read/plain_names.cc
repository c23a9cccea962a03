// The short way for the names of method configs, which are most of a config: objects of a service
// and a method that every client reads alike.
#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/full_name.h"
#include "schema/read/reader.h"

namespace grpcfg {
namespace {

// The text of a value; empty if it is empty, or no string that every client takes.
absl::string_view PlainText(const JsonTree& tree, NodeId value) {
  const JsonNode& node = tree.node(value);
  return node.kind == JsonKind::kString && !node.deviant ? tree.Text(value) : absl::string_view();
}

// True if the text is a full name. Names beside each other mostly have the same service: the text
// is then made the one of the last name, see IsSameService.
bool TakeFullService(ReadState& state, absl::string_view& text) {
  if (text != state.full_service) {
    if (!IsFullName(text)) return false;
    state.full_service = text;
  }
  text = state.full_service;
  return true;
}

// The values of an object that has no more than these.
struct PlainName {
  NodeId service = kNoNode;
  NodeId method = kNoNode;
  absl::string_view service_text = {};
  absl::string_view method_text = {};
};

// Finds which value is which. False: there is another key, one of two is there twice, or the first
// value is no string, so that nobody knows where the second key stands.
bool FindValues(const JsonTree& tree, absl::Span<const Field> fields, NodeId object,
                PlainName& name) {
  constexpr NodeId kOne = 3;  // nodes with a member
  constexpr NodeId kTwo = 5;
  const NodeId size = tree.node(object).next - object;
  if (size == 1) return true;
  if (size != kOne && size != kTwo) return false;
  const NodeId first = object + 1;
  const NodeId second = object + kOne;
  const bool is_usual = tree.Text(first) == fields[kServiceOfName].json_name;
  if (!is_usual && tree.Text(first) != fields[kMethodOfName].json_name) return false;
  if (tree.kind(first + 1) != JsonKind::kString) return false;
  (is_usual ? name.service : name.method) = first + 1;
  if (size == kOne) return true;
  if (tree.Text(second) != fields[is_usual ? kMethodOfName : kServiceOfName].json_name)
    return false;
  (is_usual ? name.method : name.service) = second + 1;
  return true;
}

// False: something is wrong with the name, or unusual.
bool FindParts(const JsonTree& tree, absl::Span<const Field> fields, NodeId object,
               PlainName& name) {
  if (!FindValues(tree, fields, object, name)) return false;
  if (name.service != kNoNode) name.service_text = PlainText(tree, name.service);
  if (name.method != kNoNode) name.method_text = PlainText(tree, name.method);
  return (name.service == kNoNode) == name.service_text.empty() &&
         (name.method == kNoNode) == name.method_text.empty();
}

// True if a part is no full name, or the service is not there. Takes the service, see above.
bool TakeOdd(ReadState& state, PlainName& name) {
  return name.service == kNoNode || !TakeFullService(state, name.service_text) ||
         (name.method != kNoNode && !IsFullName(name.method_text));
}

bool HasSlash(const PlainName& name) {
  return absl::StrContains(name.service_text, '/') || absl::StrContains(name.method_text, '/');
}

// What is written, kept; of `{}` the place alone.
void Keep(const PlainName& parts, Arena& arena, Name& name) {
  if (parts.service == kNoNode && parts.method == kNoNode) return;
  NameFields& fields = *name.Open(arena);
  if (parts.service != kNoNode) fields.service = {parts.service_text, parts.service};
  if (parts.method != kNoNode) fields.method = {parts.method_text, parts.method};
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
    const bool is_odd = TakeOdd(state, parts);
    if (is_odd && HasSlash(parts)) return object;
    state.reading.has_odd_names |= is_odd;
    Name& name = names.Add();
    name.node = object;
    Keep(parts, *state.reading.arena, name);
  }
  return end;
}

}  // namespace grpcfg
