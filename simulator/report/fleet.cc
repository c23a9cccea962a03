#include "simulator/report/fleet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/functional/function_ref.h"
#include "simulator/fleet/throttled_outage.h"
#include "simulator/fleet/varying_outage.h"
#include "simulator/schedule/herd.h"
#include "simulator/schedule/root.h"

namespace grpcfg {
namespace {

// The times of the loads that are reported, up to `last`.
LoadTimes LoadTimesOf(double last, double bin) {
  constexpr double kUsualSteps = 100;
  constexpr double kRounding = 1e-9;
  LoadTimes times = {.step = bin > 0 ? bin : RoundUpToStep(last / kUsualSteps)};
  if (last / times.step > kMostBins) times.step = RoundUpToStep(last / kMostBins);
  times.count = static_cast<size_t>(std::ceil(last / times.step * (1 - kRounding))) + 1;
  return times;
}

// Of one that has a curve.
void SetVarying(VaryingOutage outage, OutageFacts& facts) {
  facts.totals = std::move(outage.totals);
  facts.synchronized = std::move(outage.synchronized);
  facts.loads = std::move(outage.loads);
  facts.peak = outage.peak;
}

std::vector<double> LoadsOf(absl::FunctionRef<double(double)> load_at, const LoadTimes& times) {
  std::vector<double> loads;
  for (size_t i = 0; i < times.count; ++i) {
    loads.push_back(load_at(static_cast<double>(i) * times.step));
  }
  return loads;
}

// From half a step before each of the times to half a step after it.
std::vector<double> BinEdgesOf(const LoadTimes& times) {
  constexpr double kHalf = 0.5;
  std::vector<double> edges = {0};
  for (size_t i = 0; i < times.count; ++i) {
    edges.push_back((static_cast<double>(i) + kHalf) * times.step);
  }
  return edges;
}

// By bin, per call that comes then.
std::vector<double> SampledLoads(const ThrottledFleetSetting& setting, const ThrottledFleet& mean) {
  std::vector<double> loads;
  for (size_t i = 0; i + 1 < setting.bin_edges.size(); ++i) {
    const double width = setting.bin_edges[i + 1] - setting.bin_edges[i];
    loads.push_back(mean.attempts_per_bin[i] / setting.call_rate / width);
  }
  return loads;
}

// A call that fails at the begin of an outage, with delays that are drawn.
struct DrawnCall {
  size_t retries = 0;
  std::optional<size_t> success = {};  // which retry, from 0
  double end = 0;
  bool is_late = false;  // that retry starts after the outage
};

DrawnCall Draw(const RetryingClients& clients, const Scenario& scenario,
               const OutageRequest& outage, RandomNumbers& random) {
  const auto answer = [&] {
    const double mean = scenario.latency.exponential_mean;
    return scenario.latency.fixed + (mean > 0 ? random.Exponential(mean) : 0);
  };
  DrawnCall call = {.end = answer()};
  double state = 0;
  for (size_t n = 0; n < clients.delays.size(); ++n) {
    call.end += clients.draw(clients.numbers, n, random.Uniform(), state);
    if (call.end >= scenario.deadline) break;
    ++call.retries;
    const double p = outage.failures ? outage.failures->At(call.end) : scenario.failure_probability;
    call.is_late = call.end >= outage.length;
    const bool fails = !call.is_late && random.Uniform() < p;
    call.end += answer();
    if (call.end >= scenario.deadline) break;
    if (fails) continue;
    call.success = n;
    break;
  }
  return call;
}

// Such calls one by one.
SynchronizedOutage FollowSynchronized(const RetryingClients& clients, const Scenario& scenario,
                                      const FleetRequest& request) {
  constexpr size_t kCalls = 50'000;
  SynchronizedOutage outage = {.success_by_retry = std::vector<double>(clients.delays.size()),
                               .exhausted = 1};
  size_t retries = 0;
  double late = 0;
  double waits = 0;
  for (size_t number = 0; number < kCalls; ++number) {
    RandomNumbers random(request.seed, number);
    const DrawnCall call = Draw(clients, scenario, *request.outage, random);
    retries += call.retries;
    if (!call.success) continue;
    ++outage.success_by_retry[*call.success];
    late += call.is_late ? 1 : 0;
    waits += call.is_late ? call.end - request.outage->length : 0;
  }
  outage.expected_attempts += static_cast<double>(retries) / kCalls;
  for (double& each : outage.success_by_retry) outage.exhausted -= each /= kCalls;
  outage.exhausted = std::max(0.0, outage.exhausted);
  if (late > 0) outage.mean_wait = waits / late;
  return outage;
}

// What an outage comes to, and the clients that were sampled for it, if any.
class OutageMaker {
 public:
  OutageMaker(const RetryingClients& clients, const Scenario& scenario, const FleetRequest& request)
      : clients_(clients),
        scenario_(scenario),
        request_(request),
        requested_(*request.outage),
        last_retry_(LastRetryOf(clients.delays, requested_.length, scenario)),
        times_(LoadTimesOf(last_retry_, request.bin)) {}

