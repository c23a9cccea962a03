// Values of flags that cannot be meant, and what is said of them in words of our own.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(FlagValuesTest, ImpossibleValuesAreErrors) {
  const GrpcfgRun run;
  run.files.Write("a.json", "{}");
  const struct {
    const char* arguments;
    const char* expected;
  } rows[] = {
      {"check --since '' a.json", "--since: the value is empty; give one, or leave the flag out"},
      {"check --config '' a.json", "--config: the value is empty"},
      {"check --baseline '' a.json", "--baseline: the value is empty"},
      {"check --today '' a.json", "--today: the value is empty"},
      {"check --stdin-filename '' - <a.json", "--stdin-filename: the value is empty"},
      {"check --since= a.json", "`--since=` has no value; give one, or leave the flag out"},
      {"check --config= a.json a.json", "`--config=` has no value"},
      {"check --no-config --config x a.json",
       "--config and --no-config contradict each other; leave one of them out"},
      {"resolve --config x --no-config a.json", "--config and --no-config contradict each other"},
      {"check --config a --config b a.json", "--config takes one value, but got 2; `grpcfg check"},
      {"check --jobs", "--jobs needs a value; `grpcfg check --help` shows how it is used"},
      {"check --target", "--target needs a value"},
      {"check --write-baseline=x a.json", "--write-baseline does not take `x`"},
      {"init . .", "expected one PATH, but got 2; `grpcfg init --help` shows how it is used"},
      {"simulate --algorithm full-jitter --config x",
       "--algorithm and --config cannot be combined"},
  };
  for (const auto& row : rows) {
    const RunResult result = run.Run(absl::StrCat("$G ", row.arguments));
    EXPECT_EQ(result.status, 2) << row.arguments;
    EXPECT_EQ(result.out, "") << row.arguments;
    EXPECT_THAT(result.err, StartsWith(absl::StrCat("grpcfg: ", row.expected))) << row.arguments;
  }
  EXPECT_EQ(run.Run("$G check -- --since=").status, 2) << "behind the mark it is a path";
  EXPECT_THAT(run.Run("$G check -- --since=").err, HasSubstr("cannot read `--since=`"));
}

// Hooks list files, and a pull request may bring one that is called as the flag which turns the
// gate off.
TEST(FlagValuesTest, AFileIsNoFlag) {
  const GrpcfgRun run;
  run.files.Write("--config=own_service_config.json", R"({"only": ["name-missing"]})");
  run.files.Write("-q", "{}");
  run.files.Write("a.json", R"({"methodConfig": 7})");
  for (const std::string flag : {"--config=own_service_config.json", "-q"}) {
    const RunResult result = run.Run(absl::StrCat("$G check --force-exclude a.json ", flag));
    EXPECT_EQ(result.status, 2) << flag;
    EXPECT_THAT(result.err,
                StartsWith(absl::StrCat("grpcfg: `", flag,
                                        "` is a flag, but a file here has the same name")));
  }
  EXPECT_EQ(run.Run("$G check a.json ./-q").status, 1);
  EXPECT_EQ(run.Run("$G check -- -q").status, 0);
}

// Whatever flags the user gave the hook, and with `--` after them or not: the file is checked.
TEST(FlagValuesTest, AFileOfAHookIsAPath) {
  const GrpcfgRun run;
  const char* const config = R"({"methodConfig": [{"name": [{}], "timeout": "100ms"}]})";
  for (const char* const name :
       {"--config=x_service_config.json", "-x_service_config.json", "--fail-on=never.json", "-q"}) {
    run.files.Write(name, config);
    for (const char* const flags : {"", "--", "--fail-on error", "--fail-on warning --", "-j 2"}) {
      const std::string arguments = absl::StrCat("--hook ", flags, " a.json ", name);
      const bool is_config = absl::EndsWith(name, "json");
      run.files.Write("a.json", "[]");
      const RunResult check = run.Run(absl::StrCat("$G check --format concise ", arguments));
      EXPECT_EQ(check.status, is_config ? 1 : 0) << arguments << check.err;
      EXPECT_EQ(absl::StrContains(check.out, "duration-malformed"), is_config) << arguments;
    }
    EXPECT_EQ(run.Run(absl::StrCat("$G fix --hook a.json ", name)).status, 0) << name;
  }
  run.files.MakeDirectory("--fail-on");
  EXPECT_EQ(run.Run("$G check --hook --fail-on never -x_service_config.json").status, 0);
  run.files.Write("--hook", "{}");
  EXPECT_EQ(run.Run("$G check --hook -x_service_config.json").status, 1) << "the first is the flag";
  EXPECT_EQ(run.Run("$G check --hook --no-such-flag -x_service_config.json").status, 2);
  EXPECT_EQ(run.Run("$G check -x_service_config.json --hook").status, 2) << "not yet a hook";
}

// A gate that cannot find anything passes, and says so.
TEST(FlagValuesTest, EveryRuleIsOff) {
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": 7})");
  run.files.Write(".grpcfg.json", R"({"severity": {"*": "off"}})");
  const char* const note =
      "grpcfg: note: every rule is disabled, so nothing is reported, even if clients reject a "
      "config\n";
  const CommandRow rows[] = {
      {"check --format concise a.json", 0, "", note},
      {"check --format concise -q a.json", 0, "", ""},
      {"check --no-config --disable '*' --format concise a.json", 0, "", note},
      {"check --format concise --only json-comment a.json", 0, "", ""},
  };
  ExpectRows(run, rows);
}

}  // namespace
}  // namespace grpcfg
