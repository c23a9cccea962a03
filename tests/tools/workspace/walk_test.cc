#include "tools/workspace/walk.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/clean_git.h"
#include "tests/tools/workspace/temporary_tree.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

using Paths = std::vector<std::string>;

// Every test works in a directory of its own, so that paths can be spelled as a user would.
class WalkTest : public ::testing::Test {
 protected:
  WalkTest() : home_(std::filesystem::current_path()) {
    std::filesystem::current_path(tree_.Path(""));
  }
  ~WalkTest() override { std::filesystem::current_path(home_); }

  [[nodiscard]] static ConfigFiles List(const Paths& paths, const WalkOptions& options = {}) {
    absl::StatusOr<ConfigFiles> found = ListConfigFiles(paths, options);
    EXPECT_TRUE(found.ok()) << found.status();
    return found.ok() ? *std::move(found) : ConfigFiles();
  }
  // Only the paths, for a walk that must meet no problem.
  [[nodiscard]] static Paths Found(const Paths& paths, const WalkOptions& options = {}) {
    const ConfigFiles found = List(paths, options);
    for (const absl::Status& problem : found.problems) ADD_FAILURE() << problem;
    return found.paths;
  }
  // Makes empty files; one that ends in a slash is a directory.
  void Make(const Paths& paths) const {
    for (const std::string& path : paths) {
      if (absl::EndsWith(path, "/")) {
        tree_.MakeDirectory(path);
      } else {
        tree_.Write(path, "");
      }
    }
  }

  TemporaryTree tree_;

 private:
  std::filesystem::path home_;
};

const WalkOptions kAllJson = {.include = {"*.json"}, .exclude = {}, .glob_directory = ""};

TEST_F(WalkTest, FilesOfOtherNamesAreTakenForWhatTheyHold) {
  WalkOptions options;
  options.is_config = [](absl::string_view /*path*/, absl::string_view text) {
    return text == "a config";
  };
  for (const char* const path : {"a.json", "d/b.jsonc", "d/c.txt", "left_out.json"}) {
    tree_.Write(path, "a config");
  }
  tree_.Write("other.json", "another text");
  tree_.Write("x_service_config.json", "whatever its text");
  options.exclude = {"left_out.json"};
  EXPECT_EQ(Found({"."}, options), Paths({"a.json", "d/b.jsonc", "x_service_config.json"}));
  options.include = {"x*.json"};
  options.takes_by_content = false;
  EXPECT_EQ(Found({"."}, options), Paths({"x_service_config.json"}));
  EXPECT_EQ(ListConfigFiles({"."}, options)->unlisted, Paths({"a.json", "d/b.jsonc"}));
}

TEST_F(WalkTest, TheLetterCaseOfEndingsDoesNotMatter) {
  WalkOptions options;
  options.is_config = [](absl::string_view /*path*/, absl::string_view text) {
    return text == "a config";
  };
  for (const char* const path :
       {"a.JSON", "b.Json", "c.json5", "D.B/E.JSON5", "f.JsonC", "g.TXT"}) {
    tree_.Write(path, "a config");
  }
  tree_.Write("x_service_config.JSON", "whatever its text");
  EXPECT_EQ(Found({"."}, options), Paths({"D.B/E.JSON5", "a.JSON", "b.Json", "c.json5", "f.JsonC",
                                          "x_service_config.JSON"}));
}

TEST_F(WalkTest, DefaultIncludeTakesServiceConfigs) {
  Make({"service_config.json", "x/my-service-config-1.json", "x/a.json", "y/service_config.yaml",
        "service_config.json.d/a.json", ".github/service_config.json"});
  EXPECT_EQ(Found({"."}), Paths({".github/service_config.json", "service_config.json",
                                 "x/my-service-config-1.json"}));
}

TEST_F(WalkTest, NamedFilesAreAlwaysTaken) {
  Make({"a.txt", "ignored.json", "d/a.json"});
  tree_.Write(".gitignore", "ignored.json\n");
  ASSERT_EQ(mkfifo("fifo", 0600), 0);
  WalkOptions options = kAllJson;
  options.exclude = {"*"};
  EXPECT_EQ(
      Found({"ignored.json", "./a.txt", "a.txt", "-", "fifo", "/dev/stdin", "d//a.json"}, options),
      Paths({"-", "./a.txt", "/dev/stdin", "a.txt", "d//a.json", "fifo", "ignored.json"}));
}

