#include "dns/published/compare_served.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "dns/encode.h"
#include "dns/live/check_live.h"
#include "dns/owner_records.h"
#include "dns/zone_fields.h"
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
  if (tree.size() == 0 || !tree.issues().empty()) return {.problem = "is not plain JSON"};
  if (tree.kind(JsonTree::kRoot) != JsonKind::kArray)
    return {.problem = "is not a list of choices"};
  ListedChoices listed;
  tree.ForEachElement(JsonTree::kRoot, [&](NodeId element) {
    if (tree.kind(element) != JsonKind::kObject) {
      listed.problem = "has a choice that is not an object";
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

namespace {

// Another TXT record beside a config at its own name keeps clients from it; at the host it is none
// of theirs.
enum class Counted : uint8_t { kAll, kConfigs };

std::vector<PublishedText> TextsOf(const OwnerRecords& records, Counted counted) {
  std::vector<PublishedText> texts;
  for (size_t i = 0; i < records.values.size(); ++i) {
    const TxtValue& value = records.values[i];
    if (counted == Counted::kConfigs && !MayHoldConfig(value.octets)) continue;
    texts.push_back({.octets = value.octets,
                     .string_sizes = {value.string_sizes.begin(), value.string_sizes.end()},
                     .ttl = records.txt[i]->ttl});
  }
  return texts;
}

std::vector<PublishedText> TextsOf(const Received& received, Counted counted) {
  std::vector<PublishedText> texts;
  for (const WireRecord* const record : FindTxt(received).records) {
    PublishedText text = {.octets = absl::StrJoin(record->strings, "")};
    if (counted == Counted::kConfigs && !MayHoldConfig(text.octets)) continue;
    for (const std::string& string : record->strings) text.string_sizes.push_back(string.size());
    // What a resolver has kept counts down.
    if (received.answer.is_authoritative) text.ttl = record->ttl;
    texts.push_back(std::move(text));
  }
  return texts;
}

// Answers have no order.
void Sort(std::vector<PublishedText>& texts) {
  std::sort(texts.begin(), texts.end(), [](const PublishedText& a, const PublishedText& b) {
    return std::tie(a.octets, a.string_sizes) < std::tie(b.octets, b.string_sizes);
  });
}

class ServedComparison {
 public:
  ServedComparison(const LookedUp& found, const CheckPlan& plan) : found_(found), plan_(plan) {}

  ComparedAnswer Compare(size_t server, const Received& received,
                         std::vector<PublishedText> intended, Counted counted) {
    ComparedAnswer answer = {.server = NameOf(found_.servers[server]),
                             .owner = received.owner,
                             .intended = intended.size()};
    // Where the host is an alias, what is there is another zone's.
    const bool is_alias_only = counted == Counted::kAll && received.IsAliasOnly();
    if (!received.IsUsable() || received.IsReferral() || is_alias_only) {
      answer.state = PublishedState::kUnanswered;
      answer.problem = WhyUnusable(answer.server, received);
      return answer;
    }
    std::vector<PublishedText> served = TextsOf(received, counted);
    answer.served = served.size();
    Sort(served);
    Sort(intended);
    if (!served.empty()) answer.served_ttl = served.front().ttl;
    if (!intended.empty()) answer.intended_ttl = intended.front().ttl;
    CompareAll(std::move(served), std::move(intended), answer);
    return answer;
  }

 private:
  // Pairs the most similar first.
  void CompareAll(std::vector<PublishedText> served, std::vector<PublishedText> intended,
                  ComparedAnswer& answer) {
    if (served.empty() != intended.empty()) {
      answer.state = served.empty() ? PublishedState::kMissing : PublishedState::kUnexpected;
    }
    for (const PublishedState state :
         {PublishedState::kIdentical, PublishedState::kEquivalent, PublishedState::kDiffers}) {
      TakePairs(state, served, intended, answer);
    }
    for (PublishedText& text : served) answer.only_served.push_back(std::move(text.octets));
    for (PublishedText& text : intended) answer.only_intended.push_back(std::move(text.octets));
    const bool has_left = !answer.only_served.empty() || !answer.only_intended.empty();
    if (has_left) answer.state = std::max(answer.state, PublishedState::kDiffers);
  }

  void TakePairs(PublishedState state, std::vector<PublishedText>& served,
                 std::vector<PublishedText>& intended, ComparedAnswer& answer) {
    for (auto text = intended.begin(); text != intended.end();) {
      const auto pair = std::find_if(served.begin(), served.end(), [&](const PublishedText& other) {
        return Compared(other, *text).state <= state;
      });
      if (pair == served.end()) {
        ++text;
        continue;
      }
      answer.state = std::max(answer.state, state);
      if (state != PublishedState::kIdentical) answer.texts.push_back(Compared(*pair, *text));
      served.erase(pair);
      text = intended.erase(text);
    }
  }

  // Most servers give the same, so that it is compared once.
  const ComparedText& Compared(const PublishedText& served, const PublishedText& intended) {
    const auto [known, is_new] = known_.try_emplace(
        {served.octets, served.string_sizes, intended.octets, intended.string_sizes});
    if (!is_new) return known->second;
    ComparedText& text = known->second;
    text = CompareTexts(served.octets, intended.octets, plan_);
    const bool has_same_cuts =
        intended.string_sizes.empty() || served.string_sizes == intended.string_sizes;
    if (text.state != PublishedState::kIdentical || has_same_cuts) return text;
    // Some clients look for the attribute in the first string alone.
    const bool has_same_prefix = HasWholeAttribute(served) == HasWholeAttribute(intended);
    text.state = has_same_prefix ? PublishedState::kEquivalent : PublishedState::kDiffers;
    text.problem = has_same_prefix
                       ? "the text is the same, cut into other strings"
                       : "the text is the same, and cut within `grpc_config=`, where C-core up to "
                         "1.51 and grpc-js do not find it";
    return text;
  }

  static bool HasWholeAttribute(const PublishedText& text) {
    return text.string_sizes.empty() || text.string_sizes.front() >= kTxtAttribute.size();
  }

  using TextPair = std::tuple<std::string, std::vector<size_t>, std::string, std::vector<size_t>>;

  const LookedUp& found_;
  const CheckPlan& plan_;
  std::map<TextPair, ComparedText> known_;
};

}  // namespace

IntendedTexts IntendedIn(const DnsRecords& zone, absl::string_view host) {
  const ZoneLookup lookup(zone);
  return {.config = TextsOf(lookup.At(absl::StrCat(kConfigLabel, ".", host)), Counted::kAll),
          .host = TextsOf(lookup.At(std::string(host)), Counted::kConfigs)};
}

bool ComparedAnswer::HasSameText() const {
  return state <= PublishedState::kEquivalent &&
         absl::c_none_of(
             texts, [](const ComparedText& text) { return text.first_difference.has_value(); });
}

PublishedState PublishedComparison::Worst() const {
  PublishedState worst = PublishedState::kIdentical;
  for (const ComparedAnswer& answer : answers) worst = std::max(worst, answer.state);
  return worst;
}

PublishedComparison CompareServed(const LookedUp& found, const IntendedTexts& intended,
                                  const CheckPlan& plan) {
  const LiveName& name = found.names.front();
  PublishedComparison comparison = {.host = std::string(WithoutFinalDot(name.host))};
  ServedComparison compare(found, plan);
  for (const ServerAnswers& answers : name.answers) {
    comparison.answers.push_back(
        compare.Compare(answers.server, answers.config, intended.config, Counted::kAll));
    ComparedAnswer host =
        compare.Compare(answers.server, answers.host, intended.host, Counted::kConfigs);
    const bool is_nothing = host.state != PublishedState::kUnanswered && host.served == 0;
    if (is_nothing && (intended.host.empty() || intended.host_is_optional)) continue;
    comparison.answers.push_back(std::move(host));
  }
  for (const std::string& server : name.without_address) {
    comparison.answers.push_back({.server = std::string(WithoutFinalDot(server)),
                                  .owner = absl::StrCat(kConfigLabel, ".", name.host),
                                  .state = PublishedState::kUnanswered,
                                  .problem = "no address of this server of the zone is known"});
  }
  return comparison;
}

}  // namespace grpcfg
