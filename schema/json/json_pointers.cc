#include "schema/json/json_pointers.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace grpcfg {
namespace {

constexpr size_t kMaxDepth = 1000;
constexpr size_t kShort = 64;  // children that are rather walked past than remembered

// RFC 6901, section 3.
void AppendToken(absl::string_view key, std::string& pointer) {
  const bool is_plain = absl::c_none_of(key, [](char c) { return c == '~' || c == '/'; });
  pointer.push_back('/');
  if (is_plain) {
    pointer.append(key.data(), key.size());
  } else {
    pointer += absl::StrReplaceAll(key, {{"~", "~0"}, {"/", "~1"}});
  }
}

// The nodes before each value of `container`.
NodeId KeysBefore(const JsonTree& tree, NodeId container) {
  return tree.kind(container) == JsonKind::kObject ? 1 : 0;
}

}  // namespace

std::string JsonPointers::Of(NodeId id) {
  if (id == JsonTree::kRoot) return "";  // which an empty tree does not have
  const NodeId end = tree_.kind(id) == JsonKind::kKey ? id + 1 : id;
  while (!way_.empty() && !tree_.IsIn(end, way_.back().value)) way_.pop_back();
  NodeId at = way_.empty() ? JsonTree::kRoot : way_.back().value;
  pointer_.resize(way_.empty() ? 0 : way_.back().size);
  while (at != end && way_.size() < kMaxDepth) {
    const auto [value, index] = FindAbove(at, end);
    if (tree_.kind(at) == JsonKind::kObject) {
      AppendToken(tree_.Text(value - 1), pointer_);
    } else {
      absl::StrAppend(&pointer_, "/", index);
    }
    way_.push_back({value, pointer_.size()});
    at = value;
  }
  return pointer_;
}

NodeId JsonPointers::ContainerOf(NodeId id) {
  NodeId container = kNoNode;
  for (NodeId at = JsonTree::kRoot; at < id; at = FindAbove(at, id).value) container = at;
  return container;
}

JsonPointers::Child JsonPointers::FindAbove(NodeId container, NodeId id) {
  const NodeId key = KeysBefore(tree_, container);
  Child child = {container + 1 + key, 0};
  const auto walk = [&] {
    for (size_t i = 0; i < kShort; ++i, ++child.index) {
      ++steps_;
      const NodeId next = tree_.node(child.value).next;
      if (next > id) return true;
      child.value = next + key;
    }
    return false;
  };
  if (walk()) return child;
  const std::vector<NodeId>& marks = MarksOf(container);
  const auto mark = std::upper_bound(marks.begin(), marks.end(), id + key) - 1;
  child = {*mark, kShort * static_cast<size_t>(mark - marks.begin())};
  walk();
  return child;
}

const std::vector<NodeId>& JsonPointers::MarksOf(NodeId container) {
  std::vector<NodeId>& marks = marks_[container];
  if (!marks.empty()) return marks;
  const NodeId key = KeysBefore(tree_, container);
  const NodeId end = tree_.node(container).next;
  size_t index = 0;
  for (NodeId value = container + 1 + key; value < end; value = tree_.node(value).next + key) {
    ++steps_;
    if (index++ % kShort == 0) marks.push_back(value);
  }
  return marks;
}

}  // namespace grpcfg
