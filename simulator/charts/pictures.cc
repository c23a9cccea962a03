#include "simulator/charts/pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "simulator/charts/chart.h"
#include "simulator/charts/svg_page.h"
#include "simulator/fleet/amplification.h"
#include "simulator/report/fleet.h"
#include "simulator/report/simulation_words.h"
#include "simulator/schedule/herd.h"
#include "validator/report/xml.h"

namespace grpcfg {
namespace {

// Words of simulation_words.h in one line.
std::string InOneLine(std::string words) {
  std::replace(words.begin(), words.end(), kNoBreak, ' ');
  return words;
}

// A shape and the calls that have it.
template <typename Shape>
struct SharedShape {
  Shape shape;
  std::vector<const SimulatedMethod*> calls;
};

// `are_equal(const Shape&, const Shape&)`: they would be drawn the same.
template <typename Shape, typename AreEqual>
void AddShape(Shape shape, const SimulatedMethod& call, const AreEqual& are_equal,
              std::vector<SharedShape<Shape>>& shapes) {
  const auto same = std::find_if(shapes.begin(), shapes.end(),
                                 [&](const auto& each) { return are_equal(each.shape, shape); });
  if (same != shapes.end()) {
    same->calls.push_back(&call);
  } else {
    shapes.push_back({std::move(shape), {&call}});
  }
}

// One chart, with a curve for each group of `calls` that do the same.
std::string PaintCurves(absl::string_view title, Calls calls,
                        absl::FunctionRef<ChartCurve(const SimulatedMethod&)> curve_of,
                        Chart chart) {
  std::vector<SharedShape<ChartCurve>> curves;
  for (const SimulatedMethod* const call : calls) {
    AddShape(
        curve_of(*call), *call,
        [](const ChartCurve& a, const ChartCurve& b) {
          return a.points == b.points && a.marks == b.marks;
        },
        curves);
  }
  chart.subject = CommonName(calls);
  for (SharedShape<ChartCurve>& each : curves) {
    each.shape.name = NameAmong(calls, each.calls);
    chart.curves.push_back(std::move(each.shape));
  }
  SvgPage page(title);
  AddChart(chart, page);
  std::string out;
  page.AppendTo(out);
  return out;
}

// ---- The load of an outage on servers, and of the wave after it.

constexpr size_t kMostPoints = 300;

std::string SpellLoad(double load) { return absl::StrFormat("%.3g", load); }

// Of many loads the highest in each part of the time, and the highest of all, for a wave is not to
// be lost.
ChartCurve LoadCurve(const SimulatedMethod& method) {
  const OutageFacts& outage = *method.fleet.outage;
  const size_t points = std::min(outage.loads.size(), kMostPoints);
  ChartCurve curve;
  for (size_t i = 0; i < points; ++i) {
    const size_t from = i * outage.loads.size() / points;
    const size_t to = std::max((i + 1) * outage.loads.size() / points, from + 1);
    const auto begin = outage.loads.begin();
    const double load = *std::max_element(begin + static_cast<std::ptrdiff_t>(from),
                                          begin + static_cast<std::ptrdiff_t>(to));
    curve.points.push_back({outage.step * static_cast<double>(from), load});
  }
  const auto later = std::find_if(curve.points.begin(), curve.points.end(),
                                  [&](SvgPoint point) { return point.x > outage.peak.time; });
  curve.points.insert(later, {outage.peak.time, outage.peak.value});
  const std::string load = SpellLoad(outage.peak.value);
  curve.what = absl::StrCat("up to ", load, load == "1" ? " attempt" : " attempts", " per call",
                            method.fleet.throttle ? ", with retryThrottling" : "");
  curve.tip = curve.what;
  return curve;
}

bool HasOutage(const SimulatedMethod& method) {
  return method.fleet.outage && !method.fleet.outage->loads.empty();
}

void PaintOutage(Calls calls, std::string& out) {
  const SimulatedMethod& first = *calls.front();
  const OutageFacts& outage = *first.fleet.outage;  // as long for all, and at the same rate
  const std::string clients =
      first.clients > 1 ? absl::StrCat(SpellRate(first.clients), " clients, ") : "";
  out += PaintCurves(
      absl::StrCat("Attempts per call in an outage of ", SpellTime(outage.length),
                   " and after it: ", clients, SpellRate(outage.rate),
                   outage.rate == 1 ? " call/s" : " calls/s"),
      calls, LoadCurve,
      {.x_name = "since the outage began",
       .y_name = "attempts per call",
       .x_words = SpellTime,
       .y_words = SpellLoad,
       .bands = {{0, outage.length, absl::StrCat("outage of ", SpellTime(outage.length))}},
       .least_top = 1});
}

// ---- The retry rate of fleets over time.

constexpr size_t kMostColumns = 300;

// Of equal columns of the time the mean rate, but the exact one where it is highest: a peak must
// not look lower than it is.
std::vector<SvgPoint> RatePoints(const Herd& herd, double clients, size_t columns) {
  const double end = herd.bin * static_cast<double>(herd.retries_per_bin.size());
  std::vector<double> rates = MeanRates(herd, clients, columns);
  for (const HerdWave& wave : herd.waves) {
    // At a step of the rate it lies between two columns, and belongs to the higher one.
    constexpr double kBeside = 1e-6;
    const double at = wave.time.mean / end * static_cast<double>(columns);
    const auto left = static_cast<size_t>(std::max(at - kBeside, 0.0));
    const size_t right = std::min(static_cast<size_t>(at + kBeside), columns - 1);
    double& rate = rates[left] > rates[right] ? rates[left] : rates[right];
    if (std::isfinite(wave.rate)) rate = std::max(rate, wave.rate * clients);
  }
  std::vector<SvgPoint> points;
  for (size_t i = 0; i < columns; ++i) {
    points.push_back({end * static_cast<double>(i) / static_cast<double>(columns), rates[i]});
  }
  points.push_back({end, 0});
  return points;
}

ChartCurve RateCurve(const SimulatedMethod& method) {
  const Herd& herd = *method.herd;
  ChartCurve curve = {.tip = InOneLine(WordsOfHerd(method)),
                      .points = RatePoints(herd, method.clients,
                                           std::min(kMostColumns, herd.retries_per_bin.size())),
                      .is_stepped = true,
                      .is_endless = std::isinf(herd.peak)};
  curve.what = curve.is_endless
                   ? absl::StrCat("all simultaneously at ", SpellTime(herd.time_of_peak))
                   : absl::StrCat("peak ", SpellRate(herd.peak * method.clients), "/s at ",
                                  SpellTime(herd.time_of_peak));
  return curve;
}

bool HasRates(const SimulatedMethod& method) {
  return method.clients > 0 && method.herd && !method.herd->retries_per_bin.empty();
}

void PaintRates(Calls calls, std::string& out) {
  out += PaintCurves(absl::StrCat("Retries per second of ", SpellRate(calls.front()->clients),
                                  " clients that fail simultaneously"),
                     calls, RateCurve,
                     {.x_name = "since all of them failed",
                      .y_name = "retries/s",
                      .x_words = SpellTime,
                      .y_words = SpellRate});
}

// ---- The same by generations: a chart for each method, a curve for each retry.

Chart GenerationsChart(const SimulatedMethod& method) {
  Chart chart = {.x_name = "since all of them failed",
                 .y_name = "retries/s",
                 .x_words = SpellTime,
                 .y_words = SpellRate};
  chart.curves.push_back(RateCurve(method));
  chart.curves.back().name = "all";
  const Herd& herd = *method.herd;
  const size_t columns = std::min(kMostColumns / 2, herd.retries_per_bin.size());
  for (const std::vector<double>& per_bin : herd.per_bin_by_retry) {
    const Herd alone = {.bin = herd.bin, .retries_per_bin = per_bin};
    chart.curves.push_back({.name = absl::StrCat("retry ", chart.curves.size()),
                            .points = RatePoints(alone, method.clients, columns),
                            .is_stepped = true,
                            .is_endless = chart.curves.front().is_endless});
  }
  return chart;
}

// One below the other.
void PaintGenerations(Calls calls, std::string& out) {
  constexpr size_t kMostCharts = 4;
  SvgPage page(absl::StrCat("Retries per second of ", SpellRate(calls.front()->clients),
                            " clients that fail simultaneously, retry by retry"));
  for (const SimulatedMethod* const call : calls.first(std::min(calls.size(), kMostCharts))) {
    Chart chart = GenerationsChart(*call);
    chart.subject = CommonName({&call, 1});
    AddChart(chart, page);
  }
  page.AppendTo(out);
}

// ---- What hedges cost and save, by the delay before each: how much more load there is, and how
// long the slowest of a hundred calls takes.

constexpr size_t kP99 = 3;
static_assert(kResultPercentiles[kP99] == 0.99);

std::string SpellExtra(double share) { return absl::StrFormat("%.0f%%", share * 100); }

// With three digits, which is more than is known of a latency.
std::string SpellRounded(double seconds) {
  double rounded = seconds;
  return absl::SimpleAtod(absl::StrFormat("%.3g", seconds), &rounded) ? SpellTime(rounded) : "";
}

HedgingGain GainAt(const SimulatedMethod& method, double delay) {
  Hedging hedging = *method.call.hedging;
  hedging.delay = delay;
  if (method.latency) return GainOf(hedging, *method.latency);
  return GainOf(hedging, *method.latency_law);
}

SvgPoint PointOf(const HedgingGain& gain) {
  return {gain.expected_sends - 1, gain.hedged.percentiles[kP99]};
}

ChartCurve TradeOff(const SimulatedMethod& method) {
  // From delays that send nearly every hedge to such as send nearly none.
  constexpr std::array<double, 18> kShares = {0.02, 0.04, 0.07, 0.1,  0.14, 0.18, 0.23, 0.28, 0.34,
                                              0.4,  0.47, 0.55, 0.65, 0.75, 0.87, 1,    1.2,  1.5};
  const HedgingGain& gain = method.hedges->gain;
  const double slow = gain.unhedged.percentiles[kP99];
  ChartCurve curve = {.points = {PointOf(gain)}, .marks = {PointOf(gain)}};
  for (const double share : kShares) {
    curve.points.push_back(PointOf(GainAt(method, slow * share)));
  }
  // Round ones are named.
  constexpr double kStep = 1.01;
  double delay = RoundUpToStep(slow * kShares.front());
  while (delay < slow * kShares.back()) {
    const SvgPoint point = PointOf(GainAt(method, delay));
    curve.points.push_back(point);
    curve.labels.push_back({point, SpellTime(delay)});
    delay = RoundUpToStep(delay * kStep);
  }
  std::sort(curve.points.begin(), curve.points.end(),
            [](const SvgPoint& a, const SvgPoint& b) { return a.x < b.x; });
  curve.what =
      absl::StrCat("hedgingDelay ", SpellTime(method.call.hedging->delay), ": ",
                   SpellExtra(gain.expected_sends - 1), " more load, p99 ",
                   SpellRounded(gain.hedged.percentiles[kP99]), " instead of ", SpellRounded(slow));
  curve.tip = curve.what;
  return curve;
}

bool HasHedges(const SimulatedMethod& method) {
  return method.hedges && method.call.hedging && (method.latency || method.latency_law) &&
         method.hedges->gain.unhedged.percentiles[kP99] > 0;
}

void PaintHedges(Calls calls, std::string& out) {
  out += PaintCurves("p99 latency of hedged calls against extra load, by hedgingDelay", calls,
                     TradeOff,
                     {.x_name = "more attempts than calls",
                      .y_name = "p99 latency",
                      .x_words = SpellExtra,
                      .y_words = SpellTime});
}

// ---- When the attempts of a call start: a row for each, from the first moment to the last, and
// where nearly all of them start; faint after the deadline, when none starts.

constexpr double kLeft = 36;
constexpr double kWidth = 548;
constexpr double kRowHeight = 18;
constexpr double kNameGap = 8;  // after a name, and before the next
constexpr size_t kP5 = 1;
constexpr size_t kP50 = 4;
constexpr size_t kP95 = 7;
static_assert(kPercentiles[kP5] == 0.05 && kPercentiles[kP50] == 0.5 && kPercentiles[kP95] == 0.95);

bool AreEqual(const SimulatedMethod* a, const SimulatedMethod* b) {
  const auto& left = a->schedule.attempts;
  const auto& right = b->schedule.attempts;
  return a->deadline == b->deadline && WordsOfEnd(*a) == WordsOfEnd(*b) &&
         std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const AttemptSchedule& one, const AttemptSchedule& other) {
                      return one.percentiles == other.percentiles && one.min == other.min;
                    });
}

