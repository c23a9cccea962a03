// Texts with the mistakes that people make, planted in good ones. The same seed gives the same
// text.
#ifndef GRPCFG_TESTS_RULES_MUTANT_H_
#define GRPCFG_TESTS_RULES_MUTANT_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "schema/fields/document.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

class Mutation {
 public:
  // std::mt19937 and the remainder are the same on every platform; distributions are not.
  explicit Mutation(uint32_t seed) : random_(seed) {}

  size_t Below(size_t bound) { return random_() % bound; }

  // `text` with one to three mistakes.
  std::string Of(std::string text) {
    for (size_t mistakes = 1 + Below(3); mistakes > 0; --mistakes) text = Mistaken(text);
    return text;
  }

 private:
  static constexpr const char* kValues[] = {"\"100ms\"",
                                            "\"5000ms\"",
                                            "\"1m\"",
                                            "\"5\"",
                                            "\"5s\"",
                                            "\" 5s\"",
                                            "\"2.5s\"",
                                            "\".5s\"",
                                            "5",
                                            "0.5",
                                            "-1",
                                            "0",
                                            "1e1",
                                            "+1",
                                            "01",
                                            ".5",
                                            "1.0",
                                            "true",
                                            "True",
                                            "\"true\"",
                                            "null",
                                            "None",
                                            "14",
                                            "\"14\"",
                                            "[]",
                                            "{}",
                                            "[{}]",
                                            "\"\"",
                                            "[14]",
                                            "'a'",
                                            "\"100 %\"",
                                            "\"OK\"",
                                            "100%",
                                            "\"Unavailable\"",
                                            "\"ROUND_ROBIN\""};

  std::string Mistaken(const std::string& text) {
    const Document document = ParseDocumentByShape(text);
    const JsonTree& tree = document.tree;
    if (tree.size() < 2) return text;
    const auto node = static_cast<NodeId>(1 + Below(tree.size() - 1));
    const Span span = tree.span(node);
    const bool is_key = tree.kind(node) == JsonKind::kKey;
    switch (Below(10)) {
      case 0:
        return Replaced(text, span, is_key ? Respelled(Slice(text, span)) : Value());
      case 1:
        return Replaced(text, span, Respelled(Slice(text, span)));
      case 2:
        return Twice(tree, node);
      case 3:
        return Wrapped(text, span);
      case 4:
        return Unwrapped(tree, node);
      case 5:
        return Moved(tree, node);
      case 6:
        return WithoutByte(text);
      case 7:
        return Inserted(text, span);
      case 8:
        return OtherwiseWritten(text);
      default:
        return is_key ? Replaced(text, span, Respelled(Slice(text, span)))
                      : Replaced(text, span, Value());
    }
  }

  std::string Value() { return kValues[Below(std::size(kValues))]; }

  static std::string Replaced(absl::string_view text, Span span, absl::string_view by) {
    return absl::StrCat(text.substr(0, span.begin), by, text.substr(span.end));
  }

  static std::string InSnakeCase(absl::string_view token) {
    std::string snake;
    for (const char c : token) {
      const bool is_upper = absl::ascii_isupper(static_cast<unsigned char>(c));
      absl::StrAppend(&snake, is_upper ? "_" : "",
                      std::string(1, absl::ascii_tolower(static_cast<unsigned char>(c))));
    }
    return snake;
  }

  // A token in other letters, with one too few or too many, or in other quotes.
  std::string Respelled(absl::string_view token) {
    std::string other(token);
    if (other.size() < 3) return other + other;
    const size_t at = 1 + Below(other.size() - 2);
    switch (Below(9)) {
      case 0:
        return absl::AsciiStrToLower(token);
      case 1:
        return absl::AsciiStrToUpper(token);
      case 2:
        return InSnakeCase(token);
      case 3:
        return other.erase(at, 1);
      case 4:
        return other.insert(at, 1, other[at]);
      case 5:
        std::swap(other[at], other[at + (at + 2 < other.size() ? 1 : 0)]);
        return other;
      case 6:
        return absl::StrReplaceAll(token, {{"\"", "'"}});
      case 7:
        return absl::StrReplaceAll(token, {{"\"", ""}});
      default:
        other[1] = absl::ascii_toupper(static_cast<unsigned char>(other[1]));
        return other;
    }
  }

