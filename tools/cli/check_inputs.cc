#include "tools/cli/check_inputs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"
#include "schema/json/foreign_format.h"
#include "schema/json/json_tree.h"
#include "source/languages.h"
#include "tools/cli/command.h"
#include "tools/cli/output.h"
#include "tools/cli/source_input.h"
#include "tools/workspace/old_versions.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk.h"
#include "validator/project/path_glob.h"
#include "validator/project/project_rules.h"

namespace grpcfg {
namespace {

bool IsBaselineOf(const InputFile& input, absl::string_view absolute) {
  return input.baseline != nullptr && AbsolutePath(input.baseline->path) == absolute;
}

// The paths of their baselines, each once.
std::vector<std::string> BaselinesOf(absl::Span<const InputFile> files) {
  absl::btree_set<std::string> baselines;
  for (const InputFile& file : files) {
    if (file.baseline != nullptr) baselines.insert(file.baseline->path);
  }
  return {baselines.begin(), baselines.end()};
}

// Says which configs `include` does not take.
void NoteUnlisted(absl::Span<const std::string> unlisted) {
  constexpr size_t kMostNamed = 3;
  if (unlisted.empty()) return;
  std::vector<std::string> named;
  for (const std::string& path : unlisted.first(std::min(unlisted.size(), kMostNamed))) {
    named.push_back(QuotePath(path));
  }
  const size_t more = unlisted.size() - named.size();
  if (more > 0) named.push_back(absl::StrCat(more, " more"));
  WriteError(absl::StrCat("note: not checked, since `include` of the project file does not match: ",
                          absl::StrJoin(named, ", "), "; ",
                          unlisted.size() == 1 ? "its content is a service config"
                                               : "their contents are service configs"));
}

bool IsBefore(const InputFile& a, const InputFile& b) { return a.path < b.path; }

// What a baseline calls a file. A backslash is escaped too, so that no two names look the same.
std::string PathInBaseline(const BaselineInUse& baseline, const std::string& absolute) {
  return Visible(absl::StrReplaceAll(PathFrom(baseline.directory, absolute), {{"\\", "\\\\"}}));
}

// Finds what holds for each file; most have the same directory as the one before.
class InputMaker {
 public:
  InputMaker(const CheckInputFlags& flags, Projects& projects, SettingsTable& settings)
      : flags_(flags), projects_(projects), settings_(settings) {}

  absl::StatusOr<CheckInputs> Make();

  // Directories without a config are a problem, unless the last one was just deleted.
  void AddUnmatched(CheckInputs& inputs) const;

  // What was a config is checked as one, whatever it holds now.
  absl::Status AddFormer(const DeletedFilesFound& deleted, CheckInputs& inputs);

 private:
  absl::StatusOr<ConfigFiles> List(CheckInputs& inputs);
  // `was_config`: whatever it holds now.
  absl::Status Add(std::string path, CheckInputs& inputs, bool was_config = false);
  absl::Status AddBaselined(CheckInputs& inputs);
  absl::StatusOr<const FileSettings*> SettingsOf(absl::string_view place, const Project* project,
                                                 const std::string& in_project);
  absl::StatusOr<WalkGlobs> GlobsOf(const std::string& directory);
  absl::StatusOr<bool> IsConfig(const std::string& path, CheckInputs& inputs);
  absl::StatusOr<std::vector<std::string>> BaselinedBelow(const std::string& named,
                                                          absl::Span<const InputFile> files);
  absl::StatusOr<std::vector<std::string>> BaselinedOthers();
  absl::Status AddChangedOthers(CheckInputs& inputs);
  absl::Status AddKnown(const std::string& absolute, InputFile& input);
  void LeaveOut(const Project& project, std::string path, CheckInputs& inputs) const;
  [[nodiscard]] std::string BaselinePathOf(const Project* project) const;
  absl::StatusOr<const BaselineInUse*> BaselineOf(const InputFile& input);
  // Null: none is set. The same of the projects above a directory.
  absl::StatusOr<const BaselineInUse*> BaselineOf(const Project* project);
  absl::StatusOr<const BaselineInUse*> BaselineAbove(absl::string_view directory);
  [[nodiscard]] bool IsOurs(const InputFile& input, absl::string_view absolute) const;
  [[nodiscard]] bool IsLeftOut(const Project& project, absl::string_view path);

