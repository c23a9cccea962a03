#include "tools/workspace/glob.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

// Whether a set of this pattern alone matches the path.
bool Matches(absl::string_view pattern, absl::string_view path) {
  const absl::StatusOr<std::string> regex = GlobToRegex(pattern);
  EXPECT_TRUE(regex.ok()) << regex.status();
  if (!regex.ok()) return false;
  return !GlobSet({*regex}).Matches(path).empty();
}

struct MatchRow {
  absl::string_view reason;
  absl::string_view pattern;
  absl::string_view path;
  bool matches;
};

class GlobMatch : public ::testing::TestWithParam<MatchRow> {};

TEST_P(GlobMatch, Decides) {
  const MatchRow& row = GetParam();
  EXPECT_EQ(Matches(row.pattern, row.path), row.matches) << row.pattern << " on " << row.path;
}

constexpr MatchRow kMatchRows[] = {
    {"literal", "a.json", "a.json", true},
    {"literal_is_whole", "a.json", "a.jsonx", false},
    {"literal_has_case", "a.json", "A.json", false},
    {"empty_on_empty", "", "", true},
    {"empty_on_text", "", "a", false},
    {"question_one_byte", "a?c", "abc", true},
    {"question_not_none", "a?c", "ac", false},
    {"question_not_slash", "a?c", "a/c", false},
    {"star_none", "a*c", "ac", true},
    {"star_many", "a*c", "abbbc", true},
    {"star_not_slash", "a*c", "a/c", false},
    {"star_goes_back", "*ab*abc", "abxababc", true},
    {"star_at_end_stays_in_component", "a/*", "a/b/c", false},
    {"star_per_component", "*/*/c", "a/b/c", true},
    {"star_per_component_counts", "*/*/c", "a/c", false},
    {"star_suffix", "*.json", "service.json", true},
    {"star_suffix_leading_dot", "*.json", ".json", true},
    {"directories_none", "**/c", "c", true},
    {"directories_many", "**/c", "a/b/c", true},
    {"directories_whole_component", "**/c", "ab/xc", false},
    {"directories_inside_none", "a/**/c", "a/c", true},
    {"directories_inside_many", "a/**/c", "a/x/y/c", true},
    {"directories_inside_whole_component", "a/**/c", "ac", false},
    {"directories_not_inside_component", "a/**/c", "ax/c", false},
    {"directories_twice", "**/a/**/b", "x/a/y/z/b", true},
    {"directories_goes_back", "**/a/b", "a/x/a/b", true},
    {"directories_goes_back_past_star", "**/x*/b", "x1/c/x2/b", true},
    {"directories_three_stars", "***/c", "a/b/c", true},
    {"anything_below", "a/**", "a/b/c", true},
    {"anything_below_not_itself", "a/**", "a", false},
    {"anything_alone", "**", "a/b", true},
    {"stars_beside_text_are_one_star", "a**/c", "ab/c", true},
    {"stars_beside_text_stay_in_component", "a**/c", "ab/x/c", false},
    {"stars_before_text_stay_in_component", "**c", "a/c", false},
    {"escaped_slash_needs_a_directory", "**\\/c", "c", false},
    {"escaped_slash_after_stars", "**\\/c", "a/b/c", true},
    {"default_include_at_top", "**/*service_config*.json", "service_config.json", true},
    {"default_include_deep", "**/*service_config*.json", "a/b/my_service_config_2.json", true},
    {"default_include_other_suffix", "**/*service_config*.json", "a/service_config.yaml", false},
    {"default_include_directory_name", "**/*service_config*.json", "service_config/a.json", false},
    {"set_member", "[abc]", "b", true},
    {"set_other", "[abc]", "d", false},
    {"set_range", "[a-c]x", "bx", true},
    {"set_range_end", "[a-c]x", "dx", false},
    {"set_range_backwards_is_empty", "[c-a]", "b", false},
    {"set_negated", "[!a-c]", "d", true},
    {"set_negated_member", "[!a-c]", "b", false},
    {"set_negated_caret", "[^a]", "b", true},
    {"set_negated_not_slash", "a[!b]c", "a/c", false},
    {"set_not_slash", "a[/]c", "a/c", false},
    {"set_bracket_first", "[]a]", "]", true},
    {"set_bracket_first_negated", "[!]a]", "]", false},
    {"set_minus_last", "[a-]", "-", true},
    {"set_minus_first", "[-a]", "-", true},
    {"set_escape", "[\\]]", "]", true},
    {"set_range_to_escape", "[a-\\c]", "b", true},
    {"set_open_bracket", "[[a]", "[", true},
    {"set_colon_without_class", "[[:]", ":", true},
    {"set_broken_class_is_members", "[[:alpha]]", "a]", true},
    {"class_alpha", "[[:alpha:]]", "x", true},
    {"class_alpha_digit", "[[:alpha:]]", "5", false},
    {"class_two", "[[:digit:][:upper:]_]", "Q", true},
    {"class_negated", "[![:space:]]", " ", false},
    {"class_space_of_git_has_no_vertical_tab", "[[:space:]]", "\v", false},
    {"class_xdigit", "[[:xdigit:]]", "f", true},
    {"class_no_range_start", "[[:digit:]-z]", "a", false},
    {"high_byte_range", "[\x80-\xff]", "\xc3", true},
    {"high_byte_no_alpha", "[[:alpha:]]", "\xc3", false},
    {"escape_star", "a\\*", "a*", true},
    {"escape_star_only", "a\\*", "ab", false},
    {"escape_ordinary", "\\a", "a", true},
    {"escape_then_star", "\\**", "*xy", true},
};

