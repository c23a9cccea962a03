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
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/temporary_tree.h"

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

// A command line and all that comes of it.
struct CommandRow {
  const char* arguments;  // after the program's name
  int status;
  const char* out;
  const char* err;  // null: any message of grpcfg
};

inline void ExpectRows(const GrpcfgRun& run, absl::Span<const CommandRow> rows) {
  for (const CommandRow& row : rows) {
    const RunResult result = run.Run(absl::StrCat("$G ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments;
    EXPECT_EQ(result.out, row.out) << row.arguments;
    if (row.err == nullptr) {
      EXPECT_THAT(result.err, testing::HasSubstr("grpcfg: ")) << row.arguments;
    } else {
      EXPECT_EQ(result.err, row.err) << row.arguments;
    }
  }
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TOOLS_RUN_GRPCFG_H_
