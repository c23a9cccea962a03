// The pages of a family made up for the purpose: layouts, byte for byte.
#include "tools/docgen/rule_page.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

void ObjectToConfigs(const CheckContext& context) {
  if (context.reading.configs.at(0)->node == kNoNode) return;
  context.Add(context.reading.configs.at(0)->node,
              {.message = "a config stands here", .help = {"remove it"}});
}

void DescribeEmpty(const IssueContext& /*context*/, Diagnostic& diagnostic) {
  diagnostic.message = "nothing stands here";
}

constexpr Rule kConfigRules[] = {
    {.id = "config-there",
     .summary = "A | B.",
     .rationale = "It is `there`.",
     .advice = Severity::kNote,
     .on_by_default = false,
     .is_preview = true,
     .check = ObjectToConfigs,
     .verdicts = {.spec = {Effect::kAccepts, "gRFC | A0"}},  // gapic was not checked
     .bad = "{\"a\":\n  1}",
     .good = ""},
};
constexpr Rule kTextRules[] = {
    {.id = "text-empty",
     .summary = "Nothing.",
     .rationale = "Why.",
     .claims = {{IssueKind::kJsonEmpty}},
     .describe = DescribeEmpty,
     .bad = "",
     .good = "\xEF\xBB\xBF{}\n"},
};
constexpr RuleFamily kFamilies[] = {{"Configs", "About configs.", kConfigRules},
                                    {"Texts", "About texts.", kTextRules}};

const RuleSet& Rules() {
  static const RuleSet kRules(kFamilies);
  return kRules;
}

std::vector<RuleEntry> ConfigEntry() { return {*FindEntry(Rules(), "config-there")}; }
std::vector<RuleEntry> TextEntry() { return {*FindEntry(Rules(), "text-empty")}; }

TEST(RulePageTest, ListHasALinePerRuleBelowItsFamily) {
  EXPECT_EQ(ListAsText(EveryEntry(Rules())),
            "Configs\n"
            "  config-there  note     A | B. (disabled by default, preview)\n"
            "\n"
            "Texts\n"
            "  text-empty    error    Nothing.\n");
}

TEST(RulePageTest, TextOfARuleByRow) {
  EXPECT_EQ(EntriesAsText(ConfigEntry()),
            R"(config-there (note, disabled by default, preview)
  A | B.

Example:
  {"a":
    1}

What `grpcfg check --only config-there` reports:
  bad.json:1:1: note: a config stands here [config-there]
     1 | {"a":
       | ^^^^^
       = note: unknown for core, go, java, node; accepted by spec
       = help: remove it

Instead:
  (nothing but an empty line)

Why:
  It is `there`.
  It is disabled by default: `--only` and `--severity` enable it. It is a preview: what it finds may
  still change.

What each client does with it:
  accepted by spec
  unknown for core, go, java, node, dotnet, gapic
)");
}

TEST(RulePageTest, TextOfARuleByReading) {
  EXPECT_EQ(EntriesAsText(TextEntry()),
            R"(text-empty (error)
  Nothing.

Example:
  (nothing but an empty line)

What `grpcfg check` reports:
  bad.json:1:1: error: nothing stands here [text-empty]
     1 |
       | ^
       = note: rejected by all targets

Instead:
  \ufeff{}

Why:
  Why.

What each client does with it:
  spec    rejects-config: rejects the whole config
          [gRFC A21, Criteria to determine the validity: it must be well-formed JSON]
  core    rejects-config: rejects the whole config
          [grpc/grpc json_reader.cc: "JSON parse error"]
  go      rejects-config: rejects the whole config
          [encoding/json scanner.go: a syntax error]
  java    rejects-config: rejects the whole config
          [gson JsonReader.java: MalformedJsonException]
  node    rejects-config: rejects the whole config
          [ECMA-262 JSON.parse: SyntaxError]
  dotnet  unknown: is unknown: not yet tried, and its source not yet read
          [grpc-dotnet has no JSON loader: the application decides]
  gapic   rejects-config: rejects the whole config
          [protobuf-go internal/encoding/json/decode.go Read: a syntax error]
)");
}

TEST(RulePageTest, TwoLinesAreBetweenTwoRules) {
  EXPECT_EQ(EntriesAsText(EveryEntry(Rules())),
            EntriesAsText(ConfigEntry()) + "\n\n" + EntriesAsText(TextEntry()));
}

TEST(RulePageTest, MarkdownEscapesBarsInTables) {
  EXPECT_EQ(EntriesAsMarkdown(ConfigEntry()),
            R"(### config-there

**note, disabled by default, preview**: A | B.

Example:

```json
{"a":
  1}
```

`grpcfg check --only config-there` reports:

```text
bad.json:1:1: note: a config stands here [config-there]
   1 | {"a":
     | ^^^^^
     = note: unknown for core, go, java, node; accepted by spec
     = help: remove it
```

Instead: nothing but an empty line.

It is `there`.

It is disabled by default: `--only` and `--severity` enable it. It is a preview: what it finds may
still change.

| client | does | read in |
|---|---|---|
| spec | `accepts` | gRFC \| A0 |
| core, go, java, node, dotnet, gapic | `unknown` |  |
)");
}

TEST(RulePageTest, JsonHasEveryMember) {
  EXPECT_EQ(
      EntriesAsJson(ConfigEntry()),
      R"({
  "version": 1,
  "rules": [
    {
      "id": "config-there",
      "family": "Configs",
      "severity": "note",
      "summary": "A | B.",
      "rationale": "It is `there`.",
      "frequency": "It is disabled by default: `--only` and `--severity` enable it. )"
      R"(It is a preview: what it finds may still change.",
      "enabled": false,
      "stability": "preview",
      "clients": [
        {
          "target": "spec",
          "condition": "",
          "effect": "accepts",
          "reads": true,
          "evidence": "gRFC | A0"
        },
        {
          "target": "core",
          "condition": "",
          "effect": "unknown",
          "reads": true,
          "evidence": ""
        },
        {
          "target": "go",
          "condition": "",
          "effect": "unknown",
          "reads": true,
          "evidence": ""
        },
        {
          "target": "java",
          "condition": "",
          "effect": "unknown",
          "reads": true,
          "evidence": ""
        },
        {
          "target": "node",
          "condition": "",
          "effect": "unknown",
          "reads": true,
          "evidence": ""
        },
        {
          "target": "dotnet",
          "condition": "",
          "effect": "unknown",
          "reads": true,
          "evidence": ""
        },
        {
          "target": "gapic",
          "condition": "",
          "effect": "unknown",
          "reads": true,
          "evidence": ""
        }
      ],
      "command": "grpcfg check --only config-there",
      "bad": "{\"a\":\n  1}",
      "good": "",
      "output": ")"
      R"(bad.json:1:1: note: a config stands here [config-there]\n   1 | {\"a\":\n     | ^^^^^\n)"
      R"(     = note: unknown for core, go, java, node; accepted by spec\n)"
      R"(     = help: remove it\n"
    }
  ]
}
)");
}

TEST(RulePageTest, FindsByTheWholeIdOnly) {
  EXPECT_EQ(FindEntry(Rules(), "text-empty")->rule, &kTextRules[0]);
  EXPECT_EQ(FindEntry(Rules(), "text-empty")->family, &kFamilies[1]);
  EXPECT_FALSE(FindEntry(Rules(), "text"));
  EXPECT_FALSE(FindEntry(Rules(), ""));
}

}  // namespace
}  // namespace grpcfg
