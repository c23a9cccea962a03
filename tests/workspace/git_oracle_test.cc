// The ignore decisions against git itself: random patterns over random trees, seeded.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/workspace/clean_git.h"
#include "tests/workspace/temporary_tree.h"
#include "tools/workspace/gitignore.h"
#include "tools/workspace/repository.h"
#include "tools/workspace/walk.h"

namespace grpcfg {
namespace {

std::string ReadAll(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class GitOracle : public ::testing::TestWithParam<unsigned> {
 protected:
  GitOracle() : random_(GetParam()) {}

  void SetUp() override {
    if (!HaveGit()) GTEST_SKIP() << "git is not installed: ignore decisions are not compared";
    ASSERT_EQ(Git("init -q"), 0);
  }

  // Runs git in the tree with its input and output in files beside it.
  int Git(absl::string_view arguments) {
    return std::system(absl::StrCat("cd '", tree_.Path("r"), "' && ", kCleanGit, " ", arguments,
                                    " <'", tree_.Path("in"), "' >'", tree_.Path("out"), "'")
                           .c_str());
  }

  const std::string& Draw(const std::vector<std::string>& from) {
    return from[random_() % from.size()];
  }

  std::string DrawName() {
    static const std::vector<std::string> kPieces = {"a", "b", "c", "ab", "A",  "1", ".",
                                                     "-", " ", "[", "]",  "\\", "*", "!"};
    std::string name = Draw({"a", "b", "ab", "c", "#", "!"});
    for (unsigned left = random_() % 3; left > 0; --left) name += Draw(kPieces);
    return name;
  }

  std::string DrawPattern() {
    static const std::vector<std::string> kPieces = {"a",           "b",
                                                     "c",           "ab",
                                                     "*",           "*",
                                                     "?",           "/",
                                                     "/",           "**",
                                                     "/**/",        "[ab]",
                                                     "[!a]",        "[a-c]",
                                                     "\\a",         "\\",
                                                     " ",           "\\ ",
                                                     "[^b-]",       "[]a]",
                                                     "[[:alpha:]]", "[[:lower:]-c]",
                                                     "[[:upper:]]", "[![:digit:]]",
                                                     "[a",          ".",
                                                     "1",           "\\*",
                                                     "[/]",         "!",
                                                     "#",           "\r",
                                                     "\t",          "[\\]]"};
    std::string pattern = Draw({"", "", "", "!", "!", "/", "**/", "#", "\\#", "\\!"});
    for (unsigned left = 1 + random_() % 4; left > 0; --left) pattern += Draw(kPieces);
    if (random_() % 4 == 0) pattern += Draw({"/", "/**", " ", "/*", "\r", "\\"});
    return pattern;
  }

  // dir.c match_pathname compares the text before the first special character by itself and gives
  // wildmatch the rest, so git 2.39 takes the `**` of `foo**/bar` for a whole component.
  static bool IsGitFault(absl::string_view pattern) {
    const size_t special = pattern.substr(pattern[0] == '!' ? 1 : 0).find_first_of("*?[\\");
    if (special == absl::string_view::npos) return false;
    const size_t at = special + (pattern[0] == '!' ? 1 : 0);
    return at > 0 && absl::StartsWith(pattern.substr(at), "**") && pattern[at - 1] != '/' &&
           pattern[at - 1] != '!';
  }

  std::string DrawIgnoreFile() {
    std::string text;
    for (unsigned left = 1 + random_() % 6; left > 0; --left) {
      const std::string pattern = DrawPattern();
      if (!IsGitFault(pattern)) absl::StrAppend(&text, pattern, "\n");
    }
    if (random_() % 8 == 0) absl::StrAppend(&text, "*\n!*/\n", "!", DrawPattern());
    return text;
  }

  void DrawTree() {
    std::vector<std::string> directories = {""};
    for (int count = 0; count < 14; ++count) {
      directories.push_back(absl::StrCat(Draw(directories), DrawName(), "/"));
      tree_.MakeDirectory("r/" + directories.back());
    }
    std::error_code error;
    for (int count = 0; count < 60; ++count) {
      const std::string file = absl::StrCat("r/", Draw(directories), DrawName());
      if (!std::filesystem::exists(tree_.Path(file), error)) tree_.Write(file, "");
    }
    tree_.Write("r/.gitignore", DrawIgnoreFile());
    tree_.Write("r/.git/info/exclude", DrawIgnoreFile());
    for (int count = 0; count < 3; ++count) {
      tree_.Write(absl::StrCat("r/", Draw(directories), ".gitignore"), DrawIgnoreFile());
    }
  }

  // Every path below the repository, relative to it.
  std::vector<std::string> AllPaths() {
    std::vector<std::string> paths;
    const std::string top = tree_.Path("r/");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top)) {
      const std::string path = entry.path().string().substr(top.size());
      if (path != ".git" && !absl::StartsWith(path, ".git/")) paths.push_back(path);
    }
    return paths;
  }

