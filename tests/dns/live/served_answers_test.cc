// Servers that do what no real one does: each ends as one finding, and none holds the run up.
#include <chrono>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "dns/live/check_live.h"
#include "dns/live/look_up.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/live/fake_server.h"
#include "tests/validator/project/every_rule.h"

namespace grpcfg {
namespace {

const char* const kConfig = R"(grpc_config=[{"serviceConfig":{}}])";

bool IsForConfig(absl::string_view query) { return absl::StrContains(query, "_grpc_config"); }

// An answer to a query, of records at its name.
std::string Reply(absl::string_view query, std::vector<std::string> records = {},
                  uint16_t flags = 0x8400) {
  return WireMessage({.id = IdOf(query),
                      .flags = flags,
                      .question = QuestionIn(query),
                      .answers = std::move(records)});
}

std::string GoodRecord() { return WireRecordOf(kToQuestion, 16, WireTxt({kConfig})); }

struct Outcome {
  std::vector<std::string> rules;  // errors and warnings about DNS
  bool is_partial = false;
  absl::Duration took;
};

AskLimits Short() { return {.timeout = absl::Milliseconds(300), .deadline = absl::Seconds(20)}; }

Outcome LookUpAt(const NameServer& server, const AskLimits& limits = Short()) {
  const auto began = std::chrono::steady_clock::now();
  std::vector<LiveName> names = {*NameToLookUp("shop.example.test")};
  const auto found = LookUp(names, {.servers = {server}, .limits = limits}, [](size_t) {});
  Outcome outcome = {.rules = {},
                     .took = absl::FromChrono(std::chrono::steady_clock::now() - began)};
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node");
  const CheckPlan plan(targets, RulesAndProjectRules());
  const LiveName& name = found->names.front();
  const Transcript transcript = WriteTranscript(name, found->servers);
  for (const Diagnostic& each : CheckLive({name, found->servers, transcript}, plan).diagnostics) {
    const bool counts = absl::StartsWith(each.rule, "dns-") && each.severity != Severity::kNote;
    if (counts) outcome.rules.emplace_back(each.rule);
  }
  outcome.is_partial = IsPartial(name);
  return outcome;
}

struct ServerRow {
  const char* what;
  const char* rule;  // empty: none
  bool is_partial;
  FakeServer::Answer config;  // to the question for the config; the other one is answered well
  bool has_tcp = true;
};

// The same record in each answer.
auto Record(const std::string& text) {
  return [text](absl::string_view query, bool /*by_tcp*/) { return Reply(query, {text}); };
}

// That give the record, or none.
std::vector<ServerRow> WellFormedServers() {
  const auto cut = [](absl::string_view query, bool by_tcp) {
    return Reply(query, {GoodRecord()}, by_tcp ? 0x8400 : 0x8600);
  };
  return {
      {"a good one", "", false, Record(GoodRecord())},
      {"cut by UDP, whole by TCP", "", false, cut},
      {"cut by UDP, no TCP", "dns-tcp-refused", false, cut, false},
      {"cut by TCP, too", "dns-truncated-over-tcp", false,
       [](absl::string_view query, bool) { return Reply(query, {}, 0x8600); }},
      {"cut by UDP, TCP says nothing", "dns-tcp-refused", false,
       [](absl::string_view query, bool by_tcp) {
         return by_tcp ? std::nullopt : std::optional(Reply(query, {}, 0x8600));
       }},
      {"a wrong id", "dns-no-answer", true,
       [](absl::string_view query, bool) {
         std::string message = Reply(query, {GoodRecord()});
         message[0] = static_cast<char>(message[0] ^ 1);
         return message;
       }},
      {"a wrong question", "dns-no-answer", true,
       [](absl::string_view query, bool) {
         return WireMessage({.id = IdOf(query),
                             .question = WireQuestionOf("other.test"),
                             .answers = {GoodRecord()}});
       }},
      {"silence", "dns-no-answer", true,
       [](absl::string_view, bool) -> std::optional<std::string> { return std::nullopt; }},
  };
}

// Whose records or messages are broken, and that say that there is none.
std::vector<ServerRow> OtherServers() {
  return {
      {"a short RDLENGTH", "dns-answer-malformed", false,
       Record(absl::StrCat(kToQuestion, Wire16(16), Wire16(1), Wire32(300), Wire16(3),
                           WireTxt({kConfig})))},
      {"a string past RDATA", "dns-answer-malformed", false,
       Record(WireRecordOf(kToQuestion, 16, "@grpc_config=[]"))},
      {"RDATA past the message", "dns-answer-malformed", false,
       Record(absl::StrCat(kToQuestion, Wire16(16), Wire16(1), Wire32(300), Wire16(999), "\1a"))},
      {"a compression loop", "dns-answer-malformed", false,
       Record(WireRecordOf("\xC0\x30", 16, WireTxt({kConfig})))},
      {"a header and nothing else", "dns-no-answer", true,
       [](absl::string_view query, bool) { return Reply(query).substr(0, 12); }},
      {"SERVFAIL", "dns-servfail-for-missing", false,
       [](absl::string_view query, bool) { return Reply(query, {}, 0x8402); }},
      {"NXDOMAIN", "dns-config-missing", false,
       [](absl::string_view query, bool) { return Reply(query, {}, 0x8403); }},
  };
}

TEST(ServedAnswersTest, EachEndsAsOneFinding) {
  std::vector<ServerRow> servers = WellFormedServers();
  absl::c_move(OtherServers(), std::back_inserter(servers));
  for (const ServerRow& row : servers) {
    const FakeServer server(
        [&](absl::string_view query, bool by_tcp) -> std::optional<std::string> {
          return IsForConfig(query) ? row.config(query, by_tcp) : Reply(query);
        },
        row.has_tcp);
    const Outcome outcome = LookUpAt(server.server());
    const std::vector<std::string> expected(*row.rule == '\0' ? 0 : 1, row.rule);
    EXPECT_EQ(outcome.rules, expected) << row.what;
    EXPECT_EQ(outcome.is_partial, row.is_partial) << row.what;
    EXPECT_LT(outcome.took, absl::Seconds(5)) << row.what;
  }
}

TEST(ServedAnswersTest, ASlowNegativeAnswerIsReported) {
  const FakeServer server([](absl::string_view query, bool) {
    std::this_thread::sleep_for(std::chrono::milliseconds(IsForConfig(query) ? 700 : 0));
    return Reply(query, {}, 0x8403);
  });
  const AskLimits patient = {.timeout = absl::Seconds(6), .deadline = absl::Seconds(20)};
  EXPECT_THAT(LookUpAt(server.server(), patient).rules, testing::Contains("dns-slow-negative"));
}

std::vector<LiveName> ManyNames(size_t count) {
  std::vector<LiveName> names;
  for (size_t i = 0; i < count; ++i) names.push_back(*NameToLookUp(absl::StrCat("s", i, ".test")));
  return names;
}

TEST(ServedAnswersTest, ASilentServerEndsAtTheDeadline) {
  const FakeServer server([](absl::string_view, bool) { return std::nullopt; });
  const auto began = std::chrono::steady_clock::now();
  const auto found =
      LookUp(ManyNames(1000),
             {.servers = {server.server()},
              .limits = {.timeout = absl::Seconds(60), .deadline = absl::Milliseconds(400)}},
             [](size_t) {});
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(3));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->names.front().answers.front().config.end, ExchangeEnd::kSilent);
  EXPECT_EQ(found->names.back().answers.front().config.end, ExchangeEnd::kNotAsked);
  EXPECT_LE(server.queries(), AskLimits().most_in_flight);
}

