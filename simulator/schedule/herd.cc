#include "simulator/schedule/herd.h"

#include <algorithm>
#include <cmath>

#include "simulator/schedule/peak.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {
namespace {

constexpr double kTail = 0.999;  // of starts without an end

double EndOf(const RandomTime& start) {
  return std::isinf(start.max()) ? start.Quantile(kTail) : start.max();
}

// The rate at a moment.
struct Sample {
  double time;
  double rate;
};

class HerdMaker {
 public:
  HerdMaker(absl::Span<const std::unique_ptr<const RandomTime>> starts, const Scenario& scenario)
      : starts_(starts), scenario_(scenario) {
    for (const auto& start : starts_) end_ = std::max(end_, std::min(EndOf(*start), deadline()));
  }

  Herd Make(double bin) {
    if (end_ <= 0) return {.bin = bin};
    herd_.slot = CommonSlot();
    AddBins(bin);
    AddSilences();
    AddWaves();
    return std::move(herd_);
  }

 private:
  [[nodiscard]] double deadline() const { return scenario_.deadline; }

  // Calls `visit` with each start and the probability that all attempts before it fail.
  template <typename Visit>
  void ForEachStart(const Visit& visit) const {
    double weight = 1;
    for (const auto& start : starts_) {
      visit(*start, weight);
      weight *= scenario_.failure_probability;
    }
  }

  [[nodiscard]] double RateAt(double time) const {
    if (time >= deadline()) return 0;
    double rate = 0;
    ForEachStart([&](const RandomTime& start, double weight) {
      if (weight > 0) rate += weight * start.Density(time);
    });
    return rate;
  }

  // The length that all starts have, if they lie on slots; of too many slots, none: they are as
  // good as spread.
  [[nodiscard]] double CommonSlot() const {
    constexpr double kMostSlots = 1e6;
    double slot = 0;
    for (const auto& start : starts_) {
      const double length = start->slots().length;
      if (length <= 0 || (slot > 0 && length != slot)) return 0;
      if (start->max() > kMostSlots * length) return 0;
      slot = length;
    }
    return slot;
  }

  // On slots that begin at multiples of their length.
  [[nodiscard]] std::vector<double> MassesBySlot() const {
    constexpr double kRounding = 1e-6;  // of a slot
    std::vector<double> masses;
    ForEachStart([&](const RandomTime& start, double weight) {
      const RandomTime::Slots slots = start.slots();
      const auto first = static_cast<size_t>(start.min() / slots.length + kRounding);
      masses.resize(std::max(masses.size(), first + slots.masses.size()));
      for (size_t i = 0; i < slots.masses.size(); ++i) {
        if (!IsBefore(start.min() + static_cast<double>(i) * slots.length, deadline())) break;
        masses[first + i] += weight * slots.masses[i];
      }
    });
    while (!masses.empty() && masses.back() <= 0) masses.pop_back();
    return masses;
  }

  [[nodiscard]] double BinOf(double bin) const {
    constexpr double kUsualBins = 60;
    constexpr double kFewSlots = 256;
    if (bin <= 0 && end_ <= kFewSlots * herd_.slot) bin = herd_.slot;
    if (bin <= 0) bin = RoundUpToStep(end_ / kUsualBins);
    if (end_ / bin > kMostBins) bin = RoundUpToStep(end_ / kMostBins);
    if (herd_.slot <= 0) return bin;
    return herd_.slot * std::max(1.0, std::ceil(bin / herd_.slot * (1 - kRoundingOfSlots)));
  }

  void AddBins(double bin) {
    herd_.bin = BinOf(bin);
    // The last slot begins at the end.
    const double end = end_ + herd_.slot * (1 - kRoundingOfSlots);
    const auto count = static_cast<size_t>(std::ceil(end / herd_.bin * (1 - kRoundingOfSlots)));
    herd_.retries_per_bin.assign(count, 0);
    ForEachStart([&](const RandomTime& start, double weight) {
      std::vector<double>& bins = herd_.per_bin_by_retry.emplace_back();
      double before = 0;
      for (size_t i = 1; i <= count; ++i) {
        const bool is_last = i == count;  // with all that comes later
        const double until = is_last ? kNever : static_cast<double>(i) * herd_.bin;
        const double started = weight * start.ProbabilityBefore(std::min(until, deadline()));
        bins.push_back(std::max(0.0, started - before));
        herd_.retries_per_bin[i - 1] += bins.back();
        before = started;
      }
    });
  }

  // Between 0 and the end the moments at which no retry can start.
  void AddSilences() {
    std::vector<std::pair<double, double>> spans;
    for (const auto& start : starts_) {
      if (start->min() < deadline()) {
        spans.emplace_back(start->min(), EndOf(*start) + start->slots().length);
      }
    }
    std::sort(spans.begin(), spans.end());
    double last = 0;
    for (const auto& [begin, end] : spans) {
      if (IsBefore(last, begin)) herd_.silences.emplace_back(last, begin);
      last = std::max(last, end);
    }
  }

