// What hedges cost and save, by the delay before each: how much more load there is, and how long
// the slowest of a hundred calls takes.
#include <algorithm>
#include <array>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "simulator/charts/chart.h"
#include "simulator/charts/pictures.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

constexpr size_t kP99 = 3;
static_assert(kResultPercentiles[kP99] == 0.99);

std::string SpellExtra(double share) { return absl::StrFormat("%.0f%%", share * 100); }

// With three digits, which is more than anybody knows of a latency.
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
  ChartCurve curve = {.name = CurveName(method)};
  for (const double share : kShares) {
    curve.points.push_back(PointOf(GainAt(method, slow * share)));
  }
  curve.points.push_back(PointOf(gain));
  std::sort(curve.points.begin(), curve.points.end(),
            [](const SvgPoint& a, const SvgPoint& b) { return a.x < b.x; });
  curve.marks.push_back(PointOf(gain));
  curve.what = absl::StrCat("after ", SpellTime(method.call.hedging->delay),
                            " each: ", SpellExtra(gain.expected_sends - 1), " more load, p99 ",
                            SpellRounded(gain.hedged.percentiles[kP99]), " in place of ",
                            SpellRounded(slow));
  curve.tip = curve.what;
  return curve;
}

}  // namespace

bool HasHedges(const SimulatedMethod& method) {
  return method.hedges && method.call.hedging && (method.latency || method.latency_law) &&
         method.hedges->gain.unhedged.percentiles[kP99] > 0;
}

void AppendHedgingPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "The slowest of a hundred calls against the load of hedges",
                 .x_name = "more attempts than calls, by a shorter hedgingDelay",
                 .y_name = "p99 of the result",
                 .x_words = SpellExtra,
                 .y_words = SpellTime};
  for (const SimulatedMethod& method : methods) {
    if (HasHedges(method)) chart.curves.push_back(TradeOff(method));
  }
  AppendChart(chart, out);
}

}  // namespace grpcfg
