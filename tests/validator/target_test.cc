#include "validator/engine/target.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> Spellings(absl::string_view list) {
  const auto targets = ParseTargets(list);
  std::vector<std::string> spellings;
  EXPECT_TRUE(targets.ok()) << targets.status().message();
  if (!targets.ok()) return spellings;
  for (const Target& target : *targets) spellings.push_back(target.spelling);
  return spellings;
}

TEST(TargetTest, KeepsTheOrderOfTheUser) {
  EXPECT_THAT(Spellings("spec"), ElementsAre("spec"));
  EXPECT_THAT(Spellings("gapic,spec"), ElementsAre("gapic", "spec"));
  EXPECT_THAT(Spellings(" spec , gapic "), ElementsAre("spec", "gapic"));
}

TEST(TargetTest, NamesEachOnce) {
  EXPECT_THAT(Spellings("spec,gapic,spec,gapic"), ElementsAre("spec", "gapic"));
}

TEST(TargetTest, GivesTheProfile) {
  const auto targets = *ParseTargets("spec,gapic");
  EXPECT_EQ(&targets[0].profile->profile(), &SpecProfile());
  EXPECT_EQ(&targets[1].profile->profile(), &GapicProfile());
}

TEST(TargetTest, GivesTheRelease) {
  const auto targets = *ParseTargets("core,core@1.51,node@1.14.2");
  EXPECT_EQ(targets[0].profile->release(), CoreProfile().newest);
  EXPECT_EQ(targets[1].profile->release(), (Release{1, 51, kNewestPatch}));
  EXPECT_EQ(targets[2].profile->release(), (Release{1, 14, 2}));
}

TEST(TargetTest, AllIsEveryKnownOne) {
  EXPECT_THAT(Spellings("all"),
              ElementsAre("spec", "core", "go", "java", "node", "dotnet", "gapic"));
  EXPECT_THAT(Spellings("go@1.64,all"),
              ElementsAre("go@1.64", "spec", "core", "go", "java", "node", "dotnet", "gapic"));
}

TEST(TargetTest, WhatIsNotKnownIsReadAsTheNearest) {
  for (const absl::string_view spelling : {"core@1.999", "core@2.0", "node@1.14.999"}) {
    const Target target = ParseTargets(spelling)->front();
    EXPECT_EQ(target.spelling, spelling);
    EXPECT_EQ(target.profile->release(), target.profile->profile().newest) << spelling;
    EXPECT_THAT(NoteOnRelease(target), HasSubstr(std::string(spelling)));
  }
  for (const absl::string_view spelling : {"core@1.34", "go@1.29.1", "java@1.33", "core@1.2"}) {
    const Target target = ParseTargets(spelling)->front();
    EXPECT_EQ(target.spelling, spelling);
    EXPECT_EQ(target.profile->release(), target.profile->profile().oldest) << spelling;
    EXPECT_THAT(NoteOnRelease(target), HasSubstr("older")) << spelling;
  }
  const Release newest = NodeProfile().newest;
  for (const std::string& spelling :
       {std::string("node"), absl::StrCat("node@", newest.major, ".", newest.minor),
        absl::StrCat("node@", ReleaseName(newest))}) {
    EXPECT_EQ(NoteOnRelease(ParseTargets(spelling)->front()), "") << spelling;
  }
}

TEST(TargetTest, UnknownNamesAreErrors) {
  for (const absl::string_view list : {"", ",", "spec,", "c+", "qqqqq", "spec gapic", "@1.2"}) {
    const auto targets = ParseTargets(list);
    ASSERT_FALSE(targets.ok()) << list;
    EXPECT_EQ(targets.status().code(), absl::StatusCode::kInvalidArgument) << list;
    EXPECT_THAT(std::string(targets.status().message()), HasSubstr("spec, core, go")) << list;
  }
}

TEST(TargetTest, UnknownReleasesAreErrors) {
  for (const absl::string_view spelling :
       {"spec@1", "gapic@1.0", "core@", "core@x", "core@1", "go@01.64", "core@1.51@2"}) {
    const auto targets = ParseTargets(spelling);
    ASSERT_FALSE(targets.ok()) << spelling;
    EXPECT_EQ(targets.status().code(), absl::StatusCode::kInvalidArgument) << spelling;
    EXPECT_THAT(std::string(targets.status().message()), HasSubstr("release")) << spelling;
  }
}

TEST(TargetTest, LbPoliciesAreAWordOrNames) {
  std::vector<Target> targets = *ParseTargets("core,go");
  for (const absl::string_view list : {"", ",", "mine,", "all,mine", "mine,all", "default,all",
                                       "all,default", "all,all", "a b", "all ,"}) {
    const absl::Status status = LinkPolicies(list, targets);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << list;
    EXPECT_THAT(std::string(status.message()), HasSubstr(absl::StrCat("`", list, "`"))) << list;
  }
  ASSERT_TRUE(LinkPolicies("all", targets).ok());
  for (const Target& target : targets) EXPECT_TRUE(target.policies == target.profile->all_policies);
  ASSERT_TRUE(LinkPolicies("default", targets).ok());
  for (const Target& target : targets) {
    EXPECT_TRUE(target.policies == target.profile->default_policies);
  }
  ASSERT_TRUE(LinkPolicies("mine, round_robin", targets).ok());
  for (const Target& target : targets) {
    EXPECT_TRUE(target.policies == LinkedPolicies({"mine", "round_robin"}));
  }
}

