// What resolve says of a method besides its values: what was meant and passed over, and why.
#include "validator/resolve/why.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "rules/families.h"

namespace grpcfg {
namespace {

constexpr char kPolicy[] = R"({"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s",
    "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";

std::string Joined(const std::vector<MissedField>& missed) {
  return absl::StrJoin(missed, "; ", [](std::string* out, const MissedField& each) {
    absl::StrAppend(out, WordsOf(each), " ", each.pointer);
  });
}

// `a.B/C` and the channel as one target sees them.
struct Seen {
  Resolution resolution;
  Why why;
};

Seen SeenBy(absl::string_view target, absl::string_view text) {
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const std::vector<Target> targets = *ParseTargets(target);
  const Analysis analysis = Analyse(document, targets, AllRules());
  const std::vector<MethodName> requested = {{"a.B", "C"}};
  Seen seen = {Resolve(document, targets, analysis, requested), {}};
  seen.why = Explain(document, targets, analysis, seen.resolution)[0];
  return seen;
}

std::string Entry(absl::string_view members) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}], )", members, "}]}");
}

std::string Beside(absl::string_view members) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}]}], )", members, "}");
}

struct MissedRow {
  const char* why;
  const char* target;
  std::string text;
  const char* of_method;
  const char* of_channel;
};

const MissedRow kMissedRows[] = {
    {"a letter's case", "java", Entry(absl::StrCat(R"("retrypolicy": )", kPolicy)),
     "no retryPolicy: \"retrypolicy\" at 1:50 is not a field /methodConfig/0/retrypolicy", ""},
    {"which Go folds", "go", Entry(absl::StrCat(R"("retrypolicy": )", kPolicy)), "", ""},
    {"misspelt", "spec", Entry(R"("timout": "2s")"),
     "no timeout: \"timout\" at 1:50 is not a field /methodConfig/0/timout", ""},
    {"misspelt beside the right one", "spec", Entry(R"("timout": "2s", "timeout": "3s")"), "", ""},
    {"null is nothing", "spec", Entry(R"("timout": null)"), "", ""},
    {"no field at all", "spec", Entry(R"("colour": "red")"), "", ""},
    {"in a policy", "node", Entry(R"("hedgingPolicy": {"maxAttempts": 2, "hedgingdelay": "1s"})"),
     "", ""},
    {"outside of its policy", "core", Entry(R"("initialBackoff": "1s", "maxBackoff": "2s")"),
     "no retryPolicy: \"initialBackoff\" at 1:50 belongs to methodConfig[].retryPolicy, not to "
     "methodConfig[] /methodConfig/0/initialBackoff",
     ""},
    {"outside of the entry", "core", Beside(R"("timeout": "2s")"),
     "no timeout: \"timeout\" at 1:52 belongs to methodConfig[], not to the config /timeout", ""},
    {"of the config", "core", Beside(R"("retrythrottling": {"maxTokens": 9, "tokenRatio": 0.5})"),
     "", "no retryThrottling: \"retrythrottling\" at 1:52 is not a field /retrythrottling"},
    {"all entries", "core", R"({"methodconfig": [{"name": [{}], "timeout": "5s"}]})",
     "no methodConfig: \"methodconfig\" at 1:2 is not a field /methodconfig", ""},
    {"a key with a control", "spec", Entry(R"("timeou\u0007t": "2s")"),
     "no timeout: \"timeou\\x07t\" at 1:50 is not a field /methodConfig/0/timeou\at", ""},
};

TEST(WhyTest, WhatWasIntendedAndPassedOver) {
  for (const MissedRow& row : kMissedRows) {
    const Resolution resolution = SeenBy(row.target, row.text).resolution;
    EXPECT_EQ(Joined(resolution.methods[0].entry->missed), row.of_method) << row.why;
    EXPECT_EQ(Joined(resolution.channels[0].missed), row.of_channel) << row.why;
  }
}

struct EntryRow {
  const char* why;
  const char* target;
  const char* names;     // of one entry each
  const char* expected;  // matched, name, and the entries that give nothing
};

constexpr EntryRow kEntryRows[] = {
    {"the nearest", "core", R"([{}], [{"service": "a.B"}], [{"service": "a.B", "method": "C"}])",
     "method a.B/C; /methodConfig/1 a.B; /methodConfig/0 *"},
    {"the service", "go", R"([{"service": "a.B"}], [{}], [{"service": "x"}])",
     "service a.B; /methodConfig/1 *"},
    {"all", "java", "[{}]", "all *"},
    {"nothing", "spec", R"([{"service": "x"}])", "nothing "},
    {"one entry by two names", "spec", R"([{"service": "a.B"}, {"service": "a.B", "method": "C"}])",
     "method a.B/C"},
    {"the first one", "node@1.7", R"([{"service": "a.B"}], [{"service": "a.B", "method": "C"}])",
     "service a.B; /methodConfig/1 a.B/C"},
    {"merged, so nothing is hidden", "gapic",
     R"([{"service": "a.B"}], [{"service": "a.B", "method": "C"}])", "method a.B/C"},
    {"a config that it rejects", "go", R"([{}], [{}])", "nothing "},
};

TEST(WhyTest, WhichEntryAndWhichNot) {
  for (const EntryRow& row : kEntryRows) {
    std::string entries;
    for (const absl::string_view names : absl::StrSplit(row.names, "], [")) {
      const absl::string_view bare = absl::StripSuffix(absl::StripPrefix(names, "["), "]");
      absl::StrAppend(&entries, entries.empty() ? "" : ", ", R"({"name": [)", bare,
                      R"(], "timeout": "5s"})");
    }
    const Why why = SeenBy(row.target, absl::StrCat(R"({"methodConfig": [)", entries, "]}")).why;
    std::string expected = absl::StrCat(MatchName(why.by), " ", why.name);
    for (const HiddenEntry& hidden : why.hidden) {
      absl::StrAppend(&expected, "; ", hidden.source, " ", hidden.name);
    }
    EXPECT_EQ(expected, row.expected) << row.why;
  }
}

struct IgnoredRow {
  const char* target;
  std::string text;
  const char* expected;
};

const IgnoredRow kIgnoredRows[] = {
    {"node", Entry(R"("waitForReady": true, "maxRequestMessageBytes": 5)"),
     "waitForReady: the client checks it and never uses it; "
     "maxRequestMessageBytes: the client does not have this field"},
    {"core", Entry(R"("timeout": "0s")"), "timeout: "},
    {"java", Entry(R"("timeout": "5s")"), ""},
};

TEST(WhyTest, WhyAFieldHasNoEffect) {
  for (const IgnoredRow& row : kIgnoredRows) {
    const Why why = SeenBy(row.target, row.text).why;
    const std::string expected =
        absl::StrJoin(why.ignored, "; ", [](std::string* out, const IgnoredField& each) {
          absl::StrAppend(out, each.path, ": ", each.reason, each.rule);
        });
    EXPECT_EQ(expected, row.expected) << row.target << " " << row.text;
  }
}

}  // namespace
}  // namespace grpcfg
