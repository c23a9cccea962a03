// Rules on parts of a config that do nothing, though each of them is right by itself.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/unknown_keys.h"
#include "rules/words.h"
#include "schema/read/suggest.h"
#include "validator/engine/report.h"

namespace grpcfg {
namespace {

// Findings that need words, and keys that words are about: hostile texts have more.
constexpr size_t kMostDescribed = kMaxFindingsPerRule;
constexpr size_t kMostKeys = 32;

// True for an object with a field of a service config, one choice, and a list of choices.
bool HoldsConfig(const JsonTree& tree, NodeId value) {
  if (tree.kind(value) == JsonKind::kArray && tree.node(value).next > value + 1) ++value;
  return HasFieldOf(ServiceConfigMessage(), tree, value) ||
         MemberOf(tree, value, "serviceConfig") != kNoNode;
}

// True for an object with a field of a service config, in whichever spelling.
bool IsConfig(const JsonTree& tree, NodeId object) {
  bool has_field = HasFieldOf(ServiceConfigMessage(), tree, object);
  if (has_field || tree.kind(object) != JsonKind::kObject) return has_field;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    const Suggestion meant = SuggestField(ServiceConfigMessage(), tree.Text(member.key));
    has_field = has_field || (meant.message == &ServiceConfigMessage() &&
                              FitsContainer(tree.kind(member.value), *meant.field) &&
                              (meant.kind == SuggestionKind::kLetterCase ||
                               meant.kind == SuggestionKind::kSnakeCase ||
                               meant.kind == SuggestionKind::kMisspelt));
  });
  return has_field;
}

// The value itself if it holds a config, or else the first object in it that does, as deep as it
// stands; kNoNode if there is none.
NodeId ConfigIn(const JsonTree& tree, NodeId value) {
  constexpr NodeId kMostNodes = 500;
  if (!IsContainer(tree.kind(value))) return kNoNode;
  const NodeId end = std::min(tree.node(value).next, value + kMostNodes);
  for (NodeId node = value; node < end; ++node) {
    const bool is_list = tree.kind(node) == JsonKind::kArray;
    if (is_list ? HoldsConfig(tree, node) : IsConfig(tree, node)) return node;
  }
  return kNoNode;
}

// Writes the config that a string holds, in place of all that is around it; nothing where it holds
// none.
std::optional<Fix> ConfigInString(const JsonTree& tree, NodeId value) {
  if (tree.kind(value) != JsonKind::kString) return std::nullopt;
  const JsonTree inside = ParseJson(tree.Text(value));
  if (inside.kind(JsonTree::kRoot) != JsonKind::kObject || !HoldsConfig(inside, JsonTree::kRoot)) {
    return std::nullopt;
  }
  Fix fix = DecodedFix(tree, value);
  if (fix.edits.empty()) return std::nullopt;
  fix.edits.front().span.begin = tree.span(JsonTree::kRoot).begin;
  fix.edits.back().span.end = tree.span(JsonTree::kRoot).end;
  absl::StrAppend(&fix.title, ", and nothing around it");
  fix.otherwise = fix.title;
  return fix;
}

// True if the issue's finding says that more than a detail is lost. What an unknown key was
// probably meant to be is the same to all clients.
bool ReportsLoss(const Issue& issue) {
  if (issue.kind != IssueKind::kUnknownField) return issue.effect >= Effect::kIgnoresPolicy;
  return issue.field != nullptr && issue.field->weight == Weight::kPolicy;
}

// True for the `package.json` of npm.
bool IsOfNpm(const JsonTree& tree, NodeId object) {
  const auto has = [&](absl::string_view key) { return MemberOf(tree, object, key) != kNoNode; };
  return has("name") && (has("version") || has("dependencies") || has("scripts"));
}

// True for a schema that describes configs or something else.
bool IsJsonSchema(const JsonTree& tree, NodeId object) {
  const NodeId properties = MemberOf(tree, object, "properties");
  return absl::StrContains(MemberText(tree, object, "$schema"), "json-schema.org") ||
         (MemberText(tree, object, "type") == "object" && properties != kNoNode &&
          tree.kind(properties) == JsonKind::kObject);
}

