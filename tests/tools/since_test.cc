// `check --since`: findings that a change brought, and no others.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"
#include "tests/tools/workspace/clean_git.h"

namespace grpcfg {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr absl::string_view kEntry =
    R"({"name": [{"service": "shop.v1.Orders"}], "timeout": "5000ms"})";

class SinceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HaveGit()) {
      GTEST_SKIP() << "git is not installed: --since is not tried";
    }
    Write("a_service_config.json", kEntry);
    Write("b_service_config.json", kEntry);
    EXPECT_EQ(Git("git init -q -b main && git add -A && git commit -q -m first").status, 0);
  }

  void Write(absl::string_view name, absl::string_view entries) const {
    run_.files.Write(name, absl::StrCat(R"({"methodConfig": [)", entries, "]}"));
  }

  [[nodiscard]] RunResult Git(absl::string_view command) const {
    return run_.Run(absl::StrCat("git() { ", kCleanGit, " \"$@\"; }; ", command));
  }

  [[nodiscard]] RunResult Check(absl::string_view arguments = ".") const {
    return run_.Run(absl::StrCat("$G check --format concise --since HEAD ", arguments));
  }

  GrpcfgRun run_;
};

TEST_F(SinceTest, NothingChanged) {
  const RunResult result = Check();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, Not(HasSubstr(".json")));
  EXPECT_THAT(result.err, HasSubstr("note: no config changed since `HEAD`"));
}

// Whether a file is a config is asked of what it held, too.
TEST_F(SinceTest, WhatWasAConfigIsCheckedAsOne) {
  constexpr absl::string_view kWas =
      R"({"name": [{"service": "shop.v1.Orders"}], "timeout": "5s"})";
  Write("orders.json", kWas);
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  for (const char* const now : {R"({"loadBalancingPolicy": "round_robinn"})", "", "\xff\xfe{",
                                R"({"methodConfig": "none"})"}) {
    run_.files.Write("orders.json", now);
    const RunResult result = Check();
    EXPECT_EQ(result.status, 1) << now;
    EXPECT_THAT(result.out, HasSubstr("orders.json:1:")) << now;
    EXPECT_EQ(run_.Run("$G diff --against git:HEAD . --no-new-findings").status, 1) << now;
  }
  const RunResult gone =
      run_.Run("rm orders.json && mkfifo orders.json && $G check --since HEAD .");
  EXPECT_EQ(gone.status, 0);
  EXPECT_THAT(gone.err, HasSubstr("`orders.json` was deleted since `HEAD`"));
  run_.files.Write("package.json", "{}");
  EXPECT_THAT(Check().out, Not(HasSubstr("package.json")));
}

// As hooks name files.
TEST_F(SinceTest, WhatWasAConfigIsCheckedAsOneByAHookToo) {
  constexpr absl::string_view kYaml = "a:\n  methodConfig:\n  - name: [{}]\n    timeout: 5s\n";
  run_.files.Write("m.yaml", kYaml);
  Write("orders.json", R"({"name": [{"service": "shop.v1.Orders"}], "timeout": "5s"})");
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  EXPECT_EQ(Check("--hook m.yaml orders.json").status, 0);
  run_.files.Write("m.yaml", "a:\n  methodConfig:\n  - name: [{}\n    timeout: 5s\n");
  EXPECT_EQ(Check("--hook m.yaml").status, 2);
  EXPECT_EQ(Check(".").status, 2) << "though it is not named";
  run_.files.Write("m.yaml", kYaml);
  run_.files.Write("orders.json", "[");
  EXPECT_EQ(Check("--hook m.yaml orders.json").status, 1);
  run_.files.Write("package.json", "[");
  run_.files.Write("orders.json", "{}");
  EXPECT_THAT(Check("--hook package.json").out, Not(HasSubstr("package.json")));
}

// A gate must not pass what it could not look at.
TEST_F(SinceTest, AConfigThatBecameAPipeCannotBeRead) {
  const RunResult result =
      run_.Run("rm a_service_config.json && mkfifo a_service_config.json && $G check .");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("cannot read `a_service_config.json`: it is a pipe"));
}

