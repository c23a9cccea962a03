// `grpcfg suggest` from outside: what is printed, and the exit status.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kGoals[] = "$G suggest --deadline 5s --latency-p99 300ms --max-amplification ";

rapidjson::Document Suggested(const GrpcfgRun& run, absl::string_view more) {
  const RunResult result = run.Run(absl::StrCat(kGoals, more, " --format json"));
  rapidjson::Document document;
  document.Parse(result.out.c_str());
  EXPECT_FALSE(document.HasParseError()) << result.err;
  return document;
}

// What a user does with an offer.
TEST(SuggestCommandTest, AnOfferIsWhatCheckAndSimulateSayOfIt) {
  const GrpcfgRun run;
  const rapidjson::Document suggested = Suggested(run, "1.5 --min-success p99.9");
  EXPECT_TRUE(suggested["is_possible"].GetBool());
  ASSERT_GE(suggested["offers"].Size(), 2U);
  for (const auto& offer : suggested["offers"].GetArray()) {
    rapidjson::StringBuffer config;
    rapidjson::Writer<rapidjson::StringBuffer> writer(config);
    offer["config"].Accept(writer);
    run.files.Write("offer.json", config.GetString());
    const RunResult checked = run.Run("$G check offer.json --target all --fail-on warning");
    EXPECT_EQ(checked.status, 0) << checked.out;
    const auto simulated = [&](absl::string_view more) {
      const RunResult result = run.Run(absl::StrCat(
          "$G simulate offer.json --deadline 5s --latency 300ms --format json ", more));
      rapidjson::Document document;
      document.Parse(result.out.c_str());
      return document;
    };
    const rapidjson::Document usual = simulated("--failure-probability 0.1");
    EXPECT_EQ(usual["schedules"][0]["p_fails"], offer["p_fails"]);
    EXPECT_LE(offer["p_fails"].GetDouble(), 0.001);
    const rapidjson::Document outage = simulated("--outage 30s --clients 1000");
    const rapidjson::Value& facts = outage["schedules"][0]["outage"];
    const double calls = facts["outage"].GetDouble() * facts["call_rate"].GetDouble();
    const double attempts = facts["totals"]["attempts_during_outage"].GetDouble();
    EXPECT_NEAR(attempts / calls, offer["amplification"].GetDouble(), 1e-9);
    EXPECT_LE(attempts / calls, 1.5);
    EXPECT_EQ(facts["peak_load"], offer["peak_load"]);
  }
}

TEST(SuggestCommandTest, TheExitStatusSaysWhetherItIsPossible) {
  const GrpcfgRun run;
  EXPECT_EQ(run.Run(absl::StrCat(kGoals, "1.5")).status, 0);
  const RunResult impossible = run.Run(absl::StrCat(kGoals, "1 --min-success p99"));
  EXPECT_EQ(impossible.status, 1);
  EXPECT_THAT(impossible.out, HasSubstr("\nnot possible; the nearest is:\n"));
  const RunResult late =
      run.Run("$G suggest --deadline 100ms --latency-p99 300ms --max-amplification 2");
  EXPECT_EQ(late.status, 1);
  EXPECT_THAT(late.out, HasSubstr("not possible: an attempt takes 0.3s"));
}

TEST(SuggestCommandTest, WhatIsRetriedIsSaid) {
  const GrpcfgRun run;
  const std::string careful = run.Run(absl::StrCat(kGoals, "1.5")).out;
  EXPECT_THAT(careful, HasSubstr("\nOnly UNAVAILABLE is retried"));
  EXPECT_THAT(careful, Not(HasSubstr("INTERNAL")));
  const std::string bold = run.Run(absl::StrCat(kGoals, "1.5 --method-idempotent")).out;
  EXPECT_THAT(bold, HasSubstr("\"UNAVAILABLE\", \"INTERNAL\", \"UNKNOWN\""));
  EXPECT_THAT(bold, HasSubstr("Hedging is not"));
}

TEST(SuggestCommandTest, WrongGoalsAreErrors) {
  const GrpcfgRun run;
  const std::pair<const char*, const char*> rows[] = {
      {"0.5", "--max-amplification takes a number from 1"},
      {"nan", "--max-amplification takes a number from 1"},
      {"2 --min-success 99", "--min-success: `99` is not a percentile such as `p99`"},
      {"2 --failure-probability 1", "--failure-probability must be above 0 and below 1"},
      {"2 --failure-probability 0", "--failure-probability must be above 0 and below 1"},
      {"2 --outage 0s:1,20s:0", "--outage takes one length here"},
      {"2 --clients 0", "--clients got `0`"},
      {"2 config.json", "takes no arguments"},
  };
  for (const auto& [more, words] : rows) {
    const RunResult result = run.Run(absl::StrCat(kGoals, more));
    EXPECT_EQ(result.status, 2) << more;
    EXPECT_EQ(result.out, "") << more;
    EXPECT_THAT(result.err, HasSubstr(words)) << more;
  }
  EXPECT_EQ(run.Run("$G suggest --deadline 5s --max-amplification 2").status, 2);
}

}  // namespace
}  // namespace grpcfg
