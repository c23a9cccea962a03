#include "tools/file_settings.h"

#include "absl/algorithm/container.h"

namespace grpcfg {
namespace {

std::vector<std::string> FilesOf(const ApiFlags& api) {
  std::vector<std::string> files = api.descriptor_sets;
  files.insert(files.end(), api.protos.begin(), api.protos.end());
  return files;
}

bool NamesServices(const ApiFlags& api) {
  return !api.descriptor_sets.empty() || !api.protos.empty() || !api.proto_paths.empty();
}

// What somebody wrote last: in the last override that has it, or else in the project.
const LocatedTexts& LastOf(const Project& project, const std::vector<size_t>& overrides,
                           LocatedTexts CheckSettings::*member) {
  const LocatedTexts* last = &(project.file.*member);
  for (const size_t index : overrides) {
    const LocatedTexts& texts = project.file.overrides[index].*member;
    if (!texts.empty()) last = &texts;
  }
  return *last;
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
  for (const auto* const told : {&files->problems, &files->unmatched}) {
    if (!told->empty()) return told->front();
  }
  return std::move(files->paths);
}

}  // namespace

absl::Status SettingsTable::LoadFlags() {
  absl::StatusOr<CheckedForAll> loaded = LoadCheckedFor(flags_.target, flags_.api, flags_.rules);
  if (!loaded.ok()) return loaded.status();
  std::vector<std::string> spellings = SpellingsOf(loaded->targets);
  std::unique_ptr<const FileSettings>& made = made_[{nullptr, {}}];
  made = std::make_unique<const FileSettings>(FileSettings{
      nullptr, std::move(loaded->targets), std::move(loaded->rules), std::move(loaded->api),
      FilesOf(flags_.api), flags_.fail_on, std::move(spellings)});
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

absl::StatusOr<const FileSettings*> SettingsTable::Make(const Project* project,
                                                        const Overrides& overrides) {
  std::unique_ptr<const FileSettings>& made = made_[{project, overrides}];
  if (made != nullptr) return made.get();
  absl::StatusOr<std::vector<Target>> targets = TargetsOf(*project, overrides);
  if (!targets.ok()) return targets.status();
  absl::StatusOr<RuleSet> rules = RulesOf(*project, overrides);
  if (!rules.ok()) return rules.status();
  absl::StatusOr<LoadedApi> api = ApiOf(*project);
  if (!api.ok()) return api.status();
  const bool by_project = !flags_.has_fail_on && !project->file.fail_on.empty();
  std::vector<std::string> spellings = SpellingsOf(*targets);
  made = std::make_unique<const FileSettings>(FileSettings{
      project, *std::move(targets), *std::move(rules), std::move(api->api), std::move(api->files),
      by_project ? std::string(TextOf(project->file.fail_on)) : flags_.fail_on,
      std::move(spellings)});
  return made.get();
}

absl::StatusOr<std::vector<Target>> SettingsTable::TargetsOf(const Project& project,
                                                             const Overrides& overrides) const {
  TargetFlags flags = flags_.target;
  if (flags.targets.empty()) {
    flags.targets = StringsOf(LastOf(project, overrides, &CheckSettings::targets));
  }
  const LocatedTexts& policies = LastOf(project, overrides, &CheckSettings::lb_policies);
  if (!flags.has_lb_policies && !policies.empty())
    flags.lb_policies = std::string(TextOf(policies));
  const bool is_said =
      flags.targets == flags_.target.targets && flags.lb_policies == flags_.target.lb_policies;
  return is_said ? TargetsFor(flags) : SelectTargets(flags);
}

absl::StatusOr<RuleSet> SettingsTable::RulesOf(const Project& project,
                                               const Overrides& overrides) const {
  const ProjectFile& file = project.file;
  absl::StatusOr<RuleSelection> selection = SelectRules(
      {StringsOf(file.only), StringsOf(file.disabled), StringsOf(file.severities)}, EveryRule());
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
  if (NamesServices(flags_.api)) return LoadedApi{of_flags_->api, of_flags_->api_files};
  const auto known = apis_.find(&project);
  if (known != apis_.end()) return known->second;
  ApiFlags named;
  for (const LocatedText& set : project.file.descriptor_sets) {
    named.descriptor_sets.push_back(project.Resolve(set.text));
  }
  for (const LocatedText& folder : project.file.proto_paths) {
    named.proto_paths.push_back(project.Resolve(folder.text));
  }
  absl::StatusOr<std::vector<std::string>> protos = ProtosOf(project, named.proto_paths);
  if (!protos.ok()) return protos.status();
  named.protos = *std::move(protos);
  if (named.proto_paths.empty()) named.proto_paths.push_back(project.Resolve("."));
  if (named.protos.empty()) named.proto_paths.clear();
  absl::StatusOr<std::unique_ptr<const Api>> api = LoadApi(named);
  if (!api.ok()) return api.status();
  std::vector<std::string> files = FilesOf(named);
  return apis_[&project] = {*std::move(api), std::move(files)};
}

bool SettingsTable::Overrule(const Project* project) const {
  if (project == nullptr) return false;
  const ProjectFile& file = project->file;
  const auto says = [&](LocatedTexts CheckSettings::*member) {
    return !(file.*member).empty() || absl::c_any_of(file.overrides, [&](const auto& each) {
      return !(each.*member).empty();
    });
  };
  const bool has_api =
      !file.proto_paths.empty() || !file.protos.empty() || !file.descriptor_sets.empty();
  return (!flags_.target.targets.empty() && says(&CheckSettings::targets)) ||
         (flags_.target.has_lb_policies && says(&CheckSettings::lb_policies)) ||
         (NamesServices(flags_.api) && has_api);
}

}  // namespace grpcfg
