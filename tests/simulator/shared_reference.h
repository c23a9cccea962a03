// The exact values that were computed by others, and the policies in them.
#ifndef GRPCFG_TESTS_SIMULATOR_SHARED_REFERENCE_H_
#define GRPCFG_TESTS_SIMULATOR_SHARED_REFERENCE_H_

#include <cmath>
#include <string>

#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/duration.h"
#include "simulator/schedule/backoff.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {

inline constexpr double kClosedForm = 1e-9;  // of the value
inline constexpr double kLastDigit = 1e-12;  // of what is reported with 12 digits

inline void ExpectNear(const rapidjson::Value& expected, double actual, const std::string& where) {
  const double value = expected.GetDouble();
  EXPECT_NEAR(actual, value, kClosedForm * std::abs(value) + kLastDigit) << where;
}

inline double SecondsOf(const rapidjson::Value& policy, const char* key) {
  const Duration duration = ParseDuration(policy[key].GetString()).value;
  return static_cast<double>(duration.seconds) + duration.nanos * 1e-9;
}

inline Backoff BackoffOf(const rapidjson::Value& policy) {
  return {.attempts = policy["maxAttempts"].GetUint(),
          .initial = SecondsOf(policy, "initialBackoff"),
          .max = SecondsOf(policy, "maxBackoff"),
          .multiplier = policy["backoffMultiplier"].GetDouble()};
}

inline CallReading ClientOf(const std::string& rule) {
  CallReading client = ProfileAt(SpecProfile()).calls;
  if (rule == "a6_2017") client.jitter = kJitterOf2017;
  if (rule == "java_1_71") client.jitter = {0.4, 1.2};
  return client;
}

class ReferenceTest : public testing::Test {
 protected:
  void SetUp() override {
    json_ = ReadJson(DataPath("simulator_reference.json"));
    ASSERT_FALSE(json_.HasParseError());
  }

  rapidjson::Document json_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SIMULATOR_SHARED_REFERENCE_H_
