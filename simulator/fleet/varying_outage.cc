#include "simulator/fleet/varying_outage.h"

#include <algorithm>
#include <cmath>

namespace grpcfg {
namespace {

constexpr size_t kSteps = 1024;      // over the longest schedule
constexpr double kCallCells = 256;   // of the calls of the outage
constexpr double kCellsBefore = 64;  // of those whose retries meet the next point

// How many attempts have started, or ended, by each step since their calls.
using Cumulative = std::vector<double>;

constexpr double kHalf = 0.5;

std::vector<Delay> AllSmoothed(absl::Span<const Delay> delays) {
  std::vector<Delay> smoothed;
  smoothed.reserve(delays.size());
  for (const Delay& delay : delays) smoothed.push_back(Smoothed(delay));
  return smoothed;
}

// No retry of a call that comes at 0 is later, not even by a few steps.
double LongestSchedule(absl::Span<const Delay> delays, const Scenario& scenario) {
  constexpr double kShortest = 1e-9;
  double longest = 0;
  for (const Delay& delay : delays) longest += delay.high + LongestOf(scenario.latency);
  constexpr double kRoom = 1 + 4.0 / kSteps;
  return std::max(kShortest, std::min(kRoom * longest, scenario.deadline));
}

// What an attempt does between its start and that of the next one.
class Transition {
 public:
  Transition(const Delay& delay, const Latency& latency, double step)
      : low_(delay.low + latency.fixed),
        width_(delay.high - delay.low),
        mean_(latency.exponential_mean),
        step_(step) {}

  // `failed`: attempts that fail, by when they started; what stands at 0 has done so at once.
  [[nodiscard]] Cumulative Next(const Cumulative& failed) const {
    const Cumulative ended = mean_ > 0 ? Faded(failed) : failed;
    constexpr double kPoint = 1e-6;  // of a step
    if (width_ < kPoint * step_) return Shifted(ended);
    Cumulative areas(ended.size());
    for (size_t i = 1; i < ended.size(); ++i) {
      areas[i] = areas[i - 1] + step_ * (ended[i - 1] + ended[i]) / 2;
    }
    Cumulative next(ended.size());
    for (size_t i = 0; i < next.size(); ++i) {
      const double time = static_cast<double>(i) * step_ - low_;
      next[i] = (AreaTo(time, ended, areas) - AreaTo(time - width_, ended, areas)) / width_;
    }
    return next;
  }

 private:
  // After exponential latencies: g' = (f - g) / mean, where f is a straight line in each step.
  [[nodiscard]] Cumulative Faded(const Cumulative& failed) const {
    const double fading = std::exp(-step_ / mean_);
    Cumulative ended(failed.size());
    for (size_t i = 1; i < failed.size(); ++i) {
      const double lag = (failed[i] - failed[i - 1]) * mean_ / step_;
      ended[i] = failed[i] - lag + (ended[i - 1] - failed[i - 1] + lag) * fading;
    }
    return ended;
  }

  [[nodiscard]] Cumulative Shifted(const Cumulative& ended) const {
    Cumulative next(ended.size());
    for (size_t i = 0; i < next.size(); ++i) {
      const double place = static_cast<double>(i) - low_ / step_;
      if (place < 0) continue;
      const auto whole = static_cast<size_t>(place);
      const double rest = place - static_cast<double>(whole);
      next[i] = ended[whole];
      if (rest > 0) next[i] += rest * (ended[whole + 1] - ended[whole]);
    }
    return next;
  }

  // The integral of `ended` to `time`; `areas` are those to each step.
  [[nodiscard]] double AreaTo(double time, const Cumulative& ended, const Cumulative& areas) const {
    if (time <= 0) return 0;
    const auto whole = std::min(static_cast<size_t>(time / step_), ended.size() - 2);
    const double rest = time - static_cast<double>(whole) * step_;
    const double slope = (ended[whole + 1] - ended[whole]) / step_;
    return areas[whole] + rest * (ended[whole] + rest * slope / 2);
  }

  double low_;
  double width_;
  double mean_;
  double step_;
};

// What comes evenly over spans of time, counted by time.
class LoadCounter {
 public:
  explicit LoadCounter(const LoadTimes& times)
      : step_(times.step), counts_(times.count), rates_(times.count) {}

  void Add(double count, double begin, double width) {
    AddRate(count / width, begin);
    AddRate(-count / width, begin + width);
  }

  // Per second, over a step about each of the times.
  [[nodiscard]] std::vector<double> Loads() const {
    std::vector<double> loads;
    double rate = 0;
    for (size_t i = 0; i < counts_.size(); ++i) {
      const double width = i == 0 ? step_ / 2 : step_;  // there is nothing before 0
      loads.push_back((counts_[i] + rate * step_) / width);
      rate += rates_[i];
    }
    return loads;
  }

 private:
  // From `time` on. Edge `i` is half a step behind time `i`.
  void AddRate(double rate, double time) {
    const double place = std::max(0.0, std::ceil(time / step_ - kHalf));
    if (place >= static_cast<double>(rates_.size())) return;
    const auto edge = static_cast<size_t>(place);
    rates_[edge] += rate;
    counts_[edge] += rate * ((place + kHalf) * step_ - time);
  }

  double step_;
  std::vector<double> counts_;
  std::vector<double> rates_;
};

// Calls that come in one span of time, as at its middle.
struct CallCell {
  double begin = 0;
  double width = 0;
  double failed = 0;  // how many of their first attempts fail
};

// By the number of the retry, from 1.
struct FollowedCalls {
  std::vector<double> retries = {};
  std::vector<double> retries_during = {};
  std::vector<double> successes = {};
  double late = 0;   // successes after the outage
  double waits = 0;  // of those since its end, s
};

class Follower {
 public:
  Follower(absl::Span<const Delay> delays, const FailureCurve& failures, const Scenario& scenario)
      : failures_(failures), step_(LongestSchedule(delays, scenario) / kSteps) {
    for (const Delay& delay : delays) {
      transitions_.emplace_back(delay, scenario.latency, step_);
    }
  }

