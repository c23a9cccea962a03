// The parser of answers: what it reads, and with which fault each malformed one ends.
#include "dns/live/wire_answer.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/live/wire_message.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;

constexpr absl::string_view kName = "_grpc_config.a.test.";

WireAnswer Read(const std::string& message, absl::string_view name = kName) {
  return ReadWireAnswer(message, {name, 16});
}

TEST(WireAnswerTest, ReadsFlagsAndRecords) {
  const std::string soa =
      absl::StrCat(WireName("ns.test"), WireName("admin.test"), std::string(20, '\1'));
  const WireAnswer answer = Read(WireMessage(
      {.id = 7,
       .flags = 0x8603,
       .question = WireQuestionOf("_GRPC_config.A.test"),
       .answers = {WireRecordOf(kToQuestion, 5, WireName("b.test"), 60),
                   WireRecordOf(WireName("b.test"), 16, WireTxt({"one", "", "two"}), 0xFFFFFFFF)},
       .authorities = {WireRecordOf(WireName("test"), 6, soa)},
       .additional = {WireRecordOf(std::string(1, '\0'), 41, "", 0x01000000)}}));
  EXPECT_EQ(answer.fault, AnswerFault::kNone);
  EXPECT_EQ(answer.id, 7);
  EXPECT_TRUE(answer.is_authoritative);
  EXPECT_TRUE(answer.is_truncated);
  EXPECT_TRUE(answer.has_edns);
  EXPECT_EQ(answer.code, 0x13);
  ASSERT_EQ(answer.answers.size(), 2U);
  EXPECT_EQ(answer.answers[0].target, "b.test.");
  EXPECT_THAT(answer.answers[1].strings, ElementsAre("one", "", "two"));
  EXPECT_EQ(answer.answers[1].ttl, 0xFFFFFFFF);
  ASSERT_EQ(answer.authorities.size(), 1U);
  EXPECT_EQ(answer.authorities[0].owner, "test.");
}

struct FaultRow {
  const char* what;
  AnswerFault fault;
  std::string message;
};

std::string WithAnswer(const std::string& record) {
  return WireMessage({.question = WireQuestionOf(kName), .answers = {record}});
}

TEST(WireAnswerTest, EndsWithTheFirstFault) {
  // Of 13 octets: the pointers below lead to places in the record.
  const size_t record = 12 + WireQuestionOf(kName).size();
  const std::string to_itself = absl::StrCat("\xC0", std::string(1, static_cast<char>(record)));
  const std::string short_data = absl::StrCat(kToQuestion, Wire16(16), Wire16(1), Wire32(300),
                                              Wire16(2), WireTxt({"grpc_config="}));
  const FaultRow rows[] = {
      {"no octets", AnswerFault::kShort, ""},
      {"half a header", AnswerFault::kShort, "123456"},
      {"a question", AnswerFault::kQuery,
       WireMessage({.flags = 0x0100, .question = WireQuestionOf(kName)})},
      {"an answer to a NOTIFY", AnswerFault::kOtherOpcode,
       WireMessage({.flags = 0xA000, .question = WireQuestionOf(kName)})},
      {"an opcode that there is not", AnswerFault::kOtherOpcode,
       WireMessage({.flags = 0xF800, .question = WireQuestionOf(kName)})},
      {"another name", AnswerFault::kOtherQuestion,
       WireMessage({.question = WireQuestionOf("b.test")})},
      {"another type", AnswerFault::kOtherQuestion,
       WireMessage({.question = WireQuestionOf(kName, 1)})},
      {"no question", AnswerFault::kOtherQuestion, WireMessage({})},
      {"RDLENGTH too short", AnswerFault::kStringPastData, WithAnswer(short_data)},
      {"a string past RDATA", AnswerFault::kStringPastData,
       WithAnswer(WireRecordOf(kToQuestion, 16, absl::StrCat(" ", "short")))},
      {"no string", AnswerFault::kDataSize, WithAnswer(WireRecordOf(kToQuestion, 16, ""))},
      {"RDLENGTH past the message", AnswerFault::kPastEnd,
       WithAnswer(absl::StrCat(kToQuestion, Wire16(16), Wire16(1), Wire32(1), Wire16(9), "\1a"))},
      {"fewer records than said", AnswerFault::kPastEnd, WithAnswer("")},
      {"a pointer to itself", AnswerFault::kName,
       WithAnswer(WireRecordOf(to_itself, 16, WireTxt({"a"})))},
      {"a pointer forward", AnswerFault::kName,
       WithAnswer(WireRecordOf("\xC0\xFF", 16, WireTxt({"a"})))},
      {"labels that lead back into themselves", AnswerFault::kName,
       WithAnswer(WireRecordOf(absl::StrCat("\1a", to_itself), 16, WireTxt({"a"})))},
      {"a reserved label", AnswerFault::kName,
       WithAnswer(WireRecordOf("\x80\x0C", 16, WireTxt({"a"})))},
      {"a CNAME shorter than its data", AnswerFault::kDataSize,
       WithAnswer(WireRecordOf(kToQuestion, 5, WireName("b.test") + "x"))},
      {"an address of five octets", AnswerFault::kDataSize,
       WithAnswer(WireRecordOf(kToQuestion, 1, "12345"))},
  };
  for (const FaultRow& row : rows) EXPECT_EQ(Read(row.message).fault, row.fault) << row.what;
}

