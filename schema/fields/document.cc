#include "schema/fields/document.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "schema/fields/field_table.h"
#include "schema/json/foreign_format.h"

namespace grpcfg {
namespace {

bool IsChoiceKey(absl::string_view key) { return FindField(ChoiceMessage(), key) != nullptr; }

bool LooksLikeChoices(const JsonTree& tree) {
  if (tree.kind(JsonTree::kRoot) != JsonKind::kArray) return false;
  bool found = false;
  tree.ForEachElement(JsonTree::kRoot, [&](NodeId element) {
    if (found || tree.kind(element) != JsonKind::kObject) return;
    tree.ForEachMember(element, [&](const JsonMember& member) {
      found = found || IsChoiceKey(tree.Text(member.key));
    });
  });
  return found;
}

// A text that is not JSON at all has no tree.
JsonTree ParseText(absl::string_view text) {
  return FindForeignFormat(text) == nullptr ? ParseJson(text) : TreeOfForeignText(text);
}

Document DocumentOf(JsonTree tree, DocumentKind kind) {
  const Span mark = FindMixedFormat(tree).span;
  return {.tree = std::move(tree), .kind = kind, .mark = mark};
}

}  // namespace

std::optional<absl::string_view> AfterTxtName(absl::string_view text) {
  const auto is_before = [](char c) {
    return c == '"' || absl::ascii_isspace(static_cast<unsigned char>(c));
  };
  while (!text.empty() && is_before(text[0])) text.remove_prefix(1);
  const absl::string_view name = absl::StripSuffix(kTxtAttribute, "=");
  if (!absl::StartsWithIgnoreCase(text, name)) return std::nullopt;
  text.remove_prefix(name.size());
  // A host may be called so in a zone file, `grpc_config.shop TXT ...`, and a function in a
  // program.
  if (absl::StartsWith(text, ".") || absl::StartsWith(text, "(")) return std::nullopt;
  return text;
}

std::optional<DocumentKind> FindDocumentKind(absl::string_view word) {
  if (word == "config") return DocumentKind::kConfig;
  if (word == "choices") return DocumentKind::kChoices;
  if (word == "txt") return DocumentKind::kTxt;
  return std::nullopt;
}

Document ParseDocument(absl::string_view text, DocumentKind kind) {
  if (kind != DocumentKind::kTxt) return DocumentOf(ParseText(text), kind);
  const bool has_attribute = absl::StartsWith(text, kTxtAttribute);
  const size_t begin = has_attribute ? kTxtAttribute.size() : text.size();
  return {.tree = ParseJson(text, begin), .kind = kind, .has_attribute = has_attribute};
}

Document ParseDocumentByShape(absl::string_view text) {
  if (AfterTxtName(text)) return ParseDocument(text, DocumentKind::kTxt);
  JsonTree tree = ParseText(text);
  const DocumentKind kind = LooksLikeChoices(tree) ? DocumentKind::kChoices : DocumentKind::kConfig;
  return DocumentOf(std::move(tree), kind);
}

Document ParseEdited(absl::string_view text, const Document& before) {
  const DocumentKind shape = AfterTxtName(before.tree.text()) ? DocumentKind::kTxt
                             : LooksLikeChoices(before.tree)  ? DocumentKind::kChoices
                                                              : DocumentKind::kConfig;
  return shape == before.kind ? ParseDocumentByShape(text) : ParseDocument(text, before.kind);
}

}  // namespace grpcfg
