// Keys that stand twice: Go decodes each value over the one before, others take one of them. Every
// row was run at go@1.33, go@1.81 and node@1.7.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

struct VerdictRow {
  absl::string_view why;
  absl::string_view target;
  absl::string_view text;
  bool rejects;
};

constexpr VerdictRow kVerdictRows[] = {
    {"a misspelt service loses nothing that is used", "go",
     R"({"methodConfig": [{"name": [{"servicex": "", "method": "M"}]}], "methodConfig": []})",
     false},
    {"but costs the config where it is", "go",
     R"({"methodConfig": [{"name": [{"servicex": "", "method": "M"}]}]})", true},
    {"an empty list leaves nothing", "go",
     R"({"methodConfig": [{"name": [{"method": "M"}]}], "methodConfig": [], "methodConfig": [{}]})",
     false},
    {"without it the names are merged", "go",
     R"({"methodConfig": [{"name": [{"method": "M"}]}], "methodConfig": [{}]})", true},
    {"what is replaced is of a type all the same", "go",
     R"({"methodConfig": [{"name": 5}], "methodConfig": [], "methodConfig": [{}]})", true},
    {"a misspelt method is none", "node@1.7",
     R"({"methodConfig": [{"name": [{"service": "c.D", "Method": "M"}, {"service": "c.D"}]}]})",
     true},
};

TEST(RepeatedKeysTest, Verdicts) {
  for (const VerdictRow& row : kVerdictRows) {
    const Document document = ParseDocument(row.text, DocumentKind::kConfig);
    const Report report = Validate(document, *ParseTargets(row.target), AllRules());
    EXPECT_EQ(report.verdicts[0] == Verdict::kRejects, row.rejects) << row.why;
  }
}

struct CodesRow {
  absl::string_view why;
  absl::string_view lists;
  absl::string_view json;  // as used
};

constexpr CodesRow kCodesRows[] = {
    {"a null leaves what was there",
     R"("retryableStatusCodes": [14, 14], "retryableStatusCodes": [13, null])",
     R"(["INTERNAL", "UNAVAILABLE"])"},
    {"whatever is before it",
     R"("retryableStatusCodes": [14, 14], "retryableStatusCodes": ["UNAVAILABLE", null])",
     R"(["UNAVAILABLE"])"},
    {"through several lists",
     R"("retryableStatusCodes": [13, 14], "retryableStatusCodes": [10, null],
        "retryableStatusCodes": [null, null])",
     R"(["ABORTED", "UNAVAILABLE"])"},
    {"but not through an empty one",
     R"("retryableStatusCodes": [14, 14], "retryableStatusCodes": [],
        "retryableStatusCodes": [null, 13])",
     R"(["OK", "INTERNAL"])"},
};

Resolution ResolveForGo(const Document& document, const std::vector<MethodName>& methods) {
  const std::vector<Target> go = *ParseTargets("go");
  return Resolve(document, go, Analyse(document, go, AllRules()), methods);
}

TEST(RepeatedKeysTest, CodesOfGo) {
  for (const CodesRow& row : kCodesRows) {
    const std::string text = absl::StrCat(
        R"({"methodConfig": [{"name": [{"service": "s"}], "retryPolicy": {"maxAttempts": 2,
            "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1, )",
        row.lists, "}}]}");
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const Resolution resolution = ResolveForGo(document, {{"s", ""}});
    std::string json;
    for (const EffectiveValue& value : ValuesOf(resolution.methods[0].entry->effective)) {
      if (value.Path() == "retryPolicy.retryableStatusCodes") json = value.json;
    }
    EXPECT_EQ(json, row.json) << row.why;
  }
}

// The last value is used, and it is that one which is used as it is written.
TEST(RepeatedKeysTest, OfAnLbPolicy) {
  const std::string text = R"({"loadBalancingConfig": [{"pick_first":
      {"shuffleAddressList": true, "shuffleAddressList": false}}]})";
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const Resolution resolution = ResolveForGo(document, {});
  const ResolvedChannel& channel = resolution.channels[0];
  size_t found = 0;
  for (const EffectiveValue& value : channel.values) {
    if (value.field != "shuffleAddressList") continue;
    ++found;
    EXPECT_EQ(value.json, "false");
    EXPECT_EQ(document.tree.Text(value.node), "false");
  }
  EXPECT_EQ(found, 1U);
  EXPECT_TRUE(channel.altered.empty());
}

TEST(RepeatedKeysTest, AnEmptyListTakesTheMethodOfANameWithIt) {
  const Document document = ParseDocument(
      R"({"methodConfig": [{"name": [{"service": "a.B", "method": "M"}], "name": [],
          "name": [{"service": "c.D"}], "timeout": "5s"}]})",
      DocumentKind::kConfig);
  const Resolution resolution = ResolveForGo(document, {{"c.D", "N"}});
  EXPECT_TRUE(resolution.methods[0].entry->effective.timeout.value.has_value());
}

}  // namespace
}  // namespace grpcfg
