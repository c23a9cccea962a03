// `init`: what it proposes for a repository, and that it writes nothing else.
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::string_view kWhole =
    R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "3s"}]})";
constexpr absl::string_view kForGenerators =
    R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "retryPolicy": {
  "initialBackoff": "1s", "maxBackoff": "10s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

TEST(InitTest, WhatIsProposedIsInForceOnceItIsWritten) {
  GrpcfgRun run;
  run.files.Write("go.mod", "module shop\nrequire google.golang.org/grpc v1.64.0\n");
  run.files.Write("node_modules/x/package.json", R"({"dependencies": {"@grpc/grpc-js": "1"}})");
  run.files.Write("configs/a_service_config.json", kWhole);
  run.files.Write("proto/shop/v1/orders.proto",
                  "syntax = \"proto3\";\npackage shop.v1;\nimport \"shop/v1/empty.proto\";\n"
                  "service Orders { rpc Get(Empty) returns (Empty); }\n");
  run.files.Write("proto/shop/v1/empty.proto",
                  "syntax = \"proto3\";\npackage shop.v1;\nmessage Empty {}\n");
  const RunResult shown = run.Run("$G init && test ! -e .grpcfg.json");
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr(R"("targets": ["spec", "go@1.64"])"),
                               HasSubstr(R"("protoPath": ["proto"])"),
                               HasSubstr("// go@1.64: go.mod has google.golang.org/grpc v1.64")));
  EXPECT_THAT(shown.out, Not(HasSubstr("node")));
  const RunResult written = run.Run("$G init --write >shown && cmp shown .grpcfg.json");
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_THAT(written.err, HasSubstr("wrote `.grpcfg.json`; next: `grpcfg check .`"));
  EXPECT_THAT(run.Run("$G check .").out, HasSubstr("checked for spec, go 1.64"));
}

TEST(InitTest, ConfigsForGeneratorsAreRecognized) {
  GrpcfgRun run;
  run.files.Write("a_grpc_service_config.json", kForGenerators);
  run.files.Write("b_grpc_service_config.json", kWhole);
  EXPECT_THAT(run.Run("$G init").out, AllOf(HasSubstr(R"("targets": ["gapic"])"),
                                            HasSubstr("of 2 configs clients reject 1")));
  run.files.Write("go.mod", "require google.golang.org/grpc v1.64.0\n");
  EXPECT_THAT(run.Run("$G init").out, HasSubstr(R"("targets": ["spec", "go@1.64"])"))
      << "what a client of the repository refuses is no config for generators";
}

// It may be for generators, or lack what clients need: the clients of the others stay, and its own.
TEST(InitTest, OneConfigForGeneratorsSwitchesNoClientOff) {
  GrpcfgRun run;
  run.files.Write("svc/a_service_config.json", kForGenerators);
  for (int i = 0; i < 9; ++i) {
    run.files.Write(absl::StrCat("svc/c", i, "_service_config.json"), kWhole);
  }
  const char* const question = "  // For those: \"overrides\": [";
  const RunResult without_clients = run.Run("$G init");
  EXPECT_THAT(without_clients.out, HasSubstr("No build file names a gRPC client"));
  EXPECT_THAT(without_clients.out, AllOf(HasSubstr(question), Not(HasSubstr("\n  \"overrides"))));
  run.files.Write("go.mod", "require google.golang.org/grpc v1.64.0\n");
  EXPECT_THAT(run.Run("$G init --write").out,
              AllOf(HasSubstr(question), Not(HasSubstr("\n  \"overrides"))));
  EXPECT_EQ(run.Run("$G check .").status, 1) << "a broken config fails";
}

TEST(InitTest, ProtosThatDoNotCompileAreUsedAsFarAsTheyGo) {
  GrpcfgRun run;
  run.files.Write("a_service_config.json", kWhole);
  run.files.Write("a.proto", "syntax = \"proto3\";\nimport \"google/api/http.proto\";\n");
  const RunResult result = run.Run("$G init --write >/dev/null; cat .grpcfg.json; $G check .");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\n  \"protoPath\": [\".\"]"));
  EXPECT_THAT(result.out, HasSubstr("`google/api/http.proto` was not found"));
}

TEST(InitTest, NothingIsOverwritten) {
  GrpcfgRun run;
  run.files.Write("a_service_config.json", kWhole);
  run.files.Write(".grpcfg.json", "{}");
  const RunResult result = run.Run("$G init --write >/dev/null");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("`.grpcfg.json` already exists and was not changed"));
  EXPECT_THAT(run.Run("cat .grpcfg.json").out, "{}");
}

