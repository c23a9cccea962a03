// Any policy, client and scenario: schedules are numbers, and hold together.
#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/base/macros.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/algorithms.h"
#include "simulator/schedule/backoff.h"
#include "simulator/schedule/hedging.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {
namespace {

constexpr double kRounding = 1e-6;

bool IsProbability(double number) { return number >= -kRounding && number <= 1 + kRounding; }

void CheckAttempt(const AttemptSchedule& attempt) {
  const double slack = kRounding * std::max(1.0, attempt.mean);
  ABSL_HARDENING_ASSERT(attempt.min <= attempt.mean + slack && attempt.mean <= attempt.max + slack);
  ABSL_HARDENING_ASSERT(attempt.standard_deviation >= 0);
  ABSL_HARDENING_ASSERT(IsProbability(attempt.reached_by_deadline));
  double before = attempt.min - slack;
  for (const double percentile : attempt.percentiles) {
    ABSL_HARDENING_ASSERT(percentile >= before - slack && percentile <= attempt.max + slack);
    before = percentile;
  }
}

void CheckSchedule(const Schedule& schedule, const Scenario& scenario) {
  constexpr double kLast = 0.999;  // of the percentiles
  const auto attempts = static_cast<double>(schedule.attempts.size());
  ABSL_HARDENING_ASSERT(!schedule.attempts.empty());
  double reached_before = 1;
  for (const AttemptSchedule& attempt : schedule.attempts) {
    CheckAttempt(attempt);
    const double reached = attempt.reached_by_deadline;
    ABSL_HARDENING_ASSERT(reached <= reached_before + kRounding);
    const double earliest = scenario.deadline - scenario.deadline_spread;
    const bool is_late = earliest > attempt.percentiles.back() * (1 + kRounding);
    ABSL_HARDENING_ASSERT(!is_late || reached >= kLast - kRounding);
    reached_before = reached;
  }
  ABSL_HARDENING_ASSERT(schedule.expected_attempts >= 0);
  ABSL_HARDENING_ASSERT(schedule.expected_attempts <= attempts + kRounding);
  ABSL_HARDENING_ASSERT(IsProbability(schedule.call_fails));
  ABSL_HARDENING_ASSERT(IsProbability(schedule.deadline_exceeded));
}

// From a nanosecond to the longest Duration, any order of magnitude as likely; or 0.
double AnySeconds(FuzzedDataProvider& bytes) {
  constexpr double kLeast = -9;
  constexpr double kMost = 11.5;
  if (bytes.ConsumeBool()) return std::pow(10, bytes.ConsumeFloatingPointInRange(kLeast, kMost));
  constexpr int kMostMs = 5000;
  return bytes.ConsumeIntegralInRange(0, kMostMs) / 1000.0;
}

CallReading AnyClient(FuzzedDataProvider& bytes) {
  const Profile& (*const profiles[])() = {SpecProfile, CoreProfile, GoProfile,
                                          JavaProfile, NodeProfile, DotnetProfile};
  const Profile& profile = bytes.PickValueInArray(profiles)();
  constexpr uint16_t kMinors = 100;
  const Release release = {1, bytes.ConsumeIntegralInRange<uint16_t>(0, kMinors), 0};
  return bytes.ConsumeBool() ? ProfileAt(profile).calls : ProfileAt(profile, release).calls;
}

void CheckAny(FuzzedDataProvider& bytes) {
  const CallReading client = AnyClient(bytes);
  Scenario scenario = {
      AnySeconds(bytes), bytes.ConsumeProbability<double>(),
      bytes.ConsumeBool() ? Latency{AnySeconds(bytes), 0} : Latency{0, AnySeconds(bytes)}};
  constexpr size_t kMostAttempts = 7;
  const auto attempts = bytes.ConsumeIntegralInRange<size_t>(1, kMostAttempts);
  const bool is_hedging = bytes.ConsumeBool();
  const double delay = AnySeconds(bytes);
  if (is_hedging) {
    const Hedging hedging = {std::min<size_t>(attempts, client.attempt_limit.limit), delay};
    CheckSchedule(ScheduleHedges(hedging, client, scenario, bytes.ConsumeBool()).schedule,
                  scenario);
    return;
  }
  if (client.timeout_clock == TimeoutClock::kSecondBefore && attempts < StartTime::kMaxDelays) {
    scenario.deadline_spread = AnySeconds(bytes);
  }
  constexpr double kLongestExponent = 12;
  const double multiplier =
      std::pow(10, bytes.ConsumeFloatingPointInRange(-kLongestExponent, kLongestExponent));
  const Backoff backoff = {attempts, delay, AnySeconds(bytes), multiplier};
  if (bytes.ConsumeBool()) {
    const Algorithm& algorithm =
        Algorithms()[bytes.ConsumeIntegralInRange<size_t>(0, Algorithms().size() - 1)];
    CheckSchedule(ScheduleOf(algorithm, NumbersBeside(algorithm, backoff), scenario), scenario);
    return;
  }
  std::vector<Pushback> pushbacks;
  for (size_t i = 0; i + 1 < attempts && bytes.ConsumeBool(); ++i) {
    pushbacks.push_back(bytes.ConsumeBool() ? Pushback(AnySeconds(bytes)) : std::nullopt);
  }
  CheckSchedule(ScheduleOf(DelaysOf(backoff, client, pushbacks), scenario), scenario);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider bytes(data, size);
  grpcfg::CheckAny(bytes);
  return 0;
}