template <typename Row>
std::string Reason(const ::testing::TestParamInfo<Row>& info) {
  return absl::StrCat(info.param.reason);
}

INSTANTIATE_TEST_SUITE_P(Rows, GlobMatch, ::testing::ValuesIn(kMatchRows), Reason<MatchRow>);

struct ParseRow {
  absl::string_view reason;
  absl::string_view pattern;
  bool ok;
};

class GlobParse : public ::testing::TestWithParam<ParseRow> {};

TEST_P(GlobParse, Accepts) { EXPECT_EQ(GlobToRegex(GetParam().pattern).ok(), GetParam().ok); }

constexpr ParseRow kParseRows[] = {
    {"open_set", "a[bc", false},
    {"open_set_after_bracket", "[]", false},
    {"open_set_after_negation", "[!", false},
    {"open_set_in_escape", "[\\", false},
    {"open_class", "[[:alpha:", false},
    {"open_after_class", "[[:alpha:]", false},
    {"unknown_class", "[[:letter:]]", false},
    {"empty_class", "[[::]]", false},
    {"lone_backslash", "a\\", false},
    {"escaped_backslash", "a\\\\", true},
    {"closing_bracket_alone", "a]", true},
    {"escaped_bracket", "\\[", true},
};

INSTANTIATE_TEST_SUITE_P(Rows, GlobParse, ::testing::ValuesIn(kParseRows), Reason<ParseRow>);

std::string Repeat(absl::string_view piece, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text.append(piece.data(), piece.size());
  return text;
}

TEST(GlobCost, HostilePatternsStayPolynomial) {
  struct Row {
    std::string pattern;
    std::string path;
  };
  const Row rows[] = {
      {Repeat("a*", 500) + "b", Repeat("a", 4000)},
      {Repeat("a*", 500) + "[b]", Repeat("a", 4000)},
      {Repeat("**/", 500) + "[b]", Repeat("a/", 2000) + "a"},
      {Repeat("**/a/", 200) + "[b]", Repeat("a/", 2000) + "a"},
      {Repeat("**/*a*/", 200) + "[b]", Repeat("aa/", 2000) + "a"},
      {Repeat("*", 100000) + "[b]", Repeat("a", 4000)},
  };
  for (const Row& row : rows) {
    EXPECT_FALSE(Matches(row.pattern, row.path));
  }
  // Milliseconds in an optimised build; exponential backtracking would not end at all.
}

// gitignore(5) read literally and tried in every way, for `a`, `b`, `/`, `?`, `*`, `**`.
bool NaiveMatches(absl::string_view whole, size_t at, absl::string_view path) {
  if (at == whole.size()) return path.empty();
  const absl::string_view pattern = whole.substr(at);
  if (pattern[0] != '*') {
    if (path.empty() || (pattern[0] == '?' ? path[0] == '/' : path[0] != pattern[0])) return false;
    return NaiveMatches(whole, at + 1, path.substr(1));
  }
  size_t stars = pattern.find_first_not_of('*');
  if (stars == absl::string_view::npos) stars = pattern.size();
  const bool is_component = stars > 1 && (at == 0 || whole[at - 1] == '/') &&
                            (stars == pattern.size() || pattern[stars] == '/');
  const bool takes_slash = is_component && stars < pattern.size();
  for (size_t taken = 0; taken <= path.size(); ++taken) {
    if (taken > 0 && path[taken - 1] == '/' && !is_component) return false;
    if (takes_slash && taken > 0 && path[taken - 1] != '/') continue;
    if (NaiveMatches(whole, at + stars + (takes_slash ? 1 : 0), path.substr(taken))) return true;
  }
  return false;
}

TEST(GlobSet, ManyPatternsSayWhatEachSays) {
  constexpr int kPatterns = 10000;
  std::vector<std::string> regexes;
  for (int pattern = 0; pattern < kPatterns; ++pattern) {
    const absl::StatusOr<std::string> regex =
        GlobToRegex(absl::StrCat("**/build_", pattern, "*/**/x?_", pattern % 7, "[a-c]*.json"));
    ASSERT_TRUE(regex.ok()) << regex.status();
    regexes.push_back(*regex);
  }
  const GlobSet set(regexes);
  std::vector<int> matches = set.Matches("src/build_9998_old/a/b/xy_2c.json");
  std::sort(matches.begin(), matches.end());
  EXPECT_EQ(matches, std::vector<int>({9, 9998}));  // 9 % 7 = 9998 % 7 = 2
  EXPECT_TRUE(set.Matches("src/build_9998_old/a/b/xy_3c.json").empty());
}