// True if a finding on `key` says already that it does nothing, or if it stands for a field of the
// config.
bool AlreadyReported(const CheckContext& context, NodeId key) {
  if (context.tree.span(key).empty()) return true;  // a fault of the text, where a key is missing
  const absl::string_view text = context.tree.Text(key);
  if (FindField(ServiceConfigMessage(), text) != nullptr) return true;
  const Suggestion intended = SuggestMember(ServiceConfigMessage(), context.tree, key);
  if (intended.message == &ServiceConfigMessage()) return true;
  // Other configs may have a key that is much the same as a field elsewhere.
  if (intended.kind == SuggestionKind::kSynonym) return false;
  // Which is more than that it does nothing.
  if (HoldsConfig(context.tree, key + 1) || ConfigInString(context.tree, key + 1)) return false;
  // Issues are in the order of the text.
  const Span span = context.tree.span(key);
  const std::vector<Issue>& issues = context.reading.issues;
  auto at =
      std::lower_bound(issues.begin(), issues.end(), span.begin,
                       [](const Issue& issue, uint32_t begin) { return issue.span.begin < begin; });
  for (; at != issues.end() && at->span.begin == span.begin; ++at) {
    if (at->span == span && ReportsLoss(*at)) return true;
  }
  return false;
}

// The keys that are fields of something else, in this finding in place of others, and those that
// others have for a timeout or a policy.
void AddWhereTheyBelong(const CheckContext& context, const std::vector<JsonMember>& members,
                        Diagnostic& words) {
  for (const JsonMember& member : members) {
    if (HoldsConfig(context.tree, member.value)) continue;  // reported already
    if (IsLabel(context.tree, member.key)) continue;
    const absl::string_view key = context.tree.Text(member.key);
    const Suggestion suggestion = SuggestField(ServiceConfigMessage(), key);
    if (suggestion.field == nullptr || suggestion.message->of_policy) continue;
    const std::string path = PathOf(*suggestion.message);
    if (path.empty()) continue;
    if (suggestion.kind == SuggestionKind::kMisplaced) {
      words.help.push_back(absl::StrCat("`", key, "` belongs in `", path, "`"));
    } else if (suggestion.field->weight == Weight::kPolicy &&
               !IsContainer(context.tree.kind(member.value))) {
      words.help.push_back(absl::StrCat("`", key, "` is for `", suggestion.field->json_name,
                                        "` in `", path, "`: ", ExampleOfPolicy(3)));
    }
  }
}

constexpr absl::string_view kCheckTheConfigAlone =
    "put the config itself into a file, or pipe it to `grpcfg check -`";

bool HasKey(const CheckContext& context, const std::vector<JsonMember>& members,
            absl::string_view key) {
  return absl::c_any_of(
      members, [&](const JsonMember& member) { return context.tree.Text(member.key) == key; });
}

bool IsManifest(const CheckContext& context, const std::vector<JsonMember>& members) {
  return HasKey(context, members, "apiVersion") && HasKey(context, members, "kind");
}

// True for route and traffic configs of Envoy and Istio.
bool IsOfProxy(const CheckContext& context, const std::vector<JsonMember>& members) {
  constexpr absl::string_view kKeys[] = {"virtualHosts", "virtual_hosts", "static_resources",
                                         "staticResources", "trafficPolicy"};
  return absl::c_any_of(kKeys,
                        [&](absl::string_view key) { return HasKey(context, members, key); });
}

// Offers the list around fields of a method config, if there is nothing else.
void OfferList(const CheckContext& context, const std::vector<JsonMember>& members,
               Diagnostic& words) {
  const Field& list = *FindField(ServiceConfigMessage(), "methodConfig");
  bool has_name = false;
  const bool are_fields = absl::c_all_of(members, [&](const JsonMember& member) {
    const absl::string_view key = context.tree.Text(member.key);
    has_name = has_name || key == "name";
    return FindField(*list.message, key) != nullptr && !IsLabel(context.tree, member.key);
  });
  if (!are_fields || members.size() >= kMostKeys) return;
  const Span all = {context.tree.span(members.front().key).begin,
                    context.tree.span(members.back().value).end};
  words.fixes.push_back(
      PutAround(all, absl::StrCat(R"("methodConfig": [{)", has_name ? "" : R"("name": [{}], )"),
                "}]", false));
}

// The only config in a list that is none of choices, or the list.
NodeId OnlyConfigIn(const JsonTree& tree, NodeId list) {
  const NodeId first = list + 1;
  const bool is_one = tree.node(first).next == tree.node(list).next &&
                      HasFieldOf(ServiceConfigMessage(), tree, first);
  return is_one ? first : list;
}

// The config at `config`, in a member of the document, in place of the document.
Fix UnwrappedFix(const CheckContext& context, const JsonMember& member, NodeId config) {
  const Span whole = context.tree.span(JsonTree::kRoot);
  const NodeId key = context.tree.KeyOf(config);
  const std::string title =
      config == member.value || key == kNoNode
          ? absl::StrCat("remove ", Quoted(context.tree.Text(member.key)),
                         config == member.value ? " and the braces around it"
                                                : " and the braces and brackets around it")
          : absl::StrCat("write the value of ", Quoted(context.tree.Text(key)), " alone");
  return UnwrapFix(title, whole, context.tree.span(config));
}

