#include "simulator/report/simulation.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/clients/timeout_clock.h"
#include "schema/fields/duration.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

// ---- The notes on flags that a method has no use for, or that its client makes less of.

// No limit of A6 says what such a bucket does, but a trace does.
bool HasInvertedTokens(const SimulationRequest& request,
                       const std::optional<ClientTokens>& tokens) {
  const bool is_inverted = tokens && tokens->arithmetic == TokenArithmetic::kInverted;
  if (!is_inverted || request.responses != nullptr) return false;
  const double p = request.failure_probability;
  return request.fleet.outage || (p > 0 && p < 1);
}

std::vector<std::string> NotesOnRetries(const SimulationRequest& request,
                                        const std::optional<ClientTokens>& tokens) {
  std::vector<std::string> notes;
  if (request.fleet.latency && !request.latency) {
    notes.emplace_back(
        "a --latency distribution applies to hedges only; attempts fail immediately");
  }
  if (request.fleet.failure_latency) {
    notes.emplace_back("--failure-latency applies to hedges only");
  }
  if (HasInvertedTokens(request, tokens)) {
    notes.emplace_back(
        "this client has min and max swapped in its retryThrottling: one failure empties the "
        "bucket, even below 0, and one success fills it, even above maxTokens; a call is retried "
        "only if another one succeeds during its delay; the numbers here exclude it");
  }
  return notes;
}

// True if hedges are a sequence of attempts as retries are: each starts after a fixed time, by when
// the one before it has failed, or all of them do.
bool AreHedgesInSequence(const Hedging& hedging, const SimulationRequest& request) {
  if (request.fleet.latency) return false;
  if (!request.latency) return true;
  if (request.latency->exponential_mean > 0) return false;
  return request.latency->fixed <= hedging.delay || request.failure_probability == 1;
}

// `--clients and --layers are computed for hedges only with ...`, of those that were given; empty
// if none was.
std::string NoteOnFleets(const FleetRequest& request) {
  const std::pair<absl::string_view, bool> flags[] = {{"--clients", request.fleet.has_value()},
                                                      {"--outage", request.outage.has_value()},
                                                      {"--layers", request.layers > 0},
                                                      {"--overload", request.overload.has_value()}};
  std::vector<absl::string_view> given;
  for (const auto& [flag, is_given] : flags) {
    if (is_given) given.push_back(flag);
  }
  if (given.empty()) return "";
  constexpr absl::string_view kWhat =
      " computed for hedges only with one --latency, which is below the hedgingDelay if only some "
      "attempts fail";
  const absl::string_view last = given.back();
  given.pop_back();
  if (given.empty()) return absl::StrCat(last, " is", kWhat);
  return absl::StrCat(absl::StrJoin(given, ", "), " and ", last, " are", kWhat);
}

std::vector<std::string> NotesOnHedges(const Hedging& hedging, const SimulationRequest& request) {
  std::vector<std::string> notes;
  if (!request.pushbacks.empty()) {
    notes.emplace_back("--pushback applies to retries only; --trace shows its effect on hedges");
  }
  const double p = request.failure_probability;
  if (!request.latency && !request.fleet.latency && p != 1) {
    notes.emplace_back("--failure-probability applies to hedges only with a --latency");
  }
  if (request.fleet.failure_latency && (p <= 0 || p >= 1)) {
    notes.emplace_back(
        "--failure-latency applies only with a --failure-probability between 0 and 1");
  }
  if (AreHedgesInSequence(hedging, request)) return notes;
  std::string fleets = NoteOnFleets(request.fleet);
  if (!fleets.empty()) notes.push_back(std::move(fleets));
  return notes;
}

// Of a method whose policy is known, in a client with such `tokens`. None for flags that were not
// given.
std::vector<std::string> NotesOnFlags(const SimulatedMethod& method,
                                      const SimulationRequest& request,
                                      const std::optional<ClientTokens>& tokens) {
  switch (method.policy) {
    case SimulatedPolicy::kRetry:
    case SimulatedPolicy::kAlgorithm:
      return NotesOnRetries(request, tokens);
    case SimulatedPolicy::kHedging:
      return NotesOnHedges(*method.call.hedging, request);
    default:
      return {};
  }
}

// ---- Methods and clients

// A value of a client that takes any number; below 0 it acts immediately.
double SecondsOf(const Located<Duration>& duration) {
  return duration.value ? std::max(0.0, SecondsOf(*duration.value)) : 0;
}

