// `grpcfg simulate --format json` against exact values that were computed by others.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using rapidjson::Value;

constexpr double kClosedForm = 1e-9;  // of the value
constexpr double kLastDigit = 1e-12;  // of what is reported with 12 digits

void ExpectNear(const Value& expected, const Value& actual, const std::string& where) {
  ASSERT_TRUE(actual.IsNumber()) << where;
  const double value = expected.GetDouble();
  EXPECT_NEAR(actual.GetDouble(), value, kClosedForm * std::abs(value) + kLastDigit) << where;
}

std::string JsonOf(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return buffer.GetString();
}

class SimulateReferenceTest : public testing::Test {
 protected:
  void SetUp() override {
    reference_ = ReadJson(DataPath("simulator_reference.json"));
    ASSERT_FALSE(reference_.HasParseError());
  }

  [[nodiscard]] const Value& Reference(const char* member) const { return reference_[member]; }

  void WriteConfig(absl::string_view policy, absl::string_view values) const {
    run_.files.Write("a.json", absl::StrCat(R"({"methodConfig": [{"name": [{"service": "s"}], ")",
                                            policy, R"(": )", values, "}]}"));
  }

  void WriteRetryPolicy(const Value& policy) const {
    std::string values = JsonOf(policy);
    values.back() = ',';
    WriteConfig("retryPolicy", absl::StrCat(values, R"("retryableStatusCodes": ["UNAVAILABLE"]})"));
  }

  // The schedule of the one method.
  const Value& Simulate(absl::string_view flags) {
    const RunResult result =
        run_.Run(absl::StrCat("$G simulate a.json --method s --format json ", flags));
    EXPECT_EQ(result.status, 0) << flags << result.err;
    simulated_.Parse(result.out.data(), result.out.size());
    return simulated_["schedules"][0];
  }

  rapidjson::Document reference_;
  rapidjson::Document simulated_;
  GrpcfgRun run_;
};

void ExpectStarts(const Value& expected, const Value& attempts, const std::string& where) {
  ASSERT_EQ(attempts.Size(), expected.Size() + 1) << where;
  for (rapidjson::SizeType i = 0; i < expected.Size(); ++i) {
    const Value& retry = expected[i];
    const Value& attempt = attempts[i + 1];
    for (const char* const member : {"min", "mean", "max"}) {
      ExpectNear(retry["backoff"][member], attempt["delay"][member], where + member);
      ExpectNear(retry["start"][member], attempt["start"][member], where + member);
    }
    ExpectNear(retry["start"]["sd"], attempt["start"]["stddev"], where + " sd");
    const Value& percentiles = retry["start"]["percentiles"];
    for (auto each = percentiles.MemberBegin(); each != percentiles.MemberEnd(); ++each) {
      const std::string name = absl::StrCat("p", std::stod(each->name.GetString()) * 100);
      ASSERT_TRUE(attempt["start"].HasMember(name.c_str())) << where << name;
      ExpectNear(each->value, attempt["start"][name.c_str()], where + name);
    }
  }
}

TEST_F(SimulateReferenceTest, SchedulesAndDeadlines) {
  int deadlines = 0;
  for (const auto& policy : Reference("policies").GetObject()) {
    WriteRetryPolicy(policy.value["retryPolicy"]);
    for (const auto& rule : policy.value["by_rule"].GetObject()) {
      const std::string name = absl::StrReplaceAll(rule.name.GetString(), {{"_", "-"}});
      // Java's own jitter has no name among the rules.
      const std::string flag =
          name == "java-1-71" ? "--target java@1.71" : absl::StrCat("--rule ", name);
      const std::string where = absl::StrCat(policy.name.GetString(), " ", flag, " ");
      ExpectStarts(rule.value["schedule"], Simulate(flag)["attempts"], where);
      for (const Value& deadline : rule.value["deadlines"].GetArray()) {
        ++deadlines;
        for (const auto& p : deadline["expected_attempts"].GetObject()) {
          const Value& schedule =
              Simulate(absl::StrCat(flag, " --deadline ", deadline["deadline"].GetDouble(), "s",
                                    " --failure-probability ", p.name.GetString()));
          const std::string row = absl::StrCat(where, JsonOf(deadline["deadline"]), " ");
          for (rapidjson::SizeType i = 0; i < schedule["attempts"].Size(); ++i) {
            ExpectNear(deadline["p_start_attempt"][i],
                       schedule["attempts"][i]["reached_by_deadline"], row);
          }
          ExpectNear(p.value, schedule["amplification"]["expected"], row);
          for (const char* const member : {"p_call_fails", "p_deadline_exceeded"}) {
            ExpectNear(deadline[member][p.name], schedule[member], row + member);
          }
        }
      }
    }
  }
  EXPECT_GT(deadlines, 50);
}