bool HasAttempts(const SimulatedMethod& method) { return method.schedule.attempts.size() > 1; }

class AttemptsPainter {
 public:
  explicit AttemptsPainter(Calls calls) : calls_(calls) {
    for (const SimulatedMethod* const call : calls) AddShape(call, *call, AreEqual, schedules_);
    shown_ = std::min(schedules_.size(), kMostColors);
    double last_deadline = 0;
    for (size_t i = 0; i < shown_; ++i) {
      const SimulatedMethod& method = *schedules_[i].shape;
      end_ = std::max(end_, EndOf(method.schedule.attempts));
      const double deadline = LatestEnd(method);
      if (std::isfinite(deadline)) last_deadline = std::max(last_deadline, deadline);
    }
    // A deadline long after all attempts would leave no room for them.
    constexpr double kFar = 3;
    if (last_deadline > 0 && last_deadline < kFar * end_) end_ = std::max(end_, last_deadline);
    if (end_ <= 0) end_ = 1;
    end_ *= 1.02;
  }

  void Paint(std::string& out) {
    const std::string common = CommonName(calls_);
    if (!common.empty()) PaintLines(kMargin, common);
    for (size_t i = 0; i < shown_; ++i) PaintSchedule(i);
    if (shown_ < schedules_.size()) {
      PaintLines(kLeft, absl::StrCat("and ", schedules_.size() - shown_, " more"));
    }
    PaintLegend();
    page_.GrowTo(page_.bottom() + 10);
    page_.AppendTo(out);
  }

