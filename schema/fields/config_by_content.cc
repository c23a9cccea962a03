#include "schema/fields/config_by_content.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"
#include "schema/fields/document.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// A text alone, as of `loadBalancingPolicy`, says too little.
bool HasParts(const Field& field) {
  return field.in_proto && (field.shape == Shape::kList || field.type == FieldType::kMessage);
}

// Where a text shows that it is not JSON.
constexpr size_t kFewBytes = 8;

// A key as it is meant: `method_config`, `MethodConfigs` as `methodconfig`.
std::string Folded(absl::string_view key) {
  std::string folded;
  for (const char c : key) {
    if (c != '_' && c != '-') folded.push_back(absl::ascii_tolower(static_cast<unsigned char>(c)));
  }
  absl::string_view stem = folded;
  absl::ConsumeSuffix(&stem, "s");
  return std::string(stem);
}

// Keys that a config has at its top; misspelt they lose the most.
const absl::flat_hash_set<std::string>& KeysOfParts() {
  static const absl::flat_hash_set<std::string> kKeys = [] {
    absl::flat_hash_set<std::string> keys;
    for (const Field& field : ServiceConfigMessage().fields) {
      if (HasParts(field)) keys.insert(Folded(field.json_name));
    }
    return keys;
  }();
  return kKeys;
}

// The policies of a method, which are recognized without the rest of a config.
absl::Span<const Field* const> PoliciesOfMethods() {
  static const std::vector<const Field*> kPolicies = [] {
    std::vector<const Field*> policies;
    for (const Field& field : MethodConfigMessage().fields) {
      if (field.type == FieldType::kMessage && field.shape == Shape::kOne) {
        policies.push_back(&field);
      }
    }
    return policies;
  }();
  return kPolicies;
}

// The names cost less than a parse, which most files are spared; with escapes they may be any.
bool MentionsField(absl::string_view text) {
  if (absl::StrContains(text, "\\u")) return true;
  static const re2::RE2 kNames = [] {
    std::vector<std::string> keys(KeysOfParts().begin(), KeysOfParts().end());
    for (const Field* const policy : PoliciesOfMethods()) keys.push_back(Folded(policy->json_name));
    for (const Field& field : ChoiceMessage().fields) {
      if (field.message == &ServiceConfigMessage()) keys.push_back(Folded(field.json_name));
    }
    std::vector<std::string> patterns;
    for (const std::string& key : keys) {
      std::string pattern;
      for (const char c : key) absl::StrAppend(&pattern, std::string(1, c), "[_-]?");
      patterns.push_back(std::move(pattern));
    }
    return absl::StrCat("(?i)", absl::StrJoin(patterns, "|"));
  }();
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), kNames);
}

// False for a text, and for an object of another system that is called the same.
bool IsPart(const JsonTree& tree, const JsonMember& member) {
  const absl::string_view key = tree.Text(member.key);
  const JsonKind kind = tree.kind(member.value);
  if (kind == JsonKind::kString || !IsKeyOfConfig(key)) return false;
  if (kind != JsonKind::kObject) return true;
  bool has_field = false;
  tree.ForEachMember(member.value, [&](const JsonMember& inside) {
    has_field = has_field || IsFieldOfPart(key, tree.Text(inside.key));
  });
  return has_field;
}

bool IsConfig(const JsonTree& tree, NodeId node) {
  if (tree.kind(node) != JsonKind::kObject) return false;
  bool is_config = false;
  tree.ForEachMember(
      node, [&](const JsonMember& member) { is_config = is_config || IsPart(tree, member); });
  return is_config;
}

// Where a config stands by all that is around it, a `loadBalancingPolicy` says enough.
bool HasField(const JsonTree& tree, NodeId node) {
  if (tree.kind(node) != JsonKind::kObject) return false;
  bool has_field = false;
  tree.ForEachMember(node, [&](const JsonMember& member) {
    has_field = has_field || FindField(ServiceConfigMessage(), tree, member.key) != nullptr;
  });
  return has_field;
}

