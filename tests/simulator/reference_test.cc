// Schedules against exact values that were computed by others.
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/duration.h"
#include "simulator/schedule/algorithms.h"
#include "simulator/schedule/backoff.h"
#include "simulator/schedule/schedule.h"
#include "tests/simulator/shared_reference.h"

namespace grpcfg {
namespace {

using rapidjson::Value;

void ExpectStart(const Value& expected, const AttemptSchedule& actual, const std::string& where) {
  const Value& start = expected["start"];
  ExpectNear(expected["backoff"]["min"], actual.delay.min, where);
  ExpectNear(expected["backoff"]["max"], actual.delay.max, where);
  ExpectNear(expected["backoff"]["mean"], actual.delay.mean, where);
  ExpectNear(start["min"], actual.min, where);
  ExpectNear(start["max"], actual.max, where);
  ExpectNear(start["mean"], actual.mean, where);
  ExpectNear(start["sd"], actual.standard_deviation, where);
  ASSERT_EQ(start["percentiles"].MemberCount(), kPercentiles.size()) << where;
  for (size_t i = 0; i < kPercentiles.size(); ++i) {
    const std::string name = absl::StrCat(kPercentiles[i]);
    ExpectNear(start["percentiles"][name.c_str()], actual.percentiles[i],
               absl::StrCat(where, " p", name));
  }
}

// The schedule of a call whose attempts fail with `failure_probability`, before `deadline`.
using Call = absl::FunctionRef<Schedule(double deadline, double failure_probability)>;

void ExpectDeadline(const Value& expected, Call call, const std::string& where) {
  const double deadline = expected["deadline"].GetDouble();
  const Schedule schedule = call(deadline, 1);
  const Value& reached = expected["p_start_attempt"];
  ASSERT_EQ(reached.Size(), schedule.attempts.size()) << where;
  for (rapidjson::SizeType i = 0; i < reached.Size(); ++i) {
    ExpectNear(reached[i], schedule.attempts[i].reached_by_deadline,
               absl::StrCat(where, " deadline ", deadline, " attempt ", i + 1));
  }
  if (!expected.HasMember("expected_attempts")) return;
  const Value& attempts = expected["expected_attempts"];
  for (auto each = attempts.MemberBegin(); each != attempts.MemberEnd(); ++each) {
    double p = 0;
    ASSERT_TRUE(absl::SimpleAtod(each->name.GetString(), &p));
    const Schedule of_p = call(deadline, p);
    ExpectNear(each->value, of_p.expected_attempts, where);
    ExpectNear(expected["p_call_fails"][each->name], of_p.call_fails, where);
    ExpectNear(expected["p_deadline_exceeded"][each->name], of_p.deadline_exceeded, where);
  }
}

void ExpectDeadlines(const Value& expected, absl::Span<const Delay> delays, Latency latency,
                     const std::string& where) {
  for (const Value& each : expected.GetArray()) {
    const auto call = [&](double deadline, double failure_probability) {
      return ScheduleOf(delays, {deadline, failure_probability, latency});
    };
    ExpectDeadline(each, call, where);
  }
}

void ExpectLatency(const Value& expected, absl::Span<const Delay> delays, Latency latency,
                   const std::string& where) {
  const Schedule schedule = ScheduleOf(delays, {.latency = latency});
  for (rapidjson::SizeType i = 0; i < expected["start_p50"].Size(); ++i) {
    constexpr size_t kP50 = 4;
    constexpr size_t kP99 = 8;
    ExpectNear(expected["start_p50"][i], schedule.attempts[i + 1].percentiles[kP50], where);
    ExpectNear(expected["start_p99"][i], schedule.attempts[i + 1].percentiles[kP99], where);
  }
  ExpectDeadlines(expected["deadlines"], delays, latency, where);
}

TEST_F(ReferenceTest, SchedulesDeadlinesAndLatencies) {
  int rules = 0;
  const Value& policies = json_["policies"];
  for (auto policy = policies.MemberBegin(); policy != policies.MemberEnd(); ++policy) {
    const Backoff backoff = BackoffOf(policy->value["retryPolicy"]);
    const Value& by_rule = policy->value["by_rule"];
    for (auto rule = by_rule.MemberBegin(); rule != by_rule.MemberEnd(); ++rule) {
      const std::string where = absl::StrCat(policy->name.GetString(), " ", rule->name.GetString());
      const Value& expected = rule->value;
      const std::vector<Delay> delays = DelaysOf(backoff, ClientOf(rule->name.GetString()));
      const Schedule schedule = ScheduleOf(delays, {});
      ASSERT_EQ(expected["schedule"].Size(), delays.size()) << where;
      for (rapidjson::SizeType i = 0; i < expected["schedule"].Size(); ++i) {
        ExpectStart(expected["schedule"][i], schedule.attempts[i + 1], where);
      }
      ExpectDeadlines(expected["deadlines"], delays, {}, where);
      const Value& fixed = expected["latency_constant"];
      ExpectLatency(fixed, delays, {fixed["latency"].GetDouble(), 0}, where + " fixed");
      const Value& exponential = expected["latency_exponential"];
      ExpectLatency(exponential, delays, {0, exponential["mean"].GetDouble()}, where + " exp");
      ++rules;
    }
  }
  EXPECT_GE(rules, 12);
}

// The client of a name such as `java_pre_1_71`; none for those that grpcfg does not know.
std::optional<CallReading> ProfileNamed(const std::string& name) {
  const auto at = [](const Profile& profile, Release release) {
    return ProfileAt(profile, release).calls;
  };
  if (name == "spec_2024") return ClientOf("a6_2024");
  if (name == "spec_2017") return ClientOf("a6_2017");
  if (name == "go_1_69") return at(GoProfile(), {1, 69, 0});
  if (name == "go_pre_1_69") return at(GoProfile(), {1, 68, 0});
  if (name == "java_1_80") return at(JavaProfile(), {1, 80, 0});
  if (name == "java_1_71") return at(JavaProfile(), {1, 71, 0});
  if (name == "java_pre_1_71") return at(JavaProfile(), {1, 70, 0});
  if (name == "core_2024") return at(CoreProfile(), {1, 68, 0});
  if (name == "core_pre_2024") return at(CoreProfile(), {1, 51, 0});
  if (name == "node_1_14") return at(NodeProfile(), {1, 14, 0});
  if (name == "node_pre_1_14") return at(NodeProfile(), {1, 13, 1});
  if (name == "dotnet") return ProfileAt(DotnetProfile()).calls;
  return std::nullopt;
}

TEST_F(ReferenceTest, DelayBoundsOfTheClients) {
  int clients = 0;
  for (const Value& expected : json_["profiles"].GetArray()) {
    std::vector<Pushback> pushbacks;
    for (const Value& each : expected["pushback_ms_by_failure"].GetArray()) {
      pushbacks.push_back(each.IsNull() ? Pushback() : each.GetDouble() / 1000);
    }
    const Value& bounds = expected["delay_bounds_by_profile"];
    for (auto each = bounds.MemberBegin(); each != bounds.MemberEnd(); ++each) {
      const std::optional<CallReading> client = ProfileNamed(each->name.GetString());
      if (!client) continue;
      const std::vector<Delay> delays = DelaysOf(BackoffOf(expected["policy"]), *client, pushbacks);
      ASSERT_EQ(delays.size(), each->value.Size());
      for (rapidjson::SizeType i = 0; i < each->value.Size(); ++i) {
        ExpectNear(each->value[i][0], delays[i].low, each->name.GetString());
        ExpectNear(each->value[i][1], delays[i].high, each->name.GetString());
      }
      ++clients;
    }
  }
  EXPECT_EQ(clients, 2 * 12);
}

TEST_F(ReferenceTest, WholeMillisecondsOfDotnet) {
  for (const Value& expected : json_["profiles_dotnet_schedule"].GetArray()) {
    const char* const name = expected["policy"].GetString();
    const Backoff backoff = BackoffOf(json_["policies"][name]["retryPolicy"]);
    const std::vector<Delay> delays = DelaysOf(backoff, ProfileAt(DotnetProfile()).calls);
    for (rapidjson::SizeType i = 0; i < expected["retries"].Size(); ++i) {
      const Value& retry = expected["retries"][i];
      const StartTime start(absl::MakeConstSpan(delays).first(i + 1), {});
      ExpectNear(retry["start_ms"]["mean"], start.mean() * 1000, name);
      ExpectNear(retry["start_ms"]["sd"], start.StandardDeviation() * 1000, name);
      for (const auto& each : retry["start_ms"]["percentiles"].GetObject()) {
        ExpectNear(each.value, start.Quantile(std::atof(each.name.GetString())) * 1000, name);
      }
      for (const auto& each : retry["p_start_before_ms"].GetObject()) {
        ExpectNear(each.value, start.ProbabilityBefore(std::atof(each.name.GetString()) / 1000),
                   name);
      }
    }
  }
}

const Algorithm& AlgorithmOfSeed(const std::string& seed) {
  return *FindAlgorithm(seed == "core_reporting_api" ? "exponential-plus-second"
                                                     : "google-http-client");
}

void ExpectTotalWait(const Value& seed, const Algorithm& algorithm) {
  const AttemptSchedule last = ScheduleOf(algorithm, algorithm.defaults, {}).attempts.back();
  const Value& total = seed["total_wait"];
  ExpectNear(total["min"], last.min, "total");
  ExpectNear(total["max"], last.max, "total");
  ExpectNear(total["mean"], last.mean, "total");
  ExpectNear(total["sd"], last.standard_deviation, "total");
  const std::vector<Retry> retries = RetriesOf(algorithm, algorithm.defaults, {});
  for (const auto& each : seed["p_total_wait_le"].GetObject()) {
    ExpectNear(each.value,
               retries.back().start->ProbabilityBefore(std::atof(each.name.GetString())),
               each.name.GetString());
  }
}

void ExpectHerd(const Value& herd, const Algorithm& algorithm) {
  const double width = herd["bin_width"].GetDouble();
  const std::vector<Retry> retries = RetriesOf(algorithm, algorithm.defaults, {});
  const Value& per_retry = herd["retry_mass_per_bin"];
  ASSERT_EQ(per_retry.Size(), retries.size());
  for (rapidjson::SizeType n = 0; n < per_retry.Size(); ++n) {
    for (rapidjson::SizeType bin = 0; bin < per_retry[n].Size(); ++bin) {
      ExpectNear(per_retry[n][bin],
                 retries[n].start->ProbabilityBefore((bin + 1) * width) -
                     retries[n].start->ProbabilityBefore(bin * width),
                 absl::StrCat(n, " ", bin));
    }
  }
}

TEST_F(ReferenceTest, SeedsAreAlgorithms) {
  const Value& seeds = json_["seeds"];
  ASSERT_EQ(seeds.MemberCount(), 2U);
  for (auto seed = seeds.MemberBegin(); seed != seeds.MemberEnd(); ++seed) {
    const std::string name = seed->name.GetString();
    const Algorithm& algorithm = AlgorithmOfSeed(name);
    const Schedule schedule = ScheduleOf(algorithm, algorithm.defaults, {});
    const Value& expected = seed->value;
    ASSERT_EQ(expected["schedule"].Size() + 1, schedule.attempts.size()) << name;
    for (rapidjson::SizeType i = 0; i < expected["schedule"].Size(); ++i) {
      ExpectStart(expected["schedule"][i], schedule.attempts[i + 1], name);
    }
    for (const Value& each : expected["deadlines"].GetArray()) {
      const auto call = [&](double deadline, double failure_probability) {
        return ScheduleOf(algorithm, algorithm.defaults, {deadline, failure_probability, {}});
      };
      ExpectDeadline(each, call, name);
    }
    if (expected.HasMember("total_wait")) ExpectTotalWait(expected, algorithm);
    ExpectHerd(expected["herd"], algorithm);
  }
}

}  // namespace
}  // namespace grpcfg
