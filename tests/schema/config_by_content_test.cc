#include "schema/fields/config_by_content.h"

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct Row {
  const char* reason;
  const char* text;
  bool is_config;
};

TEST(ConfigByContentTest, WhatIsOne) {
  const Row rows[] = {
      {"a config", R"({"methodConfig": [{"name": [{}]}]})", true},
      {"one of LB policies", R"({"x": 1, "loadBalancingConfig": []})", true},
      {"one of retries alone", R"({"retryThrottling": {"max_tokens": 5}})", true},
      {"a method config that is no list", R"({"methodConfig": {"timeout": "1s"}})", true},
      {"an endpoint of Envoy", R"({"address": {}, "healthCheckConfig": {"hostname": "a"}})", false},
      {"beans of Dubbo", R"({"ModuleConfig": {}, "MethodConfig": {}})", false},
      {"one with faults", R"({"methodConfig": [{"timeout": }], // soon
)",
       true},
      {"one in choices", R"([{"percentage": 5, "serviceConfig": {"methodConfig": []}}])", true},
      {"a choice of an LB policy", R"([{"serviceConfig": {"loadBalancingPolicy": "pick_first"}}])",
       true},
      {"another list of services", R"([{"serviceConfig": {"name": "shop"}}])", false},
      {"one that is published by DNS", R"(grpc_config=[{"serviceConfig": {"methodConfig": []}}])",
       true},
      {"one whose key has an escape", R"({"method\u0043onfig": []})", true},
      {"one that sets nothing any more", R"({"methodConfig": null, "retryThrottling": 5})", true},
      {"one with a key in another case", R"({"method_configs": []})", true},
      {"another text with an escape", R"({"caf\u00e9": []})", false},
      {"a field of another kind", R"({"methodConfig": "x"})", false},
      {"the name of a policy alone", R"({"loadBalancingPolicy": "round_robin"})", false},
      {"a config within something else", R"({"client": {"methodConfig": []}})", false},
      {"another list", R"([{"percentage": 5, "methodConfig": []}])", false},
      {"a package", R"({"name": "shop", "dependencies": {}})", false},
      {"a project file", R"({"suppressions": [{"rule": "x", "pointer": "/methodConfig/0"}]})",
       false},
      {"prose", "methodConfig is a list", false},
      {"nothing", "", false},
      {"an empty object", "{}", false},
  };
  for (const auto& row : rows) EXPECT_EQ(IsConfigByContent(row.text), row.is_config) << row.reason;
}

TEST(ConfigByContentTest, FilesWithMistakes) {
  const Row rows[] = {
      {"a config", R"({"methodConfig": [{"name": [{}]}]})", true},
      {"a policy at the top level",
       R"({"retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s"}})", true},
      {"one in snake_case",
       R"({"retry_policy": {"max_attempts": 3, "max_backoff": 1, "backoff_multiplier": 2}})", true},
      {"a hedging policy", R"({"hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "1s"}})", true},
      {"a whole entry", R"({"name": [{}], "timeout": "1s", "retryPolicy": {"maxAttempts": 2,
        "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}})",
       true},
      {"a choice without a list", R"({"serviceConfig": {"methodConfig": []}})", true},
      {"a policy in one", R"({"serviceConfig": {"retryPolicy": {"maxAttempts": 3,
        "initialBackoff": "1s", "maxBackoff": "2s"}}})",
       true},
      {"a policy of Temporal", R"({"retryPolicy": {"maximumAttempts": 3, "initialInterval": "1s",
        "backoffCoefficient": 2}})",
       false},
      {"a policy of Argo", R"({"retryPolicy": "OnError", "limit": 3})", false},
      {"a route of Envoy",
       R"({"retryPolicy": {"retryOn": "5xx", "numRetries": 3, "retryBackOff": {}}})", false},
      {"a policy of an HTTP client",
       R"({"retryPolicy": {"maxAttempts": 3, "retryableStatusCodes": [429]}})", false},
      {"settings of a program that hands one on",
       R"({"port": 80, "serviceConfig": {"methodConfig": []}})", false},
      {"a service of another system", R"({"serviceConfig": {"name": "shop"}})", false},
      {"a list", R"([{"retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s"}}])", false},
      {"a text", R"("retryPolicy")", false},
      {"nothing", "", false},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(IsConfigFileByContent(row.text), row.is_config) << row.reason;
  }
}

std::string InUtf16(absl::string_view text) {
  std::string wide;
  for (const char c : text) wide += {c, '\0'};
  return wide;
}

TEST(ConfigByContentTest, Utf16) {
  EXPECT_TRUE(IsConfigByContent(InUtf16(R"({"methodConfig")")));
  EXPECT_FALSE(IsConfigByContent(InUtf16(R"({"a")")));
}

}  // namespace
}  // namespace grpcfg
