#include "simulator/fleet/varying_outage.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "simulator/fleet/delay_mean.h"

namespace grpcfg {
namespace {

constexpr double kHalf = 0.5;

// The time since a call in steps: short ones while its attempts may fail, which are a fraction of
// its shortest delay, and longer ones after that, where they only have to be counted.
class TimeSteps {
 public:
  TimeSteps(double failing_end, double end, double shortest)
      : fine_(std::clamp(std::ceil(kStepsOfShortest * failing_end / shortest), kLeast, kMost)),
        fine_width_(failing_end / fine_),
        coarse_width_((end - failing_end) / kLeast) {
    while (static_cast<double>(edges_.size()) < fine_) {
      edges_.push_back(static_cast<double>(edges_.size()) * fine_width_);
    }
    edges_.push_back(failing_end);
    if (coarse_width_ <= 0) return;
    while (static_cast<double>(edges_.size()) < fine_ + kLeast + 1) {
      const double coarse = static_cast<double>(edges_.size()) - fine_;
      edges_.push_back(failing_end + coarse * coarse_width_);
    }
  }

  [[nodiscard]] const std::vector<double>& edges() const { return edges_; }
  [[nodiscard]] size_t count() const { return edges_.size() - 1; }
  [[nodiscard]] double end() const { return edges_.back(); }
  [[nodiscard]] double Width(size_t step) const { return edges_[step + 1] - edges_[step]; }
  [[nodiscard]] double Middle(size_t step) const {
    return (edges_[step] + edges_[step + 1]) * kHalf;
  }

  // The step that holds `time`, which is not below 0.
  [[nodiscard]] size_t At(double time) const {
    const double past_fine = time - fine_ * fine_width_;
    const double place = past_fine < 0 || coarse_width_ <= 0 ? time / fine_width_
                                                             : fine_ + past_fine / coarse_width_;
    return std::min(static_cast<size_t>(place), count() - 1);
  }

 private:
  static constexpr double kStepsOfShortest = 24;
  static constexpr double kLeast = 512;
  static constexpr double kMost = 4096;

  double fine_;  // how many there are
  double fine_width_;
  double coarse_width_;
  std::vector<double> edges_;
};

// How many attempts have started, or ended, by each edge.
using Cumulative = std::vector<double>;

std::vector<Delay> AllSmoothed(absl::Span<const Delay> delays) {
  std::vector<Delay> smoothed;
  smoothed.reserve(delays.size());
  for (const Delay& delay : delays) smoothed.push_back(Smoothed(delay));
  return smoothed;
}

TimeSteps StepsOf(absl::Span<const Delay> delays, const FailureCurve& failures,
                  const Scenario& scenario) {
  constexpr double kShortest = 1e-9;
  double longest = 0;
  double shortest = kNever;
  for (const Delay& delay : delays) {
    longest += delay.high + LongestOf(scenario.latency);
    const double mean =
        (delay.low + delay.high) / 2 + scenario.latency.fixed + scenario.latency.exponential_mean;
    if (mean > 0) shortest = std::min(shortest, mean);
  }
  constexpr double kRoom = 1.004;  // of a few steps, for the last retry
  const double end = std::max(kShortest, std::min(kRoom * longest, scenario.deadline));
  return {std::min(end, failures.end()), end, std::max(shortest, kShortest)};
}

// The edges from which and to which some start.
struct Window {
  size_t from = 0;
  size_t to = 0;
};

// What an attempt does between its start and that of the next one.
class Transition {
 public:
  // `next`: all starts of the next one lie in it.
  Transition(const Delay& delay, const Latency& latency, const TimeSteps& steps, Window next)
      : low_(delay.low + latency.fixed),
        width_(delay.high - delay.low),
        mean_(latency.exponential_mean),
        steps_(steps),
        next_(next) {}

  [[nodiscard]] const Window& next() const { return next_; }

  // `failed`: attempts that fail, by when they started; those at 0 started immediately.
  [[nodiscard]] Cumulative Next(const Cumulative& failed) const {
    const Cumulative faded = mean_ > 0 ? Faded(failed) : Cumulative();
    const Cumulative& ended = mean_ > 0 ? faded : failed;
    constexpr double kPoint = 1e-6;  // of a step
    const bool is_point = width_ < kPoint * steps_.Width(0);
    Cumulative areas(ended.size());
    for (size_t i = 1; i < ended.size() && !is_point; ++i) {
      areas[i] = areas[i - 1] + steps_.Width(i - 1) * (ended[i - 1] + ended[i]) / 2;
    }
    Cumulative next(ended.size());
    for (size_t i = next_.from; i <= next_.to; ++i) {
      const double time = steps_.edges()[i] - low_;
      next[i] = is_point
                    ? CountTo(time, ended)
                    : (AreaTo(time, ended, areas) - AreaTo(time - width_, ended, areas)) / width_;
    }
    for (size_t i = next_.to + 1; i < next.size(); ++i) next[i] = next[next_.to];
    return next;
  }

