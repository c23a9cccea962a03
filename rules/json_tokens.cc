// Rules on the tokens of the text: strings, numbers, words and bytes.
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/json/number.h"
#include "schema/json/utf8.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// The JSON word for what other languages call by `lower`; empty if there is none.
absl::string_view KnownWord(absl::string_view lower) {
  if (lower == "true" || lower == "yes" || lower == "on") return "true";
  if (lower == "false" || lower == "no" || lower == "off") return "false";
  const bool is_null = lower == "null" || lower == "none" || lower == "nil" || lower == "undefined";
  return is_null ? "null" : "";
}

// The JSON word that `word` is but for a slip of the pen; empty if there is none.
absl::string_view NearWord(absl::string_view word) {
  constexpr size_t kSlips = 2;
  constexpr absl::string_view kWords[] = {"true", "false", "null"};
  const auto* const near = absl::c_find_if(kWords, [&](absl::string_view known) {
    return word.size() + 1 >= known.size() && EditDistance(word, known, kSlips) <= kSlips;
  });
  return near == std::end(kWords) ? "" : *near;
}

void DescribeBareWord(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view word = context.Source();
  const absl::string_view rest = context.tree.text().substr(context.issue.span.begin);
  diagnostic.message = absl::StartsWith(rest, "%!") ? PrintfMistake(rest) : "";
  if (!diagnostic.message.empty()) {
    diagnostic.help.emplace_back("fix the format in the program that writes this text");
    return;
  }
  diagnostic.message = absl::StrCat(Quoted(word), " is not a JSON value");
  const absl::string_view known = KnownWord(absl::AsciiStrToLower(word));
  const absl::string_view intended = known.empty() ? NearWord(word) : "";
  if (!intended.empty()) {
    absl::StrAppend(&diagnostic.message, "; did you mean `", intended, "`?");
    diagnostic.fixes.push_back(WriteFix(context.issue.span, std::string(intended), false));
    return;
  }
  if (known.empty()) {
    const bool is_number = absl::EqualsIgnoreCase(word, "nan") ||
                           absl::StartsWithIgnoreCase(word, "inf") ||
                           absl::StartsWithIgnoreCase(word, "-inf");
    diagnostic.help.emplace_back(is_number ? "write a number that JSON can express"
                                           : "put it in double quotes if a string is meant");
    return;
  }
  const NodeId value = context.tree.NodeAt(context.issue.span);
  const NodeId key = value == kNoNode ? kNoNode : context.tree.KeyOf(value);
  const bool is_unset = known == "null" && key != kNoNode;
  if (word == "True" || word == "False" || word == "None") {
    diagnostic.together = {
        .message = "a word of Python is not a JSON value",
        .message_of_many =
            "{count} words of Python, `True`, `False` or `None`, are not JSON values",
        .fix = "write `true` and `false`, and remove members that are `None`"};
  }
  if (is_unset) {  // Java and Node refuse null
    const Span member = {context.tree.span(key).begin, context.issue.span.end};
    diagnostic.fixes.push_back(RemoveFix("remove the member, which leaves it unset",
                                         WithComma(context.tree.text(), member)));
  } else {
    diagnostic.fixes.push_back(WriteFix(context.issue.span, std::string(known), true));
  }
  diagnostic.fixes.back().otherwise =
      known == "null" ? "remove the member, which leaves it unset" : "";
}

void DescribeByteOrderMark(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = "the text starts with a byte order mark; JSON starts with the value";
  diagnostic.fixes.push_back(RemoveFix("remove it", context.issue.span));
}

// The escape of a byte below 0x20.
std::string EscapeOf(char control) {
  if (control == '\t') return "\\t";
  if (control == '\n') return "\\n";
  if (control == '\r') return "\\r";
  return absl::StrCat("\\u", absl::Hex(static_cast<unsigned char>(control), absl::kZeroPad4));
}

