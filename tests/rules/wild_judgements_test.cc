// Configs that others published, and what a reader found wrong with each: every such judgement is
// found here, or the row says why it is not.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rules/families.h"
#include "tests/rules/shared_data.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

struct JudgementRow {
  const char* id;
  const char* rules;  // that find it, with blanks between; some of what the config breaks
  const char* other_reason = "";  // of the judgement, and why no rule above is about it
};

constexpr const char* kPretext =
    "every method on UNAVAILABLE alone, which mostly says that nothing was executed: without "
    "descriptors nothing tells of a method that may not bear it";
constexpr const char* kInside = "what stands in a part without effect is not judged";

constexpr const char* kNoTimeout =
    "without a `timeout` nothing speaks for DEADLINE_EXCEEDED being meant for single attempts";

const JudgementRow kRows[] = {
    {"rr-policy-field", "lb-policy-name-deprecated"},
    {"py-module-as-service", "name-unlikely retry-max-attempts-clamped", kNoTimeout},
    {"py-lerobot-default", "retry-safety-unknown", kNoTimeout},
    {"json-bobadojo", "field-missing retry-safety-unknown retry-deadline-exceeded"},
    {"md-retry-example", "retry-resource-exhausted", kPretext},
    {"go-sprintf-retry", "name-empty-method"},
    {"md-hedge-checkout", "hedging-safety-unknown"},
    {"md-hedge-myservice", "hedging-safety-unknown"},
    {"md-hedge-search-index", "hedging-deadline-exceeded"},
    {"go-hedging-delay-in-retry", "field-unknown name-without-package"},
    {"md-hedge-root-2", "field-unknown"},
    {"py-mutiplier-10ms", "field-unknown", kInside},
    {"py-mutiplier-newlines", "field-unknown", kInside},
    {"go-100ms-const", "duration-malformed"},
    {"go-100ms-scanner", "duration-malformed retry-safety-unknown", kNoTimeout},
    {"go-flat-chainlink", "fields-misplaced", kInside},
    {"go-nested-100ms-chainlink", "duration-malformed"},
    {"go-retriable-goma", "field-unknown lb-none-supported"},
    {"go-webook", "name-without-package"},
    {"md-mypackage", "retry-safety-unknown", kNoTimeout},
    {"go-root-retry", "field-unknown"},
    {"go-pascal-throttled", "field-unknown", kPretext},
    {"go-throttling-misplaced", "field-unknown retry-safety-unknown"},
    {"go-retry-and-hedge",
     "retry-and-hedging duration-malformed hedging-at-once name-without-package"},
    {"ts-default-retry", "retry-safety-unknown", kNoTimeout},
    {"ts-numeric-codes", "status-code-integer name-without-package retry-safety-unknown",
     "a list without UNAVAILABLE may be meant"},
    {"cpp-per-attempt", "field-experimental"},
    {"java-backoff-over-timeout", "retry-after-timeout retry-max-attempts-clamped"},
    {"java-ms-concat", "duration-malformed"},
    {"java-echo-lower", "", "a method may begin with a small letter"},
    {"kt-aggressive", "retry-max-attempts-clamped retry-safety-unknown", kNoTimeout},
    {"py-methodconfig-object", "field-type field-unknown retry-max-attempts-clamped",
     "no entry has a name, so INTERNAL is retried for no method"},
    {"go-netbird-health", "health-check-default-policy"},
    {"md-no-backoffs", "field-missing"},
    {"md-lbconfig-object", "field-type"},
    {"go-blog-lb-broken", "json-missing-braces json-missing-colon"},
    {"rs-priority-ringhash", "lb-none-supported"},
    {"rs-empty-name", "name-missing"},
    {"go-identity-default", "", kPretext},
    {"py-name-empty-list", "name-missing"},
    {"py-wrong-service", "name-is-example"},
    {"go-pascal-no-name", "field-unknown name-missing"},
    {"md-acme-orders", "", "the attempts do fit into the timeout, and nothing else is wrong"},
    {"issue-go-6811", "name-empty-method retry-deadline-exceeded retry-safety-unknown"},
    {"go-dapr", "lb-policy-name-deprecated"},
    {"go-spicedb-write", "retry-code-final"},
    {"go-netbird-head", "health-check-default-policy"},
    {"go-flagd", "field-unknown retry-safety-unknown"},
    {"py-flagd", "retry-safety-unknown"},
    {"java-grpc-spring", "retry-safety-unknown retry-deadline-exceeded"},
    {"go-einride-gen", "retry-safety-unknown"},
};

std::set<absl::string_view> RulesIn(const std::string& text) {
  std::set<absl::string_view> rules;
  for (const Diagnostic& each :
       Validate(ParseDocumentByShape(text), DefaultTargets(), AllRules()).diagnostics) {
    rules.insert(each.rule);
  }
  return rules;
}

TEST(WildTest, EveryJudgementIsFoundOrExplained) {
  const auto root = SharedPath("corpus/wild");
  if (!std::filesystem::exists(root)) GTEST_SKIP() << root << " is absent";
  std::map<std::string, const JudgementRow*> rows;
  for (const JudgementRow& row : kRows) rows[row.id] = &row;
  const std::string manifest = ReadWhole(root / "manifest.json");
  rapidjson::Document document;
  document.Parse(manifest.data(), manifest.size());
  ASSERT_FALSE(document.HasParseError());
  for (const auto& config : document["configs"].GetArray()) {
    if (!config["judgement"].IsString()) continue;
    const auto row = rows.find(config["id"].GetString());
    ASSERT_NE(row, rows.end()) << config["id"].GetString();
    EXPECT_TRUE(row->second->rules[0] != 0 || row->second->other_reason[0] != 0) << row->first;
    const std::set<absl::string_view> found = RulesIn(ReadWhole(root / config["file"].GetString()));
    for (const absl::string_view id : absl::StrSplit(row->second->rules, ' ', absl::SkipEmpty())) {
      EXPECT_TRUE(found.contains(id))
          << row->first << " lacks " << id << " among " << absl::StrJoin(found, " ");
    }
  }
}

}  // namespace
}  // namespace grpcfg
