// A check that is not run because a document lacks its subject would have found nothing in it.
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/expected_file.h"
#include "tests/rules/fixture_files.h"
#include "validator/engine/checked_for.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

std::vector<std::pair<absl::string_view, Span>> FoundIn(const Document& document,
                                                        const CheckedFor& asked) {
  std::vector<std::pair<absl::string_view, Span>> found;
  for (const Diagnostic& diagnostic : ValidateUntried(document, asked, Needed::kAll).diagnostics) {
    found.emplace_back(diagnostic.rule, diagnostic.primary.span);
  }
  return found;
}

// Checks of descriptors cannot do without them.
void ExpectTheSameWithAllChecks(const Document& document, const CheckedFor& asked) {
  CheckedFor all = asked;
  for (PlannedCheck& check : all.checks) {
    if (check.subject != Subject::kDescriptors) check.subject = Subject::kAny;
  }
  EXPECT_EQ(FoundIn(document, all), FoundIn(document, asked)) << document.tree.text();
}

TEST(SubjectsTest, ChecksThatAreNotRunWouldFindNothing) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node,dotnet,gapic");
  const RuleSet rules = AllRules().With(SelectEveryRule(AllRules()));
  const CheckedFor asked(targets, rules);
  ASSERT_TRUE(absl::c_any_of(
      asked.checks, [](const PlannedCheck& check) { return check.subject == Subject::kRetries; }));
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string text = ReadWhole(path);
    ExpectTheSameWithAllChecks(ParseFixture(path, text), asked);
  }
  AllRules().ForEach([&](const Rule& rule) {
    for (const ExampleText* const example : {&rule.bad, &rule.good}) {
      const std::string text = example->Text();
      ExpectTheSameWithAllChecks(ParseDocument(text, rule.kind), asked);
    }
  });
}

// Rule, place, severity, and what clients do, of what is more than advice at the level of a note.
using Seen = std::tuple<absl::string_view, Span, Severity, size_t>;

std::vector<Seen> MoreThanAdvice(const Document& document, const CheckedFor& asked, Needed needed) {
  std::vector<Seen> seen;
  for (const Diagnostic& each : ValidateUntried(document, asked, needed).diagnostics) {
    const bool is_advice = each.severity == Severity::kNote && each.effects.empty();
    if (is_advice) continue;
    seen.emplace_back(each.rule, each.primary.span, each.severity, each.effects.size());
  }
  return seen;
}

TEST(SubjectsTest, WithoutAdviceEverythingElseIsFound) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node,dotnet,gapic");
  const CheckedFor asked(targets, AllRules());
  ASSERT_TRUE(
      absl::c_any_of(asked.checks, [](const PlannedCheck& check) { return check.is_only_note; }));
  size_t found = 0;
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string text = ReadWhole(path);
    const Document document = ParseFixture(path, text);
    const std::vector<Seen> seen = MoreThanAdvice(document, asked, Needed::kNoCommonNotes);
    EXPECT_EQ(MoreThanAdvice(document, asked, Needed::kNoAdvice), seen) << path;
    found += seen.size();
  }
  EXPECT_GT(found, 0U);
}

TEST(SubjectsTest, AdviceThatIsAskedForAsAWarningIsNone) {
  const std::vector<Target> targets = *ParseTargets("spec");
  const RuleSet rules =
      AllRules().With(*SelectRules({.severities = {"throttling-missing=warning"}}, AllRules(), {}));
  const CheckedFor asked(targets, rules);
  const auto check = absl::c_find_if(
      asked.checks, [](const PlannedCheck& each) { return each.rule->id == "throttling-missing"; });
  ASSERT_NE(check, asked.checks.end());
  EXPECT_TRUE(check->is_only_advice);
  EXPECT_FALSE(check->is_only_note);
}

}  // namespace
}  // namespace grpcfg