 private:
  [[nodiscard]] double X(double time) const {
    return kLeft + kWidth * std::clamp(time / end_, 0.0, 1.0);
  }

  // Below all that is there.
  void PaintLines(double x, const std::string& name, const std::string& what = "") {
    for (const std::string& line : LabelLines(name, what, kPageWidth - x - kMargin)) {
      page_.GrowTo(page_.bottom() + kLineHeight);
      page_.Text({x, page_.bottom()}, SvgAnchor::kStart, line);
    }
  }

  void PaintSchedule(size_t index) {
    const SimulatedMethod& method = *schedules_[index].shape;
    page_.GrowTo(page_.bottom() + kNameGap);
    PaintLines(kLeft, NameAmong(calls_, schedules_[index].calls), InOneLine(WordsOfEnd(method)));
    const double top = page_.bottom() + kNameGap;
    const size_t attempts = method.schedule.attempts.size();
    const double bottom = top + kRowHeight * static_cast<double>(attempts);
    PaintAxis(top, bottom, index + 1 == shown_);
    for (size_t number = 1; number <= attempts; ++number) {
      PaintAttempt(index, number, top + kRowHeight * static_cast<double>(number - 1));
    }
    const auto limit = [&](double time) {
      if (time <= end_) page_.Limit({X(time), top}, {X(time), bottom});
    };
    if (method.ends) limit(method.ends->min);
    limit(LatestEnd(method));
    has_limit_ = has_limit_ || LatestEnd(method) <= end_;
  }