// No run waits ten thousand times for a server that is dead.
TEST(ServedAnswersTest, AServerThatNeverAnswersIsNoLongerAsked) {
  const FakeServer server([](absl::string_view, bool) { return std::nullopt; });
  const auto found = LookUp(
      ManyNames(1000),
      {.servers = {server.server()}, .limits = {.timeout = absl::Milliseconds(90)}}, [](size_t) {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->names.back().answers.front().config.end, ExchangeEnd::kNotAsked);
  EXPECT_LE(server.queries(), 4 * AskLimits().most_silent);
}

TEST(ServedAnswersTest, OneServerOfTwoGivesPartialResults) {
  const FakeServer good([](absl::string_view query, bool) {
    return Reply(query,
                 IsForConfig(query) ? std::vector{GoodRecord()} : std::vector<std::string>());
  });
  const FakeServer silent([](absl::string_view, bool) { return std::nullopt; });
  const auto found =
      LookUp({*NameToLookUp("a.test")},
             {.servers = {good.server(), silent.server()}, .limits = Short()}, [](size_t) {});
  ASSERT_TRUE(found.ok());
  const LiveName& name = found->names.front();
  EXPECT_TRUE(IsPartial(name));
  EXPECT_EQ(FindTxt(name.answers[0].config).records.size(), 1U);
  EXPECT_EQ(name.answers[1].config.end, ExchangeEnd::kSilent);
}

TEST(NameToLookUpTest, TakesHosts) {
  for (const char* const good : {"shop.example.test", "Shop.Example.Test.", "a"}) {
    EXPECT_TRUE(NameToLookUp(good).ok()) << good;
  }
  for (const char* const bad : {"", ".", "a..b", "a b", "_grpc_config.a.test", "a\\046b"}) {
    EXPECT_FALSE(NameToLookUp(bad).ok()) << bad;
  }
  EXPECT_TRUE(NameToLookUp(absl::StrCat(std::string(63, 'a'), ".", std::string(63, 'b'), ".",
                                        std::string(63, 'c'), ".", std::string(48, 'd')))
                  .ok());
  EXPECT_FALSE(NameToLookUp(absl::StrCat(std::string(63, 'a'), ".", std::string(63, 'b'), ".",
                                         std::string(63, 'c'), ".", std::string(49, 'd')))
                   .ok());
}

}  // namespace
}  // namespace grpcfg
