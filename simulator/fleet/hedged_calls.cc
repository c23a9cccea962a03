#include "simulator/fleet/hedged_calls.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

#include "absl/functional/function_ref.h"
#include "simulator/schedule/gauss_legendre.h"
#include "simulator/schedule/root.h"

namespace grpcfg {
namespace {

double SurvivalOf(const LatencyPart& part, double time) {
  if (part.median > 0) {
    constexpr double kHalf = 0.5;
    if (time <= 0) return 1;
    return kHalf * std::erfc(std::log(time / part.median) / (part.sigma * std::sqrt(2.0)));
  }
  const Latency& latency = part.latency;
  if (IsBefore(time, latency.fixed)) return 1;
  if (latency.exponential_mean <= 0) return 0;
  return std::exp(-(time - latency.fixed) / latency.exponential_mean);
}

double DrawOf(const LatencyPart& part, RandomNumbers& random) {
  if (part.median > 0) return part.median * std::exp(part.sigma * random.Normal());
  const Latency& latency = part.latency;
  if (latency.exponential_mean <= 0) return latency.fixed;
  return latency.fixed + random.Exponential(latency.exponential_mean);
}

}  // namespace

double LatencyLaw::Survival(double time) const {
  double sum = 0;
  for (const LatencyPart& part : parts_) sum += part.share * SurvivalOf(part, time);
  return sum;
}

double LatencyLaw::Mean() const {
  double sum = 0;
  for (const LatencyPart& part : parts_) {
    const double mean = part.median > 0 ? part.median * std::exp(Square(part.sigma) / 2)
                                        : part.latency.fixed + part.latency.exponential_mean;
    sum += part.share * mean;
  }
  return sum;
}

double LatencyLaw::Draw(RandomNumbers& random) const {
  double rest = random.Uniform();
  for (const LatencyPart& part : parts_) {
    if (rest < part.share) return DrawOf(part, random);
    rest -= part.share;
  }
  return DrawOf(parts_.back(), random);
}

double UnansweredAt(const Hedging& hedging, const LatencyLaw& law, double time) {
  double product = 1;
  for (size_t i = 0; i < hedging.attempts; ++i) {
    const double since = time - static_cast<double>(i) * hedging.delay;
    if (since < 0) break;
    product *= law.Survival(since);
  }
  return product;
}

namespace {

// Halves a piece until both halves say what the whole does.
double IntegrateAdaptively(absl::FunctionRef<double(double)> function, double low, double high) {
  struct Piece {
    double low, high, whole;
  };
  constexpr double kEnough = 1e-13;
  constexpr size_t kMostPieces = 20'000;
  std::vector<Piece> open = {{low, high, Integrate(function, low, high)}};
  double sum = 0;
  for (size_t pieces = 0; !open.empty(); ++pieces) {
    const Piece piece = open.back();
    open.pop_back();
    const double middle = (piece.low + piece.high) / 2;
    const double left = Integrate(function, piece.low, middle);
    const double right = Integrate(function, middle, piece.high);
    const double error = std::abs(left + right - piece.whole);
    if (pieces >= kMostPieces || error <= kEnough * (high - low)) {
      sum += left + right;
      continue;
    }
    open.push_back({middle, piece.high, right});
    open.push_back({piece.low, middle, left});
  }
  return sum;
}

// The first power of two times `time` by which no more than `share` is without a result.
double TimeAfter(const Hedging& hedging, const LatencyLaw& law, double time, double share) {
  while (UnansweredAt(hedging, law, time) > share) time *= 2;
  return time;
}

ResultTime ResultOf(const Hedging& hedging, const LatencyLaw& law) {
  constexpr double kNothing = 1e-15;
  ResultTime result;
  const double mean = law.Mean();
  if (mean <= 0) return result;
  const auto unanswered = [&](double time) { return UnansweredAt(hedging, law, time); };
  double begin = 0;
  for (size_t i = 1; i < hedging.attempts; ++i) {
    const double end = static_cast<double>(i) * hedging.delay;
    result.mean += IntegrateAdaptively(unanswered, begin, end);
    begin = end;
  }
  const double last = TimeAfter(hedging, law, mean, kNothing);
  for (double width = mean; begin < last; width *= 2) {
    result.mean += IntegrateAdaptively(unanswered, begin, begin + width);
    begin += width;
  }
  for (size_t i = 0; i < kResultPercentiles.size(); ++i) {
    const double share = 1 - kResultPercentiles[i];
    result.percentiles[i] = FindRoot([&](double t) { return share - unanswered(t); }, 0,
                                     TimeAfter(hedging, law, mean, share));
  }
  return result;
}

// An answer that is on its way.
struct HedgeAnswer {
  double time;
  bool fails;

