#include <unistd.h>

#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "schema/json/escape.h"
#include "schema/json/foreign_format.h"
#include "source/check_configs.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/known_run.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/source_input.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/output_file.h"
#include "tools/workspace/replace_file.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/write_file.h"
#include "validator/engine/counted.h"
#include "validator/fix/fix_document.h"
#include "validator/project/known_findings.h"
#include "validator/report/unified_diff.h"

namespace grpcfg {
namespace {

// ---- How a diff names the files of a run, so that `git apply -p0` and `patch -p0` take it.
// Promise: a name has no `..` and does not begin at `/`; all begin in one directory.

class DiffNames {
 public:
  // `paths` as they are opened; `-` is stdin.
  explicit DiffNames(const std::vector<std::string>& paths);

  // The name of one of them.
  [[nodiscard]] std::string Of(const std::string& path) const;

  // Where names begin, from the current directory: the nearest directory that has them all; empty:
  // the current one.
  [[nodiscard]] std::string Directory() const;

 private:
  std::string begin_;  // absolute, with its slash
};

DiffNames::DiffNames(const std::vector<std::string>& paths) : begin_(AbsoluteDirectoryPath("")) {
  for (const std::string& path : paths) {
    const std::string absolute = path == "-" ? begin_ : AbsolutePath(path);
    while (!absl::StartsWith(absolute, begin_)) {
      begin_.pop_back();
      begin_.resize(DirectoryPart(begin_).size());
    }
  }
}

std::string DiffNames::Of(const std::string& path) const {
  return PathFrom(begin_, AbsolutePath(path));
}

std::string DiffNames::Directory() const {
  const std::string here = AbsoluteDirectoryPath("");
  if (begin_ == here) return "";
  return std::string(absl::StripSuffix(PathFrom(here, begin_), "/"));
}

// ---- The command

struct FixFlags : FindingFlags {
  ProjectFlags project;
  KnownFlags known;
  bool diff = false;
  bool unsafe = false;
  bool in_place = false;
  bool quiet = false;
};

// `duration-malformed, field-unknown (2)`: the rules of fixes that were made.
std::string CountByRule(absl::Span<const absl::string_view> rules) {
  std::map<absl::string_view, size_t> counts;
  for (const absl::string_view rule : rules) ++counts[rule];
  return absl::StrJoin(counts, ", ", [](std::string* out, const auto& rule) {
    absl::StrAppend(out, rule.first, rule.second == 1 ? "" : absl::StrCat(" (", rule.second, ")"));
  });
}

std::string CountFixes(size_t count) { return absl::StrCat(count, count == 1 ? " fix" : " fixes"); }

// Why no fix was made: "`a.json`: no fixes made, because ...".
std::string WordsOn(FixObstacle obstacle) {
  switch (obstacle) {
    case FixObstacle::kTooLarge:
      return absl::StrCat("the file is larger than ", kMaxTriedBytes >> 20,
                          " MiB; split it, a service config is a few KiB");
    case FixObstacle::kTooManyMistakes:
      return "it has too many mistakes to try fixes; correct the first ones by hand, then run this "
             "again";
    case FixObstacle::kNotJson:
      return "they would not make it valid JSON; correct the first mistake by hand, then run this "
             "again";
    default:
      return "they undo each other or do harm together; make them by hand, `grpcfg check` lists "
             "them";
  }
}

// On a terminal nothing in a file may act as a control.
std::string ForTerminal(absl::string_view diff) {
  return absl::StrJoin(absl::StrSplit(diff, '\n'), "\n",
                       [](std::string* out, absl::string_view line) { AppendVisible(line, *out); });
}

std::vector<std::string> PathsOf(const CheckInputs& inputs) {
  std::vector<std::string> paths;
  paths.reserve(inputs.files.size());
  for (const InputFile& file : inputs.files) paths.push_back(file.path);
  return paths;
}

// What of a file is suppressed; nothing: nothing is. A fix skips suppressed findings, but fixes
// findings of a baseline.
std::optional<KnownFindings> SuppressedIn(const InputFile& file) {
  if (!file.known || file.known->suppressions == nullptr) return std::nullopt;
  KnownFindings known = *file.known;
  known.baseline = nullptr;
  return known;
}

class FixRun {
 public:
  FixRun(const FixFlags& flags, const CheckInputs& inputs, SettingsTable& settings)
      : flags_(flags),
        inputs_(inputs),
        plans_(PlansFor(inputs.files,
                        [](const InputFile& /*file*/) {
                          return ReportScope{.max_findings = std::numeric_limits<size_t>::max()};
                        })),
        names_(PathsOf(inputs)),
        known_(settings, inputs.directories, flags.known),
        failed_(!inputs.problems.empty()) {
    for (const auto& [settings, plan] : plans_) {
      clients_.insert(NamesWithReleases(settings->targets));
    }
  }

