#include "tools/cli/source_input.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "re2/re2.h"
#include "schema/fields/config_by_content.h"
#include "schema/fields/document.h"
#include "schema/fields/field_table.h"
#include "schema/json/foreign_format.h"
#include "schema/json/json_tree.h"
#include "schema/json/position.h"
#include "schema/read/suggest.h"
#include "source/languages.h"
#include "tools/cli/input_flags.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kOfOthers[] = {"vendor", "node_modules", "third_party"};

// Of a file that a program made, the first lines say so.
constexpr size_t kHead = 2048;
// No person writes such a line.
constexpr size_t kLongestLine = 20'000;

bool IsOfOthers(absl::string_view path) {
  return absl::c_any_of(absl::StrSplit(path, '/'), [](absl::string_view part) {
    return absl::c_linear_search(kOfOthers, part);
  });
}

bool IsGenerated(absl::string_view path, absl::string_view text) {
  static const re2::RE2 kGenerated(R"((?i)code generated .*do not edit|@generated|generated code)");
  const absl::string_view head = text.substr(0, kHead);
  if (re2::RE2::PartialMatch(re2::StringPiece(head.data(), head.size()), kGenerated)) return true;
  return absl::StrContains(path, ".min.") ||
         absl::c_any_of(absl::StrSplit(text, '\n'),
                        [](absl::string_view line) { return line.size() > kLongestLine; });
}

// `serviceConfig.json`, `GRPC-Service-Config.v2.json`.
bool IsCalledLikeConfig(absl::string_view path) {
  static const re2::RE2 kName(R"((?i)service[_-]?config[^/]*$)");
  return re2::RE2::PartialMatch(re2::StringPiece(path.data(), path.size()), kName);
}

// Nothing, or an object with something like a field of a config: under the name of a config one
// that lost its content, or whose keys are misspelt.
bool MayBeMeantAsConfig(absl::string_view text) {
  if (absl::StripAsciiWhitespace(text).empty()) return true;
  const Document document = ParseDocumentByShape(text);
  const JsonTree& tree = document.tree;
  if (tree.size() == 0) return true;
  if (tree.kind(JsonTree::kRoot) != JsonKind::kObject) return false;
  bool is_empty = true;
  bool is_config = false;
  tree.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
    is_empty = false;
    is_config = is_config || FindField(ServiceConfigMessage(), tree, member.key) != nullptr ||
                SuggestField(ServiceConfigMessage(), tree.Text(member.key)).kind ==
                    SuggestionKind::kMisspelt;
  });
  return is_empty || is_config;
}

}  // namespace

std::vector<std::string> GlobsOfSources() {
  std::vector<std::string> globs;
  for (const Language& language : Languages()) {
    for (const absl::string_view ending : language.endings) {
      globs.push_back(absl::StrCat("**/", absl::StartsWith(ending, ".") ? "*" : "", ending));
    }
  }
  return globs;
}

bool HoldsConfig(absl::string_view path, absl::string_view text) {
  const Language* const language = LanguageOfFile(path);
  if (language == nullptr) {
    return IsConfigFileByContent(text) || (IsCalledLikeConfig(path) && MayBeMeantAsConfig(text));
  }
  if (!MayHaveConfigs(text) || IsOfOthers(path) || IsGenerated(path, text)) return false;
  const SourceConfigs found = FindConfigs(text, *language);
  return !found.configs.empty() || !found.unread.empty() || !found.error.empty();
}

absl::string_view ClientOfSource(absl::string_view path) {
  const Language* const language = LanguageOfFile(path);
  return language == nullptr ? "" : language->client;
}

bool IsProgram(absl::string_view path, absl::string_view text, absl::string_view kind) {
  const Language* const language = kind == "auto" ? LanguageOfFile(path) : nullptr;
  if (language == nullptr || language->strings.empty()) return false;
  const ForeignFormat* const format = FindForeignFormat(text);
  return format == nullptr || format->kind != ForeignKind::kTerraform;
}

