// A JSON text as a tree with the byte span of every token: one contiguous vector in source order,
// duplicate keys kept, text as views of the source.
// Promise: ParseJson always returns a tree. Whatever is wrong with the text is an Issue on a node,
// and what can be read of the rest is in the tree.
#ifndef GRPCFG_SCHEMA_JSON_JSON_TREE_H_
#define GRPCFG_SCHEMA_JSON_JSON_TREE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/issue.h"
#include "schema/json/position.h"

namespace grpcfg {

// Nodes have 28 bits for where they begin, and no service config is larger: callers refuse larger
// texts.
inline constexpr size_t kMaxJsonBytes = size_t{256} << 20;

enum class JsonKind : uint8_t {
  kNull,
  kFalse,
  kTrue,
  kNumber,
  kString,
  kArray,
  kObject,
  kKey,      // of a member; the node after it is the member's value
  kMissing,  // nothing stands where a value must: `{"a":}`, or an empty text
  kInvalid,  // something that is not a JSON value: `None`
};

// A text fault stands where a value should.
constexpr bool IsNothing(JsonKind kind) {
  return kind == JsonKind::kMissing || kind == JsonKind::kInvalid;
}

constexpr bool IsContainer(JsonKind kind) {
  return kind == JsonKind::kArray || kind == JsonKind::kObject;
}

// A key is followed by its value, a container by its members or elements.
struct JsonNode {
  uint32_t begin : 28 = 0;
  JsonKind kind : 4 = JsonKind::kNull;
  uint32_t end : 30 = 0;
  bool escaped : 1 = false;  // the text is not what stands between two quotes: Text has it apart
  bool deviant : 1 = false;  // a JSON issue is on this very token: its value is not to be judged
  NodeId next = 0;           // the node after this one and everything in it
};
static_assert(sizeof(JsonNode) == 12, "64 MiB configs have millions of nodes");

struct JsonMember {
  NodeId key;
  NodeId value;
};

class JsonTree {
 public:
  explicit JsonTree(absl::string_view text, size_t begin = 0) : text_(text), begin_(begin) {}

  static constexpr NodeId kRoot = 0;

  [[nodiscard]] absl::string_view text() const { return text_; }
  [[nodiscard]] size_t begin() const { return begin_; }  // of the JSON in the text
  // True if every parser of JSON gives a value for this text: no issue, no escape, no depth, no
  // number beyond plain decimals. False means nothing.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  [[nodiscard]] size_t size() const { return nodes_.size(); }
  // `id`: of this tree.
  [[nodiscard]] const JsonNode& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] JsonKind kind(NodeId id) const { return node(id).kind; }
  [[nodiscard]] Span span(NodeId id) const { return {node(id).begin, node(id).end}; }

  // Deviations from RFC 8259 in the order in which they were met, kMaxIssuesPerKind of a kind.
  [[nodiscard]] const std::vector<Issue>& issues() const { return issues_; }
  [[nodiscard]] const IssueCounts& issue_counts() const { return issue_counts_; }

  // A string's or key's decoded text, a number's spelling, any other token's bytes.
  [[nodiscard]] absl::string_view Text(NodeId id) const {
    const JsonNode& node = this->node(id);
    if (node.escaped) return DecodedText(id);
    const uint32_t quote = node.kind == JsonKind::kString || node.kind == JsonKind::kKey ? 1 : 0;
    return {text_.data() + node.begin + quote, node.end - node.begin - 2 * quote};
  }

  // The elements of an array, in order.
  template <typename Function>
  void ForEachElement(NodeId array, const Function& function) const {
    const NodeId end = node(array).next;
    for (NodeId element = array + 1; element < end; element = node(element).next) {
      function(element);
    }
  }

  // The members of an object, in order, duplicates included: function(JsonMember).
  template <typename Function>
  void ForEachMember(NodeId object, const Function& function) const {
    const NodeId end = node(object).next;
    for (NodeId key = object + 1; key < end; key = node(key + 1).next) {
      function(JsonMember{key, key + 1});
    }
  }

  [[nodiscard]] uint32_t CountElements(NodeId array) const;

  // The value or key whose span this is; kNoNode if there is none. For what scans the text without
  // the tree.
  [[nodiscard]] NodeId NodeAt(Span span) const;

  // The last node that begins before `offset`; kNoNode if there is none.
  [[nodiscard]] NodeId LastBefore(uint32_t offset) const;

  // True for `container` and what is in it.
  [[nodiscard]] bool IsIn(NodeId id, NodeId container) const {
    return container <= id && id < node(container).next;
  }

  // The key of the member whose value `id` is; kNoNode for an element and for the root.
  [[nodiscard]] NodeId KeyOf(NodeId id) const {
    return id > 0 && node(id - 1).kind == JsonKind::kKey ? id - 1 : kNoNode;
  }

 private:
  friend class JsonTreeBuilder;

  struct DecodedEnd {
    NodeId node;
    uint32_t end;
  };

  [[nodiscard]] absl::string_view DecodedText(NodeId id) const;

  absl::string_view text_;
  size_t begin_ = 0;
  bool is_plain_ = false;
  std::vector<JsonNode> nodes_;
  std::vector<Issue> issues_;
  IssueCounts issue_counts_;
  // The texts of `escaped` nodes one after the other, and in their order where each ends.
  std::vector<DecodedEnd> decoded_;
  std::vector<char> decoded_bytes_;
};

// The value of the last member of that very name; kNoNode if there is none, or no object.
NodeId MemberOf(const JsonTree& tree, NodeId object, absl::string_view name);

// Parses `text` from byte `begin` on; spans count from its start. It must outlive the tree and be
// at most kMaxJsonBytes long. Never fails; any depth; memory linear in the text. A text without
// escapes and faults is read by RapidJSON, any other by ParseJsonTolerantly.
JsonTree ParseJson(absl::string_view text, size_t begin = 0);

// The same by the parser that goes on after every fault. Where both can read a text, they give the
// same tree.
JsonTree ParseJsonTolerantly(absl::string_view text, size_t begin = 0);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_TREE_H_
