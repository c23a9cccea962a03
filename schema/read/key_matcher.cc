// Which field a key names: exactly, in any letter case, or by its name in the proto.
#include "schema/read/reader.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// The field whose name in the proto is `text`, or the number of fields.
size_t FindProtoName(absl::Span<const Field> fields, absl::string_view text) {
  // Both names of a field begin with the same letters, and it takes time to make the other one.
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

size_t KeyMatcher::Match(NodeId key, size_t likely) const {
  const absl::Span<const Field> fields = message.fields;
  const absl::string_view text = tree.Text(key);
  const size_t count = fields.size();
  const size_t found = FindPlace(message, tree, key, likely);
  const bool is_foreign = found < count && fields[found].stage == Stage::kForeign;
  if (client.fields == FieldSet::kProto) {  // a strict parser of service_config.proto
    if (found < count && !is_foreign) return fields[found].in_proto ? found : count;
    return client.keys == KeySpelling::kExact ? count : FindProtoName(fields, text);
  }
  if (is_foreign && rows.fields[found].use == Use::kUnknown) return count;
  if (found < count || client.keys != KeySpelling::kFolded) return found;
  if (rows.by_protojson) return FindProtoName(fields, text);
  const auto* const folded =
      absl::c_find_if(fields, [&](const Field& field) { return IsFolded(text, field); });
  return static_cast<size_t>(folded - fields.begin());
}

}  // namespace grpcfg
