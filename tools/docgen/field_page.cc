#include "tools/docgen/field_page.h"

#include <algorithm>
#include <memory>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "schema/read/read.h"
#include "tools/docgen/field_words.h"
#include "tools/docgen/markdown.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kIntroduction =
    R"md(<!-- Generated from the field table, schema/fields/field_table*.cc, by tests/tools/docgen/json_schema_test.cc. -->

# The fields of a gRPC service config

A service config tells a gRPC client how to call a server: how long to wait, when to try again, how
to divide the calls among the backends. It is a JSON object. Clients get it with the addresses of
the server, from DNS or from a control plane, or the client application sets a default.

```json
{
  "loadBalancingConfig": [{"round_robin": {}}],
  "methodConfig": [
    {
      "name": [{"service": "shop.Orders"}],
      "timeout": "10s",
      "retryPolicy": {
        "maxAttempts": 4,
        "initialBackoff": "0.1s",
        "maxBackoff": "1s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"]
      }
    },
    {
      "name": [{"service": "shop.Orders", "method": "Watch"}],
      "waitForReady": true
    }
  ],
  "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
}
```

The backends take turns. A call of any method of `shop.Orders` may take ten seconds in all; if it
fails with `UNAVAILABLE` it is retried, up to four attempts, after about 0.1, 0.2 and 0.4
seconds. `Watch` has an entry of its own, and only the most specific entry counts: it has no timeout
and no retries. While too many attempts fail, nothing is retried.

[`service_config.schema.json`](../schema/service_config.schema.json) is this page as a JSON Schema:
an editor that has it completes, explains and checks a config while you type.

## How to read the tables

* Clients silently ignore a field that they do not know, so a misspelt name means that the setting
  is missing. A field that a client knows, with a wrong value, makes it reject the whole config.
* A field that is `null` counts as absent.
* A **duration** is a string: seconds with up to nine decimals, then `s`, as in `"0.5s"`. There is
  no other unit.
* An **integer** is spelled without a point or an exponent; a **number** may have both. **Quoted or
  not**: `"8"` is accepted for `8`; elsewhere it is not.
* A **status code** is a name in either case or a number from 0 to 16: `"UNAVAILABLE"`,
  `"unavailable"` or `14`. Names in capitals are what every client reads.
* **By name**: an object whose keys you choose. Where a section says at which place its object
  stands, `[]` is each element of a list and `.*` each value of such an object.
* A **header name** has letters, digits, `-`, `_` and `.`, and does not end in `-bin`.
* **Deprecated** fields are still read; do not use them in new configs. **Experimental** fields are
  read only by clients in which they are enabled.
)md";

constexpr absl::string_view kAboutPolicies =
    R"md(This is an entry of `loadBalancingConfig`, and of every other list of LB policies: an object with
one member, whose key is the name of a policy and whose value is its config, `{}` if there is
nothing to set. The client takes the first entry whose policy it supports and does not look at the
configs of the others, so a list can name a newer policy first and an older one after it. If it
supports none, it rejects the service config.
)md";

// The name of a field, and its stage unless it is a current one.
std::string NameOf(const Field& field) {
  const absl::string_view stage = field.stage == Stage::kCurrent      ? ""
                                  : field.stage == Stage::kDeprecated ? " (deprecated)"
                                                                      : " (experimental)";
  return absl::StrCat("`", field.json_name, "`", stage);
}

std::string Anchor(const Message& message) {
  return absl::StrCat("(#", absl::AsciiStrToLower(message.name), ")");
}

void AppendPolicies(std::string& page) {
  absl::StrAppend(&page, "\n", kAboutPolicies, "\n");
  AppendTableHead({"Policy", "Config", "What it does", "Reference"}, page);
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    AppendTableRow(
        {NameOf(policy), absl::StrCat("[", policy.message->name, "]", Anchor(*policy.message)),
         policy.doc, LinkedReference(policy.reference)},
        page);
  }
}

void AppendFields(const Message& message, std::string& page) {
  if (message.fields.empty()) {
    absl::StrAppend(&page, "\nIt has no fields.\n");
    return;
  }
  page.push_back('\n');
  AppendTableHead({"Field", "Type", "Presence", "Range", "What it does", "Reference"}, page);
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kForeign) continue;
    const bool required = field.presence == Presence::kRequired;
    AppendTableRow(
        {NameOf(field), TypeWords(field, MessageNames::kLinks), required ? "required" : "optional",
         RangeWords(field), field.doc, LinkedReference(field.reference)},
        page);
  }
}

// Where a message stands, for the messages that do not stand alone.
void AppendPath(const Message& message, std::string& page) {
  const std::string path = PathOf(message);
  if (!path.empty()) absl::StrAppend(&page, "\nAt `", path, "`.");
}