  const CheckInputFlags& flags_;
  Projects& projects_;
  SettingsTable& settings_;
  absl::btree_map<const Project*, PathGlob> excluded_;
  std::vector<std::string> others_;      // named files that are not configs, and so skipped
  std::vector<absl::Status> unmatched_;  // as ConfigFiles has them
  absl::btree_map<const Project*, WalkGlobs> globs_;  // for any one directory
};

absl::StatusOr<ConfigFiles> InputMaker::List(CheckInputs& inputs) {
  return ListConfigFiles(
      flags_.finding.paths, [&](const std::string& directory) -> absl::StatusOr<WalkOptions> {
        const std::string absolute = AbsoluteDirectoryPath(directory);
        inputs.directories.push_back(absolute);
        const absl::StatusOr<const Project*> project = projects_.ForDirectory(absolute);
        if (project.ok() && *project != nullptr) inputs.inputs.push_back((*project)->path);
        return projects_.WalkOptionsOf(absolute);
      });
}

absl::StatusOr<CheckInputs> InputMaker::Make() {
  CheckInputs inputs;
  absl::StatusOr<ConfigFiles> files = List(inputs);
  if (!files.ok()) return files.status();
  for (const auto* const list : {&files->problems, &files->links_out, &files->notes}) {
    for (const absl::Status& each : *list) WriteError(each);
  }
  for (const auto* const failed : {&files->problems, &files->links_out}) {
    for (const absl::Status& each : *failed) inputs.problems.emplace_back(each.message());
  }
  unmatched_ = std::move(files->unmatched);
  NoteUnlisted(files->unlisted);
  inputs.bytes = files->bytes;
  inputs.files.reserve(files->paths.size());
  for (std::string& path : files->paths) {
    const absl::Status added = Add(std::move(path), inputs);
    if (!added.ok()) return added;
  }
  // A new baseline forgets them.
  absl::Status added = flags_.known.ReplacesBaseline() ? absl::OkStatus() : AddBaselined(inputs);
  if (!added.ok()) return added;
  inputs.baselines = BaselinesOf(inputs.files);
  absl::c_move(FilesReadFor(inputs.files), std::back_inserter(inputs.inputs));
  return inputs;
}

void InputMaker::AddUnmatched(CheckInputs& inputs) const {
  for (const absl::Status& each : unmatched_) {
    WriteError(each);
    inputs.problems.emplace_back(each.message());
  }
}

// False for source files, YAML and Markdown, which lost their configs; any other text is the config
// still, but broken.
bool IsConfigStill(const DeletedFile& file) {
  return file.is_there && LanguageOfFile(file.path) == nullptr;
}

absl::Status InputMaker::AddFormer(const DeletedFilesFound& deleted, CheckInputs& inputs) {
  for (const DeletedFile& file : deleted.files) {
    absl::Status added = IsConfigStill(file) ? Add(file.path, inputs, true) : absl::OkStatus();
    if (!added.ok()) return added;
  }
  absl::Status added = AddChangedOthers(inputs);
  absl::c_sort(inputs.files, IsBefore);
  return added;
}

// Of the named files that are not configs, those that were configs before --since.
absl::Status InputMaker::AddChangedOthers(CheckInputs& inputs) {
  if (others_.empty()) return absl::OkStatus();
  const absl::StatusOr<OldVersionsFound> found = OldVersions(others_, flags_.known.since);
  if (!found.ok()) return found.status();
  for (size_t i = 0; i < others_.size(); ++i) {
    const OldVersion& version = found->versions[i];
    if (!version.is_changed || !version.text) continue;
    if (LanguageOfFile(others_[i]) != nullptr) continue;  // see IsConfigStill
    const std::string directory = RealDirectoryPath(std::string(DirectoryPart(others_[i])));
    const absl::StatusOr<WalkGlobs> globs = GlobsOf(directory);
    if (!globs.ok()) return globs.status();
    if (!globs->Takes(absl::StrCat(directory, FileNamePart(others_[i])), *version.text)) continue;
    absl::Status added = Add(others_[i], inputs, true);
    if (!added.ok()) return added;
  }
  return absl::OkStatus();
}

// The named files that are not configs, and that a baseline knows.
absl::StatusOr<std::vector<std::string>> InputMaker::BaselinedOthers() {
  std::vector<std::string> known;
  for (const std::string& path : others_) {
    const absl::StatusOr<const BaselineInUse*> baseline = BaselineAbove(DirectoryPart(path));
    if (!baseline.ok()) return baseline.status();
    if (*baseline == nullptr) continue;
    const std::string in_baseline = PathInBaseline(**baseline, AbsolutePath(path));
    if ((*baseline)->baseline.Knows(in_baseline)) known.push_back(path);
  }
  return known;
}

// The same of files below a named directory that are not among `files`.
absl::StatusOr<std::vector<std::string>> InputMaker::BaselinedBelow(
    const std::string& named, absl::Span<const InputFile> files) {
  const std::string directory = AbsoluteDirectoryPath(named);
  const absl::StatusOr<const BaselineInUse*> baseline = BaselineAbove(directory);
  if (!baseline.ok()) return baseline.status();
  std::vector<std::string> known;
  if (*baseline == nullptr) return known;
  const std::string real = RealDirectoryPath(named);
  const absl::StatusOr<WalkGlobs> globs = GlobsOf(real);
  if (!globs.ok()) return globs.status();
  absl::flat_hash_set<std::string> listed;
  for (const InputFile& file : files) listed.insert(AbsolutePath(file.path));
  for (const std::string& path : (*baseline)->baseline.Paths()) {
    const std::string absolute = absl::StrCat((*baseline)->directory, path);
    if (!absl::StartsWith(absolute, directory) || listed.contains(absolute)) continue;
    const std::string rest = absolute.substr(directory.size());
    const bool may_be_taken = globs->MayTake(absl::StrCat(real, rest));
    if (may_be_taken && IsRegularFile(absolute)) {
      known.push_back(absl::StrCat(SpelledPrefix(named), rest));
    }
  }
  return known;
}

// True if a file may have lost its config to a fault: it is not JSON, or a program that still has
// words of a config. YAML is either read or listed with its error.
bool MayBeBroken(const std::string& path, const std::string& text) {
  if (IsProgram(path, text, "auto")) return MayHaveConfigs(text);
  return LanguageOfFile(path) == nullptr && !IsJson(ParseJson(text));
}

// What was a config by a baseline and may be broken is checked as one.
absl::Status InputMaker::AddBaselined(CheckInputs& inputs) {
  absl::StatusOr<std::vector<std::string>> former = BaselinedOthers();
  if (!former.ok()) return former.status();
  for (const std::string& named : flags_.finding.paths) {
    if (named == "-" || !IsDirectory(named)) continue;
    const absl::StatusOr<std::vector<std::string>> below = BaselinedBelow(named, inputs.files);
    if (!below.ok()) return below.status();
    absl::c_copy(*below, std::back_inserter(*former));
  }
  for (const std::string& path : *former) {
    const absl::StatusOr<std::string> text = ReadFile(path);
    const bool is_added = !text.ok() || MayBeBroken(path, *text);
    absl::Status added = is_added ? Add(path, inputs, true) : absl::OkStatus();
    if (!added.ok()) return added;
  }
  absl::c_sort(inputs.files, IsBefore);
  return absl::OkStatus();
}

absl::Status InputMaker::Add(std::string path, CheckInputs& inputs, bool was_config) {
  const std::string& place = path == "-" ? flags_.finding.stdin_filename : path;
  const absl::StatusOr<const Project*> project = projects_.ForDirectory(DirectoryPart(place));
  if (!project.ok()) return project.status();
  const bool is_plain = *project == nullptr && flags_.known.baseline.empty();
  const std::string absolute = is_plain ? "" : AbsolutePath(place);
  const std::string in_project =
      *project == nullptr ? "" : PathFrom((*project)->directory, absolute);
  if (flags_.known.LeavesOutExcluded() && *project != nullptr && IsLeftOut(**project, in_project)) {
    LeaveOut(**project, std::move(path), inputs);
    return absl::OkStatus();
  }
  if (flags_.known.LeavesOutOthers() && path != "-" && !was_config) {
    const absl::StatusOr<bool> is_config = IsConfig(path, inputs);
    if (!is_config.ok()) return is_config.status();
    if (!*is_config) {
      others_.push_back(path);
      inputs.inputs.push_back(std::move(path));
      return absl::OkStatus();
    }
  }
  const absl::StatusOr<const FileSettings*> settings = SettingsOf(place, *project, in_project);
  if (!settings.ok()) return settings.status();
  InputFile input = {.path = std::move(path), .settings = *settings};
  absl::Status known = AddKnown(absolute, input);
  if (!known.ok()) return known;
  if (IsOurs(input, absolute)) {
    const bool is_written = flags_.known.ReplacesBaseline() && IsBaselineOf(input, absolute);
    if (!is_written) inputs.inputs.push_back(std::move(input.path));
    return absl::OkStatus();
  }
  inputs.files.push_back(std::move(input));
  return absl::OkStatus();
}

absl::StatusOr<const FileSettings*> InputMaker::SettingsOf(absl::string_view place,
                                                           const Project* project,
                                                           const std::string& in_project) {
  absl::StatusOr<const FileSettings*> settings = settings_.For(project, in_project);
  // Clients of all languages get what a dnsconfig.js publishes.
  const bool is_source = flags_.dns == nullptr || !flags_.dns->is_dns;
  if (!settings.ok() || !is_source) return settings;
  return settings_.ForClient(*settings, ClientOfSource(place));
}

// Those of the project file, made once: a commit may have thousands of directories.
absl::StatusOr<WalkGlobs> InputMaker::GlobsOf(const std::string& directory) {
  const absl::StatusOr<const Project*> project = projects_.ForDirectory(directory);
  if (!project.ok()) return project.status();
  const auto known = globs_.find(*project);
  if (known != globs_.end()) return known->second.For(directory);
  const absl::StatusOr<WalkOptions> options = projects_.WalkOptionsOf(directory);
  if (!options.ok()) return options.status();
  absl::StatusOr<WalkGlobs> globs = WalkGlobs::Of(*options, directory);
  if (globs.ok()) globs_.emplace(*project, *globs);
  return globs;
}

// As if its directory were named.
absl::StatusOr<bool> InputMaker::IsConfig(const std::string& path, CheckInputs& inputs) {
  const std::string directory = RealDirectoryPath(std::string(DirectoryPart(path)));
  const std::string absolute = absl::StrCat(directory, FileNamePart(path));
  const absl::StatusOr<WalkGlobs> globs = GlobsOf(directory);
  if (!globs.ok()) return globs.status();
  if (const absl::Status link = CheckLink(path); !link.ok()) {
    if (!globs->Includes(absolute)) return false;
    WriteError(link);
    inputs.problems.emplace_back(link.message());
    return false;
  }
  if (globs->Includes(absolute) || !globs->MayTake(absolute)) return globs->MayTake(absolute);
  const absl::StatusOr<std::string> text = ReadFile(path);
  return !text.ok() || globs->Takes(absolute, *text);  // what cannot be read is reported as such
}

// What --force-exclude is about.
void InputMaker::LeaveOut(const Project& project, std::string path, CheckInputs& inputs) const {
  inputs.inputs.push_back(std::move(path));
  inputs.inputs.push_back(project.path);
  if (!flags_.known.ReplacesBaseline()) inputs.inputs.push_back(BaselinePathOf(&project));
}

// Neither is a service config, whatever globs say; where one is named, that is reported.
bool InputMaker::IsOurs(const InputFile& input, absl::string_view absolute) const {
  const bool is_project = FileNamePart(input.path) == kProjectFileName;
  const bool is_baseline = IsBaselineOf(input, absolute);
  const bool is_named = absl::c_linear_search(flags_.finding.paths, input.path);
  if ((is_project || is_baseline) && is_named) {
    WriteError(absl::StrCat("note: ", QuotePath(input.path), " is ",
                            is_project ? "a project file" : "a baseline",
                            ", not a service config; it is skipped"));
  }
  return is_project || is_baseline;
}

bool InputMaker::IsLeftOut(const Project& project, absl::string_view path) {
  if (project.file.exclude.empty()) return false;
  return excluded_.try_emplace(&project, project.file.exclude).first->second.Holds(path);
}

// Empty: nothing names one.
std::string InputMaker::BaselinePathOf(const Project* project) const {
  if (!flags_.known.baseline.empty()) return flags_.known.baseline;
  if (project == nullptr || project->file.baseline.empty()) return "";
  return project->Resolve(std::string(TextOf(project->file.baseline)));
}

absl::StatusOr<const BaselineInUse*> InputMaker::BaselineOf(const InputFile& input) {
  const Project* const project = input.settings->project;
  const bool is_set = !BaselinePathOf(project).empty();
  if (is_set || !flags_.known.writes_baseline) return BaselineOf(project);
  return absl::InvalidArgumentError(absl::StrCat(
      "--write-baseline: no baseline is set for ", QuotePath(input.path),
      "; pass --baseline FILE, or set `baseline` in ",
      project == nullptr ? absl::StrCat("a ", kProjectFileName) : QuotePath(project->path)));
}

absl::StatusOr<const BaselineInUse*> InputMaker::BaselineOf(const Project* project) {
  const std::string path = BaselinePathOf(project);
  if (path.empty()) return nullptr;
  return projects_.BaselineAt(path, flags_.known.UseOfBaseline(),
                              flags_.known.baseline.empty() ? project : nullptr);
}

absl::StatusOr<const BaselineInUse*> InputMaker::BaselineAbove(absl::string_view directory) {
  const absl::StatusOr<const Project*> project = projects_.ForDirectory(directory);
  return project.ok() ? BaselineOf(*project) : project.status();
}

absl::Status InputMaker::AddKnown(const std::string& absolute, InputFile& input) {
  const absl::StatusOr<const BaselineInUse*> baseline = BaselineOf(input);
  if (!baseline.ok()) return baseline.status();
  input.baseline = *baseline;
  const Project* const project = input.settings->project;
  const bool has_suppressions = project != nullptr && project->suppressions.size() > 0;
  if (!has_suppressions && input.baseline == nullptr) return absl::OkStatus();
  KnownFindings known = {.keeps_new = !flags_.known.writes_baseline,
                         .takes_notes = input.settings->NotesFail(),
                         .folds_notes = !input.settings->NotesFail()};
  if (has_suppressions) known.suppressions = &project->suppressions;
  known.baseline = input.baseline == nullptr ? nullptr : &input.baseline->baseline;
  known.targets = input.settings->spellings;
  input.known = std::move(known);
  SetKnownPaths(absolute, input);
  return absl::OkStatus();
}

// Project files and .proto files, on which what is found depends too.
std::vector<std::string> FilesBeside(absl::Span<const InputFile> files) {
  absl::btree_set<std::string> beside;
  absl::flat_hash_set<const FileSettings*> seen;
  for (const InputFile& file : files) {
    const FileSettings& settings = *file.settings;
    if (!seen.insert(&settings).second) continue;
    if (settings.project != nullptr) beside.insert(settings.project->path);
    beside.insert(settings.services.files.begin(), settings.services.files.end());
  }
  return {beside.begin(), beside.end()};
}

void NoteChangedBeside(const std::string& path, const std::string& since) {
  WriteError(
      absl::StrCat("note: ", QuotePath(path), " changed since ", QuotePath(since),
                   "; the findings that this causes are not reported: also check without --since"));
}

// What a file includes, as places among the files beside all.
struct IncludedAt {
  size_t begin = 0;
  size_t end = 0;
  bool is_whole = true;
};

// By path; empty: no records are read. Adds what is included to `beside`.
std::vector<IncludedAt> IncludesOf(const CheckInputFlags& flags,
                                   const std::vector<std::string>& paths,
                                   std::vector<std::string>& beside) {
  std::vector<IncludedAt> includes;
  if (flags.dns == nullptr) return includes;
  for (const std::string& path : paths) {
    IncludedFiles files = FindIncludedFiles(path, flags.finding.kind, *flags.dns);
    const size_t begin = beside.size();
    absl::c_move(files.paths, std::back_inserter(beside));
    includes.push_back({begin, beside.size(), files.is_whole});
  }
  return includes;
}

// True if one of the included files changed, or is no longer there.
bool IsAnyChanged(const IncludedAt& included, size_t paths,
                  const std::vector<OldVersion>& versions) {
  bool is_changed = !included.is_whole;
  for (size_t i = included.begin; i < included.end; ++i) {
    is_changed = is_changed || versions[paths + i].is_changed;
  }
  return is_changed;
}

// Says which configs are no longer there; true if there are some.
bool NoteDeleted(const std::string& since, const DeletedFilesFound& deleted) {
  bool has_deleted = false;
  for (const DeletedFile& file : deleted.files) {
    if (IsConfigStill(file)) continue;
    has_deleted = true;
    const absl::string_view what = file.is_there ? "the config in " : "";
    WriteError(NoteOfDeleted(absl::StrCat(what, QuotePath(file.path)), since));
  }
  return has_deleted;
}

// Keeps only the files that changed. The run knows nothing about the others, so it reports no
// suppression and no baseline entry as unused because of them.
absl::Status KeepChanged(const CheckInputFlags& flags, const DeletedFilesFound& deleted,
                         CheckInputs& inputs) {
  const std::string& since = flags.known.since;
  std::vector<std::string> paths;
  for (const InputFile& file : inputs.files) paths.push_back(file.path);
  if (absl::c_linear_search(paths, "-")) {
    return absl::InvalidArgumentError(
        "--since: standard input has no earlier version; name the file");
  }
  std::vector<std::string> beside = FilesBeside(inputs.files);
  absl::c_copy(inputs.baselines, std::back_inserter(beside));
  const size_t settings = beside.size();
  const std::vector<IncludedAt> includes = IncludesOf(flags, paths, beside);
  absl::StatusOr<OldVersionsFound> found = OldVersions(paths, since, beside);
  if (!found.ok()) return found.status();
  for (const std::string& note : found->notes) WriteError(absl::StrCat("note: ", note));
  std::vector<OldVersion>& versions = found->versions;
  for (size_t i = 0; i < settings; ++i) {
    if (versions[paths.size() + i].is_changed) NoteChangedBeside(beside[i], since);
  }
  std::vector<InputFile> changed;
  for (size_t i = 0; i < paths.size(); ++i) {
    const bool is_changed =
        versions[i].is_changed ||
        (!includes.empty() && IsAnyChanged(includes[i], paths.size(), versions));
    if (!is_changed) continue;
    changed.push_back(std::move(inputs.files[i]));
    changed.back().old_text = std::move(versions[i].text);
  }
  const bool has_deleted = NoteDeleted(since, deleted);
  if (changed.empty() && !paths.empty() && !has_deleted) {
    WriteError(absl::StrCat("note: no config changed since ", QuotePath(since)));
  }
  beside.erase(beside.begin(), beside.begin() + static_cast<ptrdiff_t>(settings));
  absl::c_move(beside, std::back_inserter(inputs.inputs));  // what is included
  inputs.files = std::move(changed);
  inputs.bytes.reset();
  inputs.directories.clear();
  return absl::OkStatus();
}

}  // namespace

std::string NoteOfDeleted(absl::string_view what, const std::string& since) {
  return absl::StrCat("note: ", what, " was deleted since ", QuotePath(since),
                      "; `grpcfg diff --against git:", since, "` shows what that changes");
}

void SetKnownPaths(const std::string& absolute, InputFile& input) {
  if (input.known->suppressions != nullptr) {
    input.known->path = PathFrom(input.settings->project->directory, absolute);
  }
  if (input.baseline != nullptr) {
    input.known->baseline_path = PathInBaseline(*input.baseline, absolute);
  }
}

void AddHookFlags(Command& command, KnownFlags& flags, absl::string_view more) {
  command.BeginGroup("Hooks");
  command.AddFlag(std::string(kHookFlag), flags.hook,
                  absl::StrCat("Run on the files of a commit: --force-exclude and --only-configs",
                               more, "; a file named like a flag is a PATH"));
  command.AddFlag("--force-exclude", flags.force_exclude,
                  "Apply the project file's `exclude` to files named on the command line, too");
  command.AddFlag("--only-configs", flags.only_configs,
                  "Skip each PATH that contains no service config");
}

absl::StatusOr<CheckInputs> FindCheckInputs(const CheckInputFlags& flags, Projects& projects,
                                            SettingsTable& settings) {
  if (flags.known.writes_baseline && !flags.known.since.empty()) {
    return absl::InvalidArgumentError(
        "--write-baseline: a baseline records all findings; remove --since");
  }
  if (flags.known.writes_baseline && flags.known.prunes_baseline) {
    return absl::InvalidArgumentError(
        "--prune-baseline: --write-baseline removes the same entries; remove one of the flags");
  }
  const bool is_unnamed = absl::c_linear_search(flags.finding.paths, "-") &&
                          flags.finding.stdin_filename == InputFlags().stdin_filename;
  if (flags.known.writes_baseline && is_unnamed) {
    return absl::InvalidArgumentError(
        "--write-baseline: standard input has no name that later runs can match; name its file "
        "with --stdin-filename NAME");
  }
  InputMaker maker(flags, projects, settings);
  absl::StatusOr<CheckInputs> inputs = maker.Make();
  const std::string& since = flags.known.since;
  if (!inputs.ok()) return inputs;
  if (since.empty()) {
    maker.AddUnmatched(*inputs);
    return inputs;
  }
  const absl::StatusOr<DeletedFilesFound> deleted =
      FindDeletedFiles(flags.finding.paths, since, [&](const std::string& directory) {
        return projects.WalkOptionsOf(AbsoluteDirectoryPath(directory));
      });
  if (!deleted.ok()) return deleted.status();
  if (deleted->files.empty()) maker.AddUnmatched(*inputs);
  absl::Status done = maker.AddFormer(*deleted, *inputs);
  if (done.ok()) done = KeepChanged(flags, *deleted, *inputs);
  if (!done.ok()) return done;
  return inputs;
}

std::vector<std::string> FilesReadFor(absl::Span<const InputFile> files) {
  std::vector<std::string> paths = FilesBeside(files);
  for (const InputFile& file : files) paths.push_back(file.path);
  return paths;
}

bool AreRulesOff(absl::Span<const InputFile> files) {
  return !files.empty() && absl::c_all_of(files, [](const InputFile& file) {
    bool is_off = true;
    file.settings->rules.ForEach([&](const Rule& rule) {
      is_off = is_off && (IsProjectRule(rule.id) || !file.settings->rules.selection().IsOn(rule));
    });
    return is_off;
  });
}

Plans PlansFor(absl::Span<const InputFile> files,
               absl::FunctionRef<ReportScope(const InputFile& file)> scope_of) {
  Plans plans;
  for (const InputFile& file : files) {
    const FileSettings& settings = *file.settings;
    if (plans.contains(&settings)) continue;
    plans.emplace(std::piecewise_construct, std::forward_as_tuple(&settings),
                  std::forward_as_tuple(settings.targets, settings.rules,
                                        settings.services.api.get(), scope_of(file)));
  }
  return plans;
}

}  // namespace grpcfg
