// Runs git for tests: the machine's and the user's settings, and the variables of a hook that runs
// the tests, must not decide.
#ifndef GRPCFG_TESTS_TOOLS_WORKSPACE_CLEAN_GIT_H_
#define GRPCFG_TESTS_TOOLS_WORKSPACE_CLEAN_GIT_H_

#include <cstdlib>

#include "absl/strings/string_view.h"

namespace grpcfg {

// The beginning of a shell command.
inline constexpr absl::string_view kCleanGit =
    "env -u GIT_DIR -u GIT_WORK_TREE -u GIT_INDEX_FILE -u GIT_PREFIX GIT_CONFIG_NOSYSTEM=1 "
    "GIT_CONFIG_GLOBAL=/dev/null XDG_CONFIG_HOME=/nonexistent HOME=/nonexistent git "
    "-c user.name=somebody -c user.email=somebody@example.com -c core.fsync=none";

inline bool HaveGit() { return std::system("git --version >/dev/null 2>&1") == 0; }

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TOOLS_WORKSPACE_CLEAN_GIT_H_
