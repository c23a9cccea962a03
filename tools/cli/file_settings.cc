#include "tools/cli/file_settings.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_set.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "schema/json/escape.h"
#include "schema/json/position.h"
#include "tools/cli/output.h"
#include "tools/cli/source_input.h"
#include "tools/workspace/glob.h"
#include "tools/workspace/system_error.h"
#include "validator/project/faults.h"
#include "validator/project/project_rules.h"

namespace grpcfg {
namespace {

bool NamesServices(const ApiFlags& api) {
  return !api.descriptor_sets.empty() || !api.protos.empty() || !api.proto_paths.empty();
}

// The value of the last override that sets it, or else of the project.
const LocatedTexts& LastOf(const Project& project, const std::vector<size_t>& overrides,
                           LocatedTexts CheckSettings::*member) {
  const LocatedTexts* last = &(project.file.*member);
  for (const size_t index : overrides) {
    const LocatedTexts& texts = project.file.overrides[index].*member;
    if (!texts.empty()) last = &texts;
  }
  return *last;
}

// The rules that `only` names, and those about our own files, which it is not about: a suppression
// that is in vain is in vain all the same.
std::vector<std::string> OnlyOf(const ProjectFile& file) {
  std::vector<std::string> only = StringsOf(file.only);
  if (only.empty()) return only;
  for (const Rule& rule : ProjectRules().rules) only.emplace_back(rule.id);
  return only;
}

bool IsAnythingAt(const std::string& path) { return IsThere(path) || IsDirectory(path); }

// What is wrong with a path that `member` of a project file has, in the words of a finding; empty:
// nothing.
std::string FaultOf(absl::string_view member, absl::string_view text, const std::string& path,
                    const std::string& directory) {
  const bool wants_folder = member == "protoPath";
  if (!IsWithinRepository(path, directory)) {
    return absl::StrCat("`", text, "` ", kOutOfRepository);
  }
  if (!IsAnythingAt(path)) {
    return member == "descriptorSets"
               ? absl::StrCat("`", text,
                              "` does not exist; paths are relative to the directory of this file")
               : "";
  }
  if (wants_folder ? IsDirectory(path) : IsRegularFile(path)) return "";
  const absl::string_view is_other = wants_folder        ? "is a file; `protos` takes it"
                                     : IsDirectory(path) ? "is a folder; `protoPath` takes it"
                                                         : "is a pipe or a device";
  return absl::StrCat("`", text, "` ", is_other);
}

// "note: .grpcfg.json:3:5: ...", on stderr: the run goes on without what it is about.
void WriteNote(const Project& project, const ProjectFinding& finding) {
  const Position at = LineIndex(project.text).Locate(finding.span.begin);
  WriteError(absl::StrCat("note: ", Visible(project.path), ":", at.line, ":", at.column, ": ",
                          finding.message));
  for (const std::string& line : finding.notes) WriteError(absl::StrCat("  ", line));
}

ProjectFinding NoteOnProtos(Span span, std::string message) {
  return {.rule = kProjectProtosIncomplete,
          .span = span,
          .message = std::move(message),
          .severity = Severity::kNote};
}

bool IsGlob(absl::string_view text) { return text.find_first_of("*?[") != absl::string_view::npos; }

// The directories, or else the files, that a glob of a project file stands for, in order; below
// directories whatever git ignores is skipped. A text that is not a glob, or is there as it stands,
// stands for itself.
std::vector<std::string> PathsMatching(const Project& project, const std::string& text,
                                       bool wants_directories) {
  const std::string path = project.Resolve(text);
  if (!IsGlob(text) || IsAnythingAt(path)) return {path};
  const std::string absolute = AbsolutePath(path);
  const std::string base(DirectoryPart(absolute.substr(0, absolute.find_first_of("*?["))));
  const std::string pattern(absl::StripSuffix(absolute.substr(base.size()), "/"));
  WalkOptions options;
  options.include = {absl::StrCat("/", pattern, wants_directories ? "/**/*.proto" : "")};
  options.glob_directory = base;
  const absl::StatusOr<ConfigFiles> files = ListConfigFiles({ShownPath(base)}, options);
  if (!files.ok()) return {};  // then nothing is there, which is reported
  if (!wants_directories) return files->paths;
  const absl::StatusOr<Glob> parsed = ParseGlob(absl::StrCat("/", pattern));
  if (!parsed.ok()) return {};
  const GlobList glob({*parsed});
  absl::btree_set<std::string> directories;
  for (const std::string& file : files->paths) {
    const std::string below = PathFrom(base, AbsolutePath(file));
    for (size_t end = below.find('/'); end != std::string::npos; end = below.find('/', end + 1)) {
      const std::string directory = below.substr(0, end);
      if (glob.Matches(directory, /*is_directory=*/true)) {
        directories.insert(ShownPath(absl::StrCat(base, directory)));
      }
    }
  }
  return {directories.begin(), directories.end()};
}

// The paths that a project file names. What is not there is noted, and skipped.
class NamedPaths {
 public:
  using IsKnown = absl::FunctionRef<bool(absl::string_view text)>;

