#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"
#include "schema/json/position.h"
#include "validator/report/resolve_printer.h"

namespace grpcfg {
namespace {

// What several targets do.
struct Block {
  std::vector<std::string> targets;
  std::string words;  // of the first line, after the targets
  std::string body;   // further lines
  friend bool operator==(const Block&, const Block&) = default;
};

// Methods for which all targets do the same.
struct Section {
  std::vector<std::string> titles;
  std::vector<Block> blocks;
};

// A value as people write it: without quotes, and lists without brackets.
std::string Plain(absl::string_view json) {
  const std::string plain = absl::StrReplaceAll(json, {{"\"", ""}, {"[", ""}, {"]", ""}});
  return plain.empty() ? (json == "[]" ? "none" : "\"\"") : plain;
}

// When calls end that take longer than a timeout of which only a part is left.
std::string RangeWords(const std::optional<TimeoutRange>& range) {
  if (!range) return "";
  if (range->max.IsZero()) return " (calls end immediately)";
  return absl::StrCat(" (effectively ", SpellDuration(range->min), " to ",
                      SpellDuration(range->max), ", depending on when the process started)");
}

// `timeout  0.000000005s (written "0.5s")`, a line each.
std::string ValueLines(const std::vector<EffectiveValue>& values,
                       const std::vector<Alteration>& altered,
                       const std::optional<TimeoutRange>& range = {}) {
  constexpr size_t kGap = 2;
  size_t width = 0;
  for (const EffectiveValue& value : values) width = std::max(width, value.Path().size() + kGap);
  std::string lines;
  for (const EffectiveValue& value : values) {
    const std::string path = value.Path();
    absl::StrAppendFormat(&lines, "    %-*s%s", static_cast<int>(width), path, Plain(value.json));
    for (const Alteration& alteration : altered) {
      if (alteration.path == path) absl::StrAppend(&lines, " (written ", alteration.written, ")");
    }
    if (path == "timeout") lines += RangeWords(range);
    lines += '\n';
  }
  return lines;
}

std::string MissedLines(const std::vector<MissedField>& missed) {
  std::string lines;
  for (const MissedField& each : missed) absl::StrAppend(&lines, "    ", WordsOf(each), "\n");
  return lines;
}

std::string Details(const std::vector<std::string>& ignored,
                    const std::vector<std::string>& notes = {}) {
  std::string lines;
  if (!ignored.empty()) {
    absl::StrAppend(&lines, "    ignored: ", absl::StrJoin(ignored, ", "), "\n");
  }
  for (const std::string& note : notes) absl::StrAppend(&lines, "    note: ", note, "\n");
  return lines;
}

std::string ReasonWords(const ResolvedChannel& channel) {
  if (!NeedsReason(channel.verdict)) return "";
  std::string words(VerdictName(channel.verdict));
  if (channel.reason) {
    absl::StrAppend(&words, ": ", Visible(channel.reason->message), " [", channel.reason->rule,
                    "]");
  }
  return words;
}

std::string Ticked(absl::string_view name) { return absl::StrCat("`", Visible(name), "`"); }

void AppendTicked(std::string* out, const std::string& name) { *out += Ticked(name); }

// By which name the entry was found, and what the requested name lacks.
std::string MatchWords(const Why& why, const MethodName& requested) {
  switch (why.by) {
    case MatchedBy::kMethod:
      return absl::StrCat("the entry names the method, ", Ticked(why.name));
    case MatchedBy::kService:
      return absl::StrCat("the entry names the service, ", Ticked(why.name),
                          requested.method.empty() ? "" : "; none names the method");
    case MatchedBy::kAll:
      return absl::StrCat(
          "the entry is for all methods",
          requested.service.empty() ? "" : "; none names the service or the method");
    case MatchedBy::kNothing:
      break;
  }
  return absl::StrCat(requested.service.empty() ? "" : "no entry names the service or the method; ",
                      "no entry is for all methods");
}

std::string WhyLines(const Why& why, const MethodName& requested, const OctetLines& lines) {
  std::string words = absl::StrCat("    why: ", MatchWords(why, requested), "\n");
  for (const HiddenEntry& hidden : why.hidden) {
    const Position position = lines.Locate(hidden.entry.begin);
    absl::StrAppend(&words, "    not used: ", Visible(hidden.source), ", ", position.line, ":",
                    position.column, ", for ", Ticked(hidden.name), " (entries are not merged)\n");
  }
  for (const IgnoredField& ignored : why.ignored) {
    absl::StrAppend(&words, "    ignored: ", ignored.path, ignored.reason.empty() ? "" : ": ",
                    Visible(ignored.reason));
    if (!ignored.rule.empty()) absl::StrAppend(&words, " [", ignored.rule, "]");
    words += '\n';
  }
  if (!why.near.empty()) {
    absl::StrAppend(&words, "    near: ", absl::StrJoin(why.near, ", ", AppendTicked), "\n");
  }
  return words;
}

Block MethodBlock(const ResolvedText& resolved, size_t index) {
  const ResolvedMethod& method = resolved.resolution.methods[index];
  Block block = {{resolved.targets[method.target]}, {}, {}};
  const Verdict verdict = resolved.resolution.channels[method.target].verdict;
  if (verdict == Verdict::kRejects) {
    block.words = "no values, the config is rejected";
    return block;
  }
  block.words = "no entry";
  if (method.entry->source) {
    const Position position = resolved.lines.Locate(method.entry->span.begin);
    block.words =
        absl::StrCat(Visible(*method.entry->source), ", ", position.line, ":", position.column);
    const std::vector<EffectiveValue>& values = method.entry->values;
    block.body = ValueLines(values, method.entry->altered, method.entry->effective.timeout_range);
    if (values.empty()) block.body = "    nothing\n";
  }
  block.body += MissedLines(method.entry->missed);
  block.body += resolved.whys.empty()
                    ? Details(method.entry->ignored)
                    : WhyLines(resolved.whys[index], *method.name, resolved.lines);
  return block;
}

Block ChannelBlock(const ResolvedText& resolved, size_t target) {
  const ResolvedChannel& channel = resolved.resolution.channels[target];
  Block block = {{resolved.targets[target]}, ReasonWords(channel), {}};
  if (channel.verdict == Verdict::kRejects) return block;
  block.body = absl::StrCat(ValueLines(channel.values, channel.altered),
                            MissedLines(channel.missed), Details(channel.ignored, channel.notes));
  return block;
}

// Adds a block to those of the same section, or its target to one that says the same.
void AddBlock(Block block, std::vector<Block>& blocks) {
  for (Block& same : blocks) {
    if (same.words != block.words || same.body != block.body) continue;
    same.targets.push_back(block.targets[0]);
    return;
  }
  blocks.push_back(std::move(block));
}

void AppendSection(const Section& section, std::string& out) {
  absl::StrAppend(&out, "\n", absl::StrJoin(section.titles, "\n"), "\n");
  for (const Block& block : section.blocks) {
    absl::StrAppend(&out, "  ", absl::StrJoin(block.targets, ", "), block.words.empty() ? "" : ": ",
                    block.words, "\n", block.body);
  }
}

}  // namespace

void AppendResolvedText(const ResolvedText& resolved, std::string& out) {
  const std::vector<ResolvedMethod>& methods = resolved.resolution.methods;
  absl::StrAppend(&out, Visible(resolved.path), "\n");
  std::vector<Section> sections;
  for (size_t begin = 0; begin < methods.size(); begin += resolved.targets.size()) {
    const std::string name = SpellMethodName(*methods[begin].name);
    std::string title = name == "*" ? "* (every other method)" : Visible(name);
    std::vector<Block> blocks;
    for (size_t i = 0; i < resolved.targets.size(); ++i) {
      AddBlock(MethodBlock(resolved, begin + i), blocks);
    }
    const bool is_same = !sections.empty() && sections.back().blocks == blocks;
    if (!is_same) sections.push_back({{}, std::move(blocks)});
    sections.back().titles.push_back(std::move(title));
  }
  Section channel = {{"channel"}, {}};
  for (size_t i = 0; i < resolved.targets.size(); ++i) {
    AddBlock(ChannelBlock(resolved, i), channel.blocks);
  }
  sections.push_back(std::move(channel));
  for (const Section& section : sections) AppendSection(section, out);
}

}  // namespace grpcfg