TEST_F(WalkTest, SpellsBelowTheDirectoryAsNamed) {
  Make({"d/e/a.json", "b.json"});
  struct Row {
    const char* reason;
    std::string named;
    Paths found;
  };
  const Row rows[] = {
      {"current directory", ".", {"b.json", "d/e/a.json"}},
      {"current directory with slashes", ".//", {"b.json", "d/e/a.json"}},
      {"plain", "d", {"d/e/a.json"}},
      {"slash at the end", "d/", {"d/e/a.json"}},
      {"dot kept in front", "./d", {"./d/e/a.json"}},
      {"dots kept inside", "d/../d/e", {"d/../d/e/a.json"}},
      {"absolute", tree_.Path("d"), {tree_.Path("d/e/a.json")}},
  };
  for (const Row& row : rows) EXPECT_EQ(Found({row.named}, kAllJson), row.found) << row.reason;
}

// Whoever may add a link to a repository must not make CI print what only CI can read.
TEST_F(WalkTest, LinksOutOfTheTreeAreNotFollowed) {
  Make({"secret.json", "away/a.json", "r/.git/", "r/own.json", "r/sub/", "plain/"});
  ASSERT_EQ(mkfifo("fifo.json", 0600), 0);
  tree_.Link("r/environ.json", "/proc/self/environ");
  tree_.Link("r/zero.json", "/dev/zero");
  tree_.Link("r/out.json", "../secret.json");
  tree_.Link("r/fifo.json", "../fifo.json");
  tree_.Link("r/away", "../away");
  tree_.Link("r/sub/up.json", "../own.json");
  tree_.Link("plain/out.json", "../secret.json");
  WalkOptions options = kAllJson;
  options.obeys_ignore_files = false;
  const ConfigFiles all = List({"r"}, options);
  EXPECT_EQ(all.paths, Paths({"r/own.json", "r/sub/up.json"}));
  EXPECT_EQ(all.links_out.size(), 4U);
  EXPECT_EQ(all.notes.size(), 1U) << "the directory";
  EXPECT_TRUE(all.problems.empty());
  EXPECT_EQ(Found({"r/sub"}, kAllJson), Paths({"r/sub/up.json"})) << "inside the repository";
  const ConfigFiles plain = List({"plain"}, kAllJson);
  EXPECT_EQ(plain.paths, Paths()) << "without a repository the tree is what was named";
  EXPECT_EQ(plain.links_out.size(), 1U);
  EXPECT_EQ(Found({"r/out.json", "plain/out.json"}), Paths({"plain/out.json", "r/out.json"}));
}

TEST_F(WalkTest, FileNamedMinusIsNotStandardInput) {
  Make({"-", "d/-"});
  const WalkOptions all = {.include = {"*"}, .exclude = {}, .glob_directory = ""};
  EXPECT_EQ(Found({"."}, all), Paths({"./-", "d/-"}));
}

TEST_F(WalkTest, SortsBytewiseAndDropsDuplicates) {
  Make({"a/x.json", "a-b/x.json", "a.json", "B/x.json", "a/\xc3\xa9.json"});
  EXPECT_EQ(Found({"a", ".", "a", "a.json", "a.json"}, kAllJson),
            Paths({"B/x.json", "a-b/x.json", "a.json", "a/x.json", "a/\xc3\xa9.json"}));
}

TEST_F(WalkTest, GlobsFollowGitignoreRules) {
  Make({"a.json", "d/a.json", "d/b.json", "d/old/a.json", "e/old/b.json"});
  struct Row {
    const char* reason;
    Paths include;
    Paths exclude;
    Paths found;
  };
  const Row rows[] = {
      {"name at any depth", {"a.json"}, {}, {"a.json", "d/a.json", "d/old/a.json"}},
      {"anchored", {"/a.json"}, {}, {"a.json"}},
      {"path", {"d/*.json"}, {}, {"d/a.json", "d/b.json"}},
      {"last include wins", {"*.json", "!a.json"}, {}, {"d/b.json", "e/old/b.json"}},
      {"exclude directory", {"*.json"}, {"old"}, {"a.json", "d/a.json", "d/b.json"}},
      {"exclude directory by slash", {"*.json"}, {"old/"}, {"a.json", "d/a.json", "d/b.json"}},
      {"exclude path", {"*.json"}, {"d/**"}, {"a.json", "e/old/b.json"}},
      {"exclude taken back",
       {"*.json"},
       {"old", "!d/old"},
       {"a.json", "d/a.json", "d/b.json", "d/old/a.json"}},
      {"include nothing", {}, {}, {}},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Found({"."}, {row.include, row.exclude, ""}), row.found) << row.reason;
  }
}