TEST(WireAnswerTest, ANameHasAtMost255Octets) {
  std::string labels;
  for (int i = 0; i < 4; ++i) labels += absl::StrCat("?", std::string(63, 'a'));
  const std::string longest = labels.substr(0, labels.size() - 2);
  std::string fits = longest;
  fits[192] = 61;
  EXPECT_EQ(Read(WithAnswer(WireRecordOf(fits + '\0', 16, WireTxt({"a"})))).fault,
            AnswerFault::kNone);
  EXPECT_EQ(Read(WithAnswer(WireRecordOf(labels + '\0', 16, WireTxt({"a"})))).fault,
            AnswerFault::kNameTooLong);
}

// What is cut anywhere is reported, and never read beyond.
TEST(WireAnswerTest, EveryPrefixEnds) {
  const std::string message = WithAnswer(WireRecordOf(kToQuestion, 16, WireTxt({"one", "two"})));
  for (size_t size = 0; size < message.size(); ++size) {
    EXPECT_NE(Read(message.substr(0, size)).fault, AnswerFault::kNone) << size;
  }
}

TEST(WireAnswerTest, FollowsAliases) {
  const auto cname = [](const char* from, const char* to) {
    return WireRecordOf(WireName(from), 5, WireName(to));
  };
  const WireQuestion question = {"a.test.", 16};
  const WireAnswer answer = ReadWireAnswer(
      WireMessage({.question = WireQuestionOf("a.test"),
                   .answers = {WireRecordOf(WireName("c.test"), 16, WireTxt({"found"})),
                               cname("b.test", "c.test"), cname("a.test", "b.test"),
                               WireRecordOf(WireName("d.test"), 16, WireTxt({"other"}))}}),
      question);
  std::vector<const WireRecord*> aliases;
  const auto found = FollowAliases(answer, question, aliases);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0]->strings, ElementsAre("found"));
  EXPECT_EQ(aliases.size(), 2U);
  const WireAnswer circle = ReadWireAnswer(
      WireMessage({.question = WireQuestionOf("a.test"),
                   .answers = {cname("a.test", "b.test"), cname("b.test", "a.test")}}),
      question);
  aliases.clear();
  EXPECT_TRUE(FollowAliases(circle, question, aliases).empty());
  EXPECT_EQ(aliases.size(), 2U);
}

}  // namespace
}  // namespace grpcfg
