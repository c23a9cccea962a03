// Trees and issues as short text, for tables of expectations.
#ifndef GRPCFG_TESTS_SCHEMA_JSON_DUMP_H_
#define GRPCFG_TESTS_SCHEMA_JSON_DUMP_H_

#include <array>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// The names of the kJson... kinds, in order.
inline constexpr std::array<absl::string_view, 22> kJsonIssueNames = {"Empty",
                                                                      "Unexpected",
                                                                      "MissingBraces",
                                                                      "MissingComma",
                                                                      "MissingColon",
                                                                      "MissingValue",
                                                                      "TrailingComma",
                                                                      "Comment",
                                                                      "SingleQuotes",
                                                                      "UnquotedKey",
                                                                      "BareWord",
                                                                      "Number",
                                                                      "MismatchedBracket",
                                                                      "Unclosed",
                                                                      "ControlCharacter",
                                                                      "Escape",
                                                                      "LoneSurrogate",
                                                                      "Utf8",
                                                                      "Nul",
                                                                      "ByteOrderMark",
                                                                      "TextAfterValue",
                                                                      "DuplicateKey"};

// `TrailingComma 6-7`; with `(1-2)` after it for the related span.
inline std::string DumpIssues(const JsonTree& tree) {
  return absl::StrJoin(tree.issues(), ", ", [](std::string* out, const Issue& issue) {
    absl::StrAppend(out, kJsonIssueNames.at(static_cast<size_t>(issue.kind)), " ", issue.span.begin,
                    "-", issue.span.end);
    if (issue.related == Span{}) return;
    absl::StrAppend(out, " (", issue.related.begin, "-", issue.related.end, ")");
  });
}

// `{a:1,b:['x',?,~word~]}`: `?` is missing, `~` invalid; `!` follows what is marked as deviant.
inline std::string DumpNode(const JsonTree& tree, NodeId id) {
  const auto mark = [&](NodeId node) { return tree.node(node).deviant ? "!" : ""; };
  const auto text = [&](NodeId node) { return absl::CEscape(tree.Text(node)); };
  std::string dump;
  switch (tree.kind(id)) {
    case JsonKind::kObject:
      tree.ForEachMember(id, [&](JsonMember member) {
        absl::StrAppend(&dump, dump.empty() ? "" : ",", text(member.key), mark(member.key), ":",
                        DumpNode(tree, member.value));
      });
      return absl::StrCat("{", dump, "}");
    case JsonKind::kArray:
      tree.ForEachElement(id, [&](NodeId element) {
        absl::StrAppend(&dump, dump.empty() ? "" : ",", DumpNode(tree, element));
      });
      return absl::StrCat("[", dump, "]");
    case JsonKind::kMissing:
      return "?";
    case JsonKind::kString:
      return absl::StrCat("'", text(id), "'", mark(id));
    case JsonKind::kInvalid:
      return absl::StrCat("~", text(id), "~", mark(id));
    default:
      return absl::StrCat(text(id), mark(id));
  }
}

inline std::string DumpTree(const JsonTree& tree) { return DumpNode(tree, JsonTree::kRoot); }

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SCHEMA_JSON_DUMP_H_
