#include "tools/workspace/write_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/temporary_tree.h"
#include "tools/workspace/read_file.h"

namespace grpcfg {
namespace {

struct stat StatusOf(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
  return status;
}

mode_t ModeOf(const std::string& path) { return StatusOf(path).st_mode & 07777; }

size_t Entries(const std::string& directory) {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory)) ++count;
  return count;
}

TEST(WriteFileTest, ANewFileReplacesNoOther) {
  const TemporaryTree tree;
  ASSERT_TRUE(CreateFile(tree.Path("new"), "ours").ok());
  EXPECT_EQ(*ReadFile(tree.Path("new")), "ours");
  EXPECT_EQ(CreateFile(tree.Path("new"), "theirs").code(), absl::StatusCode::kAborted);
  EXPECT_EQ(*ReadFile(tree.Path("new")), "ours");
  EXPECT_EQ(CreateFile(tree.Path("gone/new"), "").code(), absl::StatusCode::kNotFound);
  tree.Link("link", "there");
  ASSERT_TRUE(CreateFile(tree.Path("link"), "linked").ok()) << "a link is followed";
  EXPECT_EQ(*ReadFile(tree.Path("there")), "linked");
  EXPECT_EQ(Entries(tree.Path(".")), 3U) << "nothing else is left";
}

TEST(WriteFileTest, AReplacedFileKeepsItsModeAndANewOneObeysTheUmask) {
  const TemporaryTree tree;
  const mode_t before = umask(027);
  for (const mode_t mode : {0600U, 0640U, 0664U, 0444U}) {
    tree.Write("old", "old");
    tree.SetMode("old", mode);
    ASSERT_TRUE(WriteFile(tree.Path("old"), "new").ok());
    EXPECT_EQ(ModeOf(tree.Path("old")), mode);
    EXPECT_EQ(*ReadFile(tree.Path("old")), "new");
    ASSERT_EQ(unlink(tree.Path("old").c_str()), 0);
  }
  ASSERT_TRUE(WriteFile(tree.Path("new"), "new").ok());
  EXPECT_EQ(ModeOf(tree.Path("new")), 0640U);
  umask(before);
  EXPECT_EQ(Entries(tree.Path("")), 1U) << "nothing temporary is left";
}

TEST(WriteFileTest, LinksAreFollowed) {
  const TemporaryTree tree;
  tree.Write("d/file", "old");
  tree.Link("link", "d/file");
  tree.Link("to-nothing", "d/later");
  ASSERT_TRUE(WriteFile(tree.Path("link"), "new").ok());
  ASSERT_TRUE(WriteFile(tree.Path("to-nothing"), "later").ok());
  EXPECT_TRUE(S_ISLNK(StatusOf(tree.Path("link")).st_mode));
  EXPECT_TRUE(S_ISLNK(StatusOf(tree.Path("to-nothing")).st_mode));
  EXPECT_EQ(*ReadFile(tree.Path("d/file")), "new");
  EXPECT_EQ(*ReadFile(tree.Path("d/later")), "later");
}

TEST(WriteFileTest, AFailureLeavesTheOldFile) {
  const TemporaryTree tree;
  tree.Write("d/file", "old");
  tree.SetMode("d", 0555);
  tree.SetMode("d/file", 0666);
  {
    const Unprivileged user;
    EXPECT_EQ(WriteFile(tree.Path("d/file"), "new").code(), absl::StatusCode::kPermissionDenied);
  }
  EXPECT_EQ(*ReadFile(tree.Path("d/file")), "old");
  EXPECT_EQ(Entries(tree.Path("d")), 1U);
}

TEST(WriteFileTest, ANameMayBeAsLongAsNamesGet) {
  const TemporaryTree tree;
  const std::string path = tree.Path(std::string(255, 'x'));
  ASSERT_TRUE(WriteFile(path, "text").ok());
  EXPECT_EQ(*ReadFile(path), "text");
}

}  // namespace
}  // namespace grpcfg