  friend bool operator>(const HedgeAnswer& a, const HedgeAnswer& b) { return a.time > b.time; }
};

// One call.
class HedgedCall {
 public:
  HedgedCall(const HedgedSampleSetting& setting, size_t number)
      : setting_(setting), random_(setting.seed, number) {}

  void Follow(HedgedSample& sample) {
    Send(0);
    while (!answers_.empty()) {
      const HedgeAnswer answer = answers_.top();
      const double next = CanSend() ? std::min(timer_, answer.time) : answer.time;
      if (next >= setting_.deadline) return CountLate(sample);
      if (CanSend() && timer_ <= answer.time) {
        Send(timer_);
        continue;
      }
      answers_.pop();
      end_ = answer.time;
      if (!answer.fails) return Count(false, sample);
      if (CanSend() && !setting_.is_by_timer) Send(answer.time);
      // A hedge that waits for the timer alone is sent even if nothing is under way.
      if (!answers_.empty() || !CanSend()) continue;
      if (timer_ >= setting_.deadline) return CountLate(sample);
      Send(timer_);
    }
    Count(true, sample);
  }

 private:
  [[nodiscard]] bool CanSend() const { return sent_ < setting_.hedging.attempts; }

  void Send(double time) {
    ++sent_;
    timer_ = time + setting_.hedging.delay;
    const bool fails = random_.Uniform() < setting_.failure_probability;
    const LatencyLaw& law = fails ? setting_.failure_latency : setting_.success_latency;
    answers_.push({time + law.Draw(random_), fails});
  }

  void CountLate(HedgedSample& sample) {
    end_ = setting_.deadline;
    is_late_ = true;
    Count(true, sample);
  }

  void Count(bool fails, HedgedSample& sample) const {
    sample.sends.Add(static_cast<double>(sent_));
    sample.fails.Add(fails ? 1 : 0);
    sample.late.Add(is_late_ ? 1 : 0);
    sample.end.Add(end_);
    for (size_t i = 0; i < setting_.times.size(); ++i) {
      sample.longer[i].Add(end_ > setting_.times[i] ? 1 : 0);
    }
  }

  const HedgedSampleSetting& setting_;
  RandomNumbers random_;
  std::priority_queue<HedgeAnswer, std::vector<HedgeAnswer>, std::greater<>> answers_;
  size_t sent_ = 0;
  double timer_ = 0;
  double end_ = 0;
  bool is_late_ = false;
};

}  // namespace

HedgingGain GainOf(const Hedging& hedging, const LatencyLaw& law) {
  HedgingGain gain;
  double sent = 1;
  for (size_t i = 0; i < hedging.attempts; ++i) {
    if (i > 0) sent *= law.Survival(static_cast<double>(i) * hedging.delay);
    gain.sent.push_back(sent);
  }
  gain.expected_sends = std::accumulate(gain.sent.begin(), gain.sent.end(), 0.0);
  gain.hedged = ResultOf(hedging, law);
  gain.unhedged = ResultOf({1, hedging.delay}, law);
  return gain;
}

HedgedSample FollowHedges(const HedgedSampleSetting& setting) {
  HedgedSample sample;
  sample.longer.resize(setting.times.size());
  for (size_t number = 0; number < setting.calls; ++number) {
    HedgedCall(setting, number).Follow(sample);
  }
  return sample;
}

}  // namespace grpcfg
