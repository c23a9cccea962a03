#include "tools/cli/projects.h"

#include <sys/stat.h>
#include <unistd.h>

#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_tree.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/source_input.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/write_file.h"
#include "validator/project/faults.h"
#include "validator/project/read_project.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// In UTC, so that a run gives the same everywhere.
Date DateOfClock() {
  return Date{std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
}

constexpr absl::string_view kForFound = "fix it or pass --no-config";
constexpr absl::string_view kForNamed = "fix it or name another file with --config";
constexpr absl::string_view kForBaseline =
    "if it is a baseline, fix it, or remove it and run `grpcfg check --write-baseline`; else name "
    "another file";
constexpr absl::string_view kForConflict = "merge it with `grpcfg check --prune-baseline`";

// Errors: what `origin` names is out of the repository: a run on a contributor's commit would print
// what stands there.
absl::Status CheckIsWithin(const Project& project, const std::string& path,
                           absl::string_view origin) {
  if (IsWithinRepository(path, project.directory)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(origin, ": ", QuotePath(path), " ", kOutOfRepository));
}

// Errors: it holds no JSON object. Nothing of it is quoted: it may be any file.
absl::Status CheckIsObject(const std::string& path, absl::string_view text) {
  const JsonTree tree = ParseJson(text);
  const bool is_object = tree.size() > 0 && tree.kind(JsonTree::kRoot) == JsonKind::kObject;
  if (is_object || HasConflict(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("nothing checked: ", QuotePath(path), " is not a JSON object"));
}

// Errors: faults, each of which was printed.
absl::StatusOr<Baseline> BaselineIn(const std::string& text, BaselineUse use,
                                    const std::string& shown) {
  if (use != BaselineUse::kRead && HasConflict(text)) {
    const auto [our_text, their_text] = SidesOfConflict(text);
    const ReadResult<BaselineFile> ours = ReadBaseline(our_text, EveryRule());
    const ReadResult<BaselineFile> theirs = ReadBaseline(their_text, EveryRule());
    const bool are_whole = ours.faults.diagnostics.empty() && theirs.faults.diagnostics.empty();
    if (are_whole) return Baseline(ours.content).JoinedWith(Baseline(theirs.content));
  }
  const ReadResult<BaselineFile> read = ReadBaseline(text, EveryRule());
  const absl::Status faults =
      PrintFaults(shown, text, read.faults, HasConflict(text) ? kForConflict : kForBaseline);
  if (!faults.ok()) return faults;
  return Baseline(read.content);
}

// Errors: what was found at `path` is not a file. To read it might take for ever, and to pass it
// over would lose what it says.
absl::Status CheckIsFile(const std::string& path) {
  struct stat status = {};
  const bool is_known = stat(path.c_str(), &status) == 0;
  const bool is_within = IsWithinRepository(path, AbsoluteDirectoryPath(DirectoryPart(path)));
  if (is_known && S_ISREG(status.st_mode) && is_within) return absl::OkStatus();
  const absl::string_view cause =
      !is_known                 ? "it is a broken symbolic link"
      : S_ISREG(status.st_mode) ? "it is a symbolic link out of the repository"
      : S_ISDIR(status.st_mode) ? "it is a directory"
                                : "it is a pipe or a device, not a file";
  return absl::FailedPreconditionError(
      absl::StrCat("cannot read the project file ", QuotePath(path), ": ", cause,
                   "; replace it with a file, or pass --no-config"));
}

}  // namespace

absl::Status PrintFaults(absl::string_view path, absl::string_view text, const Report& faults,
                         absl::string_view remedy) {
  if (faults.diagnostics.empty()) return absl::OkStatus();
  ReporterOptions options;
  options.quiet = true;
  options.color = IsTerminal(STDERR_FILENO) && WantsColor("auto") ? Color::kYes : Color::kNo;
  const std::unique_ptr<Reporter> reporter = MakeTextReporter(options);
  std::string out;
  reporter->AddFile({.path = path, .text = text, .report = faults, .is_config = false}, out);
  reporter->Finish(out);
  WriteAll(STDERR_FILENO, out);
  return absl::InvalidArgumentError(
      absl::StrCat("invalid ", QuotePath(path), ", nothing checked; ", remedy));
}

void AddProjectFlags(Command& command, ProjectFlags& flags) {
  command.BeginGroup("Project file");
  const Flag config =
      command
          .AddFlag(
              "--config", flags.config,
              "Use this project file (default: the nearest .grpcfg.json in a parent directory)")
          .ValueName("FILE")
          .Check(NotEmpty());
  command.AddFlag("--no-config", flags.no_config, "Ignore project files").Excludes(config);
}

void AddTodayFlag(Command& command, ProjectFlags& flags) {
  command.AddFlag("--today", flags.today, "Date used for suppression expiry")
      .ValueName("YYYY-MM-DD")
      .Default("today, in UTC")
      .Check(NotEmpty());
}

std::string ShownPath(const std::string& path) {
  const std::string here = AbsoluteDirectoryPath("");
  if (path == here) return ".";
  return absl::StartsWith(path, here) ? path.substr(here.size()) : path;
}

absl::string_view Project::Remedy() const { return is_named ? kForNamed : kForFound; }

std::string Project::Resolve(const std::string& path_in_file) const {
  if (absl::StartsWith(path_in_file, "/")) return path_in_file;
  return ShownPath(AbsolutePath(absl::StrCat(directory, path_in_file)));
}

WalkOptions UsualWalk() {
  WalkOptions options;
  options.is_config = HoldsConfig;
  absl::c_move(GlobsOfSources(), std::back_inserter(options.look_into));
  return options;
}

WalkOptions Project::Walk() const {
  WalkOptions options = UsualWalk();
  if (!file.include.empty()) {
    options.include = StringsOf(file.include);
    options.takes_by_content = false;
  }
  options.exclude = StringsOf(file.exclude);
  options.exclude_origin = absl::StrCat("`exclude` in ", QuotePath(path));
  options.glob_directory = directory;
  return options;
}

absl::StatusOr<Date> Projects::Today() {
  if (today_) return *today_;
  today_ = flags_.today.empty() ? DateOfClock() : ParseDate(flags_.today);
  if (today_) return *today_;
  return absl::InvalidArgumentError(
      absl::StrCat("--today: `", flags_.today, "` is not a date; write it as `2027-01-31`"));
}

absl::StatusOr<WalkOptions> Projects::WalkOptionsOf(absl::string_view directory) {
  const absl::StatusOr<const Project*> project = ForDirectory(directory);
  if (!project.ok()) return project.status();
  return *project == nullptr ? UsualWalk() : (*project)->Walk();
}

absl::StatusOr<const Project*> Projects::ForDirectory(absl::string_view directory) {
  if (flags_.no_config) return nullptr;
  if (!flags_.config.empty()) return Load(AbsolutePath(flags_.config));
  const std::optional<std::string> found = search_.Find(directory);
  if (!found) return nullptr;
  return Load(*found);
}

std::vector<std::string> Projects::Paths() const {
  std::vector<std::string> paths;
  for (const auto& [path, project] : projects_) paths.push_back(project->path);
  return paths;
}

absl::StatusOr<const Project*> Projects::Load(const std::string& path) {
  std::unique_ptr<const Project>& project = projects_[path];
  if (project != nullptr) return project.get();
  const absl::StatusOr<Date> today = Today();
  if (!today.ok()) return today.status();
  const std::string shown = ShownPath(path);
  const bool is_named = !flags_.config.empty();
  const absl::Status is_file = is_named ? absl::OkStatus() : CheckIsFile(shown);
  if (!is_file.ok()) return is_file;
  absl::StatusOr<std::string> text = ReadFile(shown);
  if (!text.ok()) return text.status();
  const absl::Status is_object = CheckIsObject(shown, *text);
  if (!is_object.ok()) return is_object;
  ReadResult<ProjectFile> read = ReadProject(*text, EveryRule());
  AddAbsoluteGlobs(DirectoryPart(path), read.content, read.faults);
  const absl::Status faults =
      PrintFaults(shown, *text, read.faults, is_named ? kForNamed : kForFound);
  if (!faults.ok()) return faults;
  Suppressions suppressions(read.content.suppressions, *today);
  Acknowledgements acknowledgements(read.content.acknowledged, *today);
  project = std::make_unique<const Project>(
      Project{shown, std::string(DirectoryPart(path)), *std::move(text), std::move(read.content),
              std::move(suppressions), std::move(acknowledgements), is_named});
  return project.get();
}

absl::StatusOr<const BaselineInUse*> Projects::BaselineAt(const std::string& path, BaselineUse use,
                                                          const Project* named_by) {
  const std::string origin = named_by == nullptr
                                 ? "--baseline"
                                 : absl::StrCat("`baseline` in ", QuotePath(named_by->path));
  if (named_by != nullptr) {
    const absl::Status is_within = CheckIsWithin(*named_by, path, origin);
    if (!is_within.ok()) return is_within;
  }
  const std::string absolute = AbsolutePath(path);
  std::unique_ptr<const BaselineInUse>& known = baselines_[absolute];
  if (known != nullptr) return known.get();
  BaselineInUse baseline = {.path = ShownPath(absolute),
                            .directory = std::string(DirectoryPart(absolute))};
  absl::StatusOr<std::string> text =
      named_by == nullptr ? ReadFile(baseline.path) : ReadRegularFile(baseline.path);
  const bool may_be_new = use == BaselineUse::kWrite;
  if (absl::IsNotFound(text.status()) && !may_be_new) {
    return absl::NotFoundError(absl::StrCat("cannot read the baseline ", QuotePath(baseline.path),
                                            ": there is no such file; `grpcfg check "
                                            "--write-baseline` writes it"));
  }
  if (!text.ok() && !absl::IsNotFound(text.status())) {
    return absl::Status(text.status().code(), absl::StrCat(origin, ": ", text.status().message()));
  }
  baseline.is_there = text.ok();
  if (text.ok()) {
    const absl::Status is_object = CheckIsObject(baseline.path, *text);
    if (!is_object.ok()) return is_object;
    absl::StatusOr<Baseline> read = BaselineIn(*text, use, baseline.path);
    if (!read.ok()) return read.status();
    baseline.baseline = *std::move(read);
    baseline.text = *std::move(text);
    if (!baseline.baseline.has_verdicts() && !may_be_new) {
      WriteError(absl::StrCat(
          "note: ", QuotePath(baseline.path),
          " does not record the clients' verdicts on each config, so a client that newly rejects "
          "one may go unnoticed; rewrite it with `grpcfg check --write-baseline`"));
    }
  }
  known = std::make_unique<const BaselineInUse>(std::move(baseline));
  return known.get();
}

}  // namespace grpcfg