// A second project file would take the place of the first, below it.
TEST(InitTest, TheProposalIsNotAddedToWhatItIsMadeFrom) {
  GrpcfgRun run;
  run.files.Write("a_service_config.json", kWhole);
  run.files.Write("c.go", absl::StrCat("var c = `", kWhole, "`\n"));
  run.files.Write("s.proto", "syntax = \"proto3\";\nservice S {}\n");
  for (const char* const file : {"a_service_config.json", "c.go", "s.proto"}) {
    const RunResult result = run.Run(
        absl::StrCat("cp ", file, " was; $G init >>", file, "; test $? = 2 && cmp ", file, " was"));
    EXPECT_EQ(result.status, 0) << file << result.err;
  }
}

TEST(InitTest, WhatIsAboveIsNotShadowed) {
  GrpcfgRun run;
  run.files.MakeDirectory("r/.git");
  run.files.Write("r/go.mod", "require google.golang.org/grpc v1.64.0\n");
  run.files.Write("r/sub/a_service_config.json", kWhole);
  const RunResult apart = run.Run("cd r; $G init sub");
  EXPECT_EQ(apart.status, 0);
  EXPECT_EQ(apart.err,
            "grpcfg: note: only `sub` was searched; for the whole repository: `grpcfg "
            "init .`\n");
  EXPECT_THAT(run.Run("cd r/sub; $G init").err, HasSubstr("`grpcfg init ..`"));
  EXPECT_EQ(run.Run("cd r; $G init").err, "");

  run.files.Write("r/.grpcfg.json", "{}");
  const char* const expected =
      "`.grpcfg.json` applies to `sub`, and a new one there would replace it; add `overrides` to "
      "it, or create the new one explicitly: `grpcfg init sub >sub/.grpcfg.json`\n";
  EXPECT_THAT(run.Run("cd r; $G init sub").err, absl::StrCat("grpcfg: note: ", expected));
  const RunResult refused = run.Run("cd r; $G init --write sub/; test ! -e sub/.grpcfg.json");
  EXPECT_THAT(refused.err, HasSubstr("grpcfg: `.grpcfg.json` applies to `sub/`"));
  EXPECT_EQ(refused.status, 0) << "nothing was written";
  EXPECT_EQ(run.Run("cd r; $G init --write sub").status, 2);
  EXPECT_EQ(run.Run("cd r; $G init sub 2>/dev/null >sub/.grpcfg.json; $G check sub").status, 0);
}

// No glob is needed for them.
TEST(InitTest, ConfigsOfOtherNamesAreFoundByContent) {
  GrpcfgRun run;
  run.files.Write("conf/a.json", kWhole);
  run.files.Write("web/package.json", R"({"dependencies": {}})");
  run.files.Write("web/orders.jsonc", kWhole);
  const RunResult shown = run.Run("$G init --baseline --write");
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, Not(HasSubstr("include")));
  EXPECT_THAT(shown.err,
              HasSubstr("wrote `.grpcfg.json` and its baseline; next: `grpcfg check .`"));
  run.files.Write("a_service_config.json", kWhole);
  EXPECT_THAT(run.Run("$G check .").out, HasSubstr("3 files checked"));
}

// One command: what is there today is known.
TEST(InitTest, TheBaselineIsWritten) {
  GrpcfgRun run;
  run.files.Write("r/bad.json", R"({"methodConfig": [{"name": [{}], "timeout": "7m"}]})");
  const RunResult shown =
      run.Run("$G init --baseline --write r >shown && cmp shown r/.grpcfg.json");
  EXPECT_EQ(shown.status, 0) << shown.err << shown.out;
  EXPECT_THAT(shown.err, HasSubstr("note: `r/.grpcfg-baseline.json`: 1 entry added, 0 dropped"));
  EXPECT_EQ(run.Run("$G check r").status, 0);
  EXPECT_EQ(run.Run("cd r && $G check --strict-baseline").status, 0);
  EXPECT_EQ(run.Run("$G init --baseline r >/dev/null && rm r/.grpcfg*; $G check r").status, 1);
}

TEST(InitTest, ANameThatIsNotUtf8) {
  GrpcfgRun run;
  run.files.Write("bad\xff.json", kWhole);
  EXPECT_EQ(run.Run("$G init --write").status, 0);
  EXPECT_THAT(run.Run("$G check .").out, HasSubstr("1 file checked"));
}

// Clients of one folder, generators of another.
TEST(InitTest, ConfigsOfGeneratorsGetTheirTarget) {
  GrpcfgRun run;
  run.files.Write("go.mod", "require google.golang.org/grpc v1.64.0\n");
  run.files.Write("svc/a_service_config.json", kWhole);
  run.files.Write("apis/shop/v1/b_grpc_service_config.json", kForGenerators);
  const RunResult shown = run.Run("$G init --write");
  EXPECT_THAT(shown.out,
              AllOf(HasSubstr(R"("targets": ["spec", "go@1.64"])"),
                    HasSubstr("  \"overrides\": [{\"path\": [\"**/*_grpc_service_config.json\"], "
                              "\"targets\": [\"gapic\"]}]\n")));
  EXPECT_EQ(run.Run("$G check .").status, 0);
  run.files.Write("apis/shop/v1/go.mod", "require google.golang.org/grpc v1.64.0\n");
  EXPECT_THAT(run.Run("rm .grpcfg.json; $G init").out, Not(HasSubstr("\n  \"overrides\"")));
}

