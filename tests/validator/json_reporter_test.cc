#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/validator/random_report.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// Null, and a failure, if `json` is not JSON in UTF-8.
rapidjson::Document Parsed(absl::string_view json) {
  rapidjson::Document document;
  constexpr unsigned kFlags = rapidjson::kParseValidateEncodingFlag;
  document.Parse<kFlags>(json.data(), json.size());
  EXPECT_FALSE(document.HasParseError()) << "at " << document.GetErrorOffset() << " of\n" << json;
  return document;
}

constexpr absl::string_view kText = "{\"日\":\n  1, \"a\": 22}";

Report FullReport() {
  Diagnostic full = {
      .rule = "some-rule",
      .severity = Severity::kError,
      .message = "`\"a\"` is\t\\ wrong",
      .pointer = "/a~1b/日",
      .primary = {{10, 11}, "words of the frame"},
      .secondary = {{{1, 6}, "first"}, {{20, 20}, ""}},
      .notes = {"so", "and so"},
      .help = {"do this"},
      .fixes = {{"replace", true, {{{18, 20}, "2\n"}, {{0, 0}, ""}}}, {"nothing", false, {}}},
      .effects = {
          {0, Effect::kIgnoresDetail}, {0, Effect::kRejectsPolicy}, {2, Effect::kIgnoresPolicy}}};
  Report report;
  report.diagnostics = {full, {.rule = "bare-rule", .severity = Severity::kNote, .message = "m"}};
  report.omissions = {{"some-rule", {198000, 900, 100}}};
  report.verdicts = {Verdict::kRejects, Verdict::kAccepts, Verdict::kBreaksCalls};
  report.counts = {1, 0, 199001};
  return report;
}

constexpr absl::string_view kFullFile = R"({
  "path": "dir/a.json",
  "verdicts": {"spec": "rejects", "core@1.51": "accepts", "go": "breaks-calls"},
  "diagnostics": [{
    "rule": "some-rule", "severity": "error", "message": "`\"a\"` is\t\\ wrong",
    "pointer": "/a~1b/日",
    "range": {"start": {"offset": 10, "line": 2, "column": 3},
              "end": {"offset": 11, "line": 2, "column": 4}},
    "effects": {"spec": "rejects-policy", "go": "ignores"},
    "related": [
      {"range": {"start": {"offset": 1, "line": 1, "column": 2},
                 "end": {"offset": 6, "line": 1, "column": 5}}, "message": "first"},
      {"range": {"start": {"offset": 20, "line": 2, "column": 13},
                 "end": {"offset": 20, "line": 2, "column": 13}}, "message": ""}],
    "notes": ["so", "and so"],
    "help": ["do this", "replace", "nothing"],
    "fixes": [
      {"title": "replace", "safe": true, "edits": [
        {"range": {"start": {"offset": 18, "line": 2, "column": 11},
                   "end": {"offset": 20, "line": 2, "column": 13}}, "text": "2\n"},
        {"range": {"start": {"offset": 0, "line": 1, "column": 1},
                   "end": {"offset": 0, "line": 1, "column": 1}}, "text": ""}]},
      {"title": "nothing", "safe": false, "edits": []}]
  }, {
    "rule": "bare-rule", "severity": "note", "message": "m", "pointer": "",
    "range": {"start": {"offset": 0, "line": 1, "column": 1},
              "end": {"offset": 0, "line": 1, "column": 1}},
    "effects": {}, "related": [], "notes": [], "help": [], "fixes": []
  }],
  "omitted": [{"rule": "some-rule", "count": 199000, "errors": 100, "warnings": 900, "notes": 198000}]
})";

// What stands in the line beside its version.
rapidjson::Document ParsedLine(absl::string_view line) {
  rapidjson::Document parsed = Parsed(line);
  EXPECT_EQ(parsed["version"].GetInt(), 1);
  parsed.RemoveMember("version");
  return parsed;
}

constexpr absl::string_view kCleanFile = R"({
  "path": "b.json",
  "verdicts": {"spec": "accepts", "core@1.51": "unknown", "go": "ignores"},
  "diagnostics": [],
  "omitted": []
})";

ReporterOptions Options() { return {.targets = {"spec", "core@1.51", "go"}}; }