 private:
  // After exponential latencies: g' = (f - g) / mean, where f is a straight line in each step.
  [[nodiscard]] Cumulative Faded(const Cumulative& failed) const {
    Cumulative ended(failed.size());
    for (size_t i = 1; i < failed.size(); ++i) {
      const double steps = steps_.Width(i - 1) / mean_;
      const double lag = (failed[i] - failed[i - 1]) / steps;
      ended[i] = failed[i] - lag + (ended[i - 1] - failed[i - 1] + lag) * std::exp(-steps);
    }
    return ended;
  }

  [[nodiscard]] double CountTo(double time, const Cumulative& ended) const {
    if (time < 0) return 0;
    const size_t step = steps_.At(time);
    const double share = (time - steps_.edges()[step]) / steps_.Width(step);
    return ended[step] + share * (ended[step + 1] - ended[step]);
  }

  // The integral of `ended` to `time`; `areas` are those to each edge.
  [[nodiscard]] double AreaTo(double time, const Cumulative& ended, const Cumulative& areas) const {
    if (time <= 0) return 0;
    const size_t step = steps_.At(time);
    const double rest = time - steps_.edges()[step];
    const double slope = (ended[step + 1] - ended[step]) / steps_.Width(step);
    return areas[step] + rest * (ended[step] + rest * slope / 2);
  }

  double low_;
  double width_;
  double mean_;
  const TimeSteps& steps_;
  Window next_;
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

  // Attempts per call, over a step about each of the times, if there is one call a second.
  [[nodiscard]] std::vector<double> Loads() const {
    std::vector<double> loads;
    double rate = 0;
    for (size_t i = 0; i < counts_.size(); ++i) {
      const double width = i == 0 ? step_ / 2 : step_;  // there is nothing before 0
      loads.push_back(1 + std::max(0.0, (counts_[i] + rate * step_) / width));
      rate += rates_[i];
    }
    return loads;
  }

 private:
  // From `time` on. Edge `i` is half a step after time `i`.
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

struct Span {
  double begin = 0;
  double width = 0;
};

struct FollowedCalls {
  // By the number of the retry, from 1.
  std::vector<double> retries = {};
  std::vector<double> retries_during = {};
  std::vector<double> successes = {};
  // By the step in which they start.
  std::vector<double> retries_by_step = {};
};

// E[max(0, time - latency)].
double TimeSinceAnswer(const Latency& latency, double time) {
  const double since = time - latency.fixed;
  if (since <= 0) return 0;
  const double mean = latency.exponential_mean;
  return mean > 0 ? since + mean * std::expm1(-since / mean) : since;
}

// By the step in which attempts start, the share that is answered before the deadline.
std::vector<double> AnsweredShares(const TimeSteps& steps, const Scenario& scenario) {
  std::vector<double> shares(steps.count(), 1.0);
  if (std::isinf(scenario.deadline)) return shares;
  for (size_t i = 0; i < shares.size(); ++i) {
    const auto since = [&](double edge) {
      return TimeSinceAnswer(scenario.latency, scenario.deadline - edge);
    };
    shares[i] = (since(steps.edges()[i]) - since(steps.edges()[i + 1])) / steps.Width(i);
  }
  return shares;
}

class Follower {
 public:
  Follower(absl::Span<const Delay> delays, const FailureCurve& failures, const Scenario& scenario)
      : failures_(failures),
        steps_(StepsOf(delays, failures, scenario)),
        answered_(AnsweredShares(steps_, scenario)) {
    const Latency& latency = scenario.latency;
    double first = 0;
    double last = 0;
    for (const Delay& delay : delays) {
      first += delay.low + latency.fixed;
      last += latency.exponential_mean > 0 ? steps_.end() : delay.high + latency.fixed;
      // Each transition spreads what it starts from over whole steps.
      const size_t spread = transitions_.size() + 1;
      const size_t begin = steps_.At(first);
      const Window window = {begin - std::min(begin, spread),
                             std::min(steps_.At(last) + 1 + spread, steps_.count())};
      transitions_.emplace_back(delay, latency, steps_, window);
    }
  }

