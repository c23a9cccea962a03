// Project files as a command meets them: which one is in force where, read once, with the baseline
// that it names.
#ifndef GRPCFG_TOOLS_CLI_PROJECTS_H_
#define GRPCFG_TOOLS_CLI_PROJECTS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk.h"
#include "validator/engine/report.h"
#include "validator/project/baseline.h"
#include "validator/project/date.h"
#include "validator/project/project_file.h"
#include "validator/project/suppressions.h"

namespace grpcfg {

class Command;

inline constexpr absl::string_view kProjectFileName = ".grpcfg.json";

// What is wrong with a path of a project file: see IsWithinRepository.
inline constexpr absl::string_view kOutOfRepository =
    "is out of the repository, or a link leads out of it; pass it as a flag";

struct ProjectFlags {
  std::string config;      // empty: looked for
  bool no_config = false;  // none is looked for
  std::string today;       // empty: of the clock
};

// Adds --config and --no-config.
void AddProjectFlags(Command& command, ProjectFlags& flags);
// Adds --today.
void AddTodayFlag(Command& command, ProjectFlags& flags);

// A baseline in force.
struct BaselineInUse {
  std::string path;       // as reports call it
  std::string directory;  // absolute, with its slash
  std::string text = {};
  Baseline baseline = {};
  bool is_there = false;
};

// What a run does with a baseline: report by it, or replace it.
enum class BaselineUse : uint8_t { kRead, kPrune, kWrite };

// Which files of a directory are checked where no project file says it: those with the usual names,
// and configs by what they hold.
WalkOptions UsualWalk();

struct Project {
  std::string path;       // as reports call it
  std::string directory;  // absolute, with its slash
  std::string text;
  ProjectFile file;
  Suppressions suppressions;
  Acknowledgements acknowledgements;
  bool is_named = false;  // by --config: in force for files anywhere

  // What to do about a fault in it.
  [[nodiscard]] absl::string_view Remedy() const;
  // What a path in the file means, for the code that opens it.
  [[nodiscard]] std::string Resolve(const std::string& path_in_file) const;
  // Which files of a directory are checked.
  [[nodiscard]] WalkOptions Walk() const;
};

// Loads each file once. What is wrong in one is printed on stderr, as findings.
class Projects {
 public:
  explicit Projects(const ProjectFlags& flags)
      : flags_(flags), search_(std::string(kProjectFileName)) {}

  // The project in force for the files of a directory, which ends in a slash or is empty; null if
  // there is none. Errors: a file that cannot be read, or has faults, each of which was printed.
  absl::StatusOr<const Project*> ForDirectory(absl::string_view directory);

  // Of all that were loaded, without an error.
  [[nodiscard]] std::vector<std::string> Paths() const;

  // Which files of that directory are configs. Errors: the same.
  absl::StatusOr<WalkOptions> WalkOptionsOf(absl::string_view directory);

  // The baseline at `path`, as passed to open(); `named_by` is the project whose file names it,
  // null for --baseline. Of one that git could not merge a run that replaces it takes what either
  // side has. Errors: the same; NotFound for one that is not there, unless it is to be written; one
  // that a project file names and that is out of its repository.
  absl::StatusOr<const BaselineInUse*> BaselineAt(const std::string& path, BaselineUse use,
                                                  const Project* named_by);

 private:
  absl::StatusOr<const Project*> Load(const std::string& path);
  absl::StatusOr<Date> Today();

  const ProjectFlags& flags_;
  UpwardSearch search_;
  std::optional<Date> today_;
  absl::btree_map<std::string, std::unique_ptr<const Project>> projects_;  // by absolute path
  absl::btree_map<std::string, std::unique_ptr<const BaselineInUse>> baselines_;
};

// Prints what is wrong in a file of ours. Errors: it is something; the message ends in `remedy`.
absl::Status PrintFaults(absl::string_view path, absl::string_view text, const Report& faults,
                         absl::string_view remedy);

// `path`, which is absolute, as it is shortest: from the current directory where it is below it.
std::string ShownPath(const std::string& path);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_PROJECTS_H_
