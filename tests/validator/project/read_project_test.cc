// What is read of a project file and of a baseline, and every fault of both at its place.
#include "validator/project/read_project.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

// `line:column message`.
std::vector<std::string> Faults(absl::string_view text, const Report& faults) {
  const LineIndex lines(text);
  std::vector<std::string> reported;
  for (const Diagnostic& fault : faults.diagnostics) {
    const Position at = lines.Locate(fault.primary.span.begin);
    reported.push_back(absl::StrCat(at.line, ":", at.column, " ", fault.message));
    EXPECT_EQ(fault.rule, kProjectFileInvalid);
    EXPECT_EQ(fault.severity, Severity::kError);
  }
  EXPECT_EQ(faults.Count(Severity::kError), reported.size());
  return reported;
}

std::vector<std::string> ProjectFaults(absl::string_view text) {
  return Faults(text, ReadProject(text, RulesAndProjectRules()).faults);
}

std::vector<std::string> BaselineFaults(absl::string_view text) {
  return Faults(text, ReadBaseline(text, RulesAndProjectRules()).faults);
}

TEST(ReadProjectTest, AThousandPatternsAreEnough) {
  const auto faults = [](int patterns) {
    std::string text = R"({"suppressions": [)";
    for (int i = 0; i < patterns; ++i) {
      for (const char* const method : {"", R"("method": "a.B", )"}) {
        absl::StrAppend(&text, text.back() == '[' ? "" : ",\n", R"({"rule": "retry-*", )", method,
                        R"("pointer": "/a/*/)", i, R"(", "reason": "r"})");
      }
    }
    return ProjectFaults(text + "]}");
  };
  EXPECT_THAT(faults(1000), IsEmpty());
  EXPECT_THAT(faults(1100),
              ElementsAre("2001:32 there are more than 1,000 patterns with `*` for pointers and "
                          "methods; write a baseline for so many findings"));
}

TEST(ReadProjectTest, ReadsEveryMember) {
  const ReadResult<ProjectFile> read = ReadProject(R"({
  // comments may stand here
  "$schema": "./project.json",
  "targets": ["go@1.64", "java,node"], "lbPolicies": "default,mine", "failOn": "warning",
  "only": "retry-*", "disable": ["throttling-missing"],
  "severity": {"retry-*": "note", "suppression-unused": "warning"},
  "include": ["*.json"], "exclude": "old/", "protoPath": "protos", "protos": ["a.proto"],
  "descriptorSets": ["a.pb"], "baseline": "base.json", "acknowledged": [{"what": "attempts", "reason": "r"}],
  "overrides": [{"path": "a/*", "targets": "core"}, {"path": ["b", "c"], "severity": {}}],
  "suppressions": [{"rule": "retry-*", "path": "a/*", "pointer": "/methodConfig/*", /* why */
                    "method": "a.B/*", "reason": "known", "until": "2027-01-31"}]
})",
                                                   RulesAndProjectRules());
  EXPECT_THAT(read.faults.diagnostics, IsEmpty());
  const ProjectFile& file = read.content;
  EXPECT_THAT(StringsOf(file.targets), ElementsAre("go@1.64", "java,node"));
  EXPECT_EQ(TextOf(file.lb_policies), "default,mine");
  EXPECT_EQ(TextOf(file.fail_on), "warning");
  EXPECT_THAT(StringsOf(file.only), ElementsAre("retry-*"));
  EXPECT_THAT(StringsOf(file.disabled), ElementsAre("throttling-missing"));
  EXPECT_THAT(StringsOf(file.severities),
              ElementsAre("retry-*=note", "suppression-unused=warning"));
  EXPECT_THAT(StringsOf(file.include), ElementsAre("*.json"));
  EXPECT_THAT(StringsOf(file.exclude), ElementsAre("old/"));
  EXPECT_THAT(StringsOf(file.proto_paths), ElementsAre("protos"));
  EXPECT_THAT(StringsOf(file.protos), ElementsAre("a.proto"));
  EXPECT_THAT(StringsOf(file.descriptor_sets), ElementsAre("a.pb"));
  EXPECT_EQ(TextOf(file.baseline), "base.json");
  ASSERT_EQ(file.overrides.size(), 2U);
  EXPECT_THAT(StringsOf(file.overrides[0].targets), ElementsAre("core"));
  EXPECT_THAT(StringsOf(file.overrides[1].paths), ElementsAre("b", "c"));
  ASSERT_EQ(file.suppressions.size(), 1U);
  EXPECT_EQ(TextOf(file.suppressions[0].method), "a.B/*");
  EXPECT_EQ(TextOf(file.suppressions[0].until), "2027-01-31");
  EXPECT_EQ(file.suppressions[0].pointer, "/suppressions/0");
}

