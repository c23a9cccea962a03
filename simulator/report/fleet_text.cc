#include "simulator/report/fleet_text.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "simulator/report/curve.h"
#include "simulator/report/simulation_words.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr size_t kIndent = 4;

// `5 failures`, `1 failure`.
std::string Counted(double count, absl::string_view what) {
  return absl::StrCat(SpellRate(count), " ", what, count == 1 ? "" : "s");
}

// Of how many calls `count` is.
std::string CountOf(double count, const OutageFacts& facts) {
  return absl::StrCat(SpellRate(count * facts.rate), " (", SpellShare(count / facts.length), ")");
}

std::string WordsOfTotals(const OutageFacts& facts) {
  const OutageTotals& totals = facts.totals;
  const std::string failing =
      facts.failures.empty()
          ? ""
          : absl::StrCat(" in which attempts fail with a probability of ",
                         SpellShare(facts.failure_probability), " on average over time,");
  return absl::StrCat("in an outage of ", SpellTime(facts.length), failing, " with ",
                      Counted(facts.rate, "call"), " per second: up to ", SpellRate(facts.peak),
                      " times the load; ", SpellRate(totals.attempts_during * facts.rate),
                      " attempts during it and ", SpellRate(totals.retries_after * facts.rate),
                      " retries after it; of ", Counted(facts.length * facts.rate, "call"),
                      " retries save ", CountOf(totals.calls_saved, facts), ", and ",
                      CountOf(totals.calls_failed, facts), " fail");
}

