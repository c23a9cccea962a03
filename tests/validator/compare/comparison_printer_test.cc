// How changes are printed: grouped for people, and with nothing in them that a terminal, Markdown
// or HTML would obey.
#include "validator/compare/comparison_printer.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/strict_json.h"
#include "validator/compare/change_groups.h"
#include "validator/compare/change_words.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Change Attempts(ChangeRisk risk = ChangeRisk::kHigh) { return {"attempts", "1", "3", risk}; }

TEST(GroupChangesTest, EqualChangesStandTogether) {
  const Change timeout = {"timeout", "\"1s\"", "\"2s\"", ChangeRisk::kLow};
  const std::vector<ComparedMethod> methods = {
      {.name = "p.S/A", .target = "go", .changes = {timeout}},
      {.name = "p.S/A", .target = "java", .changes = {timeout, Attempts()}},
      {.name = "p.S/B", .target = "go", .changes = {timeout}},
      {.name = "p.S/B", .target = "java", .changes = {timeout, Attempts()}},
      {.name = "*", .target = "go", .changes = {{"verdict", "\"accepts\"", "\"rejects\""}}}};
  const std::vector<ChangeGroup> groups = GroupChanges(methods);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_THAT(groups[0].methods, ElementsAre("p.S/A", "p.S/B"));
  ASSERT_EQ(groups[0].parts.size(), 2U);
  EXPECT_THAT(groups[0].parts[0].targets, ElementsAre("go", "java"));
  EXPECT_THAT(groups[0].parts[1].targets, ElementsAre("java"));
  EXPECT_TRUE(groups[1].methods.empty());
}

// One that was acknowledged is no risk any more.
TEST(GroupChangesTest, AcknowledgedChangesComeLast) {
  Change known = Attempts();
  known.reason = "wanted";
  const std::vector<ChangeGroup> groups = GroupChanges(std::vector<ComparedMethod>{
      {.name = "p.S", .target = "go", .changes = {known}},
      {.name = "p.T", .target = "go", .changes = {Attempts(ChangeRisk::kMedium)}}});
  EXPECT_THAT(groups[0].methods, ElementsAre("p.T"));
  EXPECT_EQ(groups[1].Worst(), ChangeRisk::kLow);
}

// Names and words that a config may contain.
std::vector<ComparedFile> Hostile() {
  const std::string bad = "a\n\x1b[31m|<script>`*@all\xFF";
  return {{.path = bad,
           .methods = {{.name = bad, .old_name = bad, .target = "go", .changes = {Attempts()}}},
           .new_findings = {{"error", "rule", bad, bad, 1, 2}}}};
}

