// Rules on the keys under which a route lookup sends what it knows of a call.
#include <map>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/route_lookup.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

using Key = Located<absl::string_view>;

// Where the keys of one key builder stand.
using KeyPlaces = std::map<absl::string_view, NodeId>;

template <typename Function>
void ForEachHeaderKey(const GrpcKeyBuilder& builder, const Function& function) {
  if (!builder->headers.value) return;
  for (const NameMatcher& header : *builder->headers.value) {
    if (header->key.value && !header->key.value->empty()) function(header->key);
  }
}

// One of them twice is a fault of the text.
template <typename Function>
void ForEachConstantKey(const GrpcKeyBuilder& builder, const Function& function) {
  if (!builder->constant_keys.value) return;
  std::set<absl::string_view> seen;
  for (const Key& key : *builder->constant_keys.value) {
    if (key.value && !key.value->empty() && seen.insert(*key.value).second) function(key);
  }
}

template <typename Function>
void ForEachExtraKey(const GrpcKeyBuilder& builder, const Function& function) {
  const ExtraKeys* const extra = builder->extra_keys;
  if (extra == nullptr) return;
  for (const Key* const key : {&extra->host, &extra->service, &extra->method}) {
    if (key->value && !key->value->empty()) function(*key);
  }
}

Diagnostic Words(absl::string_view message, Span first) {
  return {.message = std::string(message), .secondary = {{first, "first here"}}};
}

void CheckKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    KeyPlaces places;
    const auto note = [&](const Key& key) {
      const auto [found, inserted] = places.emplace(*key.value, key.node);
      if (inserted) return;
      context.add(key.node, Words(absl::StrCat("the key ", Quoted(*key.value),
                                               " stands twice in this key builder"),
                                  context.SpanOf(found->second)));
    };
    ForEachHeaderKey(builder, note);
    ForEachConstantKey(builder, note);
  });
}

void CheckExtraKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    KeyPlaces places;
    const auto note = [&](const Key& key) { places.emplace(*key.value, key.node); };
    ForEachHeaderKey(builder, note);
    ForEachConstantKey(builder, note);
    ForEachExtraKey(builder, [&](const Key& key) {
      const auto found = places.find(*key.value);
      if (found == places.end()) return;
      context.add(key.node, Words(absl::StrCat("the extra key ", Quoted(*key.value),
                                               " is another key of this key builder, too"),
                                  context.SpanOf(found->second)));
    });
  });
}

void CheckAlikeExtraKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    KeyPlaces places;
    ForEachExtraKey(builder, [&](const Key& key) {
      const auto [found, inserted] = places.emplace(*key.value, key.node);
      if (inserted) return;
      context.add(key.node,
                  Words(absl::StrCat("two extra keys of this key builder are ", Quoted(*key.value)),
                        context.SpanOf(found->second)));
    });
  });
}

void CheckEmptyKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    if (!builder->constant_keys.value) return;
    for (const Key& key : *builder->constant_keys.value) {
      if (!key.value || !key.value->empty()) continue;
      context.add(key.node, {.message = "a constant key of this key builder is \"\"",
                             .help = {"name it as the lookup service knows it"}});
    }
  });
}

void CheckReservedKeys(const CheckContext& context) {
  constexpr absl::string_view kReserved[] = {"host", "service", "method"};
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    const auto check = [&](const Key& key) {
      if (!absl::c_linear_search(kReserved, *key.value)) return;
      context.add(key.node, {.message = absl::StrCat("the key ", Quoted(*key.value),
                                                     " is one that Java keeps for `extraKeys`"),
                             .help = {"name it otherwise"}});
    };
    ForEachHeaderKey(builder, check);
    ForEachConstantKey(builder, check);
  });
}

Cell VerdictOnEmptyKeys(const ProfileAt& profile) {
  constexpr Release kChecked = {1, 50, 0};
  switch (profile.implementation()) {
    case Implementation::kCore:
      return {Effect::kRejectsConfig,
              "grpc/grpc rls.cc GrpcKeyBuilder::JsonPostLoad: \"key must be non-empty\"; run"};
    case Implementation::kGo:
      return {Effect::kRejectsConfig,
              "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: it is the key of an "
              "extra key that is not set, and so repeated"};
    case Implementation::kJava:
      if (profile.release() >= kChecked) {
        return {Effect::kRejectsConfig,
                "grpc-java RlsProtoConverters.java checkKeys: \"Empty string for constant key\""};
      }
      return {Effect::kAccepts,
              "grpc-java 1.49 RlsProtoConverters.java GrpcKeyBuilderConverter: any key"};
    case Implementation::kNode:
      return kRlsNotInNode;
    case Implementation::kDotnet:
      return kRlsNotInDotnet;
    case Implementation::kGapic:
      return kRlsInGapic;
    case Implementation::kSpec:
      break;
  }
  return {Effect::kAccepts, "rls_config.proto, GrpcKeyBuilder.constant_keys: any key"};
}

constexpr Cell kOneValue = {Effect::kRejectsConfig,
                            "rls_config.proto, RouteLookupRequest.key_map: one value per key"};
