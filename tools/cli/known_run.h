// What a run of `check` learns of project files and baselines: which suppressions and entries are
// in vain, and what a new baseline has.
#ifndef GRPCFG_TOOLS_CLI_KNOWN_RUN_H_
#define GRPCFG_TOOLS_CLI_KNOWN_RUN_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/project_configs.h"
#include "validator/engine/report.h"
#include "validator/project/known_findings.h"

namespace grpcfg {

// A file of ours with something to be said of it.
struct ProjectReport {
  absl::string_view path;
  absl::string_view text;
  Report report;
  absl::string_view fail_on;
};

class KnownRun {
 public:
  // Both must live as long. `directories`: that were walked.
  KnownRun(SettingsTable& settings, const std::vector<std::string>& directories)
      : settings_(settings), directories_(directories) {}

  // A file that was checked; one with neither suppressions nor a baseline changes nothing.
  void Add(const InputFile& input, const KnownInFile& outcome);

  // What is in vain: a suppression or an entry is judged only if all that it may be about was
  // checked, for the targets and by the rules of its project file. Errors: see SettingsTable::For.
  absl::StatusOr<std::vector<ProjectReport>> Findings();

  // Writes the findings of this run into their baselines, with the entries that were not judged.
  // `is_verbose`: how many entries that changed is said on stderr. Errors: a file that cannot be
  // written.
  [[nodiscard]] absl::Status WriteBaselines(bool is_verbose) const;

 private:
  struct OfProject {
    std::vector<bool> used = {};
    absl::flat_hash_set<std::string> checked = {};
    std::unique_ptr<ProjectConfigs> configs = nullptr;  // made on first use
  };
  struct OfBaseline {
    const FileSettings* settings = nullptr;  // of one of its files
    std::vector<EntryUse> uses = {};         // by entry; is_covered: its file was checked
    std::vector<BaselineEntry> found = {};
  };

  [[nodiscard]] bool IsWholeOf(absl::string_view directory) const;
  [[nodiscard]] bool IsOn(absl::string_view pattern) const;
  bool IsWhole(const Project& project, OfProject& of_project, size_t index) const;
  [[nodiscard]] bool IsOurs(const Project& project, const std::string& path) const;
  SuppressionUse UseOf(const Project& project, OfProject& of_project, size_t index) const;
  [[nodiscard]] bool IsCovered(const BaselineInUse& baseline, const OfBaseline& of_baseline,
                               size_t index) const;
  absl::Status AddReport(const Project* project, ProjectReport found,
                         std::vector<ProjectReport>& reports);

  SettingsTable& settings_;
  const std::vector<std::string>& directories_;
  absl::btree_map<const Project*, OfProject> projects_;
  absl::btree_map<const BaselineInUse*, OfBaseline> baselines_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_KNOWN_RUN_H_
