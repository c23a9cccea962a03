// What comes to light once a key is corrected, an entry has a name or an object is a list is
// reported in the first run.
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kTargets = "spec,core,go,java,node";

Report Check(absl::string_view text) {
  return ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig), *ParseTargets(kTargets),
                           AllRules());
}

constexpr absl::string_view kPolicy =
    R"("retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
       "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";

std::string Policy(absl::string_view part, absl::string_view instead) {
  return absl::StrReplaceAll(kPolicy, {{part, instead}});
}

// What an entry has besides its name, each with a fault.
std::vector<std::string> Faults() {
  return {R"("timeout": "1s")",
          R"("timeout": "0s")",
          R"("timeout": "5000ms")",
          R"("timeout": 5)",
          R"("maxRequestMessageBytes": -1)",
          R"("hedgingPolicy": {"maxAttempts": 1})",
          absl::StrCat(R"("timeout": "0.3s", )", kPolicy),
          absl::StrCat(R"("hedgingPolicy": {"maxAttempts": 3}, )", kPolicy),
          Policy("3", "1"),
          Policy("UNAVAILABLE", "UNAVAIL"),
          Policy("UNAVAILABLE", "OK"),
          Policy(R"(["UNAVAILABLE"])", "[]"),
          Policy(R"("maxAttempts": 3, )", ""),
          Policy(R"("backoffMultiplier": 2)", R"("backoffMultiplier": 0)"),
          Policy(R"("0.1s")", R"("0s")"),
          Policy(R"("1s")", R"("0.01s")"),
          Policy("maxBackoff", "maxBackof")};
}

// How an entry has no effect, and what it is if the help is followed. `$` is the fault.
struct Form {
  absl::string_view written;
  absl::string_view followed;
};

constexpr absl::string_view kRight = R"({"methodConfig": [{"name": [{"service": "a.B"}], $}]})";

constexpr Form kForms[] = {
    {R"({"methodConfigs": [{"name": [{"service": "a.B"}], $}]})", kRight},
    {R"({"method_config": [{"name": [{"service": "a.B"}], $}]})", kRight},
    {R"({"serviceConfig": {"methodConfig": [{"name": [{"service": "a.B"}], $}]}})", kRight},
    {R"({"name": [{"service": "a.B"}], $})", kRight},
    {R"({"methodConfig": {"name": [{"service": "a.B"}], $}})", kRight},
    {R"({"methodConfig": {"0": {"name": [{"service": "a.B"}], $}}})", kRight},
    {R"({"methodConfig": [{"name": {"service": "a.B"}, $}]})", kRight},
    {R"({"methodConfig": [{"name": [], $}]})", R"({"methodConfig": [{"name": [{}], $}]})"},
    {R"({"methodConfig": [{"name": null, $}]})", R"({"methodConfig": [{"name": [{}], $}]})"},
    {R"({"methodConfig": [{$}]})", R"({"methodConfig": [{"name": [{}], $}]})"},
    {R"({"default": {$}})", R"({"methodConfig": [{"name": [{}], $}]})"},
    {R"({"a.B": {$}})", kRight},
    {R"({"methodConfig": [{"name": [{"service": "a.B/"}], $}]})", kRight},
    {R"({"methodConfig": [{"name": [{"service": "a.B", "method": "Get*"}], $}]})", kRight},
    {R"({"app": {"grpc": {"config": {"methodConfig": [{"name": [{"service": "a.B"}], $}]}}}})",
     kRight},
    {R"({"a.B": {"methodConfig": [{"name": [{"service": "a.B"}], $}]}, "by": "x"})", kRight},
};

std::set<absl::string_view> Rules(const Report& report) {
  std::set<absl::string_view> rules;
  for (const Diagnostic& each : report.diagnostics) {
    if (each.severity > Severity::kNote) rules.insert(each.rule);
  }
  return rules;
}

TEST(RevealedTest, NothingNewAfterTheHelp) {
  for (const Form& form : kForms) {
    for (const std::string& fault : Faults()) {
      const std::string written = absl::StrReplaceAll(form.written, {{"$", fault}});
      const Report first = Check(written);
      const Report second = Check(absl::StrReplaceAll(form.followed, {{"$", fault}}));
      EXPECT_THAT(Rules(first), testing::IsSupersetOf(Rules(second))) << written;
      // Nor beside a fault of the text that has a fix.
      const std::string broken = absl::StrCat(written.substr(0, written.size() - 1), ",}");
      EXPECT_THAT(Rules(Check(broken)), testing::IsSupersetOf(Rules(second))) << broken;
    }
  }
}

