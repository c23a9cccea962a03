// What each file is checked for: the flags, over the overrides of its project file that are about
// it, over that project file, over the defaults.
#ifndef GRPCFG_TOOLS_CLI_FILE_SETTINGS_H_
#define GRPCFG_TOOLS_CLI_FILE_SETTINGS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/projects.h"
#include "validator/project/faults.h"
#include "validator/project/path_glob.h"

namespace grpcfg {

// Shared by all files that are checked in the same way.
struct FileSettings {
  const Project* project;  // null: none is in force
  std::vector<Target> targets;
  RuleSet rules;
  LoadedApi services;
  std::string fail_on;
  std::vector<std::string> spellings;  // of the targets
  bool has_usual_targets;              // neither a flag nor a project names any
  std::string lb_policies;             // that the targets have, as --lb-policies takes them

  // True if notes make the exit status 1.
  [[nodiscard]] bool NotesFail() const { return fail_on == SeverityName(Severity::kNote); }
};

// Makes each once. The flags and the projects must live as long.
class SettingsTable {
 public:
  // `reports`: what is wrong with .proto files is for ProtoFindings(), not for stderr.
  explicit SettingsTable(const FindingFlags& flags, bool reports = false)
      : flags_(flags), reports_(reports) {}

  // Errors: what the flags say cannot be; to be called first.
  absl::Status LoadFlags();

  // For a file at `path`, from the directory of `project`; null: there is none. Errors: services
  // that the project names and that cannot be read.
  absl::StatusOr<const FileSettings*> For(const Project* project, absl::string_view path);

  // For a file at `place`: the path passed to open(), or the name of stdin. Errors: also those of
  // Projects::ForDirectory.
  absl::StatusOr<const FileSettings*> ForFile(Projects& projects, absl::string_view place);

  // The same as `settings`, but for a client alone, such as "go", unless the flags or the project
  // name clients; empty: for all that it has.
  absl::StatusOr<const FileSettings*> ForClient(const FileSettings* settings,
                                                absl::string_view client);

  // The same for what is not a config: the project file itself.
  absl::StatusOr<const FileSettings*> For(const Project* project) { return Make(project, {}); }

  // What they say, for files without a project.
  [[nodiscard]] const FileSettings& OfFlags() const { return *of_flags_; }

  // What is wrong with .proto files of the project files, which goes on without them.
  [[nodiscard]] const absl::btree_map<const Project*, std::vector<ProjectFinding>>& ProtoFindings()
      const {
    return proto_findings_;
  }

  // True if the flags replace a setting of the project. Then the run does not show which of its
  // suppressions are unused.
  [[nodiscard]] bool Overrule(const Project* project) const;

 private:
  // Of the overrides of a project, by their indices.
  using Overrides = std::vector<size_t>;

  absl::StatusOr<const FileSettings*> Make(const Project* project, const Overrides& overrides);
  [[nodiscard]] TargetFlags TargetFlagsOf(const Project& project, const Overrides& overrides) const;
  [[nodiscard]] absl::StatusOr<std::vector<Target>> TargetsOf(const TargetFlags& flags) const;
  [[nodiscard]] absl::StatusOr<RuleSet> RulesOf(const Project& project,
                                                const Overrides& overrides) const;
  absl::StatusOr<LoadedApi> ApiOf(const Project& project, const RuleSet& rules);

  const FindingFlags& flags_;
  const bool reports_;
  const FileSettings* of_flags_ = nullptr;
  absl::btree_map<const Project*, LoadedApi> apis_;
  absl::btree_map<const Project*, std::vector<ProjectFinding>> proto_findings_;
  absl::btree_map<const Project*, std::vector<PathGlob>> globs_;  // of the overrides
  absl::btree_map<std::pair<const Project*, Overrides>, std::unique_ptr<const FileSettings>> made_;
  absl::btree_map<std::pair<const FileSettings*, std::string>, std::unique_ptr<const FileSettings>>
      for_clients_;
};

// The configs in a directory, as `check` finds them. Errors: there is none; those of
// Projects::WalkOptionsOf.
absl::StatusOr<std::vector<std::string>> ConfigsIn(Projects& projects,
                                                   const std::string& directory);

// Puts the config of a directory in its place, where the flags name a directory. Errors: it has
// none, or several, of which the first are named.
absl::Status TakeOnlyConfig(ConfigFlags& flags);

// What one config is read for, of `resolve` and `simulate`.
class ConfigSettings {
 public:
  explicit ConfigSettings(const ConfigFlags& flags);

  // Errors: InvalidArgument unless there is one path; see SettingsTable::ForFile.
  absl::StatusOr<const FileSettings*> Load();

 private:
  FindingFlags flags_;
  Projects projects_;
  SettingsTable table_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_FILE_SETTINGS_H_
