#include "tools/workspace/old_versions.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/clean_git.h"
#include "tests/tools/workspace/temporary_tree.h"

namespace grpcfg {
namespace {

class OldVersionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HaveGit()) {
      GTEST_SKIP() << "git is not installed: old versions are not looked up";
    }
    tree_.MakeDirectory("r");
    tree_.Git("r", "init -q -b main");
    tree_.Write("r/same.json", "same");
    tree_.Write("r/changed.json", "old");
    tree_.Write("r/with space/\xC3\xA4 \"quoted\"\n.json", "odd");
    tree_.Write("r/moved.json", "a text that is long enough for git to see that it was moved\n");
    tree_.Write("r/gone.json", "gone");
    tree_.Write("r/staged.json", "before");
    tree_.Git("r", "add -A");
    tree_.Git("r", "commit -q -m first");
    tree_.Git("r", "tag v1");
  }

  // "=": unchanged, "+": new, else the old text.
  std::vector<std::string> Versions(const std::vector<std::string>& names,
                                    const std::string& since) {
    std::vector<std::string> paths;
    paths.reserve(names.size());
    for (const std::string& name : names) paths.push_back(tree_.Path(absl::StrCat("r/", name)));
    const auto versions = OldVersions(paths, since);
    if (!versions.ok()) return {std::string(versions.status().message())};
    std::vector<std::string> results;
    results.reserve(names.size());
    notes_ = versions->notes;
    for (const OldVersion& version : versions->versions) {
      results.push_back(version.is_changed ? version.text.value_or("+") : "=");
      EXPECT_TRUE(version.is_changed || !version.text);
    }
    return results;
  }

  TemporaryTree tree_;
  std::vector<std::string> notes_;  // of the last question
};

using Results = std::vector<std::string>;

TEST_F(OldVersionsTest, WhatIsInTheWorkingTreeIsComparedWithTheCommit) {
  tree_.Write("r/changed.json", "new");
  tree_.Write("r/with space/\xC3\xA4 \"quoted\"\n.json", "odd, too");
  tree_.Write("r/untracked.json", "");
  tree_.Write("r/staged.json", "after");
  tree_.Git("r", "mv moved.json elsewhere.json");
  tree_.Git("r", "rm -q gone.json");
  tree_.Git("r", "add staged.json");
  tree_.Write("r/gone.json", "back");
  EXPECT_EQ(Versions({"same.json", "changed.json", "with space/\xC3\xA4 \"quoted\"\n.json",
                      "untracked.json", "staged.json", "elsewhere.json", "gone.json"},
                     "HEAD"),
            (Results{"=", "old", "odd", "+", "before", "+", "gone"}));
}

TEST_F(OldVersionsTest, LinksThatLeadElsewhere) {
  tree_.Write("r/v1/a.json", "one");
  tree_.Write("r/v2/a.json", "two");
  tree_.Write("r/plain.json", "plain");
  std::filesystem::create_symlink("v1", tree_.Path("r/current"));
  std::filesystem::create_symlink("same.json", tree_.Path("r/link.json"));
  tree_.Git("r", "add -A");
  tree_.Git("r", "commit -q -m links");
  EXPECT_EQ(Versions({"current/a.json", "link.json", "plain.json"}, "HEAD"),
            (Results{"=", "=", "="}));
  for (const char* const name : {"r/current", "r/link.json", "r/plain.json"}) {
    std::filesystem::remove(tree_.Path(name));
  }
  std::filesystem::create_symlink("v2", tree_.Path("r/current"));
  std::filesystem::create_symlink("changed.json", tree_.Path("r/link.json"));
  std::filesystem::create_symlink("same.json", tree_.Path("r/plain.json"));
  EXPECT_EQ(Versions({"current/a.json", "link.json", "plain.json"}, "HEAD"),
            (Results{"+", "+", "+"}));
}