  OutageFacts Make() {
    const std::optional<FailureCurve>& failures = requested_.failures;
    facts_ = {.length = requested_.length,
              .rate = requested_.rate * (request_.fleet ? request_.fleet->clients : 1),
              .failure_probability = scenario_.failure_probability,
              .step = times_.step};
    if (failures) {
      facts_.failure_probability = failures->IntegralTo(failures->end()) / failures->end();
      facts_.failures.assign(failures->points().begin(), failures->points().end());
    }
    if (clients_.draw != nullptr) {
      // With a bucket that is never empty.
      constexpr ClientTokens kMany = {
          {1e12, 1}, TokenArithmetic::kDouble, ThrottleCheck::kAtFailure};
      facts_.synchronized = FollowSynchronized(clients_, scenario_, request_);
      SetSampledOrLimit(kMany);
    } else if (!clients_.tokens) {
      SetWithoutTokens(clients_.delays);
    } else {
      // A call on a full bucket.
      SetWithoutTokens(AllowedOf(clients_.delays, clients_.tokens));
      facts_.totals = {};
      facts_.loads.clear();
      facts_.peak = {0, 1};
      SetThrottled(*clients_.tokens);
    }
    return std::move(facts_);
  }

  [[nodiscard]] std::optional<SampledFleet> TakeSample() { return std::move(sample_); }

 private:
  void SetWithoutTokens(absl::Span<const Delay> delays) {
    const bool is_long = delays.size() >= StartTime::kMaxDelays;  // too much so for closed forms
    if (requested_.failures || is_long) {
      const double p = scenario_.failure_probability;
      const FailureCurve failures =
          requested_.failures.value_or(FailureCurve({{0, p}, {facts_.length, p}}));
      SetVarying(FollowOutage(delays, failures, scenario_, times_), facts_);
      return;
    }
    const Outage outage(delays, facts_.length, scenario_);
    facts_.synchronized = outage.Synchronized();
    facts_.totals = outage.Totals();
    facts_.loads = LoadsOf([&](double time) { return outage.LoadAt(time); }, times_);
    facts_.peak = outage.HighestLoad();
  }

  void SetThrottled(const ClientTokens& tokens) {
    const bool decides_early =
        tokens.check == ThrottleCheck::kAtFailure || tokens.check == ThrottleCheck::kAtEveryFailure;
    const bool is_total = !requested_.failures && scenario_.failure_probability == 1;
    if (!decides_early || !is_total || scenario_.latency.exponential_mean > 0) {
      SetSampledOrLimit(tokens);
      return;
    }
    const ThrottledOutage outage(
        clients_.delays, facts_.length, scenario_,
        {LimitsOf(tokens.throttling, 1).failures_until_off, requested_.rate});
    facts_.totals = outage.Totals();
    facts_.loads = LoadsOf([&](double time) { return outage.LoadAt(time); }, times_);
    facts_.peak = outage.HighestLoad();
  }

  void SetSampledOrLimit(const ClientTokens& tokens) {
    Sample(tokens);
    if (sample_) {
      SetSampled();
    } else if (facts_.failure_probability <= LimitsOf(tokens.throttling, 1).failure_threshold) {
      SetWithoutTokens(clients_.delays);
      facts_.method = OutageMethod::kLimit;
      return;
    } else {
      SetLimit(tokens);
    }
    const double answered =
        StartTime({}, {}).Answered(scenario_.latency).ProbabilityBefore(scenario_.deadline);
    const double succeed_at_once = (1 - facts_.failure_probability) * facts_.length * answered;
    facts_.totals.calls_failed =
        std::max(0.0, facts_.length - succeed_at_once - facts_.totals.calls_saved);
  }

