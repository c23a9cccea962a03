#include "validator/engine/choice_places.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

// A value of a condition: a number, a text, or a list of these.
std::string TextOfValue(const JsonTree& tree, NodeId value) {
  if (tree.kind(value) != JsonKind::kArray) return std::string(tree.Text(value));
  std::vector<std::string> texts;
  tree.ForEachElement(value, [&](NodeId each) { texts.emplace_back(tree.Text(each)); });
  absl::c_sort(texts);
  return absl::StrJoin(texts, ",");
}

std::string ConditionsOf(const JsonTree& tree, NodeId choice) {
  std::vector<std::string> conditions;
  if (tree.kind(choice) != JsonKind::kObject) return "";
  tree.ForEachMember(choice, [&](const JsonMember& member) {
    const absl::string_view key = tree.Text(member.key);
    if (key == "serviceConfig") return;
    conditions.push_back(absl::StrCat(key, "=", TextOfValue(tree, member.value)));
  });
  absl::c_sort(conditions);
  return Visible(absl::StrJoin(conditions, " "));
}

}  // namespace

ChoicePlaces::ChoicePlaces(const Document& document) {
  const JsonTree& tree = document.tree;
  if (document.kind == DocumentKind::kConfig || tree.size() == 0) return;
  if (tree.kind(JsonTree::kRoot) != JsonKind::kArray) return;
  tree.ForEachElement(JsonTree::kRoot, [&](NodeId choice) {
    choices_.emplace_back(tree.span(choice), ConditionsOf(tree, choice));
  });
}

std::string ChoicePlaces::ConditionsAt(Span span) const {
  const auto after =
      std::upper_bound(choices_.begin(), choices_.end(), span.begin,
                       [](uint32_t begin, const auto& each) { return begin < each.first.begin; });
  if (after == choices_.begin()) return "";
  const auto& [place, conditions] = *std::prev(after);
  return span.begin < place.end ? conditions : "";
}

}  // namespace grpcfg
