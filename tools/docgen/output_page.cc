#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/docgen/markdown.h"
#include "tools/docgen/output_schema.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kIntroduction = R"(# JSON that grpcfg prints

Every command that prints JSON has its own JSON Schema (draft 2020-12) in [schemas](schemas), which
`grpcfg schema --of NAME` prints too. This page says the same for people.

- Every document has `"version": 1`. Members are only ever added to it, so ignore those that you do
  not know. Names of members are in `snake_case`; those of a service config stay as they are.
- Strings are UTF-8 without control characters. The same input gives the same bytes.
- Of each rule 1,000 findings are listed for a file, errors first; `omitted` counts the others.
  `--max-findings N` changes that; `--max-findings all` lists up to 20,000 of a kind.
- Programs that have a format of their own, GitHub, GitLab and readers of SARIF, JUnit or Checkstyle,
  get that: see [ci.md](ci.md#which-report).
- Where a member says "sometimes", it is absent when it has nothing to say. All others are always
  there, if need be as `[]`, `{}`, `""` or `null`.

```sh
grpcfg check --format json orders.json                             # one document
grpcfg check --format jsonl orders.json                            # a line for each file
grpcfg check --format json --max-findings all orders.json          # list every finding of a rule
grpcfg check --format text --format json:report.json orders.json   # JSON into a file
grpcfg schema --of check                                           # the JSON Schema of `check`
```

## Exit status

| status | `check`, `compat` | `resolve`, `simulate` | `batch` |
|---|---|---|---|
| 0 | nothing at or above `--fail-on` (default `error`) | every target takes the config | every line got an answer |
| 1 | findings | a target rejects the config, or its calls break | never |
| 2 | could not run, or not on every file | could not run | a line was malformed, or reading or writing failed |

`rules`, `explain`, `targets` and `schema` end with 0 or 2. The JSON goes to stdout, everything else to
stderr.

## Words

)";

constexpr absl::string_view kAboutTypes = R"(## Outputs

In the tables `[T]` is a list of T, `{T}` an object with a T for each name, `T?` a T or null.

| output | command | is |
|---|---|---|
)";

std::string LinkTo(absl::string_view name) {
  std::string anchor(name);
  absl::AsciiStrToLower(&anchor);
  return absl::StrCat("[", name, "](#", anchor, ")");
}

// A type with a link to what it names.
std::string TypeAsMarkdown(absl::string_view type) {
  const auto is_name = [](char c) { return absl::ascii_isalpha(static_cast<unsigned char>(c)); };
  const auto* const begin = std::find_if(type.begin(), type.end(), is_name);
  const auto* const end = std::find_if_not(begin, type.end(), is_name);
  const std::string name(begin, end);
  if (!absl::ascii_isupper(static_cast<unsigned char>(name.front()))) return std::string(type);
  const std::string before(type.begin(), begin);
  const std::string after(end, type.end());
  return absl::StrCat(before.empty() ? "" : absl::StrCat("\\", before), LinkTo(name), after);
}

void AppendWords(const OutputWords& words, std::string& out) {
  absl::StrAppend(&out, "### ", words.name, "\n\n", words.doc, "\n\n");
  AppendTableHead({"word", "meaning"}, out);
  for (const auto& [word, meaning] : words.words) {
    AppendTableRow({absl::StrCat("`", word, "`"), meaning}, out);
  }
  out += '\n';
}

void AppendObject(const OutputObject& object, std::string& out) {
  absl::StrAppend(&out, "### ", object.name, "\n\n", object.doc);
  if (!object.base.empty()) {
    absl::StrAppend(&out, " It has the members of ", LinkTo(object.base), ", and these:");
  }
  out += "\n\n";
  AppendTableHead({"member", "type", ""}, out);
  for (const OutputMember& member : object.members) {
    const absl::string_view sometimes = member.occurrence == Occurrence::kAlways ? ""
                                        : member.doc.empty()                     ? "Sometimes."
                                                                                 : "Sometimes. ";
    AppendTableRow({absl::StrCat("`", member.name, "`"), TypeAsMarkdown(member.type),
                    absl::StrCat(sometimes, member.doc)},
                   out);
  }
  out += '\n';
}

}  // namespace

std::string OutputPage() {
  std::string page(kIntroduction);
  for (const OutputWords& words : AllOutputWords()) AppendWords(words, page);
  absl::StrAppend(&page, kAboutTypes);
  for (const OutputDocument& document : OutputDocuments()) {
    AppendTableRow({absl::StrCat("[`", document.name, "`](schemas/", document.name, ".json)"),
                    absl::StrCat("`", document.command, "`"),
                    absl::StrCat(LinkTo(document.object), document.is_line ? " on each line" : "")},
                   page);
  }
  page += '\n';
  for (const OutputObject& object : OutputObjects()) AppendObject(object, page);
  page.pop_back();
  return page;
}

}  // namespace grpcfg