std::string WordsOfSynchronized(const OutageFacts& facts) {
  const SynchronizedOutage& outage = facts.synchronized;
  std::string words = absl::StrCat(
      "a call that fails at its begin makes ", Counted(outage.expected_attempts, "attempt"),
      " on average, and ", SpellShare(outage.exhausted), " of them fail");
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

std::string WordsOfLimits(const ThrottleFacts& facts) {
  const ThrottleLimits& limits = facts.limits;
  const std::string tokens =
      absl::StrCat("retryThrottling: ", SpellRate(facts.throttling.max_tokens), " tokens, ",
                   SpellRate(facts.throttling.token_ratio), " for each success; ");
  if (!limits.allows_any_retry) return absl::StrCat(tokens, "no failure is ever retried");
  std::string words = absl::StrCat(tokens, "after ", Counted(limits.failures_until_off, "failure"),
                                   " a client stops to retry, so it sends at most ",
                                   SpellRate(limits.retries_in_outage),
                                   " of its retries in an outage in which all fail");
  if (std::isinf(limits.successes_until_retry)) return words + ", and none ever after";
  return absl::StrCat(words, ", and from an empty bucket none before ",
                      SpellRate(limits.successes_until_retry), " successes; above ",
                      SpellShare(limits.failure_threshold), " of failures it runs empty");
}

// `up to 3 attempts each, as the others never start`, behind `before`; nothing if all may.
std::string WordsOfLate(const FleetFacts& facts, size_t attempts, absl::string_view before) {
  if (!facts.has_late_attempts) return "";
  return absl::StrCat(before, attempts == 1 ? "" : "up to ",
                      Counted(static_cast<double>(attempts), "attempt"),
                      " each, as the others never start");
}

std::string WordsOfLongRun(const FleetFacts& all) {
  const ThrottleFacts& facts = *all.throttle;
  const StationaryThrottle& found = *facts.long_run;
  return absl::StrCat("in the long run ", SpellShare(facts.failure_probability),
                      " of failures make ", SpellRate(found.attempts_per_call),
                      " attempts per call (", SpellRate(found.attempts_without),
                      " without throttling", WordsOfLate(all, facts.attempts, "; "), "); ",
                      SpellShare(found.denied), " of the retries are denied, and ",
                      SpellShare(found.call_fails), " of the calls fail");
}

std::string WordsOfSample(const SampledFleet& sample) {
  const ThrottledFleet& mean = sample.mean;
  return absl::StrCat(
      "with it a client sends ", SpellRate(mean.retries.Value()), " retries, ",
      SpellRate(mean.retries_during.Value()), " of them during that outage, and saves ",
      SpellRate(mean.calls_saved.Value()), " of its ",
      Counted(sample.setting.outage * sample.setting.call_rate, "call"), " (standard errors ",
      absl::StrFormat("%.2g", mean.retries.Error()), " and ",
      absl::StrFormat("%.2g", mean.calls_saved.Error()), ": ", sample.setting.clients,
      " clients sampled, --seed ", sample.setting.seed, ")");
}

void AppendThrottle(const FleetFacts& all, size_t columns, std::string& out) {
  const ThrottleFacts& facts = *all.throttle;
  AppendWrapped(WordsOfLimits(facts), kIndent, out, columns);
  if (facts.long_run) AppendWrapped(WordsOfLongRun(all), kIndent, out, columns);
  if (facts.sample) {
    AppendWrapped(WordsOfSample(*facts.sample), kIndent, out, columns);
  } else if (all.outage) {
    AppendWrapped(
        "how many retries a client sends with it in that outage is not known: there are too many "
        "calls to follow client by client; lower --rate or --outage",
        kIndent, out, columns);
  }
}

std::string WordsOfHedged(const HedgedFacts& facts) {
  const HedgedSample& sample = facts.sample;
  const auto spell = [](const SampledMean& mean) {
    return absl::StrFormat("%.4g (standard error %.2g)", mean.Value(), mean.Error());
  };
  return absl::StrCat("if ", SpellShare(facts.setting.failure_probability),
                      " of the attempts fail: ", spell(sample.sends),
                      " attempts per call; the share ", spell(sample.fails),
                      " of the calls fails; they end after ", spell(sample.end), " s; ",
                      facts.setting.calls, " calls sampled, --seed ", facts.setting.seed);
}

// A line for each number of layers, a column for each probability.
void AppendLayers(const FleetFacts& fleet, size_t columns, std::string& out) {
  const std::vector<LayerFacts>& all = fleet.layers;
  const std::string late = WordsOfLate(fleet, all.front().attempts, " (");
  AppendWrapped(absl::StrCat("attempts at the server per call at the top, through layers that each "
                             "retry",
                             late, late.empty() ? "" : ")",
                             ", by the share of the server's attempts that fail:"),
                kIndent, out, columns);
  absl::StrAppendFormat(&out, "    layers");
  for (const LayerFacts::Row& row : all.front().rows) {
    absl::StrAppendFormat(&out, "%11s", SpellShare(row.failure_probability));
  }
  absl::StrAppend(&out, "\n");
  for (const LayerFacts& facts : all) {
    absl::StrAppendFormat(&out, "    %6d", facts.layers);
    for (const LayerFacts::Row& row : facts.rows) {
      absl::StrAppendFormat(&out, "%11s", SpellRate(row.call.expected));
    }
    absl::StrAppend(&out, "\n");
  }
}

std::string WordsOfOverload(const FleetFacts& all) {
  const OverloadFacts& facts = *all.overload;
  const Overload& overload = facts.overload;
  std::string words =
      absl::StrCat("with ", SpellRate(facts.offered), " times the calls that servers can take, ",
                   WordsOfLate(all, facts.attempts, ""), all.has_late_attempts ? ", " : "");
  if (overload.call_fails > 0) {
    absl::StrAppend(&words, SpellShare(overload.call_fails), " of them and ",
                    SpellShare(overload.attempt_fails), " of the attempts fail, and ",
                    SpellRate(overload.attempts_over_capacity),
                    " times as many attempts come as servers can take");
  } else {
    absl::StrAppend(&words, "no call fails");
  }
  if (facts.offered >= 1) return words;
  const bool is_stuck = facts.offered >= overload.metastable_from;
  return absl::StrCat(words, "; an outage ",
                      is_stuck ? "may last for ever by its retries" : "ends by itself",
                      " if a failed attempt costs as much as one that succeeds (from ",
                      SpellRate(overload.metastable_from), " times on)");
}

}  // namespace

void AppendFleetFacts(const FleetFacts& facts, size_t columns, std::string& out) {
  if (facts.outage) AppendOutage(*facts.outage, columns, out);
  if (facts.throttle && facts.is_throttle_requested) AppendThrottle(facts, columns, out);
  if (!facts.layers.empty()) AppendLayers(facts, columns, out);
  if (facts.hedged) AppendWrapped(WordsOfHedged(*facts.hedged), kIndent, out, columns);
  if (facts.overload) AppendWrapped(WordsOfOverload(facts), kIndent, out, columns);
}

}  // namespace grpcfg
