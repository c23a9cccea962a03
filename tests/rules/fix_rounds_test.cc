// Rounds of fixes that no rule of ours offers: those that have no end, do harm in part, or go to
// the worse by way of what is unknown.
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "validator/engine/rule.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

// Where `place` stands as a value, the first `from` becomes `to`. A second step is of another rule:
// of the same one the finding would still be there.
struct PlantedFix {
  absl::string_view place;
  absl::string_view from;
  absl::string_view to;
  bool safe;
  int step = 1;
};

struct Row {
  const char* why;
  std::string text;
  std::vector<PlantedFix> fixes;
  FixChoice choice;
  std::string fixed;
  size_t made;
  size_t left;
  FixObstacle obstacle = FixObstacle::kNone;
};

const Row* g_row = nullptr;  // rules are functions without a state

// The value whose bytes are `source`, if there is one.
NodeId Find(const JsonTree& tree, absl::string_view source) {
  for (NodeId node = 0; node < tree.size(); ++node) {
    const bool is_value = tree.kind(node) != JsonKind::kKey;
    if (is_value && Slice(tree.text(), tree.span(node)) == source) return node;
  }
  return kNoNode;
}

template <int kStep>
void OfferPlanted(const CheckContext& context) {
  const absl::string_view text = context.tree.text();
  for (const PlantedFix& planted : g_row->fixes) {
    const NodeId node = Find(context.tree, planted.place);
    const size_t begin = text.find(planted.from);
    if (planted.step != kStep || node == kNoNode || begin == absl::string_view::npos) continue;
    const Span span = {static_cast<uint32_t>(begin),
                       static_cast<uint32_t>(begin + planted.from.size())};
    const Fix fix = {"planted", planted.safe, {{span, std::string(planted.to)}}};
    context.Add(node, {.message = "planted", .fixes = {fix}});
  }
}

// Finds a value that is untried, and one that a client cannot use.
template <char kDigit>
void FindDigit(const CheckContext& context) {
  const NodeId node = Find(context.tree, std::string(1, kDigit));
  if (node != kNoNode) context.Add(node, {.message = "a digit"});
}

constexpr VerdictSources kSources = {"-", "-", "-", "-", "-", "-", "-"};

constexpr Verdicts InGo(Effect effect) {
  Verdicts verdicts = AllAccept(kSources);
  verdicts.go = {effect, "-"};
  return verdicts;
}

constexpr Rule kRules[] = {{.id = "planted",
                            .summary = "Planted.",
                            .rationale = "Planted.",
                            .check = OfferPlanted<1>,
                            .verdicts = AllAccept(kSources),
                            .bad = "{}",
                            .good = "{}"},
                           {.id = "planted-ignored",
                            .summary = "Planted.",
                            .rationale = "Planted.",
                            .check = FindDigit<'9'>,
                            .verdicts = InGo(Effect::kIgnoresPolicy),
                            .bad = "{}",
                            .good = "{}"},
                           {.id = "planted-step",
                            .summary = "Planted.",
                            .rationale = "Planted.",
                            .check = OfferPlanted<2>,
                            .verdicts = AllAccept(kSources),
                            .bad = "{}",
                            .good = "{}"},
                           {.id = "planted-unknown",
                            .summary = "Planted.",
                            .rationale = "Planted.",
                            .check = FindDigit<'8'>,
                            .verdicts = InGo(Effect::kUnknown),
                            .bad = "{}",
                            .good = "{}"}};

constexpr char kTwoNames[] =
    R"({"methodConfig": [{"name": [{"service": "a.X"}], "waitForReady": true},
                         {"name": [{"service": "a.Y", "method": ""}], "waitForReady": false}]})";
constexpr char kNamedSame[] =
    R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitForReady": true},
                         {"name": [{"service": "a.Y", "method": ""}], "waitForReady": false}]})";
constexpr char kNamedApart[] =
    R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitForReady": true},
                         {"name": [{"service": "a.B", "method": "M"}], "waitForReady": false}]})";

const std::vector<PlantedFix> kNames = {{"\"a.X\"", "a.X", "a.B", true},
                                        {"\"a.Y\"", "a.Y", "a.B", true},
                                        {"\"\"", "\"\"", "\"M\"", false}};

std::string Bytes(int count) {
  return R"({"loadBalancingConfig": [{"round_robin": {"x": )" + std::to_string(count) + "}}]}";
}

const Row kRows[] = {
    {"step by step",
     Bytes(1),
     {{"1", "1}", "2}", true}, {"2", "2}", "3}", true, 2}},
     FixChoice::kSafe,
     Bytes(3),
     2,
     0},
    {"there and back",
     Bytes(1),
     {{"1", "1}", "2}", true}, {"2", "2}", "1}", true, 2}},
     FixChoice::kSafe,
     Bytes(1),
     0,
     0,
     FixObstacle::kNoEnd},
    {"all together", kTwoNames, kNames, FixChoice::kAll, kNamedApart, 3, 0},
    {"two of three do harm, so that one is made", kTwoNames, kNames, FixChoice::kSafe, kNamedSame,
     1, 1},
    {"to what is unknown", Bytes(7), {{"7", "7}", "8}", true}}, FixChoice::kSafe, Bytes(8), 1, 0},
    {"and on to the worse",
     Bytes(7),
     {{"7", "7}", "8}", true}, {"8", "8}", "9}", true, 2}},
     FixChoice::kSafe,
     Bytes(7),
     0,
     0,
     FixObstacle::kNoEnd},
};

