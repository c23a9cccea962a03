// `grpcfg check` with the formats for other programs, from outside: several in one run, the same
// bytes by any number of threads, and what a run has besides configs.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/strict_json.h"
#include "tests/strict_xml.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr absl::string_view kError = R"({"methodConfig": [{"name": [{}], "timeout": "100ms"}]})";
constexpr absl::string_view kProgramFormats[] = {"sarif", "github", "gitlab", "junit",
                                                 "checkstyle"};

class ReportsTest : public testing::Test {
 protected:
  ReportsTest() {
    run_.files.Write("clean.json", "{}");
    run_.files.Write("error.json", kError);
  }

  GrpcfgRun run_;
};

TEST_F(ReportsTest, SeveralGoToSeveralPlaces) {
  const RunResult result = run_.Run(
      "$G check --format sarif:a.sarif --format gitlab:b.json --format junit:c.xml --format "
      "checkstyle:d.xml --format github:e.txt --format text error.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("1 file checked"));
  for (const char* const file : {"a.sarif", "b.json"}) {
    EXPECT_TRUE(IsStrictJson(run_.Run(absl::StrCat("cat ", file)).out)) << file;
  }
  for (const char* const file : {"c.xml", "d.xml"}) {
    EXPECT_TRUE(IsStrictXml(run_.Run(absl::StrCat("cat ", file)).out)) << file;
  }
  EXPECT_THAT(run_.Run("cat e.txt").out, HasSubstr("::error file=error.json,line=1,endLine=1,"));
}

// The same for every directory that the program is called in, and for every way to name a file.
TEST_F(ReportsTest, DoNotDependOnThreadsNorOnHowFilesAreNamed) {
  for (int i = 0; i < 200; ++i) {
    run_.files.Write(absl::StrCat("d/", i, "_service_config.json"),
                     i % 3 == 0 ? std::string(kError) : absl::StrCat("{\"x", i, "\": 1}"));
  }
  for (const absl::string_view format : kProgramFormats) {
    const std::string check = absl::StrCat("$G check --format ", format, " ");
    const std::string out = run_.Run(check + "-j1 d").out;
    EXPECT_GT(out.size(), 5000U) << format;
    EXPECT_EQ(run_.Run(check + "-j3 d").out, out) << format;
    EXPECT_EQ(run_.Run(check + "./d/../d").out, out) << format;
    EXPECT_EQ(run_.Run(check + "\"$PWD/d\"").out, out) << format;
    EXPECT_THAT(out, Not(HasSubstr(run_.files.Path("")))) << format;
  }
}

// Stdout is the report and nothing else, whatever a run has to say.
TEST_F(ReportsTest, NothingElseIsOnStdout) {
  run_.files.Write("d/.grpcfg.json", R"({"suppressions": [{"rule": "retry-*", "reason": "x"}]})");
  run_.files.Write("d/a_service_config.json", kError);
  const RunResult sarif = run_.Run("$G check --statistics --format sarif d gone.json");
  EXPECT_TRUE(IsStrictJson(sarif.out)) << sarif.out;
  EXPECT_THAT(sarif.err, HasSubstr("all rules\n"));
  const RunResult junit = run_.Run("$G check --statistics --format junit d gone.json");
  EXPECT_TRUE(IsStrictXml(junit.out)) << junit.out;
}

// A run in which nothing is left to check has a report all the same.
TEST_F(ReportsTest, NothingToCheckIsAReport) {
  run_.files.Write(".grpcfg.json", R"({"exclude": ["*"]})");
  for (const absl::string_view format : {"sarif", "gitlab"}) {
    const RunResult result =
        run_.Run(absl::StrCat("$G check --force-exclude --format ", format, " error.json"));
    EXPECT_EQ(result.status, 0) << format;
    EXPECT_TRUE(IsStrictJson(result.out)) << format << result.out;
  }
  for (const absl::string_view format : {"junit", "checkstyle"}) {
    const RunResult result =
        run_.Run(absl::StrCat("$G check --force-exclude --format ", format, " error.json"));
    EXPECT_EQ(result.status, 0) << format;
    EXPECT_TRUE(IsStrictXml(result.out)) << format << result.out;
  }
}

// GitLab keeps one of those that are alike.
TEST_F(ReportsTest, TheSameFindingInTwoFilesHasTwoFingerprints) {
  run_.files.Write("other.json", kError);
  EXPECT_EQ(
      run_.Run("$G check --format gitlab error.json other.json | grep fingerprint | sort -u | "
               "wc -l")
          .out,
      "2\n");
}

TEST_F(ReportsTest, FindingsAboutOurOwnFilesAreThere) {
  run_.files.Write(
      ".grpcfg.json",
      R"({"suppressions": [{"rule": "retry-*", "reason": "none"}], "include": ["*"]})");
  for (const absl::string_view format : kProgramFormats) {
    const RunResult result = run_.Run(absl::StrCat("$G check --format ", format, " ."));
    EXPECT_EQ(result.status, 1) << format;
    EXPECT_THAT(result.out, HasSubstr("suppression-unused")) << format;
    EXPECT_THAT(result.out, HasSubstr(".grpcfg.json")) << format;
    EXPECT_THAT(result.err, IsEmpty()) << format;
  }
}

TEST_F(ReportsTest, JunitFailsFromTheSeverityOfTheRun) {
  EXPECT_THAT(run_.Run("$G check --format junit error.json").out, HasSubstr("failures=\"1\""));
  EXPECT_THAT(run_.Run("$G check --fail-on never --format junit error.json").out,
              HasSubstr("failures=\"0\""));
  run_.files.Write(".grpcfg.json", R"({"failOn": "never"})");
  EXPECT_THAT(run_.Run("$G check --format junit error.json").out, HasSubstr("failures=\"0\""));
}

struct UnreadRow {
  absl::string_view format;
  absl::string_view missing;  // what is said of a file that is not there
};

TEST_F(ReportsTest, WhatIsNotCheckedIsReported) {
  const UnreadRow rows[] = {
      {"sarif", "\"executionSuccessful\": false"},
      {"github", "::error::cannot read `gone.json`: no such file"},
      {"junit", "errors=\"1\""},
      {"checkstyle", "<exception>cannot read `gone.json`: no such file"},
  };
  for (const UnreadRow& row : rows) {
    const std::string check = absl::StrCat("$G check --format ", row.format, " error.json ");
    const RunResult missing = run_.Run(check + "gone.json");
    EXPECT_EQ(missing.status, 2) << row.format;
    EXPECT_THAT(missing.out, HasSubstr("duration-malformed")) << row.format;
    EXPECT_THAT(missing.out, HasSubstr(std::string(row.missing))) << row.format;
    EXPECT_THAT(run_.Run(check).out, Not(HasSubstr(std::string(row.missing)))) << row.format;
  }
}

}  // namespace
}  // namespace grpcfg