void AppendMessage(const Message& message, std::string& page) {
  absl::StrAppend(&page, "\n", message.of_policy ? "###" : "##", " ", message.name, "\n");
  AppendPath(message, page);
  absl::StrAppend(&page, PathOf(message).empty() ? "\n" : " ", message.doc, " (",
                  LinkedReference(message.reference), ")\n");
  if (&message == &LoadBalancingConfigMessage()) {
    AppendPolicies(page);
  } else {
    AppendFields(message, page);
  }
}

}  // namespace

std::string FieldGuide() {
  std::string page(kIntroduction);
  for (const Message* const message : AllMessages()) {
    if (message != &ChoiceMessage()) AppendMessage(*message, page);
  }
  AppendMessage(ChoiceMessage(), page);
  return page;
}

namespace {

constexpr size_t kIndent = 2;

// A field and the message that has it.
struct FieldOf {
  const Message* message;
  const Field* field;

  [[nodiscard]] std::string Path() const {
    const std::string parent = PathOf(*message);
    return absl::StrCat(parent, parent.empty() ? "" : ".", field->json_name);
  }
};

// `methodConfig.retryPolicy` for `methodConfig[].retryPolicy`.
std::string WithoutMarks(absl::string_view path) {
  return absl::StrReplaceAll(path, {{"[]", ""}, {".*", ""}});
}

// The same for a JSON pointer.
std::string PathOfPointer(absl::string_view pointer) {
  std::vector<absl::string_view> names = absl::StrSplit(pointer, '/', absl::SkipEmpty());
  int index = 0;
  std::erase_if(names, [&](absl::string_view name) { return absl::SimpleAtoi(name, &index); });
  return absl::StrJoin(names, ".");
}

// True if `path` is `name`, or ends in it after a dot.
bool EndsInName(absl::string_view path, absl::string_view name) {
  return path == name || absl::EndsWith(path, absl::StrCat(".", name));
}

// The last two names of a path: policies stand in many places.
std::string Tail(absl::string_view path) {
  const std::vector<absl::string_view> names = absl::StrSplit(path, '.');
  const size_t kept = std::min<size_t>(2, names.size());
  return absl::StrJoin(names.end() - static_cast<std::ptrdiff_t>(kept), names.end(), ".");
}

// A rule's bad example: what clients read in it, and where the rule finds something.
struct Example {
  const Rule* rule;
  std::vector<Issue> issues;
  std::vector<std::string> paths;
};

Example ReadExample(const RuleSet& rules, const Rule& rule) {
  const std::string bad = rule.bad.Text();
  const Document document = ParseDocument(bad, rule.kind);
  const std::vector<Target> targets = *ParseTargets(rule.targets);
  const std::unique_ptr<const Api> api = ApiOf(rule);
  Example example = {.rule = &rule, .issues = {}, .paths = {}};
  for (const Diagnostic& found :
       Validate(document, targets, rules.With(SelectOnly(rule, rules)), api.get()).diagnostics) {
    example.paths.push_back(PathOfPointer(found.pointer));
  }
  example.issues = Read(document, {*targets[0].profile, targets[0].policies}).issues;
  return example;
}

// What any field may meet, and what any field of one type.
constexpr IssueKind kOfAnyField[] = {IssueKind::kWrongType, IssueKind::kNull};
constexpr IssueKind kOfAType[] = {
    IssueKind::kMalformedNumber, IssueKind::kQuotedNumber,       IssueKind::kMalformedDuration,
    IssueKind::kRefusedSpelling, IssueKind::kDurationOutOfRange, IssueKind::kUnknownStatusCode,
    IssueKind::kMisread,         IssueKind::kIntegerCode,        IssueKind::kCodeLetterCase,
    IssueKind::kMalformedHeader, IssueKind::kUnknownWord};

// True if a claim that names no field holds for `field` too.
bool HoldsForType(const Claim& claim, const Field& field, const Example& example) {
  if (!claim.field.empty() || !claim.message.empty()) return false;
  if (absl::c_linear_search(kOfAnyField, claim.kind)) return true;
  if (claim.kind == IssueKind::kMissingField) return field.presence == Presence::kRequired;
  return absl::c_linear_search(kOfAType, claim.kind) &&
         absl::c_any_of(example.issues, [&](const Issue& issue) {
           return issue.kind == claim.kind && issue.field != nullptr &&
                  issue.field->type == field.type;
         });
}

// True if a client of the default ones does nothing with what the spec applies.
bool IsUnsupportedSomewhere(const FieldOf& of) {
  const std::vector<Target> targets = DefaultTargets();
  const auto is_applied = [&](const Target& target) {
    return target.profile->Of(*of.message, *of.field).use == Use::kApplied;
  };
  return is_applied(targets.front()) && !of.message->of_policy &&
         of.message != &LoadBalancingConfigMessage() && !absl::c_all_of(targets, is_applied);
}

// True if a rule is about the text, wherever a field is in it.
bool IsAboutText(const Rule& rule) {
  return !rule.claims.empty() && absl::c_all_of(rule.claims, [](const Claim& claim) {
    return TraitsOf(claim.kind).about == About::kText;
  });
}

bool IsAbout(const Example& example, const FieldOf& of) {
  if (IsAboutText(*example.rule)) return false;
  const bool is_claimed = absl::c_any_of(example.rule->claims, [&](const Claim& claim) {
    const bool is_named = claim.field == of.field->json_name &&
                          (claim.message.empty() || claim.message == of.message->name);
    const bool is_lacking =
        claim.kind == IssueKind::kUnsupportedField && IsUnsupportedSomewhere(of);
    return is_named || is_lacking || HoldsForType(claim, *of.field, example);
  });
  return is_claimed || absl::c_any_of(example.paths, [&](absl::string_view path) {
           return Tail(path) == Tail(WithoutMarks(of.Path()));
         });
}

FieldPage MakePage(const RuleSet& rules, absl::Span<const Example> examples, const FieldOf& of) {
  FieldPage page = {.path = of.Path(), .field = of.field, .rules = {}};
  for (const Example& example : examples) {
    if (IsAbout(example, of)) page.rules.push_back(*FindEntry(rules, example.rule->id));
  }
  return page;
}

std::vector<FieldOf> EveryField() {
  std::vector<FieldOf> fields;
  for (const Message* const message : AllMessages()) {
    for (const Field& field : message->fields) {
      if (field.stage != Stage::kForeign) fields.push_back({message, &field});
    }
  }
  return fields;
}

// `integer; required; 2 or more`.
std::string Facts(const Field& field) {
  std::vector<std::string> facts = {
      TypeWords(field, MessageNames::kCode),
      field.presence == Presence::kRequired ? "required" : "optional"};
  if (const std::string range = RangeWords(field); !range.empty()) facts.push_back(range);
  return absl::StrJoin(facts, "; ");
}

}  // namespace

