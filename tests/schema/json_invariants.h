// What must hold for the tree of any text, for the property tests and the fuzz target.
#ifndef GRPCFG_TESTS_SCHEMA_JSON_INVARIANTS_H_
#define GRPCFG_TESTS_SCHEMA_JSON_INVARIANTS_H_

#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// The first invariant that `id` breaks as a child of `parent`, which it is to end in; empty if
// none.
inline std::string FindBrokenNode(const JsonTree& tree, NodeId parent, NodeId id) {
  const JsonNode& node = tree.node(id);
  const JsonNode& around = tree.node(parent);
  const auto broken = [&](absl::string_view what) { return absl::StrCat("node ", id, ": ", what); };
  if (node.begin > node.end) return broken("ends before it begins");
  if (node.begin < around.begin || node.end > around.end) return broken("is outside its container");
  if (node.begin < tree.node(id - 1).begin) return broken("begins before the node before it");
  if (node.next > around.next) return broken("`next` leaves its container");
  const bool is_key = node.kind == JsonKind::kKey;
  if (!IsContainer(node.kind) && node.next != id + 1)
    return broken("`next` of a token skips a node");
  if (IsContainer(node.kind) && node.next <= id) return broken("`next` goes back");
  const bool key_before = tree.kind(id - 1) == JsonKind::kKey;
  if (key_before && tree.node(id - 1).end > node.begin) return broken("overlaps its key");
  if (around.kind == JsonKind::kArray && is_key) return broken("is a key in an array");
  if (around.kind == JsonKind::kObject && is_key == key_before)
    return broken("keys and values mix");
  if (is_key && node.next >= around.next) return broken("is a key without a value");
  if (key_before && tree.KeyOf(id) != id - 1) return broken("does not find its key");
  return "";
}

// The children of one container fill it without a gap and without an overlap.
inline std::string FindBrokenChild(const JsonTree& tree, NodeId container) {
  const NodeId end = tree.node(container).next;
  uint32_t last_end = tree.node(container).begin;
  for (NodeId child = container + 1; child < end; child = tree.node(child).next) {
    std::string broken = FindBrokenNode(tree, container, child);
    if (!broken.empty()) return broken;
    if (tree.node(child).begin < last_end) return absl::StrCat("node ", child, " overlaps");
    last_end = tree.node(child).end;
  }
  return "";
}

inline std::string FindBrokenIssue(const JsonTree& tree) {
  const size_t size = tree.text().size();
  for (size_t i = 0; i < tree.issues().size(); ++i) {
    const Issue& issue = tree.issues()[i];
    const bool inside = issue.span.begin <= issue.span.end && issue.span.end <= size &&
                        issue.related.begin <= issue.related.end && issue.related.end <= size;
    if (!inside) return absl::StrCat("issue ", i, " is outside the text");
    if (issue.node >= tree.size()) return absl::StrCat("issue ", i, " is on no node");
    if (issue.kind > IssueKind::kJsonDuplicateKey) return absl::StrCat("issue ", i, " is foreign");
  }
  return "";
}

// The first invariant that `tree` breaks; empty if none.
inline std::string FindBrokenInvariant(const JsonTree& tree) {
  if (tree.size() == 0) return "no root";
  const JsonNode& root = tree.node(JsonTree::kRoot);
  if (root.next != tree.size()) return "the root's `next` is not the end";
  if (root.begin > root.end || root.end > tree.text().size()) return "the root is outside the text";
  if (root.kind == JsonKind::kKey) return "the root is a key";
  for (NodeId id = 0; id < tree.size(); ++id) {
    const absl::string_view text = tree.Text(id);
    if (text.size() > tree.text().size()) return absl::StrCat("node ", id, " has too much text");
    if (!IsContainer(tree.kind(id))) continue;
    std::string broken = FindBrokenChild(tree, id);
    if (!broken.empty()) return broken;
  }
  return FindBrokenIssue(tree);
}

inline bool OnlyDuplicates(const JsonTree& tree) {
  return absl::c_all_of(
      tree.issues(), [](const Issue& issue) { return issue.kind == IssueKind::kJsonDuplicateKey; });
}

// The first difference between two trees of one text, issues included; empty if there is none.
inline std::string FindDifference(const JsonTree& left, const JsonTree& right) {
  if (left.size() != right.size())
    return absl::StrCat(left.size(), " and ", right.size(), " nodes");
  for (NodeId id = 0; id < left.size(); ++id) {
    const JsonNode& a = left.node(id);
    const JsonNode& b = right.node(id);
    const bool same = a.begin == b.begin && a.end == b.end && a.next == b.next &&
                      a.kind == b.kind && a.escaped == b.escaped && a.deviant == b.deviant &&
                      left.Text(id) == right.Text(id);
    if (!same) return absl::StrCat("node ", id, " at ", a.begin, " and ", b.begin);
  }
  const auto same_issue = [](const Issue& a, const Issue& b) {
    return a.kind == b.kind && a.node == b.node && a.span == b.span && a.related == b.related;
  };
  return absl::c_equal(left.issues(), right.issues(), same_issue) ? "" : "issues";
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SCHEMA_JSON_INVARIANTS_H_
