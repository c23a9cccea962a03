// `init`: what it proposes for a repository, and that it writes nothing else.
#include <string>

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
  EXPECT_THAT(shown.out, AllOf(HasSubstr(R"("targets": ["spec", "go@1.64"],)"),
                               HasSubstr(R"("protoPath": ["proto"],)"),
                               HasSubstr("//   go@1.64  go.mod: google.golang.org/grpc v1.64")));
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
  EXPECT_THAT(run.Run("$G init").out,
              AllOf(HasSubstr(R"("targets": ["gapic"],)"), HasSubstr("1 of 2 are refused")));
  for (int i = 0; i < 20; ++i) {
    run.files.Write(absl::StrCat("c", i, "_service_config.json"), kWhole);
  }
  EXPECT_THAT(run.Run("$G init").out, AllOf(HasSubstr("//   a_grpc_service_config.json"),
                                            Not(HasSubstr("\n  \"overrides\""))));
  run.files.Write("go.mod", "require google.golang.org/grpc v1.64.0\n");
  EXPECT_THAT(run.Run("rm c*.json; $G init").out, HasSubstr(R"("targets": ["spec", "go@1.64"],)"))
      << "what a client of the repository refuses is no config for generators";
}

TEST(InitTest, ProtosThatCannotBeLoadedAreLeftOutWithTheReason) {
  GrpcfgRun run;
  run.files.Write("a_service_config.json", kWhole);
  run.files.Write("a.proto", "syntax = \"proto3\";\nimport \"google/api/http.proto\";\n");
  const RunResult result = run.Run("$G init --write >/dev/null; cat .grpcfg.json; $G check .");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("// Names of services are not looked up: "),
                                Not(HasSubstr("\n  \"protoPath\""))));
}

TEST(InitTest, NothingIsOverwritten) {
  GrpcfgRun run;
  run.files.Write("a_service_config.json", kWhole);
  run.files.Write(".grpcfg.json", "{}");
  const RunResult result = run.Run("$G init --write >/dev/null");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("`.grpcfg.json` is there already and stays as it is"));
  EXPECT_THAT(run.Run("cat .grpcfg.json").out, "{}");
}

TEST(InitTest, ADirectoryWithoutConfigs) {
  GrpcfgRun run;
  run.files.Write("a.json", "{}");
  const CommandRow rows[] = {
      {"init", 2, "", nullptr},
      {"init nowhere", 2, "", nullptr},
      {"init a.json", 2, "", nullptr},
      {"init . .", 2, "", nullptr},
  };
  ExpectRows(run, rows);
}

}  // namespace
}  // namespace grpcfg
