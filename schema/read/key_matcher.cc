// Which field a key names: exactly, in any letter case, or by its name in the proto.
#include "schema/read/reader.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// The field whose name in the proto is `key`, or the number of fields.
size_t FindProtoName(const ReadState& state, NodeId key) {
  const absl::Span<const Field> fields = state.message->fields;
  const absl::string_view text = state.tree.Text(key);
  // Both names of a field begin alike, and it takes time to make the other one.
  const auto* const found = absl::c_find_if(fields, [&](const Field& field) {
    return field.in_proto && field.stage != Stage::kForeign && !text.empty() &&
           text[0] == field.json_name[0] && text == ProtoName(field);
  });
  return static_cast<size_t>(found - fields.begin());
}

// encoding/json fold.go: ASCII letters in either case, and the two others that fold to them.
bool IsFolded(absl::string_view text, const Field& field) {
  if (text.size() < field.json_name.size()) return false;
  if (text.size() == field.json_name.size()) return absl::EqualsIgnoreCase(text, field.json_name);
  return absl::EqualsIgnoreCase(absl::StrReplaceAll(text, {{"\u017F", "s"}, {"\u212A", "k"}}),
                                field.json_name);
}

}  // namespace

size_t MatchField(const ReadState& state, NodeId key, size_t likely) {
  const absl::Span<const Field> fields = state.message->fields;
  const size_t count = fields.size();
  const size_t found = FindPlace(*state.message, state.tree, key, likely);
  const bool is_foreign = found < count && fields[found].stage == Stage::kForeign;
  if (state.client.fields == FieldSet::kProto) {  // a strict parser of service_config.proto
    if (found < count && !is_foreign) return fields[found].in_proto ? found : count;
    return state.client.keys == KeySpelling::kExact ? count : FindProtoName(state, key);
  }
  if (is_foreign && state.rows->fields[found].use == Use::kUnknown) return count;
  if (found < count || state.client.keys != KeySpelling::kFolded) return found;
  if (state.rows->by_protojson) return FindProtoName(state, key);
  const absl::string_view text = state.tree.Text(key);
  const auto* const folded =
      absl::c_find_if(fields, [&](const Field& field) { return IsFolded(text, field); });
  return static_cast<size_t>(folded - fields.begin());
}

}  // namespace grpcfg
