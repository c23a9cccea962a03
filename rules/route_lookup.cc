// Rules on the config of route lookups (RLS) whose fields depend on each other.
#include <map>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/route_lookup.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// Where a method, or all methods of a service, is named first.
using NamePlaces = std::map<std::pair<absl::string_view, absl::string_view>, NodeId>;

void NoteName(const CheckContext& context, const KeyBuilderName& name, NamePlaces& places) {
  const bool malformed = IsMalformed(name->method) && !IsMisspelt(context, name->method.node);
  if (!name->service.value || malformed) return;
  const absl::string_view method = name->method.value.value_or(absl::string_view());
  const auto [place, inserted] = places.emplace(std::pair(*name->service.value, method), name.node);
  if (inserted) return;
  const NodeId first = place->second;
  const std::string path = absl::StrCat(*name->service.value, method.empty() ? "" : "/", method);
  context.Add(name.node, [&]() -> Diagnostic {
    return {.message =
                absl::StrCat(Quoted(path), " is listed twice among the names of the key builders"),
            .secondary = {{context.SpanOf(first), "first here"}}};
  });
}

void CheckKeyBuilderNames(const CheckContext& context) {
  ForEachRouteLookup(context, [&](const RouteLookupConfig& lookup) {
    NamePlaces places;
    for (const GrpcKeyBuilder& builder : ElementsOf(lookup.grpc_keybuilders)) {
      for (const KeyBuilderName& name : ElementsOf(builder->names)) NoteName(context, name, places);
    }
  });
}

void CheckMethods(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    for (const KeyBuilderName& name : ElementsOf(builder->names)) {
      if (!absl::StrContains(name->method.value.value_or(absl::string_view()), '/')) continue;
      context.Add(name->method.node, [&]() -> Diagnostic {
        return {.message =
                    absl::StrCat("the method ", Quoted(*name->method.value), " has a slash in it"),
                .help = {"write the method alone, without its service"}};
      });
    }
  });
}

void CheckRequiredMatch(const CheckContext& context) {
  ForEachKeyBuilder(context, [&](const GrpcKeyBuilder& builder) {
    for (const NameMatcher& header : ElementsOf(builder->headers)) {
      if (!header->required_match.value.value_or(false)) continue;
      context.Add(header->required_match.node, [&]() -> Diagnostic {
        return {.message = "`requiredMatch` is true, which is an error for gRPC",
                .help = {"remove it"}};
      });
    }
  });
}

// Where null is no value, but counts.
bool IsNull(const CheckContext& context, NodeId node) {
  return node != kNoNode && context.tree.kind(node) == JsonKind::kNull;
}

void CheckStaleAge(const CheckContext& context) {
  ForEachRouteLookup(context, [&](const RouteLookupConfig& lookup) {
    const bool has_stale_age = lookup.stale_age.value || IsNull(context, lookup.stale_age.node);
    if (!has_stale_age || lookup.max_age.value) return;
    if (lookup.max_age.IsWritten() && !IsMisspelt(context, lookup.max_age.node)) return;
    context.Add(lookup.stale_age.node, [&]() -> Diagnostic {
      return {.message = "`staleAge` is set without `maxAge`",
              .help = {"add `maxAge`, larger than `staleAge`"}};
    });
  });
}

void CheckLateStaleAge(const CheckContext& context) {
  ForEachRouteLookup(context, [&](const RouteLookupConfig& lookup) {
    if (!lookup.IsNeverStale()) return;
    context.Add(lookup.stale_age.node, [&]() -> Diagnostic {
      return {
          .message = "`staleAge` is not below `maxAge`, so it has no effect",
          .secondary = {{context.SpanOf(lookup.max_age.node), "by then the answer has expired"}}};
    });
  });
}

constexpr absl::string_view kRequiredMatch = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}],
                         "headers": [{"key": "user", "names": ["x-user"], "requiredMatch": true}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})";

constexpr absl::string_view kStale = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000,
    "maxAge": "120s", "staleAge": "60s"},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})";

