#include "validator/project/config_by_content.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "schema/fields/document.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// A text alone, as of `loadBalancingPolicy`, says too little.
bool HasParts(const Field& field) {
  return field.in_proto && (field.shape == Shape::kList || field.type == FieldType::kMessage);
}

// The names cost less than a parse, which most files are spared.
bool MentionsField(absl::string_view text) {
  return absl::c_any_of(ServiceConfigMessage().fields, [&](const Field& field) {
    return HasParts(field) && absl::StrContains(text, field.json_name);
  });
}

bool IsConfig(const JsonTree& tree, NodeId node) {
  if (tree.kind(node) != JsonKind::kObject) return false;
  bool is_config = false;
  tree.ForEachMember(node, [&](const JsonMember& member) {
    const Field* const field = FindField(ServiceConfigMessage(), tree, member.key);
    if (field == nullptr || !HasParts(*field)) return;
    const bool is_list = field->shape == Shape::kList;
    const JsonKind kind = is_list ? JsonKind::kArray : JsonKind::kObject;
    is_config = is_config || tree.kind(member.value) == kind;
  });
  return is_config;
}

bool HasConfig(const JsonTree& tree, NodeId choice) {
  if (tree.kind(choice) != JsonKind::kObject) return false;
  bool has_config = false;
  tree.ForEachMember(choice, [&](const JsonMember& member) {
    const Field* const field = FindField(ChoiceMessage(), tree, member.key);
    const bool is_here = field != nullptr && field->message == &ServiceConfigMessage();
    has_config = has_config || (is_here && IsConfig(tree, member.value));
  });
  return has_config;
}

}  // namespace

bool IsConfigByContent(absl::string_view text) {
  if (!MentionsField(text)) return false;
  const Document document = ParseDocumentByShape(text);
  const JsonTree& tree = document.tree;
  if (tree.size() == 0) return false;
  if (tree.kind(JsonTree::kRoot) != JsonKind::kArray) return IsConfig(tree, JsonTree::kRoot);
  bool has_config = false;
  tree.ForEachElement(JsonTree::kRoot,
                      [&](NodeId choice) { has_config = has_config || HasConfig(tree, choice); });
  return has_config;
}

}  // namespace grpcfg
