// Diffs by what patch and git make of them.
#include "validator/report/unified_diff.h"

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/tools/workspace/temporary_tree.h"
#include "validator/fix/edited_text.h"

namespace grpcfg {
namespace {

struct Row {
  const char* why;
  const char* text;
  std::vector<TextEdit> edits;
  const char* diff;  // without its head
};

const Row kRows[] = {
    {"no edits", "a\n", {}, ""},
    {"what is there already", "a\nb\n", {{{2, 3}, "b"}}, ""},
    {"a line", "a\nb\nc\n", {{{2, 3}, "x"}}, "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
    {"the only line", "a\n", {{{0, 1}, "x"}}, "@@ -1 +1 @@\n-a\n+x\n"},
    {"two edits of a line", "abc\n", {{{0, 1}, "x"}, {{2, 3}, "y"}}, "@@ -1 +1 @@\n-abc\n+xby\n"},
    {"lines one after the other",
     "a\nb\nc\n",
     {{{0, 1}, "x"}, {{2, 3}, "y"}},
     "@@ -1,3 +1,3 @@\n-a\n-b\n+x\n+y\n c\n"},
    {"a line less", "a\nb\nc\n", {{{2, 4}, ""}}, "@@ -1,3 +1,2 @@\n a\n-b\n c\n"},
    {"two lines become one", "a\nb\nc\n", {{{1, 2}, ""}}, "@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n"},
    {"a line more", "a\nc\n", {{{2, 2}, "b\n"}}, "@@ -1,2 +1,3 @@\n a\n+b\n c\n"},
    {"all lines less", "a\n", {{{0, 2}, ""}}, "@@ -1 +0,0 @@\n-a\n"},
    {"into nothing", "", {{{0, 0}, "a\n"}}, "@@ -0,0 +1 @@\n+a\n"},
    {"after the last line",
     "a\n",
     {{{2, 2}, "b"}},
     "@@ -1 +1,2 @@\n a\n+b\n\\ No newline at end of file\n"},
    {"a last line without its end",
     "a\nb",
     {{{0, 1}, "x"}},
     "@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"},
    {"such a line itself",
     "a",
     {{{1, 1}, "x"}},
     "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+ax\n\\ No newline at end of file\n"},
    {"ends of lines of another system",
     "a\r\nb\r\n",
     {{{3, 4}, "x"}},
     "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+x\r\n"},
    {"near each other",
     "a\nb\nc\nd\ne\nf\ng\nh\n",
     {{{0, 1}, "x"}, {{14, 15}, "y"}},
     "@@ -1,8 +1,8 @@\n-a\n+x\n b\n c\n d\n e\n f\n g\n-h\n+y\n"},
    {"far from each other",
     "a\nb\nc\nd\ne\nf\ng\nh\ni\n",
     {{{0, 2}, ""}, {{16, 17}, "y"}},
     "@@ -1,4 +1,3 @@\n-a\n b\n c\n d\n@@ -6,4 +5,4 @@\n f\n g\n h\n-i\n+y\n"},
};

TEST(UnifiedDiffTest, Rows) {
  for (const Row& row : kRows) {
    const std::string head = *row.diff == '\0' ? "" : "--- a.json\n+++ a.json\n";
    EXPECT_EQ(UnifiedDiff("a.json", row.text, row.edits), head + row.diff) << row.why;
  }
}

// A few lines, most of them alike, so that what patch looks for stands in many places.
std::string RandomLines(std::mt19937& random) {
  std::string text;
  for (size_t lines = random() % 30; lines > 0; --lines) {
    absl::StrAppend(&text, std::string(random() % 3, 'a'), random() % 5 == 0 ? "\r\n" : "\n");
  }
  if (random() % 3 == 0) text += "end";
  return text;
}

std::vector<TextEdit> RandomEdits(size_t size, std::mt19937& random) {
  std::vector<TextEdit> edits;
  for (size_t at = random() % (size + 1); at <= size && edits.size() < 4;) {
    const size_t end = std::min(size, at + random() % 4);
    const char* const texts[] = {"", "b", "b\n", "\n", "bb\nb", "\r\n"};
    edits.push_back({{static_cast<uint32_t>(at), static_cast<uint32_t>(end)}, texts[random() % 6]});
    at = end + 1 + random() % 12;
  }
  return edits;
}

bool Has(const char* program) {
  return std::system(absl::StrCat("command -v ", program, " >/dev/null").c_str()) == 0;
}

// Applies random diffs by `command`, which reads one on stdin, to a file of that name.
void ExpectApplied(const std::string& name, const std::string& command) {
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) {
    const TemporaryTree tree;
    const std::string text = RandomLines(random);
    const std::vector<TextEdit> edits = RandomEdits(text.size(), random);
    const std::string after = EditedText(text, edits).text();
    const std::string diff = UnifiedDiff(name, text, edits);
    EXPECT_EQ(diff.empty(), after == text) << i;
    if (diff.empty() || text.empty() || after.empty()) continue;  // to git: files come and go
    tree.Write(name, text);
    tree.Write("diff", diff);
    const std::string in_tree = absl::StrCat("cd '", tree.Path(""), "' && ", command);
    EXPECT_EQ(std::system(in_tree.c_str()), 0) << i << ":\n" << diff;
    EXPECT_EQ(ReadWhole(tree.Path(name)), after) << i << ":\n" << diff;
  }
}

TEST(UnifiedDiffTest, PatchAppliesIt) {
  if (!Has("patch")) GTEST_SKIP() << "patch is not installed";
  ExpectApplied("a.json", "patch -s -p0 --binary <diff");
  ExpectApplied("d/a b.json", "patch -s -p0 --binary <diff");
}

TEST(UnifiedDiffTest, GitAppliesIt) {
  if (!Has("git")) GTEST_SKIP() << "git is not installed";
  ExpectApplied("a.json", "git apply -p0 --whitespace=nowarn diff");
  ExpectApplied("d/a \"b\"\t\n\xC3\xA9.json", "git apply -p0 --whitespace=nowarn diff");
}

}  // namespace
}  // namespace grpcfg
