// Rules on the keys under which a route lookup sends what it knows of a call.
#include <map>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/route_lookup.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

using Key = Located<absl::string_view>;

// Where the keys of one key builder stand.
using KeyPlaces = std::map<absl::string_view, NodeId>;

bool HasText(const Key& key) { return key.value && !key.value->empty(); }

// The keys of headers and the constant ones. A constant one twice is a fault of the text.
template <typename Function>
void ForEachKey(const GrpcKeyBuilder& builder, const Function& function) {
  for (const NameMatcher& header : ElementsOf(builder->headers)) {
    if (HasText(header->key)) function(header->key);
  }
  std::set<absl::string_view> seen;
  for (const Key& key : ElementsOf(builder->constant_keys)) {
    if (HasText(key) && seen.insert(*key.value).second) function(key);
  }
}

template <typename Function>
void ForEachExtraKey(const GrpcKeyBuilder& builder, const Function& function) {
  const ExtraKeys* const extra = builder->extra_keys;
  if (extra == nullptr) return;
  for (const Key* const key : {&extra->host, &extra->service, &extra->method}) {
    if (HasText(*key)) function(*key);
  }
}

// Says `message`, with the key for its `$0`, of a key that is one of `places`.
void ReportTaken(const CheckContext& context, const Key& key, absl::string_view message,
                 const KeyPlaces& places) {
  const auto found = places.find(*key.value);
  if (found == places.end()) return;
  context.Add(key.node, [&]() -> Diagnostic {
    return {.message = absl::Substitute(message, Quoted(*key.value)),
            .secondary = {{context.SpanOf(found->second), "first here"}}};
  });
}

// The same, and makes it one of them.
void TakeKey(const CheckContext& context, const Key& key, absl::string_view message,
             KeyPlaces& places) {
  ReportTaken(context, key, message, places);
  places.emplace(*key.value, key.node);
}

void CheckKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    KeyPlaces places;
    ForEachKey(builder, [&](const Key& key) {
      TakeKey(context, key, "duplicate key $0 in this key builder", places);
    });
  });
}

void CheckExtraKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    KeyPlaces places;
    ForEachKey(builder, [&](const Key& key) { places.emplace(*key.value, key.node); });
    ForEachExtraKey(builder, [&](const Key& key) {
      ReportTaken(context, key, "the extra key $0 is also another key of this key builder", places);
    });
  });
}

void CheckSameExtraKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    KeyPlaces places;
    ForEachExtraKey(builder, [&](const Key& key) {
      TakeKey(context, key, "two extra keys of this key builder are $0", places);
    });
  });
}

void CheckEmptyKeys(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    for (const Key& key : ElementsOf(builder->constant_keys)) {
      if (!key.value || !key.value->empty()) continue;
      context.Add(key.node, [&]() -> Diagnostic {
        return {.message = "a constant key of this key builder is \"\"",
                .help = {"name it as the lookup service knows it"}};
      });
    }
  });
}

void CheckReservedKeys(const CheckContext& context) {
  constexpr absl::string_view kReserved[] = {"host", "service", "method"};
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    ForEachKey(builder, [&](const Key& key) {
      if (!absl::c_linear_search(kReserved, *key.value)) return;
      context.Add(key.node, [&]() -> Diagnostic {
        return {.message = absl::StrCat("grpc-java reserves the key ", Quoted(*key.value),
                                        " for `extraKeys`"),
                .help = {"rename it"}};
      });
    });
  });
}

constexpr Verdicts kOnEmptyKeys = OfCoreGoAndJava(
    {.spec = {Effect::kAccepts, "rls_config.proto, GrpcKeyBuilder.constant_keys: any key"},
     .core = {Effect::kRejectsConfig,
              "grpc/grpc rls.cc GrpcKeyBuilder::JsonPostLoad: \"key must be non-empty\"; run"},
     .go = {Effect::kRejectsConfig,
            "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: it is the key of an "
            "extra key that is not set, and so repeated"},
     .java = {Effect::kRejectsConfig,
              "grpc-java RlsProtoConverters.java checkKeys: \"Empty string for constant key\""}});

Cell VerdictOnEmptyKeys(const ProfileAt& profile) {
  constexpr Release kChecked = {1, 50, 0};
  if (profile.implementation() == Implementation::kJava && profile.release() < kChecked) {
    return {Effect::kAccepts,
            "grpc-java 1.49 RlsProtoConverters.java GrpcKeyBuilderConverter: any key"};
  }
  return CellOf(kOnEmptyKeys, profile.implementation());
}