struct FaultRow {
  const char* text;
  std::vector<std::string> faults;
};

const FaultRow kProjectFaults[] = {
    {"{}", {}},
    {"// nothing\n{}", {}},
    {"[]", {"1:1 an object is required here, with braces"}},
    {R"({"target": "go"})", {"1:2 unknown member `target`; did you mean `targets`?"}},
    {R"({"targets": "goo"})", {"1:13 `goo` is not a target; did you mean `go`?"}},
    {R"({"targets": []})",
     {"1:13 an empty list names no target; leave the member out for the usual ones"}},
    {R"({"targets": [7]})", {"1:14 `targets` must be a target, or a list of targets"}},
    {R"({"failOn": "eror"})", {"1:12 `eror` is not a value of `failOn`; did you mean `error`?"}},
    {R"({"severity": {"retry-storrm": "note"}})",
     {"1:15 `retry-storrm` is not a rule; `grpcfg rules` lists all"}},
    {R"({"severity": {"baseline-stale": "warn"}})",
     {"1:33 `warn` is not a severity; did you mean `warning`?"}},
    {R"({"severity": "warning"})",
     {"1:14 `severity` must be an object from rules to `error`, `warning`, `note` or `off`"}},
    {R"({"disable": ["field-unknwn"]})",
     {"1:14 `field-unknwn` is not a rule; did you mean `field-unknown`?"}},
    {R"({"suppressions": {}})", {"1:18 a list of objects is required here, in brackets"}},
    {R"({"suppressions": [{"rule": "field-unknown"}]})", {"1:19 `reason` is required"}},
    {R"({"suppressions": [{"rule": "field-unknown", "reason": " "}]})", {"1:55 the text is empty"}},
    {R"({"suppressions": [{"rule": "field-unknown", "reason": "a", "until": "soon"}]})",
     {"1:69 `soon` is not a date; write it as `2027-01-31`"}},
    {R"({"suppressions": [{"rule": "field-unknown", "reason": "a", "line": 7}]})",
     {"1:60 unknown member `line`; there are `rule`, `path`, `pointer`, `method`, `reason`, "
      "`until`"}},
    {R"({"suppressions": [{"rule": "field-unknown", "reason": "a", "pointer": "a/b"}]})",
     {"1:71 `a/b` is not a JSON pointer; it begins with a slash: `/a/b`"}},
    {R"({"suppressions": [{"rule": "suppression-*", "reason": "a"}]})",
     {"1:28 `suppression-*` applies to the project file and its baseline, but suppressions apply "
      "to configs; set its level in `severity`"}},
    {R"({"suppressions": [{"rule": "baseline-stale", "reason": "a"}]})",
     {"1:28 `baseline-stale` applies to the project file and its baseline, but suppressions apply "
      "to configs; set its level in `severity`"}},
    {R"({"suppressions": [{"rule": "*", "reason": "a"}]})", {}},
    {R"({"severity": {"baseline-stale": "note"}, "disable": "suppression-*"})", {}},
    {R"({"include": []})",
     {"1:13 an empty list names no file; leave the member out for the usual names"}},
    {R"({"overrides": [{"path": [], "targets": "go"}]})",
     {"1:25 an empty list names no file; write `*` for all files"}},
    {R"({"exclude": []})", {}},
    {R"({"overrides": [{"targets": "go"}]})", {"1:16 `path` is required"}},
    {R"({"include": ["[a"]})",
     {"1:14 glob `[a` has a `[` without its `]`; write `\\[` for the character itself"}},
    {R"({"exclude": ["./a", "b//c/", "../d", "!/e"]})",
     {"1:14 `./a` matches nothing: a path has no `.` and no `//` in it; write `a`",
      "1:21 `b//c/` matches nothing: a path has no `.` and no `//` in it; write `b/c/`",
      "1:30 `../d` matches nothing: globs match only below the directory of this file; "
      "put a project file above both"}},
    {R"({"suppressions": [{"rule": "retry-*", "reason": "a", "path": "!a"}]})",
     {"1:62 `!a` matches nothing: there is no earlier glob from which it excludes files"}},
    {"", {"1:1 the file is empty"}},
    {R"("targets": "go")", {"1:1 the members have no braces around them"}},
    {"{} {}", {"1:4 nothing may follow the end of the object"}},
    {"{}}", {"1:3 nothing may follow the end of the object"}},
    {"{\n<<<<<<< a\n=======\n}\n", {"2:1 git could not merge two changes of this file"}},
    {R"({"target": 1, "failOn": 2,})",
     {"1:2 unknown member `target`; did you mean `targets`?",
      "1:25 `failOn` must be `error`, `warning`, `note` or `never`",
      "1:26 a trailing comma; JSON has commas only between values"}},
};

TEST(ReadProjectTest, FaultsOfAProjectFile) {
  for (const FaultRow& row : kProjectFaults) {
    EXPECT_THAT(ProjectFaults(row.text), ElementsAreArray(row.faults)) << row.text;
  }
}

TEST(ReadProjectTest, FaultsOfABaseline) {
  const FaultRow rows[] = {
      {R"({"version": 1, "findings": []})", {}},
      {R"({"version": 2, "findings": []})", {"1:13 `version` must be the number 1"}},
      {R"({"findings": [{"path": "a", "rule": "b", "pointer": "", "count": 0}]})",
       {"1:1 `version` is required", "1:66 `count` must be a number from 1"}},
      {R"({"version": 1, "findings": [{"path": "a", "rule": "gone", "pointer": "/a"}]})", {}},
  };
  for (const FaultRow& row : rows) {
    EXPECT_THAT(BaselineFaults(row.text), ElementsAreArray(row.faults)) << row.text;
  }
  EXPECT_FALSE(BaselineFaults("<<<<<<< HEAD\n{}").empty());
}

// No rule about configs is quoted that has clients or configs in it.
TEST(ReadProjectTest, FaultsOfTheTextAreReportedForTheFile) {
  const char* const rows[] = {
      "",        R"({"a": 1, "a": 2})",    "{} {}",   "{}}",     R"("a": 1)",      "a: b\nc: d",
      "[[[{]]]", R"({"a": %!s(MISSING)})", "<x></x>", "{'a': 1", "package main\n", "{\"a\x01\": 1}",
  };
  for (const char* const text : rows) {
    for (const Report& faults : {ReadProject(text, RulesAndProjectRules()).faults,
                                 ReadBaseline(text, RulesAndProjectRules()).faults}) {
      EXPECT_THAT(faults.diagnostics, testing::Not(IsEmpty())) << text;
      for (const Diagnostic& fault : faults.diagnostics) {
        const std::string words = absl::StrCat(fault.message, " ", absl::StrJoin(fault.help, " "));
        for (const char* const word : {"config", "client"}) {
          EXPECT_THAT(words, testing::Not(testing::HasSubstr(word))) << text;
        }
      }
    }
  }
}

TEST(ReadProjectTest, AbsoluteGlobsMatchNothing) {
  const absl::string_view text = R"({"exclude": "/x/a.json", "suppressions": [
    {"rule": "retry-*", "reason": "a", "path": "/srv/r/x/*"}], "include": ["/srv/r/b", "/srv/c"]})";
  ReadResult<ProjectFile> read = ReadProject(text, RulesAndProjectRules());
  AddAbsoluteGlobs("/srv/r/", read.content, read.faults);
  EXPECT_THAT(
      Faults(text, read.faults),
      ElementsAre("2:48 globs are relative to the directory of this file, not to `/`; write `/x/*`",
                  "2:76 globs are relative to the directory of this file, not to `/`; write `/b`"));
}

// What stands after a fault is read nevertheless.
TEST(ReadProjectTest, GoesOnAfterFaults) {
  const ReadResult<ProjectFile> read =
      ReadProject(R"({"targets" ["go"], "failOn": "note", "x": 1, "baseline": "b.json"})",
                  RulesAndProjectRules());
  EXPECT_EQ(read.faults.diagnostics.size(), 2U);
  EXPECT_EQ(TextOf(read.content.fail_on), "note");
  EXPECT_EQ(TextOf(read.content.baseline), "b.json");
}

}  // namespace
}  // namespace grpcfg
