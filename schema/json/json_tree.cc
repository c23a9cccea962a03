#include "schema/json/json_tree.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "absl/container/inlined_vector.h"
#include "schema/json/json_tree_builder.h"
#include "schema/json/key_set.h"

namespace grpcfg {
namespace {

// Of a text that is a plain scalar and no more.
std::optional<JsonKind> KindOfScalar(absl::string_view text) {
  const JsonTree tree = ParseJson(text);
  const bool is_scalar = tree.is_plain() && tree.size() == 1 &&
                         !IsContainer(tree.kind(JsonTree::kRoot)) &&
                         tree.span(JsonTree::kRoot).size() == text.size();
  return is_scalar ? std::optional(tree.kind(JsonTree::kRoot)) : std::nullopt;
}

// How many of `scalars`, which are in order, end up to `offset`.
size_t CountUpTo(uint32_t offset, absl::Span<const Replaced> scalars) {
  const auto* const behind = absl::c_upper_bound(
      scalars, offset, [](uint32_t at, const Replaced& scalar) { return at < scalar.before.end; });
  return static_cast<size_t>(behind - scalars.begin());
}

// How much longer the text gets by the first `count` of them, modulo 2^32.
uint32_t GrowthUpTo(size_t count, absl::Span<const Replaced> scalars) {
  return scalars[count - 1].now.end - scalars[count - 1].before.end;
}

}  // namespace

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

bool JsonTree::IsKeyByText(NodeId key, const KeyName& name) const { return Text(key) == name.text; }

NodeId JsonTree::NodeAt(Span span) const {
  auto at =
      std::lower_bound(nodes_.begin(), nodes_.end(), span.begin,
                       [](const JsonNode& node, uint32_t begin) { return node.begin < begin; });
  for (; at != nodes_.end() && at->begin == span.begin; ++at) {
    // A key that is missing is as empty as a value that is.
    if (at->end == span.end && (at->kind != JsonKind::kKey || !span.empty())) {
      return static_cast<NodeId>(at - nodes_.begin());
    }
  }
  return kNoNode;
}

JsonTree JsonTree::Subtree(NodeId id) const {
  ABSL_HARDENING_ASSERT(issues_.empty() && nodes_[id].kind != JsonKind::kKey);
  const NodeId end = nodes_[id].next;
  const uint32_t offset = nodes_[id].begin;
  JsonTree subtree(Slice(text_, span(id)));
  subtree.is_plain_ = is_plain_;
  subtree.nodes_.assign(nodes_.begin() + id, nodes_.begin() + end);
  for (JsonNode& node : subtree.nodes_) {
    node.begin -= offset;
    node.end -= offset;
    node.next -= id;
  }
  uint32_t first = 0;
  uint32_t last = 0;
  for (const DecodedEnd& decoded : decoded_) {
    if (decoded.node < id) first = last = decoded.end;
    if (decoded.node < id || decoded.node >= end) continue;
    last = decoded.end;
    subtree.decoded_.push_back({decoded.node - id, last - first});
  }
  subtree.decoded_bytes_.assign(decoded_bytes_.begin() + first, decoded_bytes_.begin() + last);
  return subtree;
}

std::optional<JsonTree> JsonTree::With(absl::Span<const Replaced> scalars,
                                       absl::string_view text) const {
  if (!is_plain_) return std::nullopt;
  absl::InlinedVector<std::pair<NodeId, JsonKind>, 8> changed;
  for (const Replaced& each : scalars) {
    const NodeId id = NodeAt(each.before);
    const bool was_scalar = id != kNoNode && kind(id) != JsonKind::kKey && !IsContainer(kind(id));
    const std::optional<JsonKind> now =
        was_scalar ? KindOfScalar(Slice(text, each.now)) : std::nullopt;
    if (!now) return std::nullopt;
    changed.emplace_back(id, *now);
  }
  JsonTree tree(text, begin_);
  tree.is_plain_ = true;
  tree.nodes_ = nodes_;
  for (const auto& [id, kind] : changed) tree.nodes_[id].kind = kind;
  tree.Shift(scalars);
  return tree;
}

void JsonTree::Shift(absl::Span<const Replaced> scalars) {
  size_t passed = 0;    // those that end before the node ...
  uint32_t growth = 0;  // ... and how much longer they are
  const auto ends_up_to = [&](uint32_t offset) {
    return passed < scalars.size() && scalars[passed].before.end <= offset;
  };
  for (JsonNode& node : nodes_) {
    const Span span = {node.begin, node.end};
    for (; ends_up_to(span.begin); ++passed) growth = GrowthUpTo(passed + 1, scalars);
    node.begin = span.begin + growth;
    node.end = span.end +
               (ends_up_to(span.end) ? GrowthUpTo(CountUpTo(span.end, scalars), scalars) : growth);
  }
}

void JsonTreeBuilder::MakeRoom(size_t nodes) {
  tree_.nodes_.resize(nodes);
  nodes_ = tree_.nodes_.data();
  room_ = static_cast<NodeId>(nodes);
}

// How many nodes a text may have: each but the first of a right one stands behind a bracket, a
// comma or a colon. To grow later would take twice the memory for a while. A short one is taken for
// a config, which has a token every 5 (minified) to 23 bytes (as published).
size_t JsonTreeBuilder::RoomFor(absl::string_view text) {
  constexpr size_t kShort = size_t{64} << 10;
  if (text.size() <= kShort) return text.size() / 5 + 8;
  size_t count = 8;
  while (!text.empty()) {
    uint8_t of_block = 0;  // a byte, so that compilers count 16 at a time
    for (const char c : text.substr(0, UINT8_MAX)) {
      of_block += static_cast<uint8_t>(c == ',') | static_cast<uint8_t>(c == ':') |
                  static_cast<uint8_t>((c | 0x20) == '{');  // or `[`
    }
    count += of_block;
    text.remove_prefix(std::min<size_t>(text.size(), UINT8_MAX));
  }
  return count;
}

// False: there are none for certain.
bool JsonTreeBuilder::MayHaveDuplicateKeys(NodeId object) const {
  const JsonNode* const nodes = tree_.nodes_.data();
  const NodeId end = nodes[object].next;
  uint64_t seen = 0;
  for (NodeId key = object + 1; key < end; key = nodes[key + 1].next) {
    const JsonNode& node = nodes[key];
    const uint32_t size = node.end - node.begin;
    if (node.escaped || size < 3) return true;
    const uint64_t bit = KeyBit(tree_.text_.data() + node.begin, size);
    if ((seen & bit) != 0) return true;
    seen |= bit;
  }
  return false;
}

void JsonTreeBuilder::FindDuplicateKeys(NodeId object) {
  if (!MayHaveDuplicateKeys(object)) return;
  KeySet first(tree_);
  const NodeId end = tree_.nodes_[object].next;
  for (NodeId key = object + 1; key < end; key = tree_.nodes_[key + 1].next) {
    const NodeId found = first.Insert(key);
    if (found != key) AddDuplicateKey(found, key);
  }
}

void JsonTreeBuilder::AddDuplicateKey(NodeId first, NodeId second) {
  if (tree_.span(first).empty() || tree_.span(second).empty()) return;  // keys that are missing
  Keep({.kind = IssueKind::kJsonDuplicateKey,
        .node = second,
        .span = tree_.span(second),
        .related = tree_.span(first)});
}

}  // namespace grpcfg