void DescribeControlCharacter(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = "unescaped control character in a string";
  const absl::string_view source = context.Source();
  if (source.size() != 1) return;
  diagnostic.help.push_back(
      absl::StrCat("remove it; as an escape it would be `", EscapeOf(source[0]), "`"));
}

void DescribeNul(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = "the text has a NUL byte";
  const JsonNode& root = context.tree.node(JsonTree::kRoot);
  if (root.kind == JsonKind::kMissing || context.issue.span.begin < root.end) return;
  diagnostic.notes.emplace_back("C-core stops reading here and uses what comes before");
  diagnostic.help.emplace_back("remove it and what follows it");
}

// `.5`, `5.`, `+5`, `05`, `5_000`, `0x10`, and `5L` and `5f` of other languages, as JSON spells
// them; empty if that is a guess.
std::string FixedNumber(absl::string_view number) {
  absl::ConsumePrefix(&number, "+");
  const bool negative = absl::ConsumePrefix(&number, "-");
  while (number.size() > 1 && number[0] == '0' &&
         absl::ascii_isdigit(static_cast<unsigned char>(number[1]))) {
    number.remove_prefix(1);
  }
  const std::optional<uint64_t> hexadecimal = HexadecimalOf(number);
  if (hexadecimal) return absl::StrCat(negative ? "-" : "", *hexadecimal);
  const bool is_hexadecimal = absl::StartsWithIgnoreCase(number, "0x");
  while (!is_hexadecimal && !number.empty() && absl::StrContains("lLfFuU", number.back())) {
    number.remove_suffix(1);
  }
  absl::ConsumeSuffix(&number, ".");
  std::string digits(number);
  const bool is_grouped =
      digits.find('_') != std::string::npos && number.front() != '_' && number.back() != '_';
  if (is_grouped) std::erase(digits, '_');
  const std::string fixed =
      absl::StrCat(negative ? "-" : "", absl::StartsWith(digits, ".") ? "0" : "", digits);
  return IsJsonNumber(fixed) ? fixed : "";
}

constexpr absl::string_view kHowNumbersAre =
    "JSON has digits on both sides of a point, no zero before them, no `+`, and no other letter "
    "than `e`";

void DescribeNumber(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view number = context.Source();
  diagnostic.message = absl::StrCat(Quoted(number), " is not a JSON number");
  const std::string fixed = FixedNumber(number);
  if (!fixed.empty()) {
    diagnostic.fixes.push_back(WriteFix(context.issue.span, fixed, true));
    diagnostic.fixes.back().otherwise = HexadecimalOf(number)
                                            ? absl::StrCat("in decimal it is `", fixed, "`")
                                            : std::string(kHowNumbersAre);
    return;
  }
  const bool is_duration = ParseDuration(number).error == DurationError::kNone;
  if (is_duration) {
    diagnostic.fixes.push_back(WriteFix(context.issue.span, InQuotes(number), false));
    diagnostic.fixes.back().otherwise = "put it in double quotes";
    return;
  }
  const bool has_unit = absl::ascii_isalpha(static_cast<unsigned char>(number.back())) &&
                        !absl::StartsWithIgnoreCase(number, "0x");
  diagnostic.help.emplace_back(has_unit ? "put it in double quotes if a string is meant"
                                        : kHowNumbersAre);
}

// What stands between two quotes of whatever kind, which may be several bytes wide.
absl::string_view Unquoted(absl::string_view text) {
  const size_t open = CodePointLength(text, 0);
  size_t close = text.size() - 1;
  while (close > open && (static_cast<unsigned char>(text[close]) & 0xC0U) == 0x80) --close;
  return close < open ? absl::string_view() : text.substr(open, close - open);
}