TEST_F(SinceTest, WhatStandsElsewhereOrInAnotherOrderIsNotNew) {
  Write("a_service_config.json",
        absl::StrCat("\n\n", R"({"name": [{"service": "shop.v1.Carts"}]},)",
                     R"({"timeout": "5000ms", "name": [{"service": "shop.v1.Orders"}]})"));
  const RunResult result = Check();
  EXPECT_EQ(result.status, 0) << result.out;
  EXPECT_THAT(result.out, Not(HasSubstr("duration-malformed")));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(SinceTest, AnotherValueAnotherEntryAndAnotherFileAreNew) {
  Write("a_service_config.json",
        absl::StrCat(kEntry, R"(,{"name": [{"service": "shop.v1.Carts"}], "timeout": "5000ms"})"));
  Write("c_service_config.json", kEntry);
  const RunResult result = Check();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("a_service_config.json:1:134: error"));
  EXPECT_THAT(result.out, Not(HasSubstr("a_service_config.json:1:72: error")));
  EXPECT_THAT(result.out, Not(HasSubstr("b_service_config.json")));
  EXPECT_THAT(result.out, HasSubstr("c_service_config.json:1:72: error"));
}

TEST_F(SinceTest, ASecondFindingOfTheSameKindIsNew) {
  Write("a_service_config.json", absl::StrCat(kEntry, ",", kEntry));
  const RunResult result = Check();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("[duration-malformed]"));
}

TEST_F(SinceTest, WhatConfigsAreCheckedByHasChanged) {
  run_.files.Write("a.proto", "syntax = \"proto3\"; package shop.v1; service Orders {}");
  run_.files.Write(".grpcfg.json", R"({"protoPath": ["."]})");
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  EXPECT_THAT(Check().err, Not(HasSubstr("check without --since")));
  run_.files.Write("a.proto", "syntax = \"proto3\"; package shop.v1; service Order {}");
  EXPECT_THAT(Check().err, HasSubstr("note: `a.proto` changed since `HEAD`; "));
  run_.files.Write(".grpcfg.json", R"({"protoPath": ["."], "failOn": "warning"})");
  EXPECT_THAT(Check().err, HasSubstr("note: `.grpcfg.json` changed since `HEAD`; "));
}

TEST_F(SinceTest, CommonNotesThatWereThereAreNotNew) {
  run_.files.Write("a_service_config.json",
                   R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitForReady": true}]})");
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  EXPECT_THAT(run_.Run("$G check --notes a_service_config.json").out, HasSubstr(": note: "));
  run_.files.Write("a_service_config.json",
                   R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitForReady": true}]} )");
  for (const char* const flags : {"", "--fail-on note ", "--notes "}) {
    const RunResult result = run_.Run(absl::StrCat("$G check --since HEAD ", flags, "."));
    EXPECT_EQ(result.status, 0) << flags;
    EXPECT_THAT(result.out, HasSubstr("no findings")) << flags;
  }
}

TEST_F(SinceTest, NoReportReplacesAnInputThatDidNotChange) {
  run_.files.Write(".grpcfg.json", R"({"baseline": "b.json", "exclude": ["left_out.json"]})");
  run_.files.Write("left_out.json", "{}");
  ASSERT_EQ(run_.Run("$G check --write-baseline .").status, 0);
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  for (const absl::string_view path : {"a_service_config.json", "."}) {
    for (const absl::string_view output : {"a_service_config.json", "b.json", ".grpcfg.json"}) {
      const RunResult result = Check(absl::StrCat("--format json:", output, " ", path));
      EXPECT_EQ(result.status, 2) << path << " " << output;
      EXPECT_THAT(result.err, HasSubstr(absl::StrCat("cannot write to `", output,
                                                     "`: it is the same file as the input")));
    }
  }
  for (const absl::string_view output : {"left_out.json", "b.json", ".grpcfg.json"}) {
    const std::string arguments =
        absl::StrCat("--force-exclude --format json:", output, " left_out.json");
    EXPECT_EQ(Check(arguments).status, 2) << output;
    EXPECT_EQ(run_.Run(absl::StrCat("$G check ", arguments)).status, 2) << output;
  }
  EXPECT_EQ(Git("git diff --exit-code").status, 0);
}

TEST_F(SinceTest, ASourceFileThatLostItsConfigIsNew) {
  run_.files.Write("a.md", "```json\n{\"methodConfig\": []}\n```\n");
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  run_.files.Write("a.md", "Nothing.\n");
  EXPECT_EQ(Check("a.md").status, run_.Run("$G check a.md").status);
  EXPECT_EQ(Check("a.md").status, 1);
}

TEST_F(SinceTest, NoReportReplacesWhatAnUnchangedZoneIncludes) {
  run_.files.Write("a.zone", "$ORIGIN e.\n$TTL 300\n$INCLUDE b.zone\n");
  run_.files.Write("b.zone", "_grpc_config TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n");
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  for (const char* const output : {"--format json:b.zone", ">>b.zone"}) {
    EXPECT_EQ(run_.Run(absl::StrCat("$G dns check --since HEAD a.zone ", output)).status, 2);
  }
  EXPECT_EQ(Git("git diff --exit-code").status, 0);
}