struct Row {
  absl::string_view text;
  absl::string_view rule;
  absl::string_view place;
  absl::string_view note;  // empty: nothing is reported
};

constexpr Row kRows[] = {
    {R"({"methodConfig": [{"name": [], "timeout": "1s"}]})", "timeout-too-short", R"("1s")",
     "this counts once the entry has a name; then it breaks calls in C-core"},
    {R"({"methodConfig": [{"timeout": "1s"}]})", "timeout-too-short", R"("1s")",
     "this counts once the entry has a name; then it breaks calls in C-core"},
    {R"({"methodConfigs": [{"name": [{}], "timeout": "1s"}]})", "timeout-too-short", R"("1s")",
     "this counts once the misspelt or misplaced key is corrected; then it breaks calls in C-core"},
    {R"({"methodConfig": {"0": {"name": [{}], "timeout": "1s"}}})", "timeout-too-short", R"("1s")",
     "this counts once the value has the right type; then it breaks calls in C-core"},
    // What is moved is reported where it stands.
    {R"({"methodConfig": [{"name": [{}], "timeout": "5s"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "1s", "maxBackoff": "0.1s", "backoffMultiplier": 2,
         "retryableStatusCodes": ["UNAVAILABLE"]}})",
     "retry-backoff-order", R"("1s")",
     "this counts once the misspelt or misplaced key is corrected"},
    // One key below another.
    {R"({"default": {"timeout": "9s", "retry_policy": {"max_attempts": 1, "initialBackoff": "1s", "maxBackoff": "2s",
         "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}})",
     "retry-max-attempts-too-small", "1",
     "this counts once the misspelt or misplaced key is corrected; then the config is rejected by "
     "all "
     "targets"},
    {R"({"methodConfig": [{"name": [{}], "retryPolicies": {"maxAttempts": 1, "initialBackoff": "1s",
         "maxBackoff": "2s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     "retry-max-attempts-too-small", "1",
     "this counts once the misspelt or misplaced key is corrected; then the config is rejected by "
     "all "
     "targets"},
    // A note until then, with a fix of its own.
    {R"({"methodConfig": [{"name": [], "timeout": "0.3s"}]})", "timeout-ends-every-call",
     R"("0.3s")",
     "this counts once the entry has a name; then it breaks calls in C-core and grpc-js"},
    {R"({"methodConfig": [], "timeout": "1s"})", "timeout-too-short", R"("1s")",
     "this counts once the misspelt or misplaced key is corrected; then it breaks calls in C-core"},
    {R"({"methodConfig": [{"name": [{}], "timeout": "5s"}, {"name": [{"service": "a.B"}]}],
         "timeout": "1s"})",
     "timeout-too-short", R"("1s")",
     "this counts once the misspelt or misplaced key is corrected; then it breaks calls in C-core"},
    // In JSON that was encoded twice.
    {R"({"methodConfig": "[{\"name\": [{}], \"timeout\": \"1s\"}]"})", "timeout-too-short",
     R"("1s\")", "this counts once the value has the right type; then it breaks calls in C-core"},
    {R"({"config": "{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"1s\"}]}"})",
     "timeout-too-short", R"("1s\")",
     "this counts once the misspelt or misplaced key is corrected; then it breaks calls in C-core"},
    // The names that are tried are not the user's.
    {R"({"methodConfig": [{"name": [], "timeout": "5s"}, {"name": [{}], "timeout": "5s"}]})",
     "name-duplicate", "", ""},
};

TEST(RevealedTest, WhereAndOnce) {
  for (const Row& row : kRows) {
    std::vector<std::string> found;
    for (const Diagnostic& each : Check(row.text).diagnostics) {
      if (each.rule != row.rule) continue;
      EXPECT_EQ(each.severity, Severity::kWarning) << row.text;
      found.push_back(absl::StrCat(Slice(row.text, each.primary.span), ": ", each.dormant));
    }
    const std::vector<std::string> expected = {absl::StrCat(row.place, ": ", row.note)};
    EXPECT_EQ(found, row.note.empty() ? std::vector<std::string>() : expected) << row.text;
  }
}

TEST(RevealedTest, NothingInARightConfig) {
  const Report report = Check(R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})");
  EXPECT_EQ(report.Count(Severity::kWarning), 0U);
}

}  // namespace
}  // namespace grpcfg
