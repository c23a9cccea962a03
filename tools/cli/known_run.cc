#include "tools/cli/known_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/cli/output.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/source_input.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/replace_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk.h"
#include "tools/workspace/write_file.h"
#include "validator/project/faults.h"
#include "validator/project/project_rules.h"

namespace grpcfg {

// A directory below may have a project file of its own, or be another repository.
bool ProjectConfigs::IsOfProject(const std::string& absolute) {
  if (project_.is_named) return true;
  const std::optional<std::string> nearest = search_.Find(DirectoryPart(absolute));
  return nearest && *nearest == AbsolutePath(project_.path);
}

ProjectConfigs::Paths ProjectConfigs::List(const WalkOptions& options) {
  const absl::StatusOr<ConfigFiles> files =
      ListConfigFiles({ShownPath(project_.directory)}, options);
  const bool is_whole = files.ok() && files->problems.empty() && files->links_out.empty();
  if (!is_whole) return std::nullopt;
  std::vector<std::string> paths;
  for (const std::string& path : files->paths) {
    const std::string absolute = AbsolutePath(path);
    if (IsOfProject(absolute)) paths.push_back(PathFrom(project_.directory, absolute));
  }
  return paths;
}

bool ProjectConfigs::AnyListed(Accepts matches) {
  if (!listed_) listed_ = List(project_.Walk());
  return !*listed_ || absl::c_any_of(**listed_, matches);
}

// By its name, as `include` has it, or else by what is in it.
bool ProjectConfigs::IsConfig(const std::string& path) {
  if (!names_) names_.emplace(WithoutPlaces(project_.Walk().include));
  if (names_->Holds(path)) return true;
  const absl::StatusOr<std::string> text = ReadFile(absl::StrCat(project_.directory, path));
  return text.ok() && HoldsConfig(path, *text);
}

bool ProjectConfigs::Any(Accepts matches) {
  if (!all_) {
    all_ =
        List({.include = {"*"}, .glob_directory = project_.directory, .obeys_ignore_files = false});
  }
  return !*all_ || absl::c_any_of(**all_, [&](const std::string& path) {
    return matches(path) && IsConfig(path);
  });
}

namespace {

// True for a file of a baseline that is no longer there, or a program that no longer has a config.
bool IsNoConfig(const BaselineInUse& baseline, const std::string& path) {
  const std::string place = absl::StrCat(baseline.directory, path);
  if (!IsThere(place)) return true;
  const absl::StatusOr<std::string> text = ReadFile(place);
  return text.ok() && IsProgram(place, *text, "auto") && !HoldsConfig(place, *text);
}

// As the user chose by `rules` that a rule about project files is reported.
void ApplyChoice(const RuleSet& rules, bool is_strict, Report& report) {
  const RuleSelection& selection = rules.selection();
  std::erase_if(report.diagnostics, [&](const Diagnostic& found) {
    return !selection.IsOn(ProjectRuleOf(found.rule));
  });
  report.counts = {};
  for (Diagnostic& found : report.diagnostics) {
    const bool is_error = is_strict && found.rule == kBaselineStale;
    found.severity = is_error ? Severity::kError
                              : selection.SeverityOf(ProjectRuleOf(found.rule), found.severity);
    ++report.counts[static_cast<size_t>(found.severity)];
  }
}

// Errors: see ReplaceFile, and CreateFile for one that is new.
absl::Status WriteBaseline(const BaselineInUse& baseline, const std::string& text) {
  if (!baseline.is_there) return CreateFile(baseline.path, text);
  if (text == baseline.text) return absl::OkStatus();
  return ReplaceFile(baseline.path, {.old_text = baseline.text,
                                     .new_text = text,
                                     .words = {.action = "write the baseline",
                                               .for_devices = "name another file with --baseline",
                                               .for_shared = "copy it to a file of its own"}});
}

// True if one says what the other does, in whatever layout.
bool IsSame(const Baseline& after, const Baseline& before) {
  const BaselineChange change = ChangeBetween(before, after);
  return change.added + change.dropped == 0 && after.verdicts() == before.verdicts();
}

// Says what a baseline has from now on, and no more, if that is another than before.
void ReportChange(const BaselineInUse& baseline, const Baseline& after) {
  const BaselineChange change = ChangeBetween(baseline.baseline, after);
  if (change.added + change.dropped == 0) return;
  WriteError(absl::StrCat("note: ", QuotePath(baseline.path), ": ", change.added,
                          change.added == 1 ? " entry" : " entries", " added, ", change.dropped,
                          " dropped"));
}

}  // namespace

void KnownRun::Add(const InputFile& input, const KnownInFile& outcome) {
  if (!input.known) return;
  if (input.known->suppressions != nullptr) {
    OfProject& of_project = projects_[input.settings->project];
    of_project.used.resize(outcome.used.size(), false);
    for (size_t i = 0; i < outcome.used.size(); ++i) {
      if (outcome.used[i]) of_project.used[i] = true;
    }
    of_project.checked.insert(input.known->path);
  }
  if (input.baseline == nullptr) return;
  OfBaseline& of_baseline = baselines_[input.baseline];
  const size_t entries = input.baseline->baseline.entries().size();
  of_baseline.settings = input.settings;
  of_baseline.uses.resize(entries);
  const std::string& path = input.known->baseline_path;
  of_baseline.checked[path] = input.settings;
  for (const auto& [document, verdict] : outcome.verdicts) {
    Verdict& kept = of_baseline.verdicts[document];
    kept = std::max(kept, verdict);
  }
  std::vector<BaselineEntry>& found = of_baseline.found[path];
  found = MoreOf(std::move(found), outcome.findings);
  const auto of_file = input.baseline->baseline.ForFile(input.known->baseline_path);
  for (size_t i = 0; i < of_file.size(); ++i) {
    EntryUse& use = of_baseline.uses[of_file[i]];
    use = {.is_covered = true,
           .matched = std::max(use.matched, outcome.matched[i]),
           .suppressed = std::max(use.suppressed, outcome.suppressed[i])};
  }
}

// True if all below `directory` was looked for.
bool KnownRun::IsWholeOf(absl::string_view directory) const {
  return absl::c_any_of(
      directories_, [&](const std::string& walked) { return absl::StartsWith(directory, walked); });
}

// False if the flags, not the project file, omit a rule that `pattern` stands for.
bool KnownRun::IsOn(absl::string_view pattern) const {
  const RuleSelection& of_flags = settings_.OfFlags().rules.selection();
  bool is_on = true;
  EveryRule().ForEach([&](const Rule& rule) {
    if (NamesRule(pattern, rule.id)) is_on = is_on && !of_flags.IsTurnedOff(rule);
  });
  return is_on;
}

// True if no config that the suppression at `index` may be about was skipped. One without a `path`
// is about those that a run on the directory checks.
bool KnownRun::IsWhole(const Project& project, OfProject& of_project, size_t index) const {
  const Suppressions& suppressions = project.suppressions;
  const auto is_left_out = [&](const std::string& path) {
    return suppressions.IsAbout(index, path) && !of_project.checked.contains(path) &&
           !IsOurs(project, path);
  };
  if (of_project.configs == nullptr) {
    of_project.configs = std::make_unique<ProjectConfigs>(project);
  }
  return suppressions.HasPath(index) ? !of_project.configs->Any(is_left_out)
                                     : !of_project.configs->AnyListed(is_left_out);
}

// True for what is never checked: the project file, and a baseline.
bool KnownRun::IsOurs(const Project& project, const std::string& path) const {
  const std::string absolute = absl::StrCat(project.directory, path);
  return absolute == AbsolutePath(project.path) ||
         absl::c_any_of(baselines_, [&](const auto& each) {
           return absolute == AbsolutePath(each.first->path);
         });
}

SuppressionUse KnownRun::UseOf(const Project& project, OfProject& of_project, size_t index) const {
  const Suppressions& suppressions = project.suppressions;
  if (of_project.used[index]) return SuppressionUse::kUsed;
  const bool is_concerned = absl::c_any_of(of_project.checked, [&](const std::string& path) {
    return suppressions.IsAbout(index, path);
  });
  const bool may_be_judged = IsWholeOf(project.directory) || (is_concerned && !project.is_named);
  if (may_be_judged && !settings_.Overrule(&project) && IsOn(suppressions.rule(index)) &&
      IsWhole(project, of_project, index)) {
    return SuppressionUse::kUnused;
  }
  return is_concerned ? SuppressionUse::kConcerned : SuppressionUse::kUnknown;
}

// Of baselines whose directory was walked.
void KnownRun::FindGone() {
  for (auto& [baseline, of_baseline] : baselines_) {
    if (!IsWholeOf(baseline->directory)) continue;
    for (const std::string& path : baseline->baseline.Paths()) {
      const bool is_gone = !of_baseline.checked.contains(path) && IsNoConfig(*baseline, path);
      if (is_gone) of_baseline.gone.insert(path);
    }
  }
}

bool KnownRun::IsCovered(const BaselineInUse& baseline, const OfBaseline& of_baseline,
                         size_t index) const {
  const BaselineEntry& entry = baseline.baseline.entries()[index];
  if (settings_.Overrule(of_baseline.settings->project)) return false;
  if (!IsOn(entry.rule)) return false;
  if (of_baseline.uses[index].is_covered) return true;
  return of_baseline.gone.contains(entry.path);
}

absl::Status KnownRun::AddReport(const Project* project, ProjectReport found,
                                 std::vector<ProjectReport>& reports) {
  const absl::StatusOr<const FileSettings*> settings = settings_.For(project);
  if (!settings.ok()) return settings.status();
  ApplyChoice((*settings)->rules, flags_.strict_baseline, found.report);
  absl::c_stable_sort(found.report.diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
    return a.primary.span.begin < b.primary.span.begin;
  });
  found.fail_on = (*settings)->fail_on;
  if (!found.report.diagnostics.empty()) reports.push_back(std::move(found));
  return absl::OkStatus();
}

