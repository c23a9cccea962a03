#include "schema/structured/structured.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "schema/json/json_tree.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

// The bytes of an escape of JSON at a backslash; a pair of surrogates is one.
size_t EscapeSize(absl::string_view text, size_t at) {
  if (text.substr(at + 1, 1) != "u") return 2;
  const int unit = HexUnit(text.substr(at + 2));
  const bool is_pair = unit >= 0xD800 && unit < 0xDC00 && text.substr(at + 6, 2) == "\\u";
  return is_pair ? 12 : 6;
}

// Where each octet of a decoded string stands, which begins at `begin`, after its quote.
OctetMap MapJsonString(absl::string_view text, Span inner, absl::string_view decoded) {
  OctetMap map;
  uint32_t octet = 0;
  for (size_t at = inner.begin; at < inner.end;) {
    const auto byte = static_cast<uint32_t>(at);
    if (text[at] != '\\') {
      map.AddPlain(octet++, byte);
      ++at;
      continue;
    }
    const size_t size = std::min<size_t>(EscapeSize(text, at), inner.end - at);
    const size_t octets = octet < decoded.size() ? CodePointLength(decoded, octet) : 1;
    map.Add({octet, byte, 0, static_cast<uint32_t>(size)});
    octet += static_cast<uint32_t>(octets);
    at += size;
  }
  map.AddPlain(octet, inner.end);
  return map;
}

class JsonConverter {
 public:
  explicit JsonConverter(const JsonTree& tree) : tree_(tree) {}

  // NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
  [[nodiscard]] Structured Convert(NodeId id, size_t level) {
    Structured node;
    node.span = tree_.span(id);
    if (++nodes_ > kMostStructuredNodes || level > kMostStructuredLevels) {
      is_too_large_ = true;
      return node;
    }
    switch (tree_.kind(id)) {
      case JsonKind::kObject:
        node.kind = Structured::Kind::kMap;
        for (const JsonMember& member : MembersOf(id)) {
          node.members.emplace_back(Scalar(member.key), Convert(member.value, level + 1));
        }
        return node;
      case JsonKind::kArray:
        node.kind = Structured::Kind::kList;
        for (const NodeId element : ElementsOf(id)) {
          node.elements.push_back(Convert(element, level + 1));
        }
        return node;
      case JsonKind::kNull:
        return node;
      default:
        return Scalar(id);
    }
  }

  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

 private:
  [[nodiscard]] std::vector<JsonMember> MembersOf(NodeId id) const {
    std::vector<JsonMember> members;
    tree_.ForEachMember(id, [&](const JsonMember& member) { members.push_back(member); });
    return members;
  }

  [[nodiscard]] std::vector<NodeId> ElementsOf(NodeId id) const {
    std::vector<NodeId> elements;
    tree_.ForEachElement(id, [&](NodeId element) { elements.push_back(element); });
    return elements;
  }

  [[nodiscard]] Structured Scalar(NodeId id) const {
    Structured node = {.kind = Structured::Kind::kScalar, .text = std::string(tree_.Text(id))};
    node.span = tree_.span(id);
    const bool is_quoted = absl::StartsWith(Slice(tree_.text(), node.span), "\"");
    const uint32_t quote = is_quoted ? 1 : 0;
    node.map =
        MapJsonString(tree_.text(), {node.span.begin + quote, node.span.end - quote}, node.text);
    return node;
  }

  const JsonTree& tree_;
  size_t nodes_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

const Structured& Structured::operator[](absl::string_view key) const {
  static const Structured kNone;
  const auto last = std::find_if(members.rbegin(), members.rend(),
                                 [&](const auto& member) { return member.first.text == key; });
  return last == members.rend() ? kNone : last->second;
}

StructuredText ReadStructuredJson(absl::string_view text) {
  const JsonTree tree = ParseJson(text);
  if (!tree.issues().empty()) {
    return {{}, "it is not JSON", tree.issues().front().span};
  }
  JsonConverter converter(tree);
  StructuredText read;
  read.documents.push_back(converter.Convert(JsonTree::kRoot, 0));
  if (converter.is_too_large()) read = {{}, "it has too many values, or too many levels", {}};
  return read;
}

}  // namespace grpcfg
