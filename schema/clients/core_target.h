// The targets of a channel that C-core knows how to resolve (gRFC naming.md).
#ifndef GRPCFG_SCHEMA_CLIENTS_CORE_TARGET_H_
#define GRPCFG_SCHEMA_CLIENTS_CORE_TARGET_H_

#include "absl/strings/string_view.h"
#include "schema/clients/release.h"

namespace grpcfg {

// grpc/grpc resolver_registry.cc ResolverRegistry::IsValidTarget, with the resolvers that a Linux
// build registers by itself. Whether a zone of an IPv6 address is one of the host, nobody knows
// here: any is.
bool IsCoreTarget(absl::string_view target, const Release& release);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_CORE_TARGET_H_