TEST_F(OldVersionsTest, CommitsHaveNamesIdsAndMergeBases) {
  tree_.Git("r", "checkout -q -b side");
  tree_.Write("r/changed.json", "on the side");
  tree_.Git("r", "commit -q -a -m side");
  tree_.Git("r", "checkout -q main");
  tree_.Write("r/same.json", "on main");
  tree_.Git("r", "commit -q -a -m main");
  tree_.Git("r", "checkout -q side");
  const std::vector<std::string> names = {"same.json", "changed.json"};
  EXPECT_EQ(Versions(names, "HEAD"), (Results{"=", "="}));
  EXPECT_EQ(Versions(names, "HEAD~1"), (Results{"=", "old"}));
  EXPECT_EQ(Versions(names, "v1"), (Results{"=", "old"}));
  EXPECT_EQ(Versions(names, "main"), (Results{"on main", "old"}));
  EXPECT_EQ(Versions(names, "main..."), (Results{"=", "old"})) << "where the two went apart";
}

TEST_F(OldVersionsTest, ALinkIsWhatItLeadsTo) {
  std::filesystem::create_symlink("changed.json", tree_.Path("r/link.json"));
  std::filesystem::create_directory_symlink("with space", tree_.Path("r/directory"));
  tree_.Git("r", "add -A");
  tree_.Git("r", "commit -q -m links");
  EXPECT_EQ(Versions({"link.json"}, "HEAD"), Results{"="});
  tree_.Write("r/changed.json", "new");
  tree_.Write("r/with space/\xC3\xA4 \"quoted\"\n.json", "odd, too");
  EXPECT_EQ(Versions({"link.json", "directory/\xC3\xA4 \"quoted\"\n.json"}, "HEAD"),
            (Results{"old", "odd"}));
}

TEST_F(OldVersionsTest, EachLinkOnTheWayCounts) {
  tree_.Write("r/v1/c.json", "one");
  tree_.Write("r/v2/c.json", "two");
  tree_.Write("r/down/in/d.json", "deep");
  const auto link = [&](const char* target, absl::string_view name) {
    std::filesystem::remove(tree_.Path(absl::StrCat("r/", name)));
    std::filesystem::create_symlink(target, tree_.Path(absl::StrCat("r/", name)));
  };
  link("v1", "cur");
  link("cur", "latest");
  link("cur/c.json", "file.json");
  link("latest/../v1/c.json", "round.json");
  link("../latest/c.json", "down/up.json");
  tree_.Git("r", "add -A");
  tree_.Git("r", "commit -q -m links");
  const std::vector<std::string> names = {"file.json",     "round.json",     "down/up.json",
                                          "latest/c.json", "down/in/d.json", "v1/c.json"};
  EXPECT_EQ(Versions(names, "HEAD"), (Results{"=", "=", "=", "=", "=", "="}));
  tree_.Write("r/v1/c.json", "another");
  EXPECT_EQ(Versions(names, "HEAD"), (Results{"one", "one", "one", "one", "=", "one"}));
  tree_.Git("r", "checkout -q v1/c.json");
  link("v2", "cur");
  EXPECT_EQ(Versions(names, "HEAD"), (Results{"+", "+", "+", "+", "=", "="}));
  link("v1", "cur");
  link("same.json", "untracked.json");
  EXPECT_EQ(Versions({"untracked.json"}, "HEAD"), Results{"+"});
}

TEST_F(OldVersionsTest, AnotherRepositoryHasItsOwnFiles) {
  tree_.Write("r/inner/a.json", "inner");
  const std::string inner = absl::StrCat("-C '", tree_.Path("r/inner"), "' ");
  tree_.Git("r", absl::StrCat(inner, "init -q -b main"));
  tree_.Git("r", absl::StrCat(inner, "add -A"));
  tree_.Git("r", absl::StrCat(inner, "commit -q -m inner"));
  tree_.Write("r/inner/a.json", "inner, too");
  tree_.Write("r/changed.json", "new");
  setenv("GIT_INDEX_FILE", ".git/index", 1);
  EXPECT_EQ(Versions({"inner/a.json", "changed.json"}, "HEAD"), (Results{"inner", "old"}));
  unsetenv("GIT_INDEX_FILE");
  tree_.Git("r", "add inner 2>/dev/null");
  tree_.Git("r", "commit -q -m submodule");
  EXPECT_EQ(Versions({"inner/a.json"}, "HEAD"), Results{"inner"});
  EXPECT_EQ(Versions({"inner/a.json"}, "HEAD~1"), Results{"+"}) << "then it was no submodule";
  tree_.Git("r", absl::StrCat(inner, "commit -q --amend -a -m another"));
  EXPECT_EQ(Versions({"inner/a.json"}, "HEAD"), Results{"inner"}) << "what the outer one has of it";
  EXPECT_TRUE(notes_.empty());
  std::filesystem::rename(tree_.Path("r/inner"), tree_.Path("r/moved"));
  tree_.Write("r/v1/a.json", "v1");
  tree_.Git("r", "add v1");
  std::filesystem::create_symlink("v1", tree_.Path("r/inner"));
  EXPECT_EQ(Versions({"inner/a.json"}, "HEAD"), Results{"+"}) << "a link in its place";
  std::filesystem::remove(tree_.Path("r/inner"));
  std::filesystem::rename(tree_.Path("r/moved"), tree_.Path("r/inner"));
  tree_.Git("r", absl::StrCat(inner, "reflog expire --expire=now --all"));
  tree_.Git("r", absl::StrCat(inner, "gc -q --prune=now"));
  EXPECT_EQ(Versions({"inner/a.json"}, "HEAD"), Results{"+"});
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_TRUE(absl::StrContains(notes_[0], "counts as new: it lacks the commit ")) << notes_[0];
}

