// The tokens in the arithmetic of each client, against traces of others and against facts of the
// sources.
#include "simulator/schedule/token_bucket.h"

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr absl::string_view kDecayAndGrow = "FFSSSSSSSSSSF";

struct Account {
  std::string decisions;
  std::vector<double> tokens;
};

// `outcomes`: F a failure, S a success.
Account Play(const Throttling& throttling, TokenArithmetic arithmetic, absl::string_view outcomes) {
  Account account;
  TokenBucket bucket(throttling, arithmetic);
  for (const char outcome : outcomes) {
    if (outcome == 'S') {
      bucket.AddSuccess();
      account.decisions += '.';
    } else {
      bucket.AddFailure();
      account.decisions += bucket.AllowsRetry() ? 'R' : 'x';
    }
    account.tokens.push_back(bucket.tokens());
  }
  return account;
}

struct Row {
  absl::string_view reason;
  TokenArithmetic arithmetic;
  Throttling throttling;
  absl::string_view outcomes;
  absl::string_view decisions;
  double tokens;  // in the end
};

constexpr Throttling kFour = {4, 0.1};

constexpr Row kArithmetics[] = {
    {"gRFC A6: exactly half is too few", TokenArithmetic::kThousandths, kFour, kDecayAndGrow,
     "Rx..........x", 2},
    {"Java counts thousandths too", TokenArithmetic::kThousandthsOfFloat, kFour, kDecayAndGrow,
     "Rx..........x", 2},
    {"grpc-go: ten times 0.1 is more than 1", TokenArithmetic::kDouble, kFour, kDecayAndGrow,
     "Rx..........R", 2.0000000000000004},
    {"grpc-js", TokenArithmetic::kDoubleRounded, kFour, kDecayAndGrow, "Rx..........R",
     2.0000000000000004},
    {"grpc-dotnet", TokenArithmetic::kDoubleCut, kFour, kDecayAndGrow, "Rx..........R",
     2.0000000000000004},
    {"grpc-js 1.13.0: one failure takes all", TokenArithmetic::kInverted, kFour, "FF", "xx", -1},
    {"grpc-js 1.13.0: one success fills, and more", TokenArithmetic::kInverted, kFour, "FSS", "x..",
     4.1},
    {"never below 0", TokenArithmetic::kThousandths, {1, 1}, "FFF", "xxx", 0},
    {"never above the most", TokenArithmetic::kDouble, {10, 3}, "FSS", "R..", 10},
    {"C-core: a ratio below 0 takes", TokenArithmetic::kThousandths, {3, -1.5}, "SSS", "...", 0},
    {"0.29 is 290 thousandths", TokenArithmetic::kThousandths, {2, 0.29}, "FS", "x.", 1.29},
    {"and 1.001 are 1001", TokenArithmetic::kThousandths, {2, 1.001}, "FFS", "xx.", 1.001},
    {"to grpc-dotnet too", TokenArithmetic::kDoubleCut, {2, 1.001}, "FFS", "xx.", 1.001},
    {"half of an odd number of thousandths is cut",
     TokenArithmetic::kThousandths,
     {2.001, 0.001},
     "F",
     "R",
     1.001},
    {"a third decimal and more: cut",
     TokenArithmetic::kThousandths,
     {2, 0.5466},
     "FS",
     "x.",
     1.546},
    {"rounded", TokenArithmetic::kDoubleRounded, {2, 0.5466}, "FS", "x.", 1.547},
    {"kept", TokenArithmetic::kDouble, {2, 0.5466}, "FS", "x.", 1.5466},
};

TEST(TokenBucketTest, Arithmetics) {
  for (const Row& row : kArithmetics) {
    const Account account = Play(row.throttling, row.arithmetic, row.outcomes);
    EXPECT_EQ(account.decisions, row.decisions) << row.reason;
    EXPECT_THAT(account.tokens.back(), DoubleEq(row.tokens)) << row.reason;
  }
}

TEST(TokenBucketTest, TheReferenceTraces) {
  const rapidjson::Document json = ReadJson(DataPath("simulator_reference.json"));
  ASSERT_FALSE(json.HasParseError());
  const auto& traces = json["throttle"]["traces"];
  ASSERT_GT(traces.Size(), 0U);
  for (const auto& trace : traces.GetArray()) {
    const char* const name = trace["case"].GetString();
    const Throttling throttling = {trace["maxTokens"].GetDouble(), trace["tokenRatio"].GetDouble()};
    const char* const outcomes = trace["outcomes"].GetString();
    const Account milli = Play(throttling, TokenArithmetic::kThousandths, outcomes);
    EXPECT_EQ(milli.decisions, trace["decisions_milli"].GetString()) << name;
    ASSERT_EQ(milli.tokens.size(), trace["tokens_after_milli"].Size()) << name;
    for (rapidjson::SizeType i = 0; i < milli.tokens.size(); ++i) {
      EXPECT_THAT(milli.tokens[i], DoubleNear(trace["tokens_after_milli"][i].GetDouble(), 1e-9));
    }
    const Account real = Play(throttling, TokenArithmetic::kDouble, outcomes);
    EXPECT_EQ(real.decisions, trace["decisions_float64"].GetString()) << name;
  }
}

TEST(TokenBucketTest, StartsFull) {
  const Account account = Play({10, 0.1}, TokenArithmetic::kThousandths, "FFFFF");
  EXPECT_EQ(account.decisions, "RRRRx");
  EXPECT_THAT(account.tokens, ElementsAre(9, 8, 7, 6, 5));
}

}  // namespace
}  // namespace grpcfg
