// `--help` of every subcommand: it fits a terminal, has no noise, and its examples work.
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

constexpr size_t kColumns = 80;

// The lines of `page` after `title` and up to the next empty one, without their indentation.
std::vector<std::string> LinesAfter(absl::string_view title, const std::string& page) {
  std::vector<std::string> lines;
  bool is_inside = false;
  for (absl::string_view line : absl::StrSplit(page, '\n')) {
    const bool is_indented = absl::ConsumePrefix(&line, "  ");
    if (is_inside && is_indented) lines.emplace_back(line);
    is_inside = line == title || (is_inside && is_indented);
  }
  return lines;
}

// The first words of the lines of a page with commands or flags.
std::vector<std::string> FirstWords(absl::string_view page) {
  std::vector<std::string> words;
  for (absl::string_view line : absl::StrSplit(page.substr(0, page.find("\nExamples:")), '\n')) {
    if (absl::ConsumePrefix(&line, "  ") && !line.empty() && line[0] != ' ') {
      words.emplace_back(line.substr(0, line.find(' ')));
    }
  }
  return words;
}

// As the help of the program lists them.
std::vector<std::string> Subcommands(const GrpcfgRun& run) {
  const std::string page = run.Run("$G --help").out;
  return FirstWords(absl::string_view(page).substr(0, page.find("\nFlags:")));
}

TEST(HelpTest, EverySubcommandIsListed) {
  const GrpcfgRun run;
  EXPECT_THAT(Subcommands(run), SizeIs(testing::Ge(10U)));
  EXPECT_THAT(Subcommands(run), Contains("help"));
}

TEST(HelpTest, EveryPageFitsATerminalAndHasNoNoise) {
  const GrpcfgRun run;
  std::vector<std::string> pages = {run.Run("$G --help").out};
  for (const std::string& name : Subcommands(run)) {
    pages.push_back(run.Run(absl::StrCat("$G ", name, " --help")).out);
    EXPECT_EQ(run.Run(absl::StrCat("$G help ", name)).out, pages.back());
  }
  for (const std::string& page : pages) {
    for (const absl::string_view noise : {"TEXT", "REQUIRED", "INT", ":{", " ..."}) {
      EXPECT_THAT(page, Not(HasSubstr(std::string(noise))));
    }
    for (const absl::string_view line : absl::StrSplit(page, '\n')) {
      EXPECT_LE(line.size(), kColumns) << line;
    }
  }
}

// In a folder that has what they name.
TEST(HelpTest, EveryExampleWorks) {
  const GrpcfgRun run;
  for (const std::string& name : Subcommands(run)) {
    const std::vector<std::string> examples =
        LinesAfter("Examples:", run.Run(absl::StrCat("$G ", name, " --help")).out);
    EXPECT_THAT(examples, Not(IsEmpty())) << name;
    for (const std::string& example : examples) {
      const GrpcfgRun in_folder;
      in_folder.files.Write("orders.json", ReadWhole("fixtures/mixed/orders_service_config.json"));
      in_folder.files.Write("old.json", "{}");
      in_folder.files.Write("client.py", "config = '{\"methodConfig\": [{\"name\": [{}]}]}'\n");
      in_folder.files.Write("client.txt", "config := `{\"methodConfig\": [{\"name\": [{}]}]}`\n");
      in_folder.files.Write("configs/a_service_config.json", "{}");
      in_folder.files.Write("example.test.zone",
                            "$ORIGIN example.test.\n$TTL 300\n_grpc_config.shop TXT "
                            "\"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n");
      in_folder.files.Write("configs.jsonl", "{\"id\": 1, \"config\": {}}\n");
      if (absl::StrContains(example, "git:")) {
        const RunResult made = in_folder.Run(
            "git init -q -b main . && git add . && "
            "git -c user.name=a -c user.email=a@b commit -qm a");
        ASSERT_EQ(made.status, 0) << made.err;
      }
      ASSERT_THAT(example, StartsWith(absl::StrCat("grpcfg ", name))) << name;
      const RunResult result =
          in_folder.Run(absl::StrCat("$G ", absl::StripPrefix(example, "grpcfg ")));
      EXPECT_THAT(result.status, AnyOf(0, 1)) << example << "\n" << result.err;
      EXPECT_THAT(result.err, IsEmpty()) << example;
    }
  }
}

// What tests/completion asks the shells, and `man`, is made of the same flags.
TEST(HelpTest, EveryFlagIsInTheManualPageAndInEachCompletion) {
  const GrpcfgRun run;
  const std::string manual =
      absl::StrReplaceAll(run.Run("$G help --man").out, {{"\\fB", ""}, {"\\fP", ""}, {"\\-", "-"}});
  const std::string bash = run.Run("$G completion bash").out;
  const std::string zsh = run.Run("$G completion zsh").out;
  const std::string fish = run.Run("$G completion fish").out;
  size_t flags = 0;
  for (const std::string& name : Subcommands(run)) {
    EXPECT_THAT(manual, HasSubstr(absl::StrCat(".SS grpcfg ", name, " ")));
    const std::string page = run.Run(absl::StrCat("$G ", name, " --help")).out;
    for (absl::string_view line : absl::StrSplit(page, '\n')) {
      if (!absl::ConsumePrefix(&line, "  ")) continue;
      const size_t begin = line.find("--");
      if (begin > 4) continue;  // there is none, or its text goes on
      const std::string flag(line.substr(begin, line.find_first_of(" ,", begin) - begin));
      ++flags;
      EXPECT_THAT(manual, HasSubstr(flag));
      EXPECT_THAT(bash, HasSubstr(flag));
      EXPECT_THAT(zsh, HasSubstr(flag));
      EXPECT_THAT(fish, HasSubstr(absl::StrCat(" -l ", flag.substr(2), " ")));
    }
  }
  EXPECT_GT(flags, 100U);
}

