#include "tools/workspace/upward_search.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/tools/workspace/temporary_tree.h"

namespace grpcfg {
namespace {

TEST(UpwardSearchTest, TheNearestFileOfTheSameRepositoryCounts) {
  const TemporaryTree tree;
  tree.Write("p.json", "");
  tree.Write("a/b/c/x", "");
  tree.MakeDirectory("a/b/.git");
  tree.Write("d/p.json", "");
  tree.MakeDirectory("d/.git");
  tree.Write("d/e/x", "");
  tree.MakeDirectory("f/p.json");
  UpwardSearch search("p.json");
  const auto found = [&](const char* directory) {
    return search.Find(tree.Path(directory)).value_or("none");
  };
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(found(""), AbsolutePath(tree.Path("p.json")));
    EXPECT_EQ(found("a/"), AbsolutePath(tree.Path("p.json")));
    EXPECT_EQ(found("a/b/"), "none") << "it is above the repository";
    EXPECT_EQ(found("a/b/c/"), "none");
    EXPECT_EQ(found("d/e/"), AbsolutePath(tree.Path("d/p.json"))) << "at the top of the repository";
    EXPECT_EQ(found("f/"), AbsolutePath(tree.Path("f/p.json")))
        << "whoever opens it sees what it is";
  }
}

TEST(UpwardSearchTest, WhatAPathLeadsTo) {
  const TemporaryTree tree;
  tree.Write("d/a.json", "");
  tree.Link("link", "d");
  tree.Link("gone", "nowhere");
  EXPECT_TRUE(IsThere(tree.Path("link/a.json")));
  EXPECT_FALSE(IsThere(tree.Path("link")));
  EXPECT_TRUE(IsDirectory(tree.Path("link")));
  EXPECT_FALSE(IsDirectory(tree.Path("d/a.json")));
  EXPECT_EQ(RealPath(tree.Path("link/a.json")), RealPath(tree.Path("d/a.json")));
  EXPECT_EQ(RealPath(tree.Path("gone")), std::nullopt);
}

}  // namespace
}  // namespace grpcfg
