// `fix --diff` where files are not below the current directory: its names are for `git apply`.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"
#include "tests/tools/workspace/clean_git.h"

namespace grpcfg {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::string_view kFaulty = R"({"methodConfig": [{"name": [{}], "timeout": "5000ms"}]}
)";

class FixDiffTest : public ::testing::Test {
 protected:
  FixDiffTest() {
    run_.files.Write("r/sub/a.json", kFaulty);
    run_.files.Write("r/web/in/b.json", kFaulty);
  }

  [[nodiscard]] RunResult Diff(absl::string_view paths) const {
    return run_.Run(absl::StrCat("cd r/sub; $G fix --unsafe --diff --target go ", paths));
  }

  GrpcfgRun run_;
};

TEST_F(FixDiffTest, NamesBeginInTheNearestDirectoryThatHasThemAll) {
  EXPECT_THAT(Diff("./a.json").out, HasSubstr("--- a.json\n+++ a.json\n"));
  EXPECT_THAT(Diff("./a.json").err, Not(HasSubstr("git")));
  const std::string here = run_.files.Path("r/sub/a.json");
  EXPECT_THAT(Diff(here).out, HasSubstr("--- a.json\n+++ a.json\n"));
  const RunResult above = Diff("a.json ../web/in/b.json");
  EXPECT_THAT(above.out, AllOf(HasSubstr("--- sub/a.json\n+++ sub/a.json\n"),
                               HasSubstr("--- web/in/b.json\n+++ web/in/b.json\n")));
  EXPECT_THAT(above.err, HasSubstr("relative to `..`: `git -C .. apply -p0` applies it\n"));
}

TEST_F(FixDiffTest, GitAppliesIt) {
  if (!HaveGit()) GTEST_SKIP() << "git is not installed: no diff is applied";
  const std::string git =
      absl::StrCat("git() { ", kCleanGit, " \"$@\"; }; cd r; git init -q; cd sub; ");
  const auto applied = [&](absl::string_view paths, absl::string_view apply) {
    return run_.Run(absl::StrCat(git, "$G fix -q --unsafe --diff ", paths, " | ", apply)).status;
  };
  EXPECT_EQ(applied("../web/in/b.json", "git -C .. apply -p0"), 0);
  EXPECT_EQ(applied("./a.json", "git apply -p0"), 0);
  EXPECT_EQ(run_.Run("grep -c 5000ms r/sub/a.json r/web/in/b.json").out,
            "r/sub/a.json:0\nr/web/in/b.json:0\n");
}

}  // namespace
}  // namespace grpcfg
