#include "validator/resolve/resolve.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_pointers.h"
#include "schema/json/json_tree.h"
#include "schema/json/json_writer.h"
#include "schema/json/number.h"
#include "schema/read/read.h"

namespace grpcfg {
namespace {

// ---- The config of the LB policy that a client has chosen, as it uses it.

class PolicyLister {
 public:
  PolicyLister(const JsonTree& tree, const Reading& reading, const ProfileAt& profile)
      : tree_(tree), reading_(reading), profile_(profile) {}

  // The fields of `message` in an object, then those of the messages in it.
  void List(const Message& message, NodeId object) {
    waiting_.push_back({&message, object, ""});
    while (!waiting_.empty()) {
      const Part part = std::move(waiting_.back());
      waiting_.pop_back();
      ListOne(part);
    }
  }

  std::vector<EffectiveValue> values() && { return std::move(values_); }

 private:
  // A message in the policy's config; `prefix` is the way to it: `successRateEjection.`.
  struct Part {
    const Message* message;
    NodeId object;
    std::string prefix;
  };

  void ListOne(const Part& part) {
    if (tree_.kind(part.object) != JsonKind::kObject) return;
    tree_.ForEachMember(part.object, [&](const JsonMember& member) {
      const Field* const field = FindField(*part.message, tree_, member.key);
      const JsonKind kind = tree_.kind(member.value);
      if (field == nullptr || kind == JsonKind::kNull || IsNothing(kind)) return;
      const bool is_used = profile_.Of(*part.message, *field).use == Use::kApplied;
      if (!is_used || field->shape != Shape::kOne || IsNeverStale(member.value)) return;
      const std::string path = absl::StrCat(part.prefix, field->json_name);
      if (field->type == FieldType::kMessage && field->message != nullptr) {
        waiting_.push_back({field->message, member.value, absl::StrCat(path, ".")});
      } else if (kind != JsonKind::kObject && kind != JsonKind::kArray) {
        Add(path, UsedJson(*field, member.value), member.value);
      }
    });
  }

  // True of a `staleAge` that has no effect.
  [[nodiscard]] bool IsNeverStale(NodeId value) const {
    return absl::c_any_of(reading_.load_balancing.rls, [&](const RlsConfig* rls) {
      const RouteLookupConfig* const lookup = rls->route_lookup_config;
      return lookup != nullptr && lookup->stale_age.node == value && lookup->IsNeverStale();
    });
  }

  // Of equal keys the last one counts.
  void Add(const std::string& path, std::string json, NodeId node) {
    const auto same =
        std::find_if(values_.begin(), values_.end(),
                     [&](const EffectiveValue& value) { return value.field == path; });
    if (same != values_.end()) {
      same->json = std::move(json);
      same->node = node;
      return;
    }
    values_.push_back({"loadBalancingConfig", path, node, std::move(json)});
  }

  [[nodiscard]] std::string Spell(const Field& field, NodeId node, absl::string_view text) const {
    const DurationResult duration = ParseDuration(text);
    const bool is_duration =
        field.type == FieldType::kDuration && duration.error == DurationError::kNone;
    return is_duration ? JsonString(SpellDuration(duration.value))
                       : SourceJson(tree_.kind(node), text);
  }

  [[nodiscard]] std::string UsedJson(const Field& field, NodeId node) const {
    for (const Issue& issue : reading_.issues) {
      if (issue.node != node || issue.effect != Effect::kAlters) continue;
      const Bound& bound = field.bound;
      const absl::string_view unit = field.type == FieldType::kDuration ? "s" : "";
      if (issue.kind == IssueKind::kClamped) {
        return Spell(field, node, absl::StrCat(bound.clamp, unit));
      }
      if (issue.kind == IssueKind::kRaised) {
        return Spell(field, node,
                     absl::StrFormat("%gs", static_cast<double>(bound.floor_ms) / kMsPerSecond));
      }
      if (!issue.read_as.empty()) return Spell(field, node, issue.read_as);
    }
    return Spell(field, node, tree_.Text(node));
  }

  const JsonTree& tree_;
  const Reading& reading_;
  const ProfileAt& profile_;
  std::vector<Part> waiting_;
  std::vector<EffectiveValue> values_;
};

// The numbers, durations, words and flags that stand in it and that the client uses: clamped,
// raised or read as another value. A walk of the tree finds them; the issues of the reading say
// what the client made of a value. `config` must be of `reading`, which must be of `tree` and
// `profile`. Not the lists: child policies have configs of their own.
std::vector<EffectiveValue> PolicyValuesOf(const JsonTree& tree, const Reading& reading,
                                           const ServiceConfig& config, const ProfileAt& profile) {
  const Located<absl::string_view>& chosen = config.load_balancing_config;
  if (profile.implementation() == Implementation::kGapic || !chosen.value) return {};
  const NodeId key = chosen.node;
  if (key == kNoNode || tree.kind(key) != JsonKind::kKey) return {};
  const Field* const policy = FindField(LoadBalancingConfigMessage(), *chosen.value);
  if (policy == nullptr || policy->message == nullptr) return {};
  const Message& policies = LoadBalancingConfigMessage();
  if (profile.Of(policies, *policy).reader == FieldReader::kUnread) return {};
  PolicyLister lister(tree, reading, profile);
  lister.List(*policy->message, key + 1);
  return std::move(lister).values();
}

// ---- Methods

// How clients that read and match in the same way look methods up.
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

bool HasPolicyOfCalls(const MethodConfig& entry) {
  return entry->retry_policy != nullptr || entry->hedging_policy != nullptr;
}

bool HasAttemptTimeout(const JsonTree& tree, const MethodConfig& entry) {
  const RetryPolicy* const retry = entry->retry_policy;
  const NodeId object = retry == nullptr ? kNoNode : retry->node;
  if (object == kNoNode || tree.kind(object) != JsonKind::kObject) return false;
  bool has_it = false;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    has_it = has_it || tree.Text(member.key) == "perAttemptRecvTimeout";
  });
  return has_it;
}

