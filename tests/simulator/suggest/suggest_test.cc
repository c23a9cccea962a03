// What `grpcfg suggest` offers is held to its goals by what `check` and `simulate` say of it.
#include "simulator/suggest/suggest.h"

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "simulator/report/simulation.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

using testing::Each;
using testing::IsEmpty;
using testing::SizeIs;

bool IsAccepted(const std::string& config) {
  static const auto* const kAll = new std::vector<Target>(*ParseTargets("all"));
  const Document document = ParseDocument(config, DocumentKind::kConfig);
  const Report report = Validate(document, *kAll, AllRules());
  for (const Verdict verdict : report.verdicts) {
    if (verdict != Verdict::kAccepts) return false;
  }
  return report.Count(Severity::kError) == 0 && report.Count(Severity::kWarning) == 0;
}

Offers OffersFor(const Goals& goals) { return SuggestPolicies(goals, IsAccepted); }

// As `grpcfg simulate` does, for each target.
std::vector<SimulatedMethod> SimulateConfig(const std::string& config, absl::string_view targets,
                                            const SimulationRequest& request) {
  const std::vector<Target> selected = *ParseTargets(targets);
  const Document document = ParseDocument(config, DocumentKind::kConfig);
  const Analysis analysis = Analyse(document, selected, AllRules());
  return Simulate(Resolve(document, selected, analysis, {}), selected, request);
}

// What simulating says of a config.
struct Simulated {
  double fails = 0;
  double amplification = 1;
  double peak = 1;
  double error = 0;  // the standard error of the amplification, where clients are sampled
};

// For each target. What is not retried has no outage.
std::vector<Simulated> SimulatedFor(const Goals& goals, const std::string& config,
                                    absl::string_view targets) {
  SimulationRequest request;
  request.deadline = goals.deadline;
  request.latency = Latency{goals.latency_p99, 0};
  request.failure_probability = goals.failure_probability;
  std::vector<Simulated> simulated;
  for (const SimulatedMethod& method : SimulateConfig(config, targets, request)) {
    simulated.push_back({.fails = method.schedule.call_fails});
  }
  request.failure_probability = 1;
  request.fleet = {.fleet = Fleet{goals.clients}, .outage = goals.outage};
  const std::vector<SimulatedMethod> outage = SimulateConfig(config, targets, request);
  for (size_t i = 0; i < outage.size(); ++i) {
    if (!outage[i].fleet.outage) continue;
    const OutageFacts& facts = *outage[i].fleet.outage;
    simulated[i].amplification = facts.totals.attempts_during / facts.length;
    simulated[i].peak = facts.peak.value;
    simulated[i].error = facts.during_error / facts.length;
  }
  return simulated;
}

OutageRequest For(double length, double rate = 1) { return {length, rate}; }

