// Every rule about answers by its own examples: what a server says gives the transcript that the
// rule shows, and the finding.
#include "dns/live/check_live.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "dns/zone_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/live/wire_message.h"
#include "tests/validator/project/every_rule.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr absl::string_view kHost = "shop.example.test.";
constexpr absl::string_view kOwner = "_grpc_config.shop.example.test.";
constexpr absl::string_view kConfig = R"(grpc_config=[{"serviceConfig":{}}])";

const std::vector<NameServer>& TwoServers() {
  static const auto& servers = *new std::vector<NameServer>{{"192.0.2.1", 53}, {"192.0.2.2", 53}};
  return servers;
}

// What came of a question, as a message of so many octets.
struct Answer {
  size_t octets = 92;
  uint16_t flags = 0x8400;
  std::vector<std::string> texts = {};  // a record each
};

Received Give(absl::string_view owner, const Answer& answer) {
  std::vector<std::string> records;
  for (const std::string& text : answer.texts) {
    records.push_back(WireRecordOf(kToQuestion, 16, WireTxt({text})));
  }
  const std::string message =
      WireMessage({.flags = answer.flags, .question = WireQuestionOf(owner), .answers = records});
  return {.owner = std::string(owner),
          .end = ExchangeEnd::kAnswered,
          .octets = answer.octets,
          .answer = ReadWireAnswer(message, {owner, 16})};
}

Received Fail(absl::string_view owner, ExchangeEnd end) {
  return {.owner = std::string(owner), .end = end};
}

Answer GoodConfig() { return {.octets = 112, .texts = {std::string(kConfig)}}; }
Answer NoSuchName() { return {.octets = 105, .flags = 0x8403}; }

LiveName NameWith(const Received& config, const Received& host = Give(kHost, {})) {
  return {.name = "shop.example.test", .host = std::string(kHost), .answers = {{0, config, host}}};
}

struct Example {
  absl::string_view rule;
  LiveName bad;
};

LiveName Disagreeing() {
  LiveName name = NameWith(Give(kOwner, GoodConfig()));
  const std::string other = R"(grpc_config=[{"serviceConfig":{"methodConfig":[]}}])";
  name.answers.push_back({1, Give(kOwner, {.octets = 134, .texts = {other}}), Give(kHost, {})});
  return name;
}

LiveName Searched() {
  LiveName name = NameWith(Give(kOwner, NoSuchName()));
  name.search_answers.push_back(
      Give("_grpc_config.shop.example.test.corp.test.", {.octets = 98, .texts = {"v=spf1"}}));
  return name;
}

LiveName WithoutTcp() {
  LiveName name = NameWith(Fail(kOwner, ExchangeEnd::kUnreachable));
  name.answers[0].config.was_truncated = true;
  return name;
}

LiveName CutByTcp() {
  LiveName name = NameWith(Give(kOwner, {.octets = 59, .flags = 0x8600}));
  name.answers[0].config.was_truncated = true;
  return name;
}

LiveName Slow() {
  LiveName name = NameWith(Give(kOwner, NoSuchName()));
  name.answers[0].config.took = kSlowNegative * 2;
  return name;
}

LiveName Malformed() {
  LiveName name = NameWith(Give(kOwner, {.octets = 45}));
  name.answers[0].config.answer.fault = AnswerFault::kStringPastData;
  return name;
}

std::vector<Example> Examples() {
  constexpr uint16_t kRefused = 0x8405;
  constexpr uint16_t kServerFails = 0x8402;
  return {
      {"dns-answer-failed", NameWith(Give(kOwner, {.octets = 59, .flags = kRefused}),
                                     Give(kHost, {.octets = 46, .flags = kRefused}))},
      {"dns-answer-malformed", Malformed()},
      {"dns-config-missing", NameWith(Give(kOwner, NoSuchName()))},
      {"dns-host-has-none", NameWith(Give(kOwner, GoodConfig()))},
      {"dns-no-answer",
       NameWith(Fail(kOwner, ExchangeEnd::kSilent), Fail(kHost, ExchangeEnd::kSilent))},
      {"dns-search-list-answers", Searched()},
      {"dns-servers-disagree", Disagreeing()},
      {"dns-servfail-for-missing", NameWith(Give(kOwner, {.octets = 59, .flags = kServerFails}))},
      {"dns-slow-negative", Slow()},
      {"dns-tcp-refused", WithoutTcp()},
      {"dns-truncated-over-tcp", CutByTcp()},
  };
}

struct Checked {
  std::string text;
  Report report;
  std::vector<std::string> rules;  // about DNS, but for notes
};

Checked Check(const LiveName& name, absl::string_view targets = "spec,core,go,java,node") {
  const std::vector<Target> selected = *ParseTargets(targets);
  const CheckPlan plan(selected, RulesAndProjectRules());
  const Transcript transcript = WriteTranscript(name, TwoServers());
  Checked checked = {transcript.text, CheckLive({name, TwoServers(), transcript}, plan), {}};
  for (const Diagnostic& found : checked.report.diagnostics) {
    EXPECT_LE(found.primary.span.end, checked.text.size());
    if (absl::StartsWith(found.rule, "dns-") && !found.is_common) {
      checked.rules.emplace_back(found.rule);
    }
  }
  return checked;
}

