#include "tools/workspace/replace_file.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/temporary_tree.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {
namespace {

using ::testing::HasSubstr;

// A directory with one file, `a.json`, whose text is `old`.
class ReplaceFileTest : public ::testing::Test {
 protected:
  ReplaceFileTest() { tree_.Write("a.json", "old"); }

  // No call leaves anything beside the file.
  ~ReplaceFileTest() override {
    for (const auto& entry : std::filesystem::directory_iterator(tree_.Path(""))) {
      EXPECT_THAT(entry.path().filename().string(), testing::Not(HasSubstr(".grpcfg-")));
    }
  }

  [[nodiscard]] std::string Path() const { return tree_.Path("a.json"); }
  [[nodiscard]] std::string Text() const { return *ReadFile(Path()); }
  [[nodiscard]] absl::Status Replace(bool in_place = false) const {
    return ReplaceFile(Path(), {"old", "new text", in_place});
  }
  [[nodiscard]] struct stat StatusOf(const char* name) const {
    struct stat status = {};
    EXPECT_EQ(lstat(tree_.Path(name).c_str(), &status), 0) << name;
    return status;
  }

  static void ExpectRefusal(const absl::Status& status, absl::StatusCode code, const char* words) {
    EXPECT_EQ(status.code(), code) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
    EXPECT_THAT(std::string(status.message()), HasSubstr("cannot fix `"));
  }

  TemporaryTree tree_;
};

TEST_F(ReplaceFileTest, AnotherFileWithTheSameRightsIsThere) {
  for (const mode_t mode : {0600U, 0640U, 0664U, 0755U, 0200U | 0400U}) {
    tree_.Write("a.json", "old");
    tree_.SetMode("a.json", mode);
    const struct stat before = StatusOf("a.json");
    ASSERT_TRUE(Replace().ok());
    const struct stat after = StatusOf("a.json");
    EXPECT_EQ(after.st_mode, before.st_mode);
    EXPECT_NE(after.st_ino, before.st_ino);
    EXPECT_EQ(Text(), "new text");
  }
}

TEST_F(ReplaceFileTest, OwnerAndGroupStay) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  ASSERT_EQ(chown(Path().c_str(), 1234, 4321), 0);
  tree_.SetMode("a.json", 06750);
  ASSERT_TRUE(Replace().ok());
  const struct stat after = StatusOf("a.json");
  EXPECT_EQ(after.st_uid, 1234U);
  EXPECT_EQ(after.st_gid, 4321U);
  EXPECT_EQ(after.st_mode & 07777U, 06750U);
}

TEST_F(ReplaceFileTest, ExtendedAttributesStay) {
  const std::string value = "of the user";
  if (setxattr(Path().c_str(), "user.note", value.data(), value.size(), 0) != 0) {
    GTEST_SKIP() << "this file system has no extended attributes";
  }
  ASSERT_TRUE(Replace().ok());
  std::array<char, 64> got = {};
  const ssize_t size = getxattr(Path().c_str(), "user.note", got.data(), got.size());
  EXPECT_EQ(absl::string_view(got.data(), static_cast<size_t>(size)), value);
}

TEST_F(ReplaceFileTest, LinksAreFollowed) {
  tree_.MakeDirectory("d");
  tree_.Link("d/link", "../a.json");
  ASSERT_TRUE(ReplaceFile(tree_.Path("d/link"), {"old", "new"}).ok());
  EXPECT_TRUE(S_ISLNK(StatusOf("d/link").st_mode));
  EXPECT_EQ(Text(), "new");
}

TEST_F(ReplaceFileTest, AFileWithSeveralNamesIsLeftAloneUnlessItIsWrittenInPlace) {
  ASSERT_EQ(link(Path().c_str(), tree_.Path("b.json").c_str()), 0);
  tree_.SetMode("a.json", 0640);
  ExpectRefusal(Replace(), absl::StatusCode::kFailedPrecondition, "--in-place");
  EXPECT_EQ(Text(), "old");
  const struct stat before = StatusOf("a.json");
  ASSERT_TRUE(Replace(true).ok());
  EXPECT_EQ(*ReadFile(tree_.Path("b.json")), "new text");
  EXPECT_EQ(StatusOf("a.json").st_ino, before.st_ino);
  EXPECT_EQ(StatusOf("a.json").st_mode, before.st_mode);
  ASSERT_TRUE(ReplaceFile(Path(), {"new text", "x", true}).ok()) << "a shorter one";
  EXPECT_EQ(Text(), "x");
}

TEST_F(ReplaceFileTest, AFileOfAnotherUserKeepsItsOwner) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  ASSERT_EQ(chown(Path().c_str(), 1234, 4321), 0);
  tree_.SetMode("a.json", 0666);
  tree_.SetMode("", 0777);
  {
    const Unprivileged user;
    ExpectRefusal(Replace(), absl::StatusCode::kFailedPrecondition, "owned by another user");
    EXPECT_EQ(Text(), "old");
    EXPECT_TRUE(Replace(true).ok());
  }
  EXPECT_EQ(Text(), "new text");
  EXPECT_EQ(StatusOf("a.json").st_uid, 1234U);
}

