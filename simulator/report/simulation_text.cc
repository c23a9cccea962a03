// What `grpcfg simulate` prints for people: tables with timelines, and traces.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "simulator/report/fleet.h"
#include "simulator/report/simulation_printer.h"
#include "simulator/report/simulation_words.h"
#include "validator/report/paint.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

// ---- When the attempts of a call start, as a picture of characters.

constexpr size_t kLabelColumns = 18;  // before a line, its indentation included

// From the first attempt to the deadline, or to the last attempt.
class Scale {
 public:
  Scale(const SimulatedMethod& method, const TimeUnit& unit, size_t columns)
      : unit_(unit), last_(EndOf(InTime(method.schedule))), columns_(columns) {
    // A deadline far after them would leave no room for the attempts.
    constexpr double kFar = 1.5;
    if (LatestEnd(method) < kFar * last_) last_ = LatestEnd(method);
  }

  [[nodiscard]] size_t Column(double time) const {
    if (last_ <= 0) return 0;
    const auto end = static_cast<double>(columns_ - 1);
    return static_cast<size_t>(std::lround(std::min(time / last_ * end, end)));
  }

  // `0-840 ms`.
  [[nodiscard]] std::string Label() const {
    return absl::StrCat("0-", unit_.Spell(last_), " ", unit_.name);
  }

  [[nodiscard]] double last() const { return last_; }
  [[nodiscard]] size_t columns() const { return columns_; }

 private:
  TimeUnit unit_;
  double last_;
  size_t columns_;
};

void Draw(const AttemptSchedule& attempt, const Scale& scale, std::string& row) {
  constexpr size_t kP5 = 1;
  constexpr size_t kP95 = 7;
  const size_t first = scale.Column(attempt.min);
  const size_t last = scale.Column(EndOf(attempt));
  std::fill(row.begin() + static_cast<int>(first), row.begin() + static_cast<int>(last) + 1, '-');
  if (attempt.percentiles[kP5] <= scale.last()) {
    std::fill(row.begin() + static_cast<int>(scale.Column(attempt.percentiles[kP5])),
              row.begin() + static_cast<int>(scale.Column(attempt.percentiles[kP95])) + 1, '#');
  }
  row[first] = '|';
  if (EndOf(attempt) <= scale.last()) row[last] = '|';
}

// True if each attempt ends at least two columns before the next, so that a line shows all.
bool AreApart(absl::Span<const AttemptSchedule> attempts, const Scale& scale) {
  constexpr size_t kDigits = 9;  // of an attempt's number there is room for one
  if (attempts.size() > kDigits) return false;
  for (size_t i = 1; i < attempts.size(); ++i) {
    if (scale.Column(attempts[i].min) < scale.Column(EndOf(attempts[i - 1])) + 2) return false;
  }
  return true;
}

absl::string_view PaintOf(char mark) {
  if (mark == '#') return kGreen;
  return mark == 'D' ? kRed : "";
}

void AppendLine(absl::string_view label, std::string row, Painter& painter) {
  row.erase(row.find_last_not_of(' ') + 1);
  absl::StrAppendFormat(&painter.out(), "    %-14s", label);
  for (size_t begin = 0; begin < row.size();) {
    const size_t end = std::min(row.find_first_not_of(row[begin], begin), row.size());
    const absl::string_view run = absl::string_view(row).substr(begin, end - begin);
    const absl::string_view paint = PaintOf(row[begin]);
    if (!paint.empty()) painter.Start(paint);
    absl::StrAppend(&painter.out(), run);
    if (!paint.empty()) painter.Stop();
    begin = end;
  }
  painter.out() += '\n';
}

// After the number of an attempt if that is there already.
void MarkTime(double time, const Scale& scale, std::string& labels) {
  if (time > scale.last()) return;
  size_t column = scale.Column(time);
  while (column < labels.size() && labels[column] != ' ') ++column;
  labels.resize(std::max(labels.size(), column + 1), ' ');
  labels[column] = 'D';
}