  void PaintAxis(double top, double bottom, bool is_last) {
    constexpr double kTicks = 6;
    const double step = RoundUpToStep(end_ / kTicks);
    for (int i = 0; i * step <= end_; ++i) {
      page_.Line({X(i * step), top}, {X(i * step), bottom});
      if (!is_last) continue;
      page_.Text({X(i * step), bottom + kLineHeight}, SvgAnchor::kMiddle, SpellTime(i * step));
    }
    page_.GrowTo(bottom + kNameGap / 2);
    if (!is_last) return;
    page_.GrowTo(bottom + 2 * kLineHeight);
    page_.Text({kLeft + kWidth, page_.bottom()}, SvgAnchor::kEnd, "since the call");
  }

  void PaintAttempt(size_t index, size_t number, double y) {
    const AttemptSchedule& attempt = schedules_[index].shape->schedule.attempts[number - 1];
    const auto& of = attempt.percentiles;
    const double last = EndOf(attempt);
    const std::string tip =
        absl::StrCat("attempt ", number, ": from ", SpellTime(attempt.min), " to ", SpellTime(last),
                     ", half of them by ", SpellTime(of[kP50]), "; ",
                     SpellShare(attempt.reached_by_deadline), " before the deadline");
    page_.Text({kLeft - 8, y + 13}, SvgAnchor::kEnd, absl::StrCat(number));
    PaintTimes({"spread", index}, {.min = attempt.min, .max = last}, y, tip);
    PaintTimes({"likely", index}, {.min = of[kP5], .max = of[kP95]}, y, tip);
  }