TEST(FixRoundsTest, Planted) {
  std::vector<RuleFamily> families = {{"planted", "planted", kRules}};
  for (const RuleFamily& family : AllRules().families()) families.push_back(family);
  const RuleSet rules(families);
  const std::vector<Target> targets = *ParseTargets("spec,core,go");
  const CheckPlan plan = {targets, rules};
  for (const Row& row : kRows) {
    g_row = &row;
    const FixedDocument fixed =
        FixDocument(ParseDocument(row.text, DocumentKind::kConfig), plan, row.choice);
    EXPECT_EQ(fixed.text, row.fixed) << row.why;
    EXPECT_EQ(fixed.made.size(), row.made) << row.why;
    EXPECT_EQ(fixed.unsafe_left, row.left) << row.why;
    EXPECT_EQ(fixed.obstacle, row.obstacle) << row.why;
  }
}

TEST(FixRoundsTest, AWholeNumberIsNotSafeForOldJava) {
  const auto fixed_for = [](absl::string_view targets) {
    const std::vector<Target> selected = *ParseTargets(targets);
    const CheckPlan plan = {selected, AllRules()};
    constexpr absl::string_view kText =
        R"({"retryThrottling": {"maxTokens": 1e1, "tokenRatio": 0.1}, "methodConfig": []})";
    return FixDocument(ParseDocument(kText, DocumentKind::kConfig), plan, FixChoice::kSafe)
        .made.size();
  };
  EXPECT_EQ(fixed_for("spec,java@1.83"), 1U);
  EXPECT_EQ(fixed_for("spec,java@1.82"), 0U);
  EXPECT_EQ(fixed_for("spec,java@1.41,java"), 0U);
}

TEST(FixRoundsTest, WhyNothingWasMade) {
  const std::vector<Target> targets = *ParseTargets("core,go");
  const CheckPlan plan = {targets, AllRules()};
  const auto obstacle_in = [&](const std::string& text) {
    return FixDocument(ParseDocument(text, DocumentKind::kConfig), plan, FixChoice::kSafe).obstacle;
  };
  const std::string fixable = R"({"methodConfig":[{"name":[{}],"timeout":"1"}]})";
  EXPECT_EQ(obstacle_in(fixable), FixObstacle::kNone);
  EXPECT_EQ(obstacle_in(fixable + std::string(kMaxTriedBytes, ' ')), FixObstacle::kTooLarge);
  std::string broken = "[";
  while (broken.size() < (64U << 10U)) broken += "{a\"b\"},";
  broken += "{}]";
  EXPECT_EQ(obstacle_in(broken), FixObstacle::kTooManyMistakes);
}

TEST(FixRoundsTest, AThousandStringsInSingleQuotes) {
  std::string entries;
  for (int i = 0; i < 600; ++i) {
    absl::StrAppend(&entries, "{name:[{service:'a.S", i, "'}],timeout:'5s'},");
  }
  const std::vector<Target> targets = *ParseTargets("core,go");
  const CheckPlan plan(targets, AllRules(), nullptr,
                       {.max_findings = std::numeric_limits<size_t>::max()});
  const std::string text = absl::StrCat("{methodConfig:[", entries, "]}");
  const FixedDocument fixed =
      FixDocument(ParseDocument(text, DocumentKind::kConfig), plan, FixChoice::kSafe);
  EXPECT_EQ(fixed.obstacle, FixObstacle::kNone);
  EXPECT_FALSE(fixed.has_more);
  const Report after = Validate(ParseDocument(fixed.text, DocumentKind::kConfig), plan);
  EXPECT_EQ(after.Count(Severity::kError), 0U);
}

// Of a long text one run tries few fixes alone: those that were made are kept.
TEST(FixRoundsTest, MoreThanOneRunTries) {
  std::string entries = R"({"name":{"service":"a.S0"}})";  // the next one must not have this name
  for (int i = 0; i < 30; ++i) {
    absl::StrAppend(&entries, R"(,{"name":{"service":"a.S)", i, "\"}}");
  }
  const std::string text =
      absl::StrCat(R"({"methodConfig":[)", entries, "]", std::string(2 << 20, ' '), "}");
  const std::vector<Target> targets = *ParseTargets("go");
  const CheckPlan plan = {targets, AllRules()};
  const FixedDocument fixed =
      FixDocument(ParseDocument(text, DocumentKind::kConfig), plan, FixChoice::kAll);
  EXPECT_EQ(fixed.obstacle, FixObstacle::kNone);
  EXPECT_TRUE(fixed.has_more);
  EXPECT_FALSE(fixed.made.empty());
  EXPECT_LT(fixed.made.size(), 30U);
  EXPECT_EQ(fixed.text, EditedText(text, fixed.edits).text());
  const size_t right =
      (fixed.text.size() - absl::StrReplaceAll(fixed.text, {{"}]}", ""}}).size()) / 3;
  EXPECT_EQ(right, fixed.made.size());
}

}  // namespace
}  // namespace grpcfg
