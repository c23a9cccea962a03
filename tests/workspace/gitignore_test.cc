#include "tools/workspace/gitignore.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

constexpr auto kUndecided = IgnoreDecision::kUndecided;
constexpr auto kIgnored = IgnoreDecision::kIgnored;
constexpr auto kReincluded = IgnoreDecision::kReincluded;

// What the text of a .gitignore comes to.
IgnoreList ListOf(absl::string_view text) { return IgnoreList(ParseGitignore(text)); }

struct Row {
  absl::string_view reason;
  absl::string_view text;
  absl::string_view path;  // a slash at the end: a directory
  IgnoreDecision decision;
};

class Gitignore : public ::testing::TestWithParam<Row> {};

TEST_P(Gitignore, Decides) {
  absl::string_view path = GetParam().path;
  const bool is_directory = path.back() == '/';
  if (is_directory) path.remove_suffix(1);
  EXPECT_EQ(ListOf(GetParam().text).Decide(path, is_directory), GetParam().decision);
}

constexpr Row kRows[] = {
    {"name_at_top", "a\n", "a", kIgnored},
    {"name_at_depth", "a\n", "x/y/a", kIgnored},
    {"name_is_whole", "a\n", "ab", kUndecided},
    {"name_of_directory_above_is_the_walks_part", "a\n", "a/b", kUndecided},
    {"last_line_without_newline", "a", "a", kIgnored},
    {"carriage_return", "a\r\nb\r\n", "a", kIgnored},
    {"carriage_return_alone_is_text", "a\rb\n", "a", kUndecided},
    {"byte_order_mark",
     "\xef\xbb\xbf"
     "a\n",
     "a", kIgnored},
    {"comment", "#a\n", "#a", kUndecided},
    {"escaped_comment", "\\#a\n", "#a", kIgnored},
    {"comment_not_in_the_middle", "a#b\n", "a#b", kIgnored},
    {"blank_line", "\n\n", "a", kUndecided},
    {"spaces_only", "   \n", "   ", kUndecided},
    {"trailing_spaces", "a  \n", "a", kIgnored},
    {"trailing_space_escaped", "a\\ \n", "a ", kIgnored},
    {"trailing_space_escaped_then_more", "a\\   \n", "a ", kIgnored},
    {"escaped_backslash_then_spaces", "a\\\\  \n", "a\\", kIgnored},
    {"trailing_tab_counts", "a\t\n", "a", kUndecided},
    {"leading_space_counts", " a\n", "a", kUndecided},
    {"nul_ends_a_line", absl::string_view("a\0b\n", 4), "a", kIgnored},
    {"anchored_by_leading_slash", "/a\n", "a", kIgnored},
    {"anchored_not_deeper", "/a\n", "x/a", kUndecided},
    {"anchored_by_middle_slash", "a/b\n", "a/b", kIgnored},
    {"anchored_by_middle_slash_not_deeper", "a/b\n", "x/a/b", kUndecided},
    {"double_leading_slash_matches_nothing", "//a\n", "a", kUndecided},
    {"trailing_slash_directory", "a/\n", "x/a/", kIgnored},
    {"trailing_slash_file", "a/\n", "x/a", kUndecided},
    {"trailing_slash_does_not_anchor", "a/\n", "x/y/a/", kIgnored},
    {"slash_alone", "/\n", "a/", kUndecided},
    {"negation", "*.json\n!a.json\n", "a.json", kReincluded},
    {"negation_other", "*.json\n!a.json\n", "b.json", kIgnored},
    {"last_match_wins", "!a\na\n", "a", kIgnored},
    {"negation_escaped", "\\!a\n", "!a", kIgnored},
    {"negation_twice_is_a_name", "!!a\n", "!a", kReincluded},
    {"negation_alone", "a\n!\n", "a", kIgnored},
    {"negated_anchor", "a\n!/a\n", "x/a", kIgnored},
    {"stars_below", "a/**\n", "a/x/y", kIgnored},
    {"stars_below_not_itself", "a/**\n", "a/", kUndecided},
    {"stars_in_front", "**/a/b\n", "x/a/b", kIgnored},
    {"stars_after_text_do_not_span", "foo**/bar\n", "foox/y/bar", kUndecided},
    {"star_stays_in_component", "a/*\n", "a/x/y", kUndecided},
    {"malformed_matches_nothing", "[a\nb\n", "[a", kUndecided},
    {"malformed_stops_nothing", "[a\nb\n", "b", kIgnored},
    {"backslash_at_end_matches_nothing", "a\\\n", "a\\", kUndecided},
};

std::string Reason(const ::testing::TestParamInfo<Row>& info) {
  return absl::StrCat(info.param.reason);
}

INSTANTIATE_TEST_SUITE_P(Rows, Gitignore, ::testing::ValuesIn(kRows), Reason);

TEST(IgnoreScopes, InnermostFileWithAMatchDecides) {
  IgnoreScopes scopes;
  const auto top = scopes.Add(IgnoreScopes::kNoScope, "/r/", ListOf("*.json\n/a/c\n"));
  const auto inner = scopes.Add(top, "/r/a/", ListOf("!keep.json\n/b\n"));
  struct ScopeRow {
    const char* reason;
    absl::string_view path;
    IgnoreScopes::Scope scope;
    bool ignored;
  };
  const ScopeRow rows[] = {
      {"outside everything", "/r/x.json", IgnoreScopes::kNoScope, false},
      {"outer pattern", "/r/x.json", top, true},
      {"outer pattern deeper", "/r/a/x.json", inner, true},
      {"inner negation beats outer", "/r/a/keep.json", inner, false},
      {"inner negation not in the outer scope", "/r/keep.json", top, true},
      {"inner anchor", "/r/a/b", inner, true},
      {"inner anchor is of its directory", "/r/a/x/b", inner, false},
      {"outer anchor with two components", "/r/a/c", inner, true},
      {"nothing matches", "/r/a/x.txt", inner, false},
      {"path elsewhere", "/s/x.json", inner, false},
  };
  for (const ScopeRow& row : rows) {
    EXPECT_EQ(scopes.Ignores(row.scope, row.path, /*is_directory=*/false), row.ignored)
        << row.reason;
  }
}

TEST(ParseIgnorePattern, RefusesWhatCanMatchNothing) {
  for (const absl::string_view glob : {"", "/", "!", "!/", "[a", "a\\", "[[:x:]]/b"}) {
    EXPECT_FALSE(ParseIgnorePattern(glob).ok()) << glob;
  }
  for (const absl::string_view glob : {"a", "!a", "/a/", "**", " ", "#"}) {
    EXPECT_TRUE(ParseIgnorePattern(glob).ok()) << glob;
  }
}

}  // namespace
}  // namespace grpcfg
