// Documents after their fixes: every fixture, and mutants of them. See fix_meaning.h for what must
// stay.
#include "validator/fix/fix_document.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/rules/fix_meaning.h"
#include "tests/rules/fix_trials.h"
#include "tests/rules/fixture_files.h"
#include "tests/rules/mutant.h"
#include "validator/engine/outcome.h"

namespace grpcfg {
namespace {

// A fixture or a mutant of one.
struct Trial {
  std::string path;
  std::string text;
  FixChoice choice;
};

// Expects all that fix_document.h promises. Returns the number of fixes that were made.
size_t ExpectFixed(const Trial& trial, const CheckPlan& plan) {
  const Document document = ParseFixture(trial.path, trial.text);
  const FixedDocument fixed = FixDocument(document, plan, trial.choice);
  EXPECT_TRUE(fixed.obstacle == FixObstacle::kNone || fixed.obstacle == FixObstacle::kNotJson)
      << trial.path << "\n"
      << trial.text;
  EXPECT_EQ(EditedText(trial.text, fixed.edits).text(), fixed.text);
  EXPECT_EQ(fixed.edits.empty(), fixed.made.empty());
  if (fixed.edits.empty()) return 0;
  const Report before = Validate(document, plan);
  const FixedFile file = {trial.path, trial.text, document.kind};
  ExpectNoHarm(file, fixed.text, plan, before);
  const FixedDocument again = FixDocument(ParseFixture(trial.path, fixed.text), plan, trial.choice);
  EXPECT_EQ(again.text, fixed.text) << trial.path << "\n" << trial.text;
  EXPECT_EQ(again.unsafe_left, fixed.unsafe_left) << trial.path;
  if (document.kind != DocumentKind::kConfig) return fixed.made.size();
  EXPECT_THAT(MeaningOfEdits(trial.text, document.kind, fixed.edits, plan).UnnamedChanges(),
              testing::IsEmpty())
      << trial.path << "\n"
      << trial.text << "\n"
      << fixed.text;
  return fixed.made.size();
}

TEST(FixDocumentTest, Fixtures) {
  size_t fixes = 0;
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::optional<Api> api = ApiBeside(path);
    for (const std::vector<Target>& targets : SelectionsOfTargets()) {
      const CheckPlan plan = {targets, AllRules(), api ? &*api : nullptr};
      for (const FixChoice choice : {FixChoice::kSafe, FixChoice::kAll}) {
        fixes += ExpectFixed({path, ReadWhole(path), choice}, plan);
      }
    }
  }
  EXPECT_GT(fixes, 1000U);
}

// GRPCFG_MUTANTS says how many.
uint32_t MutantCount() {
  constexpr uint32_t kUsual = 10000;
  const char* const count = std::getenv("GRPCFG_MUTANTS");
  uint32_t number = 0;
  return count != nullptr && absl::SimpleAtoi(count, &number) ? number : kUsual;
}

TEST(FixDocumentTest, Mutants) {
  const std::vector<std::string> paths = FixtureFiles(kConfigExtensions);
  const std::vector<std::vector<Target>> selections = SelectionsOfTargets();
  size_t fixed = 0;
  for (uint32_t seed = 0; seed < MutantCount(); ++seed) {
    Mutation mutation(seed);
    const std::string& path = paths[mutation.Below(paths.size())];
    const std::optional<Api> api = ApiBeside(path);
    const CheckPlan plan = {selections[mutation.Below(selections.size())], AllRules(),
                            api ? &*api : nullptr};
    const FixChoice choice = mutation.Below(2) == 0 ? FixChoice::kSafe : FixChoice::kAll;
    const size_t made = ExpectFixed({path, mutation.Of(ReadWhole(path)), choice}, plan);
    fixed += made > 0 ? 1 : 0;
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(fixed, MutantCount() / 5);
}

// What a second run would fix the first one fixes, once the brackets are right.
TEST(FixDocumentTest, AfterTheBrackets) {
  const std::vector<Target> targets = *ParseTargets("go");
  const CheckPlan plan(targets, AllRules());
  const Document document = ParseDocument(
      R"({"methodConfig": [{"name": [{"service": "a.B", "service": "a.B"}], "timeout": "5s"}]}})",
      DocumentKind::kConfig);
  EXPECT_EQ(FixDocument(document, plan, FixChoice::kAll).text,
            R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "5s"}]})");
}

// What is unknown before and after does not stand in the way.
TEST(FixDocumentTest, QuotesAroundUnknownKeys) {
  constexpr struct {
    absl::string_view text;
    absl::string_view fixed;
  } kRows[] = {
      {R"({methodConfig: [{name: [{}], timeout: "5s", retries: 3}]})",
       R"({"methodConfig": [{"name": [{}], "timeout": "5s", "retries": 3}]})"},
      {R"({'methodConfig': [{'name': [{}], 'timeout': '5000ms', 'retries' : 3,}]})",
       R"({"methodConfig": [{"name": [{}], "timeout": "5s", "retries" : 3}]})"},
      {R"({methodConfig: [{name: [{}], retryPolcy: 3, x: 1}]})",
       R"({"methodConfig": [{"name": [{}], "retryPolcy": 3, "x": 1}]})"},
  };
  const std::vector<Target> targets = DefaultTargets();
  const CheckPlan plan(targets, AllRules());
  for (const auto& row : kRows) {
    const Document document = ParseDocument(row.text, DocumentKind::kConfig);
    EXPECT_EQ(FixDocument(document, plan, FixChoice::kAll).text, row.fixed);
  }
}

}  // namespace
}  // namespace grpcfg
