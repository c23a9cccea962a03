// Texts with more fixes than are tried each alone, and texts full of faults: to try fixes takes a
// bounded number of bytes that are read again.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "tests/rules/fixture_files.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/fix/working_fixes.h"

namespace grpcfg {
namespace {

// Offers `2` for 1, which works, and another spelling for 3, which leaves its finding.
void OfferEven(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    for (const MethodConfig& method : *config->method_config.value) {
      const NodeId node = method->max_request_message_bytes.node;
      if (!method->max_request_message_bytes.value) continue;
      const absl::string_view text = context.tree.Text(node);
      if (text != "1" && text != "3") continue;
      const Fix fix = {"planted", true, {{context.SpanOf(node), text == "1" ? "2" : " 3"}}};
      context.Add(node, {.message = "odd", .fixes = {fix}});
    }
  }
}

constexpr VerdictSources kSources = {"-", "-", "-", "-", "-", "-", "-"};

constexpr Verdicts IgnoredByGo() {
  Verdicts verdicts = AllAccept(kSources);
  verdicts.go = {Effect::kIgnoresPolicy, "-"};
  return verdicts;
}

constexpr Rule kPlantedRules[] = {{.id = "planted-odd",
                                   .summary = "Planted.",
                                   .rationale = "Planted.",
                                   .check = OfferEven,
                                   .verdicts = IgnoredByGo(),
                                   .bad = "{}",
                                   .good = "{}"}};

// Where one of many does not work, few are tried alone.
TEST(ManyFixesTest, FewWhereOneDoesNotWork) {
  std::vector<RuleFamily> families = {{"planted", "planted", kPlantedRules}};
  for (const RuleFamily& family : AllRules().families()) families.push_back(family);
  const RuleSet rules(families);
  constexpr int kEntries = 300;
  std::string entries;
  for (int i = 0; i < kEntries; ++i) {
    absl::StrAppend(&entries, i > 0 ? "," : "", R"({"name":[{"service":"a.S)", i,
                    R"("}],"maxRequestMessageBytes":)", i == kEntries / 3 ? 3 : 1, "}");
  }
  const std::string text = absl::StrCat(R"({"methodConfig":[)", entries, "]}");
  const Report report = ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig),
                                          *ParseTargets("spec,go"), rules);
  int fixes = 0;
  for (const Diagnostic& found : report.diagnostics) {
    if (found.rule == "planted-odd") fixes += static_cast<int>(found.fixes.size());
  }
  EXPECT_LE(fixes, 50);
  EXPECT_GT(fixes, 20);
}

std::string Repeat(absl::string_view piece, size_t size) {
  std::string text;
  while (text.size() < size) absl::StrAppend(&text, piece);
  return text.substr(0, size);
}

std::string Log(size_t size) {
  std::string log;
  for (int i = 0; log.size() < size; ++i) {
    absl::StrAppend(&log, "2026-11-28 10:", i % 60, ":07,12 [worker-", i % 9,
                    "] INFO  shop.Orders - handled request id=", i, ", user=\"u", i,
                    "\", took 12ms {status: OK, \"retries\": 0}\n");
  }
  return absl::StrCat("{\n\"methodConfig\": [{\"name\": [{}],\n", log, "}]}\n");
}

std::string Json5(size_t size) {
  std::string entries;
  for (int i = 0; entries.size() < size; ++i) {
    absl::StrAppend(&entries, "  { // entry ", i, "\n    name: [{service: 'a.S", i,
                    "'},],\n    timeout: '5s', retryPolicy: {maxAttempts: +3, initialBackoff: ",
                    "'.5s', maxBackoff: '2s', backoffMultiplier: 2., },\n  },\n");
  }
  return absl::StrCat("{\n  methodConfig: [\n", entries, "  ],\n}\n");
}

// Every fixture without its last third, as elements of one list.
std::string CutFixtures(size_t size) {
  std::string text = "[";
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string whole = ReadWhole(path);
    absl::StrAppend(&text, whole.substr(0, whole.size() * 2 / 3), ",\n");
  }
  return text.substr(0, size);
}

std::vector<std::string> TextsFullOfFaults() {
  constexpr size_t kLong = size_t{64} << 10;
  return {Repeat(R"({"a"b")", 1024),
          Repeat(R"({"a"b")", 8192),
          Repeat(R"({"a"b")", kLong),
          Repeat("{'a':b", kLong),
          Repeat("{a:b,c:d,", kLong),
          Repeat(R"({"a" "b" )", kLong),
          absl::StrCat(R"({"methodConfig":[)", Repeat(R"({"name":[{}]},,)", kLong), "]}"),
          Log(size_t{18} << 10),
          Json5(size_t{25} << 10),
          CutFixtures(kLong)};
}

TEST(ManyFixesTest, OfTextsFullOfFaultsFewBytesAreReadAgain) {
  const std::vector<Target> targets = DefaultTargets();
  const CheckPlan plan = {targets, AllRules()};
  for (const std::string& text : TextsFullOfFaults()) {
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    size_t bytes = 0;
    const FixedDocument fixed =
        FixDocument(document, plan, FixChoice::kAll, [&](const Document& now) {
          bytes += now.tree.text().size();
          return Validate(now, plan);
        });
    EXPECT_LE(bytes, TrialBudget(text.size()) + 2 * text.size()) << text.substr(0, 20);
    EXPECT_EQ(fixed.text == text, fixed.made.empty()) << text.substr(0, 20);
  }
}

// What is merged with other findings, or stands in one of them, was found at each place.
TEST(ManyFixesTest, OfTextsFullOfMergedFindingsFewTrialsAreMade) {
  const std::vector<Target> targets = DefaultTargets();
  const CheckPlan plan = {targets, AllRules()};
  for (const std::string& text :
       {Repeat("\"percentage\":200,FalseInfinitykey: value\n", 4096),
        Repeat("\n\t\"timeout\":1,\"\\\"\"a\":\"b\"c\",\"d\":\"e\"f\",", 16384)}) {
    const Report report = Validate(ParseDocument(text, DocumentKind::kConfig), plan);
    const size_t budget = TrialBudget(text.size());
    size_t left = budget;
    SpendOn(report, text, plan, left);
    EXPECT_GT(budget - left, budget / 40) << text.substr(0, 20);
  }
}

}  // namespace
}  // namespace grpcfg
