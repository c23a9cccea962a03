// What a run of `check` learns of project files and baselines: which suppressions and entries are
// in vain, and what a new baseline has.
#ifndef GRPCFG_TOOLS_CLI_KNOWN_RUN_H_
#define GRPCFG_TOOLS_CLI_KNOWN_RUN_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/projects.h"
#include "tools/workspace/upward_search.h"
#include "validator/engine/report.h"
#include "validator/project/known_findings.h"
#include "validator/project/path_glob.h"

namespace grpcfg {

// ---- The configs that a project file may be about, whether or not a run looks at them.
// Promise: what cannot be listed is taken for a config that no run has looked at.

class ProjectConfigs {
 public:
  using Accepts = absl::FunctionRef<bool(const std::string& path)>;

  // `project` must live as long.
  explicit ProjectConfigs(const Project& project)
      : project_(project), search_(std::string(kProjectFileName)) {}

  // True if `matches` holds for one of those that a run on the directory of the project checks.
  // It takes paths from there.
  bool AnyListed(Accepts matches);

  // The same for all: also those that are excluded or ignored, and files of other names that are
  // configs by what is in them.
  bool Any(Accepts matches);

 private:
  using Paths = std::optional<std::vector<std::string>>;  // nothing: they cannot be listed

  Paths List(const WalkOptions& options);
  bool IsOfProject(const std::string& absolute);
  bool IsConfig(const std::string& path);

  const Project& project_;
  UpwardSearch search_;
  std::optional<Paths> listed_;  // made on first use
  std::optional<Paths> all_;     // every file
  std::optional<PathGlob> names_;
};

// ---- The run

// A file of ours with something to report on it.
struct ProjectReport {
  absl::string_view path;
  absl::string_view text;
  Report report;
  absl::string_view fail_on;
};

class KnownRun {
 public:
  // All must live as long. `directories`: that were walked.
  KnownRun(SettingsTable& settings, const std::vector<std::string>& directories,
           const KnownFlags& flags)
      : settings_(settings), directories_(directories), flags_(flags) {}

  // A file that was checked; one with neither suppressions nor a baseline changes nothing.
  void Add(const InputFile& input, const KnownInFile& outcome);

  // What is in vain, and what is missing: a suppression or an entry is judged only if all that it
  // may be about was checked, for the targets and by the rules of its project file. Errors: see
  // SettingsTable::For.
  absl::StatusOr<std::vector<ProjectReport>> Findings();

  // As --write-baseline and --prune-baseline say: writes the findings of this run into their
  // baselines, or only removes what is no longer found; the entries that were not judged stay.
  // `is_whole`: all that the run names could be checked; else every baseline stays as it is.
  // `is_verbose`: the number of changed entries is reported on stderr. Errors: a run that is not
  // whole, a file that cannot be written.
  [[nodiscard]] absl::Status ReplaceBaselines(bool is_whole, bool is_verbose);

 private:
  struct OfProject {
    std::vector<bool> used = {};
    absl::flat_hash_set<std::string> checked = {};
    std::unique_ptr<ProjectConfigs> configs = nullptr;  // made on first use
  };
  struct OfBaseline {
    const FileSettings* settings = nullptr;  // of one of its files
    std::vector<EntryUse> uses = {};         // by entry; is_covered: its file was checked
    // What is found in a file, by its path; one that several include is checked for each.
    absl::btree_map<std::string, std::vector<BaselineEntry>> found = {};
    BaselineVerdicts verdicts = {};                                  // of this run
    absl::btree_map<std::string, const FileSettings*> checked = {};  // by path
    // Files that are no longer there, and programs that no longer have a config.
    absl::flat_hash_set<std::string> gone = {};
  };

  [[nodiscard]] bool IsWholeOf(absl::string_view directory) const;
  [[nodiscard]] bool IsOn(absl::string_view pattern) const;
  bool IsWhole(const Project& project, OfProject& of_project, size_t index) const;
  [[nodiscard]] bool IsOurs(const Project& project, const std::string& path) const;
  SuppressionUse UseOf(const Project& project, OfProject& of_project, size_t index) const;
  [[nodiscard]] std::vector<BaselineEntry> NewEntries(const BaselineInUse& baseline,
                                                      const OfBaseline& of_baseline) const;
  [[nodiscard]] BaselineVerdicts NewVerdicts(const BaselineInUse& baseline,
                                             const OfBaseline& of_baseline) const;
  [[nodiscard]] bool IsCovered(const BaselineInUse& baseline, const OfBaseline& of_baseline,
                               size_t index) const;
  void FindGone();
  void AddProtoFindings(const Project& project, Report& report) const;
  absl::Status AddReport(const Project* project, ProjectReport found,
                         std::vector<ProjectReport>& reports);

  SettingsTable& settings_;
  const std::vector<std::string>& directories_;
  const KnownFlags& flags_;
  absl::btree_map<const Project*, OfProject> projects_;
  absl::btree_map<const BaselineInUse*, OfBaseline> baselines_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_KNOWN_RUN_H_
