// Configs that the examples of several families are made of. Rules only.
#ifndef GRPCFG_RULES_EXAMPLES_H_
#define GRPCFG_RULES_EXAMPLES_H_

#include "absl/strings/string_view.h"

namespace grpcfg {

inline constexpr absl::string_view kRetries = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

// The same, with its codes on a line of their own.
inline constexpr absl::string_view kRetriesCodesApart =
    R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

inline constexpr absl::string_view kRetriesOfService =
    R"({"methodConfig": [{"name": [{"service": "pkg.S"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

inline constexpr absl::string_view kRetriesOfOrders =
    R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

inline constexpr absl::string_view kThrottled =
    R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "0.4s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
  "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1}})";

inline constexpr absl::string_view kHedges =
    R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})";

inline constexpr absl::string_view kRouteLookup = R"({"loadBalancingConfig": [{"rls_experimental": {
  "routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "pkg.Orders"}]}],
    "lookupService": "rls.example.com", "cacheSizeBytes": 1000},
  "childPolicy": [{"cds_experimental": {}}],
  "childPolicyConfigTargetFieldName": "cluster"}}]})";

inline constexpr absl::string_view kTwoChoices =
    R"([{"clientHostname": ["canary"], "serviceConfig": {"methodConfig": []}},
 {"serviceConfig": {}}])";

}  // namespace grpcfg

#endif  // GRPCFG_RULES_EXAMPLES_H_