  // In the row at `y`.
  void PaintTimes(SvgLook look, const TimeRange& times, double y, absl::string_view tip) {
    constexpr double kLeast = 2;  // that can be seen
    const double inset = look.name == "likely" ? 6 : 3;
    const auto paint = [&](double from, double to) {
      page_.Box(look, {X(from), y + inset},
                {std::max(X(to) - X(from), kLeast), kRowHeight - 2 * inset}, tip);
    };
    const double deadline = LatestEnd(*schedules_[look.color].shape);
    if (times.min < deadline) paint(times.min, std::min(times.max, deadline));
    look.is_faint = true;
    if (times.max > deadline || times.min >= deadline) {
      has_faint_ = true;
      paint(std::max(times.min, deadline), times.max);
    }
  }

  void PaintLegend() {
    constexpr double kKey = 26;
    constexpr double kText = kMargin + kKey + 8;
    const auto row = [&](absl::string_view words) {
      page_.GrowTo(page_.bottom() + kLineHeight);
      page_.Text({kText, page_.bottom()}, SvgAnchor::kStart, words);
      return page_.bottom() - 5;
    };
    double y = row("attempt by attempt, from the first to the last start; darker: 90% of them");
    page_.Box({"spread"}, {kMargin, y - 6}, {kKey, 12}, "");
    page_.Box({"likely"}, {kMargin + 6, y - 3}, {kKey - 12, 6}, "");
    if (has_limit_) {
      y = row("deadline");
      page_.Limit({kMargin, y}, {kMargin + kKey, y});
    }
    if (has_faint_) {
      y = row("would start after the deadline");
      page_.Box({"spread", 0, true}, {kMargin, y - 6}, {kKey, 12}, "");
    }
  }

  Calls calls_;
  SvgPage page_{"When the attempts of one call start"};
  std::vector<SharedShape<const SimulatedMethod*>> schedules_ = {};
  size_t shown_ = 0;
  double end_ = 0;
  bool has_limit_ = false;
  bool has_faint_ = false;
};

void PaintAttempts(Calls calls, std::string& out) { AttemptsPainter(calls).Paint(out); }

// ---- Attempts per call against the probability that one fails.

std::string SpellAttempts(double attempts) { return absl::StrFormat("%.3g", attempts); }

// What a curve of attempts per call depends on. As if all attempts that may start before the
// deadline did: how often it cuts them off depends on what each takes.
struct AmplificationInputs {
  std::optional<Throttling> throttling;
  size_t attempts = 0;
  bool is_cut = false;
  double failure_probability = 0;

  explicit AmplificationInputs(const SimulatedMethod& method)
      : attempts(InTime(method.schedule).size()),
        is_cut(attempts < method.schedule.attempts.size()),
        failure_probability(method.failure_probability) {
    if (method.fleet.throttle) throttling = method.fleet.throttle->throttling;
  }

  bool operator<(const AmplificationInputs& other) const { return Key() < other.Key(); }

 private:
  [[nodiscard]] std::tuple<bool, double, double, size_t, bool, double> Key() const {
    const Throttling tokens = throttling.value_or(Throttling());
    return {throttling.has_value(), tokens.max_tokens, tokens.token_ratio, attempts, is_cut,
            failure_probability};
  }
};

