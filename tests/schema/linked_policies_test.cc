// Which LB policies a client has.
#include "schema/clients/linked_policies.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

constexpr Release kRelease = {1, 50, 0};

size_t RowOf(absl::string_view name) {
  const Message& policies = LoadBalancingConfigMessage();
  const Field* const row = FindField(policies, name);
  EXPECT_NE(row, nullptr) << name;
  return static_cast<size_t>(row - policies.fields.data());
}

struct ScopeRow {
  absl::string_view policy;
  bool current;
};

const ScopeRow kScopeRows[] = {
    {"pick_first", true},
    {"round_robin", true},
    {"grpclb", true},
    {"least_request_experimental", true},
    {"xds_override_host_experimental", true},
    {"xds_cluster_resolver_experimental", false},
    {"lrs_experimental", false},
    {"eds_experimental", false},
    {"xds", false},
    {"xds_experimental", false},
};

TEST(LinkedPoliciesTest, ScopesAreCurrentAndEvery) {
  const LinkedPolicies current({.scope = PolicyList::Scope::kCurrent}, kRelease);
  const LinkedPolicies every({.scope = PolicyList::Scope::kEvery}, kRelease);
  for (const ScopeRow& row : kScopeRows) {
    EXPECT_EQ(current.HasRow(RowOf(row.policy)), row.current) << row.policy;
    EXPECT_TRUE(every.HasRow(RowOf(row.policy))) << row.policy;
  }
}

TEST(LinkedPoliciesTest, AListHasWhatItNames) {
  constexpr ListedPolicy kNames[] = {{"pick_first"}, {"xds"}};
  const LinkedPolicies listed({.listed = kNames}, kRelease);
  EXPECT_TRUE(listed.HasRow(RowOf("pick_first")));
  EXPECT_TRUE(listed.HasRow(RowOf("xds")));
  EXPECT_FALSE(listed.HasRow(RowOf("round_robin")));
}

TEST(LinkedPoliciesTest, AListHasWhatHoldsAtTheRelease) {
  constexpr ListedPolicy kNames[] = {{"pick_first", kRelease}, {"round_robin", {1, 50, 1}},
                                     {"xds", {}, {1, 50, 1}},  {"eds_experimental", {}, kRelease},
                                     {"own", kRelease},        {"other", {}, kRelease}};
  const LinkedPolicies listed({.listed = kNames}, kRelease);
  EXPECT_TRUE(listed.HasRow(RowOf("pick_first")));
  EXPECT_FALSE(listed.HasRow(RowOf("round_robin")));
  EXPECT_TRUE(listed.HasRow(RowOf("xds")));
  EXPECT_FALSE(listed.HasRow(RowOf("eds_experimental")));
  EXPECT_TRUE(listed.HasCustom("own"));
  EXPECT_FALSE(listed.HasCustom("other"));
}

TEST(LinkedPoliciesTest, NamesWithoutARowAreCustom) {
  const LinkedPolicies policies(std::vector<std::string>{"round_robin", "acme_zone_aware"});
  EXPECT_TRUE(policies.HasRow(RowOf("round_robin")));
  EXPECT_FALSE(policies.HasRow(RowOf("pick_first")));
  EXPECT_TRUE(policies.HasCustom("acme_zone_aware"));
  EXPECT_FALSE(policies.HasCustom("ACME_ZONE_AWARE"));
  EXPECT_FALSE(policies.HasCustom("round_robin"));
}

TEST(LinkedPoliciesTest, NoneIsNone) {
  EXPECT_FALSE(LinkedPolicies().HasRow(RowOf("pick_first")));
  EXPECT_FALSE(LinkedPolicies().HasCustom(""));
}

TEST(LinkedPoliciesTest, AreComparedByWhatTheyHave) {
  EXPECT_EQ(LinkedPolicies(std::vector<std::string>{"pick_first"}),
            LinkedPolicies(std::vector<std::string>{"pick_first", "pick_first"}));
  EXPECT_NE(LinkedPolicies(std::vector<std::string>{"pick_first"}),
            LinkedPolicies(std::vector<std::string>{"pick_first", "own"}));
}

}  // namespace
}  // namespace grpcfg
