// How the rules on route lookups walk them. For these rules only.
#ifndef GRPCFG_RULES_ROUTE_LOOKUP_H_
#define GRPCFG_RULES_ROUTE_LOOKUP_H_

#include "rules/words.h"
#include "schema/fields/load_balancing.h"
#include "validator/engine/rule.h"

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
    for (const GrpcKeyBuilder& builder : ElementsOf(lookup.grpc_keybuilders)) function(builder);
  });
}

}  // namespace grpcfg

#endif  // GRPCFG_RULES_ROUTE_LOOKUP_H_
