#include "project/proposal.h"

#include <string>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

TEST(ProposalTest, NothingIsKnown) {
  EXPECT_EQ(ProposeProject({.configs = 2}), R"({
  // No build file names a gRPC client, so configs are checked for spec, core, go, java and
  // node, each in its newest release. `targets` has other ones: `grpcfg targets`.

  // Errors fail the run: what a client refuses, and policies that are lost.
  "failOn": "error"
}
)");
}

TEST(ProposalTest, EachLineHasItsReason) {
  const RepositoryFacts facts = {
      .clients = {{"go@1.64", "a/go.mod", "google.golang.org/grpc v1.64"},
                  {"go@1.64", "b/go.mod", "google.golang.org/grpc v1.64"},
                  {"node", "w\n/package.json", "\"@grpc/grpc-js\""}},
      .configs = 30,
      .generator_configs = {"g/a.json", "g/\"b\".json"},
      .proto_roots = {"proto"},
      .protos = 1,
      .baseline = ".grpcfg-baseline.json"};
  EXPECT_EQ(ProposeProject(facts), R"({
  // The clients that build files name. `spec` stands for those of others.
  //   go@1.64  a/go.mod: google.golang.org/grpc v1.64
  //   go@1.64  b/go.mod: google.golang.org/grpc v1.64
  //   node     w\n/package.json: "@grpc/grpc-js"
  "targets": ["spec", "go@1.64", "node"],

  // 2 configs that clients refuse, and client generators take:
  //   g/a.json
  //   g/"b".json
  // If they are for generators only:
  //   "overrides": [{"path": ..., "targets": ["gapic"]}]

  // Names of services are looked up in 1 .proto file.
  "protoPath": ["proto"],

  // What was found on the first day is not reported again; what is new is.
  "baseline": ".grpcfg-baseline.json",

  // Errors fail the run: what a client refuses, and policies that are lost.
  "failOn": "error"
}
)");
}

TEST(ProposalTest, ATenthOfTheConfigsShowsThatTheyAreForGenerators) {
  const RepositoryFacts facts = {.configs = 8,
                                 .generator_configs = {"a.json", "b.json", "c.json", "d.json"},
                                 .proto_roots = {"."},
                                 .protos = 3,
                                 .proto_fault = "a.proto imports `b.proto`, which is not there"};
  EXPECT_TRUE(AreForGenerators(facts));
  EXPECT_EQ(ProposeProject(facts), R"({
  // Configs for client generators, which fill in what they leave out, as `maxAttempts`:
  // 4 of 8 are refused by clients, and taken by generators.
  //   a.json
  //   b.json
  //   c.json
  //   and 1 other
  "targets": ["gapic"],

  // Names of services are not looked up: a.proto imports `b.proto`, which is not there
  // Once that is mended: "protoPath": ["."]

  // Errors fail the run: what a client refuses, and policies that are lost.
  "failOn": "error"
}
)");
}

}  // namespace
}  // namespace grpcfg