// What stands between other quotes, as it stands between double ones: `"` is escaped, `'` is not.
// Nothing if it has an escape that JSON lacks.
std::optional<std::string> AsJsonCharacters(absl::string_view inside) {
  std::string characters;
  for (size_t at = 0; at < inside.size(); ++at) {
    const char byte = inside[at];
    if (byte != '\\') {
      absl::StrAppend(&characters, byte == '"' ? "\\" : "", inside.substr(at, 1));
      continue;
    }
    const absl::string_view escaped = inside.substr(++at, 1);
    const bool is_json = !escaped.empty() && absl::StrContains("\"\\/bfnrtu", escaped);
    if (!is_json && escaped != "'") return std::nullopt;
    absl::StrAppend(&characters, is_json ? "\\" : "", escaped);
  }
  return characters;
}

void DescribeSingleQuotes(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view source = context.Source();
  const absl::string_view kind = source[0] == '\''  ? "single quotes"
                                 : source[0] == '`' ? "backticks"
                                                    : "typographic quotes";
  diagnostic.message = absl::StrCat("a string is in ", kind, "; JSON takes double quotes only");
  diagnostic.together = {
      .message = diagnostic.message,
      .message_of_many = absl::StrCat("{count} strings are in ", kind,
                                      source[0] == '\'' ? ", as in Python or JavaScript" : "",
                                      "; JSON takes double quotes only"),
      .fix = "use double quotes in all of them"};
  const std::optional<std::string> inside = AsJsonCharacters(Unquoted(source));
  if (!inside) {
    diagnostic.help.emplace_back("use double quotes, and escapes that JSON has");
    return;
  }
  Fix& fix = diagnostic.fixes.emplace_back(
      ReplaceFix("use double quotes", context.issue.span, InQuotes(*inside), true));
  fix.otherwise = "use double quotes";
}

void DescribeUnquotedKey(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view key = context.Source();
  diagnostic.message = absl::StrCat("the key ", Quoted(key), " is not in double quotes");
  diagnostic.together = {
      .message = "keys are not in double quotes",
      .message_of_many = "{count} keys are not in double quotes; JSON takes no others",
      .fix = "quote all of them"};
  diagnostic.fixes.push_back(ReplaceFix("quote it", context.issue.span, InQuotes(key), true));
}

void DescribeUtf8(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view source = context.Source();
  if (source == "\xFF\xFE" || source == "\xFE\xFF") {
    diagnostic.message = "the text is UTF-16 or UTF-32; JSON is exchanged in UTF-8";
    diagnostic.help.emplace_back("save the file as UTF-8 without a byte order mark");
    return;
  }
  diagnostic.message = "these bytes are not UTF-8";
  diagnostic.help.emplace_back("save the file as UTF-8");
}