TEST(ComparisonPrinterTest, NothingInItIsObeyed) {
  const std::vector<ComparedFile> files = Hostile();
  const std::vector<std::string> targets = {"go"};
  for (auto* const append : {AppendComparisonText, AppendComparisonMarkdown, AppendComparisonHtml,
                             AppendComparisonJson}) {
    std::string out;
    append({files, targets, {}}, out);
    EXPECT_THAT(out, Not(HasSubstr("\x1b")));
    EXPECT_THAT(out, Not(HasSubstr("\xFF")));
    EXPECT_EQ(out.back(), '\n');
  }
  std::string markdown;
  AppendComparisonMarkdown({files, targets, {}}, markdown);
  EXPECT_THAT(markdown, HasSubstr("\\|&lt;script&gt;\\`\\*@<!-- -->all"));
  std::string html;
  AppendComparisonHtml({files, targets, {}}, html);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

// A method's name begins a line: nothing in it begins a list, a quotation, code or a link.
TEST(ComparisonPrinterTest, NoNameIsMarkdown) {
  const struct {
    const char* name;
    const char* line;
  } rows[] = {
      {"~~~ x", "\n\\~\\~\\~ x"},
      {"> q", "\n&gt; q"},
      {"- l", "\n\\- l"},
      {"+ l", "\n\\+ l"},
      {"12. l", "\n12\\. l"},
      {"1) l", "\n1\\) l"},
      {"    code", "\n&#32;   code"},
      {"http://a.test www.b.test", "\nhttp:&#47;&#47;a.test www&#46;b.test"},
      {"$$x$$ b", "\n&#36;&#36;x&#36;&#36; b"},
      {"2 names", "\n2 names"},
      {"7", "\n7"},
      {"2.5", "\n2.5"},
      {"-1s", "\n-1s"},
      {"a.B/C-D", "\na.B/C-D"},
  };
  const std::vector<std::string> targets = {"go"};
  for (const auto& row : rows) {
    const std::vector<ComparedFile> files = {
        {.path = "a.json",
         .methods = {
             {.name = row.name, .old_name = row.name, .target = "go", .changes = {Attempts()}}}}};
    std::string out;
    AppendComparisonMarkdown({files, targets, {}}, out);
    EXPECT_THAT(out, HasSubstr(row.line));
  }
}

TEST(ComparisonPrinterTest, TextIsForPeople) {
  const std::vector<ComparedFile> files = {
      {.path = "a.json",
       .methods = {{.name = "p.S", .old_name = "p.S", .target = "go", .changes = {Attempts()}}}}};
  const std::vector<std::string> targets = {"go", "java"};
  const std::vector<std::string> exceeded = {"a.json: too much"};
  std::string out;
  AppendComparisonText({files, targets, exceeded}, out);
  EXPECT_EQ(out,
            "a.json\n"
            "p.S, for go\n"
            "  high    attempts  1 -> 3\n"
            "\n"
            "not allowed: a.json: too much\n"
            "1 name changes, at high risk\n");
}

TEST(ComparisonPrinterTest, ReportsWhatARefusedVersionIsComparedAs) {
  const Change verdict = {"verdict", "\"rejects\"", "\"accepts\"", ChangeRisk::kLow};
  const std::vector<ComparedFile> files = {
      {.path = "a.json",
       .methods = {{.name = "*", .old_name = "*", .target = "go", .changes = {verdict}}},
       .refused_by = {"java"}}};
  const std::vector<std::string> targets = {"go", "java"};
  const std::string sentences[] = {
      "java rejects both versions, so their calls are not compared",
      "go rejected the old version, which is compared as if there had been no config"};
  for (auto* const append :
       {AppendComparisonText, AppendComparisonMarkdown, AppendComparisonHtml}) {
    std::string out;
    append({files, targets, {}}, out);
    for (const std::string& sentence : sentences) EXPECT_THAT(out, HasSubstr(sentence));
  }
}

struct WordsRow {
  const char* what;
  const char* json;
  const char* words;
};

TEST(ValueWordsTest, OneIsNotMany) {
  for (const WordsRow& row :
       {WordsRow{"retryPolicy",
                 R"({"maxAttempts":4,"initialBackoff":"1s","maxBackoff":"4s",)"
                 R"("backoffMultiplier":2,"retryableStatusCodes":["ABORTED","UNAVAILABLE"]})",
                 "4 attempts, 1s x 2 up to 4s, after ABORTED, UNAVAILABLE"},
        {"retryPolicy",
         R"({"initialBackoff":"1s","maxBackoff":"4s","backoffMultiplier":2,)"
         R"("retryableStatusCodes":["UNAVAILABLE"]})",
         "1s x 2 up to 4s, after UNAVAILABLE"},
        {"hedgingPolicy", R"({"maxAttempts":1,"hedgingDelay":"1s"})", "1 attempt, one each 1s"},
        {"hedgingPolicy", R"({"maxAttempts":3,"hedgingDelay":"1s"})", "3 attempts, one each 1s"},
        {"retryThrottling", R"({"maxTokens":1,"tokenRatio":0.1})",
         "1 token, 0.1 back for each success"},
        {"retryThrottling", R"({"maxTokens":10,"tokenRatio":0.1})",
         "10 tokens, 0.1 back for each success"}}) {
    EXPECT_EQ(ValueWords({.what = row.what}, row.json), row.words);
  }
}

}  // namespace
}  // namespace grpcfg
