// What is reported of the rules: docs/rules, and that it is true.
#include "tools/docgen/rule_page.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/read/read.h"
#include "tests/expected_file.h"
#include "tests/rules/shared_data.h"
#include "tests/validator/project/every_rule.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

using testing::ElementsAreArray;
using testing::IsEmpty;

std::vector<std::string> EveryId() {
  std::vector<std::string> ids;
  for (const RuleFamily& family : RulesAndProjectRules().families()) {
    for (const Rule& rule : family.rules) ids.emplace_back(rule.id);
  }
  return ids;
}

std::string Page() { return PageAsMarkdown(EveryEntry(RulesAndProjectRules())); }

TEST(RulePageTest, TheCommittedPagesAreUpToDate) {
  std::set<std::string> pages = {"docs/rules/README.md"};
  const std::vector<RuleEntry> entries = EveryEntry(RulesAndProjectRules());
  ExpectUpToDate("docs/rules/README.md", IndexAsMarkdown(entries));
  for (const RuleEntry& entry : entries) {
    const std::string path = absl::StrCat("docs/rules/", entry.rule->id, ".md");
    ExpectUpToDate(path, RuleAsMarkdown(entry));
    pages.insert(path);
  }
  for (const auto& file : std::filesystem::directory_iterator("docs/rules")) {
    EXPECT_TRUE(pages.contains(file.path().string())) << file.path() << " is the page of no rule";
  }
}

// What stands between `before` and `after` in each line that begins with `before`.
std::vector<std::string> Between(absl::string_view before, absl::string_view after,
                                 const std::string& page) {
  std::vector<std::string> found;
  for (absl::string_view line : absl::StrSplit(page, '\n')) {
    if (!absl::ConsumePrefix(&line, before)) continue;
    found.emplace_back(line.substr(0, line.find(after)));
  }
  return found;
}

TEST(RulePageTest, ThePageHasEveryRuleAndAnIndex) {
  const std::string page = Page();
  EXPECT_THAT(Between("### ", "\n", page), ElementsAreArray(EveryId()));
  EXPECT_THAT(Between("| [", "]", page.substr(0, page.find("\n## "))), ElementsAreArray(EveryId()));
  const std::string index = IndexAsMarkdown(EveryEntry(RulesAndProjectRules()));
  EXPECT_THAT(Between("| [", "]", index.substr(0, index.find("\n## "))),
              ElementsAreArray(EveryId()));
}

TEST(RulePageTest, TheListHasEveryRule) {
  const std::string list = ListAsText(EveryEntry(RulesAndProjectRules()));
  EXPECT_THAT(Between("  ", " ", list), ElementsAreArray(EveryId()));
}

TEST(RulePageTest, EveryPageNamesEveryClientAndNoneTwiceUnderOneCondition) {
  for (const RuleEntry& entry : EveryEntry(RulesAndProjectRules())) {
    std::set<absl::string_view> named;
    std::set<std::pair<absl::string_view, std::string>> lines;
    for (const ClientEffect& line : entry.clients) {
      named.insert(line.target);
      EXPECT_TRUE(lines.emplace(line.target, line.condition).second)
          << entry.rule->id << " " << line.target << " " << line.condition;
    }
    EXPECT_EQ(named.size(), KnownTargets().size()) << entry.rule->id;
    for (const ClientEffect& line : entry.clients) {
      const bool is_alone = lines.lower_bound({line.target, ""})->second.empty();
      EXPECT_EQ(line.condition.empty(), is_alone) << entry.rule->id << " " << line.target;
    }
  }
}

// What `check --target` says of a rule's bad example.
Report CheckBad(const RuleSet& rules, const Rule& rule, const KnownTarget& target) {
  const std::string bad = rule.bad.Text();
  const Document document = ParseDocument(bad, rule.kind);
  const std::unique_ptr<const Api> api = ApiOf(rule);
  return ValidateWithFixes(document, {MakeTarget(target)}, rules, api.get());
}

// The worst of the rule's own findings; nothing if it has none.
std::optional<Effect> WorstOf(const Rule& rule, const Report& report) {
  std::optional<Effect> worst;
  for (const Diagnostic& found : report.diagnostics) {
    if (found.rule != rule.id) continue;
    worst = worst.value_or(Effect::kAccepts);
    for (const TargetEffect& each : found.effects) worst = std::max(*worst, each.effect);
  }
  return worst;
}

