#include "validator/project/baseline.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_writer.h"
#include "validator/engine/choice_places.h"
#include "validator/project/faults.h"
#include "validator/project/project_fields.h"
#include "validator/project/project_rules.h"

namespace grpcfg {
namespace {

auto KeyOf(const BaselineEntry& entry) {
  return std::tie(entry.path, entry.rule, entry.in, entry.after, entry.methods, entry.pointer,
                  entry.text);
}

// Of the entries of one file.
std::string KeyIn(const BaselineEntry& entry, absl::string_view in, absl::string_view method) {
  const absl::string_view separator("\0", 1);
  return absl::StrCat(entry.rule, separator, in, separator, method, separator, entry.pointer,
                      separator, entry.text);
}

// The names of an entry, or the one that stands for none.
absl::Span<const std::string> NamesOf(const BaselineEntry& entry) {
  static const std::string* const kNone = new std::string();
  if (entry.methods.empty()) return absl::MakeConstSpan(kNone, 1);
  return entry.methods;
}

// On one line, so that a version control system shows a change of an entry as one of a line.
std::string EntryJson(const BaselineEntry& entry) {
  return WrittenJson(JsonLayout::kSpaced, [&](JsonWriter& writer) {
    writer.StartObject();
    writer.WriteText("path", entry.path);
    writer.WriteText("rule", entry.rule);
    if (!entry.in.empty()) writer.WriteText("in", entry.in);
    if (!entry.after.empty()) writer.WriteTexts("after", entry.after);
    if (entry.methods.size() == 1) writer.WriteText("method", entry.methods[0]);
    if (entry.methods.size() > 1) writer.WriteTexts("method", entry.methods);
    writer.WriteText("pointer", entry.pointer);
    if (!entry.text.empty()) writer.WriteText("text", entry.text);
    if (entry.count > 1) writer.WriteCount("count", entry.count);
    writer.EndObject();
  });
}

// The targets of each verdict together.
std::vector<std::string> VerdictLines(const BaselineVerdicts& verdicts) {
  using Key = std::tuple<absl::string_view, absl::string_view, Verdict>;
  absl::btree_map<Key, std::vector<std::string>> targets;
  for (const auto& [document, verdict] : verdicts) {
    targets[{document.path, document.record, verdict}].push_back(document.target);
  }
  std::vector<std::string> lines;
  for (const auto& [key, names] : targets) {
    const auto& [path, record, verdict] = key;
    lines.push_back(
        WrittenJson(JsonLayout::kSpaced, [&, &path = path, &record = record, &verdict = verdict,
                                          &names = names](JsonWriter& writer) {
          writer.StartObject();
          writer.WriteText("path", path);
          if (!record.empty()) writer.WriteText("record", record);
          writer.WriteText("verdict", VerdictName(verdict));
          writer.WriteTexts("targets", names);
          writer.EndObject();
        }));
  }
  return lines;
}

// Sorted, each once, with the counts that `join` makes of equal ones.
void Merge(std::vector<BaselineEntry>& entries,
           absl::FunctionRef<size_t(size_t, size_t)> join = std::plus<>()) {
  std::sort(entries.begin(), entries.end(),
            [](const BaselineEntry& a, const BaselineEntry& b) { return KeyOf(a) < KeyOf(b); });
  std::vector<BaselineEntry> merged;
  for (BaselineEntry& entry : entries) {
    if (!merged.empty() && KeyOf(merged.back()) == KeyOf(entry)) {
      merged.back().count = join(merged.back().count, entry.count);
    } else {
      merged.push_back(std::move(entry));
    }
  }
  entries = std::move(merged);
}

std::string StaleMessage(const BaselineEntry& entry, const EntryUse& use) {
  const std::string where = absl::StrCat("of `", entry.rule, "` in `", entry.path, "`");
  if (use.matched == 0 && use.suppressed > 0) {
    return absl::StrCat("the project file suppresses this finding ", where,
                        "; the entry is not needed");
  }
  if (use.matched == 0) return absl::StrCat("no finding ", where, " matches this entry");
  return absl::StrCat("`count` is ", entry.count, ", but only ", use.matched,
                      use.matched == 1 ? " finding " : " findings ", where,
                      use.matched == 1 ? " is left" : " are left",
                      use.suppressed > 0 ? " that the project file does not suppress" : "");
}

// How often each entry counts, by its text.
absl::flat_hash_map<std::string, size_t> CountsOf(const Baseline& baseline) {
  absl::flat_hash_map<std::string, size_t> counts;
  for (BaselineEntry entry : baseline.entries()) {
    const size_t count = std::exchange(entry.count, 1);
    counts[EntryJson(entry)] += count;
  }
  return counts;
}

// The entries of `some` that `others` do not have as often.
size_t CountMore(const absl::flat_hash_map<std::string, size_t>& some,
                 const absl::flat_hash_map<std::string, size_t>& others) {
  return static_cast<size_t>(absl::c_count_if(some, [&](const auto& entry) {
    const auto other = others.find(entry.first);
    return other == others.end() || other->second < entry.second;
  }));
}

}  // namespace

std::string BaselineText(std::vector<BaselineEntry> entries, const BaselineVerdicts& verdicts) {
  Merge(entries);
  std::string out;
  JsonWriter writer(out, JsonLayout::kLines);
  writer.StartObject();
  writer.WriteCount("version", 1);
  writer.WriteArray(kVerdicts, VerdictLines(verdicts),
                    [&](const std::string& line) { writer.Json(line); });
  writer.WriteArray(kFindings, entries,
                    [&](const BaselineEntry& entry) { writer.Json(EntryJson(entry)); });
  writer.EndObject();
  out += '\n';
  return out;
}

std::vector<BaselineEntry> MoreOf(std::vector<BaselineEntry> some,
                                  std::vector<BaselineEntry> others) {
  Merge(some);
  Merge(others);
  absl::c_move(others, std::back_inserter(some));
  Merge(some, [](size_t a, size_t b) { return std::max(a, b); });
  return some;
}

Baseline::Baseline(const BaselineFile& file) : has_verdicts_(file.has_verdicts) {
  for (const BaselineVerdictRow& row : file.verdicts) {
    for (std::string& target : StringsOf(row.targets)) {
      const BaselineDocument document = {std::string(TextOf(row.path)),
                                         std::string(TextOf(row.record)), std::move(target)};
      Verdict& kept = verdicts_[document];
      kept = std::max(kept, VerdictNamed(TextOf(row.verdict)).value_or(Verdict::kAccepts));
    }
  }
  entries_.reserve(file.findings.size());
  for (const BaselineRow& row : file.findings) {
    BaselineEntry entry = {.path = std::string(TextOf(row.path)),
                           .rule = std::string(TextOf(row.rule)),
                           .in = std::string(TextOf(row.in)),
                           .methods = StringsOf(row.methods),
                           .pointer = std::string(TextOf(row.place)),
                           .text = std::string(TextOf(row.text)),
                           .after = StringsOf(row.after)};
    if (!row.count.empty() && !absl::SimpleAtoi(TextOf(row.count), &entry.count)) entry.count = 1;
    std::sort(entry.methods.begin(), entry.methods.end());
    by_path_[entry.path].push_back(entries_.size());
    places_.emplace_back(row.rule.empty() ? row.span : row.rule.front().span, row.pointer);
    entries_.push_back(std::move(entry));
  }
}

Baseline::Baseline(std::vector<BaselineEntry> entries, BaselineVerdicts verdicts)
    : entries_(std::move(entries)), verdicts_(std::move(verdicts)) {
  Merge(entries_);
  places_.resize(entries_.size());
  for (size_t i = 0; i < entries_.size(); ++i) by_path_[entries_[i].path].push_back(i);
}

Verdict Baseline::VerdictOn(const BaselineDocument& document) const {
  const auto found = verdicts_.find(document);
  return found == verdicts_.end() ? Verdict::kAccepts : found->second;
}

absl::btree_set<std::string> Baseline::Paths() const {
  absl::btree_set<std::string> paths;
  for (const auto& [document, verdict] : verdicts_) paths.insert(document.path);
  for (const auto& [path, entries] : by_path_) paths.insert(path);
  return paths;
}

bool Baseline::Knows(absl::string_view path) const {
  const auto first = verdicts_.lower_bound({.path = std::string(path)});
  return by_path_.contains(path) || (first != verdicts_.end() && first->first.path == path);
}

absl::Span<const size_t> Baseline::ForFile(absl::string_view path) const {
  const auto found = by_path_.find(path);
  if (found == by_path_.end()) return {};
  return found->second;
}

void Baseline::AddStale(absl::FunctionRef<EntryUse(size_t index)> use_of, Report& report) const {
  for (size_t i = 0; i < entries_.size(); ++i) {
    const EntryUse use = use_of(i);
    if (!use.is_covered || use.matched >= entries_[i].count) continue;
    AddFinding({.rule = kBaselineStale,
                .span = places_[i].first,
                .pointer = places_[i].second,
                .message = StaleMessage(entries_[i], use),
                .help = {"run `grpcfg check --prune-baseline` on the same paths: it removes fixed "
                         "findings and adds none"},
                .severity = Severity::kNote},
               report);
  }
}

Baseline Baseline::JoinedWith(const Baseline& other) const {
  BaselineVerdicts verdicts = verdicts_;
  for (const auto& [document, verdict] : other.verdicts_) {
    Verdict& kept = verdicts[document];
    kept = std::max(kept, verdict);
  }
  Baseline joined(MoreOf(entries_, other.entries_), std::move(verdicts));
  joined.has_verdicts_ = has_verdicts_ && other.has_verdicts_;
  return joined;
}

BaselineChange ChangeBetween(const Baseline& before, const Baseline& after) {
  const auto old_counts = CountsOf(before);
  const auto new_counts = CountsOf(after);
  return {CountMore(new_counts, old_counts), CountMore(old_counts, new_counts)};
}

BaselineMatcher::BaselineMatcher(const Baseline& baseline, absl::string_view path)
    : baseline_(baseline), of_file_(baseline.ForFile(path)), matched_(of_file_.size(), 0) {
  for (size_t i = 0; i < of_file_.size(); ++i) {
    const BaselineEntry& entry = baseline.entries()[of_file_[i]];
    for (const std::string& name : NamesOf(entry)) {
      by_key_[KeyIn(entry, entry.in, name)].push_back({i, entry.count});
    }
  }
}

bool BaselineMatcher::IsAbout(const Slot& slot, const BaselineEntry& finding) const {
  return LeaveNoMore(finding.after, baseline_.entries()[of_file_[slot.entry]].after);
}

bool BaselineMatcher::Take(const BaselineEntry& finding) {
  if (of_file_.empty()) return false;
  const absl::string_view in = baseline_.has_verdicts() ? finding.in : absl::string_view();
  std::vector<std::vector<Slot>*> of_names;
  for (const std::string& name : NamesOf(finding)) {
    const auto found = by_key_.find(KeyIn(finding, in, name));
    if (found == by_key_.end()) return false;
    size_t left = 0;
    for (const Slot& slot : found->second) left += IsAbout(slot, finding) ? slot.left : 0;
    if (left < finding.count) return false;
    of_names.push_back(&found->second);
  }
  for (std::vector<Slot>* const slots : of_names) {
    size_t left_over = finding.count;
    for (Slot& slot : *slots) {
      if (!IsAbout(slot, finding)) continue;
      const size_t taken = std::min(left_over, slot.left);
      slot.left -= taken;
      left_over -= taken;
      const size_t count = baseline_.entries()[of_file_[slot.entry]].count;
      matched_[slot.entry] = std::max(matched_[slot.entry], count - slot.left);
    }
  }
  return true;
}

}  // namespace grpcfg
