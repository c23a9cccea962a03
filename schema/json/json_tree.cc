#include "schema/json/json_tree.h"

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "schema/json/json_tree_builder.h"
#include "schema/json/key_set.h"

namespace grpcfg {
uint32_t JsonTree::CountElements(NodeId array) const {
  uint32_t count = 0;
  ForEachElement(array, [&](NodeId) { ++count; });
  return count;
}

absl::string_view JsonTree::DecodedText(NodeId id) const {
  const auto at = absl::c_lower_bound(
      decoded_, id, [](const DecodedEnd& decoded, NodeId node) { return decoded.node < node; });
  ABSL_HARDENING_ASSERT(at != decoded_.end() && at->node == id);
  const uint32_t begin = at == decoded_.begin() ? 0 : (at - 1)->end;
  return {decoded_bytes_.data() + begin, at->end - begin};
}

NodeId JsonTree::LastBefore(uint32_t offset) const {
  const auto after = absl::c_lower_bound(
      nodes_, offset, [](const JsonNode& node, uint32_t begin) { return node.begin < begin; });
  return after == nodes_.begin() ? kNoNode : static_cast<NodeId>(after - nodes_.begin()) - 1;
}

NodeId JsonTree::NodeAt(Span span) const {
  // kNoNode + 1 is the root.
  for (NodeId id = LastBefore(span.begin) + 1; id < size() && node(id).begin == span.begin; ++id) {
    // A key that is missing is as empty as a value that is.
    if (node(id).end == span.end && (kind(id) != JsonKind::kKey || !span.empty())) return id;
  }
  return kNoNode;
}

// Each node but the first of a right text stands after a bracket, a comma or a colon. Without room
// for all of them, those of a long text would take three times their memory while they grow. A
// short one is taken for a config, which has a token every 5 (minified) to 23 bytes (as published).
JsonTreeBuilder::JsonTreeBuilder(absl::string_view text, size_t begin) : tree_(text, begin) {
  constexpr size_t kShort = size_t{1} << 20;
  size_t nodes = text.size() / 5 + 8;
  if (text.size() > kShort) {
    nodes = 1 + static_cast<size_t>(absl::c_count_if(
                    text, [](char c) { return c == ',' || c == ':' || c == '{' || c == '['; }));
  }
  tree_.nodes_.reserve(nodes);
}

// Compares each key with those before it, as most objects have few: a set of them takes longer.
bool JsonTreeBuilder::HasFewDistinctKeys(NodeId object) const {
  constexpr size_t kFew = 12;
  const NodeId end = tree_.node(object).next;
  size_t count = 0;
  for (NodeId key = object + 1; key < end; key = tree_.node(key + 1).next, ++count) {
    if (count == kFew) return false;
    const absl::string_view text = tree_.Text(key);
    for (NodeId other = object + 1; other < key; other = tree_.node(other + 1).next) {
      if (tree_.Text(other) == text) return false;
    }
  }
  return true;
}

void JsonTreeBuilder::FindDuplicateKeys(NodeId object) {
  if (HasFewDistinctKeys(object)) return;
  KeySet first(tree_);
  tree_.ForEachMember(object, [&](JsonMember member) {
    const NodeId found = first.Insert(member.key);
    if (found != member.key) AddDuplicateKey(found, member.key);
  });
}

void JsonTreeBuilder::AddDuplicateKey(NodeId first, NodeId second) {
  if (tree_.span(first).empty() || tree_.span(second).empty()) return;  // keys that are missing
  Keep({.kind = IssueKind::kJsonDuplicateKey,
        .node = second,
        .span = tree_.span(second),
        .related = tree_.span(first)});
}

NodeId MemberOf(const JsonTree& tree, NodeId object, absl::string_view name) {
  NodeId found = kNoNode;
  if (object == kNoNode || tree.kind(object) != JsonKind::kObject) return found;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    if (tree.Text(member.key) == name) found = member.value;
  });
  return found;
}

}  // namespace grpcfg
