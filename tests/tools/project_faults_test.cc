// What is said of faulty files of ours: where, in whose words, and what to do.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ProjectFaultsTest : public ::testing::Test {
 protected:
  ProjectFaultsTest() {
    run_.files.MakeDirectory(".git");
    run_.files.Write("a.json", "{}");
  }

  // All that `check` says of the project file, whose run must fail.
  [[nodiscard]] std::string Said(absl::string_view arguments = "a.json") const {
    const RunResult result = run_.Run(absl::StrCat("$G check ", arguments));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  GrpcfgRun run_;
};

TEST_F(ProjectFaultsTest, TheRemedyIsThatOfTheFlag) {
  run_.files.Write(".grpcfg.json", R"({"target": "go"})");
  run_.files.Write("p.json", R"({"target": "go"})");
  run_.files.Write("b.json", "{}");
  EXPECT_THAT(Said(), HasSubstr("`.grpcfg.json` has faults; mend them, or leave the file out with "
                                "--no-config\n"));
  EXPECT_THAT(Said("--config p.json a.json"),
              HasSubstr("`p.json` has faults; mend them, or name another file with --config\n"));
  EXPECT_THAT(
      Said("--no-config --baseline b.json a.json"),
      AllOf(HasSubstr("`b.json` has faults; if it is a baseline, mend them, or remove it and "
                      "run `grpcfg check --write-baseline`; else name another file\n"),
            Not(HasSubstr("--no-config"))));
}

TEST_F(ProjectFaultsTest, TheMemberThatIsTheCauseIsNamed) {
  run_.files.Write(".grpcfg.json",
                   R"({"baseline": ".", "include": ["*.json"], "exclude": ["a*"]})");
  EXPECT_EQ(Said(),
            "grpcfg: `baseline` in `.grpcfg.json`: cannot read `.`: it is a directory; name a file "
            "in it\n");
  EXPECT_EQ(Said("--baseline . a.json"),
            "grpcfg: --baseline: cannot read `.`: it is a directory; name a file in it\n");
  run_.files.Write(".grpcfg.json", R"({"include": ["a*"], "exclude": ["a*"]})");
  const std::string cause =
      "grpcfg: `.` holds no file that matches `a*` and is neither ignored nor left out by "
      "`exclude` "
      "in `.grpcfg.json`, as `a.json` is; change that, or name the files\n";
  EXPECT_EQ(Said("."), cause);
  EXPECT_EQ(run_.Run("$G fix .").err, cause);
}

TEST_F(ProjectFaultsTest, PathsThatAreNotThereHaveAPlace) {
  run_.files.Write("p/a.proto", "syntax = \"proto3\";");
  run_.files.Write(".grpcfg.json",
                   "{\n\"protoPath\": [\"p\", \"q\", \"a.json\"],\n\"protos\": [\"p\", "
                   "\"b.proto\", \"a.proto\"],\n\"descriptorSets\": \"x.pb\"}");
  const std::string said = Said();
  for (const char* const line : {
           "2:20: error: `q` is not there; paths begin in the directory of this file",
           "2:25: error: `a.json` is a file; `protos` takes it",
           "3:12: error: `p` is a folder; `protoPath` takes it",
           "3:17: error: `b.proto` is not there;",
           "4:19: error: `x.pb` is not there;",
       }) {
    EXPECT_THAT(said, HasSubstr(absl::StrCat(".grpcfg.json:", line)));
  }
  EXPECT_THAT(said, Not(HasSubstr("`a.proto`"))) << "as imports name it";
}

TEST_F(ProjectFaultsTest, ServicesThatCannotBeReadAreNamedWithTheirLine) {
  run_.files.Write("p/a.proto", "syntax = \"proto3\"; import \"none.proto\";");
  run_.files.Write(".grpcfg.json", "{\n  \"protoPath\": \"p\"\n}");
  EXPECT_THAT(Said(), AllOf(HasSubstr("`none.proto` was not found"),
                            HasSubstr("\nnamed by .grpcfg.json:2:16\n")));
}

TEST_F(ProjectFaultsTest, AnAbsoluteGlobMatchesNothing) {
  const char* const write = "printf '{\"exclude\": [\"%s/x/a.json\"]}' \"$(pwd -P)\" >.grpcfg.json";
  EXPECT_EQ(run_.Run(write).status, 0);
  EXPECT_THAT(Said(), HasSubstr("globs begin in the directory of this file, not at `/`; write "
                                "`/x/a.json`"));
}

// What the services come from is read, imports too, and no report goes there.
TEST_F(ProjectFaultsTest, NoReportOverAFileOfServices) {
  constexpr absl::string_view kImported = "syntax = \"proto3\"; message M {}";
  run_.files.Write("p/imported.proto", kImported);
  run_.files.Write("p/a.proto", "syntax = \"proto3\"; import \"imported.proto\"; message N {}");
  run_.files.Write("only.json", R"({"protoPath": "p", "protos": "a.proto"})");
  const char* const rows[] = {
      "check --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "check --format json:p/imported.proto a.json --config only.json",
      "check --format json:p/a.proto a.json --config only.json",
      "check --format json:only.json a.json --config only.json",
      "compat --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "resolve --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "simulate --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "simulate --format json:only.json a.json --config only.json",
  };
  for (const char* const arguments : rows) {
    const RunResult result = run_.Run(absl::StrCat("$G ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("it is the same file as the input")) << arguments;
  }
  EXPECT_EQ(run_.Run("cat p/imported.proto").out, kImported);
}

// A baseline belongs to somebody as a config does.
TEST_F(ProjectFaultsTest, ABaselineThatMayNotBeReplaced) {
  constexpr absl::string_view kOld = "{\"version\": 1, \"findings\": []}";
  const struct {
    const char* before;
    const char* said;
  } rows[] = {
      {"chmod 444 b.json", "cannot write the baseline `b.json`: it is read-only; make it writable"},
      {"ln b.json c.json",
       "cannot write the baseline `b.json`: it has 2 names (hard links), which would lead to two "
       "texts; copy it to a file of its own"},
  };
  for (const auto& row : rows) {
    run_.files.Write("faulty.json", R"({"methodConfig": 7})");
    run_.files.Write("b.json", kOld);
    const RunResult result = run_.Run(
        absl::StrCat(row.before, "; $G check -q --write-baseline --baseline b.json faulty.json"));
    EXPECT_EQ(result.status, 2) << row.before;
    EXPECT_THAT(result.err, HasSubstr(row.said)) << row.before;
    EXPECT_EQ(run_.Run("cat b.json; rm -f b.json c.json").out, kOld) << row.before;
  }
  run_.files.Write("b.json", kOld);
  EXPECT_EQ(run_.Run("ln -s b.json link.json; $G check --write-baseline --baseline link.json "
                     "faulty.json; test -L link.json && grep -c field-type b.json")
                .status,
            0)
      << "a link is followed";
}

}  // namespace
}  // namespace grpcfg
