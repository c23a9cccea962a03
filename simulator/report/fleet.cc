#include "simulator/report/fleet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulator/fleet/varying_outage.h"
#include "simulator/schedule/herd.h"

namespace grpcfg {
namespace {

// The times of the loads that are told, up to `last`.
LoadTimes LoadTimesOf(double last, double bin) {
  constexpr double kUsualSteps = 100;
  constexpr double kRounding = 1e-9;
  LoadTimes times = {.step = bin > 0 ? bin : RoundUpToStep(last / kUsualSteps)};
  if (last / times.step > kMostBins) times.step = RoundUpToStep(last / kMostBins);
  times.count = static_cast<size_t>(std::ceil(last / times.step * (1 - kRounding))) + 1;
  return times;
}

// Of one that has a curve.
void SetVarying(const FailureCurve& failures, VaryingOutage outage, OutageFacts& facts) {
  facts.failure_probability = failures.IntegralTo(failures.end()) / failures.end();
  facts.failures.assign(failures.points().begin(), failures.points().end());
  facts.totals = std::move(outage.totals);
  facts.synchronized = std::move(outage.synchronized);
  facts.loads = std::move(outage.loads);
  facts.peak = outage.peak;
}

OutageFacts OutageOf(absl::Span<const Delay> delays, const Scenario& scenario,
                     const FleetRequest& request) {
  const OutageRequest& requested = *request.outage;
  const LoadTimes times = LoadTimesOf(LastRetryOf(delays, requested.length, scenario), request.bin);
  OutageFacts facts = {.length = requested.length,
                       .rate = requested.rate * (request.fleet ? request.fleet->clients : 1),
                       .step = times.step};
  if (requested.failures) {
    SetVarying(*requested.failures, FollowOutage(delays, *requested.failures, scenario, times),
               facts);
    return facts;
  }
  const Outage outage(delays, requested.length, scenario);
  facts.failure_probability = scenario.failure_probability;
  facts.totals = outage.Totals();
  facts.synchronized = outage.Synchronized();
  for (size_t i = 0; i < times.count; ++i) {
    facts.loads.push_back(outage.LoadAt(static_cast<double>(i) * times.step));
    facts.peak = std::max(facts.peak, facts.loads.back());
  }
  return facts;
}

// Up to the last retry, and at least as long behind the outage as it was: forty bins, or bins of
// the length that was asked for, unless those are too many.
std::vector<double> BinEdgesOf(const FleetRequest& request, double last_retry) {
  constexpr double kUsualBins = 40;
  constexpr double kMostEdges = 1000;
  const double end = std::max(2 * request.outage->length, last_retry);
  double bin = end / kUsualBins;
  if (request.bin > 0 && end / request.bin <= kMostEdges) bin = request.bin;
  constexpr double kRounding = 1e-9;
  const auto bins = static_cast<size_t>(std::ceil(end / bin * (1 - kRounding)));
  std::vector<double> edges;
  for (size_t i = 0; i <= bins; ++i) edges.push_back(static_cast<double>(i) * bin);
  return edges;
}

// None where even a few clients would make too many calls.
std::optional<SampledFleet> SampleOf(absl::Span<const Delay> delays, const Scenario& scenario,
                                     const FleetRequest& request, const ClientTokens& tokens) {
  constexpr double kUsualClients = 20'000;
  constexpr double kMostClients = 100'000;
  constexpr double kFewClients = 10;
  constexpr double kUsualCalls = 5e5;
  SampledFleet sample;
  sample.setting = {
      .delays = {delays.begin(), delays.end()},
      .scenario = scenario,
      .throttling = tokens.throttling,
      .arithmetic = tokens.arithmetic,
      .check = tokens.check,
      .outage = request.outage->length,
      .failures = request.outage->failures,
      .call_rate = request.outage->rate,
      .bin_edges = BinEdgesOf(request, LastRetryOf(delays, request.outage->length, scenario)),
      .jobs = request.jobs,
      .seed = request.seed};
  const double calls = request.outage->rate * sample.setting.bin_edges.back();
  // Of a fleet that is larger each client, or more of them.
  const double fleet = request.fleet ? request.fleet->clients : 0;
  const double chosen = std::clamp(fleet, kUsualClients, kMostClients);
  const double clients = std::min(chosen, std::floor(kUsualCalls * chosen / kUsualClients / calls));
  if (clients < kFewClients) return std::nullopt;
  sample.setting.clients = static_cast<size_t>(clients);
  sample.mean = FollowFleet(sample.setting);
  return sample;
}

ThrottleFacts ThrottleOf(const RetryingClients& clients, const Scenario& scenario,
                         const FleetRequest& request) {
  const ClientTokens& tokens = *clients.tokens;
  const double p = scenario.failure_probability;
  const size_t attempts = clients.attempts;
  ThrottleFacts facts = {.throttling = tokens.throttling,
                         .attempts = attempts,
                         .failure_probability = p,
                         .limits = LimitsOf(tokens.throttling, attempts),
                         .long_run = StationaryOf(tokens.throttling, attempts, p)};
  if (request.outage) facts.sample = SampleOf(clients.delays, scenario, request, tokens);
  return facts;
}

// Rows for a healthy server, for bad ones, and for what was asked.
std::vector<LayerFacts> LayersOf(size_t attempts, size_t layers, double failure_probability) {
  std::vector<double> probabilities = {0.01, 0.1, 0.5, 0.9, failure_probability};
  std::sort(probabilities.begin(), probabilities.end());
  probabilities.erase(std::unique(probabilities.begin(), probabilities.end()), probabilities.end());
  std::vector<LayerFacts> all;
  for (size_t each = 1; each <= layers; ++each) {
    all.push_back({.attempts = attempts, .layers = each});
    for (const double p : probabilities) {
      all.back().rows.push_back({p, ThroughLayers(attempts, each, p)});
    }
  }
  return all;
}

}  // namespace

FleetFacts FactsOf(const RetryingClients& clients, const Scenario& scenario,
                   const FleetRequest& request) {
  const size_t attempts = clients.attempts;
  FleetFacts facts = {.has_late_attempts = attempts <= clients.delays.size()};
  if (request.outage) facts.outage = OutageOf(clients.delays, scenario, request);
  // What an inverted bucket does is told by a note, and by no limit of A6.
  if (clients.tokens && clients.tokens->arithmetic != TokenArithmetic::kInverted) {
    facts.throttle = ThrottleOf(clients, scenario, request);
    facts.is_throttle_requested = request.outage || facts.throttle->long_run;
  }
  facts.layers = LayersOf(attempts, request.layers, scenario.failure_probability);
  if (request.overload) {
    facts.overload = {attempts, *request.overload, OverloadOf(attempts, *request.overload)};
  }
  return facts;
}

std::optional<OutageEffect> EffectOf(const FleetFacts& facts) {
  const OutageFacts& outage = *facts.outage;
  if (!facts.throttle) {
    return OutageEffect{.load = {outage.totals.attempts_during / outage.length},
                        .wave = {outage.totals.retries_after},
                        .saved = {outage.totals.calls_saved}};
  }
  if (!facts.throttle->sample) return std::nullopt;
  const SampledFleet& sample = *facts.throttle->sample;
  const auto per_call = [&](const SampledMean& mean) {
    const double rate = sample.setting.call_rate;
    return Estimate{mean.Value() / rate, mean.Error() / rate};
  };
  const Estimate all = per_call(sample.mean.retries);
  const Estimate during = per_call(sample.mean.retries_during);
  return OutageEffect{.load = {1 + during.value / outage.length, during.error / outage.length},
                      .wave = {all.value - during.value, std::hypot(all.error, during.error)},
                      .saved = per_call(sample.mean.calls_saved)};
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