TEST(CheckLiveTest, EveryRuleHasAnExample) {
  std::vector<absl::string_view> rules;
  std::vector<absl::string_view> examples;
  for (const Rule& rule : AnswerRules()) rules.push_back(rule.id);
  for (const Example& example : Examples()) examples.push_back(example.rule);
  EXPECT_EQ(rules, examples);
}

TEST(CheckLiveTest, ExamplesAreWhatRulesShow) {
  for (const Example& example : Examples()) {
    const Rule& rule = DnsRuleOf(example.rule);
    const Checked checked = Check(example.bad);
    EXPECT_EQ(checked.text, rule.bad.Text()) << rule.id;
    bool is_found = false;
    for (const Diagnostic& found : checked.report.diagnostics) {
      if (found.rule != rule.id) continue;
      EXPECT_FALSE(is_found) << rule.id << ": told twice";
      EXPECT_EQ(found.severity, rule.advice) << rule.id;
      EXPECT_FALSE(found.message.empty() || found.message.back() == '.') << found.message;
      is_found = true;
    }
    EXPECT_TRUE(is_found) << rule.id;
  }
}

TEST(CheckLiveTest, WhatIsWrongIsReportedOnce) {
  for (const Example& example : Examples()) {
    const bool is_missing_too =
        example.rule == "dns-slow-negative" || example.rule == "dns-search-list-answers";
    const bool is_common = example.rule == "dns-host-has-none";
    EXPECT_EQ(Check(example.bad).rules.size(), is_missing_too ? 2U
                                               : is_common    ? 0U
                                                              : 1U)
        << example.rule;
  }
}

TEST(CheckLiveTest, GoodAnswersAreWhatRulesShow) {
  const Checked good = Check(NameWith(Give(kOwner, GoodConfig())), "spec,core,go,java");
  EXPECT_EQ(good.text, DnsRuleOf("dns-no-answer").good.Text());
  EXPECT_THAT(good.report.diagnostics, IsEmpty());
}

// Servers may give records in another order, and resolvers count TTLs down.
TEST(CheckLiveTest, OrderAndTtlAreNoDifference) {
  LiveName name = NameWith(Give(kOwner, {.texts = {"a", std::string(kConfig)}}));
  name.answers.push_back(
      {1, Give(kOwner, {.texts = {std::string(kConfig), "a"}}), Give(kHost, {})});
  for (WireRecord& record : name.answers[1].config.answer.answers) record.ttl = 17;
  EXPECT_EQ(WriteTranscript(name, TwoServers()).groups.size(), 1U);
  EXPECT_THAT(Check(name).rules, testing::Not(testing::Contains("dns-servers-disagree")));
}

TEST(CheckLiveTest, ChecksTheRecords) {
  const Checked empty = Check(NameWith(Give(kOwner, {.texts = {"grpc_config=[]"}})), "go");
  EXPECT_THAT(empty.rules, ElementsAre("dns-no-fallback"));
  EXPECT_EQ(Slice(empty.text, empty.report.diagnostics[0].primary.span), "[]");
  const Checked other = Check(NameWith(Give(kOwner, {.texts = {"v=spf1"}})));
  EXPECT_THAT(other.rules, ElementsAre("dns-attribute-form"));
}

// What a hostile server says never reaches a terminal as it is.
TEST(CheckLiveTest, TranscriptsArePlain) {
  std::string hostile = "grpc_config=";
  for (int octet = 0; octet < 128; ++octet) hostile += static_cast<char>(octet * 2 + 1);
  const std::string controls("\x1b[2J\n\r\0", 7);
  for (const char c : Check(NameWith(Give(kOwner, {.texts = {hostile, controls}}))).text) {
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  }
}

TEST(CheckLiveTest, AnAliasedHostHasNoConfigOfItsOwn) {
  const std::string target = WireName("pay.example.test");
  const std::string message = WireMessage(
      {.question = WireQuestionOf(kHost), .answers = {WireRecordOf(kToQuestion, 5, target)}});
  Received host = Give(kHost, {});
  host.answer = ReadWireAnswer(message, {kHost, 16});
  LiveName name = NameWith(Give(kOwner, NoSuchName()), host);
  name.alias_config = Give("_grpc_config.pay.example.test.", GoodConfig());
  EXPECT_THAT(Check(name).rules, ElementsAre("dns-alias-has-no-config"));
}

TEST(CheckLiveTest, PartialIsWhatWasNotHeard) {
  EXPECT_FALSE(IsPartial(NameWith(Give(kOwner, GoodConfig()))));
  EXPECT_FALSE(IsPartial(WithoutTcp()));
  EXPECT_FALSE(IsPartial(Malformed()));
  EXPECT_TRUE(IsPartial(NameWith(Fail(kOwner, ExchangeEnd::kSilent))));
  EXPECT_TRUE(IsPartial(NameWith(Give(kOwner, GoodConfig()), Fail(kHost, ExchangeEnd::kSilent))));
}

}  // namespace
}  // namespace grpcfg
