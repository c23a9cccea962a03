#include "simulator/suggest/suggest.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "schema/json/json_writer.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

// ---- The policies that are tried

// Shorter ones make clients retry in step (see rules/attempts.h).
constexpr double kInitialBackoffs[] = {0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};
// A longer backoff leaves too much of the deadline to a call that fails once and may be answered.
constexpr double kPartOfDeadline = 0.1;
constexpr double kMultiplier = 2;
// A6: at most 1000. Even ones: an odd one stops retries after as many failures as the next number.
constexpr double kMaxTokens[] = {6, 10, 20, 30, 50, 70, 100, 200, 300, 500, 700, 1000};
constexpr double kTokenRatios[] = {0.1, 0.2, 0.5};  // from 1 on, tokens hold back next to nothing

const CallReading& SpecCalls() {
  static const auto* const kSpec = new ProfileAt(SpecProfile());
  return kSpec->calls;
}

// What is more than this part of something else is much the same.
constexpr double kClearly = 0.9;

// The smallest ratio with which tokens stay there while attempts fail with that probability, or
// half as often again, and with which calls do not fail clearly more often than with the largest.
Throttling ThrottlingOf(double max_tokens, size_t attempts, double failure_probability) {
  constexpr double kMargin = 1.5;
  const double largest = *std::rbegin(kTokenRatios);
  const auto fails = [&](double ratio) {
    const auto found = StationaryOf({max_tokens, ratio}, attempts, failure_probability);
    return found ? found->call_fails : 1;
  };
  const double least_fails = fails(largest);
  for (const double ratio : kTokenRatios) {
    if (ratio / (1 + ratio) < kMargin * failure_probability) continue;
    if (kClearly * fails(ratio) <= least_fails) return {max_tokens, ratio};
  }
  return {max_tokens, largest};
}

std::string SpellBackoff(double seconds) { return absl::StrCat(TrueDigits(seconds), "s"); }

// The JSON of a policy for every method. A `timeout` is not in it: C-core would shorten it by up
// to two seconds, where the deadline that a program sets is exact.
std::string ConfigOf(const OfferedPolicy& policy, bool is_idempotent) {
  return WrittenJson(JsonLayout::kFitted, [&](JsonWriter& writer) {
    writer.StartObject();
    writer.StartArray("methodConfig");
    writer.StartObject();
    writer.WriteJson("name", "[{}]");
    if (policy.backoff.attempts > 1) {
      writer.StartObject("retryPolicy");
      writer.WriteCount("maxAttempts", policy.backoff.attempts);
      writer.WriteText("initialBackoff", SpellBackoff(policy.backoff.initial));
      writer.WriteText("maxBackoff", SpellBackoff(policy.backoff.max));
      writer.WriteJson("backoffMultiplier", absl::StrCat(policy.backoff.multiplier));
      std::vector<absl::string_view> codes = {"UNAVAILABLE"};
      // After these the server may have done the work.
      if (is_idempotent) codes.insert(codes.end(), {"INTERNAL", "UNKNOWN"});
      writer.WriteTexts("retryableStatusCodes", codes);
      writer.EndObject();
    }
    writer.EndObject();
    writer.EndArray();
    if (policy.throttling) {
      writer.StartObject("retryThrottling");
      writer.WriteJson("maxTokens", absl::StrCat(policy.throttling->max_tokens));
      writer.WriteJson("tokenRatio", absl::StrCat(policy.throttling->token_ratio));
      writer.EndObject();
    }
    writer.EndObject();
  });
}

// ---- What they come to

// A policy among the calls that the goals are about, as Simulate has it for the spec.
struct Simulated {
  Simulated(const Goals& goals, const OfferedPolicy& policy)
      : delays(DelaysOf(policy.backoff, SpecCalls())),
        scenario({.deadline = goals.deadline, .latency = {goals.latency_p99, 0}}) {
    if (!policy.throttling) return;
    tokens = {*policy.throttling, SpecCalls().tokens, SpecCalls().throttle_check};
  }

  std::vector<Delay> delays;
  std::optional<ClientTokens> tokens;
  Scenario scenario;  // in which all attempts fail
};

void SetSchedule(const Goals& goals, OfferedPolicy& policy) {
  Simulated simulated(goals, policy);
  simulated.scenario.failure_probability = goals.failure_probability;
  policy.schedule = ScheduleOf(AllowedOf(simulated.delays, simulated.tokens), simulated.scenario);
  if (!simulated.tokens) return;
  SetLongRun(*simulated.tokens, goals.failure_probability, policy.schedule);
}

