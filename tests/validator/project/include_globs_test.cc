#include "validator/project/proposal.h"

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
  Paths chosen;
  Paths others;
  Paths globs;
};

const GlobsRow kGlobsRows[] = {
    {"one file", {"a/b.json"}, {"package.json"}, {"**/b.json"}},
    {"an ending of their own", {"a.grpc.json", "x/b.grpc.json"}, {"b.json"}, {"**/*.grpc.json"}},
    {"a name of their own", {"a/grpc.json", "x/grpc.json"}, {"x/xgrpc.json"}, {"**/grpc.json"}},
    {"an ending that others have too",
     {"a_rpc.json", "b_rpc.json"},
     {"c/no_rpc.json"},
     {"**/a_rpc.json", "**/b_rpc.json"}},
    {"a name that others have too", {"a/x.json"}, {"b/x.json"}, {"/a/x.json"}},
    {"a folder that has nothing else",
     {"conf/a.json", "conf/b.json", "x/c.json"},
     {"x/package.json", "conf/in/d.json"},
     {"**/c.json", "/conf/*.json"}},
    {"a folder that has", {"c/a.json", "c/b.json"}, {"c/x.json"}, {"**/a.json", "**/b.json"}},
    {"what globs have a meaning for", {"[a]*?\\.json"}, {}, {R"(**/\[a]\*\?\\.json)"}},
    {"folders in one that has nothing else",
     {"t/a/a.json", "t/b/b.json", "t/c/c.json"},
     {"x.json"},
     {"/t/**/*.json"}},
    {"names that differ in numbers",
     {"d1/o1.json", "d2/o2.json", "d10/o10.json", "x/y.json"},
     {"d1/package.json", "x/p.json"},
     {"**/o*.json", "**/y.json"}},
    {"names that are like another one",
     {"d1.json", "d2.json"},
     {"dx.json"},
     {"**/d1.json", "**/d2.json"}},
    {"a folder has what JSON cannot", {"c/a.json", "c/b\xff.json"}, {}, {"/c/**/*.json"}},
    {"nothing", {}, {"a.json"}, {}},
};

TEST(IncludeGlobsTest, TheyMatchTheChosenAndNoOthers) {
  for (const GlobsRow& row : kGlobsRows) {
    const Paths globs = IncludeGlobs(row.chosen, row.others);
    EXPECT_THAT(globs, ElementsAreArray(row.globs)) << row.reason;
    const PathGlob all(WithoutPlaces(globs));
    for (const std::string& path : row.chosen) EXPECT_TRUE(all.Holds(path)) << path;
    if (globs.empty()) continue;
    for (const std::string& path : row.others) EXPECT_FALSE(all.Holds(path)) << path;
  }
}

TEST(IncludeGlobsTest, ANameThatIsNotUtf8HasNoGlob) {
  const std::vector<std::string> chosen = {"a.json", "b\xff.json"};
  EXPECT_THAT(IncludeGlobs(chosen, {}), ElementsAre("**/a.json"));
}

}  // namespace
}  // namespace grpcfg