// Both ends of it, where it is not one time.
void MarkDeadline(const SimulatedMethod& method, const Scale& scale, std::string& labels) {
  MarkTime(method.ends ? method.ends->min : method.deadline, scale, labels);
  if (method.ends && method.ends->max > 0) MarkTime(method.ends->max, scale, labels);
}

// A line for each attempt, of which some overlap.
void AppendLines(absl::Span<const AttemptSchedule> attempts, const Scale& scale, Painter& painter) {
  for (size_t i = 0; i < attempts.size(); ++i) {
    std::string row(scale.columns(), ' ');
    Draw(attempts[i], scale, row);
    AppendLine(i == 0 ? absl::StrCat(scale.Label(), " 1") : absl::StrCat(i + 1), row, painter);
  }
}

// One line for all; `labels` gets their numbers.
void AppendOneLine(absl::Span<const AttemptSchedule> attempts, const Scale& scale,
                   std::string& labels, Painter& painter) {
  constexpr size_t kP50 = kPercentiles.size() / 2 - 1;
  std::string row(scale.columns(), '.');
  for (size_t i = 0; i < attempts.size(); ++i) {
    Draw(attempts[i], scale, row);
    labels[scale.Column(attempts[i].percentiles[kP50])] = static_cast<char>('1' + i);
  }
  AppendLine(scale.Label(), row, painter);
}

// Appends the timeline of the attempts that start in time, at least two, up to the deadline: `|`
// the first and the last moment at which an attempt may start, `#` from p5 to p95, `-` between; `D`
// the deadline, or the first and the last moment at which it may be. Attempts that overlap have
// lines of their own.
void AppendTimeline(const SimulatedMethod& method, const TimeUnit& unit,
                    const SimulationStyle& style, std::string& out) {
  const absl::Span<const AttemptSchedule> attempts = InTime(method.schedule);
  // A deadline may be marked after the last attempt.
  const Scale scale(method, unit, style.columns - kLabelColumns - 1);
  if (scale.last() <= 0) return;
  Painter painter(style.color, out);
  std::string labels(scale.columns(), ' ');
  if (AreApart(attempts, scale)) {
    AppendOneLine(attempts, scale, labels, painter);
  } else {
    AppendLines(attempts, scale, painter);
  }
  MarkDeadline(method, scale, labels);
  if (labels.find_first_not_of(' ') != std::string::npos) AppendLine("", labels, painter);
}

// ---- What `grpcfg simulate` reports on fleets, for people.

constexpr size_t kIndent = 4;

// `5 failures`, `1 failure`.
std::string Counted(double count, absl::string_view what) {
  const std::string number = SpellRate(count);
  return absl::StrCat(number, " ", what, number == "1" ? "" : "s");
}

// Of how many calls `count` is.
std::string CountOf(double count, const OutageFacts& facts) {
  return absl::StrCat(SpellRate(count * facts.rate), " (", SpellShare(count / facts.length), ")");
}

std::string WordsOfTotals(const FleetFacts& fleet) {
  const OutageFacts& facts = *fleet.outage;
  const OutageTotals& totals = facts.totals;
  const std::string failing =
      facts.failures.empty()
          ? ""
          : absl::StrCat(" in which attempts fail with a probability of ",
                         SpellShare(facts.failure_probability), " on average over time,");
  return absl::StrCat(
      "in an outage of ", SpellTime(facts.length), failing, " with ", Counted(facts.rate, "call"),
      " per second", fleet.throttle ? " and retryThrottling" : "", ": up to ",
      SpellRate(facts.peak.value), " times the load; ",
      SpellRate(totals.attempts_during * facts.rate), " attempts during it and ",
      SpellRate(totals.retries_after * facts.rate), " retries after it; of ",
      Counted(facts.length * facts.rate, "call"), " retries save ",
      CountOf(totals.calls_saved, facts), ", and ", CountOf(totals.calls_failed, facts), " fail");
}

