// The formats for other programs: SARIF, GitHub, GitLab, JUnit and Checkstyle, of a report in which
// everything wants to be escaped. tests/reports asks the programs themselves.
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/strict_json.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;

constexpr absl::string_view kText = "{\"日\":\n  1, \"a\": 22}";

ReporterOptions Options() {
  return {.targets = {"spec", "go"},
          .version = "1.2.3",
          .directory = "/top",
          .homepage = "https://a.test",
          .facts_of = [](absl::string_view rule) {
            return RuleFacts{.summary = absl::StrCat("about ", rule),
                             .rationale = "because",
                             .severity = Severity::kWarning,
                             .precision = "high",
                             .tags = {"grpc"},
                             .help = "help",
                             .markdown = "### help",
                             .page = rule == "some-rule" ? "https://a.test/some-rule.md" : ""};
          }};
}

Report HostileReport() {
  Report report;
  report.diagnostics = {
      {.rule = "some-rule",
       .severity = Severity::kError,
       .message = "`<\"a\">` & 100%, [x](1)",
       .pointer = "/a~1b/日",
       .primary = {{10, 11}, ""},
       .secondary = {{{1, 6}, "first"}, {{20, 20}, ""}},
       .notes = {"a\x1b\nb"},
       .help = {"do this"},
       .fixes = {{"replace", true, {{{18, 20}, "2\n"}}}, {"nothing", false, {}}},
       .effects = {{0, Effect::kRejectsConfig}}},
      {.rule = "bare-rule", .severity = Severity::kNote, .message = "m", .primary = {{0, 9}, ""}},
  };
  report.omissions = {{"some-rule", {1, 0, 2}}};
  report.verdicts = {Verdict::kRejects, Verdict::kAccepts};
  report.counts = {2, 0, 3};
  return report;
}

const std::vector<std::string> kFingerprints = {"aa:1", "bb:1"};

// The report on a file, and a file that could not be read.
std::string Printed(const std::unique_ptr<Reporter>& reporter) {
  std::string out;
  const Report report = HostileReport();
  reporter->AddFile({.path = "/top/./x,y/a: b%.json",
                     .text = kText,
                     .report = report,
                     .fingerprints = kFingerprints},
                    out);
  reporter->AddUnread("gone.json", "cannot read <gone>", out);
  reporter->Finish(out);
  return out;
}

TEST(ProgramReportsTest, Github) {
  EXPECT_EQ(Printed(MakeGithubReporter(Options())),
            "::error file=x%2Cy/a%3A b%25.json,line=2,endLine=2,col=3,endColumn=3,title=some-rule"
            "::`<\"a\">` & 100%25, [x](1)%0Anote: a\\x1b%0Ab%0Anote: rejected by spec; accepted by "
            "go%0Ahelp: do this%0Ahelp: replace: `2`%0Ahelp: nothing\n"
            "::notice file=x%2Cy/a%3A b%25.json,line=1,endLine=2,title=bare-rule::m\n"
            "::error file=x%2Cy/a%3A b%25.json,line=1,endLine=1,col=1,endColumn=1,title=some-rule"
            "::3 more findings of [some-rule] are not listed (--max-findings): 2 errors, 1 note\n"
            "::error file=gone.json::cannot read <gone>\n");
}

TEST(ProgramReportsTest, Checkstyle) {
  EXPECT_EQ(
      Printed(MakeCheckstyleReporter(Options())),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<checkstyle version=\"8.36\">\n"
      "<file name=\"x,y/a: b%.json\">\n"
      "<error line=\"2\" column=\"3\" severity=\"error\" message=\"`&lt;&quot;a&quot;&gt;` &amp; "
      "100%, [x](1)\" source=\"grpcfg.some-rule\"/>\n"
      "<error line=\"1\" column=\"1\" severity=\"info\" message=\"m\" "
      "source=\"grpcfg.bare-rule\"/>\n"
      "<error line=\"1\" column=\"1\" severity=\"error\" message=\"3 more findings of [some-rule] "
      "are not listed (--max-findings): 2 errors, 1 note\" source=\"grpcfg.some-rule\"/>\n"
      "</file>\n"
      "<file name=\"gone.json\">\n"
      "<exception>cannot read &lt;gone&gt;</exception>\n"
      "</file>\n"
      "</checkstyle>\n");
}