  // Just after each knot and just before the next, and between.
  [[nodiscard]] std::vector<Sample> Samples() const {
    std::vector<double> knots = {0, end_};
    for (const auto& start : starts_) {
      for (const double knot : start->Knots()) {
        if (knot > 0 && knot < end_) knots.push_back(knot);
      }
    }
    std::sort(knots.begin(), knots.end());
    knots.erase(
        std::unique(knots.begin(), knots.end(), [](double a, double b) { return !IsBefore(a, b); }),
        knots.end());
    std::vector<Sample> samples;
    for (size_t i = 0; i + 1 < knots.size(); ++i) AddPiece(knots[i], knots[i + 1], samples);
    return samples;
  }

  [[nodiscard]] std::vector<Sample> SlotSamples() const {
    std::vector<Sample> samples;
    for (const double mass : MassesBySlot()) {
      samples.push_back({static_cast<double>(samples.size()) * herd_.slot, mass / herd_.slot});
    }
    return samples;
  }

  void AddPiece(double low, double high, std::vector<Sample>& samples) const {
    constexpr double kEdge = 1e-12;
    // A piece of one start is a polynomial of a low degree; one of all may be the whole of it.
    const auto inner = static_cast<size_t>(std::ceil(kLeast + kAll * (high - low) / end_));
    const double width = high - low;
    for (size_t i = 0; i <= inner; ++i) {
      const double at =
          std::clamp(static_cast<double>(i) / static_cast<double>(inner), kEdge, 1 - kEdge);
      const double time = low + width * at;
      samples.push_back({time, RateAt(time)});
    }
  }

  // A start that nothing spreads; null: there is none.
  [[nodiscard]] const RandomTime* FindMoment() const {
    for (const auto& start : starts_) {
      if (start->min() == start->max() && start->min() < deadline()) return start.get();
    }
    return nullptr;
  }

  void AddWaves() {
    if (const RandomTime* const moment = FindMoment()) {
      herd_.peak = kNever;  // all simultaneously
      herd_.time_of_peak = moment->min();
      return;
    }
    const std::vector<Sample> samples = herd_.slot > 0 ? SlotSamples() : Samples();
    for (const Sample& sample : samples) herd_.peak = std::max(herd_.peak, sample.rate);
    FindWaves(samples);
    MergeWaves();
    SetPeak();
  }

  void FindWaves(const std::vector<Sample>& samples) {
    for (size_t begin = 0; begin < samples.size();) {
      size_t end = begin + 1;
      while (end < samples.size() && IsLevel(samples[begin], samples[end])) ++end;
      const bool rises = begin == 0 || samples[begin - 1].rate < samples[begin].rate;
      const bool falls = end == samples.size() || samples[end].rate < samples[begin].rate;
      if (rises && falls && samples[begin].rate > 0) AddWave(samples, begin, end);
      begin = end;
    }
  }

  // The first wave of the highest.
  void SetPeak() {
    for (const HerdWave& wave : herd_.waves) {
      if (wave.rate < herd_.peak * (1 - kLevel)) continue;
      herd_.peak = std::max(herd_.peak, wave.rate);
      herd_.time_of_peak = wave.time.min;
      break;
    }
  }

  [[nodiscard]] static bool IsLevel(const Sample& a, const Sample& b) {
    return std::abs(a.rate - b.rate) <= kLevel * std::max(a.rate, b.rate);
  }

  // From sample `begin` to before `end` the rate is the same.
  void AddWave(const std::vector<Sample>& samples, size_t begin, size_t end) {
    HerdWave wave = {{samples[begin].time, 0, samples[end - 1].time + herd_.slot},
                     samples[begin].rate};
    const bool is_point = herd_.slot <= 0 && end - begin == 1 && begin > 0 && end < samples.size();
    if (is_point) {
      const Peak top = PeakBetween([&](double time) { return RateAt(time); },
                                   samples[begin - 1].time, samples[end].time);
      if (top.value > wave.rate) wave = {{top.time, 0, top.time}, top.value};
    }
    wave.time.mean = (wave.time.min + wave.time.max) / 2;
    herd_.waves.push_back(wave);
  }

  // Ripples of the rounding are not waves.
  void MergeWaves() {
    constexpr double kRipple = 1e-6;
    std::erase_if(herd_.waves,
                  [&](const HerdWave& wave) { return wave.rate < kRipple * herd_.peak; });
  }

  static constexpr double kLevel = 1e-9;
  static constexpr double kRoundingOfSlots = 1e-9;
  static constexpr double kLeast = 8;
  static constexpr double kAll = 64;

  absl::Span<const std::unique_ptr<const RandomTime>> starts_;
  const Scenario& scenario_;
  double end_ = 0;
  Herd herd_;
};

}  // namespace

double RoundUpToStep(double seconds) {
  constexpr double kTen = 10;
  constexpr double kRounding = 1e-9;
  const double power = std::pow(kTen, std::floor(std::log10(seconds)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= seconds * (1 - kRounding)) return step * power;
  }
  return kTen * power;
}

std::vector<std::unique_ptr<const RandomTime>> StartsAfter(absl::Span<const Delay> delays,
                                                           const Latency& latency) {
  std::vector<std::unique_ptr<const RandomTime>> starts;
  for (size_t retries = 1; retries <= delays.size(); ++retries) {
    starts.push_back(std::make_unique<StartTime>(delays.first(retries), latency));
  }
  return starts;
}

Herd HerdOf(absl::Span<const std::unique_ptr<const RandomTime>> starts, const Scenario& scenario,
            const HerdRequest& request) {
  return HerdMaker(starts, scenario).Make(request.bin);
}

}  // namespace grpcfg