TEST(TargetTest, DefaultPoliciesStandBesideNames) {
  std::vector<Target> targets = *ParseTargets("core,go");
  ASSERT_TRUE(LinkPolicies("mine, default", targets).ok());
  for (const Target& target : targets) {
    LinkedPolicies expected = target.profile->default_policies;
    expected.Add("mine");
    EXPECT_TRUE(target.policies == expected) << target.spelling;
  }
}

TEST(TargetTest, RemembersPoliciesAsGiven) {
  std::vector<Target> targets = *ParseTargets("core,go");
  EXPECT_EQ(targets[0].lb_policies, "default");
  ASSERT_TRUE(LinkPolicies("default, mine", targets).ok());
  for (const Target& target : targets) EXPECT_EQ(target.lb_policies, "default,mine");
}

TEST(TargetTest, OnlyAConfigCanKnowOtherPolicies) {
  EXPECT_THAT(UnknownPolicies("default,foo,round_robin, mine,round_robbin"),
              testing::ElementsAre("foo", "mine"));
  EXPECT_THAT(UnknownPolicies("all"), testing::IsEmpty());
}

struct QuestionRow {
  absl::string_view lb_policies;
  std::vector<std::string> nearest;  // of those that are questioned
};

TEST(TargetTest, QuestionsPoliciesThatAreNearlyKnown) {
  const QuestionRow rows[] = {
      {"default", {}},
      {"all", {}},
      {"round_robin,pick_first", {}},
      {"default,my_policy", {}},
      {"default,round_robbin", {"round_robin"}},
      {"RoundRobin, pickfirst", {"round_robin", "pick_first"}},
  };
  for (const QuestionRow& row : rows) {
    const std::vector<std::string> questions = QuestionPolicies(row.lb_policies);
    ASSERT_EQ(questions.size(), row.nearest.size()) << row.lb_policies;
    for (size_t i = 0; i < questions.size(); ++i) {
      EXPECT_THAT(questions[i], testing::EndsWith("did you mean `" + row.nearest[i] + "`?"));
    }
  }
}

struct AliasRow {
  absl::string_view alias;
  absl::string_view name;
};

TEST(TargetTest, AliasesAreTargetsInTheWordsOfTheUser) {
  const AliasRow rows[] = {
      {"cpp", "core"},
      {"python", "core"},
      {"ruby", "core"},
      {"php", "core"},
      {"objc", "core"},
      {"golang", "go"},
      {"kotlin", "java"},
      {"js", "node"},
      {"typescript", "node"},
      {"csharp", "dotnet"},
      {"python@1.60", "core@1.60"},
      {"golang@1.64", "go@1.64"},
  };
  for (const AliasRow& row : rows) {
    const auto targets = ParseTargets(row.alias);
    ASSERT_TRUE(targets.ok()) << row.alias;
    const Target named = ParseTargets(row.name)->front();
    EXPECT_EQ(targets->front().spelling, row.alias);
    EXPECT_EQ(&targets->front().profile->profile(), &named.profile->profile()) << row.alias;
    EXPECT_EQ(targets->front().profile->release(), named.profile->release()) << row.alias;
  }
  EXPECT_THAT(Spellings("core,python,core"), ElementsAre("core", "python"));
}

TEST(TargetTest, EveryAliasIsOfOneTarget) {
  size_t aliases = 0;
  for (const KnownTarget& known : KnownTargets()) {
    for (const absl::string_view alias : AliasesOf(known)) {
      EXPECT_EQ(&ParseTargets(alias)->front().profile->profile(), &known.profile()) << alias;
      ++aliases;
    }
  }
  EXPECT_EQ(aliases, 16U);
}

TEST(TargetTest, AMisspeltNameHasTheNearestOne) {
  const AliasRow rows[] = {{"pyton", "python"}, {"Spec", "spec"}, {"jave@1.50", "java"}};
  for (const AliasRow& row : rows) {
    EXPECT_THAT(std::string(ParseTargets(row.alias).status().message()),
                testing::EndsWith(absl::StrCat("did you mean `", row.name, "`?")));
  }
}

TEST(TargetTest, DefaultsAreTheSpecAndTheNewestClients) {
  std::vector<std::string> spellings;
  for (const Target& target : DefaultTargets()) {
    spellings.push_back(target.spelling);
    EXPECT_EQ(target.profile->release(), target.profile->profile().newest);
  }
  EXPECT_THAT(spellings, ElementsAre("spec", "core", "go", "java", "node"));
}

}  // namespace
}  // namespace grpcfg