TEST_F(ReplaceFileTest, AReadOnlyFileIsLeftAloneAlsoByRoot) {
  tree_.SetMode("a.json", 0444);
  for (const bool in_place : {false, true}) {
    ExpectRefusal(Replace(in_place), absl::StatusCode::kFailedPrecondition, "read-only");
  }
  EXPECT_EQ(Text(), "old");
}

TEST_F(ReplaceFileTest, ADirectoryThatCannotBeWrittenKeepsTheOldText) {
  tree_.Write("d/a.json", "old");
  tree_.SetMode("d/a.json", 0666);
  tree_.SetMode("d", 0555);
  const Unprivileged user;
  const absl::Status status = ReplaceFile(tree_.Path("d/a.json"), {"old", "new"});
  ExpectRefusal(status, absl::StatusCode::kPermissionDenied, "check its permissions");
  EXPECT_EQ(*ReadFile(tree_.Path("d/a.json")), "old");
}

TEST_F(ReplaceFileTest, WhatAnotherProcessWroteMeanwhileStays) {
  tree_.Write("a.json", "own");
  for (const bool in_place : {false, true}) {
    ExpectRefusal(Replace(in_place), absl::StatusCode::kAborted, "run again");
  }
  EXPECT_EQ(Text(), "own");
  ASSERT_EQ(unlink(Path().c_str()), 0);
  ExpectRefusal(Replace(), absl::StatusCode::kNotFound, "no such file");
  EXPECT_FALSE(std::filesystem::exists(Path())) << "nor does a file that is gone come back";
}

TEST_F(ReplaceFileTest, WhatIsNoRegularFileIsLeftAlone) {
  tree_.MakeDirectory("d");
  ASSERT_EQ(mkfifo(tree_.Path("pipe").c_str(), 0600), 0);
  const absl::StatusCode code = absl::StatusCode::kFailedPrecondition;
  ExpectRefusal(ReplaceFile(tree_.Path("d"), {"", "new"}), code, "it is a directory");
  ExpectRefusal(ReplaceFile(tree_.Path("pipe"), {"", "new"}), code, "not a regular file");
  ExpectRefusal(ReplaceFile("/dev/full", {"", "new"}), code, "not a regular file");
}

// As a full disk does: nothing more can be written.
class NoRoom {
 public:
  NoRoom() {
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none = {.rlim_cur = 4, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &none);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;
  ~NoRoom() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_ = {};
};

TEST_F(ReplaceFileTest, WithoutRoomTheOldTextStays) {
  ASSERT_EQ(link(Path().c_str(), tree_.Path("b.json").c_str()), 0);
  absl::Status in_place;
  absl::Status renamed;
  {
    const NoRoom no_room;  // for more than the old text
    in_place = Replace(true);
    EXPECT_EQ(unlink(tree_.Path("b.json").c_str()), 0);
    renamed = Replace();
  }
  EXPECT_FALSE(in_place.ok());
  EXPECT_FALSE(renamed.ok());
  EXPECT_EQ(Text(), "old");
}

TEST_F(ReplaceFileTest, WordsAreThoseOfTheCaller) {
  const ReplacementWords words = {"write", "name another file", "copy it"};
  std::filesystem::create_hard_link(Path(), tree_.Path("b.json"));
  const absl::Status status =
      ReplaceFile(Path(), {.old_text = "old", .new_text = "new", .words = words});
  EXPECT_THAT(std::string(status.message()), HasSubstr("cannot write `"));
  EXPECT_THAT(std::string(status.message()), testing::EndsWith("two texts; copy it"));
  EXPECT_EQ(Text(), "old");
}

// The access list that a directory gives every new file: another user may read and write, the
// group may do nothing.
std::string DefaultList() {
  const struct {
    uint16_t tag;
    uint16_t rights;
    uint32_t id;
  } entries[] = {{1, 6, ~0U}, {2, 6, 12345}, {4, 0, ~0U}, {16, 6, ~0U}, {32, 0, ~0U}};
  const uint32_t version = 2;
  std::string list(reinterpret_cast<const char*>(&version), sizeof version);
  list.append(reinterpret_cast<const char*>(entries), sizeof entries);
  return list;
}

TEST_F(ReplaceFileTest, TheListOfTheDirectoryGivesNobodyRights) {
  const std::string path = Path();
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const std::string list = DefaultList();
  const int set =
      setxattr(tree_.Path("").c_str(), "system.posix_acl_default", list.data(), list.size(), 0);
  if (set != 0) GTEST_SKIP() << "the file system has no access lists";
  const auto has_list = [&] {
    return getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) >= 0;
  };
  EXPECT_TRUE(ReplaceFile(path, {.old_text = "old", .new_text = "new"}).ok());
  EXPECT_FALSE(has_list());
  EXPECT_TRUE(WriteFile(path, "newer").ok());
  EXPECT_FALSE(has_list());
  struct stat status = {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

}  // namespace
}  // namespace grpcfg
