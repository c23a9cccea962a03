// What the spec does not honour is an error, whoever takes it and whoever was requested.
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kRest =
    R"("initialBackoff": "1s", "maxBackoff": "2s", "backoffMultiplier": 2,
       "retryableStatusCodes": ["UNAVAILABLE"]})";

struct Row {
  absl::string_view why;
  std::string entry;
  absl::string_view targets;
  std::string finding;  // severity and rule; empty: none of an effect
};

std::string Worst(const Row& row) {
  const std::string text =
      absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}], )", row.entry, "}]}");
  const Report report =
      Validate(ParseDocument(text, DocumentKind::kConfig), *ParseTargets(row.targets), AllRules());
  const Diagnostic* worst = nullptr;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.effects.empty()) continue;
    if (worst == nullptr || diagnostic.severity > worst->severity) worst = &diagnostic;
  }
  return worst == nullptr ? "" : absl::StrCat(SeverityName(worst->severity), " ", worst->rule);
}

TEST(SeverityTest, FollowsWhatTheSpecHonours) {
  const std::string retries = absl::StrCat(R"("retrypolicy": {"maxAttempts": 3, )", kRest);
  const std::string hedges = R"("hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "1s"})";
  const Row rows[] = {
      {"Go folds case", retries, "spec,core,go,java,node", "error field-unknown"},
      {"the spec is not requested", retries, "core,go", "error field-unknown"},
      {"no client loses it", retries, "go", ""},
      {"everybody loses it", retries, "core,java", "error field-unknown"},
      {"the only detail", R"("Timeout": "5s")", "spec,go", "error field-unknown"},
      {"a timeout", R"("Timeout": "5s", "waitForReady": true)", "spec,go", "error field-unknown"},
      {"the same by a slip", R"("timeot": "5s", "waitForReady": true)", "spec,go",
       "error field-unknown"},
      {"a flag", R"("WaitForReady": true, "timeout": "5s")", "spec,go", "error field-unknown"},
      {"hedging that some lack", hedges, "spec,core,go,java,node", "warning field-unsupported"},
      {"the same without the spec", hedges, "core,java", "warning field-unsupported"},
      {"hedging that all lack", hedges, "core,go", "error field-unsupported"},
  };
  for (const Row& row : rows) EXPECT_EQ(Worst(row), row.finding) << row.why;
}

TEST(SeverityTest, AllInPascalCaseIsAnError) {
  constexpr absl::string_view kText =
      R"({"MethodConfig": [{"Name": [{"Service": "a.B"}], "Timeout": "5s"}]})";
  const Report report =
      Validate(ParseDocument(kText, DocumentKind::kConfig), *ParseTargets("spec,go"), AllRules());
  EXPECT_EQ(report.Count(Severity::kError), 1U);
  EXPECT_THAT(report.verdicts, testing::ElementsAre(Verdict::kIgnores, Verdict::kAccepts));
}

// Calls go on as they are written without health checks.
TEST(SeverityTest, AnExtraThatSomeLackIsANote) {
  constexpr absl::string_view kText =
      R"({"loadBalancingConfig": [{"round_robin": {}}], "healthCheckConfig": {"serviceName": "a"}})";
  const auto severity = [&](absl::string_view targets) {
    const Report report =
        Validate(ParseDocument(kText, DocumentKind::kConfig), *ParseTargets(targets), AllRules());
    for (const Diagnostic& diagnostic : report.diagnostics) {
      if (diagnostic.rule == "field-unsupported") return diagnostic.severity;
    }
    ADD_FAILURE() << targets;
    return Severity::kNote;
  };
  EXPECT_EQ(severity("spec,go,node"), Severity::kNote);
  EXPECT_EQ(severity("go,node"), Severity::kNote);
  EXPECT_EQ(severity("node"), Severity::kError);
}

// The rule of a check has its effect on the spec in its row.
TEST(SeverityTest, ChecksToo) {
  constexpr absl::string_view kText = R"({"healthCheckConfig": {"serviceName": "a.B"}})";
  for (const char* const targets : {"spec,core,go", "core,go"}) {
    const Report report =
        Validate(ParseDocument(kText, DocumentKind::kConfig), *ParseTargets(targets), AllRules());
    EXPECT_EQ(report.Count(Severity::kError), 1U) << targets;
  }
}

// C-core and Java take the name in any case; Go and Node use another policy and say nothing.
TEST(SeverityTest, APolicyInUpperCaseIsOneError) {
  for (const absl::string_view name : {"ROUND_ROBIN", "Pick_First"}) {
    const std::string text = absl::StrCat(R"({"loadBalancingPolicy": ")", name, "\"}");
    const Report report = ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig),
                                            *ParseTargets("spec,core,go,java,node"), AllRules());
    ASSERT_EQ(report.diagnostics.size(), 1U) << name;
    const Diagnostic& error = report.diagnostics.front();
    EXPECT_EQ(error.severity, Severity::kError) << name;
    EXPECT_EQ(error.rule, "lb-policy-name-unknown");
    ASSERT_EQ(error.fixes.size(), 1U) << name;
    EXPECT_EQ(error.fixes.front().title, absl::StrCat(R"(write `"loadBalancingConfig": [{")",
                                                      absl::AsciiStrToLower(name), R"(": {}}]`)"));
    EXPECT_THAT(report.verdicts,
                testing::ElementsAre(Verdict::kAccepts, Verdict::kAccepts, Verdict::kIgnores,
                                     Verdict::kAccepts, Verdict::kIgnores));
  }
}

}  // namespace
}  // namespace grpcfg
