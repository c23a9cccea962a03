#include "dns/published/compare_served.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/published/published_cases.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kForGo[] = R"("clientLanguage":["GO"],"percentage":10,)";

ComparedText Compare(const std::string& served, const std::string& intended,
                     const std::string& targets = "spec,go") {
  return CompareTexts(served, intended, PlanFor(targets));
}

std::string StateOf(const std::string& served, const std::string& intended) {
  return std::string(PublishedStateName(Compare(served, intended).state));
}

TEST(CompareTextsTest, SameOctets) {
  const std::string text = ChoicesText({ChoiceOf(ConfigOf(3))});
  const ComparedText same = Compare(text, text);
  EXPECT_EQ(same.state, PublishedState::kIdentical);
  EXPECT_FALSE(same.first_difference);
  EXPECT_THAT(same.choices, IsEmpty());
  // Even what is unreadable is what was intended.
  EXPECT_EQ(StateOf("grpc_config=[", "grpc_config=["), "identical");
}

TEST(CompareTextsTest, OtherSpellingsOfTheSame) {
  const std::string config = ConfigOf(3);
  const std::string text = ChoicesText({ChoiceOf(config, kForGo), ChoiceOf("{}")});
  const std::vector<std::string> spellings = {
      absl::StrReplaceAll(text, {{":", " : "}}),
      absl::StrReplaceAll(text, {{"0.1s", "0.100s"}}),
      absl::StrReplaceAll(text, {{R"("s.S")", R"("\u0073.S")"}}),
      absl::StrReplaceAll(text, {{kForGo, R"("percentage":10,"clientLanguage":["GO"],)"}}),
      ChoicesText(
          {ChoiceOf(absl::StrReplaceAll(config, {{R"(,"timeout":"2s")", ""},
                                                 {R"("name")", R"("timeout":"2s","name")"}}),
                    kForGo),
           ChoiceOf("{}")}),
  };
  for (const std::string& spelling : spellings) {
    const ComparedText compared = Compare(spelling, text);
    EXPECT_EQ(compared.state, PublishedState::kEquivalent) << spelling;
    EXPECT_TRUE(compared.first_difference) << spelling;
  }
}

TEST(CompareTextsTest, OtherBehaviourOfAPairedChoice) {
  const ComparedText compared =
      Compare(ChoicesText({ChoiceOf(ConfigOf(3), kForGo), ChoiceOf("{}")}),
              ChoicesText({ChoiceOf(ConfigOf(4), kForGo), ChoiceOf("{}")}));
  EXPECT_EQ(compared.state, PublishedState::kDiffers);
  ASSERT_EQ(compared.choices.size(), 2);
  EXPECT_EQ(compared.choices[0].state, PublishedState::kDiffers);
  EXPECT_EQ(compared.choices[1].state, PublishedState::kIdentical);
  EXPECT_EQ(compared.choices[0].served_for, R"({"clientLanguage":["GO"],"percentage":10})");
  ASSERT_EQ(compared.choices[0].methods.size(), 2);  // a target each
  const ComparedMethod& method = compared.choices[0].methods.front();
  EXPECT_EQ(method.name, "s.S");
  const auto attempts = std::find_if(method.changes.begin(), method.changes.end(),
                                     [](const Change& each) { return each.what == "attempts"; });
  ASSERT_NE(attempts, method.changes.end());
  EXPECT_EQ(attempts->before, "3");
  EXPECT_EQ(attempts->after, "4");
}

// What a list of languages or hosts asks for is the same in any order.
TEST(CompareTextsTest, ListsOfCriteriaHaveNoOrder) {
  const auto state_for = [](absl::string_view served, absl::string_view intended) {
    return Compare(ChoicesText({ChoiceOf(ConfigOf(3), served)}),
                   ChoicesText({ChoiceOf(ConfigOf(3), intended)}))
        .state;
  };
  EXPECT_EQ(state_for(R"("clientLanguage":["GO","java"],)", R"("clientLanguage":["java","GO"],)"),
            PublishedState::kEquivalent);
  EXPECT_EQ(state_for(R"("clientLanguage":["GO","java"],)", R"("clientLanguage":["GO"],)"),
            PublishedState::kDiffers);
}

