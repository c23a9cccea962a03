#include "validator/project/include_globs.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "validator/project/path_glob.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

using Paths = std::vector<std::string>;

struct GlobsRow {
  const char* reason;
  Paths wanted;
  Paths others;
  Paths globs;
};

const GlobsRow kGlobsRows[] = {
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
    {"what globs have a meaning for", {"[a]*?\\.json"}, {}, {R"(/\[a]\*\?\\.json)"}},
    {"a folder of many, without what else it has",
     {"c/a.json", "c/b.json", "c/c.json"},
     {"c/x.json"},
     {"/c/*.json", "!/c/x.json"}},
    {"many folders that have nothing else",
     {"t/a/a.json", "t/b/b.json", "t/c/c.json", "t/d/d.json", "t/e/e.json", "t/f/f.json",
      "t/g/g.json", "t/h/h.json", "t/i/i.json"},
     {"x.json"},
     {"/t/**/*.json"}},
    {"many names that are alike",
     {"d1/o1.json", "d2/o2.json", "d3/o3.json", "d4/o4.json", "d5/o5.json", "d6/o6.json",
      "d7/o7.json", "d8/o8.json", "d10/o10.json", "x/y.json"},
     {"d1/package.json", "x/o.json"},
     {"/d*/o*.json", "/x/y.json"}},
    {"many names that are like another one",
     {"d1.json", "d2.json", "d3.json", "d4.json", "d5.json", "d6.json", "d7.json", "d8.json",
      "d9.json"},
     {"dx.json"},
     {"/d1.json", "/d2.json", "/d3.json", "/d4.json", "/d5.json", "/d6.json", "/d7.json",
      "/d8.json", "/d9.json"}},
    {"a folder has what JSON cannot", {"c/a.json", "c/b\xff.json"}, {}, {"/c/*.json"}},
    {"nothing", {}, {"a.json"}, {}},
};

TEST(IncludeGlobsTest, TheyTellTheWantedFromTheOthers) {
  for (const GlobsRow& row : kGlobsRows) {
    const Paths globs = IncludeGlobs(row.wanted, row.others);
    EXPECT_THAT(globs, ElementsAreArray(row.globs)) << row.reason;
    const PathGlob all(WithoutPlaces(globs));
    for (const std::string& path : row.wanted) EXPECT_TRUE(all.Holds(path)) << path;
    if (globs.empty()) continue;
    for (const std::string& path : row.others) EXPECT_FALSE(all.Holds(path)) << path;
  }
}

TEST(IncludeGlobsTest, ANameThatIsNotUtf8HasNoGlob) {
  const std::vector<std::string> wanted = {"a.json", "b\xff.json"};
  EXPECT_THAT(IncludeGlobs(wanted, {}), ElementsAre("/a.json"));
}

}  // namespace
}  // namespace grpcfg
