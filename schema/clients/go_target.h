// Targets of channels as grpc-go reads them, with net/url.
#ifndef GRPCFG_SCHEMA_CLIENTS_GO_TARGET_H_
#define GRPCFG_SCHEMA_CLIENTS_GO_TARGET_H_

#include "absl/strings/string_view.h"

namespace grpcfg {

// grpc-go balancer/rls/config.go parseRLSProto: a target by net/url, whose scheme is registered. A
// name without a scheme is one by itself, and `host:443` has the scheme `host`. `has_xds`: the
// program has xDS.
bool IsGoTarget(absl::string_view target, bool has_xds);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_GO_TARGET_H_
