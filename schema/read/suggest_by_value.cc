// What a key with a name of its own was probably meant to be, by its value.
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "schema/fields/duration.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"
#include "schema/read/suggest.h"
#include "schema/read/synonyms.h"

namespace grpcfg {
namespace {

// Of longer objects and lists only the beginning is looked at.
constexpr size_t kMostLookedAt = 16;

// True for a member that a message of the config has and hardly any other object.
bool IsTelling(const Message& message, const JsonTree& tree, const JsonMember& member) {
  const absl::string_view key = tree.Text(member.key);
  if (FindField(message, key) == nullptr) return false;
  if (key == "service") return absl::StrContains(tree.Text(member.value), '.');
  return (key != "name" && key != "method") || tree.kind(member.value) == JsonKind::kArray;
}

// How much an object looks like one of `message`: the number of its keys that are fields of it, or
// that others call so; 0 for one key that is not spelled right. Beside each other the names that
// others have for the fields of a retry or hedging policy count, too.
size_t LikenessTo(const Message& message, const JsonTree& tree, NodeId object) {
  size_t count = 0;
  size_t seen = 0;
  bool is_telling = false;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    if (++seen > kMostLookedAt) return;
    is_telling = is_telling || IsTelling(message, tree, member);
    const absl::string_view key = tree.Text(member.key);
    const bool is_like = FindField(message, key) != nullptr ||
                         (!message.of_policy && FindSynonym(message, key) != nullptr);
    count += is_like ? 1 : 0;
  });
  const bool is_policy = message.name == "RetryPolicy" || message.name == "HedgingPolicy";
  const bool is_like = is_telling ? count > 1 || seen == 1 : count > 1 && is_policy;
  return is_like ? count : 0;
}

// True for what says by its name that it sends more than one request: `backup`.
bool NamesHedging(absl::string_view key) {
  const std::string letters = LettersOf(key);
  return absl::c_any_of(std::initializer_list<absl::string_view>{"backup", "hedg", "speculat"},
                        [&](absl::string_view part) { return absl::StrContains(letters, part); });
}

// The message that an object under `key` looks like; null if it looks like none that a service
// config has. The key decides about fields that retries and hedging have in common.
const Message* MessageOf(const JsonTree& tree, absl::string_view key, NodeId object) {
  const bool hedges = NamesHedging(key);
  const Message* best = nullptr;
  size_t most = 0;
  for (const Message* const message : AllMessages()) {
    const bool is_candidate = (!message->of_policy && message != &ServiceConfigMessage() &&
                               message != &ChoiceMessage()) ||
                              message == &LoadBalancingConfigMessage();
    const size_t likeness = is_candidate ? LikenessTo(*message, tree, object) : 0;
    const bool is_told = hedges && message->name == "HedgingPolicy" && likeness == most;
    if (likeness == 0 || (likeness <= most && !is_told)) continue;
    best = message;
    most = likeness;
  }
  return best;
}

// The elements of a list at its beginning.
std::vector<NodeId> FirstElements(const JsonTree& tree, NodeId list) {
  std::vector<NodeId> elements;
  tree.ForEachElement(list, [&](NodeId element) {
    if (elements.size() < kMostLookedAt) elements.push_back(element);
  });
  return elements;
}

// True for an LB policy that needs no config, and for its name in another spelling.
bool IsPolicyName(absl::string_view text) {
  const Field* const known = FindField(LoadBalancingConfigMessage(), text);
  const Field* const policy = known == nullptr ? SuggestPolicy(text) : known;
  return policy != nullptr && policy->message->required == 0;
}

// The field of `message`, or else of the first one that has such a field, for which `matches`.
template <typename Predicate>
Suggestion FirstField(const Message& message, const Predicate& matches) {
  const auto find_in = [&](const Message& of) {
    const auto* const field = absl::c_find_if(of.fields, [&](const Field& each) {
      return each.stage == Stage::kCurrent && matches(each);
    });
    return field == of.fields.end() ? nullptr : &*field;
  };
  const Field* const here = find_in(message);
  if (here != nullptr) return {.kind = SuggestionKind::kValue, .field = here, .message = &message};
  for (const Message* const other : AllMessages()) {
    if (other->of_policy || other == &ChoiceMessage()) continue;
    const Field* const there = find_in(*other);
    if (there != nullptr) {
      return {.kind = SuggestionKind::kValue, .field = there, .message = other};
    }
  }
  return {};
}

Suggestion FieldOfMessage(const Message& message, const Message* held) {
  if (held == nullptr || held == &message) return {};
  return FirstField(message, [&](const Field& field) { return field.message == held; });
}

Suggestion FieldOfList(const Message& message, const JsonTree& tree, NodeId key) {
  const NodeId list = key + 1;
  const std::vector<NodeId> elements = FirstElements(tree, list);
  if (elements.empty()) return {};
  if (tree.kind(elements[0]) == JsonKind::kObject) {
    return FieldOfMessage(message, MessageOf(tree, tree.Text(key), elements[0]));
  }
  const auto all_are = [&](const auto& matches) {
    return absl::c_all_of(elements, [&](NodeId element) {
      return tree.kind(element) == JsonKind::kString && matches(tree.Text(element));
    });
  };
  if (all_are(
          [](absl::string_view text) { return absl::c_linear_search(kStatusCodeNames, text); })) {
    return FirstField(message, [](const Field& field) {
      return field.type == FieldType::kStatusCode && field.shape == Shape::kList;
    });
  }
  return all_are(IsPolicyName) ? FieldOfMessage(message, &LoadBalancingConfigMessage())
                               : Suggestion();
}

// True for the name of another length of time than that of a call.
bool IsOtherTime(absl::string_view key) {
  const std::string letters = LettersOf(key);
  return absl::c_any_of(
      std::initializer_list<absl::string_view>{"try", "attempt", "idle", "connect", "alive",
                                               "backoff", "delay", "interval", "hedg", "age",
                                               "refresh"},
      [&](absl::string_view part) { return absl::StrContains(letters, part); });
}

// True for a key that says of a number no more than that it is a time: `duration`, `seconds`.
bool IsTimeAlone(absl::string_view key) {
  const std::string letters = LettersOf(key);
  const KeyUnit* const unit = UnitOf(letters);
  const bool is_unit = unit != nullptr && !unit->of_duration.empty() && unit->letters == letters;
  return is_unit || letters == "duration" || letters == "time";
}

Suggestion FieldOfText(const Message& message, absl::string_view key, absl::string_view text) {
  const bool is_written = ParseDuration(text).error == DurationError::kNone && !IsOtherTime(key);
  const bool is_counted = IsJsonNumber(text) && IsTimeAlone(key);
  if (&message == &MethodConfigMessage() && (is_written || is_counted)) {
    return FirstField(message, [](const Field& field) { return field.json_name == "timeout"; });
  }
  return IsPolicyName(text) ? FieldOfMessage(message, &LoadBalancingConfigMessage()) : Suggestion();
}

}  // namespace

Suggestion SuggestByValue(const Message& message, const JsonTree& tree, NodeId key) {
  if (message.of_policy || message.closed || IsComment(tree.Text(key))) return {};
  const NodeId value = key + 1;
  switch (tree.kind(value)) {
    case JsonKind::kObject:
      return FieldOfMessage(message, MessageOf(tree, tree.Text(key), value));
    case JsonKind::kArray:
      return FieldOfList(message, tree, key);
    case JsonKind::kString:
    case JsonKind::kNumber:
      return FieldOfText(message, tree.Text(key), tree.Text(value));
    default:
      return {};
  }
}

}  // namespace grpcfg