// One file without a known root does not cost the others theirs: what they import is by that name.
TEST(InitTest, AFileWithoutARootLeavesTheOtherRoots) {
  GrpcfgRun run;
  run.files.Write("a_service_config.json", kWhole);
  run.files.Write("proto/shop/v1/a.proto", "syntax = \"proto3\"; package shop.v1;\n");
  run.files.Write("tools/testdata/x.proto", "syntax = \"proto3\";\npackage odd;\n");
  EXPECT_THAT(run.Run("$G init").out, HasSubstr(R"("protoPath": ["proto", "."])"));
}

// The first mistakes that people make, under the names that they give.
TEST(InitTest, ConfigsWithMistakesAreFoundInADirectory) {
  const struct {
    const char* name;
    const char* text;
    bool is_found;
  } rows[] = {
      {"serviceConfig.json", R"({"methodConfg": [{"name": [{}]}]})", true},
      {"grpcServiceConfig.json", R"({"loadBalancingPolicy": "round_robn"})", true},
      {"SERVICE_CONFIG.JSON", "", true},
      {"a.json", R"({"retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s",
        "maxBackoff": "2s"}})",
       true},
      {"serviceConfig.json", R"({"name": "shop", "port": 80})", false},
      {"a.json", R"({"methodConfg": [{"name": [{}]}]})", false},
      {"a.json", "", false},
  };
  for (const auto& row : rows) {
    GrpcfgRun run;
    run.files.Write(absl::StrCat("conf/", row.name), row.text);
    const RunResult result = run.Run("$G check conf");
    EXPECT_EQ(result.status, row.is_found ? 1 : 2) << row.name << row.text << result.out;
  }
}

// Sixty roots would be sixty lines that go stale.
TEST(InitTest, ManyRootsOfProtosAreOneGlob) {
  GrpcfgRun run;
  run.files.Write("a_service_config.json", kWhole);
  for (int i = 0; i < 9; ++i) {
    run.files.Write(absl::StrCat("services/s", i, "/proto/shop/s", i, "/a.proto"),
                    absl::StrCat("syntax = \"proto3\";\npackage shop.s", i, ";\n"));
  }
  EXPECT_THAT(run.Run("$G init").out, HasSubstr("\"protoPath\": [\"services/*/proto\"]\n"));
}

// Copies would be a finding of every run.
TEST(InitTest, CopiesOfProtosAreLeftOut) {
  const auto proto = [](absl::string_view package) {
    return absl::StrCat("syntax = \"proto3\";\npackage ", package,
                        ";\nmessage R {}\nservice Orders { rpc Get(R) returns (R); }\n");
  };
  const struct {
    std::vector<const char*> originals;
    std::vector<const char*> copies;
    const char* paths;
    const char* protos;
  } rows[] = {
      {{"shop/v1/o.proto"}, {"preview/shop/v1/o.proto"}, "[\".\"]", "[\"shop/**/*.proto\"]"},
      {{"api/shop/v1/o.proto"},
       {"api/x/y/shop/v1/o.proto"},
       "[\"api\"]",
       "[\"api/shop/**/*.proto\"]"},
      {{"a.proto"}, {"b.proto", "c/d.proto"}, "[\".\"]", "[\"a.proto\"]"},
  };
  for (const auto& row : rows) {
    GrpcfgRun run;
    run.files.Write("a_service_config.json", kWhole);
    for (const char* const path : row.originals) run.files.Write(path, proto("shop.v1"));
    for (const char* const path : row.copies) {
      run.files.Write(path, absl::StrCat(proto("shop.v1"), "// another\n"));
    }
    const RunResult result = run.Run("$G init --write");
    EXPECT_THAT(result.out, AllOf(HasSubstr(absl::StrCat("\"protoPath\": ", row.paths)),
                                  HasSubstr(absl::StrCat("\"protos\": ", row.protos))));
    EXPECT_THAT(run.Run("$G check").out, Not(HasSubstr("incomplete"))) << row.paths;
  }
}

TEST(InitTest, ADirectoryWithoutConfigs) {
  GrpcfgRun run;
  run.files.Write("a.json", "{}");
  const CommandRow rows[] = {
      {"init", 2, "",
       "grpcfg: `.` holds no config: no file name matches `**/*service_config*.json` or "
       "`**/*service-config*.json`, and no other .json file has a `methodConfig` or the like; name "
       "another directory\n"},
      {"init nowhere", 2, "",
       "grpcfg: cannot look into `nowhere`: no such file or directory; check the spelling and the "
       "current directory\n"},
      {"init a.json", 2, "", "grpcfg: `a.json` is a file; name the directory that it is for\n"},
      {"init . .", 2, "", nullptr},
  };
  ExpectRows(run, rows);
}

}  // namespace
}  // namespace grpcfg
