#include "dns/published/compare_texts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "dns/encode.h"
#include "schema/fields/document.h"
#include "schema/json/json_text.h"
#include "validator/compare/compare.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

// A choice of a list.
struct ListedChoice {
  std::string is_for = {};                 // JSON, its members and what they list in order
  std::optional<std::string> config = {};  // minified; nothing: it has none
};

// What a criterion requires. The order of a list of languages or hosts means nothing.
std::string CriterionAt(const JsonTree& tree, NodeId value) {
  if (tree.kind(value) != JsonKind::kArray) return MinifiedJson(tree, value);
  std::vector<std::string> words;
  tree.ForEachElement(value, [&](NodeId element) { words.push_back(MinifiedJson(tree, element)); });
  std::sort(words.begin(), words.end());
  return JsonArray(words);
}

ListedChoice ChoiceAt(const JsonTree& tree, NodeId choice) {
  ListedChoice listed;
  JsonMembers members;
  tree.ForEachMember(choice, [&](JsonMember member) {
    if (tree.Text(member.key) == "serviceConfig") {
      listed.config = MinifiedJson(tree, member.value);
      return;
    }
    members.emplace_back(tree.Text(member.key), CriterionAt(tree, member.value));
  });
  std::sort(members.begin(), members.end());
  listed.is_for = JsonObject(members);
  return listed;
}

// Whether two members of an object may be one to a client, which folds case.
bool HasKeyTwice(const JsonTree& tree, NodeId object) {
  std::vector<std::string> keys;
  tree.ForEachMember(object, [&](JsonMember member) {
    keys.push_back(absl::AsciiStrToLower(tree.Text(member.key)));
  });
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

struct ListedChoices {
  std::vector<ListedChoice> choices = {};
  absl::string_view problem = {};  // why its meaning is unknown; empty: it is a list
};

ListedChoices ChoicesIn(absl::string_view text) {
  const Document document = ParseDocument(text, DocumentKind::kTxt);
  const JsonTree& tree = document.tree;
  if (!document.has_attribute) return {.problem = "does not begin with `grpc_config=`"};
  if (tree.size() == 0 || !tree.issues().empty()) return {.problem = "is no plain JSON"};
  if (tree.kind(JsonTree::kRoot) != JsonKind::kArray) return {.problem = "is no list of choices"};
  ListedChoices listed;
  tree.ForEachElement(JsonTree::kRoot, [&](NodeId element) {
    if (tree.kind(element) != JsonKind::kObject) {
      listed.problem = "has a choice that is no object";
    } else if (HasKeyTwice(tree, element)) {
      listed.problem = "has a key twice in a choice";
    } else {
      listed.choices.push_back(ChoiceAt(tree, element));
    }
  });
  return listed;
}

// Which choice of one list belongs to which of the other: those that are the same first, then those
// for the same clients, then what is left, in its order.
class Pairing {
 public:
  Pairing(const std::vector<ListedChoice>& served, const std::vector<ListedChoice>& intended)
      : of_intended_(intended.size()), is_taken_(served.size()) {
    PairWhere([&](size_t i, size_t j) {
      return served[j].is_for == intended[i].is_for && served[j].config == intended[i].config;
    });
    PairWhere([&](size_t i, size_t j) { return served[j].is_for == intended[i].is_for; });
    PairWhere([](size_t /*i*/, size_t /*j*/) { return true; });
  }

  [[nodiscard]] std::optional<size_t> ServedFor(size_t intended) const {
    return of_intended_[intended];
  }
  [[nodiscard]] bool IsTaken(size_t served) const { return is_taken_[served]; }

  [[nodiscard]] bool HasOtherOrder() const {
    std::vector<size_t> order;
    for (const std::optional<size_t>& served : of_intended_) {
      if (served) order.push_back(*served);
    }
    return !std::is_sorted(order.begin(), order.end());
  }

 private:
  template <typename Belongs>
  void PairWhere(const Belongs& belongs) {
    for (size_t i = 0; i < of_intended_.size(); ++i) {
      for (size_t j = 0; j < is_taken_.size() && !of_intended_[i]; ++j) {
        if (is_taken_[j] || !belongs(i, j)) continue;
        of_intended_[i] = j;
        is_taken_[j] = true;
      }
    }
  }

  std::vector<std::optional<size_t>> of_intended_;
  std::vector<bool> is_taken_;
};

void CompareConfigs(const std::string& served, const std::string& intended, const CheckPlan& plan,
                    ComparedChoice& choice) {
  const Document before = ParseDocument(served, DocumentKind::kConfig);
  const Document after = ParseDocument(intended, DocumentKind::kConfig);
  const Analysis old_analysis = Analyse(before, plan);
  const Analysis new_analysis = Analyse(after, plan);
  choice.methods = Compare({before, old_analysis}, {after, new_analysis}, plan.targets, {});
  choice.refused_by = RefusedBy({before, old_analysis}, {after, new_analysis}, plan.targets);
}

ComparedChoice CompareChoices(const ListedChoice& served, const ListedChoice& intended,
                              const CheckPlan& plan) {
  ComparedChoice choice = {.served_for = served.is_for, .intended_for = intended.is_for};
  const bool has_both = served.config && intended.config;
  const bool is_same_config = served.config == intended.config;
  if (has_both && !is_same_config) CompareConfigs(*served.config, *intended.config, plan, choice);
  // The effect of a text that a client rejects is not known.
  const bool has_same_effect = has_both && choice.methods.empty() && choice.refused_by.empty();
  if (served.is_for != intended.is_for || !(is_same_config || has_same_effect)) {
    choice.state = PublishedState::kDiffers;
  } else if (!is_same_config) {
    choice.state = PublishedState::kEquivalent;
  }
  return choice;
}

// As it stands, without an escape.
bool HasRawText(absl::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return !absl::ascii_isascii(c); });
}