TEST_F(WalkTest, GlobsAreRelativeToTheirDirectory) {
  Make({"p/d/a.json", "p/d/old/a.json", "p/e/a.json"});
  const auto find = [](const std::string& named, const std::string& glob_directory) {
    return Found({named}, {{"*.json"}, {"d/old"}, glob_directory});
  };
  EXPECT_EQ(find("p/d", "p"), Paths({"p/d/a.json"})) << "directory above";
  EXPECT_EQ(find("p", "p"), Paths({"p/d/a.json", "p/e/a.json"})) << "the directory itself";
  EXPECT_EQ(find("p", ""), Paths({"p/d/a.json", "p/e/a.json"})) << "by default the named one";
  EXPECT_EQ(find("p", "p/e"), Paths({"p/d/a.json", "p/e/a.json"})) << "not above: the named one";
  EXPECT_EQ(find("p/d", ""), Paths({"p/d/a.json", "p/d/old/a.json"})) << "no `d` below";
}

TEST_F(WalkTest, MalformedGlobIsAnError) {
  EXPECT_EQ(ListConfigFiles({"."}, {{"[a"}, {}, ""}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ListConfigFiles({"."}, {{"a"}, {"b\\"}, ""}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(WalkTest, NothingIsIgnoredOutsideOfARepository) {
  tree_.Write(".gitignore", "d/a.json\n");
  tree_.Write("d/.gitignore", "b.json\n");
  Make({"d/a.json", "d/b.json"});
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"d/a.json", "d/b.json"}));
}

TEST_F(WalkTest, WhatIsNotARepositoryForGitIsWalkedWithANote) {
  Make({"d/a.json", ".git/"});
  tree_.Write(".gitignore", "a.json\n");
  const ConfigFiles found = List({"."}, kAllJson);
  EXPECT_EQ(found.paths, Paths({"d/a.json"}));
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_TRUE(absl::StrContains(found.notes[0].message(), RealDirectoryPath(".")));
  EXPECT_TRUE(absl::EndsWith(found.notes[0].message(), " are not skipped"));
}

// With real repositories: git decides what is ignored.
class GitWalkTest : public WalkTest {
 protected:
  void SetUp() override {
    if (!HaveGit()) GTEST_SKIP() << "git is not installed: it cannot say what is ignored";
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    tree_.Git(".", "init -q -b main");
  }
  void TearDown() override {
    for (const char* const name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"}) unsetenv(name);
  }
};

TEST_F(GitWalkTest, IgnoredFilesAreLeftOut) {
  tree_.Write(".git/info/exclude", "excluded.json\n/d/e/x.json\n!kept.json\n");
  tree_.Write(".git/a.json", "");
  tree_.Write(".gitignore", "/d/e/a.json\nkept.json\n");
  tree_.Write("d/.gitignore", "b.json\n");
  tree_.Write("d/e/.gitignore", "!kept.json\n");
  Make({"d/e/a.json", "d/e/b.json", "d/e/c.json", "d/e/x.json", "d/e/excluded.json",
        "d/e/kept.json", "d/kept.json"});
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"d/e/c.json", "d/e/kept.json"}));
  EXPECT_EQ(Found({"d"}, kAllJson), Paths({"d/e/c.json", "d/e/kept.json"}));
  EXPECT_EQ(Found({"d/e"}, kAllJson), Paths({"d/e/c.json", "d/e/kept.json"}));
  EXPECT_EQ(Found({"d", "d/e"}, kAllJson), Paths({"d/e/c.json", "d/e/kept.json"}));
  WalkOptions options = kAllJson;
  options.obeys_ignore_files = false;
  EXPECT_EQ(Found({"."}, options).size(), 7U);
}

