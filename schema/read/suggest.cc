#include "schema/read/suggest.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "schema/read/synonyms.h"

namespace grpcfg {
namespace {

// A quarter of the letters may be wrong: `timout` is near `timeout`, `time` is not near `name`.
size_t AllowedDistance(absl::string_view name) { return std::max<size_t>(1, name.size() / 4); }

// `childPolicies` for `childPolicy`; an `s` alone is within the distance.
bool IsPlural(absl::string_view key, absl::string_view name) {
  return absl::ConsumeSuffix(&name, "y") && absl::ConsumeSuffix(&key, "ies") && key == name;
}

// `serviceName` or `service_name` for `service`.
bool IsCalledName(absl::string_view key, absl::string_view name) {
  constexpr absl::string_view kEnd = "name";
  if (!absl::EndsWithIgnoreCase(key, kEnd)) return false;
  return absl::EqualsIgnoreCase(absl::StripSuffix(key.substr(0, key.size() - kEnd.size()), "_"),
                                name);
}

// In a name such a key means that, though `serviceName` is a field of `healthCheckConfig`.
Suggestion FindCalledName(const Message& message, absl::string_view key) {
  if (message.of_policy) return {};
  for (const Field& field : message.fields) {
    if (!IsCalledName(key, field.json_name)) continue;
    return {.kind = SuggestionKind::kMisspelt, .field = &field, .message = &message};
  }
  return {};
}

SuggestionKind Resembles(absl::string_view key, absl::string_view name) {
  if (absl::EqualsIgnoreCase(key, name)) return SuggestionKind::kLetterCase;
  if (absl::StrContains(key, '_') && key == SnakeCase(name)) return SuggestionKind::kSnakeCase;
  if (IsPlural(key, name)) return SuggestionKind::kMisspelt;
  const size_t allowed = AllowedDistance(name);
  return EditDistance(key, name, allowed) <= allowed ? SuggestionKind::kMisspelt
                                                     : SuggestionKind::kNone;
}

// The field of `message` that `key` resembles most.
Suggestion NearestIn(const Message& message, absl::string_view key) {
  Suggestion best;
  size_t best_distance = kLongestComparedKey;
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kForeign) continue;
    const SuggestionKind kind = Resembles(key, field.json_name);
    if (kind == SuggestionKind::kNone) continue;
    // A field that hardly anyone knows is not meant.
    if (kind == SuggestionKind::kMisspelt && field.stage == Stage::kExperimental) continue;
    const size_t distance = kind == SuggestionKind::kMisspelt
                                ? EditDistance(key, field.json_name, kLongestComparedKey)
                                : 0;
    if (distance >= best_distance) continue;
    best = {.kind = kind, .field = &field, .message = &message};
    best_distance = distance;
  }
  return best;
}

// The one list of LB policies that `message` has; null if it has none, or several.
const Field* PolicyListOf(const Message& message) {
  const Field* list = nullptr;
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kForeign) continue;
    if (field.message != &LoadBalancingConfigMessage()) continue;
    if (list != nullptr) return nullptr;
    list = &field;
  }
  return list;
}

// The first other message with a field `key`. Configs of LB policies have nothing in common with
// the rest but that both hold policies.
Suggestion FindElsewhere(const Message& message, absl::string_view key) {
  Suggestion found;
  for (const Message* const other : AllMessages()) {
    const bool comparable =
        other->of_policy == message.of_policy || other == &LoadBalancingConfigMessage();
    const Field* const field = other != &message && comparable ? FindField(*other, key) : nullptr;
    if (field == nullptr) continue;
    found.elsewhere = found.field != nullptr;
    if (found.elsewhere) break;
    found = {.kind = SuggestionKind::kMisplaced, .field = field, .message = other};
  }
  return found;
}

// The first other message with a field that `key` is in another spelling, or that others call so.
Suggestion FindSynonymElsewhere(const Message& message, absl::string_view key) {
  // What throttles retries, or checks health, has other times than calls.
  if (message.of_policy || message.name == "RetryThrottlingPolicy" ||
      message.name == "HealthCheckConfig") {
    return {};
  }
  for (const auto& [other, field] : MeaningsOf(key)) {
    if (other->of_policy || other == &message || other == &ChoiceMessage()) continue;
    return {.kind = SuggestionKind::kSynonym, .field = field, .message = other};
  }
  return {};
}

// An LB policy in another spelling, where its list stands: `outlierDetection`.
Suggestion FindPolicy(const Message& message, absl::string_view key) {
  const Field* const list = PolicyListOf(message);
  if (list == nullptr || SuggestPolicy(key) == nullptr) return {};
  return {.kind = SuggestionKind::kListElement, .field = list, .message = &message};
}

