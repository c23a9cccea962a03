// What each client does with calls that it retries, as read in its source or seen when it was run.
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/rules/shared_data.h"
#include "tests/simulator/trace_rows.h"

namespace grpcfg {
namespace {

constexpr int kResourceExhausted = 8;
constexpr int kInternal = 13;
constexpr int kUnavailable = 14;
constexpr TraceSetting kTen = {.throttling = Throttling{10, 0.1}};
constexpr TraceSetting kTwo = {.throttling = Throttling{2, 0.1}};
constexpr TraceSetting kFour = {.throttling = Throttling{4, 0.1}};

// The example of gRFC A6.
CallPolicy Retries() {
  return {.retry = Backoff{.attempts = 4, .initial = 0.1, .max = 1, .multiplier = 2},
          .codes = CodesOf({kUnavailable})};
}

// gRFC A6, Pushback, Transparent Retries, Throttling and When Retries are Valid.
constexpr TraceRow kSpecRows[] = {
    {"a backoff each time, and the fourth attempt is the last",
     "UNAVAILABLE,UNAVAILABLE,UNAVAILABLE,UNAVAILABLE",
     "1.1 0 retry 0.08-0.12; 1.2 0.08-0.12 retry 0.16-0.24; 1.3 0.24-0.36 retry 0.32-0.48; 1.4 "
     "0.56-0.84 attempts-used-up"},
    {"a success ends the call, and the next response is of the next one", "14,OK,14",
     "1.1 0 retry 0.08-0.12; 1.2 0.08-0.12 success; 2.1 0 retry 0.08-0.12"},
    {"a code that is not listed takes no token", "INVALID_ARGUMENT", "1.1 0 fatal t10", kTen},
    {"each failure takes a token, a success gives tokenRatio back", "14,14,OK",
     "1.1 0 retry 0.08-0.12 t9; 1.2 0.08-0.12 retry 0.16-0.24 t8; 1.3 0.24-0.36 success t8.1",
     kTen},
    {"at half of the tokens no retry", "14,14",
     "1.1 0 retry 0.08-0.12 t3; 1.2 0.08-0.12 throttled t2x", kFour},
    {"after a pushback the backoff starts over", "14,pushback:50ms,14",
     "1.1 0 retry 0.08-0.12; 1.2 0.08-0.12 retry-at-pushback 0.05; 1.3 0.13-0.17 retry "
     "0.08-0.12"},
    {"a pushback that says stop takes a token, even with another code", "3+pushback:-1",
     "1.1 0 fatal t9", kTen},
    {"leading zeros are no number", "pushback:007", "1.1 0 pushback-stops"},
    {"a pushback needs a code that is listed", "3+pushback:50", "1.1 0 fatal"},
    {"headers commit, and the failure takes a token", "headers+14", "1.1 0 committed t9", kTen},
    {"a request that is too large commits", "over-buffer+14", "1.1 0 committed"},
    {"what is not sent is no attempt", "not-sent,not-sent,14",
     "1.1 0 transparent-retry 0 t10; 1.1' 0 transparent-retry 0 t10; 1.1' 0 retry 0.08-0.12 t9",
     kTen},
    {"what is refused is sent again once", "refused,refused",
     "1.1 0 transparent-retry 0 t10; 1.1' 0 retry 0.08-0.12 t9", kTen},
    {"the latency comes before the delay",
     "14@20ms,14",
     "1.1 0 retry 0.08-0.12; 1.2 0.1-0.14 retry 0.16-0.24",
     {.latency = 1}},
    {"silence lasts until the deadline", "silent", "1.1 0 deadline", {.deadline = 5}},
    {"or for ever", "silent,OK", "1.1 0 no-answer; 2.1 0 success"},
    {"a retry that surely comes too late",
     "14,14",
     "1.1 0 deadline 0.08-0.12; 2.1 0 deadline 0.08-0.12",
     {.deadline = 0.08}},
    {"one that may come too late",
     "14,14",
     "1.1 0 retry 0.08-0.12 ?; 1.2 0.08-0.12 deadline 0.16-0.24",
     {.deadline = 0.1}},
    {"sums of decimal fractions that make the deadline",
     "pushback:700ms,pushback:100ms",
     "1.1 0 retry-at-pushback 0.7; 1.2 0.7 deadline 0.1",
     {.deadline = 0.8}},
    {"an answer that comes too late", "14@1s", "1.1 0 deadline", {.deadline = 1}},
};

TEST(RetryTraceTest, Spec) { ExpectRows(Retries(), ClientOf(SpecProfile()), kSpecRows); }

// grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry.
constexpr TraceRow kCoreRows[] = {
    {"the code is looked at first: a pushback is not", "3+pushback:50", "1.1 0 fatal t10", kTen},
    {"stop costs nothing without a listed code", "3+pushback:-1", "1.1 0 fatal t10", kTen},
    {"run: a first request that is too large moves no tokens",
     "14,over-buffer+14,over-buffer+OK,OK",
     "1.1 0 retry 0.08-0.12 t9; 1.2 0.08-0.12 committed t8; 2.1 0 success t8; 3.1 0 success t8.1",
     kTen},
    {"a token is taken before the pushback is read", "14+pushback:-1", "1.1 0 pushback-stops t9",
     kTen},
    {"too few tokens come before all else", "14+pushback:-1", "1.1 0 throttled t1x", kTwo},
    {"a committed call takes tokens", "headers+14", "1.1 0 committed t9", kTen},
    {"a committed call is not sent again", "over-buffer+refused", "1.1 0 committed t10", kTen},
    {"no limit, and the bucket stays full", "not-sent,not-sent,not-sent,OK",
     "1.1 0 transparent-retry 0 t10; 1.1' 0 transparent-retry 0 t10; 1.1' 0 transparent-retry 0 "
     "t10; 1.1' 0 success t10",
     kTen},
    {"refused is a failure like others (run at 1.51.1)", "refused,refused,OK",
     "1.1 0 retry 0.08-0.12 t9; 1.2 0.08-0.12 retry 0.16-0.24 t8; 1.3 0.24-0.36 success t8.1",
     kTen},
    {"a pushback of 0 loses the retry (run at 1.83.0)", "14+pushback:0,OK",
     "1.1 0 retry-lost 0 t9; 2.1 0 success t9.1", kTen},
    {"a pushback that is not a number is INTERNAL, which is not listed", "14+pushback:abc,OK",
     "1.1 0 fatal t10; 2.1 0 success t10", kTen},
};

// With INTERNAL in the list the pushback alone decides (run at 1.83.0).
TEST(RetryTraceTest, CoreWithAPushbackThatIsNoNumber) {
  CallPolicy policy = Retries();
  policy.codes = CodesOf({kInternal, kUnavailable});
  const auto expect = [&](const Release& release, absl::string_view expected) {
    ExpectRows(policy, ClientAt(CoreProfile(), release),
               {{"INTERNAL is listed", "14+pushback:abc,OK", expected}});
  };
  expect({1, 54, 0}, "1.1 0 pushback-stops; 2.1 0 success");
  expect({1, 54, 3}, "1.1 0 retry 0.1; 1.2 0.1 success");
  expect({1, 56, 0}, "1.1 0 retry 0.1; 1.2 0.1 success");
  expect({1, 56, 2}, "1.1 0 pushback-stops; 2.1 0 success");
}

TEST(RetryTraceTest, Core) {
  ExpectRows(Retries(), ClientOf(CoreProfile()), kCoreRows);
  ExpectRows({}, ClientOf(CoreProfile()),
             {{"no policy, no tokens", "14+pushback:-1,OK",
               "1.1 0 no-policy t10; 2.1 0 success t10", kTen}});
  ExpectRows(Retries(), ClientAt(CoreProfile(), {1, 51, 0}),
             {{"the first delay has no jitter (run at 1.51.1)", "14,14",
               "1.1 0 retry 0.1; 1.2 0.1 retry 0.16-0.24"},
              {"a pushback of 0 is at once", "14+pushback:0,OK",
               "1.1 0 retry-at-pushback 0; 1.2 0 success"},
              {"one that is no number stops", "14+pushback:abc", "1.1 0 pushback-stops"}});
}

// grpc-go stream.go csAttempt.shouldRetry.
constexpr TraceRow kGoRows[] = {
    {"stop is read before the code, and costs a token", "3+pushback:-1", "1.1 0 pushback-stops t9",
     kTen},
    {"what Atoi does not read stops too", "pushback:abc", "1.1 0 pushback-stops t9", kTen},
    {"the tokens come before the attempts", "14,14,14,14",
     "1.1 0 retry 0.08-0.12 t3; 1.2 0.08-0.12 throttled t2x; 2.1 0 throttled t1x; 3.1 0 "
     "throttled t0x",
     kFour},
    {"a committed call takes no token", "headers+14+pushback:-1", "1.1 0 committed t10", kTen},
    {"refused: the first one sent", "refused,refused",
     "1.1 0 transparent-retry 0 t10; 1.1' 0 retry 0.08-0.12 t9", kTen},
    {"refused after a retry is a failure", "14,refused",
     "1.1 0 retry 0.08-0.12; 1.2 0.08-0.12 retry 0.16-0.24"},
    {"refused after one that was not sent is a failure", "not-sent,refused",
     "1.1 0 transparent-retry 0; 1.1' 0 retry 0.08-0.12"},
    {"float64: ten successes give back more than one token",
     "14,14,OK,OK,OK,OK,OK,OK,OK,OK,OK,OK,14",
     "1.1 0 retry 0.08-0.12 t3; 1.2 0.08-0.12 throttled t2x; 2.1 0 success t2.1; 3.1 0 success "
     "t2.2; 4.1 0 success t2.3; 5.1 0 success t2.4; 6.1 0 success t2.5; 7.1 0 success t2.6; 8.1 "
     "0 success t2.7; 9.1 0 success t2.8; 10.1 0 success t2.9; 11.1 0 success t3; 12.1 0 retry "
     "0.08-0.12 t2",
     kFour},
};

TEST(RetryTraceTest, Go) {
  ExpectRows(Retries(), ClientOf(GoProfile()), kGoRows);
  ExpectRows({}, ClientOf(GoProfile()),
             {{"stop costs a token even without a policy", "14+pushback:-1,14",
               "1.1 0 no-policy t9; 2.1 0 no-policy t9", kTen},
              {"credit too", "14+pushback:-1,OK", "1.1 0 no-policy t9; 2.1 0 success t9.1", kTen}});
  ExpectRows(Retries(), ClientAt(GoProfile(), {1, 39, 0}),
             {{"not sent is like refused before 1.40", "not-sent,not-sent",
               "1.1 0 transparent-retry 0; 1.1' 0 retry 0-0.1"}});
}

// grpc-java RetriableStream.java makeRetryDecision, Sublistener.
constexpr TraceRow kJavaRows[] = {
    {"run: INVALID_ARGUMENT with pushback 50 made 3 attempts, 50 ms apart",
     "3+pushback:50,3+pushback:50,3",
     "1.1 0 retry-at-pushback 0.05; 1.2 0.05 retry-at-pushback 0.05; 1.3 0.1 fatal"},
    {"of a code that is not listed no token is taken, and none is requested", "14,3+pushback:50,OK",
     "1.1 0 retry 0.08-0.12 t3; 1.2 0.08-0.12 retry-at-pushback 0.05 t3; 1.3 0.13-0.17 success "
     "t3.1",
     kFour},
    {"stop costs a token, whatever the code", "3+pushback:-1", "1.1 0 pushback-stops t9", kTen},
    {"the attempts end a pushback too", "pushback:1,pushback:1,pushback:1,pushback:1",
     "1.1 0 retry-at-pushback 0.001; 1.2 0.001 retry-at-pushback 0.001; 1.3 0.002 "
     "retry-at-pushback 0.001; 1.4 0.003 attempts-used-up"},
    {"run: headers give tokens back, though the call fails then", "14,headers+14",
     "1.1 0 retry 0.08-0.12 t9; 1.2 0.08-0.12 committed t9.1", kTen},
    {"refused: once in a call", "refused,refused",
     "1.1 0 transparent-retry 0 t10; 1.1' 0 retry 0.08-0.12 t9", kTen},
    {"refused after a failure is one too", "14,refused",
     "1.1 0 retry 0.08-0.12; 1.2 0.08-0.12 retry 0.16-0.24"},
    {"refused after one that was not sent: sent again", "not-sent,refused,OK",
     "1.1 0 transparent-retry 0; 1.1' 0 transparent-retry 0; 1.1' 0 success"},
    {"too large: no token", "over-buffer+14", "1.1 0 committed t10", kTen},
};

TEST(RetryTraceTest, Java) {
  ExpectRows(Retries(), ClientOf(JavaProfile()), kJavaRows);
  ExpectRows({}, ClientOf(JavaProfile()),
             {{"without a policy: sent again, credited, never debited", "refused,14+pushback:-1,OK",
               "1.1 0 transparent-retry 0 t10; 1.1' 0 no-policy t10; 2.1 0 success t10", kTen}});
  ExpectRows(Retries(), ClientAt(JavaProfile(), {1, 44, 0}),
             {{"not sent is like refused before 1.45", "not-sent,not-sent",
               "1.1 0 transparent-retry 0; 1.1' 0 retry 0-0.1"}});
  ExpectRows(Retries(), ClientAt(JavaProfile(), {1, 79, 0}),
             {{"the slip of 1.71 to 1.79", "14,14",
               "1.1 0 retry 0.04-0.12; 1.2 0.04-0.12 retry 0.08-0.24"}});
}

// grpc-js retrying-call.ts handleProcessedStatus, maybeRetryCall.
constexpr TraceRow kNodeRows[] = {
    {"run: `abc` made 4 attempts in a few ms", "pushback:abc,pushback:abc,pushback:abc,14",
     "1.1 0 retry-at-pushback 0.001; 1.2 0.001 retry-at-pushback 0.001; 1.3 0.002 "
     "retry-at-pushback 0.001; 1.4 0.003 attempts-used-up"},
    {"the code is looked at first", "3+pushback:-1", "1.1 0 fatal t10", kTen},
    {"run: with maxTokens 2 the call waits for the delay, and then fails", "14,14",
     "1.1 0 throttled 0.08-0.12 t1x; 2.1 0 throttled 0.08-0.12 t0x", kTwo},
    {"a retry that is denied later than the deadline",
     "14",
     "1.1 0 deadline 0.08-0.12 t1x",
     {.deadline = 0.05, .throttling = Throttling{2, 0.1}}},
    {"a committed call takes no token", "headers+14", "1.1 0 committed t10", kTen},
    {"refused after a retry: sent again once", "14,refused,refused",
     "1.1 0 retry 0.08-0.12; 1.2 0.08-0.12 transparent-retry 0; 1.2' 0.08-0.12 retry 0.16-0.24"},
    {"the longest timer", "pushback:2147483648,OK",
     "1.1 0 retry-at-pushback 0.001; 1.2 0.001 success"},
};

TEST(RetryTraceTest, Node) {
  ExpectRows(Retries(), ClientOf(NodeProfile()), kNodeRows);
  ExpectRows(Retries(), ClientAt(NodeProfile(), {1, 13, 0}),
             {{"before 1.13.1 one failure empties the bucket, and the call hangs", "14,OK,OK",
               "1.1 0 throttled-open 0-0.1 t0x; 2.1 0 success t10; 3.1 0 success t10.1", kTen}});
  ExpectRows(Retries(), ClientAt(NodeProfile(), {1, 7, 3}),
             {{"1.7 has no retries", "14,refused,not-sent,OK",
               "1.1 0 no-policy t10; 2.1 0 no-policy t10; 3.1 0 transparent-retry 0 t10; 3.1' 0 "
               "success t10.1",
               kTen}});
}

// grpc-dotnet RetryCall.cs EvaluateRetry, StartRetry.
constexpr TraceRow kDotnetRows[] = {
    {"full jitter in whole milliseconds", "14,14,14,14",
     "1.1 0 retry 0-0.099; 1.2 0-0.099 retry 0-0.199; 1.3 0-0.298 retry 0-0.399; 1.4 0-0.697 "
     "attempts-used-up"},
    {"a pushback is the base of the next delay", "pushback:50,14,14,14",
     "1.1 0 retry-at-pushback 0.05; 1.2 0.05 retry 0-0.099; 1.3 0.05-0.149 retry 0-0.199; 1.4 "
     "0.05-0.348 attempts-used-up"},
    {"after 0 all delays are 0", "pushback:0,14,14,14",
     "1.1 0 retry-at-pushback 0; 1.2 0 retry 0; 1.3 0 retry 0; 1.4 0 attempts-used-up"},
    {"any code with a pushback", "3+pushback:50,OK",
     "1.1 0 retry-at-pushback 0.05; 1.2 0.05 success"},
    {"but not without tokens, though it takes none", "14,14,3+pushback:50",
     "1.1 0 retry 0-0.099 t3; 1.2 0-0.099 throttled t2x; 2.1 0 throttled t2x", kFour},
    {"a stop takes a token", "3+pushback:-1", "1.1 0 pushback-stops t9", kTen},
    {"a committed call takes no token", "headers+14", "1.1 0 committed t10", kTen},
    {"SocketsHttpHandler sends it again three times", "refused,not-sent,refused,refused,OK",
     "1.1 0 transparent-retry 0 t10; 1.1' 0 transparent-retry 0 t10; 1.1' 0 transparent-retry 0 "
     "t10; 1.1' 0 retry 0-0.099 t9; 1.2 0-0.099 success t9.1",
     kTen},
};

TEST(RetryTraceTest, Dotnet) {
  ExpectRows(Retries(), ClientOf(DotnetProfile()), kDotnetRows);
  ExpectRows({}, ClientOf(DotnetProfile()),
             {{"no policy, no tokens", "14+pushback:-1,OK",
               "1.1 0 no-policy t10; 2.1 0 success t10", kTen}});
}

TEST(RetryTraceTest, JavaSendsWhatWasNotSentAThousandTimes) {
  std::vector<Response> responses(1001, {.fate = Fate::kNotSent});
  const Trace trace = TraceOf(Retries(), ClientOf(JavaProfile()), responses, {});
  ASSERT_EQ(trace.steps.size(), 1001U);
  EXPECT_EQ(trace.steps[999].decision, Decision::kTransparentRetry);
  EXPECT_EQ(trace.steps[1000].decision, Decision::kTransparentUsedUp);
  const Trace core = TraceOf(Retries(), ClientOf(CoreProfile()), responses, {});
  EXPECT_EQ(core.steps[1000].decision, Decision::kTransparentRetry);
  EXPECT_TRUE(core.is_unfinished);
}

TEST(RetryTraceTest, TheHeaderCountsAttemptsOfThePolicyOnly) {
  const auto responses = ParseResponses("refused,14,not-sent,pushback:5,14,14");
  const Trace trace = TraceOf(Retries(), ClientOf(SpecProfile()), *responses, {});
  std::vector<size_t> previous;
  for (const Step& step : trace.steps) previous.push_back(step.previous_attempts);
  EXPECT_EQ(previous, (std::vector<size_t>{0, 0, 1, 1, 2, 3}));
}

TEST(RetryTraceTest, TimesAreRangesWithTheirMean) {
  const auto responses = ParseResponses("14@10ms,14@20ms,OK@30ms");
  const Trace trace = TraceOf(Retries(), ClientOf(SpecProfile()), *responses, {});
  const TimeRange& ended = trace.steps.back().ended;
  EXPECT_DOUBLE_EQ(ended.min, 0.3);
  EXPECT_DOUBLE_EQ(ended.mean, 0.36);
  EXPECT_DOUBLE_EQ(ended.max, 0.42);
  EXPECT_FALSE(trace.is_unfinished);
}

TEST(RetryTraceTest, EveryDecisionHasItsName) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(Decision::kNoAnswer); ++i) {
    names.insert(std::string(NameOf(static_cast<Decision>(i))));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(Decision::kNoAnswer) + 1);
  EXPECT_EQ(names.count(""), 0U);
  EXPECT_EQ(NameOf(Decision::kSuccess), "success");
  EXPECT_FALSE(EndsCall(Decision::kCancelled));
  EXPECT_TRUE(EndsCall(Decision::kSuccess));
}

