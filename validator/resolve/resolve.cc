#include "validator/resolve/resolve.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_pointers.h"
#include "validator/resolve/effective_policy.h"

namespace grpcfg {
namespace {

// What a target reads, and how it looks methods up.
struct View {
  const Target& target;
  const Reading& reading;
  const ServiceConfig* config = nullptr;  // null: rejected, or there is none
  std::optional<MethodEntries> entries;
  // What follows from an entry alone, whatever the name.
  absl::flat_hash_map<NodeId, ResolvedMethod> resolved = {};
};

std::optional<Reason> ReasonOf(const Report& report, size_t target) {
  const Verdict verdict = report.verdicts[target];
  if (!NeedsReason(verdict)) return std::nullopt;
  const Effect decisive = FactsOf(verdict).effect;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const bool decides = std::any_of(diagnostic.effects.begin(), diagnostic.effects.end(),
                                     [&](const TargetEffect& effect) {
                                       return effect.target == target && effect.effect == decisive;
                                     });
    if (decides) return Reason{std::string(diagnostic.rule), diagnostic.message};
  }
  return std::nullopt;
}

// The config that is the document itself.
const ServiceConfig* RootConfig(const Document& document, const Reading& reading) {
  const bool is_config = document.kind == DocumentKind::kConfig && !reading.configs.empty();
  return is_config ? reading.configs.front() : nullptr;
}

View MakeView(const Document& document, const Target& target, const Reading& reading,
              Verdict verdict) {
  View view = {target, reading, UsedConfig(document, reading, verdict), std::nullopt};
  if (view.config != nullptr) view.entries.emplace(*view.config, target.profile->name_match);
  return view;
}

ResolvedChannel ResolveChannel(const JsonTree& tree, const View& view, MissedFields& missed) {
  ResolvedChannel channel;
  if (view.config == nullptr) return channel;
  channel.effective = EffectiveOf(*view.config, *view.target.profile);
  channel.load_balancing = PolicyValuesOf(tree, view.reading, *view.config, *view.target.profile);
  const std::vector<EffectiveValue> values = ValuesOf(channel);
  channel.ignored = FindIgnored(values, tree, ServiceConfigMessage(), JsonTree::kRoot);
  channel.altered = FindAltered(values, tree);
  const ProfileAt& profile = *view.target.profile;
  channel.missed = missed.OfChannel(values, profile);
  const absl::string_view need = profile.calls.retries_need.text;
  if (!need.empty()) channel.notes.push_back(absl::StrCat("retries are made only with ", need));
  return channel;
}

// What an entry gives and, for a client that looks up each field by itself, what the next one adds.
EffectiveMethod Combine(absl::Span<const NamedEntry> entries, const ProfileAt& profile) {
  EffectiveMethod used = EffectiveOf(*entries[0].entry, profile);
  if (profile.name_match != NameMatch::kEachField) return used;
  for (const NamedEntry& named : entries.subspan(1)) {
    const EffectiveMethod more = EffectiveOf(*named.entry, profile);
    if (!used.timeout.value) used.timeout = more.timeout;
    if (!used.max_request_message_bytes.value) {
      used.max_request_message_bytes = more.max_request_message_bytes;
    }
    if (!used.max_response_message_bytes.value) {
      used.max_response_message_bytes = more.max_response_message_bytes;
    }
  }
  return used;
}

// What does not depend on the name by which an entry was found.
ResolvedMethod ResolveEntry(absl::Span<const NamedEntry> entries, const ProfileAt& profile,
                            JsonPointers& pointers, MissedFields& missed) {
  ResolvedMethod resolved;
  if (entries.empty()) {
    resolved.missed = missed.OfMethod(kNoNode, {}, profile);
    return resolved;
  }
  const JsonTree& tree = pointers.tree();
  const NodeId node = entries[0].entry->node;
  resolved.entry = tree.span(node);
  resolved.source = pointers.Of(node);
  resolved.effective = Combine(entries, profile);
  resolved.values = ValuesOf(resolved.effective);
  const Message& message = *FindField(ServiceConfigMessage(), "methodConfig")->message;
  resolved.ignored = FindIgnored(resolved.values, tree, message, node);
  resolved.altered = FindAltered(resolved.values, tree);
  resolved.missed = missed.OfMethod(node, resolved.values, profile);
  return resolved;
}

ResolvedMethod ResolveMethod(View& view, const MethodName& name, JsonPointers& pointers,
                             MissedFields& missed) {
  if (!view.entries) return {};
  const ProfileAt& profile = *view.target.profile;
  const std::vector<NamedEntry> entries = view.entries->Find(name);
  const bool is_one = profile.name_match != NameMatch::kEachField || entries.size() == 1;
  if (entries.empty() || !is_one) return ResolveEntry(entries, profile, pointers, missed);
  const auto [known, is_new] = view.resolved.try_emplace(entries[0].entry->node);
  if (is_new) known->second = ResolveEntry(entries, profile, pointers, missed);
  return known->second;
}

// A name that some target has read, with its place.
using PlacedName = std::pair<NodeId, MethodName>;

void CollectNames(const ServiceConfig& config, std::vector<PlacedName>& names) {
  if (!config.method_config.value) return;
  for (const MethodConfig& entry : *config.method_config.value) {
    if (!entry->name.value) continue;
    for (const Name& name : *entry->name.value) {
      const absl::string_view service = name->service.value.value_or("");
      if (service.empty()) continue;  // those are what is left
      names.push_back(
          {name.node, {std::string(service), std::string(name->method.value.value_or(""))}});
    }
  }
}

// Each once, whatever its spelling.
std::vector<MethodName> WithoutRepeats(absl::Span<const MethodName> methods) {
  std::vector<MethodName> names;
  std::set<std::string> seen;
  for (const MethodName& method : methods) {
    if (seen.insert(SpellMethodName(method)).second) names.push_back(method);
  }
  return names;
}

}  // namespace

