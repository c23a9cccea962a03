// The targets of a channel (gRFC naming.md) that a client knows how to resolve.
#ifndef GRPCFG_SCHEMA_CLIENTS_CLIENT_TARGET_H_
#define GRPCFG_SCHEMA_CLIENTS_CLIENT_TARGET_H_

#include "absl/strings/string_view.h"
#include "schema/clients/release.h"

namespace grpcfg {

// grpc/grpc resolver_registry.cc ResolverRegistry::IsValidTarget, with the resolvers that a Linux
// build registers by itself. Any zone of an IPv6 address is taken for one of the host, as those are
// not known here.
bool IsCoreTarget(absl::string_view target, const Release& release);

// grpc-go balancer/rls/config.go parseRLSProto: a target by net/url, whose scheme is registered. A
// name without a scheme is one by itself, and `host:443` has the scheme `host`. `has_xds`: the
// program has xDS.
bool IsGoTarget(absl::string_view target, bool has_xds);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_CLIENT_TARGET_H_