bool HasConfig(const JsonTree& tree, NodeId choice) {
  if (tree.kind(choice) != JsonKind::kObject) return false;
  bool has_config = false;
  tree.ForEachMember(choice, [&](const JsonMember& member) {
    const Field* const field = FindField(ChoiceMessage(), tree, member.key);
    const bool is_here = field != nullptr && field->message == &ServiceConfigMessage();
    has_config =
        has_config || (is_here && (IsConfig(tree, member.value) || HasField(tree, member.value)));
  });
  return has_config;
}

// Other systems have retry policies, too, but with few of the same fields.
bool IsPolicy(const JsonTree& tree, const JsonMember& member) {
  const std::string key = Folded(tree.Text(member.key));
  return absl::c_any_of(PoliciesOfMethods(), [&](const Field* policy) {
    if (Folded(policy->json_name) != key) return false;
    const absl::Span<const Field> fields = policy->message->fields;
    const auto known = absl::c_count_if(fields, [&](const Field& field) {
      bool is_set = false;
      tree.ForEachMember(member.value, [&](const JsonMember& inside) {
        is_set = is_set || Folded(tree.Text(inside.key)) == Folded(field.json_name);
      });
      return is_set;
    });
    return 2 * static_cast<size_t>(known) >= fields.size();
  });
}

// A config, or a policy of a method that stands where a config does.
bool IsConfigOrPolicy(const JsonTree& tree, NodeId node) {
  if (IsConfig(tree, node)) return true;
  if (tree.kind(node) != JsonKind::kObject) return false;
  bool has_policy = false;
  tree.ForEachMember(node, [&](const JsonMember& member) {
    has_policy =
        has_policy || (tree.kind(member.value) == JsonKind::kObject && IsPolicy(tree, member));
  });
  return has_policy;
}

// What is a choice's alone, without the list.
bool IsLoneChoice(const JsonTree& tree) {
  if (tree.kind(JsonTree::kRoot) != JsonKind::kObject) return false;
  bool is_choice = false;
  size_t members = 0;
  tree.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
    const Field* const field = FindField(ChoiceMessage(), tree, member.key);
    is_choice = field != nullptr && field->message == &ServiceConfigMessage() &&
                IsConfigOrPolicy(tree, member.value);
    ++members;
  });
  return is_choice && members == 1;
}

bool IsConfigOrChoices(const JsonTree& tree) {
  if (tree.kind(JsonTree::kRoot) != JsonKind::kArray) return IsConfig(tree, JsonTree::kRoot);
  bool has_config = false;
  tree.ForEachElement(JsonTree::kRoot,
                      [&](NodeId choice) { has_config = has_config || HasConfig(tree, choice); });
  return has_config;
}

bool IsByContent(absl::string_view text, absl::FunctionRef<bool(const JsonTree&)> is_config) {
  if (absl::StrContains(text.substr(0, kFewBytes), '\0')) {  // UTF-16, which no client reads
    return MentionsField(absl::StrReplaceAll(text, {{absl::string_view("\0", 1), ""}}));
  }
  if (!MentionsField(text)) return false;
  const Document document = ParseDocumentByShape(text);
  return document.tree.size() > 0 && is_config(document.tree);
}

}  // namespace

bool IsConfigByContent(absl::string_view text) { return IsByContent(text, IsConfigOrChoices); }

bool IsConfigFileByContent(absl::string_view text) {
  return IsByContent(text, [](const JsonTree& tree) {
    return IsConfigOrChoices(tree) || IsConfigOrPolicy(tree, JsonTree::kRoot) || IsLoneChoice(tree);
  });
}

bool IsListOfConfig(absl::string_view key) {
  return absl::c_any_of(ServiceConfigMessage().fields, [&](const Field& field) {
    return HasParts(field) && field.shape == Shape::kList && Folded(field.json_name) == Folded(key);
  });
}

bool IsKeyOfConfig(absl::string_view key) { return KeysOfParts().contains(Folded(key)); }

bool IsFieldOfPart(absl::string_view key, absl::string_view member) {
  const auto is_called = [](absl::string_view name) {
    return [name](const Field& field) { return Folded(field.json_name) == Folded(name); };
  };
  const auto* const part = absl::c_find_if(ServiceConfigMessage().fields, is_called(key));
  return part != ServiceConfigMessage().fields.end() && part->message != nullptr &&
         absl::c_any_of(part->message->fields, is_called(member));
}

}  // namespace grpcfg
