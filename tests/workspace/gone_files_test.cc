#include "tools/workspace/gone_files.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/workspace/clean_git.h"
#include "tests/workspace/temporary_tree.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class GoneFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HaveGit()) {
      GTEST_SKIP() << "git is not installed: files that are gone are not looked up";
    }
    tree_.MakeDirectory("r");
    Git("init -q -b main");
    tree_.Write("r/a/x.cfg", "x");
    tree_.Write("r/a/with space/\xC3\xA4 \"quoted\"\n.cfg", "odd");
    tree_.Write("r/a/other.txt", "other");
    tree_.Write("r/b.cfg", "b");
    Commit();
  }

  void Shell(absl::string_view command) const {
    const std::string line = absl::StrCat("cd '", tree_.Path("r"), "' && { ", command, "; }");
    EXPECT_EQ(std::system(line.c_str()), 0) << command;
  }

  void Git(absl::string_view arguments) const {
    EXPECT_EQ(std::system(CleanGitIn(tree_.Path("r"), arguments).c_str()), 0) << arguments;
  }

  void Commit() const {
    Git("add -A");
    Git("commit -q -m some");
  }

  // "a/x.cfg=x" for each file that is gone, paths from the repository on.
  std::vector<std::string> Ask(const std::vector<std::string>& names,
                               const std::string& since = "HEAD") {
    const std::string top = tree_.Path("r/");
    std::vector<std::string> paths;
    paths.reserve(names.size());
    for (const std::string& name : names) paths.push_back(absl::StrCat(top, name));
    const auto found =
        FindGoneFiles(paths, since, [&](const std::string& /*directory*/) { return options_; });
    if (!found.ok()) return {std::string(found.status().message())};
    were_there_ = found->were_there;
    notes_ = found->notes;
    std::vector<std::string> told;
    told.reserve(found->files.size());
    for (const GoneFile& file : found->files) {
      told.push_back(absl::StrCat(file.path.substr(top.size()), "=", file.text));
    }
    return told;
  }

  TemporaryTree tree_;
  WalkOptions options_ = {{"*.cfg"}, {}, ""};
  std::vector<bool> were_there_;  // of the last question, as the notes
  std::vector<std::string> notes_;
};

TEST_F(GoneFilesTest, WhatADirectoryHad) {
  EXPECT_THAT(Ask({"", "a"}), IsEmpty());
  Shell("rm -r a && rm b.cfg");
  const std::string odd = "a/with space/\xC3\xA4 \"quoted\"\n.cfg=odd";
  EXPECT_THAT(Ask({""}), ElementsAre(odd, "a/x.cfg=x", "b.cfg=b"));
  EXPECT_THAT(Ask({"a"}), ElementsAre(odd, "a/x.cfg=x"));
  EXPECT_THAT(Ask({"a/", "a"}), ElementsAre(odd, "a/x.cfg=x"));
  EXPECT_THAT(Ask({"a/x.cfg", "b.cfg"}), ElementsAre("a/x.cfg=x", "b.cfg=b"));
}

TEST_F(GoneFilesTest, WhatNeverWasIsToldFromWhatIsGone) {
  Shell("rm -r a && touch since.cfg");
  EXPECT_THAT(
      Ask({"never.cfg", "a/other.txt", "a/never", "a", "since.cfg", "b.cfg"}),
      ElementsAre("a/other.txt=other", "a/with space/\xC3\xA4 \"quoted\"\n.cfg=odd", "a/x.cfg=x"));
  EXPECT_THAT(were_there_, ElementsAre(false, true, false, true, false, false));
}

TEST_F(GoneFilesTest, MovedIsGoneFromWhereItWas) {
  Git("mv b.cfg c.cfg");
  EXPECT_THAT(Ask({""}), ElementsAre("b.cfg=b"));
  Git("commit -q -m moved");
  EXPECT_THAT(Ask({""}), IsEmpty());
  EXPECT_THAT(Ask({""}, "HEAD~1"), ElementsAre("b.cfg=b"));
}

