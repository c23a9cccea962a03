#include "tests/bench/large_config.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"

namespace grpcfg {
namespace {

constexpr int kChoices = 4;
constexpr int kMethodConfigs = 100'000;
constexpr int kNames = 3;
constexpr int kTargets = 2'000;
constexpr size_t kBytes = size_t{64} << 20;

constexpr char kTarget[] = R"(
                "cluster_$0": {
                  "weight": $0,
                  "childPolicy": [
                    {"outlier_detection_experimental": {
                      "interval": "10s", "baseEjectionTime": "30s", "maxEjectionPercent": 20,
                      "successRateEjection": {"stdevFactor": 1900, "minimumHosts": 5},
                      "childPolicy": [{"ring_hash_experimental": {
                        "minRingSize": 1024, "maxRingSize": 2048,
                        "requestHashHeader": "x-session"}}]}}
                  ]
                })";

constexpr char kPolicy[] = R"(
          "timeout": "$0.5s",
          "waitForReady": true,
          "retryPolicy": {
            "maxAttempts": 4,
            "initialBackoff": "0.1s",
            "maxBackoff": "$0s",
            "backoffMultiplier": 1.3,
            "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
          }
        })";

constexpr char kName[] = R"(
            {"service": "google.cloud.area$0.v1.Service$1", "method": "ListThings$2"})";

void AppendMethodConfig(int index, std::string& text) {
  absl::StrAppend(&text, index == 0 ? "" : ",", "\n        {\n          \"name\": [");
  for (int name = 0; name < kNames; ++name) {
    absl::StrAppend(&text, name == 0 ? "" : ",");
    absl::SubstituteAndAppend(&text, kName, index % 97, index / 8, index % 8 * kNames + name);
  }
  absl::StrAppend(&text, "\n          ],");
  absl::SubstituteAndAppend(&text, kPolicy, index % 60 + 1);
}

void AppendChoice(int choice, std::string& text) {
  absl::StrAppend(
      &text, choice == 0 ? "" : ",",
      "\n  {\n    \"percentage\": ", choice + 1 == kChoices ? 100 : 10 * (choice + 1),
      ",\n    \"serviceConfig\": {",
      "\n      \"loadBalancingConfig\": [\n        {\"weighted_target_experimental\": {",
      "\n              \"targets\": {");
  for (int target = 0; target < kTargets; ++target) {
    absl::StrAppend(&text, target == 0 ? "" : ",");
    absl::SubstituteAndAppend(&text, kTarget, target);
  }
  absl::StrAppend(&text, "}}}],\n      \"methodConfig\": [");
  for (int i = 0; i < kMethodConfigs / kChoices; ++i) AppendMethodConfig(i, text);
  absl::StrAppend(&text, "\n      ]\n    }\n  }");
}

}  // namespace

std::string LargeChoiceList() {
  std::string text = "[";
  text.reserve(kBytes);
  for (int choice = 0; choice < kChoices; ++choice) AppendChoice(choice, text);
  absl::StrAppend(&text, "\n]");
  return text;
}

}  // namespace grpcfg