  // None where even two clients would make too many calls.
  void Sample(const ClientTokens& tokens) {
    constexpr double kUsualClients = 20'000;
    constexpr double kMostClients = 100'000;
    constexpr double kFewClients = 2;
    constexpr double kUsualCalls = 5e5;
    SampledFleet sample;
    sample.setting = {.delays = {clients_.delays.begin(), clients_.delays.end()},
                      .draw = clients_.draw,
                      .numbers = clients_.numbers,
                      .scenario = scenario_,
                      .throttling = tokens.throttling,
                      .arithmetic = tokens.arithmetic,
                      .check = tokens.check,
                      .outage = requested_.length,
                      .failures = requested_.failures,
                      .call_rate = requested_.rate,
                      .bin_edges = BinEdgesOf(times_),
                      .jobs = request_.jobs,
                      .seed = request_.seed};
    const double calls = requested_.rate * BinEdgesOf(LoadTimesOf(last_retry_, 0)).back();
    // Of a fleet that is larger each client, or more of them.
    const double fleet = request_.fleet ? request_.fleet->clients : 0;
    const double chosen = std::clamp(fleet, kUsualClients, kMostClients);
    const double clients =
        std::min(chosen, std::floor(kUsualCalls * chosen / kUsualClients / calls));
    if (clients < kFewClients) return;
    sample.setting.clients = static_cast<size_t>(clients);
    sample.mean = FollowFleet(sample.setting);
    sample_ = std::move(sample);
  }

  void SetSampled() {
    const double rate = requested_.rate;
    const ThrottledFleet& mean = sample_->mean;
    OutageTotals& totals = facts_.totals;
    totals.attempts_by_number = {FirstAttempts()};
    for (const double each : mean.during_by_number) {
      totals.attempts_by_number.push_back(each / rate);
    }
    totals.attempts_during = FirstAttempts() + mean.retries_during.Value() / rate;
    totals.retries_after = (mean.retries.Value() - mean.retries_during.Value()) / rate;
    totals.calls_saved = mean.calls_saved.Value() / rate;
    facts_.method = OutageMethod::kSampled;
    facts_.during_error = mean.retries_during.Error() / rate;
    facts_.after_error = std::hypot(mean.retries.Error(), mean.retries_during.Error()) / rate;
    facts_.saved_error = mean.calls_saved.Error() / rate;
    facts_.loads = SampledLoads(sample_->setting, mean);
    facts_.peak = HighestOfSample();
  }

  // The same for each --bin: narrow ones hold few attempts, of which some have many by chance.
  [[nodiscard]] Peak HighestOfSample() const {
    std::vector<double> loads = facts_.loads;
    const LoadTimes usual = LoadTimesOf(last_retry_, 0);
    if (request_.bin > 0) {
      ThrottledFleetSetting setting = sample_->setting;
      setting.bin_edges = BinEdgesOf(usual);
      loads = SampledLoads(setting, FollowFleet(setting));
    }
    const auto highest = std::max_element(loads.begin(), loads.end());
    // No load is higher than that of calls all of whose attempts are made.
    const auto most = static_cast<double>(clients_.delays.size() + 1);
    return {usual.step * static_cast<double>(highest - loads.begin()),
            std::clamp(*highest, 1.0, most)};
  }

  // Of clients with so many calls that tokens run out as soon as too many attempts fail, after as
  // many failures as a bucket has above its half, and are back as soon as they succeed. Then a call
  // whose first attempt failed is retried only by a client that decides after the delay.
  void SetLimit(const ClientTokens& tokens) {
    const double p = facts_.failure_probability;
    const double rate = requested_.rate;
    const ThrottleLimits limits = LimitsOf(tokens.throttling, clients_.delays.size() + 1);
    const bool is_late = tokens.check == ThrottleCheck::kAfterDelay ||
                         tokens.check == ThrottleCheck::kAfterDelayHanging;
    const double ratio = std::max(0.0, tokens.throttling.token_ratio);
    const double failures = limits.retries_in_outage * p / (p - ratio * (1 - p));
    OutageTotals& totals = facts_.totals;
    totals.attempts_by_number.assign(clients_.delays.size() + 1, 0);
    totals.attempts_by_number[0] = FirstAttempts();
    totals.attempts_by_number[1] = failures / rate;
    totals.attempts_during = FirstAttempts() + failures / rate;
    totals.calls_saved = (1 - p) * failures / rate;
    facts_.method = OutageMethod::kLimit;
    facts_.loads.assign(times_.count, 1);
    if (!is_late) return;
    const OutageTotals one = Outage(clients_.delays.first(1), facts_.length, scenario_).Totals();
    totals.retries_after = one.retries_after;
    totals.calls_saved += p * one.retries_after;
  }

