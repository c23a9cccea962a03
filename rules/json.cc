// Rules on the text as JSON (RFC 8259): what stands between the tokens.
#include <cstdint>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/json/foreign_format.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

bool IsTokenAt(absl::string_view text, size_t offset) {
  return offset < text.size() && !absl::StrContains(" \t\r\n", text[offset]);
}

// Clients read the same without it, but what was written down is lost.
void DescribeComment(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = "JSON has no comments";
  const Span span = context.issue.span;
  const bool is_between = IsTokenAt(context.tree.text(), span.begin - size_t{1}) &&
                          IsTokenAt(context.tree.text(), span.end);
  diagnostic.fixes.push_back(is_between
                                 ? ReplaceFix("replace the comment with a space", span, " ", false)
                                 : ReplaceFix("remove the comment", span, "", false));
}

// True if the first member of that key is the same but for the spelling of the key.
bool IsExactRepeat(const IssueContext& context, NodeId key) {
  const JsonTree& tree = context.tree;
  const NodeId first = tree.NodeAt(context.issue.related);
  return first != kNoNode && tree.kind(first) == JsonKind::kKey &&
         Slice(tree.text(), tree.span(first + 1)) == Slice(tree.text(), tree.span(key + 1));
}

// Moves the entries of the first of two lists to the beginning of the second, which Go and Node
// read.
void OfferJoined(const IssueContext& context, NodeId key, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId first = tree.NodeAt(context.issue.related);
  const bool are_entries =
      first != kNoNode && tree.Text(key) == "methodConfig" && tree.kind(first) == JsonKind::kKey;
  if (!are_entries) return;
  const auto is_filled = [&](NodeId list) {
    return tree.kind(list) == JsonKind::kArray && tree.node(list).next > list + 1;
  };
  if (!is_filled(first + 1) || !is_filled(key + 1)) return;
  const uint32_t begin = tree.span(key + 2).begin;
  Span moved = tree.span(first + 2);
  tree.ForEachElement(first + 1, [&](NodeId element) { moved.end = tree.span(element).end; });
  const Span member = {tree.span(first).begin, tree.span(first + 1).end};
  diagnostic.help.clear();
  diagnostic.fixes.push_back(
      {.title = "move the entries of the first to this list",
       .safe = false,
       .edits = {{{begin, begin}, absl::StrCat(Slice(tree.text(), moved), ", "), moved, 0},
                 {WithComma(tree.text(), member), ""}},
       .otherwise = "write the entries of both into one list"});
}

void DescribeDuplicateKey(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  const NodeId key = context.issue.node;
  if (!IsExactRepeat(context, key)) return OfferJoined(context, key, diagnostic);
  const Span member = {context.tree.span(key).begin, context.tree.span(key + 1).end};
  Fix fix = RemoveFix("remove it: both say the same", WithComma(context.tree.text(), member));
  fix.otherwise = std::exchange(diagnostic.help, {}).front();
  diagnostic.fixes.push_back(std::move(fix));
}

void DescribeEmpty(const IssueContext& context, Diagnostic& diagnostic) {
  if (absl::StartsWith(context.tree.text(), kTxtAttribute)) {
    diagnostic.message = "nothing follows `grpc_config=`; a list of choices must";
    return;
  }
  diagnostic.message = "the text is empty; a service config is at least `{}`";
}

void DescribeForeign(const IssueContext& context, Diagnostic& diagnostic) {
  const auto [name, help] = FormatOf(context.tree);
  diagnostic.message = absl::StrCat("this is ", name, ", not JSON");
  diagnostic.help.emplace_back(help);
}

void DescribeMismatchedBracket(const IssueContext& context, Diagnostic& diagnostic) {
  const bool brace = context.Source() == "}";
  diagnostic.message =
      absl::StrCat("`", context.Source(), "` closes what `", brace ? "[" : "{", "` has opened");
  diagnostic.secondary.push_back({context.issue.related, "opened here"});
}

void DescribeMissingBraces(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  const auto end = static_cast<uint32_t>(context.tree.text().find_last_not_of(" \t\r\n") + 1);
  Fix fix = PutAround({context.issue.span.begin, end}, "{", "}", false);
  fix.title = "put `{` before the first member and `}` after the last";
  diagnostic.fixes.push_back(std::move(fix));
}

// `=`, `=>` and `;` stand for a colon elsewhere, or by mistake.
void DescribeMissingColon(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  const Span key = context.issue.related;
  const absl::string_view rest = context.tree.text().substr(key.end);
  const size_t begin = rest.find_first_not_of(" \t\r\n");
  if (begin == absl::string_view::npos) return;
  const size_t size = absl::StartsWith(rest.substr(begin), "=>") ? 2
                      : rest[begin] == '=' || rest[begin] == ';' ? 1
                                                                 : 0;
  if (size > 0) {
    diagnostic.together = {
        .message = "expected `:` after the key, not another character",
        .message_of_many = "{count} keys have a character other than `:` after them, such as `=`",
        .fix = "write `:` after all of them"};
  }
  const bool has_no_value = absl::StrContains("},", rest[begin]);
  if (has_no_value) {
    const absl::string_view name =
        absl::StripSuffix(absl::StripPrefix(Slice(context.tree.text(), key), "\""), "\"");
    const bool is_policy = FindField(LoadBalancingConfigMessage(), name) != nullptr;
    diagnostic.help.emplace_back(is_policy ? "insert `: {}` after the name of the policy"
                                           : "write `:` and the value after the key");
    return;
  }
  const auto at = static_cast<uint32_t>(size == 0 ? key.end : key.end + begin);
  const Span sign = {at, at + static_cast<uint32_t>(size)};
  diagnostic.fixes.push_back(ReplaceFix(size == 0 ? "insert `:`" : "write `:`", sign, ":", true));
}