std::string ProblemOf(const ListedChoices& served, const ListedChoices& intended) {
  if (!served.problem.empty()) return absl::StrCat("what is served ", served.problem);
  if (!intended.problem.empty()) return absl::StrCat("what is intended ", intended.problem);
  return "";
}

void AddChoices(const std::vector<ListedChoice>& served, const std::vector<ListedChoice>& intended,
                const CheckPlan& plan, ComparedText& text) {
  const Pairing pairing(served, intended);
  for (size_t i = 0; i < intended.size(); ++i) {
    const std::optional<size_t> pair = pairing.ServedFor(i);
    ComparedChoice choice = {.intended_for = intended[i].is_for, .state = PublishedState::kMissing};
    if (pair) choice = CompareChoices(served[*pair], intended[i], plan);
    choice.served = pair;
    choice.intended = i;
    text.choices.push_back(std::move(choice));
  }
  for (size_t j = 0; j < served.size(); ++j) {
    if (pairing.IsTaken(j)) continue;
    text.choices.push_back(
        {.served = j, .served_for = served[j].is_for, .state = PublishedState::kUnexpected});
  }
  text.has_other_order = pairing.HasOtherOrder();
}

std::optional<size_t> FirstDifference(absl::string_view a, absl::string_view b) {
  if (a == b) return std::nullopt;
  const auto [end, ignored] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<size_t>(end - a.begin());
}

}  // namespace

std::string WhyUnknown(absl::string_view text) { return std::string(ChoicesIn(text).problem); }

absl::string_view PublishedStateName(PublishedState state) {
  constexpr std::array<absl::string_view, 6> kNames = {"identical", "equivalent", "differs",
                                                       "missing",   "unexpected", "unheard"};
  return kNames[static_cast<size_t>(state)];
}

ComparedText CompareTexts(absl::string_view served, absl::string_view intended,
                          const CheckPlan& plan) {
  ComparedText text = {.first_difference = FirstDifference(served, intended)};
  if (!text.first_difference) return text;
  text.state = PublishedState::kDiffers;
  const ListedChoices old_list = ChoicesIn(served);
  const ListedChoices new_list = ChoicesIn(intended);
  text.problem = ProblemOf(old_list, new_list);
  if (text.problem.empty() && (HasRawText(served) || HasRawText(intended))) {
    text.problem = "clients read characters beyond ASCII each in their own way";
  }
  if (!text.problem.empty()) return text;
  AddChoices(old_list.choices, new_list.choices, plan, text);
  const bool has_same_effect =
      !text.has_other_order &&
      std::all_of(text.choices.begin(), text.choices.end(), [](const ComparedChoice& choice) {
        return choice.state <= PublishedState::kEquivalent;
      });
  if (has_same_effect) text.state = PublishedState::kEquivalent;
  return text;
}

}  // namespace grpcfg
