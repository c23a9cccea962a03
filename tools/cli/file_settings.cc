#include "tools/cli/file_settings.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "schema/json/position.h"
#include "tools/cli/output.h"
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

// The .proto files of the project; without any, all that are below its folders.
absl::StatusOr<std::vector<std::string>> ProtosOf(const Project& project,
                                                  const std::vector<std::string>& folders) {
  std::vector<std::string> protos;
  for (const LocatedText& proto : project.file.protos)
    protos.push_back(project.Resolve(proto.text));
  if (!protos.empty() || folders.empty()) return protos;
  WalkOptions options;
  options.include = {"*.proto"};
  absl::StatusOr<ConfigFiles> files = ListConfigFiles(folders, options);
  if (!files.ok()) return files.status();
  for (const auto* const list : {&files->problems, &files->links_out, &files->unmatched}) {
    if (!list->empty()) return list->front();
  }
  return std::move(files->paths);
}

// What is wrong with a path that `member` of a project file has, in the words of a finding; empty:
// nothing.
std::string FaultOf(absl::string_view member, absl::string_view text, const std::string& path,
                    const std::string& directory) {
  const bool wants_folder = member == "protoPath";
  if (!IsWithinRepository(path, directory)) {
    return absl::StrCat("`", text, "` ", kOutOfRepository);
  }
  if (wants_folder ? IsDirectory(path) : IsRegularFile(path)) return "";
  if (!wants_folder && IsThere(path)) return absl::StrCat("`", text, "` is a pipe or a device");
  const bool is_other = wants_folder ? IsThere(path) : IsDirectory(path);
  return absl::StrCat(
      "`", text, "` ",
      is_other ? wants_folder ? "is a file; `protos` takes it" : "is a folder; `protoPath` takes it"
               : "is not there; paths begin in the directory of this file");
}

// Errors: a folder or file that the project names and that is not there, printed with its place.
absl::Status CheckNamedPaths(const Project& project) {
  const ProjectFile& file = project.file;
  Report faults;
  const auto check = [&](absl::string_view member, const LocatedTexts& texts,
                         const auto& is_known) {
    for (const LocatedText& each : texts) {
      if (is_known(each.text)) continue;
      std::string fault = FaultOf(member, each.text, project.Resolve(each.text), project.directory);
      if (fault.empty()) continue;
      AddFinding({.rule = kProjectFileInvalid, .span = each.span, .message = std::move(fault)},
                 faults);
    }
  };
  const auto is_nowhere_else = [](absl::string_view /*text*/) { return false; };
  // A file may also be named as imports name it.
  const auto is_import = [&](absl::string_view text) {
    return absl::c_any_of(file.proto_paths, [&](const LocatedText& folder) {
      return IsThere(project.Resolve(absl::StrCat(folder.text, "/", text)));
    });
  };
  check("protoPath", file.proto_paths, is_nowhere_else);
  check("protos", file.protos, is_import);
  check("descriptorSets", file.descriptor_sets, is_nowhere_else);
  return PrintFaults(project.path, project.text, faults, project.Remedy());
}

// Says in which line of which file that stands which gave an error.
absl::Status NamedIn(const Project& project, const absl::Status& error) {
  const ProjectFile& file = project.file;
  const LocatedTexts& named = !file.protos.empty()        ? file.protos
                              : !file.proto_paths.empty() ? file.proto_paths
                                                          : file.descriptor_sets;
  const Position at = LineIndex(project.text).Locate(named.front().span.begin);
  return InLines({error.code(), absl::StrCat(error.message(), "\nnamed by ", project.path, ":",
                                             at.line, ":", at.column)});
}

}  // namespace

absl::Status SettingsTable::LoadFlags() {
  absl::StatusOr<PlanParts> loaded = LoadPlanParts(flags_.target, flags_.api, flags_.rules);
  if (!loaded.ok()) return loaded.status();
  std::vector<std::string> spellings = SpellingsOf(loaded->targets);
  std::unique_ptr<const FileSettings>& made = made_[{nullptr, {}}];
  made = std::make_unique<const FileSettings>(FileSettings{
      nullptr, std::move(loaded->targets), std::move(loaded->rules), std::move(loaded->services),
      flags_.fail_on, std::move(spellings), flags_.target.targets.empty()});
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

absl::StatusOr<const FileSettings*> SettingsTable::ForFile(Projects& projects,
                                                           absl::string_view place) {
  const absl::StatusOr<const Project*> project = projects.ForDirectory(DirectoryPart(place));
  if (!project.ok()) return project.status();
  if (*project == nullptr) return of_flags_;
  return For(*project, PathFrom((*project)->directory, AbsolutePath(place)));
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
  absl::StatusOr<LoadedApi> services = ApiOf(*project);
  if (!services.ok()) return services.status();
  const bool by_project = !flags_.has_fail_on && !project->file.fail_on.empty();
  std::vector<std::string> spellings = SpellingsOf(*targets);
  made = std::make_unique<const FileSettings>(
      FileSettings{project, *std::move(targets), *std::move(rules), *std::move(services),
                   by_project ? std::string(TextOf(project->file.fail_on)) : flags_.fail_on,
                   std::move(spellings), target.targets.empty()});
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

absl::StatusOr<LoadedApi> SettingsTable::ApiOf(const Project& project) {
  if (NamesServices(flags_.api)) return of_flags_->services;
  const auto known = apis_.find(&project);
  if (known != apis_.end()) return known->second;
  ApiFlags named;
  for (const LocatedText& set : project.file.descriptor_sets) {
    named.descriptor_sets.push_back(project.Resolve(set.text));
  }
  for (const LocatedText& folder : project.file.proto_paths) {
    named.proto_paths.push_back(project.Resolve(folder.text));
  }
  if (const absl::Status paths = CheckNamedPaths(project); !paths.ok()) return paths;
  absl::StatusOr<std::vector<std::string>> protos = ProtosOf(project, named.proto_paths);
  if (!protos.ok()) return NamedIn(project, protos.status());
  named.protos = *std::move(protos);
  if (named.proto_paths.empty()) named.proto_paths.push_back(project.Resolve("."));
  if (named.protos.empty()) named.proto_paths.clear();
  absl::StatusOr<LoadedApi> loaded = LoadApi(named);
  if (!loaded.ok()) return NamedIn(project, loaded.status());
  return apis_[&project] = *std::move(loaded);
}

bool SettingsTable::Overrule(const Project* project) const {
  if (project == nullptr) return false;
  return !flags_.target.targets.empty() || flags_.target.has_lb_policies ||
         NamesServices(flags_.api);
}

ConfigSettings::ConfigSettings(const ConfigFlags& flags)
    : projects_(flags.project), table_(flags_) {
  static_cast<InputFlags&>(flags_) = flags;
}

absl::StatusOr<const FileSettings*> ConfigSettings::Load() {
  absl::Status usable = CheckOnePath(flags_.paths);
  if (usable.ok()) usable = table_.LoadFlags();
  if (!usable.ok()) return usable;
  return table_.ForFile(projects_, PlaceOf(flags_.paths.front(), flags_));
}

}  // namespace grpcfg
