#include "validator/project/proposal.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "tools/workspace/upward_search.h"

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
                  {"node@1.99", "w\n/package.json", "\"@grpc/grpc-js\"", "newer than any"}},
      .configs = 30,
      .generator_configs = {"g/a.json", "g/\"b\".json"},
      .proto_roots = {"proto"},
      .protos = 1,
      .baseline = ".grpcfg-baseline.json"};
  EXPECT_EQ(ProposeProject(facts), R"({
  // The clients that build files name. `spec` stands for those of others.
  //   go@1.64  a/go.mod: google.golang.org/grpc v1.64
  //   go@1.64  b/go.mod: google.golang.org/grpc v1.64
  //   node@1.99 w\n/package.json: "@grpc/grpc-js"
  //            newer than any
  "targets": ["spec", "go@1.64", "node@1.99"],

  // 2 configs that clients refuse, and client generators take:
  //   g/a.json
  //   g/"b".json
  // If these are for generators only:
  //   "overrides": [{"path": ["/g/a.json", "/g/\"b\".json"], "targets": ["gapic"]}]

  // Names of services are looked up in 1 .proto file.
  "protoPath": ["proto"],

  // What was found on the first day is not reported again; what is new is.
  "baseline": ".grpcfg-baseline.json",

  // Errors fail the run: what a client refuses, and policies that are lost.
  "failOn": "error"
}
)");
}

TEST(ProposalTest, ConfigsOfOtherNames) {
  RepositoryFacts facts = {.configs = 1,
                           .unusual_configs = {"a/b.json"},
                           .unusual_globs = {"/a/b.json"},
                           .usual_globs = {"*x*.json"}};
  EXPECT_NE(ProposeProject(facts).find(R"(
  // 1 file is a config by content, but not by name:
  //   a/b.json
  // The first globs are the usual ones, in whose place this stands.
  "include": ["*x*.json", "/a/b.json"],
)"),
            std::string::npos);
  facts.unusual_configs.emplace_back("c.json");
  facts.unusual_globs.clear();
  EXPECT_NE(ProposeProject(facts).find(R"(
  // 2 files are configs by content, but not by name:
  //   a/b.json
  //   c.json
  // If these are to be checked, with the usual names before them:
  //   "include": ["*x*.json", ...]

)"),
            std::string::npos);
}

// The facts of configs, of which those with a `g` in front of their names are for generators.
RepositoryFacts FactsOf(const std::vector<std::string>& configs) {
  RepositoryFacts facts = {.configs = configs.size()};
  for (const std::string& config : configs) {
    FolderFacts& folder = facts.folders[std::string(DirectoryPart(config))];
    ++folder.configs;
    if (FileNamePart(config)[0] != 'g') continue;
    ++folder.for_generators;
    if (absl::EndsWith(config, kEndingOfGenerators)) ++folder.named_for_generators;
    facts.generator_configs.push_back(config);
  }
  return facts;
}

TEST(ProposalTest, WhatIsForGeneratorsIsToldByFoldersOfIt) {
  using Paths = std::vector<std::string>;
  const struct {
    const char* why;
    Paths configs;
    Paths paths;
  } rows[] = {
      {"all of two folders", {"a/g1", "a/g2", "b/c/g1", "b/c/g2", "b/d/x"}, {"a/", "b/c/"}},
      {"most of one: the others keep their clients", {"a/g1", "a/g2", "a/x"}, {"a/g1", "a/g2"}},
      {"half of one", {"a/g1", "a/g2", "a/x", "a/y"}, {}},
      {"one alone may be a mistake", {"a/g1"}, {}},
      {"one that has the name", {"a/g1_grpc_service_config.json"}, {"a/"}},
      {"all, but not of a folder in it", {"a/g1", "a/g2", "a/b/x"}, {"a/g1", "a/g2"}},
      {"a folder in one that is told", {"a/b/g1", "a/b/g2", "a/g1", "a/g2"}, {"a/"}},
      {"of many, the one that has them",
       {"a/1/g1", "a/1/g2", "a/2/g1", "a/2/g2", "a/3/g1", "a/3/g2", "a/4/g1", "a/4/g2"},
       {"a/"}},
      {"of many, each, if others are among them",
       {"a/1/g1", "a/1/g2", "a/2/g1", "a/2/g2", "a/3/g1", "a/3/g2", "a/4/g1", "a/4/g2", "a/5/x"},
       {"a/1/", "a/2/", "a/3/", "a/4/"}},
      {"too many", {"g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "x"}, {}},
      {"where a client is", {"web/d/g1", "web/d/g2"}, {}},
  };
  for (const auto& row : rows) {
    RepositoryFacts facts = FactsOf(row.configs);
    facts.clients = {{"node", "web/d/package.json", "x"}};
    EXPECT_EQ(PathsForGenerators(facts), row.paths) << row.why;
  }
}

TEST(ProposalTest, WhatTellsThatAllAreForGenerators) {
  const auto are = [](size_t generators, size_t others, size_t named) {
    return AreForGenerators({.configs = generators + others,
                             .named_for_generators = named,
                             .generator_configs = std::vector<std::string>(generators, "a")});
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
                                 .generator_configs = {"a.json", "b.json", "c.json", "d.json"},
                                 .proto_roots = {"."},
                                 .protos = 3,
                                 .proto_fault = "a.proto imports `b.proto`, which is not there"};
  EXPECT_TRUE(AreForGenerators(facts));
  EXPECT_EQ(ProposeProject(facts), R"({
  // Configs for client generators, which fill in what they leave out, as `maxAttempts`:
  // 4 of 6 are refused by clients, and taken by generators.
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