// True for the only member of a document.
bool IsWrapper(const CheckContext& context, const std::vector<JsonMember>& members) {
  return members.size() == 1 && context.tree.kind(JsonTree::kRoot) == JsonKind::kObject &&
         members[0].key == JsonTree::kRoot + 1;
}

std::string WhatIsNoField(const CheckContext& context, const std::vector<JsonMember>& members) {
  const std::string subject =
      members.size() > 1
          ? "none of its keys is"
          : absl::StrCat("its only key ", Quoted(context.tree.Text(members[0].key)), " is not");
  return absl::StrCat(
      IsManifest(context, members) ? "this is a Kubernetes manifest, not a service config: "
      : IsOfNpm(context.tree, JsonTree::kRoot) ? "this is a `package.json`, not a service config: "
      : IsJsonSchema(context.tree, JsonTree::kRoot)
          ? "this is a JSON Schema, not a service config: "
      : IsOfProxy(context, members) ? "this is a config of Envoy or Istio, not a service config: "
                                    : "the config has no effect: ",
      subject, " a field of a service config");
}

// What to do with a member that looks like a config itself, or has one in it.
void AddWrapped(const CheckContext& context, const JsonMember& member, bool is_wrapper,
                Diagnostic& words) {
  const JsonTree& tree = context.tree;
  std::optional<Fix> decoded = ConfigInString(tree, member.value);
  NodeId config = ConfigIn(tree, member.value);
  if (!decoded && config == kNoNode) return;
  if (!decoded && tree.kind(config) == JsonKind::kArray) config = OnlyConfigIn(tree, config);
  const bool is_list = !decoded && tree.kind(config) == JsonKind::kArray;
  const bool are_choices = is_list && MemberOf(tree, config + 1, "serviceConfig") != kNoNode;
  const NodeId key = decoded || tree.KeyOf(config) == kNoNode ? member.key : tree.KeyOf(config);
  std::string help = absl::StrCat(
      "the value of ", Quoted(tree.Text(key)),
      are_choices
          ? " looks like a list of choices: publish it in a TXT record, or give a client one choice"
      : is_list ? " looks like a list of configs: give a client one of them"
                : " looks like a config: give clients only that value");
  Fix fix = decoded ? *std::move(decoded) : UnwrappedFix(context, member, config);
  // A service would be lost with its name.
  const bool is_of_service = !NameInKey(tree.Text(member.key)).service.empty();
  if (!is_list && words.trial.empty()) words.trial = fix.edits;
  if (is_of_service) {
    words.help.emplace_back(
        "one config is for all services; write this one in the `name` of the entries");
  } else if (is_wrapper && !is_list) {
    if (fix.otherwise.empty()) fix.otherwise = std::move(help);
    words.fixes.push_back(std::move(fix));
  } else {
    words.help.push_back(std::move(help));
  }
}

constexpr absl::string_view kChannelArgument = "grpc.service_config";

// The config in a channel argument, `["grpc.service_config", "{...}"]` or a member of that name, in
// place of all that is around it.
std::optional<Fix> ConfigInArgument(const JsonTree& tree) {
  constexpr NodeId kMostNodes = 200;
  const NodeId end = std::min(tree.node(JsonTree::kRoot).next, kMostNodes);
  for (NodeId node = JsonTree::kRoot + 1; node + 1 < end; ++node) {
    const bool is_text = tree.kind(node) == JsonKind::kKey || tree.kind(node) == JsonKind::kString;
    if (is_text && tree.Text(node) == kChannelArgument) return ConfigInString(tree, node + 1);
  }
  return std::nullopt;
}