constexpr Cell kDuplicateInCore = {
    Effect::kRejectsConfig, "grpc/grpc rls.cc GrpcKeyBuilder::JsonPostLoad: \"duplicate key\""};
constexpr Cell kBreaksInJava = {Effect::kBreaksCalls,
                                "grpc-java RlsRequestFactory.java create: the ImmutableMap.Builder "
                                "throws when a call has both; RlsProtoConverters.java compares the "
                                "extra keys as one text only, keyToString"};

constexpr absl::string_view kGood = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"]}],
                         "extraKeys": {"host": "host", "method": "method"},
                         "constantKeys": {"region": "eu"}}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})";

constexpr Rule kRules[] = {
    {.id = "rls-extra-key-duplicate",
     .summary = "An extra key of a route lookup is also the key of a header or a constant.",
     .rationale = "All of them go into one map, so none may stand twice. C-core and Go reject the "
                  "config; Java takes it, and then each call fails that has both values.",
     .check = CheckExtraKeys,
     .verdicts = {.spec = kOneValue,
                  .core = kDuplicateInCore,
                  .go = {Effect::kRejectsConfig,
                         "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: \"in "
                         "extra_keys from constant_keys or headers\""},
                  .java = kBreaksInJava,
                  .node = kRlsNotInNode,
                  .dotnet = kRlsNotInDotnet,
                  .gapic = kRlsInGapic},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"]}],
                         "extraKeys": {"host": "user", "method": "method"},
                         "constantKeys": {"region": "eu"}}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = kGood},
    {.id = "rls-extra-keys-alike",
     .summary = "Two extra keys of a route lookup are the same.",
     .rationale = "Both values cannot be sent under one key. C-core rejects the config; Go sends "
                  "the last of host, service and method; in Java each call fails.",
     .check = CheckAlikeExtraKeys,
     .verdicts = {.spec = kOneValue,
                  .core = kDuplicateInCore,
                  .go = {Effect::kAlters,
                         "grpc-go balancer/rls/internal/keys/builder.go RLSKey: the later of host, "
                         "service and method takes the place of the earlier"},
                  .java = kBreaksInJava,
                  .node = kRlsNotInNode,
                  .dotnet = kRlsNotInDotnet,
                  .gapic = kRlsInGapic},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"]}],
                         "extraKeys": {"host": "method", "method": "method"},
                         "constantKeys": {"region": "eu"}}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = kGood},
    {.id = "rls-key-duplicate",
     .summary = "A key stands twice among the headers and constants of a route lookup.",
     .rationale = "Keys of headers and constant keys go into one map, so none may stand twice "
                  "(grpc-go rls/internal/keys/builder.go, C-core rls.cc).",
     .check = CheckKeys,
     .verdicts = {.spec = kOneValue,
                  .core = kDuplicateInCore,
                  .go = {Effect::kRejectsConfig,
                         "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: \"repeated "
                         "key\""},
                  .java = {Effect::kRejectsConfig,
                           "grpc-java RlsProtoConverters.java checkUniqueKey"},
                  .node = kRlsNotInNode,
                  .dotnet = kRlsNotInDotnet,
                  .gapic = kRlsInGapic},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"]}],
                         "extraKeys": {"host": "host", "method": "method"},
                         "constantKeys": {"user": "anyone"}}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = kGood},
    {.id = "rls-key-empty",
     .summary = "A constant key of a route lookup is empty.",
     .rationale =
         "The lookup service gets the value under this key (rls_config.proto, "
         "GrpcKeyBuilder.constant_keys). C-core refuses an empty one, and so do Java since "
         "1.50 and Go, unless all three extra keys are set.",
     .check = CheckEmptyKeys,
     .verdict = VerdictOnEmptyKeys,
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "constantKeys": {"": "anyone"}}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = kGood},
    {.id = "rls-key-reserved",
     .summary = "A header or a constant of a route lookup has a key that Java reserves.",
     .rationale = "Java takes `host`, `service` and `method` for the keys of `extraKeys`, whatever "
                  "these are, and rejects the config; the other clients go by what `extraKeys` "
                  "says.",
     .advice = Severity::kNote,
     .check = CheckReservedKeys,
     .verdicts = {.spec = {Effect::kAccepts, "rls_config.proto, NameMatcher.key: any key"},
                  .core = {Effect::kAccepts,
                           "grpc/grpc rls.cc GrpcKeyBuilder::JsonPostLoad: compares keys only"},
                  .go = {Effect::kAccepts,
                         "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: compares "
                         "keys only"},
                  .java = {Effect::kRejectsConfig,
                           "grpc-java RlsProtoConverters.java checkUniqueKey: EXTRA_KEY_NAMES"},
                  .node = kRlsNotInNode,
                  .dotnet = kRlsNotInDotnet,
                  .gapic = kRlsInGapic},
     .bad = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "host", "names": ["x-host"]}],
                         "constantKeys": {"region": "eu"}}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})",
     .good = kGood},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RouteLookupKeyRules() { return kRules; }

}  // namespace grpcfg
