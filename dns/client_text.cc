#include "dns/client_text.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "schema/fields/document.h"
#include "schema/json/json_tree.h"

namespace grpcfg {
namespace {

// What stands between the brackets of a list; nothing if it is none.
std::optional<absl::string_view> ElementsOf(absl::string_view text) {
  const JsonTree tree = ParseJson(text, kTxtAttribute.size());
  if (!tree.issues().empty() || tree.kind(JsonTree::kRoot) != JsonKind::kArray) return std::nullopt;
  const Span list = tree.span(JsonTree::kRoot);
  return Slice(text, {list.begin + 1, list.end - 1});
}

// The lists one after the other. The client fails on a text that is not a list.
std::string JoinLists(absl::Span<const TxtValue* const> records) {
  std::string joined(kTxtAttribute);
  joined += '[';
  bool is_first = true;
  for (const TxtValue* const record : records) {
    const std::optional<absl::string_view> elements = ElementsOf(record->octets);
    if (!elements) return record->octets;
    const bool is_empty = elements->find_first_not_of(" \t\r\n") == absl::string_view::npos;
    if (is_empty) continue;
    absl::StrAppend(&joined, is_first ? "" : ",", *elements);
    is_first = false;
  }
  return absl::StrCat(joined, "]");
}

}  // namespace

bool HasAttribute(const TxtValue& record, const ProfileAt& client) {
  if (!absl::StartsWith(record.octets, kTxtAttribute)) return false;
  return client.calls.txt_attribute == TxtAttribute::kInRecord ||
         (!record.string_sizes.empty() && record.string_sizes[0] >= kTxtAttribute.size());
}

std::optional<std::string> TextForClient(absl::Span<const TxtValue* const> records,
                                         const ProfileAt& client) {
  if (client.calls.txt_records == TxtRecords::kAllAsOneText) {
    std::string all;
    for (const TxtValue* const record : records) all += record->octets;
    return absl::StartsWith(all, kTxtAttribute) ? std::optional(all) : std::nullopt;
  }
  std::vector<const TxtValue*> own;
  for (const TxtValue* const record : records) {
    if (HasAttribute(*record, client)) own.push_back(record);
  }
  if (own.empty()) return std::nullopt;
  const bool is_joined = client.calls.txt_records == TxtRecords::kAllLists && own.size() > 1;
  return is_joined ? JoinLists(own) : own.front()->octets;
}

}  // namespace grpcfg
