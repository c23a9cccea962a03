#include "tools/workspace/old_versions.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/clean_git.h"
#include "tests/tools/workspace/temporary_tree.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DeletedFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HaveGit()) {
      GTEST_SKIP() << "git is not installed: deleted files are not looked up";
    }
    tree_.MakeDirectory("r");
    tree_.Git("r", "init -q -b main");
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

  void Commit() const {
    tree_.Git("r", "add -A");
    tree_.Git("r", "commit -q -m some");
  }

  // "a/x.cfg=x" for each file that is deleted, paths from the repository on.
  std::vector<std::string> Deleted(const std::vector<std::string>& names,
                                   const std::string& since = "HEAD") {
    const std::string top = tree_.Path("r/");
    std::vector<std::string> paths;
    paths.reserve(names.size());
    for (const std::string& name : names) paths.push_back(absl::StrCat(top, name));
    const auto found =
        FindDeletedFiles(paths, since, [&](const std::string& /*directory*/) { return options_; });
    if (!found.ok()) return {std::string(found.status().message())};
    existed_ = found->existed;
    notes_ = found->notes;
    std::vector<std::string> deleted;
    deleted.reserve(found->files.size());
    for (const DeletedFile& file : found->files) {
      deleted.push_back(absl::StrCat(file.path.substr(top.size()), "=", file.text));
    }
    return deleted;
  }

  TemporaryTree tree_;
  WalkOptions options_ = {{"*.cfg"}, {}, ""};
  std::vector<bool> existed_;  // of the last search, as the notes
  std::vector<std::string> notes_;
};

TEST_F(DeletedFilesTest, WhatADirectoryHad) {
  EXPECT_THAT(Deleted({"", "a"}), IsEmpty());
  Shell("rm -r a && rm b.cfg");
  const std::string odd = "a/with space/\xC3\xA4 \"quoted\"\n.cfg=odd";
  EXPECT_THAT(Deleted({""}), ElementsAre(odd, "a/x.cfg=x", "b.cfg=b"));
  EXPECT_THAT(Deleted({"a"}), ElementsAre(odd, "a/x.cfg=x"));
  EXPECT_THAT(Deleted({"a/", "a"}), ElementsAre(odd, "a/x.cfg=x"));
  EXPECT_THAT(Deleted({"a/x.cfg", "b.cfg"}), ElementsAre("a/x.cfg=x", "b.cfg=b"));
}

TEST_F(DeletedFilesTest, WhatNeverExistedDiffersFromWhatIsDeleted) {
  Shell("rm -r a && touch since.cfg");
  EXPECT_THAT(
      Deleted({"never.cfg", "a/other.txt", "a/never", "a", "since.cfg", "b.cfg"}),
      ElementsAre("a/other.txt=other", "a/with space/\xC3\xA4 \"quoted\"\n.cfg=odd", "a/x.cfg=x"));
  EXPECT_THAT(existed_, ElementsAre(false, true, false, true, false, false));
}

TEST_F(DeletedFilesTest, MovedIsDeletedWhereItWas) {
  tree_.Git("r", "mv b.cfg c.cfg");
  EXPECT_THAT(Deleted({""}), ElementsAre("b.cfg=b"));
  tree_.Git("r", "commit -q -m moved");
  EXPECT_THAT(Deleted({""}), IsEmpty());
  EXPECT_THAT(Deleted({""}, "HEAD~1"), ElementsAre("b.cfg=b"));
}

