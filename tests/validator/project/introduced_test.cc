
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/project/known_findings.h"

namespace grpcfg {
namespace {

// The rules and pointers of what is left.
std::string Introduced(absl::string_view before, absl::string_view after,
                       absl::string_view clients = "spec,go") {
  const std::vector<Target> targets = *ParseTargets(clients);
  const CheckPlan plan(targets, AllRules());
  const Document old_document = ParseDocumentByShape(before);
  const Document document = ParseDocumentByShape(after);
  const BeforeChange old(old_document, plan, /*folds_notes=*/false);
  Report report = ValidateWithKnown(document, plan, {.before = &old}).report;
  TakeOutKnown(report);
  size_t counted = 0;
  for (const size_t count : report.counts) counted += count;
  EXPECT_EQ(counted, report.diagnostics.size());
  EXPECT_EQ(report.suppressed, 0U);
  return absl::StrJoin(report.diagnostics, " ", [](std::string* out, const Diagnostic& found) {
    absl::StrAppend(out, found.rule, ":", found.pointer);
  });
}

struct ChangeRow {
  absl::string_view reason;
  absl::string_view before;
  absl::string_view after;
  absl::string_view expected;
};

constexpr ChangeRow kChangeRows[] = {
    {"nothing changed", R"({"a": 1})", R"({"a": 1})", ""},
    {"other lines and another order", R"({"a": 1, "methodConfig": []})",
     "{\n\"methodConfig\": [],\n\"a\": 1}", ""},
    {"one more", R"({"methodConfig": []})", R"({"methodConfig": [], "b": 1})", "field-unknown:/b"},
    {"another value of a wrong type is another finding", R"({"methodConfig": 1})",
     R"({"methodConfig": 2})", "field-type:/methodConfig"},
    {"an entry is known by its names, not by its index",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "1"}]})",
     R"({"methodConfig": [{"name": [{"service": "a.C"}], "timeout": "1s"},
                            {"name": [{"service": "a.B"}], "timeout": "1"}]})",
     ""},
    {"the same mistake under another name is new",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "1"}]})",
     R"({"methodConfig": [{"name": [{"service": "a.C"}], "timeout": "1"}]})",
     "duration-malformed:/methodConfig/0/timeout"},
    {"an entry that gets one more name has the mistake for that too",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "1"}]})",
     R"({"methodConfig": [{"name": [{"service": "a.B"}, {"service": "a.C"}], "timeout": "1"}]})",
     "duration-malformed:/methodConfig/0/timeout"},
    {"an entry that loses a name does not",
     R"({"methodConfig": [{"name": [{"service": "a.B"}, {"service": "a.C"}], "timeout": "1"}]})",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "1"}]})", ""},
    {"nor do the two that it is split into",
     R"({"methodConfig": [{"name": [{"service": "a.B"}, {"service": "a.C"}], "timeout": "1"}]})",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "1"},
                            {"name": [{"service": "a.C"}], "timeout": "1"}]})",
     ""},
    {"of two that are reported together the new one is reported",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeOut": "1s"}]})",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitforready": true, "timeOut": "1s"}]})",
     "field-unknown:/methodConfig/0/waitforready"},
    {"the old text was no JSON", "{", R"({"methodConfig": [], "a": 1})", "field-unknown:/a"},
};

TEST(IntroducedTest, WhatWasThereBeforeIsTakenOut) {
  for (const ChangeRow& row : kChangeRows) {
    EXPECT_EQ(Introduced(row.before, row.after), row.expected) << row.reason;
  }
}

// What the notes of both sides are called must be the same.
TEST(IntroducedTest, CommonNotesAreKnownInBothWays) {
  constexpr absl::string_view kConfig =
      R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitForReady": true}]})";
  const std::vector<Target> targets = *ParseTargets("all");
  const CheckPlan plan(targets, AllRules());
  const Document document = ParseDocumentByShape(kConfig);
  for (const bool folds_notes : {false, true}) {
    const BeforeChange old(document, plan, folds_notes);
    Report report =
        ValidateWithKnown(document, plan, {.folds_notes = folds_notes, .before = &old}).report;
    EXPECT_FALSE(report.diagnostics.empty());
    TakeOutKnown(report);
    EXPECT_TRUE(report.diagnostics.empty()) << folds_notes;
  }
}

// After a choice for everyone no client takes the second one, nor sees that it is wrong.
TEST(IntroducedTest, WhatMakesAClientWorseOffIsLeftThoughItWasThere) {
  constexpr absl::string_view kWrong =
      R"({"serviceConfig": {"methodConfig": [{"name": [{}], "timeout": "1"}]}})";
  EXPECT_EQ(Introduced(absl::StrCat(R"([{"serviceConfig": {"methodConfig": []}}, )", kWrong, "]"),
                       absl::StrCat("[", kWrong, "]"), "java"),
            "duration-malformed:/0/serviceConfig/methodConfig/0/timeout");
}

}  // namespace
}  // namespace grpcfg