  explicit NamedPaths(const Project& project) : project_(project) {}

  // `is_known`: true of a text that is not a path.
  std::vector<std::string> Of(
      absl::string_view member, const LocatedTexts& texts,
      IsKnown is_known = [](absl::string_view /*text*/) { return false; }) {
    std::vector<std::string> paths;
    for (const LocatedText& each : texts) {
      if (is_known(each.text)) {
        paths.push_back(each.text);
        continue;
      }
      const size_t before = paths.size();
      for (std::string& path : PathsMatching(project_, each.text, member == "protoPath")) {
        std::string fault = FaultOf(member, each.text, path, project_.directory);
        if (!fault.empty()) {
          AddFinding({.rule = kProjectFileInvalid, .span = each.span, .message = std::move(fault)},
                     faults_);
        } else if (!IsAnythingAt(path)) {
          continue;
        }
        paths.push_back(std::move(path));
      }
      if (paths.size() > before) continue;
      missing_.push_back(
          NoteOnProtos(each.span, absl::StrCat("`", Visible(each.text),
                                               "` does not exist and is skipped; paths are "
                                               "relative to the directory of this file")));
    }
    return paths;
  }

  // Errors: a path that may not be read, or is something else, printed with its place.
  [[nodiscard]] absl::Status Check() const {
    return PrintFaults(project_.path, project_.text, faults_, project_.Remedy());
  }

  [[nodiscard]] const std::vector<ProjectFinding>& missing() const { return missing_; }

