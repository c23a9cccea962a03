// Rules on the configs of LB policies whose fields depend on each other.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/suggest.h"

namespace grpcfg {
namespace {

using Names = Located<List<Located<absl::string_view>>>;

std::set<absl::string_view> SetOf(const Names& names) {
  std::set<absl::string_view> set;
  if (!names.value) return set;
  for (const auto& name : *names.value) {
    if (name.value) set.insert(*name.value);
  }
  return set;
}

// The name of `known` that is nearest to `name`; empty if none is near, or where they are too many
// to compare with.
absl::string_view Nearest(absl::string_view name, const std::set<absl::string_view>& known) {
  constexpr size_t kMostNames = 64;
  if (known.size() > kMostNames) return "";
  size_t least = name.size() / 3 + 1;
  absl::string_view nearest;
  for (const absl::string_view candidate : known) {
    if (absl::EqualsIgnoreCase(name, candidate)) return candidate;
    const size_t distance = EditDistance(name, candidate, least);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

// Misspelt names that are looked up among the right ones: a hostile list has more of them.
constexpr size_t kMostMisspelt = 100;

// Calls function(PriorityConfig) for those that have both fields.
template <typename Function>
void ForEachPriority(const CheckContext& context, const Function& function) {
  for (const PriorityConfig* const priority : context.reading.load_balancing.priority) {
    if (priority->children.value && priority->priorities.value) function(*priority);
  }
}

void CheckUnknownChildren(const CheckContext& context) {
  ForEachPriority(context, [&](const PriorityConfig& priority) {
    const std::set<absl::string_view> children = SetOf(priority.children);
    size_t misspelt = 0;
    for (const auto& name : *priority.priorities.value) {
      if (!name.value || children.contains(*name.value)) continue;
      Diagnostic words = {.message =
                              absl::StrCat(Quoted(*name.value), " is none of the `children`")};
      const bool few = ++misspelt <= kMostMisspelt;
      const absl::string_view nearest = few ? Nearest(*name.value, children) : "";
      if (!nearest.empty()) words.help.push_back(absl::StrCat("did you mean `", nearest, "`?"));
      words.secondary.push_back({context.KeyOf(priority.children.span), "the children"});
      context.add(name.span, std::move(words));
    }
  });
}

// The children that stand in a priority, those of misspelt priorities included.
std::set<absl::string_view> UsedChildren(const PriorityConfig& priority) {
  std::set<absl::string_view> children = SetOf(priority.children);
  std::set<absl::string_view> used = SetOf(priority.priorities);
  size_t misspelt = 0;
  for (const auto& name : *priority.priorities.value) {
    if (!name.value) return children;  // it may be any of them
    if (children.contains(*name.value)) continue;
    if (++misspelt > kMostMisspelt) return children;
    used.insert(Nearest(*name.value, children));
  }
  return used;
}

void CheckUnusedChildren(const CheckContext& context) {
  ForEachPriority(context, [&](const PriorityConfig& priority) {
    const std::set<absl::string_view> used = UsedChildren(priority);
    for (const auto& name : *priority.children.value) {
      if (!name.value || used.contains(*name.value)) continue;
      context.add(name.span,
                  {.message = absl::StrCat("the child ", Quoted(*name.value),
                                           " stands in no priority, so it is never used"),
                   .secondary = {{context.KeyOf(priority.priorities.span), "the priorities"}},
                   .help = {"add it to `priorities`, or remove it"}});
    }
  });
}

// gRFC A42: what an absent size or 0 means.
int64_t SizeOf(const Located<int64_t>& size, int64_t if_absent) {
  const int64_t value = size.value.value_or(0);
  return value == 0 ? if_absent : value;
}

void CheckRingSizes(const CheckContext& context) {
  constexpr int64_t kMinIfAbsent = 1024;
  constexpr int64_t kMaxIfAbsent = 4096;
  for (const RingHashConfig* const ring : context.reading.load_balancing.ring_hash) {
    const auto& min = ring->min_ring_size;
    const auto& max = ring->max_ring_size;
    const bool malformed = (!min.span.empty() && !min.value) || (!max.span.empty() && !max.value);
    const int64_t min_size = SizeOf(min, kMinIfAbsent);
    const int64_t max_size = SizeOf(max, kMaxIfAbsent);
    if (malformed || min_size <= max_size) continue;
    if (min.value.value_or(0) == 0) {
      context.add(max.span,
                  {.message = absl::StrCat("`maxRingSize` is ", max_size, ", below `minRingSize`, ",
                                           "which is ", min_size, " if absent"),
                   .help = {absl::StrCat("add `minRingSize`, at most ", max_size)}});
      continue;
    }
    const bool max_is_there = max.value.value_or(0) != 0;
    Diagnostic words = {.message =
                            absl::StrCat("`minRingSize` is ", min_size, ", above `maxRingSize`, ",
                                         "which is ", max_size, max_is_there ? "" : " if absent")};
    if (max_is_there) words.secondary.push_back({max.span, "the maximum"});
    context.add(min.span, std::move(words));
  }
}

template <typename Function>
void ForEachRouteLookup(const CheckContext& context, const Function& function) {
  for (const RlsConfig* const rls : context.reading.load_balancing.rls) {
    if (rls->route_lookup_config != nullptr) function(*rls->route_lookup_config);
  }
}

template <typename Function>
void ForEachKeyBuilder(const CheckContext& context, const Function& function) {
  ForEachRouteLookup(context, [&](const RouteLookupConfig& lookup) {
    if (!lookup.grpc_keybuilders.value) return;
    for (const GrpcKeyBuilder& builder : *lookup.grpc_keybuilders.value) function(builder);
  });
}

// Where a key of one key builder stands.
using KeyPlaces = std::map<absl::string_view, Span>;

void NoteKey(const CheckContext& context, const Located<absl::string_view>& key,
             KeyPlaces& places) {
  if (!key.value || key.value->empty()) return;
  const auto [found, inserted] = places.emplace(*key.value, key.span);
  if (inserted) return;
  context.add(key.span, {.message = absl::StrCat("the key ", Quoted(*key.value),
                                                 " stands twice in this key builder"),
                         .secondary = {{found->second, "first here"}}});
}

void CheckKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    KeyPlaces places;
    if (builder.headers.value) {
      for (const NameMatcher& header : *builder.headers.value) NoteKey(context, header.key, places);
    }
    if (builder.extra_keys != nullptr) {
      NoteKey(context, builder.extra_keys->host, places);
      NoteKey(context, builder.extra_keys->service, places);
      NoteKey(context, builder.extra_keys->method, places);
    }
    if (!builder.constant_keys.value) return;
    std::set<absl::string_view> constants;  // one of them twice is a fault of the text
    for (const auto& key : *builder.constant_keys.value) {
      if (key.value && constants.insert(*key.value).second) NoteKey(context, key, places);
    }
  });
}

// Where a method, or all methods of a service, is named first.
using NamePlaces = std::map<std::pair<absl::string_view, absl::string_view>, Span>;

void NoteName(const CheckContext& context, const KeyBuilderName& name, NamePlaces& places) {
  const bool malformed = !name.method.span.empty() && !name.method.value;
  if (!name.service.value || malformed) return;
  const absl::string_view method = name.method.value.value_or(absl::string_view());
  const auto [found, inserted] = places.emplace(std::pair(*name.service.value, method), name.span);
  if (inserted) return;
  const std::string path = absl::StrCat(*name.service.value, method.empty() ? "" : "/", method);
  context.add(name.span, {.message = absl::StrCat(
                              Quoted(path), " stands twice among the names of the key builders"),
                          .secondary = {{found->second, "first here"}}});
}

void CheckKeyBuilderNames(const CheckContext& context) {
  ForEachRouteLookup(context, [&](const RouteLookupConfig& lookup) {
    NamePlaces places;
    if (!lookup.grpc_keybuilders.value) return;
    for (const GrpcKeyBuilder& builder : *lookup.grpc_keybuilders.value) {
      if (!builder.names.value) continue;
      for (const KeyBuilderName& name : *builder.names.value) NoteName(context, name, places);
    }
  });
}

void CheckRequiredMatch(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    if (!builder.headers.value) return;
    for (const NameMatcher& header : *builder.headers.value) {
      if (!header.required_match.value.value_or(false)) continue;
      context.add(header.required_match.span,
                  {.message = "`requiredMatch` is true, which is an error for gRPC",
                   .help = {"remove it"}});
    }
  });
}

