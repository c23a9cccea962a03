// Which field a key names: exactly, in any letter case, or by its name in the proto.
#include "schema/read/key_matcher.h"

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
// The field that `key` names, or the number of fields. Authors write fields mostly in the order of
// the table, so the search starts at the `likely` one.
size_t KeyMatcher::FindExact(const Message& message, NodeId key, size_t likely) const {
  const size_t count = message.fields.size();
  size_t found = likely;
  while (found < count && !tree_.KeyIs(key, message.fields[found].key)) ++found;
  if (found < count) return found;
  found = 0;
  while (found < likely && !tree_.KeyIs(key, message.fields[found].key)) ++found;
  return found < likely ? found : count;
}

// Member of a view: the same for this client.
size_t KeyMatcher::MatchField(const Message& message, NodeId key, size_t likely) const {
  const size_t count = message.fields.size();
  const size_t found = FindExact(message, key, likely);
  if (client_.fields == FieldSet::kProto) return MatchProtoField(message, key, found);
  const bool foreign = found < count && message.fields[found].stage == Stage::kForeign;
  if (foreign && client_.Of(message).fields[found].use == Use::kUnknown) return count;
  if (found < count || client_.keys != KeySpelling::kFolded) return found;
  if (client_.Of(message).by_protojson) return FindProtoName(message, key);
  for (size_t i = 0; i < count; ++i) {
    if (IsFolded(key, message.fields[i])) return i;
  }
  return count;
}

// encoding/json fold.go: ASCII letters in either case, and the two others that fold to them.
bool KeyMatcher::IsFolded(NodeId key, const Field& field) const {
  const absl::string_view text = tree_.Text(key);
  if (text.size() < field.json_name.size()) return false;
  if (text.size() == field.json_name.size()) return absl::EqualsIgnoreCase(text, field.json_name);
  return absl::EqualsIgnoreCase(absl::StrReplaceAll(text, {{"\u017F", "s"}, {"\u212A", "k"}}),
                                field.json_name);
}

// The same for a strict parser of service_config.proto: `found` is the field of that JSON name.
size_t KeyMatcher::MatchProtoField(const Message& message, NodeId key, size_t found) const {
  const size_t count = message.fields.size();
  const bool is_foreign = found < count && message.fields[found].stage == Stage::kForeign;
  if (found < count && !is_foreign) return message.fields[found].in_proto ? found : count;
  return client_.keys == KeySpelling::kExact ? count : FindProtoName(message, key);
}

// The field whose name in the proto is `key`, or the number of fields.
size_t KeyMatcher::FindProtoName(const Message& message, NodeId key) const {
  const size_t count = message.fields.size();
  const absl::string_view text = tree_.Text(key);
  for (size_t i = 0; i < count && !text.empty(); ++i) {
    const Field& field = message.fields[i];
    // Both names of a field begin alike, and it takes time to make the other one.
    const bool may_be =
        field.in_proto && field.stage != Stage::kForeign && text[0] == field.json_name[0];
    if (may_be && text == ProtoName(field)) return i;
  }
  return count;
}

}  // namespace grpcfg