const ServiceConfig* UsedConfig(const Document& document, const Reading& reading, Verdict verdict) {
  return verdict == Verdict::kRejects ? nullptr : RootConfig(document, reading);
}

std::vector<MethodName> NamesIn(const Document& document, const Analysis& analysis) {
  std::vector<PlacedName> placed;
  for (const auto& reading : analysis.readings) {
    const ServiceConfig* const config = RootConfig(document, *reading);
    if (config != nullptr) CollectNames(*config, placed);
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const PlacedName& a, const PlacedName& b) { return a.first < b.first; });
  std::vector<MethodName> names;
  names.reserve(placed.size() + 1);
  for (PlacedName& name : placed) names.push_back(std::move(name.second));
  names.emplace_back();
  return names;
}

std::vector<EffectiveValue> ValuesOf(const ResolvedChannel& channel) {
  std::vector<EffectiveValue> values = ValuesOf(channel.effective);
  values.insert(values.end(), channel.load_balancing.begin(), channel.load_balancing.end());
  return values;
}

Resolution Resolve(const Document& document, absl::Span<const Target> targets,
                   const Analysis& analysis, absl::Span<const MethodName> methods) {
  const Report& report = analysis.report;
  JsonPointers pointers(document.tree);
  MissedFields missed(pointers);
  Resolution resolution;
  std::vector<View> views;
  for (size_t i = 0; i < targets.size(); ++i) {
    views.push_back(MakeView(document, targets[i], *analysis.readings[i], report.verdicts[i]));
    ResolvedChannel channel = ResolveChannel(document.tree, views.back(), missed);
    channel.verdict = report.verdicts[i];
    channel.reason = ReasonOf(report, i);
    resolution.channels.push_back(std::move(channel));
  }
  std::vector<MethodName> asked(methods.begin(), methods.end());
  if (asked.empty()) asked = NamesIn(document, analysis);
  for (const MethodName& name : WithoutRepeats(asked)) {
    for (size_t i = 0; i < views.size(); ++i) {
      ResolvedMethod resolved = ResolveMethod(views[i], name, pointers, missed);
      resolved.name = name;
      resolved.target = i;
      resolution.methods.push_back(std::move(resolved));
    }
  }
  return resolution;
}

}  // namespace grpcfg
