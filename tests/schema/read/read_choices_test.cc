// Read: lists of choices and TXT values (gRFC A2).
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/schema/reading.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ReadChoicesTest, ReadsCriteriaWithTypes) {
  const ReadText read(R"([{"clientLanguage": ["go", "C++"], "percentage": 10,
                          "clientHostname": ["a"], "serviceConfig": {"methodConfig": []}},
                         {"serviceConfig": {}}])");
  EXPECT_THAT(read.issues(), IsEmpty());
  ASSERT_EQ(read.reading().choices.value->size(), 2U);
  const Choice& choice = read.reading().choices.value.value()[0];
  ASSERT_EQ(choice->client_language.value->size(), 2U);
  EXPECT_EQ(choice->client_language.value.value()[1].value, "C++");
  EXPECT_EQ(choice->percentage.value, 10);
  EXPECT_EQ(choice->client_hostname.value.value()[0].value, "a");
  EXPECT_EQ(read.Source(read.reading().choices.value.value()[1].node), R"({"serviceConfig": {}})");
}

TEST(ReadChoicesTest, EachChoiceHasItsServiceConfig) {
  const ReadText read(R"([{"serviceConfig": {"methodConfig": []}}, {"serviceConfig": {}},
                         {"percentage": 1, "serviceConfig": {"retryThrottling": null}}])");
  ASSERT_EQ(read.reading().configs.size(), 3U);
  std::vector<std::string> sources;
  for (const auto& config : read.reading().configs) sources.emplace_back(read.Source(config->node));
  EXPECT_THAT(sources, testing::UnorderedElementsAre(R"({"methodConfig": []})", "{}",
                                                     R"({"retryThrottling": null})"));
}

struct ChoiceRow {
  absl::string_view list;
  std::vector<IssueKind> kinds;
  std::vector<std::string> blamed = {};
};

const ChoiceRow kChoiceRows[] = {
    {R"([])", {}},
    {R"([{"serviceConfig": {}, "clientLanguage": null, "percentage": null}])", {}},
    {R"([{"serviceConfig": {}, "clientLanguage": [], "clientHostname": []}])", {}},
    {R"([{"serviceConfig": {}, "percentage": 0}, {"serviceConfig": {}, "percentage": 100}])", {}},
    {R"({})", {IssueKind::kWrongType}, {"{}"}},
    {R"(null)", {IssueKind::kWrongType}, {"null"}},
    {R"([null])", {IssueKind::kWrongType}, {"null"}},
    {R"([[]])", {IssueKind::kWrongType}, {"[]"}},
    {R"([{}])", {IssueKind::kMissingField}, {"{"}},
    {R"([{"serviceConfig": null}])", {IssueKind::kMissingField}, {"null"}},
    {R"([{"serviceConfig": []}])", {IssueKind::kWrongType}, {"[]"}},
    {R"([{"serviceConfig": {}, "percentage": "5"}])", {IssueKind::kQuotedNumber}, {"\"5\""}},
    {R"([{"serviceConfig": {}, "percentage": 5.0}])", {IssueKind::kMalformedNumber}, {"5.0"}},
    {R"([{"serviceConfig": {}, "percentage": 101}])", {IssueKind::kTooLarge}, {"101"}},
    {R"([{"serviceConfig": {}, "percentage": -1}])", {IssueKind::kTooSmall}, {"-1"}},
    {R"([{"serviceConfig": {}, "clientLanguage": "go"}])", {IssueKind::kWrongType}, {"\"go\""}},
    {R"([{"serviceConfig": {}, "clientHostname": [1]}])", {IssueKind::kWrongType}, {"1"}},
    {R"([{"serviceConfig": {}, "clientHostName": []}])",
     {IssueKind::kUnexpectedField},
     {"\"clientHostName\""}},
    {R"([{"serviceConfig": {}, "own": 1}])", {IssueKind::kUnexpectedField}, {"\"own\""}},
    // What replaces the field is the fault, and not its absence.
    {R"([{"service_config": {}}])", {IssueKind::kUnexpectedField}, {"\"service_config\""}},
    {R"([{"methodConfig": []}])", {IssueKind::kUnexpectedField}, {"\"methodConfig\""}},
    {R"([{"own": 1}])", {IssueKind::kMissingField, IssueKind::kUnexpectedField}, {"{", "\"own\""}},
    {R"([{"serviceConfig": {}, "serviceConfig": {}}])",
     {IssueKind::kJsonDuplicateKey},
     {"\"serviceConfig\""}},
};