// What is said of the keys of a config none of which is a field of it.
void AddWithoutEffect(const CheckContext& context, const std::vector<JsonMember>& members) {
  context.Add(members[0].key, [&] {
    Diagnostic words = {
        .message = WhatIsNoField(context, members),
        .notes = {"most clients accept it, and silently ignore what they do not know"},
        .once = kKeyIsCorrected};
    const bool is_whole = members[0].key == JsonTree::kRoot + 1;
    if (std::optional<Fix> fix = is_whole ? ConfigInArgument(context.tree) : std::nullopt) {
      words.message = absl::StrCat("`", kChannelArgument,
                                   "` is a channel argument; the config is only its value");
      words.fixes.push_back(*std::move(fix));
      return words;
    }
    if (IsManifest(context, members)) words.help.emplace_back(kCheckTheConfigAlone);
    if (IsOfNpm(context.tree, JsonTree::kRoot) || IsJsonSchema(context.tree, JsonTree::kRoot)) {
      words.help.emplace_back(kCheckTheConfigAlone);
      words.explains = {context.tree.span(JsonTree::kRoot)};
      return words;
    }
    const bool is_wrapper = IsWrapper(context, members);
    for (const JsonMember& member : members) {
      if (member.key != members[0].key) {
        words.secondary.push_back({context.tree.span(member.key), ""});
      }
      AddWrapped(context, member, is_wrapper, words);
    }
    AddWhereTheyBelong(context, members, words);
    OfferList(context, members, words);
    if (words.help.empty() && words.fixes.empty()) {
      words.help.emplace_back(
          "a config has `methodConfig`, `loadBalancingConfig`, "
          "`retryThrottling` or `healthCheckConfig` at its top level");
    }
    return words;
  });
}

// The first keys of a config none of which is reported by itself; empty if one is, or is a field.
std::vector<JsonMember> UselessMembers(const CheckContext& context, NodeId config) {
  std::vector<JsonMember> members;
  bool is_reported = false;
  const bool is_schema = IsJsonSchema(context.tree, config);
  context.tree.ForEachMember(config, [&](const JsonMember& member) {
    if (is_reported) return;
    if (members.size() < kMostKeys) {
      const bool is_of_npm = IsLabel(context.tree, member.key) && IsOfNpm(context.tree, config);
      is_reported = is_schema
                        ? FindField(ServiceConfigMessage(), context.tree, member.key) != nullptr
                        : !is_of_npm && AlreadyReported(context, member.key);
      members.push_back(member);
    } else {
      is_reported = FindField(ServiceConfigMessage(), context.tree, member.key) != nullptr;
    }
  });
  return is_reported ? std::vector<JsonMember>() : members;
}

void CheckWithoutEffect(const CheckContext& context) {
  size_t found = 0;
  for (const ServiceConfig* const config : context.reading.configs) {
    const NodeId object = config->node;
    if (object == kNoNode || context.tree.kind(object) != JsonKind::kObject) continue;
    const std::vector<JsonMember> members = UselessMembers(context, object);
    if (members.empty()) continue;
    if (++found <= kMostDescribed) {
      AddWithoutEffect(context, members);
    } else {
      context.Add(members[0].key, [&]() -> Diagnostic {
        return {.message = "the config has no effect: it has no field of a service config"};
      });
    }
  }
}

Cell VerdictOnWithoutEffect(const ProfileAt& profile) {
  const Trait<Effect> unknown = profile.TraitOf(IssueKind::kUnknownField);
  const bool ignores = unknown.value == Effect::kIgnoresDetail;
  return {ignores ? Effect::kIgnoresPolicy : unknown.value, unknown.evidence};
}

constexpr Rule kRules[] = {
    {.id = "config-without-effect",
     .summary = "The config has no known field.",
     .rationale = "Clients ignore fields that they do not know (gRFC A21). They accept a config "
                  "that is wrapped in another object, or that is another kind of config, and it "
                  "has no effect. Google's client generators reject it.",
     .check = CheckWithoutEffect,
     .verdict = VerdictOnWithoutEffect,
     .bad = R"({"grpcConfig": {"methodConfig": [{"name": [{}], "timeout": "5s"}]}})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

bool IsOnlySetting(const IssueContext& context) {
  const Issue& issue = context.issue;
  if (issue.field == nullptr || issue.informs || !issue.related.empty()) return false;
  if (!IsInEntry(context) && issue.message != &ServiceConfigMessage()) return false;
  bool has_others = false;
  const NodeId object = ParentOf(context.pointers, issue.node).object;
  if (!HasFewMembers(context.tree, object)) return false;
  context.tree.ForEachMember(object, [&](const JsonMember& member) {
    const absl::string_view key = context.tree.Text(member.key);
    has_others = has_others || (key != "name" && FindField(*issue.message, key) != nullptr);
  });
  return !has_others;
}

void NoteLostSetting(const IssueContext& context, Diagnostic& diagnostic) {
  if (!IsOnlySetting(context)) return;
  diagnostic.notes.emplace_back(
      IsInEntry(context) ? "nothing else is set in this entry, so by the spec its "
                           "methods get no settings"
                         : "nothing else is set, so by the spec the config does nothing");
}

absl::Span<const Rule> EffectRules() { return kRules; }

}  // namespace grpcfg
