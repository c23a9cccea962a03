// What clients do with a call: every trait at the releases around each of its changes.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {
namespace {

CallReading CallsAt(const Profile& profile, const Release& release) {
  return ProfileAt(profile, release).calls;
}

// A change between two neighbouring releases.
struct Step {
  absl::string_view trait;
  const Profile& profile;
  Release before;
  Release after;
  std::function<bool(const CallReading&)> is_old;
  std::function<bool(const CallReading&)> is_new;
};

struct Change {
  absl::string_view trait;
  Release before;
  Release after;
};

template <typename T>
Step MakeStep(const Profile& profile, const Change& change, T CallReading::*member,
              const std::pair<T, T>& values) {
  return {change.trait,
          profile,
          change.before,
          change.after,
          [=](const CallReading& calls) { return calls.*member == values.first; },
          [=](const CallReading& calls) { return calls.*member == values.second; }};
}

using Calls = CallReading;

std::vector<Step> BackoffSteps() {
  constexpr Jitter kNoneOnFirst = {0.8, 1.2, false};
  constexpr Jitter kJavaSlip = {0.4, 1.2};
  return {
      MakeStep(CoreProfile(), {"jitter", {1, 66, 2}, {1, 67, 0}}, &Calls::jitter,
               std::pair(kNoneOnFirst, kJitterOf2024)),
      MakeStep(GoProfile(), {"jitter", {1, 68, 2}, {1, 69, 0}}, &Calls::jitter,
               std::pair(kJitterOf2017, kJitterOf2024)),
      MakeStep(JavaProfile(), {"jitter", {1, 70, 0}, {1, 71, 0}}, &Calls::jitter,
               std::pair(kJitterOf2017, kJavaSlip)),
      MakeStep(JavaProfile(), {"jitter", {1, 79, 0}, {1, 80, 0}}, &Calls::jitter,
               std::pair(kJavaSlip, kJitterOf2024)),
      MakeStep(NodeProfile(), {"jitter", {1, 13, 4}, {1, 14, 0}}, &Calls::jitter,
               std::pair(kJitterOf2017, kJitterOf2024)),
      MakeStep(CoreProfile(), {"first delay", {1, 69, 0}, {1, 70, 0}}, &Calls::first_delay,
               std::pair(FirstDelay::kUncapped, FirstDelay::kCapped)),
  };
}

std::vector<Step> AttemptSteps() {
  return {
      MakeStep(JavaProfile(), {"what numbers need", {1, 82, 0}, {1, 83, 0}}, &Calls::numbers_need,
               std::pair(ProgramSetting{"Double"}, ProgramSetting{})),
      MakeStep(GoProfile(), {"what retries need", {1, 40, 1}, {1, 41, 0}}, &Calls::retries_need,
               std::pair(ProgramSetting{"GRPC_GO_RETRY=on"}, ProgramSetting{})),
      MakeStep(NodeProfile(), {"retries", {1, 7, 3}, {1, 8, 0}}, &Calls::retries,
               std::pair(Support::kNone, Support::kFull)),
      MakeStep(NodeProfile(), {"hedging", {1, 7, 3}, {1, 8, 0}}, &Calls::hedging,
               std::pair(Support::kNone, Support::kFull)),
      MakeStep(JavaProfile(), {"hedge after a pushback", {1, 56, 1}, {1, 57, 0}},
               &Calls::hedge_after_pushback,
               std::pair(HedgeAfterPushback::kAsRequested, HedgeAfterPushback::kImmediately)),
      MakeStep(CoreProfile(), {"a pushback that is not a number", {1, 54, 2}, {1, 54, 3}},
               &Calls::malformed_pushback,
               std::pair(MalformedPushback::kStops, MalformedPushback::kFailsAttempt)),
      MakeStep(CoreProfile(), {"a pushback that is not a number", {1, 56, 0}, {1, 56, 2}},
               &Calls::malformed_pushback,
               std::pair(MalformedPushback::kFailsAttempt, MalformedPushback::kFailsAndStops)),
      MakeStep(CoreProfile(), {"a delay of 0", {1, 71, 0}, {1, 72, 0}}, &Calls::zero_delay,
               std::pair(ZeroDelay::kImmediately, ZeroDelay::kHangs)),
      MakeStep(GoProfile(), {"limit", {1, 64, 1}, {1, 65, 0}}, &Calls::attempt_limit,
               std::pair(AttemptLimit{5, ""}, AttemptLimit{5, "WithMaxCallAttempts"})),
      MakeStep(
          NodeProfile(), {"limit", {1, 10, 11}, {1, 11, 0}}, &Calls::attempt_limit,
          std::pair(AttemptLimit{5, ""}, AttemptLimit{5, "grpc-node.retry_max_attempts_limit"})),
  };
}

std::vector<Step> EndSteps() {
  constexpr int64_t kMebibyte = 1 << 20;
  return {
      MakeStep(GoProfile(), {"unsent", {1, 39, 1}, {1, 40, 0}}, &Calls::unsent_retry,
               std::pair(UnsentRetry::kAsRefused, UnsentRetry::kUnlimited)),
      MakeStep(JavaProfile(), {"unsent", {1, 44, 1}, {1, 45, 0}}, &Calls::unsent_retry,
               std::pair(UnsentRetry::kAsRefused, UnsentRetry::kUpTo10000)),
      MakeStep(JavaProfile(), {"unsent", {1, 45, 4}, {1, 46, 0}}, &Calls::unsent_retry,
               std::pair(UnsentRetry::kUpTo10000, UnsentRetry::kUpTo1000)),
      MakeStep(NodeProfile(), {"refused", {1, 7, 3}, {1, 8, 0}}, &Calls::refused_retry,
               std::pair(RefusedRetry::kNever, RefusedRetry::kOncePerCall)),
      MakeStep(NodeProfile(), {"buffer", {1, 7, 3}, {1, 8, 0}}, &Calls::retry_buffer,
               std::pair(RetryBuffer(),
                         RetryBuffer{kMebibyte, 16 * kMebibyte,
                                     "grpc.per_rpc_retry_buffer_size, grpc.retry_buffer_size"})),
  };
}

std::vector<Step> ThrottlingSteps() {
  return {
      MakeStep(CoreProfile(), {"scope", {1, 73, 1}, {1, 74, 0}}, &Calls::throttle_scope,
               std::pair(ThrottleScope::kServerNameRescaled, ThrottleScope::kChannelRescaled)),
      MakeStep(JavaProfile(), {"default", {1, 52, 1}, {1, 53, 0}}, &Calls::default_throttling,
               std::pair(DefaultThrottling::kApplied, DefaultThrottling::kIgnored)),
      MakeStep(JavaProfile(), {"default", {1, 65, 1}, {1, 66, 0}}, &Calls::default_throttling,
               std::pair(DefaultThrottling::kIgnored, DefaultThrottling::kApplied)),
      MakeStep(NodeProfile(), {"tokens", {1, 13, 0}, {1, 13, 1}}, &Calls::tokens,
               std::pair(TokenArithmetic::kInverted, TokenArithmetic::kDoubleRounded)),
      MakeStep(NodeProfile(), {"check", {1, 13, 0}, {1, 13, 1}}, &Calls::throttle_check,
               std::pair(ThrottleCheck::kAfterDelayHanging, ThrottleCheck::kAfterDelay)),
  };
}

std::vector<Step> TxtSteps() {
  constexpr TxtLookup::Default kOn = TxtLookup::Default::kOn;
  return {
      MakeStep(
          GoProfile(), {"TXT", {1, 74, 0}, {1, 75, 0}}, &Calls::txt_lookup,
          std::pair(
              TxtLookup{kOn, "WithDisableServiceConfig"},
              TxtLookup{kOn, "WithDisableServiceConfig or GRPC_ENABLE_TXT_SERVICE_CONFIG=false"})),
      MakeStep(CoreProfile(), {"TXT attribute", {1, 61, 0}, {1, 62, 0}}, &Calls::txt_attribute,
               std::pair(TxtAttribute::kInFirstString, TxtAttribute::kInRecord)),
      MakeStep(NodeProfile(), {"TXT", {1, 8, 1}, {1, 8, 2}}, &Calls::txt_lookup,
               std::pair(TxtLookup{kOn, ""},
                         TxtLookup{kOn, "grpc.service_config_disable_resolution=1"})),
  };
}

TEST(CallTraitsTest, EachChangeHasItsRelease) {
  for (const std::vector<Step>& steps :
       {BackoffSteps(), AttemptSteps(), EndSteps(), ThrottlingSteps(), TxtSteps()}) {
    for (const Step& step : steps) {
      const std::string what = std::string(step.trait) + " since " + ReleaseName(step.after);
      EXPECT_TRUE(step.is_old(CallsAt(step.profile, step.before))) << what;
      EXPECT_TRUE(step.is_new(CallsAt(step.profile, step.after))) << what;
    }
  }
}

// The releases at which a timeline changes; the change of none is forgotten above.
size_t ChangesOf(const CallTraits& calls) {
  size_t changes = 0;
  const auto count = [&](auto /*id*/, auto /*title*/, const auto& timeline) {
    if (timeline.is_known()) changes += timeline.phases().size() - 1;
  };
  ForEachCallTrait(count, calls);
  return changes;
}

TEST(CallTraitsTest, NoChangeIsWithoutATest) {
  size_t changes = 0;
  for (const Profile* const profile : {&SpecProfile(), &CoreProfile(), &GoProfile(), &JavaProfile(),
                                       &NodeProfile(), &DotnetProfile(), &GapicProfile()}) {
    changes += ChangesOf(profile->calls);
  }
  EXPECT_EQ(changes, BackoffSteps().size() + AttemptSteps().size() + EndSteps().size() +
                         ThrottlingSteps().size() + TxtSteps().size());
}

template <typename... Ts>
bool HaveEvidence(const Timeline<Ts>&... timelines) {
  return (timelines.is_known() && ...);
}

// Of every client that makes calls.
bool HasEvidenceOfCalls(const CallTraits& calls) {
  return HaveEvidence(calls.retries, calls.jitter, calls.first_delay, calls.delay_step,
                      calls.after_pushback, calls.malformed_pushback, calls.pushback_codes,
                      calls.attempt_limit, calls.tokens, calls.token_credit, calls.token_debit,
                      calls.throttle_check, calls.throttle_scope, calls.hedging,
                      calls.wait_for_ready, calls.txt_lookup, calls.pushback_grammar,
                      calls.retry_checks, calls.unsent_retry, calls.refused_retry,
                      calls.retry_buffer, calls.committed_debit);
}

bool HasEvidenceOfHedges(const CallTraits& calls) {
  return HaveEvidence(calls.hedge_throttling, calls.hedge_after_failure, calls.hedge_after_pushback,
                      calls.hedge_after_stop, calls.hedge_debit, calls.repeated_count);
}

TEST(CallTraitsTest, EveryTraitHasEvidence) {
  for (const Profile* const profile : {&SpecProfile(), &CoreProfile(), &GoProfile(), &JavaProfile(),
                                       &NodeProfile(), &DotnetProfile()}) {
    const CallTraits& calls = profile->calls;
    const CallReading newest = ProfileAt(*profile).calls;
    const int client = static_cast<int>(profile->implementation);
    EXPECT_TRUE(HasEvidenceOfCalls(calls)) << client;
    EXPECT_EQ(HasEvidenceOfHedges(calls), newest.hedging == Support::kFull) << client;
    const bool reads_txt = newest.txt_lookup.by_default != TxtLookup::Default::kNever;
    EXPECT_EQ(HaveEvidence(calls.txt_name, calls.txt_records, calls.txt_attribute, calls.txt_query),
              reads_txt)
        << client;
    // The gRFCs say nothing of the config that an application gives.
    EXPECT_EQ(HaveEvidence(calls.default_throttling), profile != &SpecProfile()) << client;
  }
  EXPECT_FALSE(HasEvidenceOfCalls(GapicProfile().calls));
}

// Facts that have not changed in any release that somebody read.
TEST(CallTraitsTest, ClientsDifferForGood) {
  const CallReading core = ProfileAt(CoreProfile()).calls;
  const CallReading go = ProfileAt(GoProfile()).calls;
  const CallReading java = ProfileAt(JavaProfile()).calls;
  const CallReading node = ProfileAt(NodeProfile()).calls;
  const CallReading dotnet = ProfileAt(DotnetProfile()).calls;
  EXPECT_EQ(core.hedging, Support::kNone);
  EXPECT_EQ(go.hedging, Support::kNone);
  EXPECT_EQ(dotnet.jitter, kJitterOf2017);
  EXPECT_EQ(dotnet.after_pushback, AfterPushback::kGoesOnFromThere);
  EXPECT_EQ(go.first_delay, FirstDelay::kCapped);
  EXPECT_EQ(java.wait_for_ready, WaitForReadyChoice::kConfigWins);
  EXPECT_EQ(node.malformed_pushback, MalformedPushback::kRetriesImmediately);
  EXPECT_EQ(node.txt_name, TxtName::kHost);
  EXPECT_EQ(dotnet.txt_lookup.by_default, TxtLookup::Default::kNever);
}

}  // namespace
}  // namespace grpcfg
