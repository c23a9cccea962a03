// rules/COMPATIBILITY.md, and that it is true.
#include "tools/docgen/compat_page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/expected_file.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;

TEST(CompatPageTest, TheCommittedPageIsUpToDate) {
  ExpectUpToDate("rules/COMPATIBILITY.md", CompatPageAsMarkdown(AllRules()));
}

const std::vector<CompatRow>& Table() {
  static const std::vector<CompatRow> kTable = CompatTable(AllRules());
  return kTable;
}

// `BREAKS`, or `ok < 1.57 rejects` from the newest release to the oldest; of the rule's case that
// is named, else of its only or first row.
std::string Cell(absl::string_view rule, absl::string_view target, absl::string_view what = "") {
  const auto row = std::find_if(Table().begin(), Table().end(), [&](const CompatRow& each) {
    return each.rule->id == rule && (what.empty() || each.what == what);
  });
  const auto* const known =
      std::find_if(KnownTargets().begin(), KnownTargets().end(),
                   [&](const KnownTarget& each) { return each.name == target; });
  if (row == Table().end() || known == KnownTargets().end()) return "no such cell";
  const ClientHistory& history = row->clients[static_cast<size_t>(known - KnownTargets().begin())];
  std::string words;
  for (auto answer = history.rbegin(); answer != history.rend(); ++answer) {
    absl::StrAppend(&words, answer->has_field ? EffectMark(answer->effect) : "n/a");
    if (answer + 1 != history.rend()) {
      absl::StrAppend(&words, " < ", ReleaseName(answer->since), " ");
    }
  }
  return words;
}

struct CellRow {
  absl::string_view rule;
  absl::string_view target;
  absl::string_view cell;
};

// Facts of the headline tables of spec/rules_spec_core_go.md and spec/rules_java_node_dotnet.md.
const CellRow kCellRows[] = {
    {"status-code-integer", "core", "rejects"},
    {"status-code-integer", "go", "ok"},
    {"status-code-letter-case", "go", "rejects"},
    {"status-code-letter-case", "node", "ok"},
    {"status-code-ok", "java", "rejects"},
    {"status-code-unknown", "core", "rejects"},
    {"number-quoted", "core", "ok"},
    {"number-quoted", "java", "ok < 1.43 rejects"},
    {"json-duplicate-key", "go", "alters"},
    {"json-duplicate-key", "java", "rejects < 1.68.1 alters"},
    {"json-duplicate-key", "dotnet", "n/a"},  // it reads no JSON
    {"choice-list-empty", "dotnet", "n/a"},
    {"field-unknown", "dotnet", "n/a"},
    {"throttling-max-tokens-out-of-range", "core", "ok"},
    {"throttling-max-tokens-out-of-range", "go", "rejects"},  // beside a methodConfig
    {"throttling-token-ratio-misread", "core", "alters"},
    {"timeout-ends-every-call", "node", "BREAKS"},
    {"timeout-ends-every-call", "dotnet", "n/a"},
    {"retry-and-hedging", "java", "BREAKS"},
    {"retry-and-hedging", "go", "n/a"},
    {"retry-max-attempts-too-small", "go", "rejects < 1.70 drops"},
    {"lb-policy-name-unknown", "go", "ignores"},
    {"lb-none-supported", "node", "ignores < 1.10 rejects"},
    {"name-missing", "node", "rejects"},
    {"priority-child-unused", "go", "rejects"},
    {"priority-child-unused", "node", "n/a"},
};

TEST(CompatPageTest, Cells) {
  for (const CellRow& row : kCellRows) {
    EXPECT_EQ(Cell(row.rule, row.target), row.cell) << row.rule << " " << row.target;
  }
}

struct CaseRow {
  absl::string_view rule;
  absl::string_view what;
  absl::string_view target;
  absl::string_view cell;
};

const CaseRow kCaseRows[] = {
    {"timeout-ends-every-call", "`timeout` of `\"0.5s\"`", "go", "ok"},
    {"timeout-ends-every-call", "`timeout` of `\"0s\"`", "go", "BREAKS"},
    {"timeout-ends-every-call", "`timeout` of `\"0s\"`", "java", "BREAKS"},
    {"number-malformed", "`maxAttempts` of 3.0", "go", "rejects"},
    {"number-malformed", "`maxTokens` of 10.5", "go", "ok"},
    {"field-missing", "no `hedgingDelay` in `hedgingPolicy`", "spec", "ok"},
    {"field-missing", "no `hedgingDelay` in `hedgingPolicy`", "java", "rejects"},
    {"field-missing", "no `hedgingDelay` in `hedgingPolicy`", "core", "n/a"},
    {"value-unportable", "`maxRequestMessageBytes` of 2147483648, 2^31", "java", "rejects"},
    {"value-unportable", "`maxRequestMessageBytes` of 2147483648, 2^31", "go", "ok"},
    {"retry-backoff-not-positive", "`initialBackoff` of `\"0.0005s\"`", "core", "rejects"},
    {"retry-backoff-not-positive", "`initialBackoff` of `\"0.0005s\"`", "spec", "ok"},
};

TEST(CompatPageTest, CellsOfCases) {
  for (const CaseRow& row : kCaseRows) {
    EXPECT_EQ(Cell(row.rule, row.target, row.what), row.cell) << row.what << " " << row.target;
  }
}

// .NET has no ring_hash and reads no TXT records, Node's weighted_round_robin has keys of its own.
TEST(CompatPageTest, FieldsOfWhatAClientDoesNotHave) {
  const std::string page = CompatPageAsMarkdown(AllRules());
  EXPECT_THAT(page, HasSubstr("| `serviceConfig` | yes | yes | yes | yes | yes | n/a | **no** |"));
  EXPECT_THAT(page, HasSubstr("| `loadBalancingConfig[].weighted_round_robin.blackoutPeriod` | yes "
                              "| yes | yes | yes | **no** | n/a | yes |"));
  EXPECT_THAT(page, HasSubstr("| `loadBalancingConfig[].ring_hash_experimental.requestHashHeader` "
                              "| yes | **no** | yes | **no** | n/a | n/a | yes |"));
}

TEST(CompatPageTest, WhatAClientMindsHasEvidence) {
  for (const CompatRow& row : Table()) {
    for (size_t client = 0; client < row.clients.size(); ++client) {
      for (const ClientAnswer& answer : row.clients[client]) {
        if (answer.effect == Effect::kAccepts) continue;
        EXPECT_FALSE(answer.evidence.empty()) << row.rule->id << " " << KnownTargets()[client].name;
      }
    }
  }
}

TEST(CompatPageTest, RulesThatAllAgreeOnAreLeftOut) {
  const std::string page = CompatPageAsMarkdown(AllRules());
  EXPECT_THAT(page, HasSubstr("| [status-code-integer]("));
  EXPECT_THAT(page, testing::Not(HasSubstr("[json-unclosed](")));
}

}  // namespace
}  // namespace grpcfg