TEST_F(GitWalkTest, NamesAreTakenAsTheyAre) {
  const std::string odd = "\"q\" *\n\xC3\xA4";
  tree_.Write(".gitignore", "gone.json\n");
  Make({absl::StrCat(odd, "/a.json"), absl::StrCat(odd, "/gone.json"), "x/a.json"});
  EXPECT_EQ(Found({"."}, kAllJson), Paths({absl::StrCat(odd, "/a.json"), "x/a.json"}));
  EXPECT_EQ(Found({odd}, kAllJson), Paths({absl::StrCat(odd, "/a.json")}));
}

TEST_F(GitWalkTest, TrackedFilesAreNotIgnored) {
  tree_.Write(".gitignore", "build/\n*.gen.json\n");
  Make({"build/a.json", "build/b.json", "a.gen.json", "b.gen.json"});
  tree_.Git(".", "add -f build/a.json a.gen.json");
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"a.gen.json", "build/a.json"}));
}

TEST_F(GitWalkTest, AnIgnoredDirectoryIsWalkedIfItIsNamed) {
  tree_.Write(".gitignore", "build/\n!build/a.json\n");
  tree_.Write("build/.gitignore", "!a.json\n");
  Make({"build/a.json", "build/d/b.json", "a.json"});
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"a.json"})) << "nothing comes back below it";
  EXPECT_EQ(Found({"build"}, kAllJson), Paths({"build/a.json", "build/d/b.json"}));
  EXPECT_EQ(Found({"build/d"}, kAllJson), Paths({"build/d/b.json"}));
  EXPECT_EQ(Found({"build/d", "build"}, kAllJson), Paths({"build/a.json", "build/d/b.json"}));
}

TEST_F(GitWalkTest, ARepositoryWithinDecidesForItself) {
  tree_.Write(".gitignore", "a.json\n/ignored\n");
  tree_.Git("inner", "init -q");
  tree_.Git("ignored", "init -q");
  tree_.Write("inner/.gitignore", "b.json\n");
  Make({"inner/a.json", "inner/b.json", "ignored/a.json", "a.json", "b.json"});
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"b.json", "inner/a.json"}));
  EXPECT_EQ(Found({"inner", "ignored"}, kAllJson), Paths({"ignored/a.json", "inner/a.json"}));
  EXPECT_EQ(Found({"."}, {{"*.json"}, {"inner"}, ""}), Paths({"b.json"}));
}

TEST_F(GitWalkTest, WorktreesAndSubmodulesFindTheirExclude) {
  tree_.Write("x.json", "");
  tree_.Git(".", "add x.json");
  tree_.Git(".", "commit -q -m x");
  tree_.Git(".", "worktree add -q w 2>/dev/null");
  tree_.MakeDirectory(".git/modules");
  tree_.Git("s", "init -q --separate-git-dir ../.git/modules/s");
  tree_.Write(".git/info/exclude", "a.json\n");
  tree_.Write(".git/modules/s/info/exclude", "b.json\n");
  Make({"w/a.json", "w/b.json", "s/a.json", "s/b.json", "s/d/b.json"});
  EXPECT_EQ(Found({"w"}, kAllJson), Paths({"w/b.json", "w/x.json"}));
  EXPECT_EQ(Found({"s/d", "s"}, kAllJson), Paths({"s/a.json"}));
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"s/a.json", "w/b.json", "w/x.json", "x.json"}));
}

TEST_F(GitWalkTest, LinksAreIgnoredAsGitDoes) {
  Make({"outside/a.json", "outside/b.json", "outside/b.gen.json", "r/"});
  tree_.Link("r/build", "../outside");
  tree_.Link("r/gone.json", "nowhere");
  tree_.Write("r/.gitignore", "build/\ngone.json\n");
  tree_.Write(".gitignore", "*.gen.json\n");
  EXPECT_EQ(Found({"r"}, kAllJson), Paths({"r/build/a.json", "r/build/b.json"}))
      << "a pattern of directories does not match a link";
  EXPECT_EQ(Found({"r"}, {{"*.json"}, {"build/"}, ""}), Paths()) << "but one of `exclude` does";
  tree_.Write("r/.gitignore", "build\ngone.json\n");
  EXPECT_EQ(Found({"r"}, kAllJson), Paths());
}

