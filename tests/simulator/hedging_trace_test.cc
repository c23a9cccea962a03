// What each client does with calls that it hedges, as read in its source or seen when it was run.
#include <vector>

#include "gtest/gtest.h"
#include "tests/simulator/trace_rows.h"

namespace grpcfg {
namespace {

constexpr int kUnavailable = 14;
constexpr TraceSetting kTen = {.throttling = Throttling{10, 0.1}};
constexpr TraceSetting kTwo = {.throttling = Throttling{2, 0.1}};
constexpr TraceSetting kFour = {.throttling = Throttling{4, 0.1}};

CallPolicy Hedges(double delay) {
  return {.hedging = Hedging{4, delay}, .codes = CodesOf({kUnavailable})};
}

// gRFC A6, Hedging Policy, Pushback, Throttling, Summary of Retry and Hedging Logic.
constexpr TraceRow kSpecRows[] = {
    {"a hedge each time the delay is over, until one answers", "OK@1s,OK@2s,OK@2s,OK@2s",
     "1.1 0 success; 1.2 0.3 cancelled; 1.3 0.6 cancelled; 1.4 0.9 cancelled"},
    {"a failure that is not fatal: the next at once, the delay starts anew", "14@100ms,14@1s,OK@1s",
     "1.1 0 hedge-at-once 0; 1.2 0.1 others-go-on; 1.3 0.4 success; 1.4 0.7 cancelled"},
    {"the last failure is the call's", "14,14,14,14",
     "1.1 0 hedge-at-once 0 t9; 1.2 0 hedge-at-once 0 t8; 1.3 0 hedge-at-once 0 t7; 1.4 0 "
     "attempts-used-up t6",
     kTen},
    {"a fatal one cancels the others", "3@500ms,OK@1s", "1.1 0 fatal; 1.2 0.3 cancelled"},
    {"a pushback: the next then, and the delay after it", "14+pushback:500,OK@2s,OK@2s",
     "1.1 0 hedge-at-pushback 0.5; 1.2 0.5 success; 1.3 0.8 cancelled; 1.4 1.1 cancelled"},
    {"a stop: no more, the others go on", "OK@600ms,14+pushback:-1@100ms",
     "1.1 0 success t9.1; 1.2 0.3 no-more-hedges t9", kTen},
    {"a stop of the only one", "14+pushback:-1", "1.1 0 pushback-stops"},
    {"too few tokens: no more, the others go on", "14@500ms,14@500ms,OK@500ms",
     "1.1 0 hedge-at-once 0 t3; 1.2 0.3 no-more-hedges t2x; 1.3 0.5 success t2.1", kFour},
    {"too few tokens, and no other", "14", "1.1 0 throttled t1x", kTwo},
    {"headers are an answer", "silent,headers+13", "1.1 0 cancelled t10; 1.2 0.3 committed t10",
     kTen},
    {"a request that is too large: one attempt", "over-buffer+14@1s", "1.1 0 committed"},
    {"what is refused is sent again with the same number", "refused@100ms,OK@1s,OK@1s",
     "1.1 0 transparent-retry 0; 1.1' 0.1 success; 1.2 0.3 cancelled; 1.3 0.6 cancelled; 1.4 0.9 "
     "cancelled"},
    {"the deadline ends them all",
     "silent,14@100ms,silent",
     "1.1 0 deadline; 1.2 0.3 hedge-at-once 0; 1.3 0.4 deadline",
     {.deadline = 0.7}},
    {"silence after the end of the list", "silent",
     "1.1 0 no-answer; 1.2 0.3 no-answer; 1.3 0.6 no-answer; 1.4 0.9 no-answer"},
    {"two calls", "OK,OK@400ms,OK@50ms",
     "1.1 0 success t10; 2.1 0 cancelled t10; 2.2 0.3 success t10", kTen},
};

TEST(HedgingTraceTest, Spec) {
  ExpectRows(Hedges(0.3), ClientOf(SpecProfile()), kSpecRows);
  ExpectRows(
      Hedges(0), ClientOf(SpecProfile()),
      {{"without a delay all are sent at once", "14,14,14,OK",
        "1.1 0 others-go-on t9; 1.2 0 others-go-on t8; 1.3 0 others-go-on t7; 1.4 0 success t7.1",
        kTen}});
  // The example of sim_reference_public.json, hedging.total_outage.
  ExpectRows(Hedges(0.5), ClientOf(SpecProfile()),
             {{"a total outage",
               "14,14,14,14",
               "1.1 0 hedge-at-once 0; 1.2 0.02 hedge-at-once 0; 1.3 0.04 hedge-at-once 0; 1.4 "
               "0.06 attempts-used-up",
               {.latency = 0.02}}});
}

// grpc-java RetriableStream.java makeHedgingDecision, pushbackHedging, HedgingRunnable.
constexpr TraceRow kJavaRows[] = {
    {"run: no shortcut, sent at 0, 300, 601, 902 ms", "14,14,14,14",
     "1.1 0 hedge-at-delay 0.3 t9; 1.2 0.3 hedge-at-delay 0.3 t8; 1.3 0.6 hedge-at-delay 0.3 t7; "
     "1.4 0.9 attempts-used-up t6",
     kTen},
    {"run: a pushback means at once, 0, 1, 1, 1 ms",
     "14+pushback:500,14+pushback:500,14+pushback:500,14",
     "1.1 0 hedge-at-once 0; 1.2 0 hedge-at-once 0; 1.3 0 hedge-at-once 0; 1.4 0 "
     "attempts-used-up"},
    {"run: a stop of the only one fails the call", "14+pushback:-1", "1.1 0 pushback-stops"},
    {"a stop: no more, the others go on", "OK@600ms,14+pushback:-1@100ms",
     "1.1 0 success; 1.2 0.3 no-more-hedges"},
    {"run: without tokens a failure cancels the first attempt, which would have answered",
     "OK@1s,14@100ms", "1.1 0 cancelled t1x; 1.2 0.3 throttled t1x", kTwo},
    {"a stop with a fatal code costs a token", "3+pushback:-1", "1.1 0 fatal t9", kTen},
    {"refused: once in a call", "refused@100ms,refused@50ms,OK@1s",
     "1.1 0 transparent-retry 0; 1.1' 0.1 hedge-at-delay 0.15; 1.2 0.3 success; 1.3 0.6 "
     "cancelled; 1.4 0.9 cancelled"},
};

TEST(HedgingTraceTest, Java) {
  ExpectRows(Hedges(0.3), ClientOf(JavaProfile()), kJavaRows);
  ExpectRows(
      Hedges(0.3), ClientAt(JavaProfile(), {1, 56, 0}),
      {{"before 1.57 a pushback is waited for", "14+pushback:500,OK@1s",
        "1.1 0 hedge-at-pushback 0.5; 1.2 0.5 success; 1.3 0.8 cancelled; 1.4 1.1 cancelled"}});
}

// grpc-js retrying-call.ts handleProcessedStatus, maybeStartHedgingAttempt.
constexpr TraceRow kNodeRows[] = {
    {"run: a pushback beside the timer, 0, 200, 400, 501 ms",
     "14+pushback:500,14+pushback:500,14+pushback:500,14+pushback:500",
     "1.1 0 hedge-at-pushback 0.5; 1.2 0.2 attempts-used-up 0.5; 1.3 0.4 hedge-at-pushback 0.5; "
     "1.4 0.5 others-go-on 0.5"},
    {"run: a stop commits, the others are cancelled", "OK@1s,14+pushback:-1@100ms",
     "1.1 0 cancelled t9; 1.2 0.2 pushback-stops t9", kTen},
    {"run: hedges are not throttled", "14,14,14,14",
     "1.1 0 hedge-at-once 0.001 t1x; 1.2 0.001 hedge-at-once 0.001 t0x; 1.3 0.002 hedge-at-once "
     "0.001 t0x; 1.4 0.003 attempts-used-up 0.001 t0x",
     kTwo},
    {"a failure when all are sent: the call goes on", "14@1s,14@1s,14@1s,OK@2s",
     "1.1 0 others-go-on 0.001; 1.2 0.2 others-go-on 0.001; 1.3 0.4 others-go-on 0.001; 1.4 0.6 "
     "success"},
    {"a fatal code takes no token", "3+pushback:-1", "1.1 0 fatal t10", kTen},
};

TEST(HedgingTraceTest, Node) { ExpectRows(Hedges(0.2), ClientOf(NodeProfile()), kNodeRows); }

// grpc-dotnet HedgingCall.cs StartCall, CreateHedgingCalls, HedgingDelayAsync.
constexpr TraceRow kDotnetRows[] = {
    {"the last failure of the call takes no token", "14,14,14,14",
     "1.1 0 hedge-at-once 0 t9; 1.2 0 hedge-at-once 0 t8; 1.3 0 hedge-at-once 0 t7; 1.4 0 "
     "attempts-used-up t7",
     kTen},
    {"a failure while others are under way takes one, though all are sent",
     "14@700ms,OK@1s,OK@1s,OK@1s",
     "1.1 0 others-go-on t9; 1.2 0.2 success t9.1; 1.3 0.4 cancelled t9.1; 1.4 0.6 cancelled t9.1",
     kTen},
    {"a stop: the next at once", "OK@1s,14+pushback:-1@50ms,OK@1s",
     "1.1 0 success t9.1; 1.2 0.2 hedge-at-once 0 t9; 1.3 0.25 cancelled t9.1; 1.4 0.45 "
     "cancelled t9.1",
     kTen},
    {"a pushback is waited for", "14+pushback:500,OK@1s",
     "1.1 0 hedge-at-pushback 0.5; 1.2 0.5 success; 1.3 0.7 cancelled; 1.4 0.9 cancelled"},
    {"a failure ends the wait", "14+pushback:500@250ms,14@100ms,OK@1s",
     "1.1 0 hedge-at-pushback 0.5; 1.2 0.2 hedge-at-once 0; 1.3 0.3 success; 1.4 0.5 cancelled"},
    {"too few tokens: no more, the others go on", "OK@500ms,14@50ms",
     "1.1 0 success t1.1; 1.2 0.2 no-more-hedges t1x", kTwo},
    {"too few tokens, and no other", "14", "1.1 0 throttled t1x", kTwo},
    {"a fatal stop takes no token", "3+pushback:-1", "1.1 0 fatal t10", kTen},
};

TEST(HedgingTraceTest, Dotnet) { ExpectRows(Hedges(0.2), ClientOf(DotnetProfile()), kDotnetRows); }

// Run: grpc-js counts the attempts so far, whichever of them it sends again.
TEST(HedgingTraceTest, TheHeaderOfAHedgeThatIsSentAgain) {
  const auto responses = ParseResponses("refused@250ms,OK@600ms,OK@100ms");
  const auto previous_of = [&](const Profile& profile) {
    std::vector<size_t> previous;
    for (const Step& step : TraceOf(Hedges(0.15), ClientOf(profile), *responses, {}).steps) {
      if (step.response) previous.push_back(step.previous_attempts);
    }
    return previous;
  };
  EXPECT_EQ(previous_of(SpecProfile()), (std::vector<size_t>{0, 1, 0}));
  EXPECT_EQ(previous_of(JavaProfile()), (std::vector<size_t>{0, 1, 0}));
  EXPECT_EQ(previous_of(NodeProfile()), (std::vector<size_t>{0, 1, 1}));
  EXPECT_EQ(previous_of(DotnetProfile()), (std::vector<size_t>{0, 1, 0}));
}

// After the end of the list nobody answers.
TEST(HedgingTraceTest, TheListMayEndBeforeTheCall) {
  const auto answered = ParseResponses("14,OK");
  EXPECT_FALSE(TraceOf(Hedges(0.3), ClientOf(SpecProfile()), *answered, {}).is_unfinished);
  const auto silent = ParseResponses("14");
  EXPECT_TRUE(TraceOf(Hedges(0.3), ClientOf(SpecProfile()), *silent, {}).is_unfinished);
}

// grpc-go service_config.go jsonMC and grpc/grpc retry_service_config.cc know no hedgingPolicy.
TEST(HedgingTraceTest, WhoDoesNotHedge) {
  ExpectRows(Hedges(0.2), ClientOf(GoProfile()), {{"grpc-go", "14@1s", "1.1 0 no-policy"}});
  ExpectRows(Hedges(0.2), ClientOf(CoreProfile()), {{"C-core", "14@1s", "1.1 0 no-policy"}});
}

}  // namespace
}  // namespace grpcfg