// What is left of a policy's name without its separators and the ending that most have.
std::string StemOf(absl::string_view name) {
  return std::string(absl::StripSuffix(LettersOf(name), "experimental"));
}

// Policies that may be meant, by their stems.
std::vector<std::pair<std::string, const Field*>> FindStems() {
  std::vector<std::pair<std::string, const Field*>> stems;
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    if (policy.stage == Stage::kCurrent) stems.emplace_back(StemOf(policy.json_name), &policy);
  }
  return stems;
}

// The distances between the beginnings of two words, row by row.
struct DistanceTable {
  using Row = std::array<uint8_t, kLongestComparedKey + 1>;  // no distance is longer than a key

  // Fills the row of the first `i` letters of `a`, and returns the least in it.
  size_t Fill(size_t i) {
    before = above;
    above = row;
    row[0] = static_cast<uint8_t>(i);
    size_t nearest = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const int substitution = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      int least = std::min({above[j] + 1, row[j - 1] + 1, substitution});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) least = std::min(least, before[j - 2] + 1);
      row[j] = static_cast<uint8_t>(least);
      nearest = std::min<size_t>(nearest, row[j]);
    }
    return nearest;
  }

  absl::string_view a;
  absl::string_view b;
  Row before = {};  // two rows up
  Row above = {};
  Row row = {};
};

}  // namespace

size_t EditDistance(absl::string_view a, absl::string_view b, size_t limit) {
  if (a.size() > kLongestComparedKey || b.size() > kLongestComparedKey) return limit + 1;
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) return limit + 1;
  DistanceTable table = {a, b};
  std::iota(table.row.begin(), table.row.end(), uint8_t{0});
  size_t above_nearest = 0;
  for (size_t i = 1; i <= a.size(); ++i) {
    const size_t nearest = table.Fill(i);
    // No later row is less than this one, or than the one above and a swap.
    if (nearest > limit && above_nearest >= limit) return limit + 1;
    above_nearest = nearest;
  }
  return std::min<size_t>(table.row[b.size()], limit + 1);
}

bool HasFieldOf(const Message& message, const JsonTree& tree, NodeId value) {
  bool has_field = false;
  if (tree.kind(value) != JsonKind::kObject) return has_field;
  tree.ForEachMember(value, [&](const JsonMember& member) {
    has_field = has_field || FindField(message, tree.Text(member.key)) != nullptr;
  });
  return has_field;
}

bool FitsContainer(JsonKind kind, const Field& field) {
  if (field.shape == Shape::kList) return kind == JsonKind::kArray;
  const bool is_object = field.shape == Shape::kMap || field.type == FieldType::kMessage ||
                         field.type == FieldType::kJsonObject;
  if (field.type == FieldType::kJsonValue) return true;
  return is_object ? kind == JsonKind::kObject : !IsContainer(kind);
}

NodeId OnlyValueUnder(const JsonTree& tree, NodeId object, absl::string_view name) {
  const NodeId key = object + 1;
  const bool is_only = tree.kind(object) == JsonKind::kObject && tree.node(object).next > key &&
                       tree.node(key + 1).next == tree.node(object).next;
  return is_only && tree.Text(key) == name ? key + 1 : kNoNode;
}

bool IsComment(absl::string_view key) {
  constexpr absl::string_view kWords[] = {"comment", "comments", "description", "doc", "note",
                                          "notes",   "title",    "todo",        "TODO"};
  return absl::StrContains("$_#@", key.substr(0, 1)) || key == "/" || absl::StartsWith(key, "//") ||
         absl::StartsWithIgnoreCase(key, "x-") || absl::StartsWithIgnoreCase(key, "x_") ||
         absl::c_linear_search(kWords, key);
}

