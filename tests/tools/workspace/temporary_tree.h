// A directory of its own under ::testing::TempDir(), removed with the object.
// For tests only.
#ifndef GRPCFG_TESTS_TOOLS_WORKSPACE_TEMPORARY_TREE_H_
#define GRPCFG_TESTS_TOOLS_WORKSPACE_TEMPORARY_TREE_H_

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/clean_git.h"

namespace grpcfg {

class TemporaryTree {
 public:
  TemporaryTree() : root_(absl::StrCat(::testing::TempDir(), "/grpcfg.XXXXXX")) {
    EXPECT_NE(mkdtemp(root_.data()), nullptr) << root_;
    chmod(root_.c_str(), 0755);  // for Unprivileged
  }
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;
  ~TemporaryTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  [[nodiscard]] std::string Path(absl::string_view relative) const {
    return absl::StrCat(root_, "/", relative);
  }
  // Makes the directories above a path too.
  void MakeDirectory(absl::string_view relative) const {
    std::error_code error;
    std::filesystem::create_directories(Path(relative), error);
    EXPECT_FALSE(error) << relative << ": " << error.message();
  }
  void Write(absl::string_view relative, absl::string_view text) const {
    std::error_code error;
    const std::filesystem::path path = Path(relative);
    std::filesystem::create_directories(path.parent_path(), error);
    std::ofstream(path, std::ios::binary) << text;
    EXPECT_TRUE(std::filesystem::exists(path, error)) << path;
  }
  void Link(absl::string_view relative, const std::string& target) const {
    EXPECT_EQ(symlink(target.c_str(), Path(relative).c_str()), 0) << relative;
  }
  // Runs git in a directory, which is made if it is not there; prints nothing.
  void Git(absl::string_view directory, absl::string_view arguments) const {
    MakeDirectory(directory);
    const std::string command =
        absl::StrCat("cd '", Path(directory), "' && ", kCleanGit, " ", arguments, " >/dev/null");
    EXPECT_EQ(std::system(command.c_str()), 0) << arguments;
  }
  void SetMode(absl::string_view relative, mode_t mode) const {
    EXPECT_EQ(chmod(Path(relative).c_str(), mode), 0) << relative;
  }

 private:
  std::string root_;
};

// Takes root's rights away for a while, so that modes mean something in a container too.
class Unprivileged {
 public:
  Unprivileged() : user_(geteuid()) { EXPECT_TRUE(user_ != 0 || seteuid(65534) == 0); }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;
  ~Unprivileged() { EXPECT_TRUE(user_ != 0 || seteuid(0) == 0); }

 private:
  uid_t user_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TOOLS_WORKSPACE_TEMPORARY_TREE_H_
