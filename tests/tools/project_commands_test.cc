// `compat`, `resolve` and `simulate` under a project file: what they take from it.
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

class ProjectCommandsTest : public ::testing::Test {
 protected:
  ProjectCommandsTest() {
    const char* const config =
        R"({"loadBalancingConfig": [{"mine": {}}, {"round_robin": {}}],
  "methodConfig": [{"name": [{"service": "a.B"}], "timeout": "5s"}]})";
    run_.files.Write("a.json", config);
    run_.files.Write("web/b.json", config);
    run_.files.Write("p/a.proto",
                     "syntax = \"proto3\"; package a; service B { rpc Get(M) returns (M); } "
                     "service C { rpc Get(M) returns (M); } message M {}");
  }

  void WriteProject(absl::string_view text) const { run_.files.Write(".grpcfg.json", text); }

  GrpcfgRun run_;
};

TEST_F(ProjectCommandsTest, TargetsAreThoseOfTheFile) {
  WriteProject(R"({"targets": "java", "overrides": [{"path": "web/", "targets": "node"}]})");
  for (const char* const command : {"compat", "resolve", "simulate"}) {
    const auto json = [&](absl::string_view arguments) {
      return run_.Run(absl::StrCat("$G ", command, " --format json ", arguments)).out;
    };
    EXPECT_THAT(json("a.json"), AllOf(HasSubstr("\"java\""), Not(HasSubstr("\"node\""))))
        << command;
    EXPECT_THAT(json("web/b.json"), AllOf(HasSubstr("\"node\""), Not(HasSubstr("\"java\""))))
        << command;
    EXPECT_THAT(json("--stdin-filename web/x.json - <a.json"), HasSubstr("\"node\"")) << command;
    EXPECT_THAT(json("a.json --target go"), AllOf(HasSubstr("\"go\""), Not(HasSubstr("\"java\""))))
        << "a flag goes first: " << command;
    EXPECT_THAT(json("a.json --no-config"), HasSubstr("\"spec\"")) << command;
  }
}

TEST_F(ProjectCommandsTest, OfSeveralFilesEachHasItsTargets) {
  WriteProject(R"({"targets": "java", "overrides": [{"path": "web/", "targets": "node,go"}]})");
  const RunResult text = run_.Run("$G compat a.json web/b.json");
  EXPECT_THAT(text.out, AllOf(HasSubstr("java"), HasSubstr("node")));
  EXPECT_THAT(run_.Run("$G compat --format json a.json web/b.json | tr -d ' \\n'").out,
              AllOf(HasSubstr(R"("verdicts":{"java":"accepts"})"),
                    HasSubstr(R"("verdicts":{"node":"accepts","go":"accepts"})")));
}

TEST_F(ProjectCommandsTest, PoliciesRulesAndServices) {
  WriteProject(R"({"targets": "go", "lbPolicies": "default,mine"})");
  EXPECT_THAT(run_.Run("$G resolve a.json").out, HasSubstr("mine"));
  EXPECT_THAT(run_.Run("$G resolve --lb-policies default a.json").out, HasSubstr("round_robin"));

  WriteProject(R"({"targets": "go", "protoPath": "p"})");
  EXPECT_EQ(run_.Run("$G resolve a.json --method a.C/Get").status, 0);
  EXPECT_EQ(run_.Run("$G simulate a.json --method a.C/Get").status, 0);
  EXPECT_EQ(run_.Run("$G resolve a.json --method a.C/Get --no-config").status, 1);

  WriteProject(R"({"targets": "spec", "severity": {"duration-malformed": "note"}, "only":
                   "duration-malformed", "failOn": "warning"})");
  run_.files.Write("bad.json", R"({"methodConfig": [{"name": [{}], "timeout": "5000ms"}]})");
  EXPECT_EQ(run_.Run("$G compat bad.json").status, 0);
  EXPECT_EQ(run_.Run("$G compat bad.json --fail-on note").status, 1);
}

TEST_F(ProjectCommandsTest, SimulateSaysThatSpecIsItsOwnChoice) {
  const char* const expected = "computed for the spec only";
  EXPECT_THAT(run_.Run("$G simulate a.json --deadline 1s").out, HasSubstr(expected));
  WriteProject(R"({"targets": "spec"})");
  EXPECT_THAT(run_.Run("$G simulate a.json --deadline 1s").out, Not(HasSubstr(expected)));
  WriteProject(R"({"failOn": "note"})");
  EXPECT_THAT(run_.Run("$G simulate a.json --deadline 1s").out, HasSubstr(expected));
}

TEST_F(ProjectCommandsTest, AFaultyFileIsStatusTwo) {
  WriteProject(R"({"target": "go"})");
  for (const char* const command : {"compat", "resolve", "simulate"}) {
    const RunResult result = run_.Run(absl::StrCat("$G ", command, " a.json"));
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("invalid `.grpcfg.json`, nothing checked; ")) << command;
  }
}

}  // namespace
}  // namespace grpcfg
