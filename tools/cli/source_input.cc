#include "tools/cli/source_input.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "re2/re2.h"
#include "schema/fields/config_by_content.h"
#include "schema/json/json_tree.h"
#include "source/languages.h"

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
  if (language == nullptr) return IsConfigByContent(text);
  if (!MayHaveConfigs(text) || IsOfOthers(path) || IsGenerated(path, text)) return false;
  return !FindConfigs(text, *language).configs.empty();
}

absl::string_view ClientOfSource(absl::string_view path) {
  const Language* const language = LanguageOfFile(path);
  return language == nullptr ? "" : language->client;
}

SourceConfigs ConfigsInside(absl::string_view path, absl::string_view text,
                            absl::string_view kind) {
  const Language* const language = kind == "auto" ? LanguageOfFile(path) : nullptr;
  if (language == nullptr || text.size() > kMaxJsonBytes) return {};
  return FindConfigs(text, *language);
}

}  // namespace grpcfg