TEST(ProgramReportsTest, Junit) {
  EXPECT_EQ(Printed(MakeJunitReporter(Options())),
            R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="grpcfg" tests="4" failures="2" errors="1">
<testsuite name="x,y/a: b%.json" tests="3" failures="2" errors="0">
<testcase name="some-rule /a~1b/日" classname="x,y/a: b%.json">
<failure type="some-rule" message="`&lt;&quot;a&quot;&gt;` &amp; 100%, [x](1)">x,y/a: b%.json:2:3: error: `&lt;&quot;a&quot;&gt;` &amp; 100%, [x](1) [some-rule]
note: a\x1b\nb
note: rejected by spec; accepted by go
help: do this
help: replace: `2`
help: nothing
</failure>
</testcase>
<testcase name="bare-rule" classname="x,y/a: b%.json">
<system-out>x,y/a: b%.json:1:1: note: m [bare-rule]
</system-out>
</testcase>
<testcase name="some-rule" classname="x,y/a: b%.json">
<failure type="some-rule" message="3 more findings of [some-rule] are not listed (--max-findings): 2 errors, 1 note">x,y/a: b%.json:1:1: error: 3 more findings of [some-rule] are not listed (--max-findings): 2 errors, 1 note [some-rule]
</failure>
</testcase>
</testsuite>
<testsuite name="gone.json" tests="1" failures="0" errors="1">
<testcase name="is checked" classname="gone.json">
<error type="unread" message="cannot read &lt;gone&gt;"/>
</testcase>
</testsuite>
</testsuites>
)xml");
}

struct FailsRow {
  std::optional<Severity> from;
  size_t failures;  // of an error, a note and three that are not listed, the worst an error
};

TEST(ProgramReportsTest, JunitFailsFromTheSeverityThatTheRunFailsFrom) {
  for (const FailsRow& row : {FailsRow{Severity::kNote, 3}, FailsRow{Severity::kWarning, 2},
                              FailsRow{Severity::kError, 2}, FailsRow{std::nullopt, 0}}) {
    const std::unique_ptr<Reporter> reporter = MakeJunitReporter(Options());
    std::string out;
    const Report report = HostileReport();
    reporter->AddFile({.path = "a", .text = kText, .report = report, .fails_from = row.from}, out);
    reporter->Finish(out);
    EXPECT_THAT(out, HasSubstr(absl::StrCat("tests=\"3\" failures=\"", row.failures, "\"")));
  }
}

rapidjson::Document Parsed(const std::string& json) {
  EXPECT_TRUE(IsStrictJson(json)) << json;
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  return document;
}

TEST(ProgramReportsTest, Gitlab) {
  const std::string out = Printed(MakeGitlabReporter(Options()));
  const rapidjson::Document expected = Parsed(R"([
    {"type": "issue", "check_name": "some-rule",
     "description": "`<\"a\">` & 100%, [x](1) [some-rule]", "categories": ["Bug Risk"],
     "severity": "critical", "fingerprint": "",
     "location": {"path": "x,y/a: b%.json", "lines": {"begin": 2, "end": 2},
       "positions": {"begin": {"line": 2, "column": 3}, "end": {"line": 2, "column": 4}}}},
    {"type": "issue", "check_name": "bare-rule", "description": "m [bare-rule]",
     "categories": ["Bug Risk"], "severity": "info", "fingerprint": "",
     "location": {"path": "x,y/a: b%.json", "lines": {"begin": 1, "end": 2},
       "positions": {"begin": {"line": 1, "column": 1}, "end": {"line": 2, "column": 2}}}},
    {"type": "issue", "check_name": "some-rule",
     "description":
       "3 more findings of [some-rule] are not listed (--max-findings): 2 errors, 1 note [some-rule]",
     "categories": ["Bug Risk"], "severity": "major", "fingerprint": "",
     "location": {"path": "x,y/a: b%.json", "lines": {"begin": 1, "end": 1},
       "positions": {"begin": {"line": 1, "column": 1}, "end": {"line": 1, "column": 1}}}},
    {"type": "issue", "check_name": "unread", "description": "cannot read <gone>",
     "categories": ["Bug Risk"], "severity": "blocker", "fingerprint": "",
     "location": {"path": "gone.json", "lines": {"begin": 1, "end": 1},
       "positions": {"begin": {"line": 1, "column": 1}, "end": {"line": 1, "column": 1}}}}])");
  rapidjson::Document found = Parsed(out);
  ASSERT_EQ(found.Size(), 4U);
  std::vector<std::string> fingerprints;
  for (rapidjson::SizeType i = 0; i < found.Size(); ++i) {
    fingerprints.emplace_back(found[i]["fingerprint"].GetString());
    found[i]["fingerprint"].SetString("");
    rapidjson::Document wanted;
    wanted.CopyFrom(expected[i], wanted.GetAllocator());
    wanted["fingerprint"].SetString("");
    EXPECT_TRUE(found[i] == wanted) << out;
  }
  EXPECT_THAT(fingerprints, testing::AllOf(testing::SizeIs(4), testing::Each(testing::SizeIs(32))));
  EXPECT_THAT(std::set<std::string>(fingerprints.begin(), fingerprints.end()), testing::SizeIs(4));
}

