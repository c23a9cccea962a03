#include "source/markup.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/fields/config_by_content.h"
#include "schema/json/foreign_format.h"
#include "schema/json/json_tree.h"
#include "schema/json/json_writer.h"
#include "schema/structured/structured.h"
#include "source/host_value.h"
#include "source/json_of_values.h"
#include "source/text_config.h"

namespace grpcfg {
namespace {

using absl::string_view;

// ---- Markdown

// The fence that a line begins with: at least three of ` or ~; empty if it has none.
string_view FenceOf(string_view line) {
  line = absl::StripLeadingAsciiWhitespace(line);
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return "";
  size_t size = 0;
  while (size < line.size() && line[size] == line[0]) ++size;
  return size < 3 ? "" : line.substr(0, size);
}

bool IsJsonFence(string_view word) {
  return word.empty() || absl::EqualsIgnoreCase(word, "json") ||
         absl::EqualsIgnoreCase(word, "jsonc") || absl::EqualsIgnoreCase(word, "json5");
}

// What is between two fences.
struct Block {
  Span span;
  string_view word;  // of the first fence
};

void AddYamlBlock(string_view text, Span block, const Language& language, SourceConfigs& found) {
  SourceConfigs inside;
  FindInYaml(Slice(text, block), language, inside);
  for (SourceConfig& config : inside.configs) {
    MovePlaces(block.begin, config);
    found.configs.push_back(std::move(config));
  }
}

void AddJsonBlock(string_view text, Span block, SourceConfigs& found) {
  SourceConfig config = {.language = LanguageOfFile(".md"), .form = "fence", .range = block};
  config.json.text = std::string(Slice(text, block));
  config.json.map.AddPlain(0, block.begin);
  FindPlaceholders(config.json);
  config.parts = {{{0, block.size()}, {.kind = Token::Kind::kString, .form = &kPlainText}}};
  found.configs.push_back(std::move(config));
}

void AddBlock(string_view text, const Block& block, FindInProgram find, SourceConfigs& found) {
  const Language* const language = LanguageOfFence(block.word);
  const string_view content = Slice(text, block.span);
  if (language != nullptr && !language->strings.empty()) {
    find(text, block.span, *language, found);
  } else if (language != nullptr && language->name == "yaml" && MayHaveConfigs(content)) {
    AddYamlBlock(text, block.span, *language, found);
  } else if (IsJsonFence(block.word) && IsConfigByContent(content)) {
    AddJsonBlock(text, block.span, found);
  }
}

// ---- YAML

constexpr StringForm kInDoubleQuotes = {.prefixes = "", .quote = "\""};
constexpr StringForm kInSingleQuotes = {.prefixes = "", .quote = "'", .escapes = Escapes::kDoubled};

const StringForm& FormOf(string_view text, const Structured& scalar) {
  const string_view quote = text.substr(scalar.span.begin, 1);
  return quote == "\"" ? kInDoubleQuotes : quote == "'" ? kInSingleQuotes : kPlainText;
}

// A scalar without quotes that is a number or a word of JSON, as YAML 1.2 has it.
bool IsJsonWord(string_view text, const Structured& scalar) {
  if (&FormOf(text, scalar) != &kPlainText) return false;
  const JsonTree tree = ParseJson(scalar.text, 0);
  return IsJson(tree) && tree.size() == 1;
}

Span SpanOf(const Structured& node);

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
void Cover(const Structured& node, Span& span) {
  const Span inner = SpanOf(node);
  if (inner.empty()) return;
  span =
      span.empty() ? inner : Span{std::min(span.begin, inner.begin), std::max(span.end, inner.end)};
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
Span SpanOf(const Structured& node) {
  Span span = node.span;
  for (const Structured& element : node.elements) Cover(element, span);
  for (const auto& [key, value] : node.members) {
    Cover(key, span);
    Cover(value, span);
  }
  return span;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
HostValue ValueOf(string_view text, const Structured& node) {
  HostValue value = {.span = SpanOf(node)};
  switch (node.kind) {
    case Structured::Kind::kNothing:
      value.kind = HostValue::Kind::kWord;
      value.json = "null";
      break;
    case Structured::Kind::kScalar:
      value.kind = HostValue::Kind::kWord;
      value.json = IsJsonWord(text, node) ? node.text : JsonString(node.text);
      break;
    case Structured::Kind::kList:
      value.kind = HostValue::Kind::kList;
      for (const Structured& each : node.elements) value.elements.push_back(ValueOf(text, each));
      break;
    case Structured::Kind::kMap:
      value.kind = HostValue::Kind::kObject;
      for (const auto& [key, member] : node.members) {
        HostValue name = {.kind = HostValue::Kind::kWord, .span = key.span, .json = key.text};
        value.members.emplace_back(std::move(name), ValueOf(text, member));
      }
      break;
  }
  return value;
}

class YamlFinder {
 public:
  YamlFinder(string_view text, const Language& language, SourceConfigs& found)
      : text_(text), language_(language), found_(found) {}

  // NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
  void Find(const Structured& node) {
    if (node.IsScalar()) return FindInScalar(node, false);
    const auto is_part = [](const auto& member) { return IsPart(member.first, member.second); };
    if (absl::c_any_of(node.members, is_part)) return AddMap(node);
    for (const Structured& element : node.elements) Find(element);
    for (const auto& [key, value] : node.members) {
      if (value.IsScalar()) {
        FindInScalar(value, IsFlagForConfig(key.text));
      } else {
        Find(value);
      }
    }
  }

 private:
  static bool IsPart(const Structured& key, const Structured& value) {
    if (!IsKeyOfConfig(key.text)) return false;
    const auto is_field = [&](const auto& member) {
      return IsFieldOfPart(key.text, member.first.text);
    };
    return value.kind == Structured::Kind::kList || absl::c_any_of(value.members, is_field);
  }

  void AddMap(const Structured& node) {
    const HostValue value = ValueOf(text_, node);
    SourceConfig config = {.language = &language_, .form = "map", .range = value.span};
    config.is_object = true;
    WriteJson(text_, value, config);
    AddConfig(std::move(config), found_);  // an alias stands where its anchor does
  }

  // `is_sure`: its key says that it is one.
  void FindInScalar(const Structured& scalar, bool is_sure) {
    const size_t flag = FlagBefore(scalar.text);
    if (!BeginsJson(string_view(scalar.text).substr(flag))) return;
    SourceConfig config = {.language = &language_, .form = "string", .range = scalar.span};
    config.json = {.text = scalar.text, .map = scalar.map};
    const Token token = {.kind = Token::Kind::kString,
                         .span = scalar.span,
                         .content = scalar.span,
                         .form = &FormOf(text_, scalar)};
    config.parts = {{{0, static_cast<uint32_t>(scalar.text.size())}, token}};
    is_sure = is_sure || IsFlagForConfig(string_view(scalar.text).substr(0, flag));
    DropBefore(flag, config);
    FindPlaceholders(config.json);
    if (is_sure || IsConfigByContent(config.json.text)) AddConfig(std::move(config), found_);
  }

  string_view text_;
  const Language& language_;
  SourceConfigs& found_;
};

// True if a line begins with a key of a config, or one that takes a whole config.
bool HasKeyOfConfig(string_view text) {
  return absl::c_any_of(absl::StrSplit(text, '\n'), [](string_view line) {
    const size_t colon = line.find(':');
    if (colon == string_view::npos) return false;
    string_view key = absl::StripAsciiWhitespace(line.substr(0, colon));
    while (absl::ConsumePrefix(&key, "-")) key = absl::StripLeadingAsciiWhitespace(key);
    if (!absl::ConsumePrefix(&key, "\"")) absl::ConsumePrefix(&key, "'");
    if (!absl::ConsumeSuffix(&key, "\"")) absl::ConsumeSuffix(&key, "'");
    return key.find_first_of(" #") == string_view::npos &&
           (IsKeyOfConfig(key) || IsFlagForConfig(key));
  });
}

}  // namespace

void FindInMarkdown(string_view text, FindInProgram find, SourceConfigs& found) {
  string_view fence;  // of the block that is open
  string_view word;
  uint32_t begin = 0;
  for (size_t line = 0; line < text.size();) {
    const size_t end = std::min(text.find('\n', line), text.size());
    const string_view content = text.substr(line, end - line);
    const string_view here = FenceOf(content);
    if (fence.empty() && !here.empty()) {
      fence = here;
      const string_view rest = absl::StripAsciiWhitespace(
          absl::StripLeadingAsciiWhitespace(content).substr(here.size()));
      word = rest.substr(0, rest.find_first_of(" \t{,"));
      begin = static_cast<uint32_t>(std::min(end + 1, text.size()));
    } else if (!fence.empty() && here.size() >= fence.size() && here[0] == fence[0]) {
      AddBlock(text, {{begin, static_cast<uint32_t>(line)}, word}, find, found);
      fence = "";
    }
    line = end + 1;
  }
}

void FindInYaml(string_view text, const Language& language, SourceConfigs& found) {
  const StructuredText read = ReadStructuredYaml(text);
  YamlFinder finder(text, language, found);
  for (const Structured& document : read.documents) finder.Find(document);
  if (read.error.empty() || absl::StrContains(text, "{{") || !HasKeyOfConfig(text)) return;
  found.error = read.error;
  found.error_span = read.error_span;
}

}  // namespace grpcfg
