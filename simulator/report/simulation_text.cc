// What `grpcfg simulate` prints for people: tables with timelines, and traces.
#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "simulator/report/fleet_text.h"
#include "simulator/report/herd_text.h"
#include "simulator/report/simulation_printer.h"
#include "simulator/report/simulation_words.h"
#include "simulator/report/timeline.h"
#include "validator/report/paint.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

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

constexpr size_t kIndent = 4;

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
  absl::StrAppendFormat(&out, "    att  delay min-mean-max  start %s min-mean-max%s\n", unit.name,
                        has_deadline ? "  starts before the deadline" : "");
  size_t number = 0;
  for (const AttemptSchedule& attempt : InTime(method.schedule)) {
    ++number;
    const std::string delay = number == 1 ? "" : SpellRange(attempt.delay, unit);
    absl::StrAppendFormat(&out, "    %3d  %-18s  ", number, delay);
    const std::string start = SpellStart(attempt, unit);
    const std::string share = SpellShare(attempt.reached_by_deadline);
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

std::string BodyOf(const SimulatedMethod& method, const SimulationStyle& style) {
  std::string body;
  const auto add = [&](absl::string_view words) {
    const size_t begin = body.size();
    AppendWrapped(words, kIndent, body, style.columns);
    std::replace(body.begin() + static_cast<int>(begin), body.end(), kNoBreak, ' ');
  };
  const bool has_schedule = !method.schedule.attempts.empty();
  add(method.trace ? WordsOfEnd(method) : WordsOfCall(method));
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
  for (const std::string& note : method.notes) add(absl::StrCat("note: ", Visible(note)));
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

}  // namespace

void AppendSimulationText(const SimulationReport& report, std::string& out) {
  const absl::Span<const SimulatedMethod> methods = report.methods;
  std::vector<Section> sections;
  for (size_t begin = 0; begin < methods.size();) {
    std::vector<Block> blocks;
    size_t end = begin;
    for (; end < methods.size() && methods[end].name == methods[begin].name; ++end) {
      Add(methods[end].target, BodyOf(methods[end], report.style), blocks);
    }
    Add(methods[begin].name, std::move(blocks), sections);
    begin = end;
  }
  for (const Section& section : sections) {
    if (&section != &sections.front()) out += '\n';
    AppendSection(section, report.style, out);
  }
  if (report.style.closing.empty()) return;
  out += '\n';
  AppendWrapped(report.style.closing, 0, out, report.style.columns);
}

}  // namespace grpcfg