TEST_F(OldVersionsTest, WhatIsNoCommitIsReported) {
  tree_.Write("r/d/a.json", "");
  tree_.Git("r", "add -A");
  tree_.Git("r", "commit -q -m second");
  tree_.Git("r", "tag -a -m file file HEAD:same.json");
  struct Row {
    absl::string_view since;
    absl::string_view message;  // a part of it
  };
  const Row rows[] = {
      {"nowhere", "`nowhere` is not a commit that the repository"},
      {"nowhere...", "`nowhere` is not a commit that the repository"},
      {"--output=x", "`--output=x` is not a commit that the repository"},
      {"", "`` is not a commit; "},
      {"...", "`...` is not a commit; "},
      {"main..v1", "`main..v1` is a range; name a commit, or write `main...` for its merge base"},
      {"main...v1", "`main...v1` is a range; name a commit, or write `main...` for"},
      {"HEAD..", "`HEAD..` is a range; name a commit, such as `HEAD`"},
      {"..v1", "`..v1` is a range; name a commit, or write `v1...` for"},
      {"HEAD:same.json", "`HEAD:same.json` is a file in the repository"},
      {"HEAD:d", "`HEAD:d` is a directory in the repository"},
      {"HEAD^{tree}", "`HEAD^{tree}` is a directory in the repository"},
      {"file", "`file` is a file in the repository"},
  };
  for (const Row& row : rows) {
    const Results results = Versions({"same.json"}, std::string(row.since));
    ASSERT_EQ(results.size(), 1U);
    EXPECT_TRUE(absl::StrContains(results[0], row.message)) << results[0];
  }
  tree_.Write("r/young/a.json", "");
  tree_.Git("r", absl::StrCat("-C '", tree_.Path("r/young"), "' init -q -b main"));
  const Results results = Versions({"young/a.json"}, "HEAD");
  EXPECT_TRUE(absl::StrContains(results[0], "has none yet; check without --since")) << results[0];
}

TEST_F(OldVersionsTest, WhatIsInNoRepositoryIsReported) {
  tree_.Write("outside.json", "");
  const Results results = Versions({"../outside.json"}, "HEAD");
  EXPECT_TRUE(absl::StrContains(results[0], "is not in a git repository")) << results[0];
}

TEST_F(OldVersionsTest, WhatGitSaysIsOneLine) {
  tree_.Write("r/.git/config", "[core\n");
  const Results results = Versions({"same.json"}, "HEAD");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(absl::StrContains(results[0], "git fails in `")) << results[0];
  EXPECT_EQ(results[0].find_first_of("\n\t"), std::string::npos) << results[0];
}

TEST_F(OldVersionsTest, ManyFilesAreFewQuestions) {
  for (int i = 0; i < 300; ++i) tree_.Write(absl::StrCat("r/many/", i, ".json"), "many");
  tree_.Git("r", "add -A");
  tree_.Git("r", "commit -q -m many");
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) {
    tree_.Write(absl::StrCat("r/many/", i, ".json"), "more");
    names.push_back(absl::StrCat("many/", i, ".json"));
  }
  EXPECT_EQ(Versions(names, "HEAD"), Results(300, "many"));
}

}  // namespace
}  // namespace grpcfg
