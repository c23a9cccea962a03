// What has no effect until something else is corrected: it is in every format with its words, and
// whatever makes other findings known makes these known.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"
#include "tests/tools/workspace/clean_git.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr absl::string_view kWords = "this counts once the entry has a name";
constexpr absl::string_view kFormats[] = {"text",   "concise", "json",  "jsonl",     "sarif",
                                          "github", "gitlab",  "junit", "checkstyle"};

class DormantTest : public testing::Test {
 protected:
  DormantTest() {
    run_.files.Write("a.json", R"({"methodConfig": [{"name": [], "timeout": "1s"}]})");
  }

  // What `check` with `arguments` prints, in all formats together.
  [[nodiscard]] std::string Checked(absl::string_view arguments) const {
    std::string all;
    for (const absl::string_view format : kFormats) {
      absl::StrAppend(
          &all, run_.Run(absl::StrCat("$G check a.json --format ", format, " ", arguments)).out);
    }
    return all;
  }

  GrpcfgRun run_;
};

TEST_F(DormantTest, IsInEveryFormat) {
  for (const absl::string_view format : kFormats) {
    const RunResult result = run_.Run(absl::StrCat("$G check a.json --format ", format));
    EXPECT_THAT(result.out, HasSubstr(kWords)) << format;
    EXPECT_THAT(result.out, HasSubstr("timeout-too-short")) << format;
  }
}

TEST_F(DormantTest, IsSuppressed) {
  run_.files.Write(".grpcfg.json",
                   R"({"suppressions": [{"rule": "timeout-too-short", "reason": "r"}]})");
  const std::string out = Checked("");
  EXPECT_THAT(out, Not(HasSubstr("timeout-too-short")));
  EXPECT_THAT(out, Not(HasSubstr("suppression-unused")));
  EXPECT_THAT(out, HasSubstr("1 suppressed"));
}

TEST_F(DormantTest, IsInABaseline) {
  EXPECT_EQ(run_.Run("$G check a.json --baseline b.json --write-baseline").status, 0);
  const std::string out = Checked("--baseline b.json");
  EXPECT_THAT(out, Not(HasSubstr("timeout-too-short")));
  EXPECT_THAT(out, Not(HasSubstr("baseline-stale")));
}

TEST_F(DormantTest, IsOffOrAnErrorAsTheUserWants) {
  EXPECT_THAT(Checked("--disable timeout-too-short"), Not(HasSubstr(kWords)));
  EXPECT_THAT(run_.Run("$G check a.json --format concise --severity timeout-too-short=error").out,
              HasSubstr("error: "));
}

TEST_F(DormantTest, WasThereBeforeAChange) {
  if (!HaveGit()) GTEST_SKIP() << "git is not installed";
  run_.files.Git(".", "init -q");
  run_.files.Git(".", "add a.json");
  run_.files.Git(".", "commit -qm first");
  EXPECT_THAT(Checked("--since HEAD"), Not(HasSubstr("timeout-too-short")));
  run_.files.Write("a.json",
                   R"({"methodConfig": [{"name": [], "timeout": "1s", "waitForReady": true},
                      {"name": [], "timeout": "0.5s"}]})");
  const std::string out = run_.Run("$G check a.json --format concise --since HEAD").out;
  EXPECT_THAT(out, Not(HasSubstr("\"1s\"")));
  EXPECT_THAT(out, HasSubstr(kWords));
}

}  // namespace
}  // namespace grpcfg
