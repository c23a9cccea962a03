// A check that is not run because a document lacks its subject would have found nothing in it.
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/expected_file.h"
#include "tests/rules/fixture_files.h"
#include "validator/checked_for.h"
#include "validator/validate.h"

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

}  // namespace
}  // namespace grpcfg
