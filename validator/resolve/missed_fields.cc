#include "validator/resolve/missed_fields.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "schema/fields/field_table.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kMethodConfigs = "methodConfig";
constexpr absl::string_view kNames = "name";  // of a method config

// The policy of an entry that `message` is; null for other messages.
const Field* PolicyOf(const Message& message) {
  for (const Field& field : MethodConfigMessage().fields) {
    if (field.message == &message && field.shape == Shape::kOne) return &field;
  }
  return nullptr;
}

// Where `field` of `message` stands within an entry, or within the config.
std::string PathWithin(const Message& message, const Field& field) {
  const Field* const policy = PolicyOf(message);
  return absl::StrCat(policy == nullptr ? "" : policy->json_name, policy == nullptr ? "" : ".",
                      field.json_name);
}

// What was meant by a field of another message: of a policy all of it.
std::string PathOfMisplaced(const Suggestion& intended) {
  const Field* const policy = PolicyOf(*intended.message);
  return std::string(policy == nullptr ? intended.field->json_name : policy->json_name);
}

std::string NameOf(const Message& message) {
  const std::string path = PathOf(message);
  return path.empty() ? "the config" : path;
}

bool IsOfConfig(const Message& message) { return &message == &ServiceConfigMessage(); }

// True for a message whose fields are values of a method, or of the config as a whole.
bool IsShown(const Message& message) {
  return IsOfConfig(message) || &message == &MethodConfigMessage() || PolicyOf(message) != nullptr;
}

// True if the client takes the key for the field.
bool IsField(SuggestionKind kind, const ProfileAt& profile) {
  return (kind == SuggestionKind::kLetterCase && profile.keys == KeySpelling::kFolded) ||
         (kind == SuggestionKind::kSnakeCase && profile.keys == KeySpelling::kExactOrSnakeCase);
}

bool Has(const std::vector<EffectiveValue>& values, absl::string_view path) {
  return std::any_of(values.begin(), values.end(), [&](const EffectiveValue& value) {
    return value.policy == path || value.Path() == path;
  });
}

// True for `retryPolicy` and its like: one message of fields, no list of them.
bool IsPolicy(const Field& field) {
  return field.message != nullptr && field.shape == Shape::kOne &&
         PolicyOf(*field.message) != nullptr;
}

}  // namespace

std::string WordsOf(const MissedField& missed) {
  return absl::StrCat("no ", missed.path, ": ", Visible(missed.reason));
}

MissedFields::MissedFields(JsonPointers& pointers, const OctetLines& lines)
    : pointers_(pointers), tree_(pointers.tree()), lines_(lines) {
  if (tree_.size() == 0) return;
  Collect(ServiceConfigMessage(), JsonTree::kRoot, of_config_);
  if (tree_.kind(JsonTree::kRoot) != JsonKind::kObject) return;
  tree_.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
    const bool is_list =
        tree_.Text(member.key) == kMethodConfigs && tree_.kind(member.value) == JsonKind::kArray;
    if (!is_list) return;
    tree_.ForEachElement(member.value, [&](NodeId entry) {
      Collect(MethodConfigMessage(), entry, of_entries_[entry]);
      entries_.push_back(entry);
    });
  });
}

void MissedFields::Add(Suspect suspect, Suspects& suspects) {
  const bool is_new = std::none_of(suspects.begin(), suspects.end(),
                                   [&](const Suspect& each) { return each.path == suspect.path; });
  if (is_new) suspects.push_back(std::move(suspect));
}

// Fields of `message` in an object below a key that is none.
void MissedFields::AddWrapped(const Message& message, NodeId key, Suspects& suspects) const {
  if (tree_.kind(key + 1) != JsonKind::kObject) return;
  tree_.ForEachMember(key + 1, [&](const JsonMember& member) {
    const Field* const field = FindField(message, tree_.Text(member.key));
    if (field == nullptr) return;
    Add({PathWithin(message, *field), member.key, SuggestionKind::kMisplaced,
         absl::StrCat("is in \"", tree_.Text(key), "\", which is not a field")},
        suspects);
  });
}

