#include "simulation/fleet_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "simulation/curve.h"
#include "simulation/simulation_words.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr size_t kIndent = 4;

double HighestLoad(const OutageFacts& facts) {
  return *std::max_element(facts.loads.begin(), facts.loads.end());
}

// Of how many calls `count` is.
std::string CountOf(double count, const OutageFacts& facts) {
  return absl::StrCat(SpellRate(count * facts.rate), " (", SpellShare(count / facts.length), ")");
}

std::string WordsOfTotals(const OutageFacts& facts) {
  const OutageTotals& totals = facts.totals;
  return absl::StrCat("in an outage of ", SpellTime(facts.length), " with ", SpellRate(facts.rate),
                      " calls per second: up to ", SpellRate(HighestLoad(facts)),
                      " times the load; ", SpellRate(totals.attempts_during * facts.rate),
                      " attempts during it and ", SpellRate(totals.retries_after * facts.rate),
                      " retries after it; of ", SpellRate(facts.length * facts.rate),
                      " calls retries save ", CountOf(totals.calls_saved, facts), ", and ",
                      CountOf(totals.calls_failed, facts), " fail");
}

std::string WordsOfSynchronized(const OutageFacts& facts) {
  const SynchronizedOutage& outage = facts.synchronized;
  std::string words =
      absl::StrCat("a call that fails at its begin makes ", SpellRate(outage.expected_attempts),
                   " attempts on average, and ", SpellShare(outage.exhausted), " of them fail");
  if (outage.mean_wait) {
    absl::StrAppend(&words, "; those that succeed after it do so ", SpellTime(*outage.mean_wait),
                    " after its end on average");
  }
  return words;
}

// The load at the middle of each column.
std::vector<double> LoadColumns(const OutageFacts& facts, size_t columns) {
  std::vector<double> heights;
  const auto last = static_cast<double>(facts.loads.size() - 1);
  for (size_t column = 0; column < columns; ++column) {
    const double at = last * (static_cast<double>(column) + 0.5) / static_cast<double>(columns);
    heights.push_back(facts.loads[static_cast<size_t>(std::lround(at))]);
  }
  return heights;
}

void AppendOutage(const OutageFacts& facts, size_t columns, std::string& out) {
  AppendWrapped(WordsOfTotals(facts), kIndent, out, columns);
  AppendWrapped(WordsOfSynchronized(facts), kIndent, out, columns);
  const double end = facts.step * static_cast<double>(facts.loads.size() - 1);
  AppendCurve(LoadColumns(facts, CurveColumns(columns)), "x calls", SpellTime(end), out);
}

}  // namespace

void AppendFleetFacts(const FleetFacts& facts, size_t columns, std::string& out) {
  if (facts.outage) AppendOutage(*facts.outage, columns, out);
}

}  // namespace grpcfg
