#include "simulator/fleet/throttled_outage.h"

#include <algorithm>
#include <cmath>

#include "schema/fields/duration.h"
#include "simulator/fleet/delay_mean.h"

namespace grpcfg {
namespace {

// P(the sum <= most) of a compound Poisson variable: at [j - 1] the mean number of those that add
// j. Panjer, "Recursive evaluation of a family of compound distributions" (1981).
double CompoundPoissonUpTo(const std::vector<double>& means, double most) {
  constexpr double kMostTerms = 4000;
  constexpr double kLarge = 1e200;
  if (most < 0) return 0;
  double count = 0;
  double mean = 0;
  double variance = 0;
  for (size_t j = 0; j < means.size(); ++j) {
    const auto size = static_cast<double>(j + 1);
    count += means[j];
    mean += size * means[j];
    variance += size * size * means[j];
  }
  if (most > kMostTerms) {  // by the central limit theorem
    constexpr double kHalf = 0.5;
    return kHalf * std::erfc((mean - most - kHalf) / std::sqrt(2 * std::max(variance, kHalf)));
  }
  std::vector<double> terms = {1};  // times e^count, over e^scale
  double scale = 0;
  double sum = 1;
  for (size_t m = 1; m <= static_cast<size_t>(most); ++m) {
    double term = 0;
    for (size_t j = 1; j <= std::min(m, means.size()); ++j) {
      term += static_cast<double>(j) * means[j - 1] * terms[m - j];
    }
    terms.push_back(term / static_cast<double>(m));
    sum += terms.back();
    if (sum < kLarge) continue;
    for (double& each : terms) each /= kLarge;
    sum /= kLarge;
    scale += std::log(kLarge);
  }
  return std::min(1.0, sum * std::exp(scale - count));
}

}  // namespace

ThrottledOutage::ThrottledOutage(absl::Span<const Delay> delays, double length,
                                 const Scenario& scenario, const ThrottledClient& client)
    : delays_(ComputableOf(delays, {scenario.latency.fixed})),
      length_(length),
      latency_(scenario.latency.fixed),
      deadline_(scenario.deadline),
      client_(client) {
  // The tokens run out after some time, over a part of it that is the shorter the more they are.
  constexpr double kLeastParts = 6;
  constexpr double kMoreParts = 1;
  const double parts = kLeastParts + std::ceil(kMoreParts * std::sqrt(client.failures_until_off));
  constexpr double kGrowth = 1.3;
  ends_ = {0, length_};
  const double drained = std::min(length_, 2 * client.failures_until_off / client.call_rate);
  for (int part = 1; part <= static_cast<int>(parts); ++part) {
    ends_.push_back(drained * part / parts);
  }
  for (double end = drained; end > 0 && end < length_; end *= kGrowth) ends_.push_back(end);
  for (size_t n = 0; n <= delays_.size(); ++n) {
    starts_.emplace_back(absl::MakeConstSpan(delays_).first(n), Latency{latency_});
    for (const double knot : starts_[n].Knots()) ends_.push_back(knot);
  }
  ends_.push_back(deadline_ - latency_);
  std::erase_if(ends_, [&](double end) { return !(end >= 0 && end <= length_); });
  std::sort(ends_.begin(), ends_.end());
  ends_.erase(
      std::unique(ends_.begin(), ends_.end(), [](double a, double b) { return !IsBefore(a, b); }),
      ends_.end());
  for (size_t n = 0; n < delays_.size(); ++n) {
    allowed_.push_back(PiecesOf([&](double time) { return Allowed(n, time); }, ends_));
  }
}

// P(T_n < time), where the attempt fails before the deadline.
double ThrottledOutage::StartsBefore(size_t attempt, double time) const {
  return starts_[attempt].ProbabilityBefore(std::min(time, deadline_ - latency_));
}

// The integral of that up to `time`.
double ThrottledOutage::StartsOfAll(size_t attempt, double time) const {
  const bool is_whole_ms = attempt > 0 && delays_.front().is_whole_ms;
  const double until = std::min(time, deadline_ - latency_);
  return MeanTimeSince(starts_[attempt], is_whole_ms, until) +
         (time - until) * StartsBefore(attempt, until);
}

// P(the failure of an attempt that starts at `time` is retried): with those before it in its call,
// and those of all other calls, the client has met less than turn retries off. Others have met j
// failures whose attempt j - 1 has started and attempt j has not.
double ThrottledOutage::Allowed(size_t attempt, double time) const {
  std::vector<double> others;
  for (size_t j = 0; j < starts_.size(); ++j) {
    const double more = j + 1 < starts_.size() ? StartsOfAll(j + 1, time) : 0;
    others.push_back(client_.call_rate * std::max(0.0, StartsOfAll(j, time) - more));
  }
  return CompoundPoissonUpTo(others, client_.failures_until_off - 2 - static_cast<double>(attempt));
}

double ThrottledOutage::AllowedAt(size_t attempt, double time) const {
  return std::clamp(ValueAt(allowed_[attempt], time), 0.0, 1.0);
}

std::vector<double> ThrottledOutage::KnotsOf(size_t attempt) const {
  return starts_[attempt].Knots();
}

// P(T_n < time and the retry starts before the deadline), for delays in `span`, latency included.
double ThrottledOutage::Retried(size_t attempt, double time, Span span, double deadline) const {
  const Delay& delay = delays_[attempt];
  const double first = delay.low + latency_;
  const double last = delay.high + latency_;
  const auto starts = [&](double later) {
    return starts_[attempt].ProbabilityBefore(std::min(time, deadline - later));
  };
  if (last <= first) return first >= span.from && first < span.to ? starts(first) : 0;
  if (delay.is_whole_ms) {
    double sum = 0;
    const double points = PointsOf(delay);
    for (int point = 0; point < static_cast<int>(points); ++point) {
      const double later = first + static_cast<double>(point) / kMsPerSecond;
      if (later >= span.from && later < span.to) sum += starts(later);
    }
    return sum / points;
  }
  const double from = std::max(first, span.from);
  const double to = std::min(last, span.to);
  if (from >= to) return 0;
  if (deadline - to >= time)
    return starts_[attempt].ProbabilityBefore(time) * (to - from) / (last - first);
  std::vector<double> knots = {deadline - time};
  for (const double knot : KnotsOf(attempt)) knots.push_back(deadline - knot);
  return IntegrateBetween(starts, from, to, knots) / (last - first);
}

// The integral over the outage of P(the failure of an attempt that starts then is retried) times
// `share`, of what such retries are.
double ThrottledOutage::CountOf(size_t attempt, absl::FunctionRef<double(double)> share) const {
  std::vector<double> knots = ends_;
  for (const double limit : {length_, deadline_}) {
    for (const double delay : {delays_[attempt].low, delays_[attempt].high}) {
      knots.push_back(limit - latency_ - delay);
    }
  }
  return IntegrateBetween([&](double time) { return AllowedAt(attempt, time) * share(time); }, 0,
                          length_, knots);
}

OutageTotals ThrottledOutage::Totals() const {
  OutageTotals totals;
  totals.attempts_by_number = {deadline_ > 0 ? length_ : 0};
  totals.attempts_during = totals.attempts_by_number[0];
  for (size_t n = 0; n < delays_.size(); ++n) {
    const double during = CountOf(n, [&](double time) {
      return Retried(n, time, {0, length_ - time}, deadline_);
    });
    const double after = CountOf(n, [&](double time) {
      return Retried(n, time, {length_ - time, kNever}, deadline_);
    });
    const double saved = CountOf(n, [&](double time) {
      return Retried(n, time, {length_ - time, kNever}, deadline_ - latency_);
    });
    totals.attempts_by_number.push_back(during);
    totals.attempts_during += during;
    totals.retries_after += after;
    totals.calls_saved += saved;
  }
  for (double* const sum : {&totals.retries_after, &totals.calls_saved}) {
    constexpr double kNone = 1e-12;
    if (*sum < kNone * length_) *sum = 0;
  }
  totals.calls_failed = std::max(0.0, length_ - totals.calls_saved);
  return totals;
}

double ThrottledOutage::LoadAt(double time) const {
  double load = 1;
  for (size_t n = 0; n < delays_.size(); ++n) {
    const StartTime later({&delays_[n], 1}, Latency{latency_});
    std::vector<double> knots = {time, time - length_, deadline_};
    for (const double end : ends_) knots.push_back(time - end);
    for (const double knot : KnotsOf(n)) knots.push_back(deadline_ - knot);
    const auto retried = [&](double delay) {
      const double failed = time - delay;  // when the attempt before it started
      if (failed < 0 || failed >= length_) return 0.0;
      return AllowedAt(n, failed) *
             starts_[n].ProbabilityBefore(std::min(failed, deadline_ - delay));
    };
    load += MeanOver(delays_[n], later, retried, knots);
  }
  return load;
}

Peak ThrottledOutage::HighestLoad() const {
  constexpr size_t kEnds = 16;
  std::vector<double> knots = {0, length_};
  for (size_t n = 0; n < delays_.size(); ++n) {
    for (const double delay : {delays_[n].low, delays_[n].high}) {
      knots.push_back(length_ + latency_ + delay);
      for (const double knot : KnotsOf(n)) knots.push_back(knot + latency_ + delay);
    }
  }
  for (size_t i = 0; i < ends_.size(); i += std::max<size_t>(1, ends_.size() / kEnds)) {
    knots.push_back(ends_[i]);
  }
  const double last =
      *std::max_element(knots.begin(), knots.begin() + 2) + latency_ +
      std::max_element(delays_.begin(), delays_.end(), [](const Delay& a, const Delay& b) {
        return a.high < b.high;
      })->high;
  std::erase_if(knots, [&](double knot) { return knot > last; });
  return PeakOf([&](double time) { return LoadAt(time); }, std::move(knots));
}

}  // namespace grpcfg