Backoff BackoffOf(const EffectiveRetryPolicy& policy) {
  return {.attempts = static_cast<size_t>(std::max<int64_t>(1, *policy.max_attempts.value)),
          .initial = SecondsOf(policy.nominal_backoff),
          .max = SecondsOf(policy.max_backoff),
          .multiplier = policy.backoff_multiplier.value.value_or(1)};
}

Hedging HedgingOf(const EffectiveHedgingPolicy& policy) {
  const int64_t attempts = policy.max_attempts.value.value_or(1);
  return {static_cast<size_t>(std::max<int64_t>(1, attempts)), SecondsOf(policy.hedging_delay)};
}

StatusCodeSet CodesOf(const Located<StatusCodes>& codes) {
  StatusCodeSet set;
  for (const int code : codes.value.value_or(StatusCodes())) {
    set.Add(code);
  }
  return set;
}

// The client with the changes of the request. That .NET draws whole milliseconds belongs to its
// jitter.
CallReading ClientOf(const Target& target, const SimulationRequest& request) {
  CallReading client = target.profile->calls;
  if (!request.jitter) return client;
  client.jitter = *request.jitter;
  // A6 until 2022 bounds the first backoff too. The rule of a client is its jitter alone.
  const bool is_old = request.jitter->high == kJitterOf2017.high;
  const bool is_spec = target.profile->implementation() == Implementation::kSpec;
  if (is_spec && is_old) client.first_delay = FirstDelay::kCapped;
  const bool draws_ms = client.delay_step == DelayStep::kRoundedMillisecondsBelow;
  if (draws_ms) client.delay_step = DelayStep::kRoundedMilliseconds;
  return client;
}

// How much earlier some processes of C-core end calls than others.
constexpr auto kSpread = static_cast<double>(kMostSecondsEarly - kLeastSecondsEarly);

// When calls end of which such a part of their timeout is left.
std::optional<TimeRange> EndsOf(const std::optional<TimeoutRange>& left) {
  if (!left) return std::nullopt;
  const double latest = SecondsOf(left->max);
  return TimeRange{SecondsOf(left->min), DeadlineRange(latest, kSpread).mean, latest};
}

// What a fleet of such clients sends.
void SetHerd(absl::Span<const std::unique_ptr<const RandomTime>> starts, const Scenario& scenario,
             const FleetRequest& request, SimulatedMethod& method) {
  if (!request.fleet) return;
  method.herd = HerdOf(starts, scenario, {request.bin});
  method.clients = request.fleet->clients;
}

// The delays of an algorithm, before each of its retries; their shortest and longest where they are
// drawn differently.
std::vector<Delay> DelaysOf(const Algorithm& algorithm, const Backoff& numbers,
                            absl::Span<const Retry> retries) {
  std::vector<Delay> delays;
  delays.reserve(retries.size());
  for (const Retry& retry : retries) {
    delays.push_back(algorithm.delay != nullptr ? algorithm.delay(numbers, delays.size())
                                                : Delay{retry.delay.min, retry.delay.max});
  }
  return delays;
}

// What fleets come to of clients that back off by `algorithm`.
void SetFleet(const Algorithm& algorithm, const Scenario& scenario, const FleetRequest& request,
              SimulatedMethod& method) {
  const Backoff& numbers = *method.call.retry;
  std::vector<Retry> retries = RetriesOf(algorithm, numbers, scenario.latency);
  const std::vector<Delay> delays = DelaysOf(algorithm, numbers, retries);
  std::vector<std::unique_ptr<const RandomTime>> starts;
  starts.reserve(retries.size());
  for (Retry& retry : retries) starts.push_back(std::move(retry.start));
  SetHerd(starts, scenario, request, method);
  if (!request.outage && request.layers == 0 && !request.overload) return;
  method.fleet = FactsOf({.delays = delays,
                          .attempts = InTime(method.schedule).size(),
                          .draw = algorithm.draw,
                          .numbers = numbers},
                         scenario, request);
}

// What `algorithm` does with calls that meet what the request says.
SimulatedMethod Follow(const Algorithm& algorithm, const Backoff& numbers, double deadline,
                       const SimulationRequest& request) {
  SimulatedMethod method = {.target = std::string(algorithm.name),
                            .rule = std::string(algorithm.name),
                            .policy = SimulatedPolicy::kAlgorithm,
                            .call = {.retry = numbers},
                            .deadline = deadline,
                            .latency = request.latency,
                            .failure_probability = request.failure_probability};
  method.notes = NotesOnFlags(method, request, std::nullopt);
  const Scenario scenario = {deadline, request.failure_probability,
                             request.latency.value_or(Latency())};
  method.schedule = ScheduleOf(algorithm, numbers, scenario);
  const size_t attempts = method.schedule.attempts.size();
  SetFleet(algorithm, scenario, request.fleet, method);
  if (attempts < numbers.attempts) {
    method.notes.push_back(absl::StrCat("only its first ", attempts, " attempts are computed"));
  }
  return method;
}