 private:
  const Project& project_;
  Report faults_;
  std::vector<ProjectFinding> missing_;
};

// The .proto files of the project; without any, all that are below its folders, those in the fewest
// folders first: of files that declare the same names the original is mostly nearer than a copy of
// its folder. Notes folders without any.
absl::StatusOr<std::vector<std::string>> ProtosOf(const std::vector<std::string>& named,
                                                  const std::vector<std::string>& folders,
                                                  Span place, std::vector<ProjectFinding>& notes) {
  if (!named.empty() || folders.empty()) return named;
  WalkOptions options;
  options.include = {"*.proto"};
  absl::StatusOr<ConfigFiles> files = ListConfigFiles(folders, options);
  if (!files.ok()) return files.status();
  for (const auto* const list : {&files->problems, &files->links_out}) {
    if (!list->empty()) return list->front();
  }
  for (const absl::Status& each : files->unmatched) {
    notes.push_back(NoteOnProtos(place, std::string(each.message())));
  }
  const auto depth_of = [](const std::string& path) { return absl::c_count(path, '/'); };
  absl::c_stable_sort(files->paths, [&](const std::string& a, const std::string& b) {
    return depth_of(a) < depth_of(b);
  });
  return std::move(files->paths);
}

// What of the .proto files is not used, each cause once.
void AddNotesOn(const LoadedApi& loaded, Span place, std::vector<ProjectFinding>& notes) {
  if (!loaded.copies.empty()) {
    notes.push_back(NoteOnProtos(
        place, absl::StrCat(WordsOn(loaded.copies), "; name the intended ones in `protos`")));
  }
  if (loaded.faults.ok()) return;
  std::vector<std::string> causes =
      absl::StrSplit(loaded.faults.message(), '\n', absl::SkipEmpty());
  notes.push_back(NoteOnProtos(
      place, "some .proto files do not compile: their services are known by name at most"));
  if (causes.size() > 1) causes.erase(causes.begin());  // that it could not be done
  notes.back().notes = std::move(causes);
}

// Where a project file says which services there are: the first path without a note.
Span PlaceOfServices(const ProjectFile& file, absl::Span<const ProjectFinding> notes) {
  const LocatedTexts& named = !file.protos.empty()        ? file.protos
                              : !file.proto_paths.empty() ? file.proto_paths
                                                          : file.descriptor_sets;
  for (const LocatedText& each : named) {
    const bool has_note = absl::c_any_of(
        notes, [&](const ProjectFinding& note) { return note.span.begin == each.span.begin; });
    if (!has_note) return each.span;
  }
  return named.empty() ? Span() : named.front().span;
}

// Says in which line of which file that stands which gave an error.
absl::Status NamedIn(const Project& project, const absl::Status& error) {
  const Position at = LineIndex(project.text).Locate(PlaceOfServices(project.file, {}).begin);
  return InLines({error.code(), absl::StrCat(error.message(), "\nnamed by ", project.path, ":",
                                             at.line, ":", at.column)});
}

}  // namespace

absl::Status SettingsTable::LoadFlags() {
  absl::StatusOr<PlanParts> loaded = LoadPlanParts(flags_.target, flags_.api, flags_.rules);
  if (!loaded.ok()) return loaded.status();
  std::vector<std::string> spellings = SpellingsOf(loaded->targets);
  std::unique_ptr<const FileSettings>& made = made_[{nullptr, {}}];
  made = std::make_unique<const FileSettings>(
      FileSettings{nullptr, std::move(loaded->targets), std::move(loaded->rules),
                   std::move(loaded->services), flags_.fail_on, std::move(spellings),
                   flags_.target.targets.empty(), flags_.target.lb_policies});
  of_flags_ = made.get();
  return absl::OkStatus();
}

absl::StatusOr<const FileSettings*> SettingsTable::For(const Project* project,
                                                       absl::string_view path) {
  Overrides overrides;
  if (project != nullptr) {
    std::vector<PathGlob>& globs = globs_[project];
    if (globs.empty()) {
      for (const ProjectOverride& each : project->file.overrides) globs.emplace_back(each.paths);
    }
    for (size_t i = 0; i < globs.size(); ++i) {
      if (globs[i].Holds(path)) overrides.push_back(i);
    }
  }
  return Make(project, overrides);
}

absl::StatusOr<const FileSettings*> SettingsTable::ForClient(const FileSettings* settings,
                                                             absl::string_view client) {
  if (client.empty() || !settings->has_usual_targets) return settings;
  std::unique_ptr<const FileSettings>& made = for_clients_[{settings, std::string(client)}];
  if (made != nullptr) return made.get();
  absl::StatusOr<std::vector<Target>> targets =
      SelectTargets({.targets = {std::string(client)}, .lb_policies = settings->lb_policies});
  if (!targets.ok()) return targets.status();
  FileSettings copy = *settings;
  copy.spellings = SpellingsOf(*targets);
  copy.targets = *std::move(targets);
  made = std::make_unique<const FileSettings>(std::move(copy));
  return made.get();
}

absl::StatusOr<const FileSettings*> SettingsTable::ForFile(Projects& projects,
                                                           absl::string_view place) {
  const absl::StatusOr<const Project*> project = projects.ForDirectory(DirectoryPart(place));
  if (!project.ok()) return project.status();
  const absl::StatusOr<const FileSettings*> settings =
      *project == nullptr ? of_flags_
                          : For(*project, PathFrom((*project)->directory, AbsolutePath(place)));
  if (!settings.ok()) return settings.status();
  return ForClient(*settings, ClientOfSource(place));
}

absl::StatusOr<const FileSettings*> SettingsTable::Make(const Project* project,
                                                        const Overrides& overrides) {
  std::unique_ptr<const FileSettings>& made = made_[{project, overrides}];
  if (made != nullptr) return made.get();
  const TargetFlags target = TargetFlagsOf(*project, overrides);
  absl::StatusOr<std::vector<Target>> targets = TargetsOf(target);
  if (!targets.ok()) return targets.status();
  absl::StatusOr<RuleSet> rules = RulesOf(*project, overrides);
  if (!rules.ok()) return rules.status();
  absl::StatusOr<LoadedApi> services = ApiOf(*project, *rules);
  if (!services.ok()) return services.status();
  const bool by_project = !flags_.has_fail_on && !project->file.fail_on.empty();
  std::vector<std::string> spellings = SpellingsOf(*targets);
  made = std::make_unique<const FileSettings>(
      FileSettings{project, *std::move(targets), *std::move(rules), *std::move(services),
                   by_project ? std::string(TextOf(project->file.fail_on)) : flags_.fail_on,
                   std::move(spellings), target.targets.empty(), target.lb_policies});
  return made.get();
}

TargetFlags SettingsTable::TargetFlagsOf(const Project& project, const Overrides& overrides) const {
  TargetFlags flags = flags_.target;
  if (flags.targets.empty()) {
    flags.targets = StringsOf(LastOf(project, overrides, &CheckSettings::targets));
  }
  const LocatedTexts& policies = LastOf(project, overrides, &CheckSettings::lb_policies);
  if (!flags.has_lb_policies && !policies.empty())
    flags.lb_policies = std::string(TextOf(policies));
  return flags;
}

absl::StatusOr<std::vector<Target>> SettingsTable::TargetsOf(const TargetFlags& flags) const {
  const bool is_given =
      flags.targets == flags_.target.targets && flags.lb_policies == flags_.target.lb_policies;
  return is_given ? TargetsFor(flags) : SelectTargets(flags);
}

absl::StatusOr<RuleSet> SettingsTable::RulesOf(const Project& project,
                                               const Overrides& overrides) const {
  const ProjectFile& file = project.file;
  absl::StatusOr<RuleSelection> selection = SelectRules(
      {OnlyOf(file), StringsOf(file.disabled), StringsOf(file.severities)}, EveryRule());
  for (const size_t index : overrides) {
    if (!selection.ok()) return selection.status();
    selection = SelectRules({.severities = StringsOf(file.overrides[index].severities)},
                            EveryRule(), *std::move(selection));
  }
  if (selection.ok()) {
    selection = SelectRules(flags_.rules, EveryRule(), *std::move(selection));
  }
  if (!selection.ok()) return selection.status();
  return EveryRule().With(*std::move(selection));
}

absl::StatusOr<LoadedApi> SettingsTable::ApiOf(const Project& project, const RuleSet& rules) {
  if (NamesServices(flags_.api)) return of_flags_->services;
  const auto known = apis_.find(&project);
  if (known != apis_.end()) return known->second;
  const ProjectFile& file = project.file;
  NamedPaths paths(project);
  ApiFlags named = {.descriptor_sets = paths.Of("descriptorSets", file.descriptor_sets),
                    .proto_paths = paths.Of("protoPath", file.proto_paths)};
  // A file may also be named as imports name it.
  named.protos = paths.Of("protos", file.protos, [&](absl::string_view text) {
    return absl::c_any_of(named.proto_paths, [&](const std::string& folder) {
      return IsThere(absl::StrCat(folder, "/", text));
    });
  });
  std::vector<ProjectFinding> notes = paths.missing();
  if (const absl::Status checked = paths.Check(); !checked.ok()) {
    for (const ProjectFinding& note : notes) WriteNote(project, note);
    return checked;
  }
  const Span place = PlaceOfServices(file, notes);
  absl::StatusOr<std::vector<std::string>> protos =
      ProtosOf(named.protos, named.proto_paths, place, notes);
  if (!protos.ok()) return NamedIn(project, protos.status());
  named.protos = *std::move(protos);
  if (named.proto_paths.empty()) named.proto_paths.push_back(project.Resolve("."));
  if (named.protos.empty()) named.proto_paths.clear();
  named.within = project.directory;
  absl::StatusOr<LoadedApi> loaded = LoadApiInPart(named);
  if (!loaded.ok()) return NamedIn(project, loaded.status());
  AddNotesOn(*loaded, place, notes);
  if (rules.selection().IsOn(ProjectRuleOf(kProjectProtosIncomplete))) {
    if (!reports_) {
      for (const ProjectFinding& note : notes) WriteNote(project, note);
    } else if (!notes.empty()) {
      proto_findings_[&project] = std::move(notes);
    }
  }
  return apis_[&project] = *std::move(loaded);
}

bool SettingsTable::Overrule(const Project* project) const {
  if (project == nullptr) return false;
  return !flags_.target.targets.empty() || flags_.target.has_lb_policies ||
         NamesServices(flags_.api);
}

absl::StatusOr<std::vector<std::string>> ConfigsIn(Projects& projects,
                                                   const std::string& directory) {
  const absl::StatusOr<WalkOptions> options =
      projects.WalkOptionsOf(AbsoluteDirectoryPath(directory));
  if (!options.ok()) return options.status();
  absl::StatusOr<ConfigFiles> files = ListConfigFiles({directory}, *options);
  if (!files.ok()) return files.status();
  if (!files->paths.empty()) return std::move(files->paths);
  return files->problems.empty() ? files->unmatched.front() : files->problems.front();
}

absl::Status TakeOnlyConfig(ConfigFlags& flags) {
  constexpr size_t kMostNamed = 3;
  if (flags.paths.size() != 1 || !IsDirectory(flags.paths[0])) return absl::OkStatus();
  Projects projects(flags.project);
  absl::StatusOr<std::vector<std::string>> configs = ConfigsIn(projects, flags.paths[0]);
  if (!configs.ok()) return configs.status();
  if (configs->size() == 1) {
    flags.paths = *std::move(configs);
    return absl::OkStatus();
  }
  std::vector<std::string> named;
  for (const std::string& path : *configs) {
    if (named.size() < kMostNamed) named.push_back(QuotePath(path));
  }
  if (configs->size() > named.size()) {
    named.push_back(absl::StrCat(configs->size() - named.size(), " more"));
  }
  return absl::InvalidArgumentError(
      absl::StrCat(QuotePath(flags.paths[0]), " is a directory with ", configs->size(),
                   " configs; name one of them: ", absl::StrJoin(named, ", ")));
}

ConfigSettings::ConfigSettings(const ConfigFlags& flags)
    : projects_(flags.project), table_(flags_) {
  static_cast<InputFlags&>(flags_) = flags;
}

absl::StatusOr<const FileSettings*> ConfigSettings::Load() {
  absl::Status usable = CheckOnePath(flags_.paths);
  if (usable.ok()) usable = table_.LoadFlags();
  if (!usable.ok()) return usable;
  return table_.ForFile(projects_, FileOfPath(PlaceOf(flags_.paths.front(), flags_)));
}

}  // namespace grpcfg