namespace {

// What `key` resembles, whatever else it says.
Suggestion FindLike(const Message& message, absl::string_view key) {
  if (key.empty() || key.size() > kLongestComparedKey || IsComment(key)) return {};
  const Suggestion here = NearestIn(message, key);
  if (here.kind == SuggestionKind::kLetterCase || here.kind == SuggestionKind::kSnakeCase) {
    return here;
  }
  const Suggestion called = FindCalledName(message, key);
  if (called.kind != SuggestionKind::kNone) return called;
  const Field* const synonym = FindSynonym(message, key);
  if (synonym != nullptr) {
    return {.kind = SuggestionKind::kSynonym, .field = synonym, .message = &message};
  }
  const Suggestion there = FindElsewhere(message, key);
  if (there.kind == SuggestionKind::kNone) {
    if (here.kind != SuggestionKind::kNone) return here;
    const Suggestion policy = FindPolicy(message, key);
    if (policy.kind != SuggestionKind::kNone) return policy;
    return message.of_policy ? FindOutsidePolicies(key) : FindSynonymElsewhere(message, key);
  }
  const Field* const list = PolicyListOf(message);
  if (list == nullptr) return there;
  // The list of another policy means this one's: `childPolicy` for `config`.
  if (there.field->message == &LoadBalancingConfigMessage()) {
    return {.kind = SuggestionKind::kMisspelt, .field = list, .message = &message};
  }
  if (there.message != &LoadBalancingConfigMessage()) return there;
  return {.kind = SuggestionKind::kListElement, .field = list, .message = &message};
}

// True for what is a field's own name, of whichever message.
bool IsNameOfField(absl::string_view key) {
  const std::string letters = LettersOf(key);
  return absl::c_any_of(MeaningsOf(key), [&](const Meaning& meaning) {
    return absl::EqualsIgnoreCase(meaning.field->json_name, letters);
  });
}

Denial DenialIn(absl::string_view key, const Suggestion& suggestion) {
  if (suggestion.field == nullptr || IsNameOfField(key)) return Denial::kNone;
  return DenialOf(key, suggestion.field->json_name);
}

Suggestion UnlessDenied(absl::string_view key, const Suggestion& suggestion) {
  return DenialIn(key, suggestion) == Denial::kNone ? suggestion : Suggestion();
}

Suggestion FindMemberLike(const Message& message, const JsonTree& tree, NodeId key) {
  const Suggestion by_name = FindLike(message, tree.Text(key));
  return by_name.kind == SuggestionKind::kNone ? SuggestByValue(message, tree, key) : by_name;
}

}  // namespace

Suggestion SuggestField(const Message& message, absl::string_view key) {
  return UnlessDenied(key, FindLike(message, key));
}

Suggestion SuggestMember(const Message& message, const JsonTree& tree, NodeId key) {
  return UnlessDenied(tree.Text(key), FindMemberLike(message, tree, key));
}

Suggestion FindOutsidePolicies(absl::string_view key) {
  for (const Message* const message : {&ServiceConfigMessage(), &MethodConfigMessage()}) {
    const Field* const field = key == "name" ? nullptr : FindField(*message, key);
    if (field == nullptr) continue;
    return {.kind = SuggestionKind::kMisplaced, .field = field, .message = message};
  }
  return {};
}

DeniedField FindDenied(const Message& message, const JsonTree& tree, NodeId key) {
  const absl::string_view text = tree.Text(key);
  if (text.size() > kLongestComparedKey || IsComment(text)) return {};
  const Suggestion like = FindMemberLike(message, tree, key);
  if (like.field != nullptr) return {DenialIn(text, like), like.field, like.message};
  const Denial denial = DenialOf(text, "");
  if (denial == Denial::kNone) return {};
  const std::string rest = WithoutDenial(text);
  // What an entry is not for.
  if (rest.empty() && denial == Denial::kOpposite && &message == &MethodConfigMessage()) {
    return {denial, FindField(message, "name"), &message};
  }
  const Suggestion denied = FindLike(message, rest);
  if (denied.field == nullptr && denial == Denial::kOpposite) return {};
  return {denial, denied.field, denied.message};
}

const Field* SuggestPolicy(absl::string_view name) {
  static const auto kStems = FindStems();
  const bool is_known = FindField(LoadBalancingConfigMessage(), name) != nullptr;
  if (name.size() > kLongestComparedKey || is_known) return nullptr;
  const std::string stem = StemOf(name);
  size_t least = stem.size() / 4 + 1;  // a quarter of the letters, as of fields
  const Field* nearest = nullptr;
  if (stem.empty()) return nullptr;
  for (const auto& [known, policy] : kStems) {
    const size_t distance = EditDistance(stem, known, least);
    if (distance >= least) continue;
    least = distance;
    nearest = policy;
  }
  const bool is_denied = nearest != nullptr && DenialOf(name, nearest->json_name) != Denial::kNone;
  return is_denied ? nullptr : nearest;
}

const Field* SuggestPolicyOrSynonym(absl::string_view name) {
  const Field* const near = SuggestPolicy(name);
  return near == nullptr && name.size() <= kLongestComparedKey ? FindPolicySynonym(name) : near;
}

}  // namespace grpcfg
