// The sections that come from the profiles alone: fields, LB policies, calls, releases.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/clients/linked_policies.h"
#include "tools/docgen/compat_page.h"
#include "tools/docgen/markdown.h"
#include "tools/docgen/target_changes.h"

namespace grpcfg {
namespace {

// A target and how it reads fields.
struct Column {
  const TargetEntry* target;
  ProfileAt profile;
};

std::vector<Column> ColumnsOf(absl::Span<const TargetEntry> targets) {
  std::vector<Column> columns;
  for (const TargetEntry& target : targets) {
    columns.push_back({&target, ProfileAt(target.known->profile(), target.release)});
  }
  return columns;
}

void AppendHead(absl::string_view first, absl::Span<const Column> columns, std::string& out) {
  std::vector<absl::string_view> titles = {first};
  for (const Column& column : columns) titles.emplace_back(column.target->spelling);
  out.push_back('\n');
  AppendTableHead(titles, out);
}

// How the table shows a Use.
constexpr absl::string_view kUseMarks[] = {"yes", "checked only", "**no**"};

// The policy whose config `message` is, or is in; null if it is none of a policy.
const Field* PolicyAround(const Message& message) {
  std::string path = PathOf(message);
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    const std::string config = absl::StrCat("loadBalancingConfig[].", policy.json_name);
    const bool is_in =
        absl::StartsWith(path, config) &&
        (path.size() == config.size() || path[config.size()] == '.' || path[config.size()] == '[');
    if (message.of_policy && is_in) return &policy;
  }
  return nullptr;
}

bool Has(const Column& column, const Field& policy) {
  return column.profile.all_policies.Has(&policy, policy.json_name);
}

// How a client uses a field; nothing if it has not even what the field stands in.
std::optional<Use> UseOf(const Column& column, const Message& message, const Field& field) {
  const bool is_choice = &message == &ChoiceMessage();
  if (is_choice && column.profile.choices.scope == ChoiceScope::kNothing) return std::nullopt;
  const Field* const policy = PolicyAround(message);
  if (policy == nullptr) return column.profile.Of(message, field).use;
  if (!Has(column, *policy)) return std::nullopt;
  const Message& policies = LoadBalancingConfigMessage();
  const bool is_unread = column.profile.Of(policies, *policy).reader == FieldReader::kUnread;
  return is_unread ? Use::kUnknown : column.profile.Of(message, field).use;
}

// The spec, which is the first column, has the field, and some client does not.
bool IsMissingSomewhere(absl::Span<const Column> columns, const Message& message,
                        const Field& field) {
  const auto is_used = [&](const Column& column) {
    return UseOf(column, message, field).value_or(Use::kApplied) == Use::kApplied;
  };
  return is_used(columns.front()) && !std::all_of(columns.begin(), columns.end(), is_used);
}

absl::string_view LinkMark(const Column& column, const Field& policy) {
  if (column.profile.default_policies.Has(&policy, policy.json_name)) return "yes";
  return Has(column, policy) ? "import" : "**no**";
}

// Clients that do the same.
struct Behaviour {
  std::string words;
  std::vector<absl::string_view> clients;
};

const TraitEntry* FindTrait(const TargetEntry& target, absl::string_view id) {
  for (const TraitEntry& trait : target.traits) {
    if (trait.id == id) return &trait;
  }
  return nullptr;
}

std::vector<Behaviour> BehavioursOf(absl::Span<const TargetEntry> targets, absl::string_view id) {
  std::vector<Behaviour> behaviours;
  for (const TargetEntry& target : targets) {
    const TraitEntry* const trait = FindTrait(target, id);
    if (trait == nullptr) continue;
    const std::string& words = trait->At(target.release).words;
    const auto same = std::find_if(behaviours.begin(), behaviours.end(),
                                   [&](const Behaviour& each) { return each.words == words; });
    if (same == behaviours.end()) {
      behaviours.emplace_back(Behaviour{words, {target.spelling}});
    } else {
      same->clients.emplace_back(target.spelling);
    }
  }
  return behaviours;
}

// The rules with links, or the fields as code, or the name of a trait.
std::string WhatChanges(const ReleaseChange& change) {
  constexpr size_t kMost = 4;
  if (!change.rules.empty()) {
    return absl::StrJoin(change.rules, ", ", [](std::string* out, absl::string_view rule) {
      absl::StrAppend(out, "[", rule, "](README.md#", rule, ")");
    });
  }
  if (change.is_trait) return change.what.front();
  const size_t shown = std::min(change.what.size(), kMost);
  std::string words =
      absl::StrCat("`", absl::StrJoin(absl::MakeSpan(change.what).first(shown), "`, `"), "`");
  if (shown < change.what.size()) {
    absl::StrAppend(&words, " and ", change.what.size() - shown, " more");
  }
  return words;
}

void AppendFieldRow(absl::Span<const Column> columns, const Message& message, const Field& field,
                    std::string& out) {
  const std::string path = PathOf(message);
  const std::string name = absl::StrCat("`", path, path.empty() ? "" : ".", field.json_name, "`");
  std::vector<absl::string_view> cells = {name};
  for (const Column& column : columns) {
    const std::optional<Use> use = UseOf(column, message, field);
    cells.push_back(use ? kUseMarks[static_cast<size_t>(*use)] : "n/a");
  }
  AppendTableRow(cells, out);
}

}  // namespace

