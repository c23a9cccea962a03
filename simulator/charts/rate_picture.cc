// The retry rate of fleets over time.
#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "simulator/charts/chart.h"
#include "simulator/charts/pictures.h"
#include "simulator/report/curve.h"
#include "simulator/report/herd_text.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

constexpr size_t kMostColumns = 300;

ChartCurve RateCurve(const SimulatedMethod& method) {
  const Herd& herd = *method.herd;
  ChartCurve curve = {
      .name = CurveName(method), .tip = InOneLine(WordsOfHerd(method)), .is_stepped = true};
  const size_t columns = std::min(kMostColumns, herd.retries_per_bin.size());
  const double end = herd.bin * static_cast<double>(herd.retries_per_bin.size());
  double column = 0;
  for (const double rate : MeanRates(herd, method.clients, columns)) {
    curve.points.push_back({end * column++ / static_cast<double>(columns), rate});
  }
  curve.points.push_back({end, 0});
  if (std::isinf(herd.peak)) {
    curve.what = absl::StrCat("all at once at ", SpellTime(herd.time_of_peak));
    return curve;
  }
  curve.what = absl::StrCat("peak ", SpellRate(herd.peak * method.clients), "/s at ",
                            SpellTime(herd.time_of_peak));
  curve.marks.push_back({herd.time_of_peak, herd.peak * method.clients});
  return curve;
}

}  // namespace

bool HasRates(const SimulatedMethod& method) {
  return method.clients > 0 && method.herd && !method.herd->retries_per_bin.empty();
}

void AppendRatesPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "Retries per second of clients that fail at once",
                 .x_name = "since all of them failed",
                 .y_name = "retries/s",
                 .x_words = SpellTime,
                 .y_words = SpellRate};
  for (const SimulatedMethod& method : methods) {
    if (HasRates(method)) chart.curves.push_back(RateCurve(method));
  }
  AppendChart(chart, out);
}

}  // namespace grpcfg