TEST(GlobSet, TheLongestPatternsAreMatched) {
  const std::string path = Repeat("ab/", 1365) + "a";  // as long as Linux lets a path be
  for (const absl::string_view piece : {"?*", "**/", "[a-b]", "**/*b/", "\\\n"}) {
    size_t count = 100000;
    while (!GlobToRegex(Repeat(piece, count)).ok()) count -= count / 16;
    EXPECT_FALSE(Matches(Repeat(piece, count), path)) << count << " times " << piece;
  }
}

TEST(GlobProperty, AgreesWithExhaustiveSearch) {
  std::mt19937 random(20240601);
  const std::vector<std::string> pattern_pieces = {"a", "b", "/", "?", "*", "**", "/**/", "*/"};
  const std::vector<std::string> path_pieces = {"a", "b", "/", "ab", "/a"};
  const auto draw = [&](const std::vector<std::string>& pieces, size_t most) {
    std::string text;
    for (size_t left = random() % (most + 1); left > 0; --left) {
      text += pieces[random() % pieces.size()];
    }
    return text;
  };
  size_t matched = 0;
  for (int round = 0; round < 200000; ++round) {
    const std::string pattern = draw(pattern_pieces, 6);
    const std::string path = draw(path_pieces, 7);
    const bool expected = NaiveMatches(pattern, 0, path);
    matched += expected ? 1 : 0;
    ASSERT_EQ(Matches(pattern, path), expected) << pattern << " on " << path;
  }
  EXPECT_GT(matched, 10000U);  // the pieces are drawn so that both answers are common
}

struct ListRow {
  absl::string_view reason;
  std::vector<absl::string_view> globs;
  absl::string_view path;  // a slash at the end: a directory
  bool matches;
};

TEST(GlobList, TheLastGlobThatMatchesDecides) {
  const ListRow rows[] = {
      {"no glob", {}, "a", false},
      {"name at the top", {"a"}, "a", true},
      {"name at any depth", {"a"}, "x/y/a", true},
      {"name is whole", {"a"}, "ab", false},
      {"directories above are not looked at", {"a"}, "a/b", false},
      {"leading slash anchors", {"/a"}, "a", true},
      {"leading slash anchors, not deeper", {"/a"}, "x/a", false},
      {"slash in the middle anchors", {"a/b"}, "a/b", true},
      {"slash in the middle anchors, not deeper", {"a/b"}, "x/a/b", false},
      {"two leading slashes match nothing", {"//a"}, "a", false},
      {"slash at the end, directory", {"a/"}, "x/a/", true},
      {"slash at the end, file", {"a/"}, "x/a", false},
      {"slash at the end does not anchor", {"a/"}, "x/y/a/", true},
      {"taken back", {"*.json", "!a.json"}, "a.json", false},
      {"another is not taken back", {"*.json", "!a.json"}, "b.json", true},
      {"matched again", {"!a", "a"}, "a", true},
      {"escaped negation", {"\\!a"}, "!a", true},
      {"negation twice is a name", {"*", "!!a"}, "!a", false},
      {"anchored negation, deeper", {"a", "!/a"}, "x/a", true},
      {"stars below", {"a/**"}, "a/x/y", true},
      {"stars below, not itself", {"a/**"}, "a/", false},
      {"stars in front", {"**/a/b"}, "x/a/b", true},
      {"stars after text do not span", {"foo**/bar"}, "foox/y/bar", false},
      {"hash is a name", {"#a"}, "#a", true},
      {"spaces count", {" a "}, " a ", true},
  };
  for (const ListRow& row : rows) {
    std::vector<Glob> globs;
    for (const absl::string_view glob : row.globs) globs.push_back(*ParseGlob(glob));
    absl::string_view path = row.path;
    const bool is_directory = absl::ConsumeSuffix(&path, "/");
    EXPECT_EQ(GlobList(std::move(globs)).Matches(path, is_directory), row.matches) << row.reason;
  }
}

TEST(ParseGlob, RefusesWhatCanMatchNothing) {
  for (const absl::string_view glob : {"", "/", "!", "!/", "[a", "a\\", "[[:x:]]/b"}) {
    EXPECT_FALSE(ParseGlob(glob).ok()) << glob;
  }
  for (const absl::string_view glob : {"a", "!a", "/a/", "**", " ", "#"}) {
    EXPECT_TRUE(ParseGlob(glob).ok()) << glob;
  }
}

}  // namespace
}  // namespace grpcfg