Report CleanReport() {
  Report report;
  report.verdicts = {Verdict::kAccepts, Verdict::kUnknown, Verdict::kIgnores};
  return report;
}

TEST(JsonReporter, WritesTheContract) {
  const std::unique_ptr<Reporter> reporter = MakeJsonReporter(Options());
  std::string out;
  reporter->AddFile({"dir/a.json", kText, FullReport()}, out);
  reporter->AddFile({"b.json", "{}", CleanReport()}, out);
  reporter->Finish(out);
  const std::string expected =
      absl::StrCat(R"({"version": 1, "files": [)", kFullFile, ",", kCleanFile,
                   R"(], "summary": {"files": 2, "errors": 199001, "warnings": 0, "notes": 1,
                        "suppressed": 0}})");
  EXPECT_TRUE(Parsed(out) == Parsed(expected)) << out;
}

TEST(JsonReporter, StreamsFileByFile) {
  const std::unique_ptr<Reporter> reporter = MakeJsonReporter({.targets = {"go"}});
  Report report;
  report.verdicts = {Verdict::kAccepts};
  std::string out;
  reporter->AddFile({"a.json", "{}", report}, out);
  const std::string file = R"({
      "path": "a.json",
      "verdicts": {
        "go": "accepts"
      },
      "diagnostics": [],
      "omitted": []
    })";
  EXPECT_EQ(out, absl::StrCat("{\n  \"version\": 1,\n  \"files\": [\n    ", file));
  // What was appended may be written and dropped before the next file, even to another string.
  std::string second;
  reporter->AddFile({"a.json", "{}", report}, second);
  EXPECT_EQ(second, absl::StrCat(",\n    ", file));
  std::string last;
  reporter->Finish(last);
  EXPECT_EQ(Parsed(absl::StrCat(out, second, last))["files"].Size(), 2);
}

TEST(JsonReporter, WritesADocumentWithoutFiles) {
  std::string out;
  MakeJsonReporter(Options())->Finish(out);
  EXPECT_EQ(out, R"({
  "version": 1,
  "files": [],
  "summary": {
    "files": 0,
    "errors": 0,
    "warnings": 0,
    "notes": 0,
    "suppressed": 0
  }
}
)");
}

TEST(JsonLinesReporter, WritesOneLineForEachFile) {
  const std::unique_ptr<Reporter> reporter = MakeJsonLinesReporter(Options());
  std::string out;
  reporter->AddFile({"dir/a.json", kText, FullReport()}, out);
  reporter->AddFile({"b.json", "{}", CleanReport()}, out);
  reporter->Finish(out);
  const std::vector<absl::string_view> lines = absl::StrSplit(out, '\n');
  ASSERT_EQ(lines.size(), 3) << out;
  EXPECT_TRUE(ParsedLine(lines[0]) == Parsed(kFullFile)) << lines[0];
  EXPECT_EQ(lines[1],
            R"({"version":1,"path":"b.json","verdicts":{"spec":"accepts","core@1.51":"unknown",)"
            R"("go":"ignores"},"diagnostics":[],"omitted":[]})");
  EXPECT_EQ(lines[2], "");
}

TEST(JsonReporter, WritesJsonForWhateverReport) {
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    RandomReport random(seed);
    const std::unique_ptr<Reporter> json = MakeJsonReporter(Options());
    const std::unique_ptr<Reporter> json_lines = MakeJsonLinesReporter(Options());
    std::string document;
    std::string lines;
    const size_t files = random.Below(4);
    for (size_t i = 0; i < files; ++i) {
      const std::string text = random.Text(60);
      const std::string path = random.Text(4);
      const Report report = random.On(text, 3);
      json->AddFile({path, text, report}, document);
      json_lines->AddFile({path, text, report}, lines);
    }
    json->Finish(document);
    const rapidjson::Document parsed = Parsed(document);
    ASSERT_TRUE(parsed.IsObject()) << "seed " << seed;
    ASSERT_EQ(parsed["files"].Size(), files) << "seed " << seed;
    for (const auto& file : parsed["files"].GetArray()) {
      const size_t end = lines.find('\n');
      ASSERT_TRUE(file == ParsedLine(absl::string_view(lines).substr(0, end))) << "seed " << seed;
      lines.erase(0, end + 1);
    }
    ASSERT_EQ(lines, "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace grpcfg
