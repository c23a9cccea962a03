// What grpc-go makes of a route lookup, which protobuf's JSON parser reads. For profile_go.cc only.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_RLS_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_RLS_H_

#include "schema/clients/profile.h"

namespace grpcfg {

inline constexpr absl::string_view kGoProtojson =
    "grpc-go balancer/rls/config.go ParseConfig: protojson, which discards unknown fields";
inline constexpr absl::string_view kGoNoSign =
    "grpc-go balancer/rls/config.go parseRLSProto: no sign is checked";

inline constexpr FieldTrait kGoRouteLookup[] = {
    {.field = "lookupService",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: url.Parse, then resolver.Get",
     .reader = FieldReader::kGoTarget},
    {.field = "lookupServiceTimeout", .evidence = kGoNoSign, .bound = Bound{}},
    {.field = "maxAge", .evidence = kGoNoSign, .bound = ClampedTo(300, Bound{})},
    {.field = "staleAge", .evidence = kGoNoSign, .bound = ClampedTo(300, Bound{})},
    {.field = "cacheSizeBytes",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: above 0, and at most maxCacheSize, "
                 "5 * 1024 * 1024 * 8",
     .presence = Presence::kRequired,
     .bound = ClampedTo(int64_t{5} * 1024 * 1024 * 8, Above(0))},
    {.field = "defaultTarget",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: any string",
     .non_empty = false},
};

inline constexpr FieldTrait kGoHttpKeyBuilder[] = {
    {.field = "method",
     .evidence = "grpc-go 1.66 internal/proto/grpc_lookup_v1/rls_config.pb.go HttpKeyBuilder: no "
                 "such field",
     .until = {1, 67, 0},
     .use = Use::kUnknown},
};

inline constexpr FieldTrait kGoNameMatcher[] = {
    {.field = "names",
     .evidence = "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: any list",
     .presence = Presence::kOptional,
     .non_empty = false},
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_RLS_H_