ChartCurve AmplificationCurve(const AmplificationInputs& inputs) {
  constexpr int kSteps = 100;
  const auto at = [&](double p) { return AttemptsPerCall(inputs.throttling, inputs.attempts, p); };
  ChartCurve curve;
  double most = 1;
  bool is_empty = false;  // the bucket, and with more failures too
  for (int i = 0; i <= kSteps; ++i) {
    constexpr double kNone = 1e-9;
    const double p = i / double{kSteps};
    curve.points.push_back({p, is_empty ? 1 : at(p)});
    most = std::max(most, curve.points.back().y);
    is_empty = is_empty || (inputs.throttling && i > 0 && curve.points.back().y < 1 + kNone);
  }
  curve.what = absl::StrCat(
      inputs.throttling ? absl::StrCat("at most ", SpellAttempts(most), ", with retryThrottling")
                        : absl::StrCat(inputs.attempts, " where all fail"),
      inputs.is_cut ? ", as the others never start" : "");
  curve.tip = absl::StrCat(SpellAttempts(curve.points[kSteps / 2].y), " where half of them fail, ",
                           curve.what);
  if (inputs.failure_probability < 1) {
    curve.marks.push_back({inputs.failure_probability, at(inputs.failure_probability)});
  }
  return curve;
}

bool HasRetries(const SimulatedMethod& method) {
  const bool retries =
      method.policy == SimulatedPolicy::kRetry || method.policy == SimulatedPolicy::kAlgorithm;
  return retries && method.schedule.attempts.size() > 1;
}

void PaintAmplification(Calls calls, std::string& out) {
  // A thousand methods share few curves, and with many tokens a curve takes a while.
  std::map<AmplificationInputs, ChartCurve> known;
  const auto curve_of = [&](const SimulatedMethod& method) {
    const AmplificationInputs inputs(method);
    const auto [found, is_new] = known.try_emplace(inputs);
    if (is_new) found->second = AmplificationCurve(inputs);
    return found->second;
  };
  out += PaintCurves("Attempts per call, by the share of attempts that fail", calls, curve_of,
                     {.x_name = "attempts that fail",
                      .y_name = "attempts per call",
                      .x_words = SpellShare,
                      .y_words = SpellAttempts,
                      .least_top = 1});
}

// ---- The token bucket of a client: attempts that all fail empty it, and then successes fill it
// again.

std::string SpellCount(double count) { return absl::StrFormat("%.4g", count); }

ChartCurve TokensCurve(const SimulatedMethod& method) {
  const ThrottleFacts& throttle = *method.fleet.throttle;
  const double most = throttle.throttling.max_tokens;
  const double ratio = throttle.throttling.token_ratio;
  // What fails empties it to the half from which nothing is retried, and then wholly.
  ChartCurve curve = {.points = {{0, most}, {most, 0}}};
  curve.marks.push_back({most / 2, most / 2});
  curve.what =
      absl::StrCat("no retry from failure ", SpellCount(throttle.limits.failures_until_off), " on");
  if (ratio > 0) {
    curve.points.push_back({most + most / ratio, most});
    curve.marks.push_back({most + most / 2 / ratio, most / 2});
  }
  curve.tip = curve.what;
  if (ratio > 0) {
    absl::StrAppend(&curve.tip, "; retries again after ",
                    SpellCount(throttle.limits.successes_until_retry), " successes");
  }
  return curve;
}

bool HasTokens(const SimulatedMethod& method) {
  return method.fleet.throttle && method.fleet.throttle->throttling.max_tokens > 0;
}

void PaintTokens(Calls calls, std::string& out) {
  Chart chart = {.x_name = "attempts: all fail until no token is left, then all succeed",
                 .y_name = "tokens",
                 .x_words = SpellCount,
                 .y_words = SpellCount};
  for (const SimulatedMethod* const call : calls) {
    const double half = call->fleet.throttle->throttling.max_tokens / 2;
    const bool is_known = std::any_of(chart.limits.begin(), chart.limits.end(),
                                      [&](const ChartLimit& limit) { return limit.y == half; });
    if (is_known) continue;
    chart.limits.push_back(
        {half, absl::StrCat("throttling threshold: no retries at ", SpellCount(half),
                            half == 1 ? " token or fewer" : " tokens or fewer")});
  }
  out +=
      PaintCurves("Tokens of one client: each failure takes one, each success returns tokenRatio",
                  calls, TokensCurve, std::move(chart));
}

// ---- The kinds

