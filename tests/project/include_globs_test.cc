#include "project/include_globs.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "project/path_glob.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAreArray;

TEST(IncludeGlobsTest, TheyTellTheWantedFromTheOthers) {
  using Paths = std::vector<std::string>;
  const struct {
    const char* reason;
    Paths wanted;
    Paths others;
    Paths globs;
  } rows[] = {
      {"one file", {"a/b.json"}, {"package.json"}, {"/a/b.json"}},
      {"an ending of their own", {"a.grpc.json", "x/b.grpc.json"}, {"b.json"}, {"*.grpc.json"}},
      {"a name of their own", {"a/grpc.json", "x/grpc.json"}, {"x/b.json"}, {"*grpc.json"}},
      {"an ending that others have too",
       {"a_rpc.json", "b_rpc.json"},
       {"c/no_rpc.json"},
       {"/a_rpc.json", "/b_rpc.json"}},
      {"a folder that has nothing else",
       {"conf/a.json", "conf/b.json", "x/c.json"},
       {"x/package.json", "conf/in/d.json"},
       {"/conf/*.json", "/x/c.json"}},
      {"a folder that has", {"c/a.json", "c/b.json"}, {"c/x.json"}, {"/c/a.json", "/c/b.json"}},
      {"what globs have a meaning for", {"[a]*?\\.json"}, {}, {"/\\[a]\\*\\?\\\\.json"}},
      {"nothing", {}, {"a.json"}, {}},
  };
  for (const auto& row : rows) {
    const Paths globs = IncludeGlobs(row.wanted, row.others);
    EXPECT_THAT(globs, ElementsAreArray(row.globs)) << row.reason;
    LocatedTexts texts;
    for (const std::string& glob : globs) texts.push_back({.text = glob});
    for (const std::string& path : row.wanted) EXPECT_TRUE(PathGlob(texts).Holds(path)) << path;
    if (globs.empty()) continue;
    for (const std::string& path : row.others) EXPECT_FALSE(PathGlob(texts).Holds(path)) << path;
  }
}

}  // namespace
}  // namespace grpcfg
