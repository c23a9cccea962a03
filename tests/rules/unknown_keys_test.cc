// Fields in the wrong place: where the fix puts them, and what is said where it cannot.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

// The text after the first fix of the first finding on an unknown field; without one the last help.
std::string FixedText(absl::string_view text) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node");
  const Report report =
      ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig), targets, AllRules());
  for (const Diagnostic& each : report.diagnostics) {
    if (each.rule != "field-unknown") continue;
    if (!each.fixes.empty()) return EditedText(text, each.fixes.front().edits).text();
    return each.help.empty() ? "nothing" : each.help.back();
  }
  return "no finding";
}

struct MoveRow {
  absl::string_view what;
  absl::string_view text;
  absl::string_view fixed;
};

const MoveRow kMoves[] = {
    {"into the only entry, with the comma after it",
     R"({"timeout": "5s", "methodConfig": [{"name": [{}]}]})",
     R"({"methodConfig": [{"timeout": "5s", "name": [{}]}]})"},
    {"with the comma before it", R"({"methodConfig": [{"name": [{}]}], "timeout": "5s"})",
     R"({"methodConfig": [{"timeout": "5s", "name": [{}]}]})"},
    {"which entry is not known",
     R"({"timeout": "5s", "methodConfig": [{"name": [{"service": "a.B"}]}, {"name": [{}]}]})",
     "move it into the entry of `methodConfig` that it is for, or into one for every method: "
     "`{\"name\": [{}], \"timeout\": ...}`"},
    {"which value counts is not known",
     R"({"timeout": "5s", "methodConfig": [{"name": [{}], "timeout": "9s"}]})",
     "move it into the entry of `methodConfig` that it is for, or into one for every method: "
     "`{\"name\": [{}], \"timeout\": ...}`"},
    {"no list yet", R"({"timeout": "5s", "loadBalancingConfig": [{"round_robin": {}}]})",
     R"({"methodConfig": [{"name": [{}], "timeout": "5s"}], "loadBalancingConfig": [{"round_robin": {}}]})"},
    {"out of a policy",
     R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {"maxAttempts": 2, "timeout": "5s"}}]})",
     R"({"methodConfig": [{"name": [{}], "timeout": "5s", "hedgingPolicy": {"maxAttempts": 2}}]})"},
    {"into the policy beside it",
     R"({"methodConfig": [{"name": [{}], "maxBackoff": "9s", "retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxBackoff": "9s", "maxAttempts": 2, "initialBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})"},
    {"without the object around it",
     R"({"methodConfig": [{"name": [{}], "limits": {"timeout": "9s", "waitForReady": true}}]})",
     R"({"methodConfig": [{"name": [{}], "timeout": "9s", "waitForReady": true}]})"},
    {"by the names that they have there",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "retry_back_off": {"base_interval": "1s", "max_interval": "2s"}, "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s", "maxBackoff": "2s", "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})"},
    {"into an empty list", R"({"methodConfig": [], "timeout": "9s"})",
     R"({"methodConfig": [{"name": [{}], "timeout": "9s"}]})"},
    {"a service as the name of the entry",
     R"({"methodConfig": [{"serviceName": "a.B/Get", "timeout": "9s"}]})",
     R"({"methodConfig": [{"name": [{"service": "a.B", "method": "Get"}], "timeout": "9s"}]})"},
    {"entries in an entry",
     R"({"methodConfig": [{"methodConfig": [{"name": [{}], "timeout": "9s"}]}, {"name": [{"service": "a.B"}]}]})",
     R"({"methodConfig": [{"name": [{}], "timeout": "9s"}, {"name": [{"service": "a.B"}]}]})"},
    {"to the top level",
     R"({"methodConfig": [{"name": [{}], "healthCheckConfig": {"serviceName": ""}}],
  "loadBalancingConfig": [{"round_robin": {}}]})",
     R"({"healthCheckConfig": {"serviceName": ""}, "methodConfig": [{"name": [{}]}],
  "loadBalancingConfig": [{"round_robin": {}}]})"},
};

TEST(UnknownKeysTest, AreMovedWhereTheyBelong) {
  for (const MoveRow& row : kMoves) EXPECT_EQ(FixedText(row.text), row.fixed) << row.what;
}

// The severity and message on an unknown field.
std::string WordsOn(absl::string_view entry) {
  const std::string text =
      absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}], )", entry, "}]}");
  const Report report = Validate(ParseDocument(text, DocumentKind::kConfig),
                                 *ParseTargets("spec,core,go,java,node"), AllRules());
  for (const Diagnostic& each : report.diagnostics) {
    if (each.rule == "field-unknown") {
      return absl::StrCat(SeverityName(each.severity), ": ", each.message);
    }
  }
  return "";
}

TEST(UnknownKeysTest, TwoKeysThatDifferInCaseAlone) {
  EXPECT_EQ(WordsOn(R"("timeout": "8s", "TimeOut": "4s")"),
            "error: unknown field `TimeOut` beside `timeout`; Go takes the later, `\"4s\"`; the "
            "others take `\"8s\"`");
  EXPECT_EQ(WordsOn(R"("TimeOut": "4s", "timeout": "8s")"),
            "error: unknown field `TimeOut` beside `timeout`; Go takes the later, `\"8s\"`, as the "
            "others do");
  EXPECT_EQ(WordsOn(R"("waitForReady": false, "WAITFORREADY": true)"),
            "error: unknown field `WAITFORREADY` beside `waitForReady`; Go takes the later, "
            "`true`; the others take `false`");
  EXPECT_EQ(WordsOn(R"("timeout": "8s", "Name": [])"),
            "error: unknown field `Name` beside `name`; Go reads both, and the later one wins; the "
            "others read only `name`");
  // Nothing is lost.
  EXPECT_EQ(WordsOn(R"("timeout": "8s", "TimeOut": "8s")"),
            "note: unknown field `TimeOut`; did you mean `timeout`?");
}

}  // namespace
}  // namespace grpcfg
