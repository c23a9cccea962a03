// Which configs of LB policies grpc-js parses; each row was run at 1.14.7.
#include "schema/clients/node_policies.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {
namespace {

struct Row {
  const char* policy;
  const char* config;
  bool parses;
};

constexpr Row kRows[] = {
    {"pick_first", "{}", true},
    {"pick_first", R"({"shuffleAddressList": true})", true},
    {"pick_first", R"({"shuffleAddressList": 1})", false},
    {"pick_first", R"({"shuffleAddressList": null})", false},
    {"pick_first", R"({"shuffleAddressList": 1, "shuffleAddressList": true})", true},
    {"pick_first", R"({"shuffleAddressList": true, "shuffleAddressList": 1})", false},
    {"pick_first", "[]", true},
    {"pick_first", "null", false},
    {"round_robin", "5", true},
    {"weighted_round_robin", R"({"blackout_period": "1.5s"})", true},
    {"weighted_round_robin", R"({"blackout_period": ".5s"})", false},
    {"weighted_round_robin", R"({"blackout_period": null})", true},
    {"weighted_round_robin", R"({"blackout_period": {"seconds": "1", "nanos": 0}})", true},
    {"weighted_round_robin", R"({"blackout_period": {"seconds": 1}})", false},
    {"weighted_round_robin", R"({"blackoutPeriod": 5})", true},
    {"weighted_round_robin", R"({"error_utilization_penalty": -1})", false},
    {"outlier_detection", R"({"child_policy": [{"round_robin": {}}]})", true},
    {"outlier_detection", R"({"child_policy": [{"x": {}}, {"round_robin": {}}]})", true},
    {"outlier_detection", R"({"child_policy": [{"pick_first": {}}, {"round_robin": {}}]})", false},
    {"outlier_detection", R"({"child_policy": []})", false},
    {"outlier_detection", R"({"childPolicy": [{"round_robin": {}}]})", false},
    {"outlier_detection", R"({"interval": "1s", "child_policy": [{"round_robin": {}}]})", false},
    {"outlier_detection",
     R"({"interval": {"seconds": 1, "nanos": 0}, "child_policy": [{"round_robin": {}}]})", true},
    {"outlier_detection", R"({"max_ejection_percent": 101, "child_policy": [{"round_robin": {}}]})",
     false},
    {"outlier_detection",
     R"({"success_rate_ejection": {"stdev_factor": ""}, "child_policy": [{"round_robin": {}}]})",
     false},
    {"outlier_detection",
     R"({"child_policy": [{"outlier_detection": {"child_policy": [{"round_robin": {}}]}}]})", true},
};

TEST(NodePoliciesTest, AConfigParsesOrNot) {
  const ProfileAt profile(NodeProfile());
  const LinkedPolicies& linked = profile.default_policies;
  for (const Row& row : kRows) {
    const JsonTree tree = ParseJson(row.config);
    EXPECT_EQ(NodeParsesPolicy(tree, row.policy, JsonTree::kRoot, linked), row.parses)
        << row.policy << ": " << row.config;
  }
}

TEST(NodePoliciesTest, DeepListsNeedNoStack) {
  const ProfileAt profile(NodeProfile());
  constexpr int kDepth = 100'000;
  std::string text;
  for (int i = 0; i < kDepth; ++i) {
    absl::StrAppend(&text, R"({"child_policy": [{"outlier_detection": )");
  }
  absl::StrAppend(&text, R"({"child_policy": [{"round_robin": {}}]})");
  for (int i = 0; i < kDepth; ++i) absl::StrAppend(&text, "}]}");
  EXPECT_TRUE(NodeParsesPolicy(ParseJson(text), "outlier_detection", JsonTree::kRoot,
                               profile.default_policies));
}

}  // namespace
}  // namespace grpcfg