void DescribeMissingComma(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = "expected `,` before this";
  diagnostic.together = {.message = diagnostic.message,
                         .message_of_many = "{count} values have no `,` before them",
                         .fix = "insert `,` before each"};
  const uint32_t after = context.issue.related.end;
  diagnostic.fixes.push_back(ReplaceFix("insert `,`", {after, after}, ",", true));
}

void DescribeMissingValue(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view key = Slice(context.tree.text(), context.issue.related);
  diagnostic.message = absl::StrCat("the key ", Quoted(key), " has no value");
  diagnostic.secondary.push_back({context.issue.related, ""});
}

void DescribeTextAfterValue(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view source = context.Source();
  const bool closes = absl::StartsWith(source, "}") || absl::StartsWith(source, "]");
  diagnostic.message =
      closes ? absl::StrCat("`", source.substr(0, 1), "` closes nothing; the config ends before it")
             : "text after the end of the config; a config is one JSON value";
  const Span rest = {context.issue.span.begin, static_cast<uint32_t>(context.tree.text().size())};
  const absl::string_view left = Slice(context.tree.text(), rest);
  const size_t end = left.find_last_not_of(" \t\r\n") + 1;
  const bool is_left =
      left.substr(0, end).find_first_not_of("}];, \t\r\n") == absl::string_view::npos;
  if (!is_left || !IsJson(ParseJson(context.tree.text().substr(0, rest.begin)))) return;
  diagnostic.fixes.push_back(
      {.title = absl::StrCat("remove `", left.substr(0, end), "`"),
       .safe = false,
       .edits = {{{rest.begin, rest.begin + static_cast<uint32_t>(end)}, ""}}});
}

// Whether the comma at `span` stands before a closing bracket; comments count as blanks.
bool IsLast(absl::string_view text, Span span) {
  const size_t after = text.find_first_not_of(" \t\r\n", span.end);
  return after == absl::string_view::npos || absl::StrContains("]}/#", text[after]);
}

void DescribeTrailingComma(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(
      IsLast(context.tree.text(), context.issue.span) ? "a trailing comma" : "a comma too many",
      "; JSON has commas only between values");
  diagnostic.fixes.push_back(RemoveFix("remove the comma", context.issue.span));
}

void DescribeUnclosed(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view opening = Slice(context.tree.text(), context.issue.related);
  if (opening == "/*") {
    diagnostic.message = "the comment has no end; expected `*/`";
  } else if (opening == "{" || opening == "[") {
    diagnostic.message =
        absl::StrCat("expected `", opening == "{" ? "}" : "]", "` before the end of the text");
  } else {
    diagnostic.message = "the string has no end; expected a quote";
  }
  diagnostic.secondary.push_back({context.issue.related, "opened here"});
}

// Bytes that look like white space and are none in JSON.
bool AreBlanks(absl::string_view bytes) {
  while (!bytes.empty()) {
    const absl::string_view first = bytes.substr(0, CodePointLength(bytes, 0));
    const bool blank = first == "\xC2\xA0" || absl::StartsWith(first, "\xE2\x80") ||
                       first == "\v" || first == "\f" || first == "\xE3\x80\x80" ||
                       first == "\xEF\xBB\xBF" || first == " " || first == "\t";
    if (!blank) return false;
    bytes.remove_prefix(first.size());
  }
  return true;
}

void DescribeUnexpected(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view source = context.Source();
  if (AreBlanks(source)) {
    diagnostic.message = "this space character is not JSON whitespace; use a space";
    diagnostic.fixes.push_back(
        ReplaceFix("replace it with a space", context.issue.span, " ", true));
    return;
  }
  diagnostic.message = absl::StrCat("unexpected ", Quoted(source));
  if (source != ";") return;
  diagnostic.help.emplace_back("JSON has `,` between values, and nothing after the last");
  diagnostic.together = {.message = diagnostic.message,
                         .message_of_many = "{count} `;` stand where JSON has `,` or nothing"};
}