const std::vector<Goals>& GoalSets() {
  static const auto* const kSets = new std::vector<Goals>{
      {5, 0.3, 1.5, For(30), 1000, 0.1, 0.999},
      {5, 0.3, 1.5, For(30), 1000},
      {1, 0.3, 1.5, For(30), 1000},
      {0.5, 0.02, 1.2, For(10, 50), 100, 0.01},
      {60, 2, 2, For(300, 0.1), 10'000, 0.05},
      {10, 1, 3, For(5, 0.01), 50, 0.02, 0.99},
      {2, 0.1, 5, For(1), 1000, 0.3, {}, true},
      {3600, 30, 2, For(3600, 0.01), 1000},
      {3, 0, 1.05, For(600, 1000), 1e6, 0.001},
      {30, 0.05, 1.1, For(60, 5), 10, 0.2, 0.9},
      {0.15, 0.05, 4, For(20, 0.2), 1, 0.5, 0.6, true},
      {20, 3, 1.3, For(120, 2), 500, 0.01, 0.9999},
      {5, 0.3, 1, For(30), 1000},
      // With which buckets that run empty let the same number of retries go, whatever the policy.
      {1, 0.01, 1.1, For(1, 100), 100, 0.1, 0.99},
  };
  return *kSets;
}

// What is offered for each of them, computed once.
const std::vector<Offers>& AllOffers() {
  static const auto* const kOffers = [] {
    auto* const offers = new std::vector<Offers>;
    for (const Goals& goals : GoalSets()) offers->push_back(OffersFor(goals));
    return offers;
  }();
  return *kOffers;
}

// Calls `check`(goals, offer) for all that is offered.
template <typename Check>
void ForEachOffer(const Check& check) {
  for (size_t i = 0; i < GoalSets().size(); ++i) {
    for (const OfferedPolicy& offer : AllOffers()[i].policies) check(GoalSets()[i], offer);
  }
}

// Some clients count whole milliseconds, and those of grpc-js are sampled.
TEST(SuggestTest, WhatIsOfferedMeetsItsGoalsWhenSimulated) {
  std::set<const Goals*> reached;
  ForEachOffer([&](const Goals& goals, const OfferedPolicy& offer) {
    reached.insert(&goals);
    for (const Simulated& found :
         SimulatedFor(goals, offer.config, "spec,core,go,java,node,dotnet")) {
      const double most = goals.max_amplification * 1.001 + 5 * found.error;
      EXPECT_LE(found.amplification, most) << offer.config;
      EXPECT_LE(found.fails, 1 - goals.min_success.value_or(0) + 1e-6) << offer.config;
    }
  });
  EXPECT_THAT(reached, SizeIs(GoalSets().size()));
}

TEST(SuggestTest, TheNumbersAreThoseOfSimulate) {
  ForEachOffer([](const Goals& goals, const OfferedPolicy& offer) {
    const Simulated found = SimulatedFor(goals, offer.config, "spec").front();
    EXPECT_DOUBLE_EQ(offer.schedule.call_fails, found.fails) << offer.config;
    EXPECT_DOUBLE_EQ(offer.Amplification(), found.amplification) << offer.config;
    EXPECT_DOUBLE_EQ(offer.outage.peak.value, found.peak) << offer.config;
    EXPECT_LE(found.amplification, goals.max_amplification) << offer.config;
    EXPECT_LE(found.fails, 1 - goals.min_success.value_or(0)) << offer.config;
  });
}

TEST(SuggestTest, EveryClientTakesEveryOffer) {
  ForEachOffer([](const Goals& /*goals*/, const OfferedPolicy& offer) {
    EXPECT_TRUE(IsAccepted(offer.config)) << offer.config;
  });
}

TEST(SuggestTest, EachOfferHasMoreLoadAndFewerFailuresThanTheOneBefore) {
  const Goals* of = nullptr;
  const OfferedPolicy* before = nullptr;
  ForEachOffer([&](const Goals& goals, const OfferedPolicy& offer) {
    if (of == &goals) {
      EXPECT_GT(offer.Amplification(), before->Amplification() + 1e-9) << offer.config;
      EXPECT_LT(offer.schedule.call_fails, 0.9 * before->schedule.call_fails) << offer.config;
    }
    of = &goals;
    before = &offer;
  });
}

// The JSON of a policy near an offer.
std::string ConfigOf(const Backoff& backoff, const std::optional<Throttling>& throttling) {
  const std::string more =
      throttling ? absl::StrCat(R"(,"retryThrottling":{"maxTokens":)", throttling->max_tokens,
                                R"(,"tokenRatio":)", throttling->token_ratio, "}")
                 : "";
  return absl::StrCat(R"({"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":)",
                      backoff.attempts, R"(,"initialBackoff":")", backoff.initial,
                      R"(s","maxBackoff":")", backoff.max, R"(s","backoffMultiplier":)",
                      backoff.multiplier, R"(,"retryableStatusCodes":["UNAVAILABLE"]}}])", more,
                      "}");
}

struct NearPolicy {
  double initial;  // backoff
  std::string config;
};

// Policies that differ from an offer in one number.
std::vector<NearPolicy> NearPolicies(const OfferedPolicy& offer) {
  std::vector<NearPolicy> near;
  const auto add = [&](const Backoff& backoff, const std::optional<Throttling>& throttling) {
    near.push_back({backoff.initial, ConfigOf(backoff, throttling)});
  };
  for (const double factor : {0.5, 2.0}) {
    Backoff backoff = offer.backoff;
    backoff.initial *= factor;
    backoff.max *= factor;
    add(backoff, offer.throttling);
    if (!offer.throttling) continue;
    const Throttling throttling = {std::ceil(offer.throttling->max_tokens * factor),
                                   offer.throttling->token_ratio};
    add(offer.backoff, throttling);
  }
  if (offer.throttling) {
    const auto [tokens, ratio] = *offer.throttling;
    for (const double more : {-1, 1}) add(offer.backoff, Throttling{tokens + more, ratio});
    for (const double other : {0.1, 0.2, 0.5}) add(offer.backoff, Throttling{tokens, other});
  }
  for (const int more : {-1, 1}) {
    Backoff backoff = offer.backoff;
    backoff.attempts += more;
    backoff.max *= std::pow(backoff.multiplier, more);
    add(backoff, offer.throttling);
  }
  add(offer.backoff, Throttling{100, 0.2});
  add(offer.backoff, std::nullopt);
  return near;
}

