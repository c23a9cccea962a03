// What rows of several families have in common. For the rules_*.cc of this room only.
#ifndef GRPCFG_DNS_RULE_ROWS_H_
#define GRPCFG_DNS_RULE_ROWS_H_

#include "absl/strings/string_view.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// A master file with nothing wrong in it.
inline constexpr absl::string_view kGoodZone = R"($ORIGIN example.test.
$TTL 300
@ SOA ns1 admin 1 3600 900 604800 60
_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{}}]"
)";

// The clients that never look up TXT records.
inline constexpr Cell kDotnetAsksForNone = {Effect::kAccepts,
                                            "grpc-dotnet Balancer/DnsResolver.cs: no TXT"};
inline constexpr Cell kGapicAsksForNone = {Effect::kAccepts, "generators read files"};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_RULE_ROWS_H_