void KnownRun::AddProtoFindings(const Project& project, Report& report) const {
  const auto findings = settings_.ProtoFindings().find(&project);
  if (findings == settings_.ProtoFindings().end()) return;
  for (const ProjectFinding& finding : findings->second) AddFinding(finding, report);
}

absl::StatusOr<std::vector<ProjectReport>> KnownRun::Findings() {
  std::vector<ProjectReport> reports;
  FindGone();
  for (auto& [project, of_project] : projects_) {
    ProjectReport found = {.path = project->path, .text = project->text};
    const auto use_of = [&, &project = project, &of_project = of_project](size_t index) {
      return UseOf(*project, of_project, index);
    };
    project->suppressions.AddFindings(use_of, found.report);
    AddProtoFindings(*project, found.report);
    const absl::Status added = AddReport(project, std::move(found), reports);
    if (!added.ok()) return added;
  }
  for (const auto& [project, findings] : settings_.ProtoFindings()) {
    if (projects_.contains(project)) continue;
    ProjectReport found = {.path = project->path, .text = project->text};
    AddProtoFindings(*project, found.report);
    const absl::Status added = AddReport(project, std::move(found), reports);
    if (!added.ok()) return added;
  }
  for (const auto& [baseline, of_baseline] : baselines_) {
    if (!baseline->is_there || flags_.prunes_baseline) continue;
    ProjectReport found = {.path = baseline->path, .text = baseline->text};
    const auto use_of = [&, &baseline = baseline, &of_baseline = of_baseline](size_t index) {
      EntryUse use = of_baseline.uses[index];
      use.is_covered = IsCovered(*baseline, of_baseline, index);
      return use;
    };
    baseline->baseline.AddStale(use_of, found.report);
    const absl::Status added = AddReport(of_baseline.settings->project, std::move(found), reports);
    if (!added.ok()) return added;
  }
  absl::c_sort(reports, [](const auto& a, const auto& b) { return a.path < b.path; });
  return reports;
}