// The most telling first, as far as it was requested.
constexpr Picture kPictures[] = {
    {"outage", "Load of an outage, and of the wave after it", "--outage and a method that retries",
     HasOutage, PaintOutage},
    {"rate", "Retries of clients that fail simultaneously", "--clients and a method that retries",
     HasRates, PaintRates},
    {"generations", "The same, each retry by itself", "--clients and a method that retries",
     HasRates, PaintGenerations},
    {"hedging", "What hedges cost and save, by their delay", "--latency and a method that hedges",
     HasHedges, PaintHedges},
    {"attempts", "When the attempts of a call start", "a method with more than one attempt",
     HasAttempts, PaintAttempts},
    {"amplification", "Attempts per call, by how many fail", "a method that retries", HasRetries,
     PaintAmplification},
    {"tokens", "Tokens of a client while everything fails, and after it",
     "retryThrottling and a method that retries", HasTokens, PaintTokens},
};

constexpr absl::string_view kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>What calls do</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
figure { margin: 1em 0 } svg { max-width: 100%; height: auto }
pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto }
</style>
</head>
<body>
)";

}  // namespace

absl::Span<const Picture> Pictures() { return kPictures; }

void Picture::Append(absl::Span<const SimulatedMethod> methods, std::string& out) const {
  std::vector<const SimulatedMethod*> calls;
  for (const SimulatedMethod& method : methods) {
    if (shows(method)) calls.push_back(&method);
  }
  paint(calls, out);
}

std::vector<const Picture*> PicturesOf(absl::Span<const SimulatedMethod> methods) {
  std::vector<const Picture*> shown;
  for (const Picture& picture : kPictures) {
    if (std::any_of(methods.begin(), methods.end(), picture.shows)) shown.push_back(&picture);
  }
  return shown;
}

void AppendSimulationSvg(const SimulationReport& report, std::string& out) {
  absl::StrAppend(&out, kXmlHead);
  for (const Picture* const picture : PicturesOf(report.methods)) {
    if (!report.picture.empty() && picture->name != report.picture) continue;
    return picture->Append(report.methods, out);
  }
  SvgPage("There is nothing to draw for these calls").AppendTo(out);
}

void AppendChangePictures(const SimulatedMethod& before, const SimulatedMethod& after,
                          std::string& out) {
  const SimulatedMethod versions[] = {before, after};
  for (const Picture& picture : kPictures) {
    // A single client, which every comparison has, is not a crowd.
    const bool is_of_one =
        picture.shows == HasRates && std::max(before.clients, after.clients) <= 1;
    if (is_of_one || picture.name == "generations") continue;
    std::vector<SimulatedMethod> shown;
    std::vector<std::string> alone;  // under the same name
    for (const SimulatedMethod& version : versions) {
      alone.emplace_back();
      if (!picture.shows(version)) continue;
      shown.push_back(version);
      shown.back().name = "";
      picture.Append(absl::MakeConstSpan(&shown.back(), 1), alone.back());
      shown.back().name = &version == versions ? "before" : "after";
    }
    if (alone[0] == alone[1]) continue;
    out += "<figure>\n";
    picture.Append(shown, out);
    out += "</figure>\n";
  }
}

void AppendSimulationHtml(const SimulationReport& report, std::string& out) {
  absl::StrAppend(&out, kPageHead, "<h1>What calls do</h1>\n");
  if (!report.command_line.empty()) {
    absl::StrAppend(&out, "<p>Simulated by <code>", XmlText(report.command_line), "</code></p>\n");
  }
  std::vector<const SimulatedMethod*> calls;
  for (const SimulatedMethod& method : report.methods) calls.push_back(&method);
  if (!calls.empty()) absl::StrAppend(&out, "<p>", XmlText(WordsOfCalls(calls)), "</p>\n");
  for (const Picture* const picture : PicturesOf(report.methods)) {
    if (!report.picture.empty() && picture->name != report.picture) continue;
    absl::StrAppend(&out, "<h2>", XmlText(picture->title), "</h2>\n<figure>\n");
    picture->Append(report.methods, out);
    out += "</figure>\n";
  }
  std::string text;
  AppendSimulationText({report.methods, {.columns = report.style.columns}}, text);
  absl::StrAppend(&out, "<h2>In numbers</h2>\n<pre>");
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::StrAppend(&out, XmlText(line), "\n");
  }
  out += "</pre>\n</body>\n</html>\n";
}

}  // namespace grpcfg