void SetOutage(const Goals& goals, OfferedPolicy& policy) {
  const Simulated simulated(goals, policy);
  const double length = goals.outage.length;
  policy.outage = {
      .length = length,
      .rate = goals.outage.rate * goals.clients,
      .totals = {
          .attempts_by_number = {length}, .attempts_during = length, .calls_failed = length}};
  if (simulated.delays.empty()) return;
  // Loads over time are of no use here.
  const FleetRequest request = {
      .fleet = Fleet{goals.clients}, .bin = length, .outage = goals.outage};
  policy.outage = *FactsOf({.delays = simulated.delays,
                            .attempts = InTime(policy.schedule).size(),
                            .tokens = simulated.tokens},
                           simulated.scenario, request)
                       .outage;
}

// The extra load, to three digits: with what differs by less, servers have the same.
double RoundedLoad(const OfferedPolicy& policy) {
  double load = 0;
  (void)absl::SimpleAtod(absl::StrFormat("%.2e", policy.Amplification() - 1), &load);
  return load;
}

class Search {
 public:
  Search(const Goals& goals, AcceptsConfig accepts) : goals_(goals), accepts_(accepts) {}

  Offers Run() {
    AddPolicies();
    Offers found;
    const auto meets = [&](const OfferedPolicy& policy) { return Meets(policy); };
    for (const OfferedPolicy* const offer : Chosen(BorderOf(meets)))
      found.policies.push_back(*offer);
    if (!found.policies.empty()) {
      Bind(found.policies);
    } else if (goals_.deadline > goals_.latency_p99) {
      AddNearest(found.nearest);
    }
    return found;
  }

 private:
  using Border = std::vector<const OfferedPolicy*>;

  [[nodiscard]] bool IsQuiet(const OfferedPolicy& policy) const {
    constexpr double kRounding = 1e-9;
    return policy.Amplification() <= goals_.max_amplification + kRounding;
  }
  [[nodiscard]] bool Succeeds(const OfferedPolicy& policy) const {
    return !goals_.min_success || 1 - policy.schedule.call_fails >= *goals_.min_success;
  }
  [[nodiscard]] bool Meets(const OfferedPolicy& policy) const {
    return IsQuiet(policy) && Succeeds(policy) && policy.schedule.call_fails < 1;
  }

  void AddPolicies() {
    AddPolicy(1, std::nullopt);
    for (size_t attempts = 2; attempts <= SpecCalls().attempt_limit.limit; ++attempts) {
      for (const double tokens : kMaxTokens) {
        AddPolicy(attempts, ThrottlingOf(tokens, attempts, goals_.failure_probability));
      }
      AddPolicy(attempts, std::nullopt);
    }
  }

  // With the longest backoff that leaves time for as many successes as shorter ones do: it gives
  // servers the most time, and the lowest peak.
  void AddPolicy(size_t attempts, std::optional<Throttling> throttling) {
    const auto growths = static_cast<double>(std::max<size_t>(attempts, 2) - 2);
    std::vector<OfferedPolicy> policies;
    double least_fails = 1;
    for (const double initial : kInitialBackoffs) {
      const bool is_long = initial > kPartOfDeadline * goals_.deadline;
      if (!policies.empty() && (is_long || attempts == 1)) break;
      const double max = initial * std::pow(kMultiplier, growths);
      OfferedPolicy policy = {.backoff = {attempts, initial, max, kMultiplier},
                              .throttling = throttling};
      policy.config = ConfigOf(policy, goals_.is_idempotent);
      if (!accepts_(policy.config)) continue;
      SetSchedule(goals_, policy);
      if (!IsLastInTime(policy)) continue;
      least_fails = std::min(least_fails, policy.schedule.call_fails);
      policies.push_back(std::move(policy));
    }
    std::erase_if(policies, [&](const OfferedPolicy& policy) {
      return kClearly * policy.schedule.call_fails > least_fails;
    });
    if (policies.empty() || BuysNothing(policies.back())) return;
    SetOutage(goals_, policies.back());
    policies_.push_back(std::move(policies.back()));
  }

  // With fewer tokens the policy before it has less load, and no more failures.
  [[nodiscard]] bool BuysNothing(const OfferedPolicy& policy) const {
    constexpr double kTheSame = 0.999;
    if (policies_.empty()) return false;
    const OfferedPolicy& before = policies_.back();
    return policy.backoff.attempts == before.backoff.attempts &&
           policy.schedule.call_fails > kTheSame * before.schedule.call_fails;
  }