  // As the walk does it: from the top down, and nothing below an ignored directory comes back.
  bool IsIgnored(const std::string& path) {
    IgnoreScopes scopes;
    auto scope = AddFile(scopes, IgnoreScopes::kNoScope, "", "r/.git/info/exclude");
    std::string directory;
    for (size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
      scope = AddFile(scopes, scope, directory, absl::StrCat("r/", directory, ".gitignore"));
      const std::string part = path.substr(0, slash);
      const bool is_directory = std::filesystem::is_directory(tree_.Path("r/" + part));
      if (scopes.Ignores(scope, part, is_directory)) return true;
      if (slash == std::string::npos) return false;
      directory = part + "/";
    }
  }

  IgnoreScopes::Scope AddFile(IgnoreScopes& scopes, IgnoreScopes::Scope scope,
                              const std::string& directory, const std::string& file) {
    auto patterns = LoadIgnoreFile(tree_.Path(file), SymbolicLinks::kRefuse);
    EXPECT_TRUE(patterns.ok()) << patterns.status();
    return patterns.ok() ? scopes.Add(scope, directory, *std::move(patterns)) : scope;
  }

  [[nodiscard]] std::string IgnoreFiles() {
    std::string all = "info/exclude:\n" + ReadAll(tree_.Path("r/.git/info/exclude"));
    for (const std::string& path : AllPaths()) {
      if (!absl::EndsWith(path, ".gitignore")) continue;
      absl::StrAppend(&all, path, ":\n", ReadAll(tree_.Path("r/" + path)));
    }
    return all;
  }

  std::set<std::string> Output() {
    return absl::StrSplit(ReadAll(tree_.Path("out")), '\0', absl::SkipEmpty());
  }

  TemporaryTree tree_;
  std::mt19937 random_;

 private:
  // The repository exists before SetUp runs git in it.
  const bool made_ = (tree_.MakeDirectory("r"), tree_.Write("in", ""), true);
};

TEST_P(GitOracle, CheckIgnoreAgrees) {
  DrawTree();
  const std::vector<std::string> paths = AllPaths();
  std::string input;
  for (const std::string& path : paths) absl::StrAppend(&input, path, absl::string_view("\0", 1));
  tree_.Write("in", input);
  Git("check-ignore --no-index --stdin -z");  // its status tells whether any path is ignored
  const std::set<std::string> ignored = Output();
  for (const std::string& path : paths) {
    EXPECT_EQ(IsIgnored(path), ignored.contains(path)) << path << "\n" << IgnoreFiles();
  }
  RecordProperty("paths", static_cast<int>(paths.size()));
  RecordProperty("ignored", static_cast<int>(ignored.size()));
}

TEST_P(GitOracle, ListFilesAgrees) {
  DrawTree();
  ASSERT_EQ(Git("ls-files --others --exclude-standard -z"), 0);
  const std::string top = tree_.Path("r");
  std::set<std::string> found;
  const absl::StatusOr<ConfigFiles> list = ListConfigFiles({top}, {{"*"}, {}, ""});
  ASSERT_TRUE(list.ok()) << list.status();
  EXPECT_TRUE(list->problems.empty());
  for (const std::string& path : list->paths) found.insert(path.substr(top.size() + 1));
  EXPECT_EQ(found, Output()) << IgnoreFiles();
}

INSTANTIATE_TEST_SUITE_P(Seeds, GitOracle, ::testing::Range(1U, 61U));

}  // namespace
}  // namespace grpcfg