  // `loads`: counts their retries; may be null.
  [[nodiscard]] FollowedCalls Follow(const CallCell& cell, LoadCounter* loads) const {
    FollowedCalls calls;
    const std::vector<double> fail = failures_.Means(Middle(cell), step_, kSteps);
    Cumulative failed(kSteps + 1, cell.failed);
    Cumulative all(kSteps);  // retries that start in each step
    for (const Transition& transition : transitions_) {
      Cumulative started = transition.Next(failed);
      for (size_t i = 0; i < kSteps; ++i) all[i] += started[i + 1] - (i == 0 ? 0 : started[i]);
      Count(cell, started, fail, calls);
      failed[0] = started[0] * fail[0];
      for (size_t i = 0; i < kSteps; ++i) {
        failed[i + 1] = failed[i] + (started[i + 1] - started[i]) * fail[i];
      }
    }
    if (loads == nullptr) return calls;
    for (size_t i = 0; i < kSteps; ++i) {
      if (all[i] > 0) loads->Add(all[i], cell.begin + TimeOf(i), cell.width);
    }
    return calls;
  }

  [[nodiscard]] double Longest() const { return step_ * kSteps; }

 private:
  [[nodiscard]] static double Middle(const CallCell& cell) { return cell.begin + cell.width / 2; }

  [[nodiscard]] double TimeOf(size_t step) const {
    return (static_cast<double>(step) + kHalf) * step_;
  }

  // Of a retry of which so many have started.
  void Count(const CallCell& cell, const Cumulative& started, const std::vector<double>& fail,
             FollowedCalls& calls) const {
    double during = 0;
    double successes = 0;
    for (size_t i = 0; i < kSteps; ++i) {
      const double count = started[i + 1] - (i == 0 ? 0 : started[i]);
      if (count <= 0) continue;
      const double left = failures_.end() - cell.begin - TimeOf(i);
      const double span = std::max(cell.width, step_);
      const double share = std::clamp(left / span + (cell.width < step_ ? kHalf : 0), 0.0, 1.0);
      during += count * share;
      successes += count * (1 - fail[i]);
      calls.late += count * (1 - share);
      calls.waits -= count * (1 - share) * std::min(0.0, left - cell.width / 2);
    }
    calls.retries.push_back(started.back());
    calls.retries_during.push_back(during);
    calls.successes.push_back(successes);
  }

  const FailureCurve& failures_;
  double step_;
  std::vector<Transition> transitions_;
};

// Narrow where retries meet the next point of the curve, or its end.
std::vector<double> CellEdges(const FailureCurve& failures, double longest) {
  const double width = failures.end() / kCallCells;
  std::vector<double> edges;
  for (size_t i = 0; i <= static_cast<size_t>(kCallCells); ++i) {
    edges.push_back(static_cast<double>(i) * width);
  }
  for (const FailurePoint& point : failures.points()) {
    edges.push_back(point.time);
    if (longest / kCellsBefore > width) continue;
    for (size_t i = 1; i <= static_cast<size_t>(kCellsBefore); ++i) {
      edges.push_back(std::max(0.0, point.time - longest * static_cast<double>(i) / kCellsBefore));
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

SynchronizedOutage SynchronizedOf(const FollowedCalls& calls) {
  SynchronizedOutage outage = {.success_by_retry = calls.successes, .exhausted = 1};
  for (size_t i = 0; i < calls.retries.size(); ++i) {
    outage.expected_attempts += calls.retries[i];
    outage.exhausted -= calls.successes[i];
  }
  constexpr double kRounding = 1e-9;
  if (outage.exhausted < kRounding) outage.exhausted = 0;
  if (calls.late > kRounding) outage.mean_wait = calls.waits / calls.late;
  return outage;
}

void Add(const FollowedCalls& calls, OutageTotals& totals) {
  for (size_t i = 0; i < calls.retries.size(); ++i) {
    totals.attempts_by_number[i + 1] += calls.retries_during[i];
    totals.attempts_during += calls.retries_during[i];
    totals.retries_after += calls.retries[i] - calls.retries_during[i];
    totals.calls_saved += calls.successes[i];
  }
}

}  // namespace

VaryingOutage FollowOutage(absl::Span<const Delay> delays, const FailureCurve& failures,
                           const Scenario& scenario, const LoadTimes& times) {
  const Follower follower(AllSmoothed(delays), failures, scenario);
  VaryingOutage outage;
  OutageTotals& totals = outage.totals;
  totals.attempts_by_number.resize(delays.size() + 1);
  totals.attempts_by_number[0] = totals.attempts_during = failures.end();
  LoadCounter loads(times);
  const std::vector<double> edges = CellEdges(failures, follower.Longest());
  for (size_t i = 1; i < edges.size(); ++i) {
    const CallCell cell = {
        .begin = edges[i - 1],
        .width = edges[i] - edges[i - 1],
        .failed = failures.IntegralTo(edges[i]) - failures.IntegralTo(edges[i - 1])};
    if (cell.failed > 0) Add(follower.Follow(cell, &loads), totals);
  }
  totals.calls_failed = std::max(0.0, failures.IntegralTo(failures.end()) - totals.calls_saved);
  outage.synchronized = SynchronizedOf(follower.Follow({.failed = 1}, nullptr));
  outage.loads = loads.Loads();
  for (double& load : outage.loads) ++load;
  return outage;
}

}  // namespace grpcfg