void CheckStaleAge(const CheckContext& context) {
  ForEachRouteLookup(context, [&](const RouteLookupConfig& lookup) {
    const auto& stale = lookup.stale_age;
    const auto& max = lookup.max_age;
    if (!stale.value) return;
    if (max.span.empty()) {
      context.add(stale.span, {.message = "`staleAge` stands without `maxAge`",
                               .help = {"add `maxAge`, larger than `staleAge`"}});
    } else if (max.value && !(*stale.value < *max.value)) {
      context.add(stale.span, {.message = "`staleAge` is not below `maxAge`, so it has no effect",
                               .secondary = {{max.span, "by then the answer is gone"}}});
    }
  });
}

constexpr Cell kGapicAccepts = {Effect::kAccepts,
                                "service_config.proto: no rule that protojson would check"};

constexpr Rule kRules[] = {
    {.id = "priority-child-unknown",
     .summary = "`priorities` names a child that is not there.",
     .rationale = "Each priority is the name of one of the `children` (gRFC A56); the clients "
                  "reject the config otherwise.",
     .check = CheckUnknownChildren,
     .verdicts = {.spec = {Effect::kRejectsConfig,
                           "decided: gRFC A56 gives such a name no meaning; C-core priority.cc and "
                           "grpc-go priority/config.go reject it"},
                  .gapic = kGapicAccepts},
     .bad = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]}}, "priorities": ["neer", "near"]}}]})",
     .good = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]}}, "priorities": ["near"]}}]})"},
    {.id = "priority-child-unused",
     .summary = "A child of a priority policy stands in no priority.",
     .rationale = "It is never used. Go rejects the config, the others accept it.",
     .check = CheckUnusedChildren,
     .verdicts = {.spec = {Effect::kAccepts, "gRFC A56, LB Policy Configuration: no such rule"},
                  .gapic = kGapicAccepts},
     .bad = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]},
               "far": {"config": [{"round_robin": {}}]}},
  "priorities": ["near"]}}]})",
     .good = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]},
               "far": {"config": [{"round_robin": {}}]}},
  "priorities": ["near", "far"]}}]})"},
    {.id = "ring-hash-size-order",
     .summary = "`minRingSize` is above `maxRingSize`.",
     .rationale = "Absent sizes are 1024 and 4096 (gRFC A42), so a single field may be enough to "
                  "turn them round. The clients reject the config.",
     .check = CheckRingSizes,
     .verdicts =
         {.spec = {Effect::kRejectsConfig,
                   "decided: gRFC A42 gives such sizes no meaning; C-core ring_hash.cc and grpc-go "
                   "ringhash/config.go reject them"},
          .gapic = kGapicAccepts},
     .bad = R"({"loadBalancingConfig": [{"ring_hash_experimental": {"maxRingSize": 512}}]})",
     .good = R"({"loadBalancingConfig": [{"ring_hash_experimental": {
  "minRingSize": 512, "maxRingSize": 512}}]})"},
    {.id = "rls-key-duplicate",
     .summary = "A key stands twice in a key builder of a route lookup.",
     .rationale = "Keys of headers, extra keys and constant keys go into one map, so none may "
                  "stand twice (grpc-go rls/config.go, C-core rls.cc).",
     .check = CheckKeys,
     .verdicts = {.spec = {Effect::kRejectsConfig,
                           "rls_config.proto, RouteLookupRequest.key_map: one value per key"},
                  .gapic = kGapicAccepts},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"]}],
                         "constantKeys": {"user": "anyone"}}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"]}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})"},
    {.id = "rls-name-duplicate",
     .summary = "Two key builders of a route lookup are for the same methods.",
     .rationale = "All key builders must have unique names (rls_config.proto, "
                  "RouteLookupConfig.grpc_keybuilders).",
     .check = CheckKeyBuilderNames,
     .verdicts = {.spec = {Effect::kRejectsConfig,
                           "rls_config.proto, RouteLookupConfig.grpc_keybuilders: unique names"},
                  .gapic = kGapicAccepts},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}]},
                        {"names": [{"service": "pkg.Orders"}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}]},
                        {"names": [{"service": "pkg.Orders", "method": "Get"}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})"},
    {.id = "rls-required-match",
     .summary = "`requiredMatch` is set in a route lookup.",
     .rationale = "It is for HTTP; for gRPC it is an error (rls_config.proto, GrpcKeyBuilder).",
     .check = CheckRequiredMatch,
     .verdicts = {.spec = {Effect::kRejectsConfig, "rls_config.proto, GrpcKeyBuilder.headers"},
                  .gapic = kGapicAccepts},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"], "requiredMatch": true}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"]}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})"},
    {.id = "rls-stale-age",
     .summary = "`staleAge` is not below `maxAge`, or stands without it.",
     .rationale =
         "An answer is asked for again after `staleAge` and dropped after `maxAge`, so the "
         "first should be less (rls_config.proto). C-core and Go reject a config that has "
         "the first without the second.",
     .check = CheckStaleAge,
     .verdicts = {.spec = {Effect::kAccepts,
                           "rls_config.proto, RouteLookupConfig.stale_age: it only should be less"},
                  .gapic = kGapicAccepts},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000, "staleAge": "60s"},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000,
    "maxAge": "120s", "staleAge": "60s"},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> LoadBalancingPolicyRules() { return kRules; }

}  // namespace grpcfg