TEST_F(GitWalkTest, AHookOfAnotherRepositoryDoesNotDecide) {
  tree_.Git("other", "init -q");
  tree_.Write("other/.gitignore", "a.json\n");
  Make({"other/a.json", "other/b.json"});
  setenv("GIT_DIR", ".git", 1);
  setenv("GIT_INDEX_FILE", ".git/index", 1);
  EXPECT_EQ(Found({"other"}, kAllJson), Paths({"other/b.json"}));
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"other/b.json"}));
  unsetenv("GIT_DIR");
  unsetenv("GIT_INDEX_FILE");
}

// Whoever may write the configuration of a repository must not run programs by a mere check.
TEST_F(GitWalkTest, NoProgramOfTheRepositoryIsRun) {
  tree_.Write("monitor", "#!/bin/sh\ntouch was-run\n");
  tree_.SetMode("monitor", 0755);
  std::filesystem::create_directories(tree_.Path("hooks"));
  std::filesystem::copy(tree_.Path("monitor"), tree_.Path("hooks/post-index-change"));
  tree_.Git(".", absl::StrCat("config core.fsmonitor '", tree_.Path("monitor"), "'"));
  tree_.Git(".", absl::StrCat("config core.hooksPath '", tree_.Path("hooks"), "'"));
  Make({"a.json"});
  EXPECT_EQ(Found({"."}, kAllJson), Paths({"a.json"}));
  EXPECT_FALSE(std::filesystem::exists(tree_.Path("was-run")));
}

TEST_F(GitWalkTest, WithoutGitNothingIsIgnoredAndANoteSaysSo) {
  tree_.Write(".gitignore", "a.json\n");
  Make({"a.json"});
  const char* const variable = getenv("PATH");
  const std::string path = variable == nullptr ? "" : variable;
  setenv("PATH", tree_.Path("").c_str(), 1);
  const ConfigFiles found = List({"."}, kAllJson);
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(found.paths, Paths({"a.json"}));
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].message(),
            absl::StrCat("cannot run `git`: it is not in the PATH; install it; ignored files in `",
                         RealDirectoryPath("."), "` are not skipped"));
}

TEST_F(WalkTest, LinksToFilesAreFollowed) {
  tree_.Write("target", "");
  Make({".git/", "d/"});
  tree_.Link("d/a.json", "../target");
  tree_.Link("d/b.json", "../d");  // a directory by that name is no file
  EXPECT_EQ(Found({"d"}, kAllJson), Paths({"d/a.json"}));
}

TEST_F(WalkTest, APipeInPlaceOfAConfigIsAProblem) {
  Make({"d/"});
  ASSERT_EQ(mkfifo("d/fifo.json", 0600), 0);
  EXPECT_EQ(List({"d"}, kAllJson).problems.size(), 1U);
  EXPECT_THAT(List({"d"}, WalkOptions()).problems, testing::IsEmpty());
}

TEST_F(WalkTest, LinkedDirectoriesAreWalkedOnceAndRealPathsWin) {
  Make({".git/", "r/z/a.json", "outside/b.json", "outside/c/d.json"});
  tree_.Link("r/a-link", "z");
  tree_.Link("r/loop", "..");
  tree_.Link("r/z/self", ".");
  tree_.Link("r/y-out", "../outside");
  tree_.Link("r/x-out", "../outside");
  EXPECT_EQ(Found({"r/z"}, kAllJson), Paths({"r/z/a.json"}));
  // `loop` is the first link after `a-link`, and `..` holds `outside` and `r` again.
  EXPECT_EQ(Found({"r"}, kAllJson),
            Paths({"r/loop/outside/b.json", "r/loop/outside/c/d.json", "r/z/a.json"}));
  ASSERT_EQ(unlink(tree_.Path("r/loop").c_str()), 0);
  EXPECT_EQ(Found({"r"}, kAllJson), Paths({"r/x-out/b.json", "r/x-out/c/d.json", "r/z/a.json"}));
  EXPECT_EQ(Found({"r/a-link"}, kAllJson), Paths({"r/a-link/a.json"})) << "named itself";
}

TEST_F(WalkTest, DanglingLinkIsAProblemIfItWouldBeTaken) {
  Make({"b.json"});
  tree_.Link("a.json", "nowhere");
  tree_.Link("loop.json", "loop.json");
  tree_.Link("other", "nowhere");
  tree_.Link(".#b.json", "user@host.4711:1");  // lock of Emacs
  const ConfigFiles found = List({"."}, kAllJson);
  EXPECT_EQ(found.paths, Paths({"b.json"}));
  ASSERT_EQ(found.problems.size(), 2U);
  EXPECT_EQ(found.problems[0].message(),
            "cannot follow link `a.json`: no such file or directory; check the spelling and the "
            "current directory");
}