// True if the config itself, not one that the client parses out of a TXT record, has one.
bool HasWholeNumber(const JsonTree& tree) {
  bool has_one = false;
  if (tree.kind(JsonTree::kRoot) != JsonKind::kObject) return has_one;
  for (NodeId node = 0; node < tree.size() && !has_one; ++node) {
    has_one = tree.kind(node) == JsonKind::kNumber && IsIntegerLiteral(tree.Text(node));
  }
  return has_one;
}

// What the program must have for what the config sets.
std::vector<std::string> NotesOn(const JsonTree& tree, const ServiceConfig& config,
                                 const EffectiveChannel& channel, const CallReading& calls) {
  std::vector<std::string> notes;
  const auto add = [&](absl::string_view words, const ProgramSetting& setting) {
    if (!setting.text.empty()) notes.push_back(absl::StrCat(words, setting.text));
  };
  const auto any_entry = [&](const auto& matches) {
    return config.method_config.value && absl::c_any_of(*config.method_config.value, matches);
  };
  if (any_entry(HasPolicyOfCalls)) add("retries are made only with ", calls.retries_need);
  if (HasWholeNumber(tree))
    add("in a `Map` of the program whole numbers must be ", calls.numbers_need);
  if (any_entry([&](const auto& entry) { return HasAttemptTimeout(tree, entry); })) {
    add("`perAttemptRecvTimeout` is read only with ", calls.attempt_timeout_needs);
  }
  if (channel.health_check_service.node != kNoNode || channel.health_check_service.value) {
    add("health is checked only with ", calls.health_checks_need);
    if (channel.load_balancing.node == kNoNode) {
      notes.emplace_back("health is checked only if the program chooses another LB policy");
    }
  }
  return notes;
}

// Resolves channels; what several targets share is described once.
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
    channel.notes = NotesOn(tree_, *view.config, channel.effective, profile.calls);
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
  // Puts what it makes at the end of `made`.
  EntryResolver(JsonPointers& pointers, MissedFields& missed, absl::Span<const View> views,
                std::vector<std::unique_ptr<const ResolvedEntry>>& made)
      : pointers_(pointers), missed_(missed), views_(views), made_(made) {}

  // Those that a method's name fits, for the view of that index.
  const ResolvedEntry* Of(absl::Span<const NamedEntry> entries, size_t view) {
    const ProfileAt& profile = *views_[view].target.profile;
    Known& known = KnownOf(entries.empty() ? kNoNode : entries[0].entry->node);
    const bool is_one = profile.name_match != NameMatch::kEachField || entries.size() <= 1;
    if (!is_one) return Make(entries, profile, known);
    const ResolvedEntry*& resolved = known.of_views[view];
    if (resolved == nullptr) resolved = Make(entries, profile, known);
    return resolved;
  }

 private:
  using Entries = absl::InlinedVector<const ResolvedEntry*, 8>;

  // Of one entry, or of none.
  struct Known {
    NodeId node;
    Entries made;  // that differ in what is effective
    // What follows from the entry alone, whatever the name; null: not computed yet.
    Entries of_views;
  };

  Known& KnownOf(NodeId node) {
    std::unique_ptr<Known>& known = known_[node];
    if (known == nullptr) {
      known = std::make_unique<Known>(Known{node, {}, Entries(views_.size(), nullptr)});
    }
    return *known;
  }

  const ResolvedEntry* Make(absl::Span<const NamedEntry> entries, const ProfileAt& profile,
                            Known& known) {
    EffectiveMethod effective = entries.empty() ? EffectiveMethod() : Combine(entries, profile);
    auto* const same = absl::c_find_if(
        known.made, [&](const ResolvedEntry* entry) { return entry->effective == effective; });
    if (same == known.made.end()) {
      ResolvedEntry resolved = Describe(known.node, std::move(effective));
      resolved.missed = missed_.OfMethod(known.node, resolved.values, profile);
      return known.made.emplace_back(Keep(std::move(resolved)));
    }
    std::vector<MissedField> missed = missed_.OfMethod(known.node, (*same)->values, profile);
    if (missed == (*same)->missed) return *same;
    ResolvedEntry other = **same;
    other.missed = std::move(missed);
    return Keep(std::move(other));
  }

  const ResolvedEntry* Keep(ResolvedEntry entry) {
    made_.push_back(std::make_unique<const ResolvedEntry>(std::move(entry)));
    return made_.back().get();
  }

  // All but what is missed.
  ResolvedEntry Describe(NodeId node, EffectiveMethod effective) {
    ResolvedEntry resolved;
    if (node == kNoNode) return resolved;
    const JsonTree& tree = pointers_.tree();
    resolved.span = tree.span(node);
    resolved.source = pointers_.Of(node);
    resolved.effective = std::move(effective);
    resolved.values = ValuesOf(resolved.effective);
    resolved.ignored = FindIgnored(resolved.values, tree, MethodConfigMessage(), node);
    resolved.altered = FindAltered(resolved.values, tree);
    return resolved;
  }

  JsonPointers& pointers_;
  MissedFields& missed_;
  absl::Span<const View> views_;
  std::vector<std::unique_ptr<const ResolvedEntry>>& made_;
  absl::flat_hash_map<NodeId, std::unique_ptr<Known>> known_;
};

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
std::vector<MethodName> WithoutRepeats(std::vector<MethodName> names) {
  std::vector<MethodName> distinct;
  distinct.reserve(names.size());
  absl::flat_hash_set<std::string> seen;
  seen.reserve(names.size());
  for (MethodName& name : names) {
    if (seen.insert(SpellMethodName(name)).second) distinct.push_back(std::move(name));
  }
  return distinct;
}

