// .pre-commit-hooks.yaml names the files that `grpcfg check` looks at in directories; pre-commit
// has a pattern of its own for that. tests/hooks runs the hooks.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "re2/re2.h"
#include "tests/expected_file.h"
#include "tools/cli/projects.h"
#include "tools/workspace/walk.h"

namespace grpcfg {
namespace {

// The pattern, as often as it stands in `path`.
std::vector<std::string> PatternsIn(const std::string& path) {
  const std::string text = ReadWhole(path);
  absl::string_view rest = text;
  std::vector<std::string> patterns;
  re2::StringPiece input(rest.data(), rest.size());
  std::string pattern;
  while (RE2::FindAndConsume(&input, R"(files:[^'\n]*'([^'\n]*)')", &pattern)) {
    patterns.push_back(pattern);
  }
  return patterns;
}

bool IsFound(const std::string& path) {
  static const WalkGlobs kGlobs = [] {
    WalkOptions options = UsualWalk();
    options.is_config = [](absl::string_view /*path*/, absl::string_view /*text*/) { return true; };
    return *WalkGlobs::Of(options, "/");
  }();
  return kGlobs.MayTake("/" + path);
}

TEST(HooksTest, TheFilesAreThoseThatCheckFinds) {
  const std::vector<std::string> hooks = PatternsIn(".pre-commit-hooks.yaml");
  ASSERT_EQ(hooks.size(), 1U);
  const RE2 pattern(hooks[0]);
  ASSERT_TRUE(pattern.ok());
  size_t found = 0;
  size_t others = 0;
  for (const char* const folder : {"", "a/", "a/b c/", "service_config/", ".x/"}) {
    for (const char* const before : {"", "x_", ".", "x.service_"}) {
      for (const char* const name :
           {"service_config", "service-config", "serviceconfig", "service__config",
            "Service_config", "service_confi", "service.config"}) {
        for (const char* const suffix :
             {".json", "_v2.json", ".x.json", "x/y.json", ".jsonc", "json", ".json5",
              ".yaml", "/a.json",  ".JSON",   ".Json5",   ".json6", ".go",  ".tsx",
              ".Kt",   "/BUILD",   "BUILD",   ".md",      ".gof",   ".txt"}) {
          const std::string path = std::string(folder) + before + name + suffix;
          // pre-commit asks by re.search.
          EXPECT_EQ(RE2::PartialMatch(path, pattern), IsFound(path)) << path;
          ++(IsFound(path) ? found : others);
        }
      }
    }
  }
  EXPECT_GT(found, 50U);
  EXPECT_GT(others, 50U);
  EXPECT_EQ(PatternsIn("docs/ci.md"), hooks);
}

}  // namespace
}  // namespace grpcfg