TEST_F(WalkTest, UnreadablePlacesAreReportedAndTheRestIsWalked) {
  Make({"a/a.json", "b/b.json", "c/c.json", "d/d.json"});
  tree_.SetMode("b", 0);
  ConfigFiles found;
  {
    const Unprivileged unprivileged;
    found = List({".", "b"}, kAllJson);
  }
  tree_.SetMode("b", 0755);
  EXPECT_EQ(found.paths, Paths({"a/a.json", "c/c.json", "d/d.json"}));
  ASSERT_EQ(found.problems.size(), 2U);
  EXPECT_EQ(found.problems[0].message(),
            "cannot list `b/`: permission denied; check its permissions and those of its "
            "directory");
  EXPECT_EQ(found.problems[1].message(), found.problems[0].message());
  EXPECT_TRUE(found.unmatched.empty()) << "what could not be seen is not called empty";
}

TEST_F(WalkTest, MissingPathIsAProblem) {
  Make({"a.json"});
  const ConfigFiles found = List({"missing", "a.json", "a.json/b", ""}, kAllJson);
  EXPECT_EQ(found.paths, Paths({"a.json"}));
  ASSERT_EQ(found.problems.size(), 3U);
  EXPECT_EQ(found.problems[0].code(), absl::StatusCode::kNotFound);
}

TEST_F(WalkTest, DirectoryThatMatchesNothingIsReported) {
  Make({"empty/", "other/a.txt", "full/service_config.json"});
  const ConfigFiles found = List({"empty", "full", "other"});
  EXPECT_EQ(found.paths, Paths({"full/service_config.json"}));
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.unmatched.size(), 2U);
  EXPECT_EQ(found.unmatched[0].message(),
            "no files found in `empty` (looked for `**/*service_config*.json` or "
            "`**/*service-config*.json`); name files");
  EXPECT_TRUE(List({"full", "full"}).unmatched.empty()) << "found before is found";
  const ConfigFiles excluded =
      List({"full"},
           {.exclude = {"*.json"}, .glob_directory = "", .exclude_origin = "`exclude` in `p`"});
  ASSERT_EQ(excluded.unmatched.size(), 1U);
  EXPECT_EQ(
      excluded.unmatched[0].message(),
      "no files found in `full` (looked for `**/*service_config*.json` or "
      "`**/*service-config*.json`; `exclude` in `p` excludes `full/service_config.json`); change "
      "that, or name files");
}

// Makes `depth` directories named `d` inside each other; no path can be longer than PATH_MAX.
void MakeDeep(const std::string& top, int depth) {
  int descriptor = open(top.c_str(), O_RDONLY | O_DIRECTORY);
  for (int level = 0; level < depth; ++level) {
    ASSERT_EQ(mkdirat(descriptor, "d", 0755), 0);
    const int next = openat(descriptor, "d", O_RDONLY | O_DIRECTORY);
    close(descriptor);
    descriptor = next;
  }
  close(descriptor);
}

// Runs `work` on a stack that is too small for PATH_MAX / 2 calls inside each other.
void RunOnSmallStack(absl::FunctionRef<void()> work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 256 << 10), 0);
  const auto run = [](void* argument) -> void* {
    (*static_cast<absl::FunctionRef<void()>*>(argument))();
    return nullptr;
  };
  pthread_t thread = {};
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST_F(WalkTest, DeepTreeNeedsNoStack) {
  Make({"a.json", "deep/"});
  ASSERT_NO_FATAL_FAILURE(MakeDeep(tree_.Path("deep"), 2100));
  ConfigFiles found;
  RunOnSmallStack([&] { found = List({"."}, kAllJson); });
  EXPECT_EQ(found.paths, Paths({"a.json"}));
  ASSERT_EQ(found.problems.size(), 1U) << "what no path can name is reported";
  EXPECT_TRUE(absl::StrContains(found.problems[0].message(), "file name too long"));
  // std::filesystem::remove_all would recurse.
  EXPECT_EQ(std::system(("rm -rf '" + tree_.Path("deep") + "'").c_str()), 0);
}

}  // namespace
}  // namespace grpcfg