// All that a schedule depends on besides the request and the target or algorithm.
using Numbers = std::array<double, 9>;

Numbers NumbersOf(const SimulatedMethod& method) {
  const TimeRange ends = method.ends.value_or(TimeRange());
  const Backoff backoff = method.call.retry.value_or(Backoff());
  const Hedging hedging = method.call.hedging.value_or(Hedging{0});
  return {static_cast<double>(method.policy),
          static_cast<double>(backoff.attempts + hedging.attempts),
          backoff.initial,
          backoff.max,
          backoff.multiplier,
          hedging.delay,
          method.deadline,
          ends.min,
          ends.max};
}
constexpr size_t kDeadlineOfNumbers = 6;

Scenario ScenarioOf(const SimulatedMethod& simulated) {
  return {.deadline = simulated.ends ? simulated.ends->max : simulated.deadline,
          .failure_probability = simulated.failure_probability,
          .latency = simulated.latency.value_or(Latency()),
          .deadline_spread = simulated.ends ? kSpread : 0};
}

// Calls of many methods may have the same numbers, for which schedules are computed once.
class Simulation {
 public:
  Simulation(const Resolution& resolution, absl::Span<const Target> targets,
             const SimulationRequest& request)
      : resolution_(resolution), targets_(targets), request_(request) {}

  std::vector<SimulatedMethod> Run() {
    size_t begin = 0;
    for (size_t i = 0; i < resolution_.methods.size(); ++i) {
      methods_.push_back(Of(resolution_.methods[i]));
      if (request_.on_progress) request_.on_progress(i + 1);
      if ((i + 1) % targets_.size() != 0) continue;
      AddCompared(begin);
      begin = methods_.size();
    }
    return std::move(methods_);
  }

 private:
  [[nodiscard]] SimulatedMethod Of(const ResolvedMethod& method) {
    const CallReading client = ClientOf(targets_[method.target], request_);
    SimulatedMethod simulated = {.name = SpellMethodName(*method.name),
                                 .target = targets_[method.target].spelling,
                                 .rule = RuleName(client.jitter),
                                 .jitter = client.jitter,
                                 .deadline = DeadlineOf(method.entry->effective),
                                 .latency = request_.latency,
                                 .failure_probability = request_.failure_probability,
                                 .notes = NotesOn(method)};
    if (!request_.deadline) simulated.ends = EndsOf(method.entry->effective.timeout_range);
    SetPolicy(method, simulated);
    const bool is_known = simulated.policy != SimulatedPolicy::kRejected &&
                          simulated.policy != SimulatedPolicy::kUnlimited;
    if (!is_known) return simulated;
    for (std::string& note : NotesOnFlags(simulated, request_, TokensOf(method.target, client))) {
      simulated.notes.push_back(std::move(note));
    }
    SetSchedule(method.target, client, simulated);
    if (simulated.is_throttled && request_.fleet.outage &&
        client.throttle_scope == ThrottleScope::kChannelAlwaysRefilled) {
      simulated.notes.emplace_back(
          "this client refills its retryThrottling with every resolver answer, and can then send "
          "as many retries again; the numbers exclude that");
    }
    if (request_.responses != nullptr) AddTrace(method, client, simulated);
    return simulated;
  }

  void SetPolicy(const ResolvedMethod& method, SimulatedMethod& simulated) const {
    const auto& retry = method.entry->effective.retry_policy;
    const auto& hedging = method.entry->effective.hedging_policy;
    if (resolution_.channels[method.target].verdict == Verdict::kRejects) {
      simulated.policy = SimulatedPolicy::kRejected;
    } else if (retry && !retry->max_attempts.value) {
      simulated.policy = SimulatedPolicy::kUnlimited;
    } else if (retry) {
      simulated.policy = SimulatedPolicy::kRetry;
      simulated.call = {.retry = BackoffOf(*retry),
                        .codes = CodesOf(retry->retryable_status_codes)};
    } else if (hedging) {
      simulated.policy = SimulatedPolicy::kHedging;
      simulated.call = {.hedging = HedgingOf(*hedging),
                        .codes = CodesOf(hedging->non_fatal_status_codes)};
    }
  }