// The first line of each client is of the example and of its newest release.
TEST(RulePageTest, EveryPageSaysOfTheExampleWhatCheckSays) {
  for (const RuleEntry& entry : EveryEntry(AllRules())) {
    const Rule& rule = *entry.rule;
    const RuleSet rules =
        rule.on_by_default ? AllRules() : AllRules().With(SelectOnly(rule, AllRules()));
    for (const KnownTarget& target : KnownTargets()) {
      const auto line = absl::c_find_if(
          entry.clients, [&](const ClientEffect& each) { return each.target == target.name; });
      ASSERT_NE(line, entry.clients.end()) << rule.id << " " << target.name;
      const Report report = CheckBad(rules, rule, target);
      if (const std::optional<Effect> worst = WorstOf(rule, report)) {
        EXPECT_EQ(EffectName(line->effect), EffectName(*worst)) << rule.id << " " << target.name;
      }
      EXPECT_LE(VerdictOf(line->effect), report.verdicts[0]) << rule.id << " " << target.name;
      const bool takes_all = report.verdicts[0] == Verdict::kAccepts;
      EXPECT_TRUE(!takes_all || VerdictOf(line->effect) == Verdict::kAccepts) << rule.id;
    }
  }
}

// A page can say what clients do with an issue only if an example or a case shows one.
TEST(RulePageTest, EveryClaimedIssueIsShown) {
  for (const RuleEntry& entry : EveryEntry(AllRules())) {
    const Rule& rule = *entry.rule;
    std::vector<std::string> texts = {rule.bad.Text()};
    for (const Case& shown : rule.cases) texts.push_back(shown.text.Text());
    std::set<IssueKind> kinds;
    for (const std::string& text : texts) {
      std::vector<Target> targets = *ParseTargets(rule.targets);
      for (const KnownTarget& known : KnownTargets()) targets.push_back(MakeTarget(known));
      const Document document = ParseDocument(text, rule.kind);
      for (const Target& target : targets) {
        for (const Issue& issue : Read(document, {*target.profile, target.policies}).issues) {
          kinds.insert(issue.kind);
        }
        if (!document.mark.empty()) kinds.insert(IssueKind::kJsonForeign);
      }
    }
    for (const Claim& claim : rule.claims) {
      EXPECT_TRUE(kinds.contains(claim.kind)) << rule.id << " " << static_cast<int>(claim.kind);
    }
  }
}

TEST(RulePageTest, WhatIsDocumentedOfClientsHasEvidence) {
  for (const RuleEntry& entry : EveryEntry(AllRules())) {
    EXPECT_FALSE(entry.clients.empty()) << entry.rule->id;
    for (const ClientEffect& client : entry.clients) {
      EXPECT_FALSE(client.evidence.empty()) << entry.rule->id << " " << client.target;
    }
  }
}

// The texts of the member `key` of each rule in the document.
std::vector<std::string> MembersNamed(const std::string& key, const JsonTree& tree) {
  std::vector<std::string> values;
  tree.ForEachMember(JsonTree::kRoot, [&](const JsonMember& top) {
    if (tree.Text(top.key) != "rules") return;
    tree.ForEachElement(top.value, [&](NodeId rule) {
      tree.ForEachMember(rule, [&](const JsonMember& member) {
        if (tree.Text(member.key) == key) values.emplace_back(tree.Text(member.value));
      });
    });
  });
  return values;
}

TEST(RulePageTest, TheJsonHoldsEveryRule) {
  const std::string json = EntriesAsJson(EveryEntry(RulesAndProjectRules()));
  const JsonTree tree = ParseJson(json);
  EXPECT_THAT(tree.issues(), IsEmpty());
  EXPECT_THAT(MembersNamed("id", tree), ElementsAreArray(EveryId()));
  std::vector<std::string> good;
  for (const RuleEntry& entry : EveryEntry(RulesAndProjectRules()))
    good.push_back(entry.rule->good.Text());
  EXPECT_THAT(MembersNamed("good", tree), ElementsAreArray(good));
}

// Examples are shown as they stand in the row, so the row must not indent them with its own code.
TEST(RulePageTest, ExamplesBeginAtTheMargin) {
  for (const RuleEntry& entry : EveryEntry(RulesAndProjectRules())) {
    for (const std::string& example : {entry.rule->bad.Text(), entry.rule->good.Text()}) {
      size_t least = 0;
      bool is_first = true;
      for (const absl::string_view line : absl::StrSplit(example, '\n')) {
        const size_t indent = std::min(line.find_first_not_of(' '), line.size());
        // A string of a zone file cannot be broken, and this one is too long.
        const bool is_string = entry.rule->id == "dns-string-too-long";
        EXPECT_TRUE(line.size() <= 100U || is_string) << entry.rule->id << ": " << line;
        if (is_first) {
          EXPECT_EQ(indent, 0U) << entry.rule->id;
        } else if (least == 0 || indent < least) {
          least = indent;
        }
        is_first = false;
      }
      EXPECT_LE(least, 2U) << entry.rule->id;
    }
  }
}

}  // namespace
}  // namespace grpcfg