TEST(RetryTraceTest, LettersOfWhatTouchedTheTokens) {
  const auto responses = ParseResponses("refused,14,3,14,OK,14,14,OK");
  const Trace trace = TraceOf(Retries(), ClientOf(SpecProfile()), *responses, kFour);
  EXPECT_EQ(TokenLetters(trace), "Rx.xx.");
  EXPECT_TRUE(TokenLetters(TraceOf(Retries(), ClientOf(SpecProfile()), *responses, {})).empty());
}

// An outcome is one response, wherever the calls begin and end.
TEST(RetryTraceTest, LettersOfTheReference) {
  const rapidjson::Document json = ReadJson(DataPath("simulator_reference.json"));
  ASSERT_FALSE(json.HasParseError());
  for (const auto& trace : json["throttle"]["traces"].GetArray()) {
    std::vector<Response> responses;
    for (const char outcome : absl::string_view(trace["outcomes"].GetString())) {
      responses.push_back({.code = outcome == 'S' ? 0 : kUnavailable});
    }
    const TraceSetting setting = {
        .throttling = Throttling{trace["maxTokens"].GetDouble(), trace["tokenRatio"].GetDouble()}};
    const auto letters = [&](const Profile& profile) {
      return TokenLetters(TraceOf(Retries(), ClientOf(profile), responses, setting));
    };
    for (const Profile* const profile : {&SpecProfile(), &CoreProfile(), &JavaProfile()}) {
      EXPECT_EQ(letters(*profile), trace["decisions_milli"].GetString());
    }
    for (const Profile* const profile : {&GoProfile(), &NodeProfile(), &DotnetProfile()}) {
      EXPECT_EQ(letters(*profile), trace["decisions_float64"].GetString());
    }
  }
}

// A response without a code has one with which the policy goes on, the first by its number.
TEST(RetryTraceTest, TheUnspecifiedCode) {
  CallPolicy policy = Retries();
  policy.codes.Add(kResourceExhausted);
  const auto responses = ParseResponses("pushback:5,refused,headers");
  const Trace trace = TraceOf(policy, ClientOf(SpecProfile()), *responses, {});
  EXPECT_EQ(trace.steps[0].code, kResourceExhausted);
  EXPECT_EQ(trace.steps[1].code, kUnavailable);
  EXPECT_EQ(trace.steps[2].code, kResourceExhausted);
  EXPECT_EQ(TraceOf({}, ClientOf(SpecProfile()), *responses, {}).steps[0].code, kUnavailable);
}

}  // namespace
}  // namespace grpcfg