constexpr Cell kOneValue = {Effect::kRejectsConfig,
                            "rls_config.proto, RouteLookupRequest.key_map: one value per key"};
constexpr Cell kDuplicateInCore = {
    Effect::kRejectsConfig, "grpc/grpc rls.cc GrpcKeyBuilder::JsonPostLoad: \"duplicate key\""};
constexpr Cell kBreaksInJava = {Effect::kBreaksCalls,
                                "grpc-java RlsRequestFactory.java create: the ImmutableMap.Builder "
                                "throws when a call has both; RlsProtoConverters.java compares the "
                                "extra keys as one text only, keyToString"};

constexpr absl::string_view kWithKeys = R"({"loadBalancingConfig": [{"rls_experimental": {
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
     .rationale = "All keys go into one map, so each must be unique. C-core and Go reject the "
                  "config. Java accepts it, and then each call that has both values fails.",
     .check = CheckExtraKeys,
     .verdicts = OfCoreGoAndJava(
         {.spec = kOneValue,
          .core = kDuplicateInCore,
          .go = {Effect::kRejectsConfig,
                 "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: \"in "
                 "extra_keys from constant_keys or headers\""},
          .java = kBreaksInJava}),
     .bad = {kWithKeys, R"("host": "host")", R"("host": "user")"},
     .good = kWithKeys},
    {.id = "rls-extra-keys-alike",
     .summary = "Two extra keys of a route lookup are the same.",
     .rationale = "One key cannot carry both values. C-core rejects the config, and Go sends only "
                  "the last of host, service and method. In Java each call fails.",
     .check = CheckSameExtraKeys,
     .verdicts = OfCoreGoAndJava(
         {.spec = kOneValue,
          .core = kDuplicateInCore,
          .go = {Effect::kAlters,
                 "grpc-go balancer/rls/internal/keys/builder.go RLSKey: the later of host, "
                 "service and method takes the place of the earlier"},
          .java = kBreaksInJava}),
     .bad = {kWithKeys, R"("host": "host")", R"("host": "method")"},
     .good = kWithKeys},
    {.id = "rls-key-duplicate",
     .summary = "The headers and constants of a route lookup use the same key twice.",
     .rationale = "Header keys and constant keys go into one map, so each must be unique (grpc-go "
                  "rls/internal/keys/builder.go, C-core rls.cc).",
     .check = CheckKeys,
     .verdicts = OfCoreGoAndJava(
         {.spec = kOneValue,
          .core = kDuplicateInCore,
          .go = {Effect::kRejectsConfig,
                 "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: \"repeated "
                 "key\""},
          .java = {Effect::kRejectsConfig, "grpc-java RlsProtoConverters.java checkUniqueKey"}}),
     .bad = {kWithKeys, R"("region": "eu")", R"("user": "anyone")"},
     .good = kWithKeys},
    {.id = "rls-key-empty",
     .summary = "A constant key of a route lookup is empty.",
     .rationale = "The lookup service receives the value under this key (rls_config.proto, "
                  "GrpcKeyBuilder.constant_keys). C-core rejects an empty key. So does Java since "
                  "1.50, and so does Go unless all three extra keys are set.",
     .check = CheckEmptyKeys,
     .verdict = VerdictOnEmptyKeys,
     .bad = {kRouteLookup, R"("service": "pkg.Orders"}])", R"("service": "pkg.Orders"}],
                         "constantKeys": {"": "anyone"})"},
     .good = kWithKeys},
    {.id = "rls-key-reserved",
     .summary = "A header or a constant of a route lookup has a key that Java reserves.",
     .rationale = "Java reserves `host`, `service` and `method` as the keys of `extraKeys`, "
                  "whatever `extraKeys` contains, and rejects the config. The other clients use "
                  "the keys that `extraKeys` sets.",
     .advice = Severity::kNote,
     .check = CheckReservedKeys,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kAccepts, "rls_config.proto, NameMatcher.key: any key"},
          .core = {Effect::kAccepts,
                   "grpc/grpc rls.cc GrpcKeyBuilder::JsonPostLoad: compares keys only"},
          .go = {Effect::kAccepts,
                 "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: compares "
                 "keys only"},
          .java = {Effect::kRejectsConfig,
                   "grpc-java RlsProtoConverters.java checkUniqueKey: EXTRA_KEY_NAMES"}}),
     .bad = {kRouteLookup, R"("service": "pkg.Orders"}])", R"("service": "pkg.Orders"}],
                         "headers": [{"key": "host", "names": ["x-host"]}],
                         "constantKeys": {"region": "eu"})"},
     .good = kWithKeys},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RouteLookupKeyRules() { return kRules; }

}  // namespace grpcfg