TEST_F(SimulateReferenceTest, Latencies) {
  int deadlines = 0;
  for (const auto& policy : Reference("policies").GetObject()) {
    WriteRetryPolicy(policy.value["retryPolicy"]);
    for (const char* const rule : {"a6_2024", "a6_2017"}) {
      const Value& values = policy.value["by_rule"][rule];
      for (const auto& [member, mean] :
           {std::pair("latency_constant", "latency"), {"latency_exponential", "mean"}}) {
        const Value& expected = values[member];
        const bool is_exponential = std::string(mean) == "mean";
        const std::string flags =
            absl::StrCat("--rule ", absl::StrReplaceAll(rule, {{"_", "-"}}), " --latency ",
                         is_exponential ? "exp:" : "", expected[mean].GetDouble(), "s");
        const std::string where = absl::StrCat(policy.name.GetString(), " ", flags, " ");
        const Value& attempts = Simulate(flags)["attempts"];
        for (rapidjson::SizeType i = 0; i < expected["start_p50"].Size(); ++i) {
          ExpectNear(expected["start_p50"][i], attempts[i + 1]["start"]["p50"], where + "p50");
          ExpectNear(expected["start_p99"][i], attempts[i + 1]["start"]["p99"], where + "p99");
        }
        for (const Value& deadline : expected["deadlines"].GetArray()) {
          ++deadlines;
          const Value& cut =
              Simulate(absl::StrCat(flags, " --deadline ", deadline["deadline"].GetDouble(), "s"));
          for (rapidjson::SizeType i = 0; i < deadline["p_start_attempt"].Size(); ++i) {
            ExpectNear(deadline["p_start_attempt"][i], cut["attempts"][i]["reached_by_deadline"],
                       absl::StrCat(where, JsonOf(deadline["deadline"])));
          }
        }
      }
    }
  }
  EXPECT_GT(deadlines, 50);
}

struct ProfileTarget {
  const char* profile;
  const char* flags;
};

constexpr ProfileTarget kProfiles[] = {
    {"spec_2024", ""},
    {"spec_2017", "--rule a6-2017"},
    {"go_1_69", "--target go@1.69"},
    {"go_pre_1_69", "--target go@1.68"},
    {"java_1_80", "--target java@1.80"},
    {"java_1_71", "--target java@1.71"},
    {"java_pre_1_71", "--target java@1.70"},
    {"core_2024", "--target core"},
    {"core_pre_2024", "--target core@1.51"},
    {"node_1_14", "--target node@1.14"},
    {"node_pre_1_14", "--target node@1.13"},
    {"dotnet", "--target dotnet"},
};

TEST_F(SimulateReferenceTest, DelaysOfEachClientWithPushback) {
  for (const Value& profile : Reference("profiles").GetArray()) {
    WriteRetryPolicy(profile["policy"]);
    std::string pushbacks;
    for (const Value& pushback : profile["pushback_ms_by_failure"].GetArray()) {
      absl::StrAppend(&pushbacks, pushbacks.empty() ? "" : ",",
                      pushback.IsNull() ? "-" : absl::StrCat(pushback.GetInt(), "ms"));
    }
    for (const ProfileTarget& target : kProfiles) {
      const Value& expected = profile["delay_bounds_by_profile"][target.profile];
      const Value& attempts =
          Simulate(absl::StrCat(target.flags, " --pushback ", pushbacks))["attempts"];
      ASSERT_EQ(attempts.Size(), expected.Size() + 1) << target.profile;
      for (rapidjson::SizeType i = 0; i < expected.Size(); ++i) {
        ExpectNear(expected[i][0], attempts[i + 1]["delay"]["min"], target.profile);
        ExpectNear(expected[i][1], attempts[i + 1]["delay"]["max"], target.profile);
      }
    }
  }
}

TEST_F(SimulateReferenceTest, Hedging) {
  const auto config = [](const Value& row) {
    return absl::StrCat(R"({"maxAttempts": )", row["maxAttempts"].GetInt(),
                        R"(, "nonFatalStatusCodes": [14], "hedgingDelay": ")",
                        row["hedgingDelay"].GetDouble(), "s\"}");
  };
  const Value& success = Reference("hedging")["success_only"][0];
  WriteConfig("hedgingPolicy", config(success));
  const Value& gain = Simulate(absl::StrCat(
      "--latency exp:", success["latency"]["mean"].GetDouble(), "s"))["hedging"]["success_only"];
  for (rapidjson::SizeType i = 0; i < success["p_send_attempt"].Size(); ++i) {
    ExpectNear(success["p_send_attempt"][i], gain["p_send_attempt"][i], "p_send_attempt");
  }
  for (const char* const member : {"expected_sends", "extra_load"}) {
    ExpectNear(success[member], gain[member], member);
  }
  for (const char* const member : {"hedged", "unhedged"}) {
    for (const auto& each : success[member].GetObject()) {
      ExpectNear(each.value, gain[member][each.name], member);
    }
  }
  const Value& outage = Reference("hedging")["total_outage"][0];
  WriteConfig("hedgingPolicy", config(outage));
  for (const auto& [target, how] : {std::pair("spec", "spec"), {"java", "timer_only"}}) {
    const std::string times = absl::StrCat("send_times_", how);
    const Value& schedule = Simulate(
        absl::StrCat("--target ", target, " --latency ", outage["fail_latency"].GetDouble(), "s"));
    const Value& simulated = schedule["hedging"]["total_outage"];
    for (rapidjson::SizeType i = 0; i < outage[times.c_str()].Size(); ++i) {
      ExpectNear(outage[times.c_str()][i], simulated[times.c_str()][i], times);
      ExpectNear(outage[times.c_str()][i], schedule["attempts"][i]["start"]["mean"], times);
    }
    const std::string fails = absl::StrCat("call_fails_at_", how);
    ExpectNear(outage[fails.c_str()], simulated[fails.c_str()], fails);
  }
}

}  // namespace
}  // namespace grpcfg
