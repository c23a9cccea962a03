#include "simulator/report/herd_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "simulator/report/curve.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

double EndOf(const Herd& herd) {
  return herd.bin * static_cast<double>(herd.retries_per_bin.size());
}

}  // namespace

std::vector<double> MeanRates(const Herd& herd, double clients, size_t columns) {
  std::vector<double> rates(columns);
  const auto bins = static_cast<double>(herd.retries_per_bin.size());
  for (size_t column = 0; column < columns; ++column) {
    const double from = bins * static_cast<double>(column) / static_cast<double>(columns);
    const double to = bins * static_cast<double>(column + 1) / static_cast<double>(columns);
    double retries = 0;
    for (auto bin = static_cast<size_t>(from); static_cast<double>(bin) < to; ++bin) {
      const double begin = std::max(from, static_cast<double>(bin));
      const double end = std::min(to, static_cast<double>(bin + 1));
      if (bin < herd.retries_per_bin.size()) retries += herd.retries_per_bin[bin] * (end - begin);
    }
    rates[column] = retries / (to - from) / herd.bin * clients;
  }
  return rates;
}

std::string WordsOfHerd(const SimulatedMethod& method) {
  const Herd& herd = *method.herd;
  const std::string who = absl::StrCat(SpellRate(method.clients), " clients that fail at once");
  if (herd.retries_per_bin.empty()) return absl::StrCat(who, " do not retry");
  const std::string when = SpellTime(herd.time_of_peak);
  if (std::isinf(herd.peak)) {
    return absl::StrCat(who, " all retry at the same moment, after ", when);
  }
  double silent = 0;
  for (const auto& [begin, end] : herd.silences) silent += end - begin;
  std::string words = absl::StrCat(who, " retry up to ", SpellRate(herd.peak * method.clients),
                                   " times a second, after ", when, "; in ", herd.waves.size(),
                                   herd.waves.size() == 1 ? " wave" : " waves");
  if (silent > 0) {
    absl::StrAppend(&words, "; for ", SpellShare(std::min(1.0, silent / EndOf(herd))), " of ",
                    SpellTime(EndOf(herd)), " nobody does");
  }
  return words;
}

void AppendHerdCurve(const SimulatedMethod& method, const SimulationStyle& style,
                     std::string& out) {
  const Herd& herd = *method.herd;
  if (herd.retries_per_bin.empty()) return;
  AppendCurve(MeanRates(herd, method.clients, CurveColumns(style.columns)), "retries/s",
              SpellTime(EndOf(herd)), out);
}

}  // namespace grpcfg
