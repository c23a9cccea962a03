#include "schema/json_tree.h"

#include <algorithm>
#include <array>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "schema/json_tree_builder.h"

namespace grpcfg {
namespace {

// Up to here every key is compared with every other, which needs no memory.
constexpr size_t kFewKeys = 12;

constexpr size_t kMaxPointerDepth = 1000;

// RFC 6901, section 3.
void AppendPointerToken(absl::string_view key, std::string& pointer) {
  pointer.push_back('/');
  for (const char c : key) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer.push_back(c);
    }
  }
}

}  // namespace

uint32_t JsonTree::CountElements(NodeId array) const {
  uint32_t count = 0;
  ForEachElement(array, [&](NodeId) { ++count; });
  return count;
}

std::string JsonTree::Pointer(NodeId id) const {
  std::string pointer;
  NodeId at = kRoot;
  for (size_t depth = 0; at != id && depth < kMaxPointerDepth; ++depth) {
    const NodeId end = nodes_[at].next;
    NodeId child = at + 1;
    uint32_t index = 0;
    const bool is_object = nodes_[at].kind == JsonKind::kObject;
    for (; child < end; child = nodes_[child].next, ++index) {
      if (is_object) ++child;  // from the key to its value
      if (id < nodes_[child].next) break;
    }
    if (child >= end) break;
    if (is_object) {
      AppendPointerToken(Text(child - 1), pointer);
      if (id == child - 1) break;
    } else {
      absl::StrAppend(&pointer, "/", index);
    }
    at = child;
  }
  return pointer;
}

NodeId JsonTree::NodeAt(Span span) const {
  auto at = std::lower_bound(
      nodes_.begin(), nodes_.end(), span.begin,
      [](const JsonNode& node, uint32_t begin) { return node.begin < begin; });
  for (; at != nodes_.end() && at->begin == span.begin; ++at) {
    if (at->end == span.end && at->kind != JsonKind::kKey) {
      return static_cast<NodeId>(at - nodes_.begin());
    }
  }
  return kNoNode;
}

void JsonTreeBuilder::Close(uint32_t end) {
  const NodeId id = open_.back();
  JsonNode& node = tree_.nodes_[id];
  node.end = end;
  node.next = static_cast<NodeId>(tree_.nodes_.size());
  if (node.kind == JsonKind::kObject) FindDuplicateKeys(id);
  open_.pop_back();
}

void JsonTreeBuilder::FindDuplicateKeys(NodeId object) {
  std::array<NodeId, kFewKeys> keys;
  size_t count = 0;
  const NodeId end = tree_.nodes_[object].next;
  for (NodeId key = object + 1; key < end; key = tree_.nodes_[key + 1].next) {
    if (count == kFewKeys) return FindDuplicateKeysOfMany(object);
    keys[count++] = key;
  }
  if (count < 2) return;
  std::array<absl::string_view, kFewKeys> texts;
  for (size_t i = 0; i < count; ++i) {
    texts[i] = tree_.Text(keys[i]);
    for (size_t j = 0; j < i; ++j) {
      if (texts[i].size() == texts[j].size() && texts[i] == texts[j]) {
        AddDuplicateKey(keys[j], keys[i]);
        break;
      }
    }
  }
}

void JsonTreeBuilder::FindDuplicateKeysOfMany(NodeId object) {
  absl::flat_hash_map<absl::string_view, NodeId> first;
  const NodeId end = tree_.nodes_[object].next;
  for (NodeId key = object + 1; key < end; key = tree_.nodes_[key + 1].next) {
    const auto [found, inserted] = first.emplace(tree_.Text(key), key);
    if (!inserted) AddDuplicateKey(found->second, key);
  }
}

void JsonTreeBuilder::AddDuplicateKey(NodeId first, NodeId second) {
  if (tree_.nodes_[second].deviant && tree_.Text(second).empty()) return;  // a key that is missing
  tree_.issues_.push_back({.kind = IssueKind::kJsonDuplicateKey,
                           .node = second,
                           .span = tree_.span(second),
                           .related = tree_.span(first)});
}

}  // namespace grpcfg