  [[nodiscard]] const TimeSteps& steps() const { return steps_; }
  [[nodiscard]] const std::vector<double>& answered() const { return answered_; }

  [[nodiscard]] FollowedCalls Follow(const CallCell& cell) const {
    FollowedCalls calls = {.retries_by_step = std::vector<double>(steps_.count())};
    const std::vector<double> fail = failures_.Means(cell.begin + cell.width / 2, steps_.edges());
    Cumulative failed(steps_.count() + 1, cell.failed);
    for (const Transition& transition : transitions_) {
      const Cumulative started = transition.Next(failed);
      const Window& window = transition.next();
      Count(cell, started, window, fail, calls);
      const auto after = [&](size_t edge) {
        return failed.begin() + static_cast<std::ptrdiff_t>(edge);
      };
      std::fill(failed.begin(), after(window.from), 0);
      failed[window.from] = started[window.from] * fail[std::min(window.from, fail.size() - 1)];
      for (size_t i = window.from; i < window.to; ++i) {
        failed[i + 1] = failed[i] + (started[i + 1] - started[i]) * fail[i];
      }
      std::fill(after(window.to), failed.end(), failed[window.to]);
    }
    return calls;
  }

  // When attempts start that do so in `step` of the calls of `cell`; as wide as the wider of both,
  // about the middle of both.
  [[nodiscard]] Span SpanOf(const CallCell& cell, size_t step) const {
    const double width = std::max(cell.width, steps_.Width(step));
    return {cell.begin + (cell.width - width) / 2 + steps_.Middle(step), width};
  }

  void CountLoad(const CallCell& cell, const FollowedCalls& calls, LoadCounter& loads) const {
    for (size_t i = 0; i < calls.retries_by_step.size(); ++i) {
      if (calls.retries_by_step[i] <= 0) continue;
      const Span span = SpanOf(cell, i);
      loads.Add(calls.retries_by_step[i], span.begin, span.width);
    }
  }

 private:
  // A retry, of which so many have started.
  void Count(const CallCell& cell, const Cumulative& started, const Window& window,
             const std::vector<double>& fail, FollowedCalls& calls) const {
    double during = 0;
    double successes = 0;
    for (size_t i = window.from; i < window.to; ++i) {
      const double count = started[i + 1] - (i == 0 ? 0 : started[i]);  // with those at 0
      if (count <= 0) continue;
      const Span span = SpanOf(cell, i);
      during += count * std::clamp((failures_.end() - span.begin) / span.width, 0.0, 1.0);
      successes += count * (1 - fail[i]) * answered_[i];
      calls.retries_by_step[i] += count;
    }
    calls.retries.push_back(started.back());
    calls.retries_during.push_back(std::min(during, started.back()));
    calls.successes.push_back(successes);
  }

