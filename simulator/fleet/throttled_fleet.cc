#include "simulator/fleet/throttled_fleet.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <functional>
#include <queue>
#include <system_error>
#include <thread>

#include "simulator/fleet/outage.h"

namespace grpcfg {
namespace {

// Of one call: an attempt starts, or it ends.
struct Event {
  double time = 0;
  uint64_t order = 0;  // in which events were made; that of those at one time
  double call = 0;     // when the call began
  size_t retries = 0;  // before that attempt
  bool is_end = false;
  bool fails = false;  // of an end
  double state = 0;    // of the delays of the call

  friend bool operator>(const Event& a, const Event& b) {
    return a.time > b.time || (a.time == b.time && a.order > b.order);
  }
};

// One client, its calls and its tokens.
class Client {
 public:
  Client(const ThrottledFleetSetting& setting, size_t number)
      : setting_(setting),
        random_(setting.seed, number),
        during_by_number_(setting.delays.size()),
        tokens_(setting.throttling, setting.arithmetic) {}

  // Counts attempts by bin.
  void Follow(std::vector<double>& bins) {
    const double end = setting_.bin_edges.back();
    double call = NextCall(-TimeBefore());
    while (true) {
      const double next = NextEvent();
      if (std::min(call, next) >= end) return;
      if (call <= next) {
        Start({.time = call, .call = call}, bins);
        call = NextCall(call);
        continue;
      }
      const Event event = events_.top();
      events_.pop();
      event.is_end ? End(event) : Start(event, bins);
    }
  }

  [[nodiscard]] double retries() const { return retries_; }
  [[nodiscard]] double retries_during() const { return retries_during_; }
  [[nodiscard]] const std::vector<double>& during_by_number() const { return during_by_number_; }
  [[nodiscard]] double calls_saved() const { return calls_saved_; }

 private:
  [[nodiscard]] double NextEvent() const {
    if (events_.empty()) return kNever;
    return events_.top().time;
  }

  // Calls that wait for an answer as the outage begins still succeed, and give tokens back between
  // the first failures. If all answers take the same time, those come before any failure.
  [[nodiscard]] double TimeBefore() const {
    const Scenario& scenario = setting_.scenario;
    if (scenario.latency.exponential_mean <= 0) return 0;
    return std::min(LongestOf(scenario.latency), scenario.deadline);
  }

  double NextCall(double after) { return after + random_.Exponential(1 / setting_.call_rate); }

  void Add(Event event) {
    event.order = ++made_;
    events_.push(event);
  }

  [[nodiscard]] bool ChecksAfterDelay() const {
    return setting_.check == ThrottleCheck::kAfterDelay ||
           setting_.check == ThrottleCheck::kAfterDelayHanging;
  }

  void Start(const Event& event, std::vector<double>& bins) {
    if (event.retries > 0 && ChecksAfterDelay() && !tokens_.AllowsRetry()) return;
    if (event.time >= 0) CountAttempt(event.time, bins);
    const bool is_during = event.time >= 0 && event.time < setting_.outage;
    const bool fails = is_during && random_.Uniform() < FailureProbabilityAt(event.time);
    if (event.retries > 0) CountRetry(event.retries, is_during);
    const Latency& latency = setting_.scenario.latency;
    Event end = event;
    end.is_end = true;
    end.fails = fails;
    end.time += latency.fixed;
    if (latency.exponential_mean > 0) end.time += random_.Exponential(latency.exponential_mean);
    end.time > event.time ? Add(end) : End(end);
  }

  void CountAttempt(double time, std::vector<double>& bins) const {
    const auto& edges = setting_.bin_edges;
    const auto edge = std::upper_bound(edges.begin(), edges.end(), time);
    bins[static_cast<size_t>(edge - edges.begin()) - 1] += 1;
  }

  void CountRetry(size_t number, bool is_during) {
    ++retries_;
    if (!is_during) return;
    ++retries_during_;
    ++during_by_number_[number - 1];
  }

  [[nodiscard]] double FailureProbabilityAt(double time) const {
    return setting_.failures ? setting_.failures->At(time) : setting_.scenario.failure_probability;
  }

