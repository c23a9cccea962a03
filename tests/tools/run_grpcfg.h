// Runs the program as a user does: through a shell, in a directory of its own.
#ifndef GRPCFG_TESTS_TOOLS_RUN_GRPCFG_H_
#define GRPCFG_TESTS_TOOLS_RUN_GRPCFG_H_

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/workspace/temporary_tree.h"

namespace grpcfg {

struct RunResult {
  int status = -1;  // of the shell; -1 after a signal
  std::string out;
  std::string err;
};

class GrpcfgRun {
 public:
  // Runs `command` with the tree as working directory; `$G` is the program.
  [[nodiscard]] RunResult Run(absl::string_view command) const {
    const std::string script = absl::StrCat(
        "unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE; export TERM=xterm; G='", GRPCFG_BINARY,
        "'\ncd '", files.Path("."), "'\n{ ", command, "\n} >", Log("out"), " 2>", Log("err"), "\n");
    std::ofstream(Log("script")) << script;
    const int status = std::system(absl::StrCat("sh ", Log("script")).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, Text("out"), Text("err")};
  }

  TemporaryTree files;

 private:
  [[nodiscard]] std::string Log(absl::string_view name) const { return logs_.Path(name); }
  [[nodiscard]] std::string Text(absl::string_view name) const {
    std::ifstream in(Log(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  TemporaryTree logs_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TOOLS_RUN_GRPCFG_H_