  void SetSchedule(size_t target, const CallReading& client, SimulatedMethod& method) {
    Numbers numbers = NumbersOf(method);
    if (!method.call.hedging && method.deadline >= EndOfRetries(client, method)) {
      numbers[kDeadlineOfNumbers] = kNever;  // it cuts nothing off
    }
    const auto [known, is_new] = known_.try_emplace({&targets_[target], numbers}, methods_.size());
    if (!is_new) {
      method.schedule = methods_[known->second].schedule;
      method.policy_attempts = methods_[known->second].policy_attempts;
      method.is_throttled = methods_[known->second].is_throttled;
      method.hedges = methods_[known->second].hedges;
      method.herd = methods_[known->second].herd;
      method.clients = methods_[known->second].clients;
      method.fleet = methods_[known->second].fleet;
      method.usual_outage = methods_[known->second].usual_outage;
    } else if (method.call.hedging) {
      SetHedges(client, method);
      if (AreHedgesInSequence(*method.call.hedging, request_)) {
        SetHedgedFleet(target, client, method);
      }
    } else {
      SetRetries(target, client, method);
    }
  }

  // After it no attempt is answered; a little more than that.
  [[nodiscard]] double EndOfRetries(const CallReading& client,
                                    const SimulatedMethod& method) const {
    constexpr double kMore = 1.001;
    const Latency latency = method.latency.value_or(Latency());
    if (latency.exponential_mean > 0 || method.ends) return kNever;
    double end = latency.fixed;
    if (!method.call.retry) return end * kMore;
    for (const Delay& delay : DelaysOf(*method.call.retry, client, request_.pushbacks)) {
      end += delay.high + latency.fixed;
    }
    return end * kMore;
  }

  void SetRetries(size_t target, const CallReading& client, SimulatedMethod& method) const {
    std::vector<Delay> delays = method.call.retry
                                    ? DelaysOf(*method.call.retry, client, request_.pushbacks)
                                    : std::vector<Delay>();
    const std::vector<double> hangs = TakeOutHanging(client, delays);
    const Scenario scenario = ScenarioOf(method);
    const std::optional<ClientTokens> tokens = ActingTokensOf(target, client);
    method.policy_attempts = delays.size() + 1;
    method.is_throttled = tokens && !delays.empty();
    const Schedule of_policy = ScheduleOf(delays, scenario);
    const absl::Span<const AttemptSchedule> in_time = InTime(of_policy);
    const absl::Span<const Delay> allowed = AllowedOf(delays, tokens);
    method.schedule = ScheduleOf(allowed, scenario);
    if (delays.empty()) return;
    if (tokens) SetLongRun(*tokens, scenario.failure_probability, method.schedule);
    AddHangs(hangs, scenario.failure_probability, method.schedule);
    SetHerd(StartsAfter(allowed, scenario.latency), scenario, request_.fleet, method);
    const RetryingClients clients = {delays, in_time.size(), tokens, in_time};
    method.fleet = FactsOf(clients, scenario, request_.fleet);
    if (request_.has_usual_outage && !request_.fleet.outage) {
      method.usual_outage = UsualOutageOf(clients, scenario);
    }
  }

  // In which all attempts fail.
  [[nodiscard]] UsualOutage UsualOutageOf(RetryingClients clients, Scenario scenario) const {
    scenario.failure_probability = 1;
    FleetRequest request = {.fleet = Fleet{kUsualClients},
                            .outage = OutageRequest{.length = kUsualOutage},
                            .seed = request_.fleet.seed,
                            .jobs = request_.fleet.jobs};
    UsualOutage usual = {*FactsOf(clients, scenario, request).outage};
    if (!clients.tokens) return usual;
    clients.tokens = std::nullopt;
    usual.without_tokens = FactsOf(clients, scenario, request).outage;
    return usual;
  }

  void SetHedges(const CallReading& client, SimulatedMethod& method) const {
    const Hedging& hedging = *method.call.hedging;
    HedgingSchedule hedges =
        ScheduleHedges(hedging, client, ScenarioOf(method), !request_.latency.has_value());
    method.schedule = std::move(hedges.schedule);
    if (request_.fleet.latency) SetHedgesByLaw(client, method);
    if (!request_.latency) return;
    method.hedges = {.sent = std::move(hedges.sent),
                     .all_failed_at = hedges.all_failed_at,
                     .is_by_timer = client.hedge_after_failure == HedgeAfterFailure::kAfterDelay,
                     .gain = GainOf(hedging, *request_.latency)};
  }