  // The member that a key or value is of; an element is one itself.
  static Span MemberOf(const JsonTree& tree, NodeId node) {
    if (tree.kind(node) == JsonKind::kKey) {
      return {tree.span(node).begin, tree.span(node + 1).end};
    }
    const NodeId key = tree.KeyOf(node);
    return {tree.span(key == kNoNode ? node : key).begin, tree.span(node).end};
  }

  // A member or element twice, now and then with another value.
  std::string Twice(const JsonTree& tree, NodeId node) {
    const Span member = MemberOf(tree, node);
    const std::string written(Slice(tree.text(), member));
    const NodeId value = tree.kind(node) == JsonKind::kKey ? node + 1 : node;
    const std::string other =
        Below(3) > 0
            ? written
            : absl::StrCat(Slice(tree.text(), {member.begin, tree.span(value).begin}), Value());
    return Replaced(tree.text(), {member.end, member.end}, absl::StrCat(", ", other));
  }

  std::string Wrapped(const std::string& text, Span span) {
    const char* const pairs[][2] = {{"[", "]"}, {"{", "}"}, {"\"", "\""}, {"{\"x\": ", "}"}};
    const auto& pair = pairs[Below(std::size(pairs))];
    return Replaced(text, span, absl::StrCat(pair[0], Slice(text, span), pair[1]));
  }

  // A container without its brackets.
  static std::string Unwrapped(const JsonTree& tree, NodeId node) {
    const Span span = tree.span(node);
    if (!IsContainer(tree.kind(node)) || span.size() < 2) return std::string(tree.text());
    return Replaced(tree.text(), span, Slice(tree.text(), {span.begin + 1, span.end - 1}));
  }

  // A member at the beginning of another object.
  std::string Moved(const JsonTree& tree, NodeId node) {
    const Span member = MemberOf(tree, node);
    std::vector<uint32_t> places;
    for (NodeId id = 0; id < tree.size(); ++id) {
      if (tree.kind(id) == JsonKind::kObject) places.push_back(tree.span(id).begin + 1);
    }
    if (places.empty()) return std::string(tree.text());
    const uint32_t to = places[Below(places.size())];
    const std::string written(Slice(tree.text(), member));
    if (to >= member.begin && to <= member.end) return std::string(tree.text());
    std::string text(tree.text());
    const auto erase = [&] { text.erase(member.begin, member.size()); };
    if (to > member.end) {
      text.insert(to, written + ", ");
      erase();
    } else {
      erase();
      text.insert(to, written + ", ");
    }
    return text;
  }

  std::string WithoutByte(std::string text) { return text.erase(Below(text.size()), 1); }

  std::string Inserted(std::string text, Span span) {
    const char* const texts[] = {",", "/* why */", "// why\n", "}", "]", "\n", "\r\n", "\t", " "};
    return text.insert(Below(2) == 0 ? span.begin : span.end, texts[Below(std::size(texts))]);
  }

  std::string OtherwiseWritten(const std::string& text) {
    switch (Below(5)) {
      case 0:
        return absl::StrReplaceAll(text, {{"\n", "\r\n"}});
      case 1:
        return absl::StrCat("\xEF\xBB\xBF", text);
      case 2:
        return std::string(absl::StripAsciiWhitespace(text));
      case 3:
        return absl::StrReplaceAll(text, {{"\"", "'"}});
      default:
        return absl::StrCat(text, text);
    }
  }

  std::mt19937 random_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_RULES_MUTANT_H_
