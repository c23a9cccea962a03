#include "validator/resolve/resolve.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_pointers.h"
#include "validator/resolve/effective_policy.h"

namespace grpcfg {
namespace {

using EntryPtr = std::shared_ptr<const ResolvedEntry>;

// How clients that read alike and match alike look methods up.
struct Lookup {
  const ServiceConfig* config;
  NameMatch match;
  MethodEntries entries;
};

constexpr size_t kNoLookup = std::numeric_limits<size_t>::max();

// What a target reads, and how it looks methods up.
struct View {
  const Target& target;
  const Reading& reading;
  const ServiceConfig* config = nullptr;  // null: rejected, or there is none
  size_t lookup = kNoLookup;              // index of its Lookup, if it has a config
  // What follows from an entry alone, whatever the name; of kNoNode: where there is no entry.
  absl::flat_hash_map<NodeId, EntryPtr> resolved = {};
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
  return {target, reading, UsedConfig(document, reading, verdict)};
}

// The index of the Lookup of a client, which is added if there is none yet.
size_t LookupOf(const ServiceConfig& config, NameMatch match, std::vector<Lookup>& lookups) {
  const auto same = std::find_if(lookups.begin(), lookups.end(), [&](const Lookup& lookup) {
    return lookup.config == &config && lookup.match == match;
  });
  const auto index = static_cast<size_t>(same - lookups.begin());
  if (same == lookups.end()) lookups.push_back({&config, match, MethodEntries(config, match)});
  return index;
}

// Resolves channels; what several targets use alike is described once.
class ChannelResolver {
 public:
  ChannelResolver(const JsonTree& tree, MissedFields& missed) : tree_(tree), missed_(missed) {}

  ResolvedChannel Of(const View& view) {
    ResolvedChannel channel;
    if (view.config == nullptr) return channel;
    const ProfileAt& profile = *view.target.profile;
    channel.effective = EffectiveOf(*view.config, profile);
    const Described& described =
        Describe(channel.effective, PolicyValuesOf(tree_, view.reading, *view.config, profile));
    channel.values = described.values;
    channel.ignored = described.ignored;
    channel.altered = described.altered;
    channel.missed = missed_.OfChannel(channel.values, profile);
    const absl::string_view need = profile.calls.retries_need.text;
    if (!need.empty()) channel.notes.push_back(absl::StrCat("retries are made only with ", need));
    return channel;
  }

 private:
  struct Described {
    EffectiveChannel effective;
    std::vector<EffectiveValue> of_policy;  // of the config of the LB policy
    std::vector<EffectiveValue> values;     // of both
    std::vector<std::string> ignored;
    std::vector<Alteration> altered;
  };

  const Described& Describe(const EffectiveChannel& effective,
                            std::vector<EffectiveValue> of_policy) {
    const auto same = absl::c_find_if(known_, [&](const Described& known) {
      return known.effective == effective && known.of_policy == of_policy;
    });
    if (same != known_.end()) return *same;
    Described& next = known_.emplace_back();
    next.effective = effective;
    next.values = ValuesOf(effective);
    absl::c_copy(of_policy, std::back_inserter(next.values));
    next.of_policy = std::move(of_policy);
    next.ignored = FindIgnored(next.values, tree_, ServiceConfigMessage(), JsonTree::kRoot);
    next.altered = FindAltered(next.values, tree_);
    return next;
  }

  const JsonTree& tree_;
  MissedFields& missed_;
  std::vector<Described> known_;
};

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

// Resolves entries; what several targets make of one in the same way is made once.
class EntryResolver {
 public:
  EntryResolver(JsonPointers& pointers, MissedFields& missed)
      : pointers_(pointers), missed_(missed) {}

  // Those that a method's name fits, for a client of `profile`.
  EntryPtr Of(absl::Span<const NamedEntry> entries, const ProfileAt& profile) {
    const NodeId node = entries.empty() ? kNoNode : entries[0].entry->node;
    EffectiveMethod effective = entries.empty() ? EffectiveMethod() : Combine(entries, profile);
    std::vector<EntryPtr>& known = known_[node];
    const auto same = std::find_if(known.begin(), known.end(), [&](const EntryPtr& entry) {
      return entry->effective == effective;
    });
    if (same == known.end()) {
      ResolvedEntry resolved = Describe(node, std::move(effective));
      resolved.missed = missed_.OfMethod(node, resolved.values, profile);
      return known.emplace_back(std::make_shared<const ResolvedEntry>(std::move(resolved)));
    }
    std::vector<MissedField> missed = missed_.OfMethod(node, (*same)->values, profile);
    if (missed == (*same)->missed) return *same;
    ResolvedEntry other = **same;
    other.missed = std::move(missed);
    return std::make_shared<const ResolvedEntry>(std::move(other));
  }