SourceConfigs ConfigsInside(absl::string_view path, absl::string_view text,
                            absl::string_view kind) {
  const Language* const language = kind == "auto" ? LanguageOfFile(path) : nullptr;
  if (language == nullptr || text.size() > kMaxJsonBytes) return {};
  return FindConfigs(text, *language);
}

absl::Status NoConfigIn(absl::string_view path) {
  return absl::InvalidArgumentError(
      absl::StrCat(QuotePath(path), " has no service config that can be read"));
}

absl::Status NotReadable(absl::string_view path, absl::string_view text,
                         const SourceConfigs& inside) {
  const Position at = LineIndex(text).Locate(inside.error_span.begin);
  return absl::InvalidArgumentError(
      absl::StrCat(QuotePath(path), ":", at.line, ":", at.column,
                   ": its service config cannot be read: ", inside.error));
}

namespace {

// `client.go:12` apart; line 0: there is none. A file that is called so is meant itself.
struct PathAtLine {
  std::string path;
  uint32_t line = 0;
};

PathAtLine AtLine(const std::string& path) {
  const size_t colon = path.rfind(':');
  uint32_t line = 0;
  if (colon == std::string::npos || IsThere(path) ||
      !absl::SimpleAtoi(absl::string_view(path).substr(colon + 1), &line)) {
    return {path};
  }
  return {path.substr(0, colon), line};
}

// Errors: none or several of them are meant.
absl::StatusOr<const SourceConfig*> ConfigAt(const SourceConfigs& inside, const LineIndex& lines,
                                             const PathAtLine& at) {
  if (inside.configs.size() == 1 && at.line == 0) return &inside.configs.front();
  std::vector<std::string> begins;
  for (const SourceConfig& config : inside.configs) {
    const uint32_t first = lines.Locate(config.range.begin).line;
    if (first <= at.line && at.line <= lines.Locate(config.range.end).line) return &config;
    begins.push_back(absl::StrCat(at.path, ":", first));
  }
  if (begins.empty()) return NoConfigIn(at.path);
  return absl::InvalidArgumentError(
      absl::StrCat(QuotePath(at.path),
                   at.line == 0 ? " has several service configs" : " has no config in that line",
                   "; name one: ", absl::StrJoin(begins, ", ")));
}

}  // namespace

OctetLines LinesOf(const ConfigText& config) {
  return {config.map.empty() ? config.text : config.file, config.map};
}

std::string FileOfPath(const std::string& path) { return AtLine(path).path; }

absl::StatusOr<ConfigText> ReadConfig(const std::string& path, const std::string& place,
                                      absl::string_view kind) {
  const PathAtLine at = AtLine(path);
  const Language* const language =
      kind == "auto" ? LanguageOfFile(path == "-" ? place : at.path) : nullptr;
  absl::StatusOr<std::string> text = ReadInput(language == nullptr ? path : at.path);
  if (!text.ok()) return text.status();
  if (language == nullptr) return ConfigText{*std::move(text)};
  const SourceConfigs inside = ConfigsInside(path == "-" ? place : at.path, *text, kind);
  // A text that is YAML, or the like, may be meant as a config all the same.
  if (inside.configs.empty() && !IsProgram(path == "-" ? place : at.path, *text, kind)) {
    if (!inside.error.empty()) return NotReadable(at.path, *text, inside);
    return ConfigText{*std::move(text)};
  }
  const LineIndex lines(*text);
  const absl::StatusOr<const SourceConfig*> config = ConfigAt(inside, lines, at);
  if (!config.ok()) return config.status();
  const DecodedText& json = (*config)->json;
  if (json.holes.empty()) return ConfigText{json.text, *text, json.map};
  const Position hole = lines.Locate(json.holes.front().source.begin);
  return absl::InvalidArgumentError(absl::StrCat(QuotePath(at.path), ":", hole.line, ":",
                                                 hole.column,
                                                 ": the value here is known only at run time; put "
                                                 "the config into a file with literal values"));
}

}  // namespace grpcfg
