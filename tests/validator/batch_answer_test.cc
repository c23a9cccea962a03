// The lines that `grpcfg batch` prints, byte for byte.
#include "validator/report/batch_answer.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/json/json_tree.h"
#include "validator/engine/report.h"

namespace grpcfg {
namespace {

std::string Answer(absl::string_view line, bool with_diagnostics = true) {
  const BatchAnswerer answerer(*ParseTargets("spec,gapic"), AllRules(),
                               {.diagnostics = with_diagnostics});
  std::string out;
  const LineOutcome outcome = answerer.Answer(line, 7, out);
  EXPECT_EQ(outcome == LineOutcome::kBlank, out.empty());
  EXPECT_EQ(outcome == LineOutcome::kMalformed, out.find(R"({"id": null, "error": )") == 0) << out;
  return out;
}

struct AnswerRow {
  absl::string_view why;
  absl::string_view line;
  absl::string_view answer;
};

const AnswerRow kAnswers[] = {
    {"clean", R"({"id": "a", "config": {}})",
     R"({"id": "a", "verdicts": {"spec":"accepts","gapic":"accepts"}, "diagnostics": [],)"
     R"( "omitted": [], "version": 1})"
     "\n"},
    {"a finding; its places count from the config's first byte",
     R"({"id": [1, 2.50], "config": {"methodConfig":[],"methodConfig":[]}})",
     R"({"id": [1, 2.50], "verdicts": {"spec":"rejects","gapic":"rejects"}, "diagnostics": [)"
     R"({"rule":"json-duplicate-key","severity":"error",)"
     R"("message":"duplicate key `methodConfig`","pointer":"/methodConfig",)"
     R"("range":{"start":{"offset":19,"line":1,"column":20},)"
     R"("end":{"offset":33,"line":1,"column":34}},)"
     R"("effects":{"spec":"rejects-config","gapic":"rejects-config"},)"
     R"("related":[{"range":{"start":{"offset":1,"line":1,"column":2},)"
     R"("end":{"offset":15,"line":1,"column":16}},"message":"first here"}],"notes":[],)"
     R"("help":["remove it: both say the same"],)"
     R"("fixes":[{"title":"remove it: both say the same","safe":true,)"
     R"("edits":[{"range":{"start":{"offset":18,"line":1,"column":19},)"
     R"("end":{"offset":36,"line":1,"column":37}},"text":""}]}]}],)"
     R"( "omitted": [], "version": 1})"
     "\n"},
    {"lines of a decoded text", R"({"raw": "{\n}\n\t]"})",
     R"({"id": null, "verdicts": {"spec":"rejects","gapic":"rejects"}, "diagnostics": [)"
     R"({"rule":"json-text-after-value","severity":"error",)"
     R"("message":"`]` closes nothing; the config ends before it","pointer":"",)"
     R"("range":{"start":{"offset":5,"line":3,"column":2},"end":{"offset":6,"line":3,"column":3}},)"
     R"("effects":{"spec":"rejects-config","gapic":"rejects-config"},"related":[],"notes":[],)"
     R"("help":["remove `]`"],"fixes":[{"title":"remove `]`","safe":false,"edits":[{"range":)"
     R"({"start":{"offset":5,"line":3,"column":2},"end":{"offset":6,"line":3,"column":3}},)"
     R"("text":""}]}]}],)"
     R"( "omitted": [], "version": 1})"
     "\n"},
    {"malformed", R"({"id": 1, "config": {"a":1,}})",
     R"({"id": null, "error": "line 7: column 27: a comma too many; )"
     R"(a text that is not JSON goes into `raw`, `b64` or `raw_hex`", "version": 1})"
     "\n"},
    {"blank", "", ""},
    {"blank: all white space of JSON", " \t\r", ""},
};

TEST(BatchAnswerTest, Lines) {
  for (const AnswerRow& row : kAnswers) EXPECT_EQ(Answer(row.line), row.answer) << row.why;
  EXPECT_NE(Answer("\v"), "") << "no white space of JSON";
}

TEST(BatchAnswerTest, WithoutDiagnostics) {
  EXPECT_EQ(Answer(R"({"id": 1, "config": [], "kind": "choices"})", false),
            R"({"id": 1, "verdicts": {"spec":"accepts","gapic":"rejects"}, "version": 1})"
            "\n");
  EXPECT_EQ(Answer(R"({"id": 1, "config": 7})", false),
            R"({"id": 1, "verdicts": {"spec":"rejects","gapic":"rejects"}, "version": 1})"
            "\n");
}

// What is left out is reported.
TEST(BatchAnswerTest, OmittedFindings) {
  std::string entries;
  for (size_t i = 0; i <= kMaxFindingsPerRule; ++i) absl::StrAppend(&entries, "{\"nam\":0},");
  const std::string line = absl::StrCat(R"({"config":{"methodConfig":[)", entries, "{}]}}");
  const std::string answer = Answer(line);
  EXPECT_NE(answer.find(R"(], "omitted": [{"rule":)"), std::string::npos);
  EXPECT_EQ(Answer(line, false).find("omitted"), std::string::npos);
  EXPECT_TRUE(ParseJson(answer).issues().empty());
}

TEST(BatchAnswerTest, ALineThatIsNotRead) {
  std::string out;
  EXPECT_EQ(BatchAnswerer::AnswerUnread("it is too long", 3, out), LineOutcome::kMalformed);
  EXPECT_EQ(out, R"({"id": null, "error": "line 3: it is too long", "version": 1})"
                 "\n");
}

}  // namespace
}  // namespace grpcfg