  const FailureCurve& failures_;
  TimeSteps steps_;
  std::vector<double> answered_;
  std::vector<Transition> transitions_;
};

// The first and last start of each retry, since its call.
std::vector<double> StartsOf(absl::Span<const Delay> delays, const Latency& latency) {
  std::vector<double> starts;
  double first = 0;
  double last = 0;
  for (const Delay& delay : delays) {
    starts.push_back(first += delay.low + latency.fixed);
    starts.push_back(last += delay.high + latency.fixed);
  }
  return starts;
}

// True if calls just before `edge` and just after it meet the same failures: between two points of
// one height, the second of which comes after all their retries.
bool IsFlatAt(const FailureCurve& failures, double edge, double longest) {
  const absl::Span<const FailurePoint> points = failures.points();
  const auto next = std::find_if(points.begin(), points.end(),
                                 [&](const FailurePoint& point) { return point.time > edge; });
  if (next == points.begin() || next == points.end()) return false;
  const FailurePoint& before = *std::prev(next);
  return before.time < edge && edge < next->time - longest &&
         before.probability == next->probability;
}

// Narrow where retries meet the next point of the curve, or its end, and narrowest just before it.
std::vector<double> CellEdges(const FailureCurve& failures, const std::vector<double>& starts,
                              double longest) {
  constexpr size_t kCells = 64;
  constexpr size_t kMostCellsBefore = 96;  // all points
  const size_t cells_before =
      std::clamp<size_t>(kMostCellsBefore / failures.points().size(), 8, 32);
  const auto share = [](size_t part, size_t of) {
    return static_cast<double>(part) / static_cast<double>(of);
  };
  const double before = std::min(longest, failures.end());
  std::vector<double> edges;
  for (size_t i = 0; i <= kCells; ++i) edges.push_back(failures.end() * share(i, kCells));
  for (const FailurePoint& point : failures.points()) {
    for (size_t i = 0; i <= cells_before; ++i) {
      const double part = share(i, cells_before);
      edges.push_back(std::max(0.0, point.time - before * part * part * part));
    }
    for (const double start : starts) edges.push_back(std::max(0.0, point.time - start));
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::erase_if(edges, [&](double edge) { return IsFlatAt(failures, edge, longest); });
  return edges;
}

// Of calls that come at the begin, and all of which fail.
SynchronizedOutage SynchronizedOf(const Follower& follower, double end, const Latency& latency) {
  const FollowedCalls calls = follower.Follow({.failed = 1});
  SynchronizedOutage outage = {.success_by_retry = calls.successes, .exhausted = 1};
  for (size_t i = 0; i < calls.retries.size(); ++i) {
    outage.expected_attempts += calls.retries[i];
    outage.exhausted -= calls.successes[i];
  }
  double late = 0;
  double waits = 0;
  for (size_t i = 0; i < calls.retries_by_step.size(); ++i) {
    const double wait = follower.steps().Middle(i) - end;
    if (wait < 0) continue;
    const double answered = calls.retries_by_step[i] * follower.answered()[i];
    late += answered;
    waits += answered * (wait + latency.fixed + latency.exponential_mean);
  }
  constexpr double kRounding = 1e-9;
  if (outage.exhausted < kRounding) outage.exhausted = 0;
  if (late > kRounding) outage.mean_wait = waits / late;
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

// Fine enough for the highest load, of a schedule and of the whole time.
LoadTimes FineTimes(double longest, double end) {
  constexpr double kStepsOfSchedule = 256;
  constexpr double kMostSteps = 20'000;
  LoadTimes times = {.step = std::max(longest / kStepsOfSchedule, (end + longest) / kMostSteps)};
  times.count = static_cast<size_t>(std::ceil((end + longest) / times.step));
  return times;
}

}  // namespace

VaryingOutage FollowOutage(absl::Span<const Delay> delays, const FailureCurve& failures,
                           const Scenario& scenario, const LoadTimes& times) {
  const std::vector<Delay> smoothed = AllSmoothed(delays);
  const Follower follower(smoothed, failures, scenario);
  const double longest = follower.steps().end();
  VaryingOutage outage = {.synchronized =
                              SynchronizedOf(follower, failures.end(), scenario.latency)};
  OutageTotals& totals = outage.totals;
  totals.attempts_by_number.resize(delays.size() + 1);
  totals.attempts_by_number[0] = scenario.deadline > 0 ? failures.end() : 0;
  totals.attempts_during = totals.attempts_by_number[0];
  LoadCounter loads(times);
  const LoadTimes fine_times = FineTimes(longest, failures.end());
  LoadCounter fine_loads(fine_times);
  const std::vector<double> edges =
      CellEdges(failures, StartsOf(smoothed, scenario.latency), longest);
  for (size_t i = 1; i < edges.size(); ++i) {
    const CallCell cell = {
        .begin = edges[i - 1],
        .width = edges[i] - edges[i - 1],
        .failed = failures.IntegralTo(edges[i]) - failures.IntegralTo(edges[i - 1])};
    if (cell.failed <= 0) continue;
    const FollowedCalls calls = follower.Follow(cell);
    Add(calls, totals);
    follower.CountLoad(cell, calls, loads);
    follower.CountLoad(cell, calls, fine_loads);
  }
  const double answered_at_once =
      StartTime({}, {}).Answered(scenario.latency).ProbabilityBefore(scenario.deadline);
  const double succeed_at_once =
      (failures.end() - failures.IntegralTo(failures.end())) * answered_at_once;
  totals.calls_failed = std::max(0.0, failures.end() - succeed_at_once - totals.calls_saved);
  outage.loads = loads.Loads();
  const std::vector<double> fine = fine_loads.Loads();
  const auto highest = std::max_element(fine.begin(), fine.end());
  outage.peak = {fine_times.step * static_cast<double>(highest - fine.begin()),
                 std::min(static_cast<double>(delays.size() + 1), *highest)};
  return outage;
}

}  // namespace grpcfg
