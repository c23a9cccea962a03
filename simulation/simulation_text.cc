#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "simulation/simulation_printer.h"
#include "simulation/simulation_timeline.h"
#include "simulation/simulation_trace.h"
#include "simulation/simulation_words.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

// What some targets do alike.
struct Block {
  std::vector<std::string> targets;
  std::string body;
  friend bool operator==(const Block&, const Block&) = default;
};

// Methods for which all targets do alike.
struct Section {
  std::vector<std::string> names;
  std::vector<Block> blocks;
};

constexpr size_t kIndent = 4;

void AppendRow(const SimulatedMethod& method, size_t index, const TimeUnit& unit,
               std::string& out) {
  constexpr size_t kShownPercentiles[] = {0, 1, 4, 7, 8, 9};  // 1, 5, 50, 95, 99, 99.9
  const AttemptSchedule& attempt = method.schedule.attempts[index];
  const std::string delay = index == 0 ? "" : SpellDelay(attempt, unit);
  absl::StrAppendFormat(&out, "    %3d  %-18s %8s %6s", index + 1, delay, unit.Spell(attempt.mean),
                        unit.Spell(attempt.standard_deviation));
  for (const size_t shown : kShownPercentiles) {
    absl::StrAppendFormat(&out, " %6s", unit.Spell(attempt.percentiles[shown]));
  }
  if (!std::isinf(method.deadline)) {
    absl::StrAppendFormat(&out, " %9s", SpellShare(attempt.reached_by_deadline));
  }
  out += '\n';
}

std::string TableOf(const SimulatedMethod& method) {
  const std::vector<AttemptSchedule>& attempts = method.schedule.attempts;
  const TimeUnit unit = UnitOf(attempts);
  std::string table =
      absl::StrFormat("    att  %-18s %8s %6s %6s %6s %6s %6s %6s %6s%s\n", "delay min-mean-max",
                      absl::StrCat("start ", unit.name), "sd", "p1", "p5", "p50", "p95", "p99",
                      "p99.9", std::isinf(method.deadline) ? "" : "   in time");
  for (size_t i = 0; i < attempts.size(); ++i) AppendRow(method, i, unit, table);
  AppendTimeline(method, unit, table);
  return table;
}

std::string BodyOf(const SimulatedMethod& method) {
  std::string body;
  AppendWrapped(WordsOfPolicy(method), kIndent, body);
  if (method.trace) {
    AppendTraceText(*method.trace, body);
  } else if (method.schedule.attempts.size() > 1) {
    body += TableOf(method);
    AppendWrapped(WordsOfOutcome(method), kIndent, body);
  }
  if (method.hedges && !method.trace)
    AppendWrapped(WordsOfGain(method.hedges->gain), kIndent, body);
  for (const std::string& note : method.notes) {
    AppendWrapped(absl::StrCat("note: ", Visible(note)), kIndent, body);
  }
  return body;
}

void AddBlock(const SimulatedMethod& method, std::vector<Block>& blocks) {
  std::string body = BodyOf(method);
  for (Block& same : blocks) {
    if (same.body != body) continue;
    same.targets.push_back(method.target);
    return;
  }
  blocks.push_back({{method.target}, std::move(body)});
}

void AddSection(Section section, std::vector<Section>& sections) {
  for (Section& same : sections) {
    if (same.blocks != section.blocks) continue;
    same.names.push_back(section.names[0]);
    return;
  }
  sections.push_back(std::move(section));
}

void AppendSection(const Section& section, std::string& out) {
  for (const std::string& name : section.names) {
    if (name == section.blocks[0].targets[0]) continue;  // an algorithm alone
    AppendVisible(name, out);
    absl::StrAppend(&out, name == "*" ? " (every other method)\n" : "\n");
  }
  for (const Block& block : section.blocks) {
    AppendWrapped(absl::StrJoin(block.targets, ", "), 2, out);
    out += block.body;
  }
}

}  // namespace

void AppendSimulationText(absl::Span<const SimulatedMethod> methods, std::string& out) {
  std::vector<Section> sections;
  for (size_t begin = 0; begin < methods.size();) {
    Section section = {{methods[begin].name}, {}};
    size_t end = begin;
    for (; end < methods.size() && methods[end].name == methods[begin].name; ++end) {
      AddBlock(methods[end], section.blocks);
    }
    AddSection(std::move(section), sections);
    begin = end;
  }
  for (const Section& section : sections) {
    if (&section != &sections.front()) out += '\n';
    AppendSection(section, out);
  }
}

}  // namespace grpcfg