// A choice that one side alone has does not move the others.
TEST(CompareTextsTest, ChoicesOfOneSide) {
  const std::string canary = ChoiceOf(ConfigOf(4), kForGo);
  const std::string everyone = ChoiceOf(ConfigOf(3));
  const ComparedText added = Compare(ChoicesText({everyone}), ChoicesText({canary, everyone}));
  ASSERT_EQ(added.choices.size(), 2);
  EXPECT_EQ(added.choices[0].state, PublishedState::kMissing);
  EXPECT_EQ(added.choices[1].state, PublishedState::kIdentical);
  EXPECT_EQ(added.choices[1].served, 0);
  const ComparedText taken_away = Compare(ChoicesText({canary, everyone}), ChoicesText({everyone}));
  ASSERT_EQ(taken_away.choices.size(), 2);
  EXPECT_EQ(taken_away.choices[0].state, PublishedState::kIdentical);
  EXPECT_EQ(taken_away.choices[1].state, PublishedState::kUnexpected);
  EXPECT_EQ(taken_away.choices[1].served, 0);
  EXPECT_FALSE(taken_away.choices[1].intended);
}

TEST(CompareTextsTest, OtherClientsOfAChoice) {
  const ComparedText compared =
      Compare(ChoicesText({ChoiceOf(ConfigOf(3), R"("percentage":20,)"), ChoiceOf("{}")}),
              ChoicesText({ChoiceOf(ConfigOf(3), R"("percentage":10,)"), ChoiceOf("{}")}));
  ASSERT_EQ(compared.choices.size(), 2);
  EXPECT_EQ(compared.choices[0].state, PublishedState::kDiffers);
  EXPECT_EQ(compared.choices[0].served_for, R"({"percentage":20})");
  EXPECT_EQ(compared.choices[0].intended_for, R"({"percentage":10})");
  EXPECT_THAT(compared.choices[0].methods, IsEmpty());
}

TEST(CompareTextsTest, OrderDecidesWhoTakesWhat) {
  const std::string canary = ChoiceOf(ConfigOf(4), kForGo);
  const std::string everyone = ChoiceOf(ConfigOf(3));
  const ComparedText compared =
      Compare(ChoicesText({everyone, canary}), ChoicesText({canary, everyone}));
  EXPECT_EQ(compared.state, PublishedState::kDiffers);
  EXPECT_TRUE(compared.has_other_order);
}

// It is unknown whether what a target rejects is the same.
TEST(CompareTextsTest, WhatTargetsRefuseIsNoEquivalent) {
  const auto broken = [](absl::string_view timeout) {
    return ChoicesText({ChoiceOf(ConfigOf(3, timeout))});
  };
  const ComparedText compared = Compare(broken("2 s"), broken("2  s"), "go");
  EXPECT_EQ(compared.state, PublishedState::kDiffers);
  ASSERT_EQ(compared.choices.size(), 1);
  EXPECT_THAT(compared.choices[0].refused_by, ElementsAre("go"));
}

// What clients read each in their own way is never the same.
TEST(CompareTextsTest, WhatClientsReadDifferently) {
  EXPECT_EQ(StateOf(R"(grpc_config=[{"serviceConfig":{},"ServiceConfig":{"x":5}}])",
                    R"(grpc_config=[{"ServiceConfig":{"x":5},"serviceConfig":{}}])"),
            "differs");
  const auto of_name = [](absl::string_view name) {
    return ChoicesText({ChoiceOf(absl::StrReplaceAll(ConfigOf(3), {{"s.S", name}}))});
  };
  EXPECT_EQ(StateOf(of_name("s.Gr\xC3\xBC"), of_name("s.Gr\\u00fc")), "differs");
}

TEST(CompareTextsTest, WhatIsNoList) {
  const std::string good = ChoicesText({ChoiceOf("{}")});
  EXPECT_EQ(Compare("grpc_config={}", good).problem, "what is served is not a list of choices");
  EXPECT_EQ(Compare(good, "grpc_config=[1]").problem,
            "what is intended has a choice that is not an object");
  EXPECT_EQ(Compare("grpc_config=[{serviceConfig:{}}]", good).problem,
            "what is served is not plain JSON");
  EXPECT_EQ(Compare("config=[]", good).problem,
            "what is served does not begin with `grpc_config=`");
  for (const char* const text : {"", "grpc_config=", "grpc_config", "v=spf1"}) {
    EXPECT_EQ(StateOf(text, good), "differs") << text;
  }
  // A choice without a config is one that clients refuse.
  EXPECT_EQ(StateOf(R"(grpc_config=[{}])", good), "differs");
}

}  // namespace
}  // namespace grpcfg