// In what calls lose and in both loads of servers. A first backoff is no longer than a tenth of the
// deadline: callers wait for it.
TEST(SuggestTest, NoPolicyNearAnOfferIsBetterInEverything) {
  constexpr double kClearly = 0.9;
  ForEachOffer([](const Goals& goals, const OfferedPolicy& offer) {
    if (offer.backoff.attempts == 1) return;
    for (const NearPolicy& policy : NearPolicies(offer)) {
      if (policy.initial > goals.deadline / 10 || !IsAccepted(policy.config)) continue;
      const Simulated near = SimulatedFor(goals, policy.config, "spec").front();
      const bool is_no_louder =
          near.amplification <= offer.Amplification() && near.peak <= offer.outage.peak.value;
      const bool is_better = near.fails < kClearly * offer.schedule.call_fails ||
                             (near.fails <= offer.schedule.call_fails &&
                              near.amplification - 1 < kClearly * (offer.Amplification() - 1));
      EXPECT_FALSE(is_no_louder && is_better)
          << policy.config << " is better than " << offer.config;
    }
  });
}

TEST(SuggestTest, WithoutAnyMoreLoadThereAreNoRetries) {
  const Offers offers = OffersFor({5, 0.3, 1, For(30), 1000});
  ASSERT_THAT(offers.policies, SizeIs(1));
  EXPECT_EQ(offers.policies[0].backoff.attempts, 1U);
  EXPECT_EQ(offers.policies[0].binding, BindingGoal::kMaxAmplification);
}

TEST(SuggestTest, WithoutTimeForASecondAttemptThereAreNoRetries) {
  const Offers offers = OffersFor({0.5, 0.3, 3, For(30), 1000});
  ASSERT_THAT(offers.policies, SizeIs(1));
  EXPECT_EQ(offers.policies[0].backoff.attempts, 1U);
  EXPECT_EQ(offers.policies[0].binding, BindingGoal::kDeadline);
}

TEST(SuggestTest, NothingIsNearWhereNoAttemptIsAnsweredInTime) {
  const Offers offers = OffersFor({0.1, 0.3, 1.5, For(30), 1000});
  EXPECT_THAT(offers.policies, IsEmpty());
  EXPECT_THAT(offers.nearest, IsEmpty());
}

// One keeps to the load, the other one to the failures.
TEST(SuggestTest, TheNearestGiveUpOneGoalEach) {
  const Goals goals = {5, 0.3, 1.1, For(30), 1000, 0.1, 0.9999};
  const Offers offers = OffersFor(goals);
  EXPECT_THAT(offers.policies, IsEmpty());
  ASSERT_THAT(offers.nearest, SizeIs(2));
  EXPECT_LE(offers.nearest[0].Amplification(), goals.max_amplification);
  EXPECT_GT(offers.nearest[0].schedule.call_fails, 1 - *goals.min_success);
  EXPECT_GT(offers.nearest[1].Amplification(), goals.max_amplification);
  EXPECT_LE(offers.nearest[1].schedule.call_fails, 1 - *goals.min_success);
}

TEST(SuggestTest, CodesThatLeaveOpenWhatHappenedAreOfIdempotentMethods) {
  Goals goals = {5, 0.3, 1.5, For(30), 1000};
  const auto configs = [&] {
    std::vector<std::string> all;
    for (const OfferedPolicy& offer : OffersFor(goals).policies) all.push_back(offer.config);
    return all;
  };
  EXPECT_THAT(configs(), Each(testing::HasSubstr(R"("retryableStatusCodes": ["UNAVAILABLE"])")));
  goals.is_idempotent = true;
  EXPECT_THAT(configs(), Each(testing::HasSubstr(R"(["UNAVAILABLE", "INTERNAL", "UNKNOWN"])")));
}

TEST(SuggestTest, APolicyThatAClientRefusesIsNotOffered) {
  const Goals goals = {5, 0.3, 1.5, For(30), 1000};
  const Offers offers = SuggestPolicies(goals, [](const std::string& config) {
    return config.find("retryPolicy") == std::string::npos;
  });
  ASSERT_THAT(offers.policies, SizeIs(1));
  EXPECT_EQ(offers.policies[0].backoff.attempts, 1U);
}

}  // namespace
}  // namespace grpcfg