  // No client waits for an answer after the deadline.
  void End(const Event& event) {
    if (event.time - event.call >= setting_.scenario.deadline) return;
    if (!event.fails) {
      if (event.retries > 0) ++calls_saved_;
      return tokens_.AddSuccess();
    }
    tokens_.AddFailure();
    if (event.retries == setting_.delays.size()) return;
    if (!ChecksAfterDelay() && !tokens_.AllowsRetry()) return;
    Event retry = event;
    retry.is_end = false;
    retry.time += DelayOf(retry);
    ++retry.retries;
    if (retry.time - retry.call < setting_.scenario.deadline) Add(retry);
  }

  double DelayOf(Event& retry) {
    const Delay& delay = setting_.delays[retry.retries];
    if (setting_.draw != nullptr) {
      return setting_.draw(setting_.numbers, retry.retries, random_.Uniform(), retry.state);
    }
    if (!delay.is_whole_ms) return delay.low + (delay.high - delay.low) * random_.Uniform();
    const double points = std::round((delay.high - delay.low) * kMsPerSecond) + 1;
    return delay.low + std::floor(points * random_.Uniform()) / kMsPerSecond;
  }

  const ThrottledFleetSetting& setting_;
  RandomNumbers random_;
  std::vector<double> during_by_number_;
  TokenBucket tokens_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  uint64_t made_ = 0;
  double retries_ = 0;
  double retries_during_ = 0;
  double calls_saved_ = 0;
};

// Of some of the clients. All counts are whole numbers, so that sums are the same in any order.
struct Counts {
  std::vector<SampledMean> per_bin = {};
  SampledMean retries = {};
  SampledMean retries_during = {};
  std::vector<SampledMean> during_by_number = {};
  SampledMean calls_saved = {};

  void Add(const Counts& other) {
    for (size_t i = 0; i < per_bin.size(); ++i) per_bin[i].Add(other.per_bin[i]);
    retries.Add(other.retries);
    retries_during.Add(other.retries_during);
    for (size_t i = 0; i < during_by_number.size(); ++i) {
      during_by_number[i].Add(other.during_by_number[i]);
    }
    calls_saved.Add(other.calls_saved);
  }
};

// Of the clients from `begin` to before `end`.
Counts FollowSome(const ThrottledFleetSetting& setting, size_t begin, size_t end) {
  const size_t bins = setting.bin_edges.size() - 1;
  Counts counts = {.per_bin = std::vector<SampledMean>(bins),
                   .during_by_number = std::vector<SampledMean>(setting.delays.size())};
  std::vector<double> attempts(bins);
  for (size_t number = begin; number < end; ++number) {
    std::fill(attempts.begin(), attempts.end(), 0);
    Client client(setting, number);
    client.Follow(attempts);
    for (size_t i = 0; i < bins; ++i) counts.per_bin[i].Add(attempts[i]);
    counts.retries.Add(client.retries());
    counts.retries_during.Add(client.retries_during());
    for (size_t i = 0; i < counts.during_by_number.size(); ++i) {
      counts.during_by_number[i].Add(client.during_by_number()[i]);
    }
    counts.calls_saved.Add(client.calls_saved());
  }
  return counts;
}

}  // namespace

ThrottledFleet FollowFleet(const ThrottledFleetSetting& setting) {
  std::vector<Counts> parts(std::max<size_t>(1, setting.jobs));
  std::vector<std::exception_ptr> failures(parts.size());  // a full memory; our code throws nothing
  std::atomic<size_t> next = 0;
  const auto follow = [&] {
    for (size_t part = next++; part < parts.size(); part = next++) {
      try {
        parts[part] = FollowSome(setting, setting.clients * part / parts.size(),
                                 setting.clients * (part + 1) / parts.size());
      } catch (...) {
        failures[part] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    try {
      while (threads.size() + 1 < parts.size()) threads.emplace_back(follow);
    } catch (const std::system_error&) {
      // As many as the system gives.
    }
    follow();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure != nullptr) std::rethrow_exception(failure);
  }
  Counts& all = parts.front();
  for (size_t part = 1; part < parts.size(); ++part) all.Add(parts[part]);
  ThrottledFleet fleet = {
      .retries = all.retries, .retries_during = all.retries_during, .calls_saved = all.calls_saved};
  for (const SampledMean& each : all.during_by_number) {
    fleet.during_by_number.push_back(each.Value());
  }
  for (const SampledMean& each : all.per_bin) {
    fleet.attempts_per_bin.push_back(each.Value());
    fleet.errors_per_bin.push_back(each.Error());
  }
  return fleet;
}

}  // namespace grpcfg