  // What fleets come to of clients that hedge. Where an attempt takes longer than the hedgingDelay,
  // or is never answered, the next one starts all the same: there is no failure before it that
  // would take a token.
  void SetHedgedFleet(size_t target, const CallReading& client, SimulatedMethod& method) const {
    Scenario scenario = ScenarioOf(method);
    const std::vector<AttemptSchedule>& attempts = method.schedule.attempts;
    const bool overlap = !request_.latency || scenario.latency.fixed > method.call.hedging->delay;
    if (overlap) {
      scenario.latency = {};
      scenario.failure_probability = 1;
    }
    std::vector<Delay> delays;
    for (size_t i = 1; i < attempts.size(); ++i) {
      const double delay =
          std::max(0.0, attempts[i].mean - attempts[i - 1].mean - scenario.latency.fixed);
      delays.push_back({delay, delay});
    }
    if (delays.empty()) return;
    std::optional<ClientTokens> tokens = ActingTokensOf(target, client);
    if (overlap || client.hedge_throttling == HedgeThrottling::kNever) tokens = std::nullopt;
    const absl::Span<const AttemptSchedule> in_time = InTime(method.schedule);
    SetHerd(StartsAfter(AllowedOf(delays, tokens), scenario.latency), scenario, request_.fleet,
            method);
    std::optional<HedgedFacts> hedged = std::move(method.fleet.hedged);
    const RetryingClients clients = {delays, in_time.size(), tokens, in_time};
    method.fleet = FactsOf(clients, scenario, request_.fleet);
    method.fleet.hedged = std::move(hedged);
    if (request_.has_usual_outage && !request_.fleet.outage) {
      method.usual_outage = UsualOutageOf(clients, scenario);
    }
  }

  // Of hedges that are answered by a law of latency, or fail by another one.
  void SetHedgesByLaw(const CallReading& client, SimulatedMethod& method) const {
    const Hedging& hedging = *method.call.hedging;
    const bool is_by_timer = client.hedge_after_failure == HedgeAfterFailure::kAfterDelay;
    const Scenario scenario = ScenarioOf(method);
    const LatencyLaw& law = *request_.fleet.latency;
    const double p = method.failure_probability;
    for (AttemptSchedule& attempt : method.schedule.attempts) {
      attempt.answered_by_deadline = 1 - law.Survival(scenario.deadline - attempt.mean);
    }
    if (p > 0 && p < 1) {
      method.fleet.hedged = FollowHedges(hedging, scenario, is_by_timer, request_.fleet);
      const HedgedSample& sample = method.fleet.hedged->sample;
      method.schedule.expected_attempts = sample.sends.Value();
      method.schedule.call_fails = sample.fails.Value();
      method.schedule.deadline_exceeded = sample.late.Value();
    }
    if (request_.latency) return;
    if (p <= 0) {
      method.schedule.call_fails = UnansweredAt(hedging, law, scenario.deadline);
      method.schedule.deadline_exceeded = method.schedule.call_fails;
    }
    method.latency_law = request_.fleet.latency;
    const HedgingGain gain = GainOf(hedging, law);
    method.hedges = {gain.sent, std::nullopt, is_by_timer, gain};
  }

  [[nodiscard]] std::optional<ClientTokens> TokensOf(size_t target,
                                                     const CallReading& client) const {
    const auto& throttling = resolution_.channels[target].effective.retry_throttling;
    if (!throttling) return std::nullopt;
    return ClientTokens{
        {throttling->max_tokens.value.value_or(0), throttling->token_ratio.value.value_or(0)},
        client.tokens,
        client.throttle_check};
  }

  // Those that numbers are with. A note says what an inverted bucket does; no limit of A6 does.
  [[nodiscard]] std::optional<ClientTokens> ActingTokensOf(size_t target,
                                                           const CallReading& client) const {
    const std::optional<ClientTokens> tokens = TokensOf(target, client);
    const bool acts = tokens && tokens->arithmetic != TokenArithmetic::kInverted &&
                      !request_.fleet.without_throttling;
    return acts ? tokens : std::nullopt;
  }

  void AddTrace(const ResolvedMethod& method, const CallReading& client,
                SimulatedMethod& simulated) const {
    const Scenario scenario = ScenarioOf(simulated);
    TraceSetting setting = {.latency = scenario.latency.fixed,
                            .deadline = scenario.deadline,
                            .deadline_spread = scenario.deadline_spread};
    if (const auto tokens = TokensOf(method.target, client)) {
      setting.throttling = tokens->throttling;
    }
    simulated.trace = {.trace = TraceOf(simulated.call, client, *request_.responses, setting),
                       .responses = request_.responses,
                       .throttling = setting.throttling,
                       .arithmetic = client.tokens};
  }

