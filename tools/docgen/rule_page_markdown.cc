#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/docgen/field_words.h"
#include "tools/docgen/markdown.h"
#include "tools/docgen/rule_page.h"
#include "validator/engine/effect_summary.h"
#include "validator/engine/target.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kTop = R"(# Rules

<!-- Generated from the rows in rules/*.cc: see "Work on it" in docs/contributing.md. -->

Everything that `grpcfg check` can find in a gRPC service config. The first line of a
finding ends with the id of its rule, as in `[duration-malformed]`: look for that id below, or run
`grpcfg explain duration-malformed`. The rules that matter most in real configs come first.
)";

constexpr absl::string_view kTopOfRule =
    R"(<!-- Generated from its row in rules/*.cc: see "Work on it" in docs/contributing.md. -->
)";

constexpr absl::string_view kEndOfRule = R"(
[How to read this](README.md#how-to-read-an-entry) · [All rules](README.md)
)";

constexpr absl::string_view kHowToRead = R"(
## What it is about

A service config is a JSON text in which the owner of a gRPC service tells the clients how to call
it: how long a call may take, which failed calls to send again and when, how large messages may be,
how to spread calls over servers. Clients get it with the addresses of the service, often from a DNS
TXT record, or the application sets it. Its main part is the list `methodConfig`; each entry names
some methods in `name` and has settings for them. Settings of the whole client, such as
`retryThrottling`, are beside that list.

## How to read an entry

An entry says what is wrong, why it matters and what clients do with it. It shows a config with that
fault, the output of `grpcfg check` without the notes that most good configs get, and the
corrected config. Invisible characters are shown as escapes, `\xff` for a byte and `\ufeff`
for a code point, and a tab as four spaces.

**Severity** is that of the example. It can differ if other clients are selected with `--target`, or
if the same fault has a higher cost.

| severity | means |
|---|---|
| error | a client rejects it or fails calls because of it, or no client applies it |
| warning | clients accept it but it is probably a mistake, or they read it differently |
| note | clients accept it, but read some detail differently from what is written |

**What a client does**, in the words of `--format json`. A client that rejects a config keeps its
last valid config; if it has none, its calls fail (gRFC A21).

| word | the client |
|---|---|
)";

constexpr absl::string_view kAboutSources = R"(
Each is followed by its source: a document, or a file and function of the source code.
gRFCs are the design documents of gRPC.

| source | what it is |
|---|---|
)";

constexpr absl::string_view kClients = R"(
**Clients by name.** C-core is the library below gRPC for C++, Python, Ruby, PHP and Objective-C; Go,
Java, Node and .NET have their own. Those that `--target` knows have a line in each entry:

| target | what it is |
|---|---|
)";

std::string Code(absl::string_view text) { return absl::StrCat("`", text, "`"); }

void AppendBlock(absl::string_view language, absl::string_view text, std::string& out) {
  absl::StrAppend(&out, "\n```", language, "\n", text, "```\n");
}

void AppendExample(absl::string_view title, absl::string_view example, absl::string_view language,
                   std::string& out) {
  std::string text;
  for (const std::string& line : VisibleLines(example)) absl::StrAppend(&text, line, "\n");
  absl::StrAppend(&out, "\n", title, text.empty() ? ": nothing but an empty line.\n" : ":\n");
  if (!text.empty()) AppendBlock(language, text, out);
}

// Those that accept it are one row, and likewise those that never read it.
void AppendClients(absl::Span<const ClientEffect> clients, std::string& out) {
  AppendTableHead({"client", "does", "read in"}, out);
  for (const ClientEffect& client : clients) {
    if (IsShared(client)) continue;
    const std::string effect =
        client.is_read ? Code(EffectName(client.effect)) : EffectWords(client);
    const absl::string_view comma = client.condition.empty() ? "" : ", ";
    AppendTableRow({client.target, absl::StrCat(effect, comma, client.condition), client.evidence},
                   out);
  }
  for (const SharedLine& line : SharedLinesOf(clients)) {
    AppendTableRow(
        {absl::StrJoin(line.targets, ", "), line.does, absl::StrJoin(line.sources, "; ")}, out);
  }
}

// All but the heading.
void AppendBody(const RuleEntry& entry, std::string& out) {
  const Rule& rule = *entry.rule;
  AppendWrapped(
      absl::StrCat("**", SeverityName(entry.severity), StageWords(rule), "**: ", rule.summary), 0,
      out);
  const absl::string_view language = rule.kind == DocumentKind::kTxt ? "text" : "json";
  if (!rule.proto.empty()) AppendExample("With `api.proto`", rule.proto, "proto", out);
  AppendExample("Example", rule.bad.Text(), language, out);
  if (!entry.output.empty()) {
    absl::StrAppend(&out, "\n`", CommandOf(rule), "` reports:\n");
    AppendBlock("text", entry.output, out);
  }
  AppendExample("Instead", rule.good.Text(), language, out);
  out.push_back('\n');
  AppendWrapped(rule.rationale, 0, out);
  if (!HowOften(rule).empty()) AppendWrapped(absl::StrCat("\n", HowOften(rule)), 0, out);
  out.push_back('\n');
  AppendClients(entry.clients, out);
}

// The name of the rule is all of the heading, so that it is also its anchor.
void AppendEntry(const RuleEntry& entry, std::string& out) {
  absl::StrAppend(&out, "### ", entry.rule->id, "\n\n");
  AppendBody(entry, out);
}

// The address of a rule is its id between `before` and `after`.
void AppendIndex(absl::Span<const RuleEntry> entries, absl::string_view before,
                 absl::string_view after, std::string& out) {
  const RuleFamily* family = nullptr;
  for (const RuleEntry& entry : entries) {
    if (entry.family != family) {
      family = entry.family;
      absl::StrAppend(&out, "\n**", family->title, "**\n\n");
      AppendTableHead({"rule", "summary"}, out);
    }
    const absl::string_view id = entry.rule->id;
    AppendTableRow({absl::StrCat("[", id, "](", before, id, after, ")"), entry.rule->summary}, out);
  }
}

void AppendHowToRead(std::string& out) {
  absl::StrAppend(&out, kHowToRead);
  for (const Effect effect : kEffectsOfLegend) {
    AppendTableRow({Code(EffectName(effect)), Describe(effect)}, out);
  }
  absl::StrAppend(&out, kAboutSources);
  for (const Source& source : Sources()) {
    if (source.about.empty()) continue;
    AppendTableRow({LinkedReference(source.name), source.about}, out);
  }
  absl::StrAppend(&out, kClients);
  for (const KnownTarget& target : KnownTargets()) {
    AppendTableRow({Code(target.name), target.about}, out);
  }
}

}  // namespace

std::string EntriesAsMarkdown(absl::Span<const RuleEntry> entries) {
  return absl::StrJoin(entries, "\n",
                       [](std::string* out, const RuleEntry& entry) { AppendEntry(entry, *out); });
}

std::string IndexAsMarkdown(absl::Span<const RuleEntry> entries) {
  std::string out(kTop);
  AppendIndex(entries, "", ".md", out);
  AppendHowToRead(out);
  return out;
}

std::string RuleAsMarkdown(const RuleEntry& entry) {
  std::string out = absl::StrCat("# ", entry.rule->id, "\n\n", kTopOfRule, "\n");
  AppendBody(entry, out);
  return absl::StrCat(out, kEndOfRule);
}

std::string PageAsMarkdown(absl::Span<const RuleEntry> entries) {
  std::string out(kTop);
  AppendIndex(entries, "#", "", out);
  AppendHowToRead(out);
  const RuleFamily* family = nullptr;
  for (const RuleEntry& entry : entries) {
    if (entry.family != family) {
      family = entry.family;
      absl::StrAppend(&out, "\n## ", family->title, "\n\n");
      AppendWrapped(family->about, 0, out);
    }
    out.push_back('\n');
    AppendEntry(entry, out);
  }
  return out;
}

}  // namespace grpcfg
