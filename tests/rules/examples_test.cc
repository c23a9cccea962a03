// Every rule's own examples: the bad one gives exactly this finding, once, and the good one none.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/fields/field_table.h"
#include "tools/docgen/rule_page.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

std::vector<const Rule*> EveryRule() {
  std::vector<const Rule*> rules;
  for (const RuleFamily& family : AllRules().families()) {
    for (const Rule& rule : family.rules) rules.push_back(&rule);
  }
  return rules;
}

// Also those that are off by default.
const RuleSet& EveryRuleOn() {
  static const RuleSet kRules = AllRules().With(SelectEveryRule(AllRules()));
  return kRules;
}

// Most good configs break other rules that are common.
std::vector<Diagnostic> DiagnosticsIn(absl::string_view text, const Rule& rule) {
  const Document document = ParseDocument(text, rule.kind);
  Report report =
      ValidateWithFixes(document, *ParseTargets(rule.targets), EveryRuleOn(), ApiOf(rule).get());
  std::erase_if(report.diagnostics, [&](const Diagnostic& diagnostic) {
    const std::vector<const Rule*> rules = EveryRule();
    return std::any_of(rules.begin(), rules.end(), [&](const Rule* other) {
      return other->id == diagnostic.rule && other->is_common && other != &rule;
    });
  });
  return std::move(report.diagnostics);
}

std::vector<std::string> FindingsIn(absl::string_view text, const Rule& rule) {
  std::vector<std::string> rules;
  for (const Diagnostic& found : DiagnosticsIn(text, rule)) rules.emplace_back(found.rule);
  return rules;
}

class RuleExampleTest : public testing::TestWithParam<const Rule*> {};

TEST_P(RuleExampleTest, BadExampleGivesThisFindingAlone) {
  EXPECT_THAT(FindingsIn(GetParam()->bad.Text(), *GetParam()),
              testing::ElementsAre(std::string(GetParam()->id)));
}

TEST_P(RuleExampleTest, GoodExampleGivesNone) {
  EXPECT_THAT(FindingsIn(GetParam()->good.Text(), *GetParam()), testing::IsEmpty());
}

TEST_P(RuleExampleTest, DescribesIt) {
  const std::vector<Diagnostic> diagnostics = DiagnosticsIn(GetParam()->bad.Text(), *GetParam());
  ASSERT_EQ(diagnostics.size(), 1U);
  const std::string& message = diagnostics[0].message;
  EXPECT_FALSE(message.empty());
  EXPECT_NE(message.back(), '.') << message;
  EXPECT_LE(diagnostics[0].primary.span.end, GetParam()->bad.Text().size());
}

INSTANTIATE_TEST_SUITE_P(Rules, RuleExampleTest, testing::ValuesIn(EveryRule()),
                         [](const testing::TestParamInfo<const Rule*>& info) {
                           std::string name;
                           for (const char c : info.param->id) name += c == '-' ? '_' : c;
                           return name;
                         });

// Advice is about what works, so a fix may come under some.
std::vector<std::string> FaultsIn(absl::string_view text, const Rule& rule) {
  std::vector<std::string> rules;
  for (const Diagnostic& found : DiagnosticsIn(text, rule)) {
    if (found.severity > Severity::kNote) rules.emplace_back(found.rule);
  }
  return rules;
}

std::string Fixed(absl::string_view text, const Fix& fix) {
  std::string fixed;
  size_t done = 0;
  for (const TextEdit& edit : fix.edits) {
    absl::StrAppend(&fixed, text.substr(done, edit.span.begin - done), edit.text);
    done = edit.span.end;
  }
  return absl::StrCat(fixed, text.substr(done));
}

TEST(RuleFixTest, EveryFixRemovesItsFinding) {
  int fixes = 0;
  for (const Rule* const rule : EveryRule()) {
    for (const Diagnostic& diagnostic : DiagnosticsIn(rule->bad.Text(), *rule)) {
      for (const Fix& fix : diagnostic.fixes) {
        const std::string fixed = Fixed(rule->bad.Text(), fix);
        EXPECT_THAT(FaultsIn(fixed, *rule), testing::IsEmpty()) << rule->id << ": " << fixed;
        EXPECT_THAT(FindingsIn(fixed, *rule),
                    testing::Not(testing::Contains(std::string(rule->id))));
        ++fixes;
      }
    }
  }
  EXPECT_GE(fixes, 14);
}

// Other rules may find fault with it too, for other clients.
TEST(RuleTableTest, EveryCaseGivesItsFinding) {
  for (const Rule* const rule : EveryRule()) {
    for (const Case& shown : rule->cases) {
      const Report report =
          ValidateWithFixes(ParseDocument(shown.text.Text(), rule->kind),
                            *ParseTargets(shown.targets), EveryRuleOn(), ApiOf(*rule).get());
      std::vector<absl::string_view> found;
      for (const Diagnostic& diagnostic : report.diagnostics) found.push_back(diagnostic.rule);
      EXPECT_THAT(found, testing::Contains(rule->id)) << shown.what;
    }
  }
}

TEST(RuleTableTest, IdsAreUnique) {
  std::vector<absl::string_view> ids;
  for (const Rule* const rule : EveryRule()) ids.push_back(rule->id);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

TEST(RuleTableTest, EveryClaimNamesAFieldOfTheTable) {
  for (const Rule* const rule : EveryRule()) {
    for (const Claim& claim : rule->claims) {
      if (claim.message.empty()) continue;
      const auto messages = AllMessages();
      const auto* const found =
          std::find_if(messages.begin(), messages.end(),
                       [&](const Message* message) { return message->name == claim.message; });
      ASSERT_NE(found, messages.end()) << rule->id << ": " << claim.message;
      EXPECT_TRUE(claim.field.empty() || FindField(**found, claim.field) != nullptr)
          << rule->id << ": " << claim.field;
    }
  }
}

// Whatever a reading can notice in whatever field, some rule has words for it.
TEST(RuleTableTest, EveryIssueIsClaimed) {
  for (int kind = 0; kind <= static_cast<int>(IssueKind::kDuplicateName); ++kind) {
    const auto issue_kind = static_cast<IssueKind>(kind);
    for (const Message* const message : AllMessages()) {
      for (const Field& field : message->fields) {
        EXPECT_NE(AllRules().Find({.kind = issue_kind, .message = message, .field = &field}),
                  nullptr)
            << kind << " of " << message->name << "." << field.json_name;
      }
    }
  }
}

// A verdict says where it was read.
TEST(RuleTableTest, EveryVerdictHasEvidence) {
  for (const Rule* const rule : EveryRule()) {
    if (rule->check == nullptr) continue;
    for (const Profile* const profile : {&SpecProfile(), &GapicProfile()}) {
      const Cell cell = CellOf(*rule, ProfileAt(*profile));
      EXPECT_EQ(cell.effect == Effect::kUnknown, cell.evidence.empty()) << rule->id;
    }
  }
}

}  // namespace
}  // namespace grpcfg