TEST_F(GoneFilesTest, GlobsDecideBelowADirectory) {
  Shell("rm -r a && rm b.cfg");
  options_ = {{"a/*.cfg", "b.cfg"}, {"b.cfg"}, ""};
  EXPECT_THAT(Ask({""}), ElementsAre("a/x.cfg=x"));
  EXPECT_THAT(Ask({"", "b.cfg"}), ElementsAre("a/x.cfg=x", "b.cfg=b"));
  options_.glob_directory = tree_.Path("r");
  EXPECT_THAT(Ask({"a"}), ElementsAre("a/x.cfg=x"));
  options_.glob_directory = "";
  EXPECT_THAT(Ask({"a"}), IsEmpty());
  options_ = {{"*.cfg"}, {"a/"}, ""};
  EXPECT_THAT(Ask({""}), ElementsAre("b.cfg=b"));
}

// What is ignored now may have been a config.
TEST_F(GoneFilesTest, IgnoreFilesAreThoseOfTheCommit) {
  tree_.Write("r/.gitignore", "/c\n");
  tree_.Write("r/a/.gitignore", "*.cfg\n!x.cfg\n");
  tree_.Write("r/c/d/e.cfg", "e");
  Git("add -A -f");
  Git("commit -q -m ignores");
  tree_.Write("r/.gitignore", "b.cfg\n");
  Shell("rm -r a c && rm b.cfg");
  EXPECT_THAT(Ask({""}), ElementsAre("a/x.cfg=x", "b.cfg=b"));
  EXPECT_THAT(Ask({"c"}), ElementsAre("c/d/e.cfg=e")) << "one that is named is not ignored itself";
  EXPECT_THAT(Ask({"c/d/e.cfg"}), ElementsAre("c/d/e.cfg=e"));
  options_.obeys_ignore_files = false;
  EXPECT_EQ(Ask({""}).size(), 4U);
}

TEST_F(GoneFilesTest, WhatIsNotCheckedOutIsNotGone) {
  Git("update-index --skip-worktree b.cfg");
  Shell("rm b.cfg");
  EXPECT_THAT(Ask({"", "b.cfg"}), IsEmpty());
  EXPECT_THAT(were_there_, ElementsAre(false, false));
}

TEST_F(GoneFilesTest, ALinkToAFileIsWhatItLedTo) {
  Shell("ln -s a/other.txt l.cfg && ln -s l.cfg m.cfg && ln -s a n.cfg && ln -s /etc/passwd o.cfg");
  Commit();
  Shell("rm l.cfg m.cfg n.cfg o.cfg");
  EXPECT_THAT(Ask({""}), ElementsAre("l.cfg=other", "m.cfg=other"));
}

TEST_F(GoneFilesTest, SubmodulesAreLookedInto) {
  tree_.Write("r/sub/in.cfg", "in");
  Git("-C sub init -q -b main");
  Git("-C sub add -A");
  Git("-C sub commit -q -m in");
  Git("add sub 2>log.txt");
  Git("commit -q -m sub");
  Shell("rm sub/in.cfg");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(tree_.Path("r"));
  EXPECT_THAT(Ask({""}), ElementsAre("sub/in.cfg=in"));
  EXPECT_THAT(Ask({"sub"}), ElementsAre("sub/in.cfg=in"));
  EXPECT_THAT(notes_, IsEmpty());
  Git("rm -q -f --cached sub");
  Shell("rm -rf sub");
  EXPECT_THAT(Ask({""}), IsEmpty());
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("/r/sub` is gone")));
  std::filesystem::current_path(before);
}

TEST_F(GoneFilesTest, NothingWasOutsideOfARepository) {
  tree_.MakeDirectory("plain");
  EXPECT_THAT(Ask({"../plain", "../nowhere"}, "nowhere"), IsEmpty());
  EXPECT_THAT(Ask({"", "b.cfg"}, "nowhere"), ElementsAre(HasSubstr("`nowhere` is no commit")));
}

}  // namespace
}  // namespace grpcfg