std::string WordsOfSynchronized(const OutageFacts& facts) {
  const SynchronizedOutage& outage = facts.synchronized;
  std::string words =
      absl::StrCat("a call that fails when the outage begins makes ",
                   Counted(outage.expected_attempts, "attempt"), " on average, and ",
                   SpellShare(outage.exhausted), " of them fail");
  if (outage.mean_wait) {
    absl::StrAppend(&words, "; those that succeed after it do so ", SpellTime(*outage.mean_wait),
                    " after its end on average");
  }
  return words;
}

// The load at the middle of each column, and the highest one in its own.
std::vector<double> LoadColumns(const OutageFacts& facts, size_t columns) {
  std::vector<double> heights;
  const auto last = static_cast<double>(facts.loads.size() - 1);
  for (size_t column = 0; column < columns; ++column) {
    const double at = last * (static_cast<double>(column) + 0.5) / static_cast<double>(columns);
    heights.push_back(facts.loads[static_cast<size_t>(std::lround(at))]);
  }
  const double of_peak = facts.peak.time / (last * facts.step) * static_cast<double>(columns);
  double& height = heights[std::min(static_cast<size_t>(of_peak), columns - 1)];
  height = std::max(height, facts.peak.value);
  return heights;
}

void AppendOutage(const FleetFacts& fleet, size_t columns, std::string& out) {
  const OutageFacts& facts = *fleet.outage;
  AppendWrapped(WordsOfTotals(fleet), kIndent, out, columns);
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
                                   " a client stops retrying, so it sends at most ",
                                   SpellRate(limits.retries_in_outage),
                                   " of its retries in an outage in which all fail");
  if (std::isinf(limits.successes_until_retry)) return words + ", and none ever after";
  return absl::StrCat(words, ", and from an empty bucket none before ",
                      SpellRate(limits.successes_until_retry), " successes; above ",
                      SpellShare(limits.failure_threshold), " of failures it runs empty");
}

// `up to 3 attempts each, as the others never start`, after `before`; nothing if all may.
std::string WordsOfLate(const FleetFacts& facts, size_t attempts, absl::string_view before) {
  if (!facts.has_late_attempts) return "";
  return absl::StrCat(before, attempts == 1 ? "" : "up to ",
                      Counted(static_cast<double>(attempts), "attempt"),
                      " each, as the others never start");
}

std::string WordsOfLongRun(const FleetFacts& all) {
  const ThrottleFacts& facts = *all.throttle;
  const StationaryThrottle& found = *facts.long_run;
  return absl::StrCat(
      "in the long run, if ", SpellShare(facts.failure_probability),
      " of the attempts fail, a call makes ", Counted(found.attempts_per_call, "attempt"), " (",
      SpellRate(found.attempts_without), " without throttling",
      WordsOfLate(all, facts.attempts, "; "), "); ", SpellShare(found.denied),
      " of the retries are denied, and ", SpellShare(found.call_fails), " of the calls fail");
}

std::string WordsOfSample(const SampledFleet& sample, const OutageFacts& facts) {
  return absl::StrCat("the numbers of the outage are those of ",
                      Counted(static_cast<double>(sample.setting.clients), "client"),
                      " sampled (--seed ", sample.setting.seed, "): standard errors of ",
                      SpellRate(facts.during_error * facts.rate), " attempts during it, ",
                      SpellRate(facts.after_error * facts.rate), " retries after it and ",
                      SpellRate(facts.saved_error * facts.rate), " calls saved");
}