TEST(ReadChoicesTest, AnUnknownFieldMayBeACriterion) {
  const ReadText read(
      R"([{"serviceConfig": {}}, {"serviceConfig": {}, "own": 1}, {"serviceConfig": {}}, 5, 6])",
      DocumentKind::kChoices);
  const List<Choice>& choices = *read.reading().choices.value;
  ASSERT_EQ(choices.size(), 4U);  // the last two are one
  EXPECT_FALSE(choices[0]->unclear);
  EXPECT_TRUE(choices[1]->unclear);
  EXPECT_FALSE(choices[2]->unclear);
  EXPECT_TRUE(choices[3]->unclear);
}

std::vector<IssueKind> Sorted(std::vector<IssueKind> kinds) {
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

TEST(ReadChoicesTest, WhatIsWrong) {
  for (const ChoiceRow& row : kChoiceRows) {
    const ReadText read(std::string(row.list), DocumentKind::kChoices);
    EXPECT_EQ(read.Kinds(), Sorted(row.kinds)) << row.list;
    EXPECT_EQ(read.Blamed(), row.blamed) << row.list;
  }
}

// The same list after the attribute has the same faults, in places of the whole text.
TEST(ReadTxtTest, ReadsItsListLikeAnyOther) {
  for (const ChoiceRow& row : kChoiceRows) {
    const ReadText read(absl::StrCat(kTxtAttribute, row.list), DocumentKind::kTxt);
    EXPECT_EQ(read.Kinds(), Sorted(row.kinds)) << row.list;
    EXPECT_EQ(read.Blamed(), row.blamed) << row.list;
  }
}

TEST(ReadTxtTest, PlacesInAServiceConfigCountFromTheStartOfTheText) {
  const ReadText read(
      R"(grpc_config=[{"serviceConfig": {"methodConfig": [{"name": [{}], "timeout": "5"}]}}])",
      DocumentKind::kTxt);
  EXPECT_THAT(read.Blamed(), ElementsAre("\"5\""));
  EXPECT_EQ(read.Source(read.config().node),
            R"({"methodConfig": [{"name": [{}], "timeout": "5"}]})");
}

struct TxtRow {
  absl::string_view text;
  std::vector<IssueKind> kinds;
  std::vector<std::string> blamed;
};

const TxtRow kTxtRows[] = {
    {"grpc_config=[]", {}, {}},
    {"", {IssueKind::kNoTxtAttribute}, {""}},
    {"[]", {IssueKind::kNoTxtAttribute}, {"["}},
    {"v=spf1 -all", {IssueKind::kNoTxtAttribute}, {"v"}},
    {"grpc_config", {IssueKind::kNoTxtAttribute}, {"grpc_config"}},
    {"grpc_config = [}", {IssueKind::kNoTxtAttribute}, {"grpc_config ="}},
    {"Grpc_Config:[]", {IssueKind::kNoTxtAttribute}, {"Grpc_Config:"}},
    {" \"grpc_config=[]\"", {IssueKind::kNoTxtAttribute}, {" \"grpc_config="}},
    {"grpc_config=", {IssueKind::kJsonEmpty}, {""}},
    {"grpc_config=\xEF\xBB\xBF[]", {IssueKind::kJsonByteOrderMark}, {"\xEF\xBB\xBF"}},
    {"grpc_config=[{\"serviceConfig\": {\"\xC3\xA9\": \"a\xC3\xA9\xC3\xA9 \xC3\xA9\"}}]",
     {IssueKind::kUnknownField, IssueKind::kTxtNotAscii, IssueKind::kTxtNotAscii,
      IssueKind::kTxtNotAscii},
     {"\"\xC3\xA9\"", "\xC3\xA9", "\xC3\xA9\xC3\xA9", "\xC3\xA9"}},
    // Right after a fault they are one of their own.
    {"grpc_config=[{\"serviceConfig\": {}, \"clientHostname\": [\"\\x\xC3\xA9\"]}]",
     {IssueKind::kJsonEscape, IssueKind::kTxtNotAscii},
     {"\\x", "\xC3\xA9"}},
    {"grpc_config=[{\"serviceConfig\": {}, \"clientHostname\": [\"\xFF\"]}]",
     {IssueKind::kJsonUtf8},
     {"\xFF"}},
};

TEST(ReadTxtTest, TheAttributeAndTheBytes) {
  for (const TxtRow& row : kTxtRows) {
    const ReadText read(std::string(row.text), DocumentKind::kTxt);
    EXPECT_EQ(read.Kinds(), Sorted(row.kinds)) << row.text;
    EXPECT_EQ(read.Blamed(), row.blamed) << row.text;
  }
}

}  // namespace
}  // namespace grpcfg