void AppendFieldSection(absl::Span<const TargetEntry> targets, std::string& out) {
  const std::vector<Column> columns = ColumnsOf(targets);
  absl::StrAppend(&out, R"(
## Fields that a client does not have

`no`: skipped in silence, as if it were not there; `checked only`: a wrong value is refused and a
right one has no effect; `n/a`: not even what it stands in, a choice or an LB policy. Fields that
every client has are not listed, nor are those of LB policies that all who have the policy use.
)");
  AppendHead("field", columns, out);
  for (const Message* const message : AllMessages()) {
    if (message == &LoadBalancingConfigMessage()) continue;  // the policies, see below
    for (const Field& field : message->fields) {
      if (IsMissingSomewhere(columns, *message, field)) {
        AppendFieldRow(columns, *message, field, out);
      }
    }
  }
}

void AppendPolicySection(absl::Span<const TargetEntry> targets, std::string& out) {
  const std::vector<Column> columns = ColumnsOf(targets);
  absl::StrAppend(&out, R"(
## LB policies that a client has

`yes`: registered by itself; `import`: in a package of its own that the application must link or
import; `no`: not at all. A list needs one policy that every client has: end it with `round_robin`
or `pick_first`.
)");
  AppendHead("policy", columns, out);
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    const std::string name = absl::StrCat("`", policy.json_name, "`");
    std::vector<absl::string_view> cells = {name};
    for (const Column& column : columns) cells.push_back(LinkMark(column, policy));
    AppendTableRow(cells, out);
  }
}

void AppendCallSection(absl::Span<const TargetEntry> targets, std::string& out) {
  absl::StrAppend(&out, R"(
## What clients do with a call

At their newest releases, as far as they differ; where that was read is told by `grpcfg targets`.

| | what | who |
|---|---|---|
)");
  // The spec, which is the first target, has every trait that clients differ on.
  for (const TraitEntry& trait : targets.front().traits) {
    if (!trait.is_of_calls) continue;
    const std::vector<Behaviour> behaviours = BehavioursOf(targets, trait.id);
    if (behaviours.size() < 2) continue;
    absl::string_view title = trait.title;
    for (const Behaviour& behaviour : behaviours) {
      AppendTableRow({title, behaviour.words, absl::StrJoin(behaviour.clients, ", ")}, out);
      title = "";
    }
  }
}

void AppendReleaseSection(absl::Span<const TargetEntry> targets, std::string& out) {
  absl::StrAppend(&out, R"(
## What changed from release to release

Only releases that are known here, see "What it rests on".

| from | what | before | since then | read in |
|---|---|---|---|---|
)");
  for (const TargetEntry& target : targets) {
    for (const ReleaseChange& change : target.changes) {
      AppendTableRow(
          {absl::StrCat(target.spelling, " ", ReleaseName(change.release)), WhatChanges(change),
           change.before, change.after, absl::StrCat("<sub>", change.evidence, "</sub>")},
          out);
    }
  }
}

}  // namespace grpcfg
