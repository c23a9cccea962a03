// Rules that most good configs break: told once for a whole document, whoever reads what.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

std::vector<absl::string_view> CommonRules() {
  std::vector<absl::string_view> ids;
  for (const RuleFamily& family : AllRules().families()) {
    for (const Rule& rule : family.rules) {
      if (rule.is_common) ids.push_back(rule.id);
    }
  }
  return ids;
}

int Count(const Report& report, absl::string_view id) {
  return static_cast<int>(std::count_if(report.diagnostics.begin(), report.diagnostics.end(),
                                        [&](const Diagnostic& each) { return each.rule == id; }));
}

Report Check(absl::string_view text) {
  return Validate(ParseDocumentByShape(text), *ParseTargets("all"), AllRules());
}

// Three entries, each of which breaks every common rule.
std::string Entries() {
  std::string entries;
  for (const absl::string_view service : {"a.A", "B", "C"}) {
    absl::StrAppend(&entries, entries.empty() ? "" : ",", R"({"name": [{"service": ")", service,
                    R"("}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s",
        "maxBackoff": "10s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
      {"name": [{"service": ")",
                    service, R"(", "method": "Get"}], "timeout": "10s"})");
  }
  return entries;
}

TEST(CommonRuleTest, OncePerDocument) {
  const Report report = Check(absl::StrCat(R"({"methodConfig": [)", Entries(), "]}"));
  EXPECT_GE(CommonRules().size(), 3U);
  for (const absl::string_view id : CommonRules()) {
    EXPECT_EQ(Count(report, id), 1) << id;
  }
  EXPECT_TRUE(report.omissions.empty());
}

// Each client meets another choice, and so another first place.
TEST(CommonRuleTest, OnceForAllClients) {
  std::string list;
  for (const absl::string_view language : {"go", "java", "node", "c++"}) {
    absl::StrAppend(&list, list.empty() ? "" : ",", R"({"clientLanguage": [")", language,
                    R"("], "serviceConfig": {"methodConfig": [)", Entries(), "]}}");
  }
  const Report report = Check(absl::StrCat("[", list, "]"));
  for (const absl::string_view id : CommonRules()) EXPECT_EQ(Count(report, id), 1) << id;
}

TEST(CommonRuleTest, NoMoreThanANote) {
  const Report report = Check(absl::StrCat(R"({"methodConfig": [)", Entries(), "]}"));
  for (const Diagnostic& each : report.diagnostics) {
    const std::vector<absl::string_view> common = CommonRules();
    const bool is_common = std::count(common.begin(), common.end(), each.rule) > 0;
    EXPECT_TRUE(!is_common || each.severity == Severity::kNote) << each.rule;
  }
}

}  // namespace
}  // namespace grpcfg
