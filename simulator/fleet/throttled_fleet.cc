#include "simulator/fleet/throttled_fleet.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace grpcfg {
namespace {

// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
class RandomNumbers {
 public:
  RandomNumbers(uint64_t seed, uint64_t stream) : state_(Mix(seed) ^ Mix(~stream)) {}

  // In [0, 1).
  double Uniform() {
    constexpr int kUnused = 11;  // a double has 53 bits
    state_ += kStep;
    return static_cast<double>(Mix(state_) >> kUnused) * 0x1p-53;
  }

  double Exponential(double mean) { return -mean * std::log1p(-Uniform()); }

 private:
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15;

  static uint64_t Mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  uint64_t state_;
};

// Of one call: an attempt starts, or it ends.
struct Event {
  double time = 0;
  uint64_t order = 0;  // in which events were made; that of those at one time
  double call = 0;     // when the call began
  size_t retries = 0;  // before that attempt
  bool is_end = false;
  bool fails = false;  // of an end

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
        tokens_(setting.throttling, setting.arithmetic) {}

  // Counts attempts by bin.
  void Follow(std::vector<double>& bins) {
    const double end = setting_.bin_edges.back();
    double call = NextCall(0);
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

 private:
  [[nodiscard]] double NextEvent() const {
    if (events_.empty()) return kNever;
    return events_.top().time;
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
    const auto& edges = setting_.bin_edges;
    const auto behind = std::upper_bound(edges.begin(), edges.end(), event.time);
    bins[static_cast<size_t>(behind - edges.begin()) - 1] += 1;
    if (event.retries > 0) ++retries_;
    const bool is_during = event.time < setting_.outage;
    const bool fails = is_during && random_.Uniform() < setting_.scenario.failure_probability;
    const Latency& latency = setting_.scenario.latency;
    Event end = event;
    end.is_end = true;
    end.fails = fails;
    end.time += latency.fixed;
    if (latency.exponential_mean > 0) end.time += random_.Exponential(latency.exponential_mean);
    end.time > event.time ? Add(end) : End(end);
  }

  void End(const Event& event) {
    if (!event.fails) return tokens_.AddSuccess();
    tokens_.AddFailure();
    if (event.retries == setting_.delays.size()) return;
    if (!ChecksAfterDelay() && !tokens_.AllowsRetry()) return;
    Event retry = event;
    retry.is_end = false;
    retry.time += DelayOf(setting_.delays[event.retries]);
    ++retry.retries;
    if (retry.time - retry.call < setting_.scenario.deadline) Add(retry);
  }

  double DelayOf(const Delay& delay) {
    if (!delay.is_whole_ms) return delay.low + (delay.high - delay.low) * random_.Uniform();
    const double points = std::round((delay.high - delay.low) * kMsPerSecond) + 1;
    return delay.low + std::floor(points * random_.Uniform()) / kMsPerSecond;
  }

  const ThrottledFleetSetting& setting_;
  RandomNumbers random_;
  TokenBucket tokens_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  uint64_t made_ = 0;
  double retries_ = 0;
};

// Of one number per client, its sum and that of its square.
struct Moments {
  double sum = 0;
  double squares = 0;

  void Add(double number) {
    sum += number;
    squares += Square(number);
  }
  [[nodiscard]] double ErrorOfMean(double count) const {
    const double variance = std::max(0.0, squares / count - Square(sum / count));
    return std::sqrt(variance / (count - 1));
  }
};

}  // namespace

ThrottledFleet FollowFleet(const ThrottledFleetSetting& setting) {
  const size_t bins = setting.bin_edges.size() - 1;
  std::vector<Moments> per_bin(bins);
  Moments retries;
  for (size_t number = 0; number < setting.clients; ++number) {
    std::vector<double> attempts(bins);
    Client client(setting, number);
    client.Follow(attempts);
    for (size_t i = 0; i < bins; ++i) per_bin[i].Add(attempts[i]);
    retries.Add(client.retries());
  }
  const auto count = static_cast<double>(setting.clients);
  ThrottledFleet fleet = {.retries = retries.sum / count,
                          .retries_error = retries.ErrorOfMean(count)};
  for (const Moments& each : per_bin) {
    fleet.attempts_per_bin.push_back(each.sum / count);
    fleet.errors_per_bin.push_back(each.ErrorOfMean(count));
  }
  return fleet;
}

}  // namespace grpcfg
