// Rules that most good configs break: reported once for a whole document, whoever reads what.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/rules/described_api.h"
#include "validator/engine/validate.h"

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

// Services with a method that no entry is for, and one that none is for at all.
const Api& Described() {
  static const Api kApi = [] {
    const std::vector<Facts> methods = {{.name = "Create", .verb = HttpVerb::kPost},
                                        {.name = "Get", .verb = HttpVerb::kGet},
                                        {.name = "List", .verb = HttpVerb::kGet}};
    Api api;
    for (const absl::string_view name : {"a.A", "a.B", "a.C", "a.D"}) {
      api.services.push_back(DescribeService(name, methods));
    }
    return api;
  }();
  return kApi;
}

Report Check(absl::string_view text, const Api* api) {
  return Validate(ParseDocumentByShape(text), *ParseTargets("all"),
                  AllRules().With(SelectEveryRule(AllRules())), api);
}

std::string Entry(absl::string_view name, absl::string_view rest) {
  return absl::StrCat(R"({"name": [{"service": )", name, "}], ", rest, "}");
}

// For three services each, entries that break every common rule.
std::string Entries() {
  const auto retry = [](absl::string_view codes) {
    return absl::StrCat(R"("retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s",
        "maxBackoff": "10s", "backoffMultiplier": 2, "retryableStatusCodes": [)",
                        codes, "]}");
  };
  std::vector<std::string> entries;
  for (const absl::string_view service : {"a.A", "a.B", "a.C"}) {
    const std::string name = absl::StrCat("\"", service, "\"");
    const std::string create = absl::StrCat(name, R"(, "method": "Create")");
    const std::string get = absl::StrCat(name, R"(, "method": "Get")");
    entries.push_back(
        Entry(name, absl::StrCat(R"("timeout": "9s", )",
                                 retry(R"("DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED")"))));
    entries.push_back(Entry(create, retry(R"("UNAVAILABLE")")));
    entries.push_back(Entry(get, R"("timeout": "10s")"));
    entries.push_back(Entry(absl::StrCat("\"", service.substr(2), "\""), R"("timeout": "10s")"));
  }
  return absl::StrJoin(entries, ",");
}

// Entries of methods alone: the rest of their services has none.
std::string MethodEntries() {
  std::vector<std::string> entries;
  for (const absl::string_view service : {"a.A", "a.B", "a.C"}) {
    entries.push_back(
        Entry(absl::StrCat("\"", service, R"(", "method": "Get")"), R"("timeout": "10s")"));
  }
  return absl::StrJoin(entries, ",");
}

// What an entry has in place of retries.
std::string HedgedEntries() {
  std::vector<std::string> entries;
  for (const absl::string_view service : {"a.A", "a.B", "a.C"}) {
    entries.push_back(Entry(absl::StrCat("\"", service, R"(", "method": "Get")"),
                            R"("hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "1s",
                               "nonFatalStatusCodes": ["DEADLINE_EXCEEDED"]})"));
  }
  return absl::StrJoin(entries, ",");
}

// Each rule of the common ones is met by one of the texts, and nowhere reported twice.
void ExpectOnce(absl::Span<const Report> reports) {
  EXPECT_GE(CommonRules().size(), 8U);
  for (const absl::string_view id : CommonRules()) {
    int most = 0;
    for (const Report& report : reports) most = std::max(most, Count(report, id));
    EXPECT_EQ(most, 1) << id;
  }
}

TEST(CommonRuleTest, OncePerDocument) {
  std::vector<Report> reports;
  for (const std::string& entries : {Entries(), MethodEntries(), HedgedEntries()}) {
    const std::string text = absl::StrCat(R"({"methodConfig": [)", entries, "]}");
    reports.push_back(Check(text, nullptr));
    reports.push_back(Check(text, &Described()));
    EXPECT_TRUE(reports.back().omissions.empty());
  }
  ExpectOnce(reports);
}

// Each client meets another choice, and so another first place.
TEST(CommonRuleTest, OnceForAllClients) {
  std::vector<Report> reports;
  for (const std::string& entries : {Entries(), MethodEntries(), HedgedEntries()}) {
    std::vector<std::string> choices;
    for (const absl::string_view language : {"go", "java", "node", "c++"}) {
      choices.push_back(absl::StrCat(R"({"clientLanguage": [")", language,
                                     R"("], "serviceConfig": {"methodConfig": [)", entries, "]}}"));
    }
    const std::string text = absl::StrCat("[", absl::StrJoin(choices, ","), "]");
    reports.push_back(Check(text, nullptr));
    reports.push_back(Check(text, &Described()));
  }
  ExpectOnce(reports);
}

TEST(CommonRuleTest, TheOthersAreCounted) {
  const struct {
    absl::string_view id;
    std::string entries;
    absl::string_view note;
  } rows[] = {
      {"hedging-deadline-exceeded", HedgedEntries(), "2 more like it in this config"},
      {"name-without-package", Entries(), "2 more like it in this config"},
      {"retry-deadline-exceeded", Entries(), "the same in 2 more entries of this config"},
  };
  for (const auto& row : rows) {
    const Report report = Check(absl::StrCat(R"({"methodConfig": [)", row.entries, "]}"), nullptr);
    const auto found = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                    [&](const Diagnostic& each) { return each.rule == row.id; });
    ASSERT_NE(found, report.diagnostics.end()) << row.id;
    EXPECT_THAT(found->notes, testing::Contains(row.note)) << row.id;
  }
}

TEST(CommonRuleTest, NoMoreThanANote) {
  const Report report = Check(absl::StrCat(R"({"methodConfig": [)", Entries(), "]}"), nullptr);
  for (const Diagnostic& each : report.diagnostics) {
    const std::vector<absl::string_view> common = CommonRules();
    const bool is_common = std::count(common.begin(), common.end(), each.rule) > 0;
    EXPECT_TRUE(!is_common || each.severity == Severity::kNote) << each.rule;
  }
}

}  // namespace
}  // namespace grpcfg
