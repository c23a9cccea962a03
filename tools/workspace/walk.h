// From the paths of a command line to the config files to check.
// Promise: same tree and arguments, same list; every directory is entered at most once per named
// path, so symbolic links that form a loop end; a fault in one place hides nothing elsewhere.
// For tools/; the pure libraries take texts, not paths.
#ifndef GRPCFG_TOOLS_WORKSPACE_WALK_H_
#define GRPCFG_TOOLS_WORKSPACE_WALK_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/glob.h"

namespace grpcfg {

// Globs are written as in .gitignore: one without a slash holds for a name at any depth, one with
// a slash for the path relative to `glob_directory`; the last that matches decides, and `!` in
// front turns it round.
struct WalkOptions {
  // A file found in a directory is taken if these match it. Like `look_into`, they match whatever
  // the letter case of its ending is.
  std::vector<std::string> include = {"**/*service_config*.json", "**/*service-config*.json"};
  // Files skipped, and directories not entered.
  std::vector<std::string> exclude;
  // The directory that the globs are relative to. Where it is empty or does not lie at or
  // above the walked directory, the walked directory itself.
  std::string glob_directory;
  // False: what git ignores is found too.
  bool obeys_ignore_files = true;
  // What messages call `exclude`.
  std::string exclude_origin = "a glob";
  // A file of another name is looked into, if these match it and `is_config` is set: where that is
  // true of it, it is taken, or, without `takes_by_content`, one of ConfigFiles::unlisted.
  // Those above kMostLookedInto bytes are passed over.
  std::vector<std::string> look_into = {"**/*.json", "**/*.jsonc", "**/*.json5"};
  std::function<bool(absl::string_view path, absl::string_view text)> is_config = nullptr;
  bool takes_by_content = true;
};

// No service config is that long by far.
inline constexpr uintmax_t kMostLookedInto = uintmax_t{16} << 20;

struct ConfigFiles {
  // Sorted bytewise, none twice.
  std::vector<std::string> paths;
  // How many bytes they have in all; nothing if some were found in directories.
  std::optional<uintmax_t> bytes = 0;
  // What could not be looked at: a path that does not exist, a directory or a file that cannot be
  // read, and what an include glob matches that is a link to nothing, a pipe or a device. Any of
  // these means exit status 2.
  std::vector<absl::Status> problems;
  // False: one of these is a directory, so files in it are missing here.
  bool is_whole = true;
  // Configs by what they hold that `include` does not name.
  std::vector<std::string> unlisted;
  // Links that an include glob matches and that are not followed, see below: where a config was, or
  // is to be, there is none that could be checked.
  std::vector<absl::Status> links_out;
  // Each worth a line on stderr: links to directories that are not followed, and repositories whose
  // ignored files are found too, since git could not list them.
  std::vector<absl::Status> notes;
  // One kNotFound status for each named directory in which nothing matched (and nothing failed).
  // With `paths` empty this means exit status 2, else it is worth a line on stderr.
  std::vector<absl::Status> unmatched;
};

// Takes files and directories as the user named them. Returns what to check:
// - A file, FIFO or device (/dev/stdin, /proc/self/fd/63), and `-`, is taken as spelled, whatever
//   globs and git say.
// - A directory is walked, also one that is ignored or excluded itself. Files below it are spelled
//   `<directory as spelled>/<rest>`; below `.` just `<rest>`, as ruff does.
// - Of the files below it, those that an include glob matches are taken whatever they hold, and
//   others by what they hold: see WalkOptions::look_into.
// - Files and directories below it that git ignores are skipped: git lists them, by one process for
//   each repository. A repository within another decides for itself. Outside of any repository
//   nothing is ignored.
// - No `.git` is entered. Hidden files and directories are like others.
// - Links are followed to files, and to directories once all real ones were walked, so that a file
//   is spelled by its real path where it has one. Links that lead out of the repository, or without
//   one out of the walked directory, or to /dev, /proc or /sys, are not: an author who may add a
//   link to a repository must not make CI print what only CI can read.
// Error: kInvalidArgument for a malformed glob.
absl::StatusOr<ConfigFiles> ListConfigFiles(const std::vector<std::string>& paths,
                                            const WalkOptions& options);

// What holds for a directory that was named, as it was named.
using WalkOptionsOf = absl::FunctionRef<absl::StatusOr<WalkOptions>(const std::string& directory)>;

// The same where each directory has globs of its own. Errors: those of `options_of` too.
absl::StatusOr<ConfigFiles> ListConfigFiles(const std::vector<std::string>& paths,
                                            WalkOptionsOf options_of);

// Error: kPermissionDenied for a link that is not followed in the walk of its directory.
absl::Status CheckLink(const std::string& path);

// What stands before the rest of a path below a named directory: "a/" for `a`, "" for `.`, `./`.
std::string SpelledPrefix(absl::string_view named);

// Which files below a directory the globs of WalkOptions take, whether or not they are there. For
// tools/workspace only. All paths are absolute and without links, those of directories with a slash
// at their ends, and lie below the directory.
class WalkGlobs {
 public:
  // `directory`: the one that is walked. Making globs takes as long as the check of a file. Errors:
  // kInvalidArgument for a malformed glob.
  static absl::StatusOr<WalkGlobs> Of(const WalkOptions& options, const std::string& directory);
  // The same globs for another directory, in no time.
  [[nodiscard]] WalkGlobs For(const std::string& directory) const;

  [[nodiscard]] bool Includes(absl::string_view file) const;
  // True for a file of a name that says nothing: what it holds does.
  [[nodiscard]] bool LooksInto(absl::string_view file) const;
  // `path` without a slash at its end. The directories above it are not looked at.
  [[nodiscard]] bool Excludes(absl::string_view path, bool is_directory) const;
  // True for a file that neither is excluded nor lies in a directory that is, and that is included
  // or would be taken for what it holds, `text`.
  [[nodiscard]] bool Takes(absl::string_view file, absl::string_view text) const;
  // The same of the name alone: false if no text would do.
  [[nodiscard]] bool MayTake(absl::string_view file) const;
  // Whether a file that is looked into is a config. Errors: see ReadRegularFile.
  [[nodiscard]] absl::StatusOr<bool> HoldsConfig(const std::string& path) const;
  [[nodiscard]] bool takes_by_content() const { return takes_by_content_; }

 private:
  struct Lists {
    GlobList include;
    GlobList exclude;
    GlobList look_into;
  };

  WalkGlobs() = default;

  std::shared_ptr<const Lists> lists_;
  std::string above_;  // what globs are relative to; ends in a slash; empty: the directory
  // Null: nothing is looked into.
  std::function<bool(absl::string_view path, absl::string_view text)> is_config_;
  bool takes_by_content_ = true;
  size_t directory_size_ = 0;  // bytes of the path of the directory
  size_t base_size_ = 0;       // bytes of a path that globs do not see
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_WALK_H_
