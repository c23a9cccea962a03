// What readings lend to trials of fixes: an edited text must be told the same without it.
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/told_report.h"
#include "tools/docgen/rule_example.h"
#include "validator/engine/advice.h"
#include "validator/engine/edited_text.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

struct Asked {
  Asked(absl::string_view list, const Api* api)
      : targets(*ParseTargets(list)), checked_for(targets, AllRules(), api) {}

  std::vector<Target> targets;
  CheckedFor checked_for;
};

// In more than one order, for who reads first lends to the others.
constexpr absl::string_view kTargets[] = {
    "spec,core,go,java,node", "node,java,go,core,spec", "dotnet,node,gapic", "java",
    "core@1.51,go@1.33,java@1.41,node@1.8,node@1.13,node,spec,core,go,java,dotnet,gapic"};

// A document of which readings lend something.
struct Lender {
  Lender(absl::string_view text, const CheckedFor& asked, DocumentKind kind = DocumentKind::kConfig)
      : asked(asked),
        document(ParseDocument(text, kind)),
        analysis(Analyse(document, asked, &lent)) {}

  // What is good for an edited text; nothing if that has other nodes.
  [[nodiscard]] std::optional<Lent> After(const EditedText& edited,
                                          const EditedDocument& after) const {
    if (!after.has_same_nodes) return std::nullopt;
    return lent.After(document.tree, edited.replaced(), after.document.tree);
  }

  const CheckedFor& asked;
  Lent lent;
  Document document;
  Analysis analysis;
};

// Returns whether anything was lent.
bool ExpectTheSame(const Lender& lender, const std::vector<TextEdit>& edits) {
  const EditedText edited(lender.document.tree.text(), edits);
  const EditedDocument after = ParseEdited(edited.text(), lender.document, edited.replaced());
  const std::optional<Lent> lent = lender.After(edited, after);
  if (!lent) return false;
  for (const Needed needed : {Needed::kAll, Needed::kPlaces, Needed::kNoAdvice}) {
    Lent taken = *lent;
    EXPECT_EQ(Told(after.document, lender.asked, needed, &taken),
              Told(after.document, lender.asked, needed, nullptr))
        << edited.text();
  }
  return !lent->lists.empty();
}

constexpr absl::string_view kTimeouts[] = {
    "\"1s\"", "\"2.5s\"", "\"0.000000001s\"", "\"-1s\"", "\"x\"", "null", "7"};

// Each scalar is edited alone, timeouts to more than one value; then all timeouts together. Returns
// for how many texts something was lent.
size_t TryEdits(const Lender& lender) {
  const JsonTree& tree = lender.document.tree;
  size_t lent = 0;
  std::vector<TextEdit> all;
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (IsContainer(tree.kind(id)) || tree.kind(id) == JsonKind::kKey) continue;
    const bool is_timeout = id > 0 && tree.kind(id - 1) == JsonKind::kKey &&
                            absl::EndsWithIgnoreCase(tree.Text(id - 1), "timeout");
    const size_t values = is_timeout ? std::size(kTimeouts) : 1;
    for (const absl::string_view value : absl::MakeConstSpan(kTimeouts).first(values)) {
      lent += ExpectTheSame(lender, {{tree.span(id), std::string(value)}}) ? 1 : 0;
    }
    if (is_timeout) all.push_back({tree.span(id), "\"2.25s\""});
  }
  return lent + (ExpectTheSame(lender, all) ? 1 : 0);
}

size_t ExpectTheSameAfterEdits(absl::string_view text, DocumentKind kind,
                               const Api* api = nullptr) {
  size_t lent = 0;
  for (const absl::string_view targets : kTargets) {
    const Asked asked(targets, api);
    lent += TryEdits({text, asked.checked_for, kind});
  }
  return lent;
}

TEST(LentReadingsTest, ExamplesOfEveryRule) {
  size_t lent = 0;
  for (const RuleFamily& family : AllRules().families()) {
    for (const Rule& rule : family.rules) {
      const std::unique_ptr<const Api> api = ApiOf(rule);
      lent += ExpectTheSameAfterEdits(rule.bad.Text(), rule.kind, api.get());
      lent += ExpectTheSameAfterEdits(rule.good.Text(), rule.kind, api.get());
      for (const Case& shown : rule.cases)
        lent += ExpectTheSameAfterEdits(shown.text.Text(), rule.kind, api.get());
    }
  }
  EXPECT_GT(lent, 0);
}

std::string Entry(absl::string_view method, absl::string_view timeout) {
  return absl::StrCat(R"({"name": [{"service": "a.B", "method": ")", method, R"("}], "timeout": ")",
                      timeout, R"(", "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", )",
                      R"("maxBackoff": "10s", "backoffMultiplier": 2, )",
                      R"("retryableStatusCodes": ["UNAVAILABLE"]}})");
}

