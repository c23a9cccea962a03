// One value of a config changed by a path.
#include "validator/compare/member_change.h"

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;

constexpr char kConfig[] =
    R"({"methodConfig": [{"name": [{"service": "a"}], "retryPolicy": {"maxAttempts": 4}}, )"
    R"({"name": [{"service": "b"}], "timeout": "1s"}, {}]})";

struct Row {
  const char* set;
  const char* after;
  std::set<std::string> entries = {"/methodConfig/0", "/methodConfig/1", "/methodConfig/2"};
};

TEST(MemberChangeTest, OneValueIsAnother) {
  const Row rows[] = {
      // Only of entries that have the policy.
      {"retryPolicy.maxAttempts=3",
       R"({"methodConfig": [{"name": [{"service": "a"}], "retryPolicy": {"maxAttempts": 3}}, )"
       R"({"name": [{"service": "b"}], "timeout": "1s"}, {}]})"},
      // What is not there is added, first.
      {"retryPolicy.initialBackoff=0.5s",
       R"({"methodConfig": [{"name": [{"service": "a"}], "retryPolicy": {"initialBackoff": "0.5s", )"
       R"("maxAttempts": 4}}, {"name": [{"service": "b"}], "timeout": "1s"}, {}]})"},
      // Without such a policy it is made, in all.
      {"hedgingPolicy.maxAttempts=2",
       R"({"methodConfig": [{"hedgingPolicy": {"maxAttempts": 2}, "name": [{"service": "a"}], )"
       R"("retryPolicy": {"maxAttempts": 4}}, {"hedgingPolicy": {"maxAttempts": 2}, )"
       R"("name": [{"service": "b"}], "timeout": "1s"}, {"hedgingPolicy": {"maxAttempts": 2}}]})"},
      // Of the entries that are meant.
      {"timeout=2s",
       R"({"methodConfig": [{"name": [{"service": "a"}], "retryPolicy": {"maxAttempts": 4}}, )"
       R"({"name": [{"service": "b"}], "timeout": "2s"}, {"timeout": "2s"}]})",
       {"/methodConfig/1", "/methodConfig/2"}},
      // Of the channel.
      {"retryThrottling.maxTokens=20",
       R"({"retryThrottling": {"maxTokens": 20}, "methodConfig": [{"name": [{"service": "a"}], )"
       R"("retryPolicy": {"maxAttempts": 4}}, {"name": [{"service": "b"}], "timeout": "1s"}, {}]})",
       {}},
      // A whole policy, as JSON.
      {R"(retryPolicy={"maxAttempts": 2})",
       R"({"methodConfig": [{"name": [{"service": "a"}], "retryPolicy": {"maxAttempts": 2}}, )"
       R"({"name": [{"service": "b"}], "timeout": "1s"}, {}]})",
       {"/methodConfig/0"}},
  };
  for (const Row& row : rows) {
    const auto change = ParseMemberChange(row.set);
    ASSERT_TRUE(change.ok()) << change.status();
    const auto after = WithChange(kConfig, *change, row.entries);
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_EQ(*after, row.after) << row.set;
  }
}

TEST(MemberChangeTest, ValuesAreJsonOfTheTypeOrTexts) {
  const std::pair<const char*, const char*> rows[] = {
      {"timeout=2s", R"("2s")"},
      {R"(timeout="2s")", R"("2s")"},
      {"timeout=null", "null"},
      {"waitForReady=true", "true"},
      {"retryPolicy.backoffMultiplier=1.6", "1.6"},
      {"maxRequestMessageBytes=4096", "4096"},
      {R"(retryPolicy.retryableStatusCodes=["UNAVAILABLE"])", R"(["UNAVAILABLE"])"},
      {"loadBalancingPolicy=round_robin", R"("round_robin")"},
      {"healthCheckConfig.serviceName=12", R"("12")"},
  };
  for (const auto& [text, json] : rows) {
    const auto change = ParseMemberChange(text);
    ASSERT_TRUE(change.ok()) << change.status();
    EXPECT_EQ(change->json, json) << text;
  }
}

TEST(MemberChangeTest, MistakesAreNamedWithTheRemedy) {
  const std::pair<const char*, const char*> rows[] = {
      {"timeout", "write MEMBER=VALUE"},
      {"maxAttempts=3", "did you mean `retryPolicy.maxAttempts`, `hedgingPolicy.maxAttempts`?"},
      {"retryPolicy.maxAttempt=3", "did you mean `retryPolicy.maxAttempts`?"},
      {"methodConfig=[]", "`methodConfig` is not a member"},
      {"nonsense=3", "`grpcfg schema` has all members"},
      {"timeout=500ms", "did you mean `0.5s`?"},
      {"timeout=2", "did you mean `2s`?"},
      {"timeout=soon", "write a duration such as 0.5s"},
      {"retryPolicy.maxAttempts=many", "write a number"},
      {R"(retryPolicy.maxAttempts="3")", "write a number"},
      {"retryPolicy.retryableStatusCodes=UNAVAILABLE", R"(such as ["UNAVAILABLE"])"},
      {"retryPolicy=3", "write a JSON object"},
      {"waitForReady=yes", "write true or false"},
  };
  for (const auto& [text, remedy] : rows) {
    const auto change = ParseMemberChange(text);
    ASSERT_FALSE(change.ok()) << text;
    EXPECT_THAT(std::string(change.status().message()), HasSubstr(remedy)) << text;
  }
}

TEST(MemberChangeTest, AConfigWithoutSuchAnEntryIsAnError) {
  const MemberChange change = *ParseMemberChange("timeout=2s");
  for (const char* const config : {"", "[]", "{}", R"({"methodConfig": []})", kConfig}) {
    EXPECT_FALSE(WithChange(config, change, {"/methodConfig/7"}).ok()) << config;
  }
}

}  // namespace
}  // namespace grpcfg
