#include "validator/project/proposal.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

TEST(ProposalTest, NothingIsKnown) {
  EXPECT_EQ(ProposeProject({.configs = 2}), R"({
  // No build file names a gRPC client, so configs are checked for spec, core, go, java and
  // node, each in its newest release. `grpcfg targets` lists the others.

  // Errors fail the run: what a client rejects, and policies that are lost. In a hook,
  // warnings fail, too. `failOn` sets one level for both.
}
)");
}

TEST(ProposalTest, EachLineHasItsReason) {
  const RepositoryFacts facts = {
      .clients = {{"go@1.64", "a/go.mod", "google.golang.org/grpc v1.64"},
                  {"go@1.64", "b/go.mod", "google.golang.org/grpc v1.64"},
                  {"node@1.99", "w\n/package.json", "\"@grpc/grpc-js\"", "newer than any"}},
      .configs = 30,
      .for_generators = {"g/a.json", "g/b.json"},
      .proto_roots = {"proto"},
      .baseline = ".grpcfg-baseline.json"};
  EXPECT_EQ(ProposeProject(facts), R"({
  // `spec` stands for the clients of others.
  // go@1.64: a/go.mod has google.golang.org/grpc v1.64
  // node@1.99: w\n/package.json has "@grpc/grpc-js"; newer than any
  "targets": ["spec", "go@1.64", "node@1.99"],

  // 2 configs are rejected by clients, but accepted by client generators.
  // For those: "overrides": [{"path": ["**/*_grpc_service_config.json"], "targets": ["gapic"]}]

  // Names of services are checked against the .proto files.
  "protoPath": ["proto"],

  // The findings of today are hidden; new findings are reported.
  "baseline": ".grpcfg-baseline.json"

  // Errors fail the run: what a client rejects, and policies that are lost. In a hook,
  // warnings fail, too. `failOn` sets one level for both.
}
)");
}

TEST(ProposalTest, ConfigsThatAreNamedForGeneratorsGetTheirTarget) {
  RepositoryFacts facts = {.clients = {{"go", "go.mod", "x"}},
                           .configs = 3,
                           .named_for_generators = 1,
                           .for_generators = {"a/b_grpc_service_config.json"}};
  const char* const line =
      "  \"overrides\": [{\"path\": [\"**/*_grpc_service_config.json\"], "
      "\"targets\": [\"gapic\"]}]\n";
  EXPECT_TRUE(absl::StrContains(ProposeProject(facts), line));
  facts.clients[0].file = "a/go.mod";
  EXPECT_FALSE(absl::StrContains(ProposeProject(facts), line)) << "a client is beside it";
  facts.clients[0].file = "go.mod";
  facts.for_generators.emplace_back("c/d.json");
  EXPECT_FALSE(absl::StrContains(ProposeProject(facts), line)) << "no name tells the other one";
}

TEST(ProposalTest, WhatShowsThatAllAreForGenerators) {
  const auto are = [](size_t generators, size_t others, size_t named) {
    return AreForGenerators({.configs = generators + others,
                             .named_for_generators = named,
                             .for_generators = std::vector<std::string>(generators, "a")});
  };
  EXPECT_TRUE(are(2, 1, 0)) << "they are most";
  EXPECT_FALSE(are(1, 8, 0)) << "one may be a mistake";
  EXPECT_FALSE(are(5, 5, 9));
  EXPECT_TRUE(are(1, 9, 10)) << "so are those of googleapis named";
  EXPECT_FALSE(are(1, 10, 11)) << "less than a tenth";
  EXPECT_FALSE(are(0, 10, 10));
}

TEST(ProposalTest, MostOfTheConfigsShowThatTheyAreForGenerators) {
  const RepositoryFacts facts = {.configs = 6,
                                 .for_generators = {"a.json", "b.json", "c.json", "d.json"},
                                 .proto_roots = {"."},
                                 .proto_fault = "a.proto imports `b.proto`, which is not there"};
  EXPECT_TRUE(AreForGenerators(facts));
  EXPECT_EQ(ProposeProject(facts), R"({
  // For client generators, which fill in missing fields: of 6 configs clients reject 4.
  "targets": ["gapic"]

  // Names of services are not checked: a.proto imports `b.proto`, which is not there
  // Once that is fixed: "protoPath": ["."]

  // Errors fail the run: what a client rejects, and policies that are lost. In a hook,
  // warnings fail, too. `failOn` sets one level for both.
}
)");
}

}  // namespace
}  // namespace grpcfg