std::string Config(absl::string_view entries, absl::string_view members = "") {
  return absl::StrCat(R"({"methodConfig": [)", entries, "]", members, "}");
}

// What is told apart, and together: entries, choices, what stands beside the list.
TEST(LentReadingsTest, Timeouts) {
  const std::string two = Config(absl::StrCat(Entry("C", "2.5s"), ", ", Entry("D", "60s")),
                                 R"(, "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1})");
  EXPECT_GT(ExpectTheSameAfterEdits(two, DocumentKind::kConfig), 0);
  const std::string nameless = Config(R"({"name": [], "timeout": "2.5s"}, {"timeout": "1s"})");
  EXPECT_EQ(ExpectTheSameAfterEdits(nameless, DocumentKind::kConfig), 0);
  const std::string choices = absl::StrCat(R"([{"percentage": 10, "serviceConfig": )", two,
                                           R"(}, {"clientLanguage": ["java"], "serviceConfig": )",
                                           two, R"(}, {"serviceConfig": )", two, "}]");
  EXPECT_GT(ExpectTheSameAfterEdits(choices, DocumentKind::kChoices), 0);
}

// `text` with another value in the place of the first `before`.
EditedText Edit(absl::string_view text, absl::string_view before, absl::string_view after) {
  const auto begin = static_cast<uint32_t>(text.find(before));
  const Span span = {begin, static_cast<uint32_t>(begin + before.size())};
  return {text, {{span, std::string(after)}}};
}

struct LentRow {
  absl::string_view reason;
  absl::string_view before;
  absl::string_view after;
  bool is_lent;
};

constexpr LentRow kLentRows[] = {
    {"a timeout", "\"2.5s\"", "\"2.500000000s\"", true},
    {"one that is wrong now", "\"2.5s\"", "\"-2s\"", true},
    {"one that is no text now", "\"2.5s\"", "2", false},
    {"one that is not there any more", "\"2.5s\"", "null", false},
    {"a method", "\"C\"", "\"E\"", false},
    {"a backoff", "\"10s\"", "\"20s\"", false},
    {"what stands beside the list", "100", "50", true},
};

// Names and policies of a text are those that were read before.
TEST(LentReadingsTest, MethodConfigsAreLent) {
  const std::string text =
      Config(Entry("C", "2.5s"), R"(, "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1})");
  const Asked asked(kTargets[0], nullptr);
  const Lender lender(text, asked.checked_for);
  const auto entry_of = [](const Analysis& analysis, size_t target) {
    return (*analysis.readings[target]->configs.front()->method_config.value)[0];
  };
  for (const LentRow& row : kLentRows) {
    const EditedText edited = Edit(text, row.before, row.after);
    const EditedDocument after = ParseEdited(edited.text(), lender.document, edited.replaced());
    std::optional<Lent> lent = lender.After(edited, after);
    ASSERT_TRUE(lent) << row.reason;
    EXPECT_EQ(!lent->lists.empty(), row.is_lent) << row.reason;
    const Analysis analysis = Analyse(after.document, lender.asked, &*lent);
    const bool is_same =
        entry_of(analysis, 0)->retry_policy == entry_of(lender.analysis, 0)->retry_policy;
    EXPECT_EQ(is_same, row.is_lent) << row.reason;
  }
}

// Of a text that is too long for trials nothing is kept.
TEST(LentReadingsTest, LongTextsLendNothing) {
  const std::string text = Config(Entry("C", "2s"));
  const std::string longest = text + std::string(kMostTriedBytes - text.size(), ' ');
  const Asked asked(kTargets[0], nullptr);
  EXPECT_FALSE(Lender(longest, asked.checked_for).lent.lists.empty());
  EXPECT_TRUE(Lender(longest + " ", asked.checked_for).lent.lists.empty());
}

// A list that was lent once may be lent again: all timeouts that were edited are read anew.
TEST(LentReadingsTest, EditsOfEditedTexts) {
  const std::string text = Config(absl::StrCat(Entry("C", "2.5s"), ", ", Entry("D", "3.5s")));
  const Asked asked(kTargets[0], nullptr);
  const Lender lender(text, asked.checked_for);
  const EditedText first = Edit(text, "\"2.5s\"", "\"2s\"");
  const EditedDocument once = ParseEdited(first.text(), lender.document, first.replaced());
  const EditedText second = Edit(first.text(), "\"3.5s\"", "\"3s\"");
  const EditedDocument twice = ParseEdited(second.text(), once.document, second.replaced());
  ASSERT_TRUE(once.has_same_nodes && twice.has_same_nodes);
  Lent lent =
      lender.After(first, once)->After(once.document.tree, second.replaced(), twice.document.tree);
  EXPECT_FALSE(lent.lists.empty());
  EXPECT_EQ(Told(twice.document, asked.checked_for, Needed::kAll, &lent),
            Told(twice.document, asked.checked_for, Needed::kAll, nullptr));
}

}  // namespace
}  // namespace grpcfg