constexpr Rule kRules[] = {
    {.id = "rls-method-slash",
     .summary = "A key builder of a route lookup names a method with a slash.",
     .rationale = "A call's path is `/service/method`, so a method name contains no slash. Go "
                  "rejects the config; in the other clients the key builder matches no call.",
     .check = CheckMethods,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kAccepts, "rls_config.proto, GrpcKeyBuilder.Name: fixed strings"},
          .core = {Effect::kAccepts, "grpc/grpc rls.cc GrpcKeyBuilder::Name::JsonLoader: any text"},
          .go = {Effect::kRejectsConfig,
                 "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: \"a method with a "
                 "slash\""},
          .java = {Effect::kAccepts,
                   "grpc-java RlsProtoConverters.java GrpcKeyBuilderConverter: any text"}}),
     .bad = {kRouteLookup, R"("service": "pkg.Orders")",
             R"("service": "pkg.Orders", "method": "pkg.Orders/Get")"},
     .good = {kRouteLookup, R"("service": "pkg.Orders")",
              R"("service": "pkg.Orders", "method": "Get")"}},
    {.id = "rls-name-duplicate",
     .summary = "Two key builders of a route lookup have the same name.",
     .rationale = "All key builders must have unique names (rls_config.proto, "
                  "RouteLookupConfig.grpc_keybuilders).",
     .check = CheckKeyBuilderNames,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kRejectsConfig,
                   "rls_config.proto, RouteLookupConfig.grpc_keybuilders: unique names"},
          .core = {Effect::kRejectsConfig,
                   "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: \"duplicate entry for\""},
          .go = {Effect::kRejectsConfig,
                 "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap"},
          .java = {Effect::kRejectsConfig,
                   "grpc-java RlsProtoConverters.java: \"duplicate names in grpc_keybuilders\""}}),
     .bad = {kRouteLookup, R"("service": "pkg.Orders"}]})", R"("service": "pkg.Orders"}]},
                        {"names": [{"service": "pkg.Orders"}]})"},
     .good = {kRouteLookup, R"("service": "pkg.Orders"}]})", R"("service": "pkg.Orders"}]},
                        {"names": [{"service": "pkg.Orders", "method": "Get"}]})"}},
    {.id = "rls-required-match",
     .summary = "`requiredMatch` is set in a route lookup.",
     .rationale = "`requiredMatch` applies only to HTTP; for gRPC it is an error "
                  "(rls_config.proto, GrpcKeyBuilder).",
     .check = CheckRequiredMatch,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kRejectsConfig, "rls_config.proto, GrpcKeyBuilder.headers"},
          .core = {Effect::kRejectsConfig,
                   "grpc/grpc rls.cc GrpcKeyBuilder::NameMatcher::JsonPostLoad: \"must not "
                   "be present\""},
          .go = {Effect::kRejectsConfig,
                 "grpc-go balancer/rls/internal/keys/builder.go: required_match"},
          .java = {Effect::kRejectsConfig,
                   "grpc-java RlsProtoConverters.java: \"requiredMatch shouldn't be "
                   "specified for gRPC\""}}),
     .bad = kRequiredMatch,
     .good = {kRequiredMatch, R"("x-user"], "requiredMatch": true)", R"("x-user"])"}},
    {.id = "rls-stale-age",
     .summary = "`staleAge` is set without `maxAge`.",
     .rationale = "Clients refresh an answer after `staleAge` and drop it after `maxAge`, so "
                  "`staleAge` should be less (rls_config.proto). C-core and Go reject a config "
                  "that has `staleAge` without `maxAge`.",
     .check = CheckStaleAge,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kAccepts,
                   "rls_config.proto, RouteLookupConfig.stale_age: it only should be less"},
          .core = {Effect::kRejectsConfig,
                   "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: \"must be set if staleAge is "
                   "set\""},
          .go = {Effect::kRejectsConfig,
                 "grpc-go balancer/rls/config.go parseRLSProto: stale_age is set, but max_age is "
                 "not"},
          .java =
              {Effect::kRejectsConfig,
               "grpc-java RlsProtoConverters.java: \"to specify staleAge, must have maxAge\""}}),
     .bad = {kRouteLookup, R"("cacheSizeBytes": 1000)",
             R"("cacheSizeBytes": 1000, "staleAge": "60s")"},
     .good = kStale},
    {.id = "rls-stale-age-late",
     .summary = "`staleAge` is not below `maxAge`.",
     .rationale =
         "Clients refresh an answer after `staleAge` and drop it after `maxAge`, so `staleAge` "
         "should be less (rls_config.proto). Otherwise clients apply only `maxAge`.",
     .check = CheckLateStaleAge,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kAccepts,
                   "rls_config.proto, RouteLookupConfig.stale_age: it only should be less"},
          .core = {Effect::kIgnoresDetail,
                   "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: ignored from maxAge on"},
          .go = {Effect::kIgnoresDetail, "grpc-go balancer/rls/config.go parseRLSProto"},
          .java = {Effect::kIgnoresDetail,
                   "grpc-java RlsProtoConverters.java: min(staleAge, maxAge)"}}),
     .bad = {kStale, R"("maxAge": "120s")", R"("maxAge": "60s")"},
     .good = kStale},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RouteLookupRules() { return kRules; }

}  // namespace grpcfg
