// The pages for users, README.md and docs/: every command in them runs, and prints what the page
// shows. In a block marked `console` a line that begins with `$ ` is a command, and what follows is
// its output; `...` stands for any lines. Blocks marked `sh` are run whole, and every command in
// them prints or writes something, so that there is what the words beside it promise. Each part,
// from one
// `## ` to the next, starts in a directory of its own: those of README.md find docs/examples/ as in
// a clone, those of docs/ its files where they stand. No command may end with "could not run".
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
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

// The program under its name, which notes where it could not run, and, unless its output is
// compared, where it prints nothing although it writes no file.
constexpr absl::string_view kProgram = R"(#!/bin/sh
if [ -n "$IS_SHOWN" ]; then
  "$G" "$@"
  status=$?
else
  "$G" "$@" >"$FAILED.$$"
  status=$?
  cat "$FAILED.$$"
  case " $*" in
    *" --format "*:*) ;;
    *--diff*) [ -s "$FAILED.$$" ] || echo "grpcfg $* prints nothing" >>"$FAILED" ;;
    " fix "* | " batch "*) ;;
    *) [ -s "$FAILED.$$" ] || echo "grpcfg $* prints nothing" >>"$FAILED" ;;
  esac
fi
[ $status -le 1 ] || echo "grpcfg $* could not run" >>"$FAILED"
exit $status
)";
constexpr absl::string_view kPrelude =
    "export G FAILED=\"$PWD/.bin/failed\" PATH=\"$PWD/.bin:$PATH\"\n";

// A directory in which the commands of a part of a page run.
class Part {
 public:
  explicit Part(const std::string& path) {
    const absl::string_view top = path == "README.md" ? "." : "docs/examples";
    for (const auto& entry : std::filesystem::recursive_directory_iterator("docs/examples")) {
      if (!entry.is_regular_file()) continue;
      const std::string name =
          std::filesystem::relative(entry.path(), std::string(top)).generic_string();
      run_.files.Write(name, ReadWhole(entry.path()));
    }
    run_.files.Write(".bin/grpcfg", std::string(kProgram));
    run_.files.SetMode(".bin/grpcfg", 0755);
  }

  [[nodiscard]] std::string Run(absl::string_view command) const {
    if (absl::StrContains(command, "protoc ") && run_.Run("protoc --version").status != 0)
      return "";
    return run_.Run(absl::StrCat(kPrelude, "exec 2>&1\n", command)).out;
  }

  // Of the commands so far.
  [[nodiscard]] std::string Failed() const { return ReadWhole(run_.files.Path(".bin/failed")); }

 private:
  GrpcfgRun run_;
};

// True if what is shown is what was printed but for what `...` stands for.
bool Agrees(const Lines& shown, const Lines& printed) {
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

// Runs the commands of a block marked `console`; returns it with what they print.
Lines Session(const Part& part, const Lines& block) {
  Lines made;
  for (size_t at = 0; at < block.size();) {
    const std::string& command = block[at++];
    EXPECT_TRUE(absl::StartsWith(command, "$ ")) << command;
    Lines shown;
    while (at < block.size() && !absl::StartsWith(block[at], "$ ")) shown.push_back(block[at++]);
    Lines printed = absl::StrSplit(
        part.Run(absl::StrCat("export IS_SHOWN=1\n", absl::StripPrefix(command, "$ "))), '\n');
    if (printed.back().empty()) printed.pop_back();
    made.push_back(command);
    for (const std::string& line : Agrees(shown, printed) ? shown : printed) made.push_back(line);
  }
  return made;
}

// Runs all commands of the page; returns it with what they print, and which of them failed.
std::pair<std::string, std::string> Replayed(const std::string& path) {
  Lines made;
  std::string failed;
  auto part = std::make_unique<Part>(path);
  const Lines lines = absl::StrSplit(ReadWhole(path), '\n');
  for (size_t at = 0; at < lines.size(); ++at) {
    made.push_back(lines[at]);
    if (absl::StartsWith(lines[at], "## ")) {
      failed += part->Failed();
      part = std::make_unique<Part>(path);
    }
    const bool is_console = lines[at] == "```console";
    if (!is_console && lines[at] != "```sh") continue;
    Lines block;
    while (++at < lines.size() && lines[at] != "```") block.push_back(lines[at]);
    if (is_console) {
      block = Session(*part, block);
    } else {
      (void)part->Run(absl::StrJoin(block, "\n"));
    }
    made.insert(made.end(), block.begin(), block.end());
    made.emplace_back("```");
  }
  return {absl::StrJoin(made, "\n"), failed + part->Failed()};
}

TEST(DocsTest, EveryCommandIsUpToDate) {
  for (const std::string& path : Pages()) {
    const auto [page, failed] = Replayed(path);
    ExpectUpToDate(path, page);
    EXPECT_EQ(failed, "") << path;
  }
}

// What a link to a heading of the page at `path` ends with, as GitHub makes it.
std::set<std::string> AnchorsIn(const std::filesystem::path& path) {
  std::set<std::string> anchors;
  bool is_code = false;
  for (const std::string& line : Lines(absl::StrSplit(ReadWhole(path), '\n'))) {
    if (absl::StartsWith(line, "```")) is_code = !is_code;
    if (is_code || !absl::StartsWith(line, "#")) continue;
    std::string anchor;
    for (const char c : line.substr(line.find(' ') + 1)) {
      if (c == ' ') anchor += '-';
      if (absl::ascii_isalnum(c) || c == '-' || c == '_') anchor += absl::ascii_tolower(c);
    }
    EXPECT_TRUE(anchors.insert(anchor).second) << path << " has two headings " << line;
  }
  return anchors;
}

// A page says where its parts are, and where the next page is.
TEST(DocsTest, EveryLinkLeadsSomewhere) {
  for (const std::string& path : Pages()) {
    const std::string text = ReadWhole(path);
    size_t links = 0;
    for (size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
      const std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
      if (absl::StrContains(target, "://")) continue;
      const std::vector<std::string> parts = absl::StrSplit(target, '#');
      const std::filesystem::path file = parts[0].empty()
                                             ? std::filesystem::path(path)
                                             : std::filesystem::path(path).parent_path() / parts[0];
      EXPECT_TRUE(std::filesystem::exists(file)) << path << " links to " << target;
      if (parts.size() > 1) {
        EXPECT_THAT(AnchorsIn(file), testing::Contains(parts[1])) << path << " links to " << target;
      }
      ++links;
    }
    EXPECT_GT(links, 0U) << path;
  }
}

}  // namespace
}  // namespace grpcfg