TEST_F(SinceTest, SaysWhatWasDeleted) {
  ASSERT_EQ(Git("rm b_service_config.json").status, 0);
  const RunResult result = Check();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("note: `b_service_config.json` was deleted since `HEAD`"));
  EXPECT_THAT(result.err, Not(HasSubstr("no config changed")));
}

// Neither is a text without a config broken.
TEST_F(SinceTest, SaysWhichFilesHaveNoConfigAnyMore) {
  const char* const config = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})";
  run_.files.Write("only/a.go", absl::StrCat("package a\nconst a = `", config, "`\n"));
  run_.files.Write("only/a.yaml", absl::StrCat("a: '", config, "'\n"));
  run_.files.Write("only/a.md", absl::StrCat("# A\n\n```json\n", config, "\n```\n"));
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  run_.files.Write("only/a.go", "package a\n");
  run_.files.Write("only/a.yaml", "a: 1\n");
  run_.files.Write("only/a.md", "# A\n");
  const RunResult result = Check("only");
  EXPECT_EQ(result.status, 0) << result.out;
  for (const absl::string_view name : {"a.go", "a.yaml", "a.md"}) {
    EXPECT_THAT(result.err, HasSubstr(absl::StrCat("note: the config in `only/", name,
                                                   "` was deleted since `HEAD`")));
  }
  ASSERT_EQ(Git("git commit -q -a -m third").status, 0);
  EXPECT_EQ(Check("only").status, 2) << "nothing is there, and nothing was";
}