void AppendThrottle(const FleetFacts& all, size_t columns, std::string& out) {
  const ThrottleFacts& facts = *all.throttle;
  AppendWrapped(WordsOfLimits(facts), kIndent, out, columns);
  if (facts.long_run) AppendWrapped(WordsOfLongRun(all), kIndent, out, columns);
  if (facts.sample) AppendWrapped(WordsOfSample(*facts.sample, *all.outage), kIndent, out, columns);
  if (all.outage && all.outage->method == OutageMethod::kLimit) {
    AppendWrapped(
        "a client makes too many calls to simulate one by one: the numbers of the outage are the "
        "limit for infinitely many calls",
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
                             fleet.throttle ? ", with retryThrottling in the long run" : "",
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
                   all.throttle ? "and retryThrottling in the long run, " : "",
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
                      is_stuck ? "may last forever because of its retries" : "ends by itself",
                      " if a failed attempt costs as much as one that succeeds (from ",
                      SpellRate(overload.metastable_from), " times on)");
}

// Appends it in lines of `columns`, indented like the other lines on the method.
void AppendFleetFacts(const FleetFacts& facts, size_t columns, std::string& out) {
  if (facts.outage) AppendOutage(facts, columns, out);
  if (facts.sample)
    AppendWrapped(WordsOfSample(*facts.sample, *facts.outage), kIndent, out, columns);
  if (facts.throttle && facts.is_throttle_requested) AppendThrottle(facts, columns, out);
  if (!facts.layers.empty()) AppendLayers(facts, columns, out);
  if (facts.hedged) AppendWrapped(WordsOfHedged(*facts.hedged), kIndent, out, columns);
  if (facts.overload) AppendWrapped(WordsOfOverload(facts), kIndent, out, columns);
}

// ---- Traces, attempts and the whole of a method

// One for all times that have an end.
TimeUnit UnitOf(const Trace& trace) {
  double latest = 0;
  for (const Step& step : trace.steps) {
    if (!std::isinf(step.sent.max)) latest = std::max(latest, step.sent.max);
    if (step.delay) latest = std::max(latest, step.delay->max);
  }
  return UnitFor(latest);
}

// What fits into `room` columns, the end of whole code points; a response may be as long as the
// command line.
std::string ShortAnswerOf(const Step& step, const SimulatedTrace& trace, size_t room) {
  std::string answer = Visible(AnswerOf(step, trace));
  if (answer.size() <= room) return answer;
  return CutAfter(room - kCutMark.size(), answer);
}

constexpr size_t kTraceColumns = 80;
constexpr size_t kAnswerEnd = 49;
constexpr size_t kDecisionEnd = 75;

// Pads `line` with blanks up to `column`, on a new line if it is longer.
void PadTo(size_t column, std::string& line) {
  const size_t begin = line.rfind('\n') + 1;  // npos + 1 is 0
  if (line.size() - begin > column) {
    absl::StripTrailingAsciiWhitespace(&line);
    absl::StrAppend(&line, "\n", std::string(column, ' '));
  } else {
    line.resize(begin + column, ' ');
  }
}

void AppendStep(const Step& step, const SimulatedTrace& trace, const TimeUnit& unit,
                std::string& out) {
  const std::string previous =
      step.previous_attempts == 0 ? "-" : absl::StrCat(step.previous_attempts);
  std::string line = absl::StrFormat("    %4d%4s%5s  %-11s ", step.call,
                                     absl::StrCat(step.attempt, step.is_transparent ? "t" : ""),
                                     previous, SpellRange(step.sent, unit));
  line += ShortAnswerOf(step, trace, kTraceColumns - line.size());
  PadTo(kAnswerEnd, line);
  const std::string tokens = step.tokens ? absl::StrFormat("%.7g", *step.tokens) : "-";
  absl::StrAppendFormat(&line, "%6s  %s", tokens, NameOf(step.decision));
  if (step.delay) {
    const std::string wait = SpellRange(*step.delay, unit);
    line += ' ';
    PadTo(std::min(kDecisionEnd, kTraceColumns - wait.size()), line);
    line += wait;
  }
  absl::StrAppend(&out, line, "\n");
}

// Appends a line for each attempt: when it is sent, what comes back, and what the client does then.
void AppendTrace(const SimulatedTrace& trace, std::string& out) {
  const TimeUnit unit = UnitOf(trace.trace);
  absl::StrAppendFormat(&out, "    call att prev  %-11s %-19s%6s  %-14s %s\n",
                        absl::StrCat("sent ", unit.name), "answer", "tokens", "decision",
                        absl::StrCat("wait ", unit.name));
  for (const Step& step : trace.trace.steps) AppendStep(step, trace, unit, out);
  if (trace.trace.is_unfinished) {
    absl::StrAppend(&out, "    the list ends before the last call does\n");
  }
}

// `560-700-840`; `560-1300-...` of what has no end.
std::string SpellStart(const AttemptSchedule& attempt, const TimeUnit& unit) {
  if (!std::isinf(attempt.max)) {
    return SpellRange({attempt.min, attempt.mean, attempt.max}, unit);
  }
  return absl::StrCat(unit.Spell(attempt.min), "-", unit.Spell(attempt.mean), "-...");
}

// When each attempt starts, of those that do.
void AppendAttempts(const SimulatedMethod& method, const TimeUnit& unit, std::string& out) {
  const bool has_deadline = !std::isinf(method.deadline);
  const bool has_answers = has_deadline && method.latency.has_value();
  const absl::string_view shares =
      has_answers ? "  starts, answered in time" : "  starts before the deadline";
  absl::StrAppendFormat(&out, "    att  delay min-mean-max  start %s min-mean-max%s\n", unit.name,
                        has_deadline ? shares : "");
  size_t number = 0;
  for (const AttemptSchedule& attempt : InTime(method.schedule)) {
    ++number;
    const std::string delay = number == 1 ? "" : SpellRange(attempt.delay, unit);
    absl::StrAppendFormat(&out, "    %3d  %-18s  ", number, delay);
    const std::string start = SpellStart(attempt, unit);
    std::string share = SpellShare(attempt.reached_by_deadline);
    if (has_answers) absl::StrAppend(&share, ", ", SpellShare(attempt.answered_by_deadline));
    absl::StrAppend(&out, has_deadline ? absl::StrFormat("%-21s  %s", start, share) : start, "\n");
  }
}

// `--percentiles`: of the same starts.
void AppendPercentiles(const SimulatedMethod& method, const TimeUnit& unit, std::string& out) {
  constexpr size_t kShown[] = {0, 1, 4, 7, 8, 9};  // 1, 5, 50, 95, 99, 99.9
  absl::StrAppendFormat(&out,
                        "    att  start %-2s mean      sd      p1      p5     p50     p95     p99"
                        "   p99.9\n",
                        unit.name);
  size_t number = 0;
  for (const AttemptSchedule& attempt : InTime(method.schedule)) {
    absl::StrAppendFormat(&out, "    %3d  %13s %7s", ++number, unit.Spell(attempt.mean),
                          unit.Spell(attempt.standard_deviation));
    for (const size_t shown : kShown) {
      absl::StrAppendFormat(&out, " %7s", unit.Spell(attempt.percentiles[shown]));
    }
    out += '\n';
  }
}

std::string TableOf(const SimulatedMethod& method, const SimulationStyle& style) {
  const TimeUnit unit = UnitFor(EndOf(InTime(method.schedule)));
  std::string table;
  AppendAttempts(method, unit, table);
  if (style.has_percentiles) AppendPercentiles(method, unit, table);
  AppendTimeline(method, unit, style, table);
  return table;
}

enum class Extent : bool { kAnswers, kAll };

std::string BodyOf(const SimulatedMethod& method, const SimulationStyle& style, Extent extent) {
  std::string body;
  const auto add = [&](absl::string_view words) {
    const size_t begin = body.size();
    AppendWrapped(words, kIndent, body, style.columns);
    std::replace(body.begin() + static_cast<int>(begin), body.end(), kNoBreak, ' ');
  };
  const auto add_notes = [&] {
    for (const std::string& note : method.notes) add(absl::StrCat("note: ", Visible(note)));
  };
  const bool has_schedule = !method.schedule.attempts.empty();
  add(method.trace ? WordsOfEnd(method) : WordsOfCall(method));
  if (!method.trace) {
    add(WordsOfFailingCall(method));
    add(WordsOfUsualOutage(method));
  }
  if (extent == Extent::kAnswers) {
    if (has_schedule && method.schedule.attempts.size() > 1) add(WordsOfOutcome(method));
    add_notes();
    return body;
  }
  add(WordsOfPolicy(method));
  if (method.trace) {
    AppendTrace(*method.trace, body);
  } else if (has_schedule && method.schedule.attempts.size() > 1) {
    if (InTime(method.schedule).size() > 1) body += TableOf(method, style);
    add(WordsOfOutcome(method));
  }
  if (method.hedges && !method.trace) add(WordsOfGain(method.hedges->gain));
  if (method.herd && !method.trace) {
    add(WordsOfHerd(method));
    AppendHerdCurve(method, style, body);
  }
  if (!method.trace) AppendFleetFacts(method.fleet, style.columns, body);
  add_notes();
  return body;
}

// Those that have the same body.
template <typename Body>
struct Shared {
  std::vector<std::string> names;
  Body body;
  friend bool operator==(const Shared&, const Shared&) = default;
};
using Block = Shared<std::string>;           // of targets
using Section = Shared<std::vector<Block>>;  // of methods

template <typename Body>
void Add(const std::string& name, Body body, std::vector<Shared<Body>>& all) {
  const auto same = std::find_if(all.begin(), all.end(),
                                 [&](const Shared<Body>& each) { return each.body == body; });
  if (same != all.end()) return same->names.push_back(name);
  all.push_back({{name}, std::move(body)});
}

void AppendSection(const Section& section, const SimulationStyle& style, std::string& out) {
  Painter painter(style.color, out);
  for (const std::string& name : section.names) {
    if (name == section.body[0].names[0]) continue;  // an algorithm alone
    painter.Paint(kBold, Visible(name));
    absl::StrAppend(&out, name == "*" ? " (every other method)\n" : "\n");
  }
  for (const Block& block : section.body) {
    painter.Start(kCyan);
    AppendWrapped(absl::StrJoin(block.names, ", "), 2, out, style.columns);
    painter.Stop();
    out += block.body;
  }
}

void AppendSections(absl::Span<const SimulatedMethod> methods, const SimulationStyle& style,
                    Extent extent, std::string& out) {
  std::vector<Section> sections;
  for (size_t begin = 0; begin < methods.size();) {
    std::vector<Block> blocks;
    size_t end = begin;
    for (; end < methods.size() && methods[end].name == methods[begin].name; ++end) {
      Add(methods[end].target, BodyOf(methods[end], style, extent), blocks);
    }
    Add(methods[begin].name, std::move(blocks), sections);
    begin = end;
  }
  for (const Section& section : sections) {
    if (&section != &sections.front()) out += '\n';
    AppendSection(section, style, out);
  }
}

// Without methods whose text is the same before and after, unless all are.
void AppendChange(const SimulationReport& report, std::string& out) {
  const SimulatedChange& change = *report.change;
  std::vector<SimulatedMethod> before;
  std::vector<SimulatedMethod> after;
  for (size_t i = 0; i < change.before.size(); ++i) {
    const auto body = [&](const SimulatedMethod& method) {
      return BodyOf(method, report.style, Extent::kAnswers);
    };
    if (body(change.before[i]) == body(report.methods[i])) continue;
    before.push_back(change.before[i]);
    after.push_back(report.methods[i]);
  }
  const bool has_any = !before.empty();
  out += "as it is:\n\n";
  AppendSections(has_any ? before : change.before, report.style, Extent::kAnswers, out);
  absl::StrAppend(&out, "\nwith ", Visible(absl::StrJoin(change.set, ", ")), ":\n\n");
  AppendSections(has_any ? after : report.methods, report.style, Extent::kAnswers, out);
  absl::StrAppend(&out, "\nwhat changes:\n\n",
                  change.comparison.empty() ? "nothing for calls\n" : change.comparison);
}

}  // namespace

void AppendSimulationText(const SimulationReport& report, std::string& out) {
  if (report.change != nullptr) {
    AppendChange(report, out);
  } else {
    AppendSections(report.methods, report.style, Extent::kAll, out);
  }
  if (report.style.closing.empty()) return;
  out += '\n';
  AppendWrapped(report.style.closing, 0, out, report.style.columns);
}

}  // namespace grpcfg
