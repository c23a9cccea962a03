#include "project/proposal.h"

#include <string>
#include <vector>

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

TEST(ProposalTest, FoldersThatAreForGenerators) {
  RepositoryFacts facts = {.clients = {{"go", "go.mod", "x"}, {"node", "web/package.json", "x"}},
                           .configs = 30,
                           .folders = {{"", {3, 0}}, {"a/", {10, 1}}, {"b/c/", {1, 1}}}};
  using Folders = std::vector<std::string>;
  EXPECT_EQ(FoldersForGenerators(facts), (Folders{"a/", "b/c/"}));
  facts.folders["a/x/"] = {1, 0};
  EXPECT_EQ(FoldersForGenerators(facts), Folders()) << "a tenth is the least";
  facts.folders.erase("a/x/");
  facts.folders["web/d/"] = {1, 1};
  facts.clients[1].file = "web/d/package.json";
  EXPECT_EQ(FoldersForGenerators(facts), Folders()) << "a client is there";
  facts.folders = {{"a/1/", {1, 1}}, {"a/2/", {2, 1}}, {"a/3/", {1, 1}}, {"a/4/", {1, 1}}};
  EXPECT_EQ(FoldersForGenerators(facts), Folders{"a/"}) << "of many, the one that has them";
  facts.folders[""] = {1, 1};
  EXPECT_EQ(FoldersForGenerators(facts), Folders()) << "in no folder of their own";
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
