// Another text in the place of one that was read: what `fix` does to files that people own, and
// `check --write-baseline` to a baseline.
// Promise: killed or refused at any moment, the path leads to all of the old bytes or all of the
// new ones. Who wrote to the file meanwhile loses nothing.
#ifndef GRPCFG_TOOLS_WORKSPACE_REPLACE_FILE_H_
#define GRPCFG_TOOLS_WORKSPACE_REPLACE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// What messages say: the action, and what to do where it is refused.
struct ReplacementWords {
  absl::string_view action = "fix";
  absl::string_view for_devices = "pipe it to `grpcfg fix -`";
  absl::string_view for_shared = "write into the file with --in-place";
};

struct Replacement {
  absl::string_view old_text;  // as it was read; another text there now is another author's work
  absl::string_view new_text;
  // Writes into the file where another one in its place would not do: it has several names (hard
  // links), or belongs to another user. While that is going on the old text stands in a file beside
  // it, which stays if that is interrupted.
  bool in_place = false;
  ReplacementWords words = {};
};

// Puts a new file in the place of `path` by fsync and rename; links are followed. Mode, owner,
// group, extended attributes and access lists stay. Errors, with the old text in its place and
// nothing beside it: Aborted if the text there is another one than `old_text`; FailedPrecondition
// for what is not a regular file, is read-only, has several names or an owner that would change;
// the code of the system call that failed, with path, cause and remedy.
absl::Status ReplaceFile(const std::string& path, const Replacement& replacement);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_REPLACE_FILE_H_