TEST_F(SinceTest, SaysWhichConfigOfASourceFileWasDeleted) {
  const auto config = [](absl::string_view name, absl::string_view seconds) {
    return absl::StrCat("const ", name, R"( = `{"methodConfig":[{"name":[{}],"timeout":")", seconds,
                        R"(s"}]}`)", "\n");
  };
  const std::string orders = config("orders", "1");
  run_.files.Write("a.go", absl::StrCat("package a\n", orders, config("items", "2")));
  ASSERT_EQ(Git("git add -A && git commit -q -m second").status, 0);
  run_.files.Write("a.go", absl::StrCat("package a\n\n", orders));
  const RunResult deleted = Check("a.go");
  EXPECT_EQ(deleted.status, 0);
  EXPECT_THAT(deleted.err, HasSubstr("note: the config `const items =` in `a.go` was deleted since "
                                     "`HEAD`; `grpcfg diff --against git:HEAD`"));
  EXPECT_THAT(deleted.err, Not(HasSubstr("orders")));
  ASSERT_EQ(Git("git commit -q -a -m third").status, 0);
  run_.files.Write("a.go", absl::StrCat("package a\n", config("renamed", "1")));
  EXPECT_THAT(Check("a.go").err, Not(HasSubstr("was deleted")));
}

// The file of the link belongs to others and is not printed; that nothing was checked fails the
// run.
TEST_F(SinceTest, AConfigThatGaveWayToALinkOutIsGoneAndUnchecked) {
  ASSERT_EQ(Git("rm b_service_config.json && ln -s /etc/passwd b_service_config.json").status, 0);
  EXPECT_THAT(run_.Run("$G check .").out, HasSubstr("1 file checked for"));
  EXPECT_THAT(run_.Run("$G check .").out, HasSubstr("; 1 could not be checked\n"));
  for (const absl::string_view since : {"", "--since HEAD "}) {
    const RunResult result = run_.Run(absl::StrCat("$G check --format json ", since, "."));
    EXPECT_EQ(result.status, 2) << since;
    EXPECT_THAT(result.out, HasSubstr("`b_service_config.json` is a link that leads out of"));
    EXPECT_EQ(absl::StrContains(result.err, "was deleted since"), !since.empty()) << result.err;
  }
}

// The repository of the working directory decides, whatever lies in it.
TEST_F(SinceTest, ASubmoduleIsComparedWithTheCommitThatItHad) {
  const std::string inner = "git -C sub";
  run_.files.Write("sub/in_service_config.json", "{}");
  ASSERT_EQ(Git(absl::StrCat(inner, " init -q -b main && ", inner, " add -A && ", inner,
                             " commit -q -m good && git add sub 2>log.txt && git commit -qm sub"))
                .status,
            0);
  EXPECT_THAT(Check().err, HasSubstr("note: no config changed since `HEAD`"));
  Write("sub/in_service_config.json", kEntry);
  ASSERT_EQ(Git(absl::StrCat(inner, " commit -q -a -m bad && git commit -q -a -m bump")).status, 0);
  EXPECT_THAT(Check().err, HasSubstr("note: no config changed since `HEAD`"));
  for (const char* const since : {"HEAD~1", "HEAD~2", "\"$(git rev-parse HEAD~1)\""}) {
    const RunResult result =
        run_.Run(absl::StrCat("$G check --format concise --since ", since, " ."));
    EXPECT_EQ(result.status, 1) << since << result.err;
    EXPECT_THAT(result.out, HasSubstr("sub/in_service_config.json:1:72: error")) << since;
  }
  EXPECT_EQ(run_.Run("cd sub && $G check --since HEAD .").status, 0) << "that of the submodule";
  EXPECT_EQ(run_.Run("cd sub && $G check --since HEAD~1 .").status, 1);
}

TEST_F(SinceTest, ARepositoryThatIsNotTrackedIsNew) {
  Write("within/in_service_config.json", kEntry);
  for (const absl::string_view command :
       {"git -C within init -q -b main", "git -C within add -A && git -C within commit -q -m x"}) {
    ASSERT_EQ(Git(command).status, 0);
    const RunResult result = Check();
    EXPECT_EQ(result.status, 1) << command << result.err;
    EXPECT_THAT(result.out, HasSubstr("within/in_service_config.json:1:72: error")) << command;
  }
}

TEST_F(SinceTest, WhatALinkLedToBeforeIsAnotherFile) {
  run_.files.Write("v1/c.json", "{}");
  Write("v2/c.json", kEntry);
  ASSERT_EQ(Git("ln -s v1 cur && ln -s cur/c.json l_service_config.json && git add -A && "
                "git commit -q -m links && ln -sfn v2 cur")
                .status,
            0);
  const RunResult result = Check();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("l_service_config.json:1:72: error"));
}

// A zone changes by what it includes.
TEST_F(SinceTest, AnIncludedFileChangesItsZone) {
  run_.files.Write("e.zone", "$ORIGIN e.\n$TTL 300\n$INCLUDE ./part.zone\n");
  run_.files.Write("part.zone",
                   "_grpc_config.a TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n");
  EXPECT_EQ(Git("git add -A && git commit -q -m zones").status, 0);
  const char* const check = "$G dns check e.zone --format concise --since HEAD";
  EXPECT_EQ(run_.Run(check).status, 0);
  run_.files.Write("part.zone", "_grpc_config.a TXT \"grpc_config=[{bad\"\n");
  const RunResult bad = run_.Run(check);
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.out, HasSubstr("part.zone:1:"));
  EXPECT_EQ(run_.Run("$G check e.zone --since HEAD").status, 1);
  EXPECT_EQ(Git("git rm -q -f part.zone").status, 0);
  EXPECT_THAT(run_.Run(check).out, HasSubstr("is not included: there is no such file"));
}

// Beside the file that names it, else below the root: an old one comes in when a nearer one goes.
TEST_F(SinceTest, AnIncludedFileThatGoesChangesItsZone) {
  run_.files.Write("e.zone", "$ORIGIN e.\n$TTL 300\n$INCLUDE sub/a.zone\n");
  run_.files.Write("sub/a.zone", "$INCLUDE b.zone\n");
  run_.files.Write("sub/b.zone",
                   "_grpc_config.a TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n");
  run_.files.Write("b.zone", "_grpc_config.a TXT \"grpc_config=[{bad\"\n");
  EXPECT_EQ(Git("git add -A && git commit -q -m zones").status, 0);
  const char* const check = "$G dns check e.zone --format concise --since HEAD";
  EXPECT_EQ(run_.Run(check).status, 0);
  EXPECT_EQ(Git("git rm -q -f sub/b.zone").status, 0);
  EXPECT_EQ(run_.Run(check).status, 1);
  EXPECT_EQ(Git("git commit -q -m gone").status, 0);
  EXPECT_EQ(run_.Run(check).status, 0);
}

TEST_F(SinceTest, WhatCannotBeCompared) {
  const CommandRow rows[] = {
      {"check --since nowhere .", 2, "", nullptr},
      {"check --since HEAD - <a_service_config.json", 2, "", nullptr},
      {"check --since HEAD --write-baseline --baseline b.json .", 2, "", nullptr},
  };
  ExpectRows(run_, rows);
}

}  // namespace
}  // namespace grpcfg