  [[nodiscard]] double FirstAttempts() const {
    return scenario_.deadline > 0 ? requested_.length : 0;
  }

  const RetryingClients& clients_;
  const Scenario& scenario_;
  const FleetRequest& request_;
  const OutageRequest& requested_;
  double last_retry_;
  LoadTimes times_;
  OutageFacts facts_ = {};
  std::optional<SampledFleet> sample_ = {};
};

std::vector<TimelyAttempt> TimelyOf(absl::Span<const AttemptSchedule> schedule) {
  std::vector<TimelyAttempt> attempts;
  attempts.reserve(schedule.size());
  for (const AttemptSchedule& attempt : schedule) {
    attempts.push_back({attempt.reached_by_deadline, attempt.answered_by_deadline});
  }
  return attempts;
}

ThrottleFacts ThrottleOf(const RetryingClients& clients, const Scenario& scenario) {
  const ClientTokens& tokens = *clients.tokens;
  const double p = scenario.failure_probability;
  return {.throttling = tokens.throttling,
          .attempts = clients.attempts,
          .failure_probability = p,
          .limits = LimitsOf(tokens.throttling, clients.attempts),
          .long_run = StationaryOf(tokens.throttling, TimelyOf(clients.schedule), p)};
}

// Of a client in the long run, with tokens; without a number for them, of one with so many that it
// either has enough or none.
struct LongRun {
  double attempts_per_call = 1;
  double call_fails = 0;
};

LongRun LongRunOf(const Throttling& throttling, size_t attempts, double p,
                  double most_steps = kStationarySteps) {
  if (p <= 0 || p >= 1) return {1, p};
  if (const auto found = StationaryOf(throttling, attempts, p, most_steps)) {
    return {found->attempts_per_call, found->call_fails};
  }
  if (p > LimitsOf(throttling, attempts).failure_threshold) return {1, p};
  const LayeredCall call = ThroughLayers(attempts, 1, p);
  return {call.expected, call.fails};
}

// A layer fails as often as the calls of the one below it do.
LayeredCall CallThrough(const RetryingClients& clients, size_t layers, double p) {
  if (!clients.tokens) return ThroughLayers(clients.attempts, layers, p);
  const size_t alone = AllowedOf(clients.delays, clients.tokens).size() + 1;
  LayeredCall call = {.worst = ThroughLayers(std::min(clients.attempts, alone), layers, p).worst,
                      .fails = p};
  for (size_t layer = 0; layer < layers; ++layer) {
    const LongRun run = LongRunOf(clients.tokens->throttling, clients.attempts, call.fails);
    call.expected *= run.attempts_per_call;
    call.fails = run.call_fails;
  }
  return call;
}

// Rows for a healthy server, for bad ones, and for the requested one.
std::vector<LayerFacts> LayersOf(const RetryingClients& clients, size_t layers,
                                 double failure_probability) {
  std::vector<double> probabilities = {0.01, 0.1, 0.5, 0.9, failure_probability};
  std::sort(probabilities.begin(), probabilities.end());
  probabilities.erase(std::unique(probabilities.begin(), probabilities.end()), probabilities.end());
  std::vector<LayerFacts> all;
  for (size_t each = 1; each <= layers; ++each) {
    all.push_back({.attempts = clients.attempts, .layers = each});
    for (const double p : probabilities) {
      all.back().rows.push_back({p, CallThrough(clients, each, p)});
    }
  }
  return all;
}

// With tokens attempts fail so often that as many calls succeed as there is room for; and where all
// fail nothing is retried, so that an outage does not last by its retries.
Overload OverloadBy(const RetryingClients& clients, double offered) {
  Overload overload = OverloadOf(clients.attempts, offered);
  if (!clients.tokens) return overload;
  overload.metastable_from = 1;
  if (offered <= 1) return overload;
  const auto run_at = [&](double p) {
    return LongRunOf(clients.tokens->throttling, clients.attempts, p);
  };
  const double p =
      FindRoot([&](double at) { return 1 - offered * (1 - run_at(at).call_fails); }, 0, 1);
  const LongRun run = run_at(p);
  overload.attempt_fails = p;
  overload.attempts_per_call = run.attempts_per_call;
  overload.attempts_over_capacity = offered * run.attempts_per_call;
  return overload;
}

}  // namespace

absl::Span<const Delay> AllowedOf(absl::Span<const Delay> delays,
                                  const std::optional<ClientTokens>& tokens) {
  if (!tokens) return delays;
  const ThrottleLimits limits = LimitsOf(tokens->throttling, delays.size() + 1);
  return delays.first(static_cast<size_t>(limits.retries_of_lone_call));
}

void SetLongRun(const ClientTokens& tokens, double failure_probability, Schedule& schedule) {
  const double p = failure_probability;
  if (p <= 0 || p >= 1) return;
  const std::vector<TimelyAttempt> attempts = TimelyOf(schedule.attempts);
  if (const auto found = StationaryOf(tokens.throttling, attempts, p)) {
    schedule.expected_attempts = found->attempts_per_call;
    schedule.call_fails = found->call_fails;
    schedule.deadline_exceeded = found->deadline_exceeded;
  } else if (p > LimitsOf(tokens.throttling, attempts.size()).failure_threshold) {
    const Schedule first = ScheduleOf({schedule.attempts.front()}, p);
    schedule.expected_attempts = first.expected_attempts;
    schedule.call_fails = first.call_fails;
    schedule.deadline_exceeded = first.deadline_exceeded;
  }
}

double AttemptsPerCall(const std::optional<Throttling>& throttling, size_t attempts,
                       double failure_probability) {
  constexpr double kMostSteps = 5e5;  // a curve has many points
  if (throttling) {
    return LongRunOf(*throttling, attempts, failure_probability, kMostSteps).attempts_per_call;
  }
  return ThroughLayers(attempts, 1, failure_probability).expected;
}

FleetFacts FactsOf(const RetryingClients& clients, const Scenario& scenario,
                   const FleetRequest& request) {
  const size_t attempts = clients.attempts;
  FleetFacts facts = {.has_late_attempts = attempts <= clients.delays.size()};
  std::optional<SampledFleet> sample;
  if (request.outage) {
    OutageMaker maker(clients, scenario, request);
    facts.outage = maker.Make();
    sample = maker.TakeSample();
  }
  if (clients.tokens) {
    facts.throttle = ThrottleOf(clients, scenario);
    facts.throttle->sample = std::move(sample);
    facts.is_throttle_requested = request.outage || facts.throttle->long_run;
  } else {
    facts.sample = std::move(sample);
  }
  facts.layers = LayersOf(clients, request.layers, scenario.failure_probability);
  if (request.overload) {
    facts.overload = {attempts, *request.overload, OverloadBy(clients, *request.overload)};
  }
  return facts;
}

OutageEffect EffectOf(const OutageFacts& facts) {
  return {.load = {facts.totals.attempts_during / facts.length, facts.during_error / facts.length},
          .wave = {facts.totals.retries_after, facts.after_error},
          .saved = {facts.totals.calls_saved, facts.saved_error}};
}

HedgedFacts FollowHedges(const Hedging& hedging, const Scenario& scenario, bool is_by_timer,
                         const FleetRequest& request) {
  constexpr size_t kCalls = 100'000;
  HedgedFacts facts = {
      .setting = {.hedging = hedging,
                  .success_latency = *request.latency,
                  .failure_latency = request.failure_latency.value_or(*request.latency),
                  .failure_probability = scenario.failure_probability,
                  .is_by_timer = is_by_timer,
                  .deadline = scenario.deadline,
                  .calls = kCalls,
                  .seed = request.seed}};
  for (size_t i = 1; i < hedging.attempts; ++i) {
    constexpr double kHalf = 0.5;
    const auto delays = static_cast<double>(i);
    facts.setting.times.push_back(hedging.delay * (delays - kHalf));
    facts.setting.times.push_back(hedging.delay * delays);
  }
  facts.sample = FollowHedges(facts.setting);
  return facts;
}

}  // namespace grpcfg