constexpr Rule kRules[] = {
    {.id = "json-comment",
     .summary = "The config contains a comment.",
     .rationale = "JSON (RFC 8259) has no comments, and clients reject the whole config. Only Java "
                  "accepts a comment after the end of the config, because it stops reading there. "
                  "Keep comments outside the file.",
     .claims = {{IssueKind::kJsonComment}},
     .describe = DescribeComment,
     .bad = R"({"methodConfig": [] // none yet
})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-duplicate-key",
     .summary = "An object has the same key twice.",
     .rationale = "C-core and newer Java reject the config, Node reads the last value, and Go "
                  "merges the two. Teams with different clients therefore get different settings. "
                  "Keys are compared after unescaping, as clients read them, so a key that is "
                  "written with escapes counts, too.",
     .claims = {{IssueKind::kJsonDuplicateKey}},
     .describe = DescribeDuplicateKey,
     .words = "duplicate key {text}",
     .help = "remove one of the two; clients differ in which one they read",
     .related_words = "first here",
     .bad = R"({"methodConfig": [], "methodConfig": []})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-empty",
     .summary = "The text contains no JSON value.",
     .rationale = "Every client rejects an empty text. A config that sets nothing is `{}`.",
     .claims = {{IssueKind::kJsonEmpty}},
     .describe = DescribeEmpty,
     .bad = "\n",
     .good = "{}"},
    {.id = "json-foreign-format",
     .summary = "The text is in a format other than JSON.",
     .rationale = "Clients read service configs only as JSON. Convert YAML, protobuf's text format "
                  "and TOML. In source code, manifests and zone files, grpcfg can check only the "
                  "embedded config; for templates, it can check only their output.",
     .claims = {{IssueKind::kJsonForeign}},
     .describe = DescribeForeign,
     .bad = R"(methodConfig:
  - name: [{}]
    timeout: 5s
)",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "json-mismatched-bracket",
     .summary = "A closing bracket does not match the opening one.",
     .rationale = "The text is not JSON, and every client rejects it.",
     .claims = {{IssueKind::kJsonMismatchedBracket}},
     .describe = DescribeMismatchedBracket,
     .bad = R"({"methodConfig": [})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-missing-braces",
     .summary = "The outer braces of the config are missing.",
     .rationale =
         "Members copied out of an object are not a JSON text, and every client rejects them.",
     .claims = {{IssueKind::kJsonMissingBraces}},
     .describe = DescribeMissingBraces,
     .words = "the config has members but no braces around them",
     .bad = R"("methodConfig": [])",
     .good = R"({"methodConfig": []})"},
    {.id = "json-missing-colon",
     .summary = "The colon between a key and its value is missing.",
     .rationale = "The text is not JSON, and every client rejects it.",
     .claims = {{IssueKind::kJsonMissingColon}},
     .describe = DescribeMissingColon,
     .together_in = WholeText,
     .words = "expected `:` after the key",
     .related_words = "the key",
     .bad = R"({"methodConfig" []})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-missing-comma",
     .summary = "The comma between two members or elements is missing.",
     .rationale = "The text is not JSON, and every client rejects it.",
     .claims = {{IssueKind::kJsonMissingComma}},
     .describe = DescribeMissingComma,
     .together_in = WholeText,
     .bad = R"({"methodConfig": [] "loadBalancingConfig": [{"round_robin": {}}]})",
     .good = R"({"methodConfig": [], "loadBalancingConfig": [{"round_robin": {}}]})"},
    {.id = "json-missing-value",
     .summary = "A key has no value.",
     .rationale = "C-core accepts the text and silently drops the key; every other client rejects "
                  "the config.",
     .claims = {{IssueKind::kJsonMissingValue}},
     .describe = DescribeMissingValue,
     .bad = R"({"methodConfig": })",
     .good = R"({"methodConfig": []})"},
    {.id = "json-text-after-value",
     .summary = "The text continues after the config's closing brace.",
     .rationale = "A config is one JSON object. Java stops reading at its closing brace; the other "
                  "clients reject the config.",
     .claims = {{IssueKind::kJsonTextAfterValue}},
     .describe = DescribeTextAfterValue,
     .bad = R"({"methodConfig": []} {})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-trailing-comma",
     .summary = "A comma is not between two elements.",
     .rationale = "RFC 8259 allows commas only between elements, and clients reject any other "
                  "comma, except that older C-core accepts one after an empty list or object.",
     .claims = {{IssueKind::kJsonTrailingComma}},
     .describe = DescribeTrailingComma,
     .bad = R"({"methodConfig": [],})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-unclosed",
     .summary = "A string, comment, array or object has no end.",
     .rationale =
         "The text is cut off, or a bracket or quote is missing. Every client rejects the config.",
     .claims = {{IssueKind::kJsonUnclosed}},
     .describe = DescribeUnclosed,
     .bad = R"({"methodConfig": [])",
     .good = R"({"methodConfig": []})"},
    {.id = "json-unexpected",
     .summary = "The text has characters where JSON allows none.",
     .rationale = "The text is not JSON, and every client rejects it. This includes blanks other "
                  "than space, tab, line feed and carriage return, although they look the same.",
     .claims = {{IssueKind::kJsonUnexpected}},
     .describe = DescribeUnexpected,
     .together_in = WholeText,
     .bad = R"({"methodConfig": []; })",
     .good = R"({"methodConfig": []})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> JsonRules() { return kRules; }

}  // namespace grpcfg
