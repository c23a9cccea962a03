// How the two parsers write a JsonTree. Only they include this.
// Promise: whatever the order of calls, spans nest and every key is followed by a value.
#ifndef GRPCFG_SCHEMA_JSON_JSON_TREE_BUILDER_H_
#define GRPCFG_SCHEMA_JSON_JSON_TREE_BUILDER_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/base/macros.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

class JsonTreeBuilder {
 public:
  JsonTreeBuilder(absl::string_view text, size_t begin);
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
  [[nodiscard]] size_t size() const { return tree_.nodes_.size(); }
  [[nodiscard]] absl::string_view text() const { return tree_.text_; }

  // A string, number, literal, key or a value that is missing or invalid.
  NodeId AddToken(JsonKind kind, uint32_t begin, uint32_t end) {
    const auto id = static_cast<NodeId>(tree_.nodes_.size());
    JsonNode& node = tree_.nodes_.emplace_back();
    // Nothing but what is missing can begin after the last byte of the longest text.
    node.begin = std::min(begin, uint32_t{kMaxJsonBytes - 1});
    node.kind = kind;
    node.end = end;
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

  void Open(JsonKind kind, uint32_t begin) {
    const NodeId id = AddToken(kind, begin, begin + 1);
    tree_.nodes_[id].next = innermost_;
    innermost_ = id;
    ++depth_;
  }

  // Closes the innermost container at `end` and finds its duplicate keys.
  void Close(uint32_t end) {
    const NodeId id = innermost_;
    JsonNode& node = tree_.nodes_[id];
    innermost_ = node.next;
    --depth_;
    node.end = end;
    node.next = static_cast<NodeId>(tree_.nodes_.size());
    if (node.kind == JsonKind::kObject) FindDuplicateKeys(id);
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

  JsonTree Take() && { return std::move(tree_); }

 private:
  void Keep(const Issue& issue) {
    if (tree_.issue_counts_.Take(issue, issue.effect)) tree_.issues_.push_back(issue);
  }
  void FindDuplicateKeys(NodeId object);
  [[nodiscard]] bool HasFewDistinctKeys(NodeId object) const;
  void AddDuplicateKey(NodeId first, NodeId second);

  JsonTree tree_;
  NodeId innermost_ = kNoNode;  // an open container's `next` is the open container around it
  size_t depth_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_TREE_BUILDER_H_