// Of the views that have a config.
std::vector<Lookup> MakeLookups(std::vector<View>& views) {
  std::vector<Lookup> lookups;
  for (View& view : views) {
    if (view.config == nullptr) continue;
    view.lookup = LookupOf(*view.config, view.target.profile->name_match, lookups);
  }
  return lookups;
}

// Resolves every name for the first view and all others.
void ResolveMethods(std::vector<MethodName> names, std::vector<View>& views,
                    EntryResolver& resolver, Resolution& resolution) {
  std::vector<MethodName> distinct = WithoutRepeats(std::move(names));
  const std::vector<Lookup> lookups = MakeLookups(views);
  resolution.entries.push_back(std::make_unique<const ResolvedEntry>());
  const ResolvedEntry* const nothing = resolution.entries.back().get();
  resolution.names.reserve(distinct.size());
  resolution.methods.reserve(distinct.size() * views.size());
  std::vector<std::vector<NamedEntry>> found(lookups.size());
  for (MethodName& each : distinct) {
    resolution.names.push_back(std::make_unique<const MethodName>(std::move(each)));
    const MethodName& name = *resolution.names.back();
    for (size_t i = 0; i < lookups.size(); ++i) lookups[i].entries.Find(name, found[i]);
    for (size_t i = 0; i < views.size(); ++i) {
      const View& view = views[i];
      const bool has_config = view.config != nullptr;
      resolution.methods.push_back(
          {&name, i, has_config ? resolver.Of(found[view.lookup], i) : nothing});
    }
  }
}

}  // namespace

const ServiceConfig* UsedConfig(const Document& document, const Reading& reading, Verdict verdict) {
  return verdict == Verdict::kRejects ? nullptr : RootConfig(document, reading);
}

std::vector<MethodName> NamesIn(const Document& document, const Analysis& analysis) {
  std::vector<PlacedName> placed;
  std::vector<const Reading*> collected;  // clients that read in the same way share one
  for (const auto& reading : analysis.readings) {
    if (absl::c_linear_search(collected, reading.get())) continue;
    collected.push_back(reading.get());
    const ServiceConfig* const config = RootConfig(document, *reading);
    if (config != nullptr) CollectNames(*config, placed);
  }
  const auto is_before = [](const PlacedName& a, const PlacedName& b) { return a.first < b.first; };
  // Those of one reading are in order, and it takes time to move them for nothing.
  if (!absl::c_is_sorted(placed, is_before)) absl::c_stable_sort(placed, is_before);
  std::vector<MethodName> names;
  names.reserve(placed.size() + 1);
  for (PlacedName& name : placed) names.push_back(std::move(name.second));
  names.emplace_back();
  return names;
}

Resolution Resolve(const Document& document, absl::Span<const Target> targets,
                   const Analysis& analysis, absl::Span<const MethodName> methods,
                   const OctetLines* lines) {
  const Report& report = analysis.report;
  JsonPointers pointers(document.tree);
  const OctetMap none;
  const OctetLines own(document.tree.text(), none);
  MissedFields missed(pointers, lines == nullptr ? own : *lines);
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
  std::vector<MethodName> names = methods.empty()
                                      ? NamesIn(document, analysis)
                                      : std::vector<MethodName>(methods.begin(), methods.end());
  EntryResolver resolver(pointers, missed, views, resolution.entries);
  ResolveMethods(std::move(names), views, resolver, resolution);
  return resolution;
}

}  // namespace grpcfg