  // Of those of the policies for which `counts`, from the least load on, each that has clearly
  // fewer failures than all before it: more load must buy something.
  template <typename Counts>
  [[nodiscard]] Border BorderOf(const Counts& counts) const {
    Border sorted;
    for (const OfferedPolicy& policy : policies_) {
      if (counts(policy)) sorted.push_back(&policy);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
      return std::pair(RoundedLoad(*a), a->schedule.call_fails) <
             std::pair(RoundedLoad(*b), b->schedule.call_fails);
    });
    Border border;
    for (const OfferedPolicy* const policy : sorted) {
      if (border.empty() || IsBetter(*policy, *border.back())) border.push_back(policy);
    }
    return border;
  }

  // An attempt that is seldom answered in time is load for nothing. One alone is what it is.
  static bool IsLastInTime(const OfferedPolicy& policy) {
    return policy.backoff.attempts == 1 ||
           policy.schedule.attempts.back().answered_by_deadline >= kClearly;
  }

  static bool IsBetter(const OfferedPolicy& policy, const OfferedPolicy& other) {
    return policy.schedule.call_fails < kClearly * other.schedule.call_fails;
  }

  // The ends of the border, and between them what has the most orders of magnitude fewer failures
  // for its load, both as parts of what the ends differ by.
  static Border Chosen(Border border) {
    if (border.size() > 1 && border[0]->backoff.attempts == 1) border.erase(border.begin());
    if (border.size() <= 3) return border;
    const auto gain = [&](const OfferedPolicy* policy) {
      const OfferedPolicy& least = *border.front();
      const OfferedPolicy& most = *border.back();
      const auto part = [](double from, double at, double to) { return (at - from) / (to - from); };
      const auto fails = [](const OfferedPolicy& each) {
        return std::log(each.schedule.call_fails);
      };
      return part(fails(least), fails(*policy), fails(most)) -
             part(least.Amplification(), policy->Amplification(), most.Amplification());
    };
    const auto* const knee =
        *std::max_element(border.begin() + 1, border.end() - 1,
                          [&](const auto* a, const auto* b) { return gain(a) < gain(b); });
    return {border.front(), knee, border.back()};
  }

  // Sets which goal keeps the first offer from less load, and the last one from fewer failures.
  void Bind(std::vector<OfferedPolicy>& offers) const {
    const auto bind = [](OfferedPolicy& offer, BindingGoal binding, const OfferedPolicy& beyond) {
      offer.binding = binding;
      offer.beyond = {beyond.Amplification(), beyond.schedule.call_fails};
    };
    OfferedPolicy& first = offers.front();
    OfferedPolicy& last = offers.back();
    const Border quieter = BorderOf([&](const OfferedPolicy& policy) {
      return policy.Amplification() < first.Amplification() && !Succeeds(policy);
    });
    if (!quieter.empty()) bind(first, BindingGoal::kMinSuccess, *quieter.back());
    const Border safer = BorderOf(
        [&](const OfferedPolicy& policy) { return !IsQuiet(policy) && IsBetter(policy, last); });
    if (!safer.empty()) return bind(last, BindingGoal::kMaxAmplification, *safer.front());
    if (&first == &last && !quieter.empty()) return;
    const size_t most = std::max_element(policies_.begin(), policies_.end(), [](auto& a, auto& b) {
                          return a.backoff.attempts < b.backoff.attempts;
                        })->backoff.attempts;
    if (last.backoff.attempts < most) return;
    const bool has_all = most == SpecCalls().attempt_limit.limit;
    last.binding = has_all ? BindingGoal::kMaxAttempts : BindingGoal::kDeadline;
  }

  void AddNearest(std::vector<OfferedPolicy>& nearest) const {
    const Border quiet = BorderOf([&](const OfferedPolicy& policy) { return IsQuiet(policy); });
    const Border safe = BorderOf([&](const OfferedPolicy& policy) { return Succeeds(policy); });
    if (!quiet.empty()) nearest.push_back(*quiet.back());
    if (!safe.empty()) nearest.push_back(*safe.front());
  }

  const Goals& goals_;
  AcceptsConfig accepts_;
  std::vector<OfferedPolicy> policies_ = {};
};

}  // namespace

Offers SuggestPolicies(const Goals& goals, AcceptsConfig accepts) {
  return Search(goals, accepts).Run();
}

}  // namespace grpcfg
