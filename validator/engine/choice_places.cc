#include "validator/engine/choice_places.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

// A text of a condition, without what conditions are put together by.
std::string TextOf(const JsonTree& tree, NodeId node) {
  return absl::StrReplaceAll(
      tree.Text(node), {{"\\", R"(\\)"}, {" ", R"(\x20)"}, {",", R"(\x2c)"}, {"=", R"(\x3d)"}});
}

// A value of a condition: a number, a text, or a list of these.
std::string TextOfValue(const JsonTree& tree, NodeId value) {
  if (tree.kind(value) != JsonKind::kArray) return TextOf(tree, value);
  std::vector<std::string> texts;
  tree.ForEachElement(value, [&](NodeId each) { texts.push_back(TextOf(tree, each)); });
  absl::c_sort(texts);
  return absl::StrJoin(texts, ",");
}

std::string ConditionsOf(const JsonTree& tree, NodeId choice) {
  std::vector<std::string> conditions;
  if (tree.kind(choice) != JsonKind::kObject) return "";
  tree.ForEachMember(choice, [&](const JsonMember& member) {
    if (tree.Text(member.key) == "serviceConfig") return;
    conditions.push_back(
        absl::StrCat(TextOf(tree, member.key), "=", TextOfValue(tree, member.value)));
  });
  absl::c_sort(conditions);
  return Visible(absl::StrJoin(conditions, " "));
}

// The value of `key` among such conditions; nothing: all clients meet it.
std::optional<absl::string_view> ValueOf(absl::string_view key, absl::string_view conditions) {
  for (absl::string_view each : absl::StrSplit(conditions, ' ')) {
    if (absl::ConsumePrefix(&each, key) && absl::ConsumePrefix(&each, "=")) return each;
  }
  return std::nullopt;
}

// A choice without conditions takes all.
constexpr const char* kEveryone = "percentage=100";

// True if every client that meets the conditions `then` meets `now`.
bool TakesAsMany(absl::string_view now, absl::string_view then) {
  if (now == kEveryone) return true;
  for (const absl::string_view each : absl::StrSplit(now, ' ')) {
    const std::pair<absl::string_view, absl::string_view> condition =
        absl::StrSplit(each, absl::MaxSplits('=', 1));
    const std::optional<absl::string_view> before = ValueOf(condition.first, then);
    if (!before) return false;
    int percentage = 0;
    int percentage_before = 0;
    if (condition.first == "percentage" && absl::SimpleAtoi(condition.second, &percentage) &&
        absl::SimpleAtoi(*before, &percentage_before)) {
      if (percentage < percentage_before) return false;
      continue;
    }
    const std::vector<absl::string_view> values = absl::StrSplit(condition.second, ',');
    for (const absl::string_view value : absl::StrSplit(*before, ',')) {
      if (!absl::c_linear_search(values, value)) return false;
    }
  }
  return true;
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

// The choices up to the one that `span` lies in; none if it lies in none.
absl::Span<const ChoicePlaces::Choice> ChoicePlaces::UpTo(Span span) const {
  const auto after =
      std::upper_bound(choices_.begin(), choices_.end(), span.begin,
                       [](uint32_t begin, const auto& each) { return begin < each.first.begin; });
  if (after == choices_.begin() || span.begin >= std::prev(after)->first.end) return {};
  return absl::MakeConstSpan(choices_).first(static_cast<size_t>(after - choices_.begin()));
}

std::string ChoicePlaces::ConditionsAt(Span span) const {
  const absl::Span<const Choice> up_to = UpTo(span);
  return up_to.empty() ? "" : up_to.back().second;
}

std::vector<std::string> ChoicePlaces::ConditionsBefore(Span span) const {
  constexpr size_t kMost = 32;
  const absl::Span<const Choice> up_to = UpTo(span);
  std::vector<std::string> before;
  for (size_t i = 0; i + 1 < up_to.size() && i < kMost; ++i) {
    before.push_back(up_to[i].second.empty() ? kEveryone : up_to[i].second);
  }
  return before;
}

bool LeaveNoMore(absl::Span<const std::string> now, absl::Span<const std::string> then) {
  return absl::c_all_of(then, [&](const std::string& each) {
    return absl::c_any_of(now, [&](const std::string& other) { return TakesAsMany(other, each); });
  });
}

}  // namespace grpcfg