void MissedFields::AddSuspect(const Message& message, NodeId key, Suspects& suspects) const {
  const Suggestion intended = SuggestField(message, tree_.Text(key));
  const bool is_known = intended.kind != SuggestionKind::kNone &&
                        intended.kind != SuggestionKind::kListElement && IsShown(*intended.message);
  if (!is_known) return AddWrapped(message, key, suspects);
  if (intended.elsewhere) {
    Add({std::string(intended.field->json_name), key, intended.kind,
         absl::StrCat("belongs to other objects, not to ", NameOf(message))},
        suspects);
  } else if (intended.kind == SuggestionKind::kMisplaced) {
    Add({PathOfMisplaced(intended), key, intended.kind,
         absl::StrCat("belongs to ", NameOf(*intended.message), ", not to ", NameOf(message))},
        suspects);
  } else {
    Add({PathWithin(*intended.message, *intended.field), key, intended.kind, "is not a field"},
        suspects);
  }
}

void MissedFields::AddObjects(const Field& field, NodeId value, Objects& objects) const {
  const JsonKind kind = tree_.kind(value);
  if (IsPolicy(field) && kind == JsonKind::kObject) objects.emplace_back(field.message, value);
  if (field.json_name != kNames || kind != JsonKind::kArray) return;
  tree_.ForEachElement(value, [&](NodeId element) {
    if (tree_.kind(element) == JsonKind::kObject) objects.emplace_back(field.message, element);
  });
}

void MissedFields::Collect(const Message& message, NodeId object, Suspects& suspects) const {
  if (tree_.kind(object) != JsonKind::kObject) return;
  Objects objects = {{&message, object}};
  while (!objects.empty()) {
    const auto [holder, node] = objects.back();
    objects.pop_back();
    const Field* field = nullptr;
    tree_.ForEachMember(node, [&, &of = *holder](const JsonMember& member) {
      const JsonKind kind = tree_.kind(member.value);
      if (kind == JsonKind::kNull || IsNothing(kind)) return;
      field = FindField(of, tree_, member.key, field);
      if (field == nullptr) return AddSuspect(of, member.key, suspects);
      AddObjects(*field, member.value, objects);
    });
  }
}

MissedField MissedFields::Place(const Suspect& suspect) {
  const Position position = lines_.Locate(tree_.span(suspect.key).begin);
  return {suspect.path, pointers_.Of(suspect.key), position,
          absl::StrCat("\"", tree_.Text(suspect.key), "\" at ", position.line, ":", position.column,
                       " ", suspect.reason)};
}

template <typename Predicate>
std::vector<MissedField> MissedFields::Missed(const Suspects& suspects, const ProfileAt& profile,
                                              const std::vector<EffectiveValue>& values,
                                              const Predicate& matches) {
  std::vector<MissedField> missed;
  for (const Suspect& suspect : suspects) {
    if (!matches(suspect.path) || IsField(suspect.kind, profile)) continue;
    const bool is_used =
        Has(values, suspect.path) ||
        std::any_of(values.begin(), values.end(), [&](const EffectiveValue& value) {
          return tree_.IsIn(value.node, suspect.key + 1);
        });
    if (!is_used) missed.push_back(Place(suspect));
  }
  return missed;
}

std::vector<MissedField> MissedFields::OfMethod(NodeId entry,
                                                const std::vector<EffectiveValue>& values,
                                                const ProfileAt& profile) {
  const bool has_entry = entry != kNoNode;
  const auto is_of_method = [&](absl::string_view path) {
    const bool is_list = path == kMethodConfigs;
    return has_entry ? !is_list && FindField(ServiceConfigMessage(), path) == nullptr : is_list;
  };
  std::vector<MissedField> missed = Missed(of_config_, profile, values, is_of_method);
  const auto own = of_entries_.find(entry);
  if (own == of_entries_.end()) return missed;
  std::vector<MissedField> of_entry = Missed(own->second, profile, values, is_of_method);
  std::move(of_entry.begin(), of_entry.end(), std::back_inserter(missed));
  return missed;
}

std::vector<MissedField> MissedFields::OfChannel(const std::vector<EffectiveValue>& values,
                                                 const ProfileAt& profile) {
  const auto is_of_channel = [](absl::string_view path) {
    return path != kMethodConfigs && FindField(ServiceConfigMessage(), path) != nullptr;
  };
  std::vector<MissedField> missed = Missed(of_config_, profile, values, is_of_channel);
  for (const NodeId entry : entries_) {
    std::vector<MissedField> of_entry =
        Missed(of_entries_.at(entry), profile, values, is_of_channel);
    std::move(of_entry.begin(), of_entry.end(), std::back_inserter(missed));
  }
  return missed;
}

}  // namespace grpcfg
