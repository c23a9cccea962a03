// The pages for users, README.md and docs/: every command in them runs, and prints what the page
// shows. In a block marked `console` a line that begins with `$ ` is a command, and what follows is
// its output; `...` stands for any lines. Blocks marked `sh` are run whole. Those of README.md find
// docs/examples/ as in a clone, those of docs/ its files where they stand, and no command may end
// with "could not run".
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using Lines = std::vector<std::string>;

std::vector<std::string> Pages() {
  std::vector<std::string> pages = {"README.md"};
  for (const auto& entry : std::filesystem::directory_iterator("docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path().string());
  }
  std::sort(pages.begin() + 1, pages.end());
  return pages;
}

// The program under its name, which notes where it could not run.
constexpr absl::string_view kProgram =
    "#!/bin/sh\n\"$G\" \"$@\"\nstatus=$?\n"
    "[ $status -le 1 ] || echo \"grpcfg $*\" >>\"$FAILED\"\nexit $status\n";
constexpr absl::string_view kPrelude =
    "export G FAILED=\"$PWD/.bin/failed\" PATH=\"$PWD/.bin:$PATH\"\n";

class Page {
 public:
  explicit Page(std::string path) : path_(std::move(path)) {
    const absl::string_view top = path_ == "README.md" ? "." : "docs/examples";
    for (const auto& entry : std::filesystem::recursive_directory_iterator("docs/examples")) {
      if (!entry.is_regular_file()) continue;
      const std::string name =
          std::filesystem::relative(entry.path(), std::string(top)).generic_string();
      run_.files.Write(name, ReadWhole(entry.path()));
    }
    run_.files.Write(".bin/grpcfg", std::string(kProgram));
    run_.files.SetMode(".bin/grpcfg", 0755);
  }

  // Runs all commands; returns the page with what they print.
  std::string Replayed() {
    Lines made;
    const Lines lines = absl::StrSplit(ReadWhole(path_), '\n');
    for (size_t at = 0; at < lines.size(); ++at) {
      made.push_back(lines[at]);
      const bool is_console = lines[at] == "```console";
      if (!is_console && lines[at] != "```sh") continue;
      Lines block;
      while (++at < lines.size() && lines[at] != "```") block.push_back(lines[at]);
      if (is_console) {
        for (std::string& line : Session(block)) made.push_back(std::move(line));
      } else {
        Run(absl::StrJoin(block, "\n"));
        made.insert(made.end(), block.begin(), block.end());
      }
      made.emplace_back("```");
    }
    return absl::StrJoin(made, "\n");
  }

  [[nodiscard]] std::string Failed() const { return ReadWhole(run_.files.Path(".bin/failed")); }

 private:
  std::string Run(absl::string_view command) {
    if (absl::StrContains(command, "protoc ") && run_.Run("protoc --version").status != 0)
      return "";
    return run_.Run(absl::StrCat(kPrelude, "exec 2>&1\n", command)).out;
  }

  Lines Session(const Lines& block) {
    Lines made;
    for (size_t at = 0; at < block.size();) {
      const std::string& command = block[at++];
      EXPECT_TRUE(absl::StartsWith(command, "$ ")) << path_ << ": " << command;
      Lines shown;
      while (at < block.size() && !absl::StartsWith(block[at], "$ ")) shown.push_back(block[at++]);
      Lines printed = absl::StrSplit(Run(absl::StripPrefix(command, "$ ")), '\n');
      if (printed.back().empty()) printed.pop_back();
      made.push_back(command);
      for (const std::string& line : Agrees(shown, printed) ? shown : printed) made.push_back(line);
    }
    return made;
  }

  // True if what is shown is what was printed but for what `...` stands for.
  static bool Agrees(const Lines& shown, const Lines& printed) {
    size_t at = 0;
    bool is_open = false;
    for (const std::string& line : shown) {
      if (line == "...") {
        is_open = true;
        continue;
      }
      while (is_open && at < printed.size() && printed[at] != line) ++at;
      if (at == printed.size() || printed[at] != line) return false;
      is_open = false;
      ++at;
    }
    return is_open || at == printed.size();
  }

  std::string path_;
  GrpcfgRun run_;
};

TEST(DocsTest, EveryCommandIsUpToDate) {
  for (const std::string& path : Pages()) {
    Page page(path);
    ExpectUpToDate(path, page.Replayed());
    EXPECT_EQ(page.Failed(), "") << path << ": these could not run";
  }
}

// A page says where its parts are, and where the next page is.
TEST(DocsTest, EveryLinkLeadsSomewhere) {
  for (const std::string& path : Pages()) {
    const std::string text = ReadWhole(path);
    size_t links = 0;
    for (size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
      const std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
      if (absl::StrContains(target, "://") || absl::StartsWith(target, "#")) continue;
      const std::string file = target.substr(0, target.find('#'));
      EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(path).parent_path() / file))
          << path << " links to " << target;
      ++links;
    }
    EXPECT_GT(links, 0U) << path;
  }
}

}  // namespace
}  // namespace grpcfg