  // Algorithms after the methods from `begin` on, if one of them is retried; the first one's
  // numbers are taken for all.
  void AddCompared(size_t begin) {
    size_t retried = begin;
    while (retried < methods_.size() && methods_[retried].policy != SimulatedPolicy::kRetry) {
      ++retried;
    }
    if (retried == methods_.size()) return;
    for (const Algorithm* const algorithm : request_.compared) {
      const SimulatedMethod& beside = methods_[retried];
      const auto [known, is_new] =
          known_.try_emplace({algorithm, NumbersOf(beside)}, methods_.size());
      SimulatedMethod method =
          is_new ? Follow(*algorithm, NumbersBeside(*algorithm, *beside.call.retry),
                          beside.deadline, request_)
                 : methods_[known->second];
      method.name = beside.name;
      methods_.push_back(std::move(method));
    }
  }

  [[nodiscard]] double DeadlineOf(const EffectiveMethod& method) const {
    if (request_.deadline) return *request_.deadline;
    return method.timeout.value ? SecondsOf(method.timeout) : kNever;
  }

  [[nodiscard]] std::vector<std::string> NotesOn(const ResolvedMethod& method) const {
    const ResolvedChannel& channel = resolution_.channels[method.target];
    if (channel.verdict == Verdict::kRejects && channel.reason) {
      return {absl::StrCat(channel.reason->message, " [", channel.reason->rule, "]")};
    }
    std::vector<std::string> notes = channel.notes;
    if (channel.verdict == Verdict::kBreaksCalls && channel.reason) {
      notes.push_back(absl::StrCat("calls break in this client: ", channel.reason->message, " [",
                                   channel.reason->rule, "]"));
    }
    if (!method.entry->source) notes.emplace_back("no entry of methodConfig applies to it");
    if (method.entry->effective.timeout_range && !request_.deadline) {
      notes.emplace_back(
          "C-core counts a timeout of the config from 1 to 2 s before the call, depending on when "
          "the process started; the shares are of all processes (grpc/grpc issues 34547, 40633)");
    }
    for (const MissedField& missed : method.entry->missed) notes.push_back(WordsOf(missed));
    for (const Alteration& alteration : method.entry->altered) {
      if (request_.deadline && alteration.path == "timeout") continue;
      notes.push_back(absl::StrCat(alteration.path, " is written `", alteration.written,
                                   "` and used as `", alteration.used, "`"));
    }
    for (const std::string& path : method.entry->ignored) {
      notes.push_back(absl::StrCat(path, " is ignored"));
    }
    return notes;
  }

  const Resolution& resolution_;
  absl::Span<const Target> targets_;
  const SimulationRequest& request_;
  std::vector<SimulatedMethod> methods_ = {};
  // The first method of a target, or algorithm, with such numbers.
  std::map<std::pair<const void*, Numbers>, size_t> known_ = {};
};

// In the order of SimulatedPolicy.
constexpr std::array<absl::string_view, 6> kPolicyNames = {
    "none", "retryPolicy", "hedgingPolicy", "algorithm", "rejected", "unlimited"};

}  // namespace

std::string RuleName(const Jitter& jitter) {
  if (jitter.low == 1 && jitter.high == 1) return "none";
  if (jitter.low == kJitterOf2017.low && jitter.high == kJitterOf2017.high) return "a6-2017";
  if (jitter.low == kJitterOf2024.low && jitter.high == kJitterOf2024.high) return "a6-2024";
  return absl::StrCat(jitter.low, "-", jitter.high);
}

absl::string_view PolicyName(SimulatedPolicy policy) {
  return kPolicyNames[static_cast<size_t>(policy)];
}

std::vector<SimulatedMethod> Simulate(const Resolution& resolution,
                                      absl::Span<const Target> targets,
                                      const SimulationRequest& request) {
  return Simulation(resolution, targets, request).Run();
}

SimulatedMethod Simulate(const Algorithm& algorithm, const Backoff& numbers,
                         const SimulationRequest& request) {
  SimulatedMethod method = Follow(algorithm, numbers, request.deadline.value_or(kNever), request);
  method.name = std::string(algorithm.name);
  return method;
}

}  // namespace grpcfg
