#include "tools/workspace/output_file.h"

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/temporary_tree.h"

namespace grpcfg {
namespace {

using Paths = std::vector<std::string>;

// A directory with a file, names for it of each kind, and a link to what is not there yet.
class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() : home_(std::filesystem::current_path()) {
    tree_.Write("a.json", "{}");
    tree_.MakeDirectory("d");
    tree_.Link("link.json", "a.json");
    tree_.Link("d/chain.json", "../link.json");
    tree_.Link("new.json", "d/later.json");
    tree_.Link("loop", "loop");
    EXPECT_EQ(link(tree_.Path("a.json").c_str(), tree_.Path("hard.json").c_str()), 0);
    std::filesystem::current_path(tree_.Path(""));
  }
  ~OutputFileTest() override { std::filesystem::current_path(home_); }

  TemporaryTree tree_;

 private:
  std::filesystem::path home_;
};

TEST_F(OutputFileTest, WhatWouldBeDestroyedIsRefused) {
  struct Row {
    const char* reason;
    Paths outputs;
    Paths inputs;
    absl::StatusCode code;
  };
  const Row rows[] = {
      {"new files", {"out", "out2", ""}, {"a.json"}, absl::StatusCode::kOk},
      {"an old file that is no input", {"hard.json"}, {"d/none.json"}, absl::StatusCode::kOk},
      {"the input", {"a.json"}, {"a.json"}, absl::StatusCode::kInvalidArgument},
      {"the input by another path",
       {"d/../a.json"},
       {"a.json"},
       absl::StatusCode::kInvalidArgument},
      {"the input by a link", {"d/chain.json"}, {"a.json"}, absl::StatusCode::kInvalidArgument},
      {"the input by a hard link", {"a.json"}, {"hard.json"}, absl::StatusCode::kInvalidArgument},
      {"one new file twice", {"out", "./out"}, {}, absl::StatusCode::kInvalidArgument},
      {"one old file twice", {"a.json", "link.json"}, {}, absl::StatusCode::kInvalidArgument},
      {"a link to nothing, and that",
       {"new.json", "d/later.json"},
       {},
       absl::StatusCode::kInvalidArgument},
      {"stdout twice", {"", ""}, {}, absl::StatusCode::kInvalidArgument},
      {"/dev/null twice", {"/dev/null", "/dev/./null"}, {}, absl::StatusCode::kOk},
      {"/dev/null twice by one name",
       {"/dev/null", "/dev/null"},
       {},
       absl::StatusCode::kInvalidArgument},
      {"a directory", {"d"}, {}, absl::StatusCode::kFailedPrecondition},
      {"no such directory", {"e/out"}, {}, absl::StatusCode::kNotFound},
  };
  for (const Row& row : rows) {
    const absl::Status status = CheckOutputs(row.outputs, row.inputs);
    EXPECT_EQ(status.code(), row.code) << row.reason << ": " << status;
  }
}

TEST_F(OutputFileTest, WhatIsWrittenBesidesIsCalledByItsName) {
  const Paths baselines = {"new.json"};
  const OtherOutputs others = {.paths = baselines, .what = "the baseline"};
  EXPECT_TRUE(CheckOutputs({"out"}, {"a.json"}, others).ok());
  EXPECT_EQ(CheckOutputs({"d/later.json"}, {}, others).message(),
            "cannot write to `d/later.json`: it is the same file as the baseline `new.json`; name "
            "another file");
}

TEST_F(OutputFileTest, LinksAreFollowedToWhatIsNotThere) {
  EXPECT_EQ(FollowLinks("a.json"), "a.json");
  EXPECT_EQ(FollowLinks("link.json"), "a.json");
  EXPECT_EQ(FollowLinks("d/chain.json"), "d/../a.json");
  EXPECT_EQ(FollowLinks("new.json"), "d/later.json");
  EXPECT_EQ(FollowLinks("none"), "none");
  EXPECT_EQ(FollowLinks("loop"), "loop");
}

}  // namespace
}  // namespace grpcfg