TEST_F(DeletedFilesTest, GlobsDecideBelowADirectory) {
  Shell("rm -r a && rm b.cfg");
  options_ = {{"a/*.cfg", "b.cfg"}, {"b.cfg"}, ""};
  EXPECT_THAT(Deleted({""}), ElementsAre("a/x.cfg=x"));
  EXPECT_THAT(Deleted({"", "b.cfg"}), ElementsAre("a/x.cfg=x", "b.cfg=b"));
  options_.glob_directory = tree_.Path("r");
  EXPECT_THAT(Deleted({"a"}), ElementsAre("a/x.cfg=x"));
  options_.glob_directory = "";
  EXPECT_THAT(Deleted({"a"}), IsEmpty());
  options_ = {{"*.cfg"}, {"a/"}, ""};
  EXPECT_THAT(Deleted({""}), ElementsAre("b.cfg=b"));
}

TEST_F(DeletedFilesTest, TrackedFilesWereNotIgnored) {
  tree_.Write("r/.gitignore", "/c\n");
  tree_.Write("r/c/d/e.cfg", "e");
  tree_.Git("r", "add -A -f");
  tree_.Git("r", "commit -q -m ignores");
  tree_.Write("r/.gitignore", "b.cfg\n");
  Shell("rm -r c && rm b.cfg");
  EXPECT_THAT(Deleted({""}), ElementsAre("b.cfg=b", "c/d/e.cfg=e"));
  EXPECT_THAT(Deleted({"c"}), ElementsAre("c/d/e.cfg=e"));
  EXPECT_THAT(Deleted({"c/d/e.cfg"}), ElementsAre("c/d/e.cfg=e"));
}

TEST_F(DeletedFilesTest, WhatIsNotCheckedOutIsNotDeleted) {
  tree_.Git("r", "update-index --skip-worktree b.cfg");
  Shell("rm b.cfg");
  EXPECT_THAT(Deleted({"", "b.cfg"}), IsEmpty());
  EXPECT_THAT(existed_, ElementsAre(false, false));
}

TEST_F(DeletedFilesTest, ALinkToAFileIsWhatItLedTo) {
  Shell("ln -s a/other.txt l.cfg && ln -s l.cfg m.cfg && ln -s a n.cfg && ln -s /etc/passwd o.cfg");
  Commit();
  Shell("rm l.cfg m.cfg n.cfg o.cfg");
  EXPECT_THAT(Deleted({""}), ElementsAre("l.cfg=other", "m.cfg=other"));
}

TEST_F(DeletedFilesTest, ALinkOutOfTheRepositoryDeletesWhatStoodThere) {
  tree_.Write("out/b.cfg", "out");
  Shell("ln -sf ../out/b.cfg b.cfg && ln -sf other.txt a/x.cfg");
  EXPECT_THAT(Deleted({""}), ElementsAre("b.cfg=b"));
}

TEST_F(DeletedFilesTest, SubmodulesAreLookedInto) {
  tree_.Write("r/sub/in.cfg", "in");
  tree_.Git("r", "-C sub init -q -b main");
  tree_.Git("r", "-C sub add -A");
  tree_.Git("r", "-C sub commit -q -m in");
  tree_.Git("r", "add sub 2>log.txt");
  tree_.Git("r", "commit -q -m sub");
  Shell("rm sub/in.cfg");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(tree_.Path("r"));
  EXPECT_THAT(Deleted({""}), ElementsAre("sub/in.cfg=in"));
  EXPECT_THAT(Deleted({"sub"}), ElementsAre("sub/in.cfg=in"));
  EXPECT_THAT(notes_, IsEmpty());
  tree_.Git("r", "rm -q -f --cached sub");
  Shell("rm -rf sub");
  EXPECT_THAT(Deleted({""}), IsEmpty());
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("/r/sub` was deleted")));
  std::filesystem::current_path(before);
}

TEST_F(DeletedFilesTest, NothingWasOutsideOfARepository) {
  tree_.MakeDirectory("plain");
  EXPECT_THAT(Deleted({"../plain", "../nowhere"}, "nowhere"), IsEmpty());
  EXPECT_THAT(Deleted({"", "b.cfg"}, "nowhere"),
              ElementsAre(HasSubstr("`nowhere` is not a commit")));
}

}  // namespace
}  // namespace grpcfg
