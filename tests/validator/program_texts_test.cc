// What holds of the formats for other programs whatever is reported: paths, escapes, and that the
// outcome is JSON, XML or commands.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/strict_json.h"
#include "tests/strict_xml.h"
#include "tests/validator/random_report.h"
#include "validator/report/finding_text.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::Not;

ReporterOptions Options() {
  return {.targets = {"spec", "go"},
          .directory = "/top",
          .facts_of = [](absl::string_view /*rule*/) { return RuleFacts(); }};
}

struct PathRow {
  absl::string_view path;
  absl::string_view below;  // of /top/repo
  absl::string_view uri;
};

const PathRow kPathRows[] = {
    {"a.json", "a.json", "a.json"},
    {"./a/./b//c.json", "a/b/c.json", "a/b/c.json"},
    {"a/../b.json", "b.json", "b.json"},
    {"../b.json", "../b.json", "../b.json"},
    {"/top/repo", "/top/repo", "file:///top/repo"},
    {"a/..", ".", "."},
    {"../../b.json", "../../b.json", "../../b.json"},
    {"/top/repo/a/b.json", "a/b.json", "a/b.json"},
    {"/top/repository/b.json", "/top/repository/b.json", "file:///top/repository/b.json"},
    {"/x/../../y", "/y", "file:///y"},
    {"<stdin>", "<stdin>", "%3Cstdin%3E"},
    {"a b#?%:日\xff.json", "a b#?%:日\xff.json", "a%20b%23%3F%25%3A%E6%97%A5%FF.json"},
};

TEST(ProgramTextsTest, PathsAreRelativeToTheDirectory) {
  for (const PathRow& row : kPathRows) {
    EXPECT_EQ(PathBelow("/top/repo", row.path), row.below);
    EXPECT_EQ(UriOfPath(row.below), row.uri);
  }
  EXPECT_EQ(PathBelow("", "/top/a"), "/top/a");
}

// Each line is a command of the runner with the properties that it may have.
void ExpectCommands(const std::string& out, uint32_t seed) {
  for (const absl::string_view line : absl::StrSplit(out, '\n', absl::SkipEmpty())) {
    if (absl::StartsWith(line, "::error::")) continue;  // of no file
    const bool is_command = absl::StartsWith(line, "::error file=") ||
                            absl::StartsWith(line, "::warning file=") ||
                            absl::StartsWith(line, "::notice file=");
    ASSERT_TRUE(is_command) << "seed " << seed << ": " << line;
    const absl::string_view properties = line.substr(2, line.find("::", 2) - 2);
    for (const absl::string_view each : absl::StrSplit(properties, ',')) {
      ASSERT_THAT(std::string(each), HasSubstr("=")) << "seed " << seed;
      ASSERT_THAT(std::string(each), Not(HasSubstr(":"))) << "seed " << seed;
    }
  }
}

TEST(ProgramTextsTest, AreWholeForWhateverReport) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    RandomReport random(seed);
    const std::unique_ptr<Reporter> reporters[] = {
        MakeSarifReporter(Options()), MakeGitlabReporter(Options()), MakeJunitReporter(Options()),
        MakeCheckstyleReporter(Options()), MakeGithubReporter(Options())};
    std::string outs[5];
    for (size_t files = random.Below(4); files > 0; --files) {
      const std::string text = random.Text(60) + "\xEF\xBF\xBE";
      const std::string path = random.Text(4);
      Report report = random.On(text, 2);
      if (!report.diagnostics.empty()) report.diagnostics[0].message += "\xEF\xBF\xBF";
      const std::vector<std::string> fingerprints(report.diagnostics.size(), random.Text(3));
      for (size_t i = 0; i < 5; ++i) {
        reporters[i]->AddFile(
            {.path = path, .text = text, .report = report, .fingerprints = fingerprints}, outs[i]);
        reporters[i]->AddUnread(path, text, outs[i]);
      }
    }
    for (size_t i = 0; i < 5; ++i) reporters[i]->Finish(outs[i]);
    ASSERT_TRUE(IsStrictJson(outs[0])) << "seed " << seed;
    ASSERT_TRUE(IsStrictJson(outs[1])) << "seed " << seed;
    ASSERT_TRUE(IsStrictXml(outs[2])) << "seed " << seed << "\n" << outs[2];
    ASSERT_TRUE(IsStrictXml(outs[3])) << "seed " << seed << "\n" << outs[3];
    ExpectCommands(outs[4], seed);
  }
}

struct XmlRow {
  absl::string_view text;
  bool is_whole;
};

// What the test above goes by does notice what is wrong.
TEST(StrictXmlTest, NoticesWhatIsWrong) {
  const XmlRow rows[] = {
      {"<a/>", false},
      {"<a></a>", true},
      {"<a>x &lt; y</a>", true},
      {R"(<a b="c" d=""><e/></a>)", true},
      {"<a>", false},
      {"<a></b>", false},
      {"<a>x < y</a>", false},
      {"<a>x & y</a>", false},
      {"<a b=\"<\"></a>", false},
      {R"(<a b="c" b="c"></a>)", false},
      {"<a b=\"x\ny\"></a>", false},
      {"<a>\x1b</a>", false},
      {"<a>\xff</a>", false},
      {"<a>\xEF\xBF\xBE</a>", false},
      {"<a></a><b></b>", false},
  };
  for (const XmlRow& row : rows) {
    const std::string whole =
        absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", row.text, "\n");
    EXPECT_EQ(IsStrictXml(whole), row.is_whole) << row.text;
  }
}

}  // namespace
}  // namespace grpcfg
