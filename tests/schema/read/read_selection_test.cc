// Which of the choices of gRFC A2 each client takes, and what it looks at on the way.
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/schema/reading.h"

namespace grpcfg {
namespace {

enum Who : uint8_t { kOldCore, kCore, kGo, kOldJava, kJava, kNode, kClients };

constexpr absl::string_view kNames[] = {"core@1.51", "core", "go", "java@1.41", "java", "node"};

ProfileAt ProfileOf(int who) {
  switch (who) {
    case kOldCore:
      return {CoreProfile(), {1, 51, 0}};
    case kCore:
      return ProfileAt(CoreProfile());
    case kGo:
      return ProfileAt(GoProfile());
    case kOldJava:
      return {JavaProfile(), {1, 41, 0}};
    case kJava:
      return ProfileAt(JavaProfile());
    default:
      return ProfileAt(NodeProfile());
  }
}

// What a client does with a list: a letter per choice ('T'aken, 'e'lsewhere, '-' never), or `!`
// where its verdict is to reject the list.
std::string Outcome(absl::string_view list, int who) {
  const ReadText read(std::string(list), DocumentKind::kChoices, ProfileOf(who));
  for (const Issue& issue : read.issues()) {
    if (issue.effect == Effect::kRejectsConfig && !issue.elsewhere) return "!";
  }
  std::string fates;
  for (const Choice& choice : read.reading().choices.value.value()) {
    fates += "-eT"[static_cast<size_t>(choice->fate)];
  }
  return fates;
}

struct SelectionRow {
  absl::string_view list;
  absl::string_view outcomes[kClients];
};

const SelectionRow kRows[] = {
    {R"([{"serviceConfig": {}}, {"serviceConfig": {}}])", {"T-", "T-", "T-", "T-", "T-", "T-"}},
    {R"([{"percentage": 10, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"Te", "Te", "Te", "Te", "Te", "Te"}},
    {R"([{"clientHostname": ["a"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"eT", "eT", "eT", "eT", "eT", "eT"}},
    // With one percent more, 99 is everyone.
    {R"([{"percentage": 99, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"T-", "T-", "Te", "Te", "Te", "Te"}},
    // Nothing selected.
    {R"([{"percentage": 0, "serviceConfig": {}}])", {"-", "-", "!", "-", "-", "!"}},
    {R"([{"clientHostname": ["a"], "serviceConfig": {}}])", {"e", "e", "!", "e", "e", "!"}},
    // Languages.
    {R"([{"clientLanguage": ["go"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "-T", "-T", "-T", "-T", "-T"}},
    {R"([{"clientLanguage": ["GO"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "-T", "T-", "-T", "-T", "-T"}},
    {R"([{"clientLanguage": ["C++"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "-T", "-T", "-T", "-T", "-T"}},
    // Node checks what it does not use: the misspelt key stands for what must be there.
    {R"([{"clientLanguage": ["perl"], "serviceConfig": {"retryThrottling": {"axTokens": 1,
        "tokenRatio": 1}}}, {"serviceConfig": {}}])",
     {"-T", "-T", "-T", "-T", "-T", "!"}},
    {R"([{"clientLanguage": ["c++", "Java", "node"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"T-", "T-", "-T", "T-", "T-", "T-"}},
    // Empty lists, null, elements of other types.
    {R"([{"clientLanguage": [], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "T-", "-T", "T-", "T-", "-T"}},
    {R"([{"clientHostname": [], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "T-", "-T", "T-", "T-", "-T"}},
    {R"([{"clientHostname": null, "serviceConfig": {}}])", {"!", "T", "T", "!", "!", "!"}},
    {R"([{"clientLanguage": [null], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "!", "-T", "!", "!", "!"}},
    {R"([{"clientLanguage": [1], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "!", "!", "!", "!", "!"}},
    // Percentages.
    {R"([{"percentage": -1, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "T-", "-T", "!", "!", "!"}},
    {R"([{"percentage": -2, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "-T", "-T", "!", "!", "!"}},
    {R"([{"percentage": 101, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"T-", "T-", "T-", "!", "!", "!"}},
    {R"([{"percentage": "50", "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"!", "Te", "!", "!", "Te", "!"}},
    {R"([{"percentage": 0.5, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "!", "!", "-T", "-T", "Te"}},
    {R"([{"percentage": 100.9, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"T-", "!", "!", "T-", "T-", "!"}},
    {R"([{"percentage": 1e2, "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"Te", "!", "!", "T-", "T-", "T-"}},
    {R"([{"percentage": null, "serviceConfig": {}}])", {"!", "T", "T", "!", "!", "!"}},
    // What stands after a criterion that does not fit, and after the choice that is taken.
    {R"([{"clientLanguage": ["x"], "percentage": "y", "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "!", "!", "-T", "-T", "!"}},
    {R"([{"clientHostname": ["x"], "percentage": "y", "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "!", "!", "!", "!", "!"}},
    {R"([{"serviceConfig": {}}, {"percentage": {}, "serviceConfig": {}}])",
     {"!", "!", "!", "T-", "T-", "T-"}},
    {R"([{"serviceConfig": {}}, 5])", {"!", "!", "!", "!", "!", "T-"}},
    {R"([null, {"serviceConfig": {}}])", {"!", "!", "-T", "!", "!", "!"}},
    // The config: there, an object, and right.
    {R"([{}, {"serviceConfig": {}}])", {"!", "!", "-T", "!", "!", "!"}},
    {R"([{"serviceConfig": 5}, {"serviceConfig": {}}])", {"!", "!", "!", "!", "!", "!"}},
    {R"([{"serviceConfig": []}])", {"!", "!", "!", "!", "!", "T"}},
    {R"([{"clientHostname": ["x"], "serviceConfig": 5}, {"serviceConfig": {}}])",
     {"eT", "!", "eT", "eT", "eT", "!"}},
    {R"([{"percentage": 5, "serviceConfig": {}}, {"serviceConfig": {"methodConfig": {"a": 5}}}])",
     {"Te", "Te", "Te", "Te", "Te", "Te"}},
    {R"([{"percentage": 5, "serviceConfig": {}}, {"serviceConfig": {"loadBalancingConfig": 5}}])",
     {"Te", "Te", "Te", "Te", "Te", "Te"}},
    {R"([{"percentage": 0, "serviceConfig": {"loadBalancingConfig": 5}}, {"serviceConfig": {}}])",
     {"-T", "-T", "-T", "-T", "-T", "!"}},
    // Keys.
    {R"([{"clientHostName": ["x"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"T-", "T-", "eT", "!", "!", "!"}},
    {R"([{"CLIENTLANGUAGE": ["GO"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"T-", "T-", "T-", "!", "!", "!"}},
    {R"([{"own": 1, "clientLanguage": ["x"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     {"-T", "-T", "-T", "!", "!", "!"}},
    {R"([{"serviceConfig": {}}, {"own": 1}])", {"!", "!", "T-", "T-", "T-", "T-"}},
};

TEST(ReadSelectionTest, WhatEachClientTakes) {
  for (const SelectionRow& row : kRows) {
    for (int who = 0; who < kClients; ++who) {
      EXPECT_EQ(Outcome(row.list, who), row.outcomes[who]) << kNames[who] << ": " << row.list;
    }
  }
}

TEST(ReadSelectionTest, WhatOthersMeetIsReportedAndDecidesNothing) {
  constexpr absl::string_view kList =
      R"([{"percentage": 5, "serviceConfig": {}}, {"serviceConfig": {"loadBalancingConfig": 5}}])";
  for (int who = 0; who < kClients; ++who) {
    const ReadText read(std::string(kList), DocumentKind::kChoices, ProfileOf(who));
    bool is_reported = false;
    for (const Issue& issue : read.issues())
      is_reported = is_reported || issue.kind == IssueKind::kWrongType;
    EXPECT_TRUE(is_reported) << kNames[who];
    ASSERT_EQ(read.reading().elsewhere.size(), 1U);
    const Span config = read.reading().elsewhere[0];
    EXPECT_EQ(read.Source(config), R"({"loadBalancingConfig": 5})");
    EXPECT_TRUE(read.reading().IsElsewhere({config.begin + 1, config.end - 1}));
    EXPECT_FALSE(read.reading().IsElsewhere({config.begin - 1, config.end}));
    EXPECT_FALSE(read.reading().IsElsewhere({0, 1}));
  }
}

TEST(ReadSelectionTest, SharesOfTheDraws) {
  constexpr absl::string_view kList = R"([{"percentage": 10, "serviceConfig": {}}])";
  constexpr double kShares[kClients] = {0.11, 0.11, 0.1, 0.1, 0.1, 0.1};
  for (int who = 0; who < kClients; ++who) {
    const ReadText read(std::string(kList), DocumentKind::kChoices, ProfileOf(who));
    EXPECT_DOUBLE_EQ(read.reading().choices.value.value()[0]->share, kShares[who]) << kNames[who];
  }
}

TEST(ReadSelectionTest, DotnetReadsNoRecord) {
  for (const absl::string_view list : {R"([{"serviceConfig": 5}])", "[", "grpc_config"}) {
    const ReadText choices(std::string(list), DocumentKind::kChoices, ProfileAt(DotnetProfile()));
    EXPECT_TRUE(choices.issues().empty()) << list;
    const ReadText txt(absl::StrCat(kTxtAttribute, list), DocumentKind::kTxt,
                       ProfileAt(DotnetProfile()));
    EXPECT_TRUE(txt.issues().empty()) << list;
  }
}

TEST(ReadSelectionTest, AByteOrderMarkInARecordIsTextToEveryClient) {
  for (int who = 0; who < kClients; ++who) {
    const ReadText read("grpc_config=\xEF\xBB\xBF[{\"serviceConfig\": {}}]", DocumentKind::kTxt,
                        ProfileOf(who));
    ASSERT_FALSE(read.issues().empty()) << kNames[who];
    EXPECT_EQ(read.issues()[0].effect, Effect::kRejectsConfig) << kNames[who];
  }
}

}  // namespace
}  // namespace grpcfg