  absl::StatusOr<int> Run();

 private:
  [[nodiscard]] bool IsText(const std::string& path) const { return path == "-" && !flags_.diff; }
  [[nodiscard]] absl::Status CheckPaths() const;
  [[nodiscard]] FixChoice Choice() const {
    return flags_.unsafe ? FixChoice::kAll : FixChoice::kSafe;
  }
  [[nodiscard]] FixedDocument Fix(const InputFile& file, const Document& document) const;
  [[nodiscard]] FixedDocument FixSource(const InputFile& file, const std::string& place,
                                        absl::string_view text) const;
  void NoteKnown(const InputFile& file, const std::string& text);
  [[nodiscard]] absl::Status PruneBaselines();
  void FixAll();
  absl::Status FixPath(const InputFile& file);
  [[nodiscard]] absl::Status Deliver(const std::string& path, absl::string_view text,
                                     const FixedDocument& fixed) const;
  [[nodiscard]] absl::Status WriteLine(absl::string_view line) const;
  [[nodiscard]] absl::Status Summarize() const;
  [[nodiscard]] int StatusOfRun() const;

  const FixFlags& flags_;
  const CheckInputs& inputs_;
  const Plans plans_;
  absl::btree_set<std::string> clients_;  // of each, in words
  const DiffNames names_;
  KnownRun known_;
  bool is_on_stdout_ = true;  // false: a diff or a text goes there
  size_t files_ = 0;
  size_t fixed_files_ = 0;
  size_t made_ = 0;
  size_t unsafe_left_ = 0;
  size_t unsettled_ = 0;  // files
  bool has_more_ = false;
  bool failed_;  // to read or write one
};

absl::Status FixRun::CheckPaths() const {
  const std::vector<std::string> paths = PathsOf(inputs_);
  if (paths.size() > 1 && absl::c_any_of(paths, [&](const auto& path) { return IsText(path); })) {
    return absl::InvalidArgumentError(
        "`-` stands alone: the fixed text of stdin goes to stdout; fix files in another run");
  }
  std::vector<std::string> inputs = inputs_.inputs;
  absl::c_copy(inputs_.baselines, std::back_inserter(inputs));
  const std::string to_stdout;
  return CheckOutputs({to_stdout}, inputs);
}

absl::Status FixRun::WriteLine(absl::string_view line) const {
  if (flags_.quiet) return absl::OkStatus();
  const std::string text = absl::StrCat(line, "\n");
  if (is_on_stdout_) return WriteReport(text);
  WriteAll(STDERR_FILENO, text);
  return absl::OkStatus();
}

// Puts what came of a file where it belongs.
absl::Status FixRun::Deliver(const std::string& path, absl::string_view text,
                             const FixedDocument& fixed) const {
  if (IsText(path)) return WriteReport(fixed.text, "fixed text");
  if (fixed.edits.empty()) return absl::OkStatus();
  if (!flags_.diff) return ReplaceFile(path, {text, fixed.text, flags_.in_place});
  const std::string diff =
      UnifiedDiff(path == "-" ? flags_.stdin_filename : names_.Of(path), text, fixed.edits);
  return WriteReport(IsTerminal(STDOUT_FILENO) ? ForTerminal(diff) : diff, "diff");
}

FixedDocument FixRun::Fix(const InputFile& file, const Document& document) const {
  const CheckPlan& plan = plans_.at(file.settings);
  const std::optional<KnownFindings> suppressed = SuppressedIn(file);
  if (!suppressed) return FixDocument(document, plan, Choice());
  return FixDocument(document, plan, Choice(), [&](const Document& now) {
    return ValidateWithKnown(now, plan, *suppressed).report;
  });
}

// The same of the configs inside a source file, which is called `place`.
FixedDocument FixRun::FixSource(const InputFile& file, const std::string& place,
                                absl::string_view text) const {
  const CheckPlan& plan = plans_.at(file.settings);
  const std::optional<KnownFindings> suppressed = SuppressedIn(file);
  const auto mark = [&](absl::string_view now, Report& report) {
    if (suppressed) MarkKnown({.tree = TreeOfForeignText(now)}, plan.rules, *suppressed, report);
  };
  return FixConfigs(text, *LanguageOfFile(place), {plan, Choice(), mark});
}

// What of its baseline is still found in a file, after its fixes.
void FixRun::NoteKnown(const InputFile& file, const std::string& text) {
  if (file.baseline == nullptr) return;
  const std::string& place = file.path;
  const SourceConfigs inside = ConfigsInside(place, text, flags_.kind);
  if (!inside.configs.empty()) {
    const CheckPlan& plan = plans_.at(file.settings);
    Report report = CheckConfigs(text, inside, plan);
    known_.Add(file, MarkKnown({.tree = TreeOfForeignText(text)}, plan.rules, *file.known, report));
    return;
  }
  const Document now = ParseInput(text, flags_.kind);
  known_.Add(file, ValidateWithKnown(now, plans_.at(file.settings), *file.known).known);
}

// Errors: a file that cannot be read or written, which then is as it was.
absl::Status FixRun::FixPath(const InputFile& file) {
  const std::string& path = file.path;
  const absl::StatusOr<std::string> text = ReadInput(path, flags_.quiet);
  if (!text.ok()) return text.status();
  const std::string& place = path == "-" ? flags_.stdin_filename : path;
  const SourceConfigs inside = ConfigsInside(place, *text, flags_.kind);
  const bool is_program = IsProgram(place, *text, flags_.kind);
  if (is_program && inside.configs.empty() && inside.unread.empty()) return NoConfigIn(place);
  const FixedDocument fixed = inside.configs.empty() && !is_program
                                  ? Fix(file, ParseInput(*text, flags_.kind))
                                  : FixSource(file, place, *text);
  ++files_;
  if (absl::Status delivered = Deliver(path, *text, fixed); !delivered.ok()) return delivered;
  const std::string name = Visible(place);
  unsafe_left_ += fixed.unsafe_left;
  if (fixed.obstacle != FixObstacle::kNone) {
    ++unsettled_;
    return WriteLine(absl::StrCat(name, ": no fixes made, because ", WordsOn(fixed.obstacle)));
  }
  if (path != "-" && !flags_.diff) NoteKnown(file, fixed.text);
  if (fixed.edits.empty()) return absl::OkStatus();
  ++fixed_files_;
  made_ += fixed.made.size();
  has_more_ = has_more_ || fixed.has_more;
  return WriteLine(absl::StrCat(name, ": ", CountFixes(fixed.made.size()), ": ",
                                CountByRule(fixed.made),
                                fixed.has_more ? "; there are more: run this again" : ""));
}

absl::Status FixRun::Summarize() const {
  std::string lines = absl::StrCat(Counted(files_, "file"), " checked");
  absl::StrAppend(&lines, " for ", clients_.size() == 1 ? *clients_.begin() : kTargetsOfEach);
  lines += ": ";
  if (made_ == 0) {
    lines += failed_ || unsettled_ > 0 ? "nothing was fixed" : "nothing to fix";
  } else {
    absl::StrAppend(&lines, CountFixes(made_), flags_.diff ? " to make" : " made", " in ",
                    Counted(fixed_files_, "file"));
  }
  if (unsafe_left_ > 0) {
    const bool is_one = unsafe_left_ == 1;
    absl::StrAppend(&lines, "\n", CountFixes(unsafe_left_), is_one ? " is" : " are",
                    " left that may change what clients do: review with `--unsafe --diff`, make ",
                    is_one ? "it" : "them", " with `--unsafe`");
  }
  if (flags_.diff && made_ > 0 && !names_.Directory().empty()) {
    absl::StrAppend(&lines, "\nthe paths in the diff are relative to `",
                    Visible(names_.Directory()), "`: `git -C ", Visible(names_.Directory()),
                    " apply -p0` applies it");
  }
  return WriteLine(lines);
}

absl::Status FixRun::PruneBaselines() {
  if (flags_.diff || inputs_.baselines.empty()) return absl::OkStatus();
  return known_.ReplaceBaselines(!failed_, !flags_.quiet);
}

void FixRun::FixAll() {
  const std::vector<InputFile>& files = inputs_.files;
  Progress progress(files.size());
  absl::flat_hash_set<std::string> seen;  // a file that several links lead to is fixed once
  for (size_t i = 0; i < files.size(); ++i) {
    if (!seen.insert(RealPath(files[i].path).value_or(files[i].path)).second) continue;
    const absl::Status fixed = FixPath(files[i]);
    if (!fixed.ok()) {
      WriteError(fixed);
      failed_ = true;
    }
    progress.Update(i + 1);
  }
}

int FixRun::StatusOfRun() const {
  if (failed_) return kCouldNotRun;
  // What a hook has changed is to be looked at; what is left, the hook of `check` judges.
  if (flags_.diff || flags_.known.hook) return fixed_files_ > 0 ? kFindings : kClean;
  return unsafe_left_ + unsettled_ > 0 || has_more_ ? kFindings : kClean;
}

absl::StatusOr<int> FixRun::Run() {
  const std::vector<InputFile>& files = inputs_.files;
  if (const absl::Status paths = CheckPaths(); !paths.ok()) return paths;
  if (files.empty()) return failed_ || !flags_.known.LeavesOutNamed() ? kCouldNotRun : kClean;
  is_on_stdout_ = !flags_.diff && !IsText(files.front().path);
  FixAll();
  if (files_ == 0) return kCouldNotRun;
  if (const absl::Status pruned = PruneBaselines(); !pruned.ok()) return pruned;
  if (const absl::Status written = Summarize(); !written.ok()) return written;
  return StatusOfRun();
}

absl::StatusOr<int> RunFix(const FixFlags& flags) {
  SettingsTable settings(flags);
  const absl::Status usable = settings.LoadFlags();
  if (!usable.ok()) return usable;
  Projects projects(flags.project);
  const absl::StatusOr<CheckInputs> inputs =
      FindCheckInputs({flags, flags.known}, projects, settings);
  if (!inputs.ok()) return inputs.status();
  return FixRun(flags, *inputs, settings).Run();
}

}  // namespace

Subcommand AddFixCommand(Command& app) {
  const auto flags = std::make_shared<FixFlags>();
  flags->known.prunes_baseline = true;
  Command fix =
      app.AddCommand("fix", "Fix configs: make the fixes that check offers, or show them");
  AddInputFlags(fix, "Files, directories, or - for stdin to stdout", *flags);
  AddRuleFlags(fix, flags->rules);
  AddStdinFilenameFlag(fix, flags->stdin_filename);
  AddProjectFlags(fix, flags->project);
  AddTodayFlag(fix, flags->project);
  AddHookFlags(fix, flags->known);
  fix.BeginGroup("Fixes");
  fix.AddFlag("--diff", flags->diff, "Print the changes as a diff; write nothing");
  fix.AddFlag("--unsafe", flags->unsafe,
              "Also make fixes that change what clients do; review them with --diff first");
  fix.AddFlag("--in-place", flags->in_place,
              "Write in place, also to files with hard links or another owner");
  fix.BeginGroup("Output");
  fix.AddFlag("-q,--quiet", flags->quiet, "Hide the list of fixes");
  AddExamples(fix, {{"grpcfg fix orders.json", "grpcfg fix --quiet --unsafe --diff configs/",
                     "grpcfg fix --quiet - <orders.json >fixed.json"}});
  return {fix, [=] { return RunFix(*flags); }, &flags->paths};
}

}  // namespace grpcfg