constexpr char kSarif[] = R"({
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
  "runs": [{
    "tool": {"driver": {
      "name": "grpcfg", "version": "1.2.3", "semanticVersion": "1.2.3",
      "informationUri": "https://a.test",
      "rules": [
        {"id": "some-rule", "helpUri": "https://a.test/some-rule.md",
         "shortDescription": {"text": "about some-rule"},
         "fullDescription": {"text": "because"}, "help": {"text": "help", "markdown": "### help"},
         "defaultConfiguration": {"level": "warning"},
         "properties": {"precision": "high", "problem.severity": "warning", "tags": ["grpc"]}},
        {"id": "bare-rule", "shortDescription": {"text": "about bare-rule"},
         "fullDescription": {"text": "because"}, "help": {"text": "help", "markdown": "### help"},
         "defaultConfiguration": {"level": "warning"},
         "properties": {"precision": "high", "problem.severity": "warning", "tags": ["grpc"]}}]}},
    "invocations": [{"executionSuccessful": false, "toolExecutionNotifications": [
      {"level": "note",
       "message": {"text":
         "3 more findings of [some-rule] are not listed (--max-findings): 2 errors, 1 note"},
       "locations": [{"physicalLocation": {"artifactLocation": {"uri": "x%2Cy/a%3A%20b%25.json"}}}]},
      {"level": "error", "message": {"text": "cannot read <gone>"},
       "locations": [{"physicalLocation": {"artifactLocation": {"uri": "gone.json"}}}]}]}],
    "columnKind": "unicodeCodePoints",
    "results": [
      {"ruleId": "some-rule", "ruleIndex": 0, "level": "error",
       "message": {"text": "`<\"a\">` & 100%, [x\\](1)\nnote: a\u001b\nb\nnote: rejected by spec; accepted by go\nhelp: do this\nhelp: replace: `2`\nhelp: nothing"},
       "locations": [{
         "physicalLocation": {"artifactLocation": {"uri": "x%2Cy/a%3A%20b%25.json"},
           "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 4}},
         "logicalLocations": [{"fullyQualifiedName": "/a~1b/日"}]}],
       "relatedLocations": [
         {"physicalLocation": {"artifactLocation": {"uri": "x%2Cy/a%3A%20b%25.json"},
           "region": {"startLine": 1, "startColumn": 2, "endLine": 1, "endColumn": 5}},
          "message": {"text": "first"}},
         {"physicalLocation": {"artifactLocation": {"uri": "x%2Cy/a%3A%20b%25.json"},
           "region": {"startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 13}}}],
       "partialFingerprints": {"grpcfg/v1": "aa:1", "primaryLocationLineHash": "H2"},
       "fixes": [{"description": {"text": "replace"},
         "artifactChanges": [{"artifactLocation": {"uri": "x%2Cy/a%3A%20b%25.json"},
           "replacements": [{
             "deletedRegion": {"startLine": 2, "startColumn": 11, "endLine": 2, "endColumn": 13},
             "insertedContent": {"text": "2\n"}}]}],
         "properties": {"safe": true}}],
       "properties": {"effects": {"spec": "rejects-config"}}},
      {"ruleId": "bare-rule", "ruleIndex": 1, "level": "note", "message": {"text": "m"},
       "locations": [{"physicalLocation": {"artifactLocation": {"uri": "x%2Cy/a%3A%20b%25.json"},
           "region": {"startLine": 1, "startColumn": 1, "endLine": 2, "endColumn": 2}}}],
       "partialFingerprints": {"grpcfg/v1": "bb:1", "primaryLocationLineHash": "H1"},
       "properties": {"effects": {}}}]}]})";

TEST(ProgramReportsTest, Sarif) {
  const std::string out = Printed(MakeSarifReporter(Options()));
  const rapidjson::Document expected = Parsed(kSarif);
  rapidjson::Document found = Parsed(out);
  // line_hash_test has these.
  for (rapidjson::SizeType i = 0; i < 2; ++i) {
    rapidjson::Value& hash =
        found["runs"][0]["results"][i]["partialFingerprints"]["primaryLocationLineHash"];
    EXPECT_GT(hash.GetStringLength(), 8U);
    hash.SetString(i == 0 ? "H2" : "H1");
  }
  EXPECT_TRUE(found == expected) << out;
}

TEST(ProgramReportsTest, ARunWithoutFindingsIsWhole) {
  std::string sarif;
  const std::unique_ptr<Reporter> reporter = MakeSarifReporter(Options());
  const Report clean;
  reporter->AddFile({.path = "a.json", .text = "{}", .report = clean}, sarif);
  reporter->Finish(sarif);
  const rapidjson::Document parsed = Parsed(sarif);
  EXPECT_EQ(parsed["runs"][0]["results"].Size(), 0U);
  EXPECT_TRUE(parsed["runs"][0]["invocations"][0]["executionSuccessful"].GetBool());
  std::string gitlab;
  MakeGitlabReporter(Options())->Finish(gitlab);
  EXPECT_EQ(gitlab, "[]\n");
  std::string github;
  MakeGithubReporter(Options())->Finish(github);
  EXPECT_EQ(github, "");
}

struct ProblemRow {
  std::unique_ptr<Reporter> reporter;
  absl::string_view printed;  // a part of it
};

// What is no file of the report makes the run fail all the same.
TEST(ProgramReportsTest, AProblemWithoutAFile) {
  const ProblemRow rows[] = {
      {MakeSarifReporter(Options()), R"({"level":"error","message":{"text":"no <x>"}})"},
      {MakeSarifReporter(Options()), "\"executionSuccessful\": false"},
      {MakeGithubReporter(Options()), "::error::no <x>\n"},
      {MakeGitlabReporter(Options()), R"("description": "no <x>")"},
      {MakeJsonReporter(Options()), R"("why": "no <x>")"},
      {MakeJsonLinesReporter(Options()), R"("omitted":[],"unread":"no <x>")"},
      {MakeJunitReporter(Options()), R"(<testsuite name="grpcfg" tests="1" failures="0" err)"},
      {MakeJunitReporter(Options()), R"(<error type="unread" message="no &lt;x&gt;"/>)"},
      {MakeCheckstyleReporter(Options()), "<file name=\".\">\n<exception>no &lt;x&gt;</exc"},
  };
  for (const ProblemRow& row : rows) {
    std::string out;
    row.reporter->AddUnread("", "no <x>", out);
    row.reporter->Finish(out);
    EXPECT_THAT(out, HasSubstr(std::string(row.printed)));
  }
}

// A byte order mark is no column of SARIF.
TEST(ProgramReportsTest, SarifCountsColumnsAfterTheMark) {
  Report report;
  report.diagnostics = {{.rule = "some-rule", .message = "m", .primary = {{3, 4}, ""}}};
  const std::vector<std::string> fingerprints = {"aa:1"};
  std::string out;
  const std::unique_ptr<Reporter> reporter = MakeSarifReporter(Options());
  reporter->AddFile(
      {.path = "a.json", .text = "\xEF\xBB\xBF{}", .report = report, .fingerprints = fingerprints},
      out);
  reporter->Finish(out);
  EXPECT_THAT(out, HasSubstr(R"("startLine":1,"startColumn":1,"endLine":1,"endColumn":2)"));
}

// GitHub takes 25,000 results and 1,000 places of each.
TEST(ProgramReportsTest, SarifStaysWithinTheLimits) {
  Report report;
  std::vector<Label> places(1500);
  for (size_t i = 0; i < 25100; ++i) {
    report.diagnostics.push_back({.rule = "some-rule",
                                  .severity = i < 200 ? Severity::kNote : Severity::kError,
                                  .message = "m"});
  }
  report.diagnostics.back().secondary = places;
  const std::vector<std::string> fingerprints(report.diagnostics.size(), "aa:1");
  std::string out;
  const std::unique_ptr<Reporter> reporter = MakeSarifReporter(Options());
  reporter->AddFile(
      {.path = "a.json", .text = "{}", .report = report, .fingerprints = fingerprints}, out);
  reporter->Finish(out);
  const rapidjson::Document parsed = Parsed(out);
  const rapidjson::Value& run = parsed["runs"][0];
  ASSERT_EQ(run["results"].Size(), 25000U);
  const rapidjson::Value& last = run["results"][24999];
  EXPECT_EQ(last["relatedLocations"].Size(), 999U);
  EXPECT_EQ(last["properties"]["placesLeftOut"].GetInt(), 501);
  EXPECT_STREQ(
      run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].GetString(),
      "100 notes left out: code scanning takes 25,000 results of a run, and these are the "
      "gravest");
}

}  // namespace
}  // namespace grpcfg