TEST(HelpTest, OnlyKnownShellsHaveACompletion) {
  const GrpcfgRun run;
  const RunResult result = run.Run("$G completion tcsh");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("`tcsh` is not a shell"));
  EXPECT_EQ(run.Run("$G completion").status, 2);
}

TEST(HelpTest, HelpAloneIsThatOfTheProgram) {
  const GrpcfgRun run;
  const RunResult help = run.Run("$G help");
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.out, run.Run("$G --help").out);
  EXPECT_THAT(help.out, StartsWith("Checks gRPC service configs before you ship them"));
}

TEST(HelpTest, NoArgumentsShowTheHelpOnStderr) {
  const GrpcfgRun run;
  const RunResult result = run.Run("$G");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_EQ(result.err, "grpcfg: a subcommand is required\n\n" + run.Run("$G help").out);
}

TEST(HelpTest, TheVersionHasAShortFlag) {
  const GrpcfgRun run;
  EXPECT_EQ(run.Run("$G -V").out, run.Run("$G --version").out);
  EXPECT_THAT(run.Run("$G -V").out, StartsWith("grpcfg "));
}

// `script` gives the command a terminal.
TEST(HelpTest, ATerminalThatIsReadIsNotified) {
  const GrpcfgRun run;
  constexpr absl::string_view kNotice = "reading from the terminal; end with Ctrl-D";
  for (const char* const command : {"check -", "compat -", "batch", "resolve -", "simulate -"}) {
    const std::string typed =
        absl::StrCat(R"(printf '{}\n\004' | script -qec "$G )", command, R"(" /dev/null)");
    EXPECT_THAT(run.Run(typed).out, HasSubstr(std::string(kNotice))) << command;
  }
  const RunResult quiet =
      run.Run(R"(printf '{}\n\004' | script -qec "$G check --quiet -" /dev/null)");
  EXPECT_THAT(quiet.out, Not(HasSubstr(std::string(kNotice))));
  EXPECT_THAT(run.Run("echo '{}' | $G check -").err, IsEmpty());
}

TEST(HelpTest, AWordThatIsNotASubcommandIsNamed) {
  const struct {
    const char* arguments;
    const char* expected;
  } rows[] = {
      {"dns chek z", "grpcfg: `chek` is not a subcommand; did you mean `check`?"},
      {"chek --help", "`chek` is not a subcommand; did you mean `check`?"},
      {"chek a.json", "`chek` is not a subcommand; did you mean `check`?"},
      // What other tools call it.
      {"version", "`version` is not a subcommand; `grpcfg --version` prints it"},
      {"-v", "`-v` is not a flag of `grpcfg`; `grpcfg --version` prints the version"},
      {"lint a.json", "`lint` is not a subcommand; `grpcfg check` does that"},
      {"check --fix a.json", "`--fix` is not a flag of `grpcfg check`; `grpcfg fix`"},
      {"check --select=x a.json", "`--select` is not a flag of `grpcfg check`; `--only`"},
      {"check --ignore x a.json", "`--ignore` is not a flag of `grpcfg check`; `--disable`"},
      {"check --exclude x .", "`exclude` of .grpcfg.json names the files"},
      {"check --json a.json", "`--format json` prints JSON"},
      {"fix --dry-run a.json", "`grpcfg fix --diff` shows what would change"},
      {"check --format text,json .", "`text,json` is a list; give --format once for each"}};
  const GrpcfgRun run;
  for (const auto& row : rows) {
    const RunResult result = run.Run(absl::StrCat("$G ", row.arguments));
    EXPECT_EQ(result.status, 2) << row.arguments;
    EXPECT_THAT(result.out, IsEmpty()) << row.arguments;
    EXPECT_THAT(result.err, HasSubstr(row.expected)) << row.arguments;
  }
}

TEST(HelpTest, CommandsAndFlagsStandInGroups) {
  const GrpcfgRun run;
  EXPECT_THAT(LinesAfter("Every day:", run.Run("$G --help").out)[0], StartsWith("check "));
  EXPECT_THAT(run.Run("$G --help").out,
              AllOf(HasSubstr("Exit status:"), HasSubstr(".grpcfg.json")));
  const std::string check = run.Run("$G check --help").out;
  EXPECT_THAT(LinesAfter("Clients:", check)[0], StartsWith("--target "));
  EXPECT_THAT(LinesAfter("Known findings:", check), SizeIs(testing::Ge(4U)));
  for (const std::string& name : Subcommands(run)) {
    const std::string page = run.Run(absl::StrCat("$G ", name, " --help")).out;
    EXPECT_THAT(LinesAfter("Flags:", page)[0], StartsWith("-h, --help")) << "the rest comes last";
  }
}

}  // namespace
}  // namespace grpcfg
