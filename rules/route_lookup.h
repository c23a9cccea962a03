// How the rules on route lookups walk them. For these rules only.
#ifndef GRPCFG_RULES_ROUTE_LOOKUP_H_
#define GRPCFG_RULES_ROUTE_LOOKUP_H_

#include "schema/fields/load_balancing.h"
#include "validator/rule.h"

namespace grpcfg {

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

// What clients without the policy, or without checks of their own, make of such a rule.
inline constexpr Cell kRlsInGapic = {Effect::kAccepts,
                                     "service_config.proto: no rule that protojson would check"};
inline constexpr Cell kRlsNotInNode = {
    Effect::kAccepts, "grpc-js index.ts: no such policy, so its config is not read"};
inline constexpr Cell kRlsNotInDotnet = {
    Effect::kAccepts, "grpc-dotnet GrpcChannel.cs: no such policy, its config is not read"};

}  // namespace grpcfg

#endif  // GRPCFG_RULES_ROUTE_LOOKUP_H_
