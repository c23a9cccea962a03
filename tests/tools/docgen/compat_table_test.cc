// docs/compatibility.md, and that it is true.
#include "tools/docgen/compat_table.h"

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/expected_file.h"
#include "validator/engine/target.h"

namespace grpcfg {
namespace {

TEST(CompatTableTest, TheCommittedPageIsUpToDate) {
  ExpectUpToDate("docs/compatibility.md", CompatAsMarkdown(AllRules()));
}

// What `target` does by the row of the rule's case that is named, else by the rule's only row.
std::string CellOf(absl::string_view rule, absl::string_view target, absl::string_view what) {
  static const std::vector<CompatRow> kTable = CompatTable(AllRules());
  const auto row = absl::c_find_if(
      kTable, [&](const CompatRow& each) { return each.rule->id == rule && each.what == what; });
  if (row == kTable.end()) return "no such row";
  const absl::Span<const KnownTarget> all = KnownTargets();
  const auto* const known =
      absl::c_find_if(all, [&](const KnownTarget& each) { return each.name == target; });
  return std::string(EffectName(row->effects.at(static_cast<size_t>(known - all.begin()))));
}

struct CellRow {
  absl::string_view rule;
  absl::string_view target;
  absl::string_view cell;
  absl::string_view what = {};
};

// Facts of the headline tables of spec/rules_spec_core_go.md and spec/rules_java_node_dotnet.md.
const CellRow kCellRows[] = {
    {"status-code-integer", "core", "rejects-config"},
    {"status-code-integer", "go", "accepts"},
    {"status-code-letter-case", "go", "rejects-config"},
    {"status-code-letter-case", "node", "accepts"},
    {"status-code-ok", "java", "rejects-config"},
    {"json-duplicate-key", "go", "alters"},
    {"json-duplicate-key", "java", "rejects-config"},
    {"json-duplicate-key", "dotnet", "unknown"},  // it reads no JSON
    {"throttling-max-tokens-out-of-range", "core", "accepts", "1001"},
    {"throttling-max-tokens-out-of-range", "go", "rejects-config",
     "1001"},  // beside a methodConfig
    {"throttling-token-ratio-misread", "core", "alters"},
    {"retry-and-hedging", "java", "breaks-calls"},
    {"retry-and-hedging", "go", "accepts"},  // it knows no hedging
    {"lb-policy-name-unknown", "go", "ignores"},
    {"name-missing", "node", "rejects-config", "no `name`"},
    {"choice-no-default", "go", "rejects-config", "a client that no choice is for"},
    {"priority-child-unused", "go", "rejects-config"},
    {"timeout-ends-every-call", "node", "breaks-calls", "`timeout` of `\"0.5s\"`"},
    {"timeout-ends-every-call", "go", "accepts", "`timeout` of `\"0.5s\"`"},
    {"timeout-ends-every-call", "go", "breaks-calls", "`timeout` of `\"0s\"`"},
    {"timeout-ends-every-call", "java", "breaks-calls", "`timeout` of `\"0s\"`"},
    {"number-malformed", "go", "rejects-config", "`maxAttempts` of 3.0"},
    {"field-missing", "java", "rejects-config", "no `hedgingDelay` in `hedgingPolicy`"},
    {"field-missing", "spec", "accepts", "no `hedgingDelay` in `hedgingPolicy`"},
    {"value-unportable", "java", "rejects-config", "`maxRequestMessageBytes` of 2147483648, 2^31"},
    {"retry-backoff-not-positive", "core", "rejects-config", "`initialBackoff` of `\"0.0005s\"`"},
    {"retry-backoff-not-positive", "spec", "accepts", "`initialBackoff` of `\"0.0005s\"`"},
    {"json-unclosed", "spec", "no such row"},  // all clients agree
};

TEST(CompatTableTest, Cells) {
  for (const CellRow& row : kCellRows) {
    EXPECT_EQ(CellOf(row.rule, row.target, row.what), row.cell) << row.rule << " " << row.target;
  }
}

TEST(CompatTableTest, PoliciesOfEachClient) {
  const std::string page = CompatAsMarkdown(AllRules());
  EXPECT_THAT(page, testing::HasSubstr("| `round_robin` | yes | yes | yes | yes | yes |"));
  EXPECT_THAT(page, testing::HasSubstr("| `least_request_experimental` | yes | **no** | import |"));
}

}  // namespace
}  // namespace grpcfg