 private:
  // All but what is missed.
  ResolvedEntry Describe(NodeId node, EffectiveMethod effective) {
    ResolvedEntry resolved;
    if (node == kNoNode) return resolved;
    const JsonTree& tree = pointers_.tree();
    const Message& message = *FindField(ServiceConfigMessage(), "methodConfig")->message;
    resolved.span = tree.span(node);
    resolved.source = pointers_.Of(node);
    resolved.effective = std::move(effective);
    resolved.values = ValuesOf(resolved.effective);
    resolved.ignored = FindIgnored(resolved.values, tree, message, node);
    resolved.altered = FindAltered(resolved.values, tree);
    return resolved;
  }

  JsonPointers& pointers_;
  MissedFields& missed_;
  absl::flat_hash_map<NodeId, std::vector<EntryPtr>> known_;
};

EntryPtr ResolveMethod(View& view, absl::Span<const NamedEntry> entries, EntryResolver& resolver) {
  const ProfileAt& profile = *view.target.profile;
  const bool is_one = profile.name_match != NameMatch::kEachField || entries.size() <= 1;
  if (!is_one) return resolver.Of(entries, profile);
  EntryPtr& known = view.resolved[entries.empty() ? kNoNode : entries[0].entry->node];
  if (known == nullptr) known = resolver.Of(entries, profile);
  return known;
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
  names.reserve(methods.size());
  absl::flat_hash_set<std::string> seen;
  for (const MethodName& method : methods) {
    if (seen.insert(SpellMethodName(method)).second) names.push_back(method);
  }
  return names;
}

// Every name for the first view and all others.
std::vector<ResolvedMethod> ResolveMethods(absl::Span<const MethodName> names,
                                           std::vector<View>& views, EntryResolver& resolver) {
  std::vector<Lookup> lookups;
  for (View& view : views) {
    if (view.config == nullptr) continue;
    view.lookup = LookupOf(*view.config, view.target.profile->name_match, lookups);
  }
  const auto nothing = std::make_shared<const ResolvedEntry>();
  std::vector<MethodName> distinct = WithoutRepeats(names);
  std::vector<ResolvedMethod> methods;
  methods.reserve(distinct.size() * views.size());
  std::vector<std::vector<NamedEntry>> found(lookups.size());
  for (MethodName& each : distinct) {
    const auto name = std::make_shared<const MethodName>(std::move(each));
    for (size_t i = 0; i < lookups.size(); ++i) found[i] = lookups[i].entries.Find(*name);
    for (size_t i = 0; i < views.size(); ++i) {
      View& view = views[i];
      methods.push_back(
          {name, i,
           view.config == nullptr ? nothing : ResolveMethod(view, found[view.lookup], resolver)});
    }
  }
  return methods;
}

}  // namespace

const ServiceConfig* UsedConfig(const Document& document, const Reading& reading, Verdict verdict) {
  return verdict == Verdict::kRejects ? nullptr : RootConfig(document, reading);
}

std::vector<MethodName> NamesIn(const Document& document, const Analysis& analysis) {
  std::vector<PlacedName> placed;
  std::vector<const Reading*> collected;  // those who read alike share one
  for (const auto& reading : analysis.readings) {
    if (absl::c_linear_search(collected, reading.get())) continue;
    collected.push_back(reading.get());
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

Resolution Resolve(const Document& document, absl::Span<const Target> targets,
                   const Analysis& analysis, absl::Span<const MethodName> methods) {
  const Report& report = analysis.report;
  JsonPointers pointers(document.tree);
  MissedFields missed(pointers);
  Resolution resolution;
  ChannelResolver channels(document.tree, missed);
  std::vector<View> views;
  views.reserve(targets.size());
  resolution.channels.reserve(targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    views.push_back(MakeView(document, targets[i], *analysis.readings[i], report.verdicts[i]));
    ResolvedChannel channel = channels.Of(views.back());
    channel.verdict = report.verdicts[i];
    channel.reason = ReasonOf(report, i);
    resolution.channels.push_back(std::move(channel));
  }
  EntryResolver resolver(pointers, missed);
  resolution.methods = methods.empty()
                           ? ResolveMethods(NamesIn(document, analysis), views, resolver)
                           : ResolveMethods(methods, views, resolver);
  return resolution;
}

}  // namespace grpcfg
