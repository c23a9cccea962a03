// Which files `check` and `fix` look at, and what holds for each.
#ifndef GRPCFG_TOOLS_CLI_CHECK_INPUTS_H_
#define GRPCFG_TOOLS_CLI_CHECK_INPUTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/projects.h"
#include "validator/engine/check_plan.h"
#include "validator/project/known_findings.h"

namespace grpcfg {

class Command;

// The flag of whatever runs on the files of a commit. main.cc looks for it before CLI11 does.
inline constexpr absl::string_view kHookFlag = "--hook";

// What `check` takes besides; of this `fix` has hook, force_exclude and only_configs.
struct KnownFlags {
  std::string baseline;  // empty: that of the project file
  bool writes_baseline = false;
  bool prunes_baseline = false;
  bool strict_baseline = false;
  bool hook = false;  // stands for the next two
  bool force_exclude = false;
  bool only_configs = false;
  std::string since;  // a commit; empty: all that is found counts

  [[nodiscard]] bool ReplacesBaseline() const { return writes_baseline || prunes_baseline; }
  [[nodiscard]] BaselineUse UseOfBaseline() const {
    if (writes_baseline) return BaselineUse::kWrite;
    return prunes_baseline ? BaselineUse::kPrune : BaselineUse::kRead;
  }

  [[nodiscard]] bool LeavesOutExcluded() const { return hook || force_exclude; }
  [[nodiscard]] bool LeavesOutOthers() const { return hook || only_configs; }
  // True if files that are named may be skipped.
  [[nodiscard]] bool LeavesOutNamed() const { return LeavesOutExcluded() || LeavesOutOthers(); }
};

// Adds --hook, --force-exclude and --only-configs, for hooks, which name the files. `more`: what
// else the help of --hook says, from its comma on.
void AddHookFlags(Command& command, KnownFlags& flags, absl::string_view more = "");

struct InputFile {
  std::string path;
  const FileSettings* settings = nullptr;
  const BaselineInUse* baseline = nullptr;   // null: there is none
  std::optional<KnownFindings> known = {};   // nothing: neither suppressions nor a baseline
  std::optional<std::string> old_text = {};  // before --since; nothing: the file is new
};

// Where suppressions and the baseline find what is known of a file, which has some.
void SetKnownPaths(const std::string& absolute, InputFile& input);

struct CheckInputs {
  std::vector<InputFile> files;          // by path
  std::optional<uintmax_t> bytes;        // of all of them, where that is known
  std::vector<std::string> directories;  // that were walked, absolute, with a slash
  std::vector<std::string> problems;     // what could not be looked at, as reported on stderr
  std::vector<std::string> baselines;    // in force for any of them, each once

  // All that no report may replace: files that were named or found, also those that --since or
  // --force-exclude skipped, what these include, their project files, and what services come from.
  // Baselines are among these only where a file was named or skipped.
  std::vector<std::string> inputs;
};

struct CheckInputFlags {
  const FindingFlags& finding;
  const KnownFlags& known;
  const DnsFlags* dns = nullptr;  // null: DNS records are not read
};

// Says that a config was deleted since the commit of --since. `what`: which, in words.
std::string NoteOfDeleted(absl::string_view what, const std::string& since);

// Errors: what cannot be listed at all; a project file or a baseline that cannot be used; with
// --since, see OldVersions: then files that did not change are skipped.
absl::StatusOr<CheckInputs> FindCheckInputs(const CheckInputFlags& flags, Projects& projects,
                                            SettingsTable& settings);

// The paths of all that a run reads: the files, their project files, and what services come from.
std::vector<std::string> FilesReadFor(absl::Span<const InputFile> files);

// True if no rule about configs is on for any of the files, of which there are some.
bool AreRulesOff(absl::Span<const InputFile> files);

// For which clients files are checked, in a summary, if that differs between files.
inline constexpr absl::string_view kTargetsOfEach = "the clients of each file";

// The clients and rules that files are checked by, shared by all files with the same settings.
using Plans = std::map<const FileSettings*, CheckPlan>;

// `scope_of`: what a run needs of a file.
Plans PlansFor(absl::Span<const InputFile> files,
               absl::FunctionRef<ReportScope(const InputFile& file)> scope_of);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_CHECK_INPUTS_H_