std::vector<BaselineEntry> KnownRun::NewEntries(const BaselineInUse& baseline,
                                                const OfBaseline& of_baseline) const {
  std::vector<BaselineEntry> entries;
  if (flags_.writes_baseline) {
    for (const auto& [path, found] : of_baseline.found)
      absl::c_copy(found, std::back_inserter(entries));
  }
  const auto old = baseline.baseline.entries();
  for (size_t i = 0; i < old.size(); ++i) {
    const size_t found = std::min(of_baseline.uses[i].matched, old[i].count);
    const size_t gone = IsCovered(baseline, of_baseline, i) ? old[i].count - found : 0;
    BaselineEntry left = old[i];
    left.count -= gone;
    if (flags_.writes_baseline) left.count -= found;  // what was found stands there already
    if (left.count > 0) entries.push_back(std::move(left));
  }
  return entries;
}

// Those of targets and files that this run is not about stay.
BaselineVerdicts KnownRun::NewVerdicts(const BaselineInUse& baseline,
                                       const OfBaseline& of_baseline) const {
  BaselineVerdicts verdicts;
  if (flags_.writes_baseline) verdicts = of_baseline.verdicts;
  for (const auto& [document, verdict] : baseline.baseline.verdicts()) {
    const auto checked = of_baseline.checked.find(document.path);
    const bool is_judged = checked == of_baseline.checked.end()
                               ? of_baseline.gone.contains(document.path)
                               : absl::c_linear_search(checked->second->spellings, document.target);
    const auto now = of_baseline.verdicts.find(document);
    if (!is_judged) {
      verdicts.emplace(document, verdict);
    } else if (now != of_baseline.verdicts.end()) {
      verdicts.emplace(document, std::min(verdict, now->second));
    }
  }
  return verdicts;
}

absl::Status KnownRun::ReplaceBaselines(bool is_whole, bool is_verbose) {
  FindGone();
  absl::Status written = WasCurrentDirectoryKnown();
  if (!is_whole) {
    written.Update(absl::FailedPreconditionError(
        "the baseline is unchanged: not everything could be checked"));
  }
  if (!written.ok()) return written;
  for (const auto& [baseline, of_baseline] : baselines_) {
    std::vector<BaselineEntry> entries = NewEntries(*baseline, of_baseline);
    BaselineVerdicts verdicts = NewVerdicts(*baseline, of_baseline);
    const std::string text = BaselineText(entries, verdicts);
    const Baseline after(std::move(entries), std::move(verdicts));
    const bool is_same =
        flags_.prunes_baseline && !HasConflict(baseline->text) && IsSame(after, baseline->baseline);
    const absl::Status done = is_same ? absl::OkStatus() : WriteBaseline(*baseline, text);
    if (is_verbose && done.ok()) ReportChange(*baseline, after);
    written.Update(done);
  }
  return written;
}

}  // namespace grpcfg