std::vector<FieldPage> FindFieldPages(const RuleSet& rules, absl::string_view name) {
  std::vector<FieldOf> fields = EveryField();
  std::erase_if(fields, [&](const FieldOf& of) {
    return !EndsInName(WithoutMarks(of.Path()), WithoutMarks(name));
  });
  if (fields.empty()) return {};
  std::vector<Example> examples;
  rules.ForEach([&](const Rule& rule) { examples.push_back(ReadExample(rules, rule)); });
  std::vector<FieldPage> pages;
  pages.reserve(fields.size());
  for (const FieldOf& of : fields) pages.push_back(MakePage(rules, examples, of));
  return pages;
}

std::vector<absl::string_view> FieldNames() {
  std::vector<absl::string_view> names;
  for (const FieldOf& of : EveryField()) names.push_back(of.field->json_name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string FieldsAsText(absl::Span<const FieldPage> pages) {
  return absl::StrJoin(pages, "\n\n", [](std::string* out, const FieldPage& page) {
    absl::StrAppend(out, page.path, "\n");
    AppendWrapped(Facts(*page.field), kIndent, *out);
    AppendWrapped(page.field->doc, kIndent, *out);
    AppendWrapped(absl::StrCat("[", page.field->reference, "]"), kIndent, *out);
    if (page.rules.empty()) return;
    absl::StrAppend(out, "\nRules on it; `grpcfg explain RULE` says more:\n\n",
                    ListAsText(page.rules));
  });
}

std::string FieldsAsMarkdown(absl::Span<const FieldPage> pages) {
  return absl::StrJoin(pages, "\n", [](std::string* out, const FieldPage& page) {
    absl::StrAppend(out, "### `", page.path, "`\n\n");
    AppendWrapped(absl::StrCat(Facts(*page.field), ". ", page.field->doc, " (",
                               LinkedReference(page.field->reference), ")"),
                  0, *out);
    if (!page.rules.empty()) out->push_back('\n');
    for (const RuleEntry& entry : page.rules) {
      absl::StrAppend(out, "* `", entry.rule->id, "`: ", entry.rule->summary, "\n");
    }
  });
}

std::string ExplanationAsText(const Explanation& explanation) {
  const std::string between = explanation.rules.empty() || explanation.fields.empty() ? "" : "\n\n";
  return absl::StrCat(EntriesAsText(explanation.rules), between, FieldsAsText(explanation.fields));
}

std::string ExplanationAsMarkdown(const Explanation& explanation) {
  const std::string between = explanation.rules.empty() || explanation.fields.empty() ? "" : "\n";
  return absl::StrCat(EntriesAsMarkdown(explanation.rules), between,
                      FieldsAsMarkdown(explanation.fields));
}

}  // namespace grpcfg
