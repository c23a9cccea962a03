// How the two parsers write a JsonTree. Nobody else includes this.
// Promise: whatever the order of calls, spans nest and every key is followed by a value.
#ifndef GRPCFG_SCHEMA_JSON_JSON_TREE_BUILDER_H_
#define GRPCFG_SCHEMA_JSON_JSON_TREE_BUILDER_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

class JsonTreeBuilder {
 public:
  JsonTreeBuilder(absl::string_view text, size_t begin) : tree_(text, begin) {
    MakeRoom(RoomFor(text));
  }
  JsonTreeBuilder(const JsonTreeBuilder&) = delete;
  JsonTreeBuilder& operator=(const JsonTreeBuilder&) = delete;

  // The innermost container that is open; kNoNode outside all.
  [[nodiscard]] NodeId innermost() const { return innermost_; }
  // There must be one.
  [[nodiscard]] JsonKind innermost_kind() const { return tree_.kind(innermost_); }
  // The container around that one; there must be two.
  [[nodiscard]] NodeId around_innermost() const { return tree_.nodes_[innermost_].next; }
  [[nodiscard]] size_t depth() const { return depth_; }
  [[nodiscard]] const JsonNode& node(NodeId id) const { return tree_.nodes_[id]; }
  [[nodiscard]] size_t size() const { return count_; }
  [[nodiscard]] absl::string_view text() const { return tree_.text_; }

  // A string, number, literal, key or a value that is missing or invalid.
  NodeId AddToken(JsonKind kind, uint32_t begin, uint32_t end) {
    // Nothing but what is missing can begin behind the last byte of the longest text.
    return AddInside(kind, std::min(begin, uint32_t{kMaxJsonBytes - 1}), end);
  }

  // The same of one that begins in the text. Inline: a call for each token is a twentieth of a
  // parse.
  ABSL_ATTRIBUTE_ALWAYS_INLINE NodeId AddInside(JsonKind kind, uint32_t begin, uint32_t end) {
    const NodeId id = count_++;
    if (id == room_) MakeRoom(size_t{room_} * 2);
    JsonNode& node = nodes_[id];
    node.begin = begin;
    node.kind = kind;
    node.end = end;
    node.escaped = false;
    node.deviant = false;
    node.next = id + 1;
    return id;
  }

  // A key where a member has none; its text is empty.
  NodeId AddMissingKey(uint32_t at) {
    const NodeId id = AddToken(JsonKind::kKey, at, at);
    SetDecoded(id, "");
    MarkDeviant(id);
    return id;
  }

  ABSL_ATTRIBUTE_ALWAYS_INLINE void Open(JsonKind kind, uint32_t begin) {
    const NodeId id = AddInside(kind, begin, begin + 1);
    nodes_[id].next = innermost_;
    innermost_ = id;
    ++depth_;
  }

  // One of 64 bits, by the length and the ends of a key with its quotes: if no two keys of an
  // object share theirs, no two are equal. The factors keep apart the keys of all objects that
  // service configs have.
  static uint64_t KeyBit(const char* quoted, uint32_t size) {
    const uint32_t mix = size + 15U * static_cast<unsigned char>(quoted[1]) +
                         5U * static_cast<unsigned char>(quoted[size - 2]);
    return uint64_t{1} << (mix % 64);
  }

  // Closes the innermost container at `end` and finds its duplicate keys, if it may have any.
  void Close(uint32_t end, bool may_have_duplicates) {
    const NodeId id = innermost_;
    JsonNode& node = nodes_[id];
    innermost_ = node.next;
    --depth_;
    node.end = end;
    node.next = count_;
    if (may_have_duplicates && node.kind == JsonKind::kObject) FindDuplicateKeys(id);
  }

  // Of the token that was added last.
  void SetDecoded(NodeId id, absl::string_view text) {
    ABSL_HARDENING_ASSERT(tree_.decoded_.empty() || tree_.decoded_.back().node < id);
    tree_.nodes_[id].escaped = true;
    std::vector<char>& bytes = tree_.decoded_bytes_;
    bytes.insert(bytes.end(), text.begin(), text.end());
    tree_.decoded_.push_back({id, static_cast<uint32_t>(bytes.size())});
  }

  void MarkDeviant(NodeId id) { tree_.nodes_[id].deviant = true; }

  // An issue in the innermost open container.
  void AddIssue(IssueKind kind, Span span, Span related = {}) {
    const NodeId node = depth_ == 0 ? JsonTree::kRoot : innermost_;
    Keep({.kind = kind, .node = node, .span = span, .related = related});
  }

  [[nodiscard]] const std::vector<Issue>& issues() const { return tree_.issues_; }

  void SetPlain(bool is_plain) { tree_.is_plain_ = is_plain; }

  JsonTree Take() && {
    tree_.nodes_.resize(count_);
    return std::move(tree_);
  }

 private:
  void Keep(const Issue& issue) {
    if (tree_.issue_counts_.Take(issue.kind)) tree_.issues_.push_back(issue);
  }
  static size_t RoomFor(absl::string_view text);
  // For so many nodes, which is more than there are.
  void MakeRoom(size_t nodes);
  void FindDuplicateKeys(NodeId object);
  [[nodiscard]] bool MayHaveDuplicateKeys(NodeId object) const;
  void AddDuplicateKey(NodeId first, NodeId second);

  JsonTree tree_;
  // The tree's nodes, with room for more behind them: its vector would look for room by a call.
  JsonNode* nodes_ = nullptr;
  NodeId room_ = 0;
  NodeId count_ = 0;            // of nodes; their vector divides by 12 to know it
  NodeId innermost_ = kNoNode;  // an open container's `next` is the open container around it
  size_t depth_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_TREE_BUILDER_H_