constexpr Rule kRules[] = {
    {.id = "json-bare-word",
     .summary = "A word without quotes is used as a value.",
     .rationale =
         "JSON has only the words `true`, `false` and `null`, in lower case. Python's `True` and "
         "`None` and JavaScript's `NaN` are not JSON. Only Java accepts other letter cases.",
     .claims = {{IssueKind::kJsonBareWord}},
     .describe = DescribeBareWord,
     .together_in = WholeText,
     .bad = R"({"methodConfig": [{"name": [{}], "waitForReady": True}]})",
     .good = R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})"},
    {.id = "json-byte-order-mark",
     .summary = "The text starts with a byte order mark (U+FEFF).",
     .rationale = "Some editors insert the mark invisibly. RFC 8259, section 8.1 forbids it. "
                  "C-core, Go and Node reject the config; Java skips the mark.",
     .claims = {{IssueKind::kJsonByteOrderMark}},
     .describe = DescribeByteOrderMark,
     .bad = "\xEF\xBB\xBF{}",
     .good = "{}"},
    {.id = "json-control-character",
     .summary = "A string contains a raw control character.",
     .rationale = "RFC 8259, section 7 requires an escape. Java accepts the raw character; the "
                  "other clients reject the config.",
     .claims = {{IssueKind::kJsonControlCharacter}},
     .describe = DescribeControlCharacter,
     .bad = "{\"loadBalancingConfig\": [{\"round_robin\": {}}],\n"
            "  \"healthCheckConfig\": {\"serviceName\": \"pkg.Orders\t\"}}",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}],
  "healthCheckConfig": {"serviceName": "pkg.Orders"}})"},
    {.id = "json-escape",
     .summary = "A backslash does not start a valid escape.",
     .rationale = "RFC 8259, section 7 lists the escapes. Clients reject any other, except that "
                  "Java accepts `\\'` and an escaped line break.",
     .claims = {{IssueKind::kJsonEscape}},
     .describe = DescribeByRow,
     .words = "{source} is not an escape of JSON",
     .help = R"(JSON has `\"` `\\` `\/` `\b` `\f` `\n` `\r` `\t` and `\u` with four hex digits)",
     .bad = R"({"methodConfig": [{"name": [{"service": "pkg\.Orders"}]}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "pkg.Orders"}]}]})"},
    {.id = "json-lone-surrogate",
     .summary = "A `\\u` escape is half of a surrogate pair whose other half is missing.",
     .rationale = "A character beyond U+FFFF is written as two escapes, such as `\\ud83d\\ude00`; "
                  "either one alone does not represent a character. C-core rejects the config. Go, "
                  "Java and Node accept it, but cannot match a method by such a name.",
     .claims = {{IssueKind::kJsonLoneSurrogate}},
     .describe = DescribeByRow,
     .words = "{source} is half of a surrogate pair; the other is missing",
     .bad = R"({"methodConfig": [{"name": [{"service": "pkg.\udc00"}]}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "pkg.Orders"}]}]})"},
    {.id = "json-nul",
     .summary = "The text contains a NUL byte.",
     .rationale = "JSON does not allow this character. After the end of the config, C-core treats "
                  "it as the end of the text, and Java does not read that far; Go and Node reject "
                  "the config. In a TXT record, C-core rejects it since 1.80.",
     .claims = {{IssueKind::kJsonNul}},
     .describe = DescribeNul,
     .bad = absl::string_view("{\"methodConfig\": []}\0", 21),
     .good = R"({"methodConfig": []})"},
    {.id = "json-number",
     .summary = "A number is not in JSON syntax.",
     .rationale = "RFC 8259, section 6 allows no leading zeros, no plus sign and no hexadecimal, "
                  "and requires digits on both sides of a decimal point. C-core accepts some of "
                  "these spellings; no other client does.",
     .claims = {{IssueKind::kJsonNumber}},
     .describe = DescribeNumber,
     .bad = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": .5)"},
     .good = {kThrottled, R"("tokenRatio": 0.1)", R"("tokenRatio": 0.5)"}},
    {.id = "json-single-quotes",
     .summary = "A string is in quotes other than double quotes.",
     .rationale = "JSON allows only double quotes, and every client rejects others.",
     .claims = {{IssueKind::kJsonSingleQuotes}},
     .describe = DescribeSingleQuotes,
     .together_in = WholeText,
     .bad = R"({'methodConfig': []})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-unquoted-key",
     .summary = "A key is not in quotes.",
     .rationale = "JavaScript allows an unquoted key. JSON does not, and every client rejects it.",
     .claims = {{IssueKind::kJsonUnquotedKey}},
     .describe = DescribeUnquotedKey,
     .together_in = WholeText,
     .bad = R"({methodConfig: []})",
     .good = R"({"methodConfig": []})"},
    {.id = "json-utf8",
     .summary = "The text is not UTF-8.",
     .rationale = "RFC 8259, section 8.1 requires UTF-8. C-core rejects the config. Go replaces "
                  "the bytes, so a name that contains them no longer matches.",
     .claims = {{IssueKind::kJsonUtf8}},
     .describe = DescribeUtf8,
     .bad = "{\"methodConfig\": [{\"name\": [{\"service\": \"pkg.\xFF\"}]}]}",
     .good = R"({"methodConfig": [{"name": [{"service": "pkg.Orders"}]}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> JsonTokenRules() { return kRules; }

}  // namespace grpcfg
