// The load of an outage on servers, and of the wave behind it.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "simulator/charts/chart.h"
#include "simulator/charts/pictures.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

constexpr size_t kMostPoints = 300;

std::string SpellLoad(double load) { return absl::StrFormat("%.3g", load); }

// Of clients that were followed, for their tokens.
ChartCurve SampledCurve(const SimulatedMethod& method, const SampledFleet& sample) {
  ChartCurve curve = {.name = CurveName(method)};
  const std::vector<double>& edges = sample.setting.bin_edges;
  double peak = 0;
  for (size_t i = 0; i + 1 < edges.size(); ++i) {
    const double calls = sample.setting.call_rate * (edges[i + 1] - edges[i]);
    const double load = sample.mean.attempts_per_bin[i] / calls;
    peak = std::max(peak, load);
    curve.points.push_back({(edges[i] + edges[i + 1]) / 2, load});
  }
  curve.what = absl::StrCat("up to ", SpellLoad(peak), " attempts per call, with its tokens");
  curve.tip = absl::StrCat(curve.what, ": ", sample.setting.clients, " clients sampled");
  return curve;
}

// Of many loads the highest in each part of the time, for a wave is not to be lost.
ChartCurve LoadCurve(const SimulatedMethod& method) {
  if (method.fleet.throttle && method.fleet.throttle->sample) {
    return SampledCurve(method, *method.fleet.throttle->sample);
  }
  const OutageFacts& outage = *method.fleet.outage;
  const size_t points = std::min(outage.loads.size(), kMostPoints);
  ChartCurve curve = {.name = CurveName(method)};
  double peak = 0;
  for (size_t i = 0; i < points; ++i) {
    const size_t from = i * outage.loads.size() / points;
    const size_t to = std::max((i + 1) * outage.loads.size() / points, from + 1);
    const auto begin = outage.loads.begin();
    const double load = *std::max_element(begin + static_cast<std::ptrdiff_t>(from),
                                          begin + static_cast<std::ptrdiff_t>(to));
    peak = std::max(peak, load);
    curve.points.push_back({outage.step * static_cast<double>(from), load});
  }
  curve.what = absl::StrCat("up to ", SpellLoad(std::max(peak, outage.peak)), " attempts per call",
                            method.fleet.throttle ? ", without its tokens" : "");
  curve.tip = curve.what;
  return curve;
}

}  // namespace

bool HasOutage(const SimulatedMethod& method) {
  return method.fleet.outage && !method.fleet.outage->loads.empty();
}

void AppendOutagePicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "Attempts per call that come to servers in an outage and after it",
                 .x_name = "since the outage began",
                 .y_name = "attempts per call",
                 .x_words = SpellTime,
                 .y_words = SpellLoad,
                 .least_top = 1};
  for (const SimulatedMethod& method : methods) {
    if (!HasOutage(method)) continue;
    chart.curves.push_back(LoadCurve(method));
    // All methods have the same.
    chart.bands = {{0, method.fleet.outage->length, "outage"}};
  }
  AppendChart(chart, out);
}

}  // namespace grpcfg
