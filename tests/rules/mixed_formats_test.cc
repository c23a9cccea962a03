// Configs that something else is mixed into: what they are is the one finding, and no fix touches
// them. Made from our own configs, with a fixed seed.
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/json/foreign_format.h"
#include "tests/expected_file.h"
#include "tests/rules/fixture_files.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

constexpr uint32_t kSeed = 39;
constexpr size_t kTexts = 1000;

// Lines that stand between two lines of a config.
constexpr absl::string_view kBetween[] = {
    "{{- if .Values.retry }}", "{{- end }}",      "{{- include \"shop.retry\" . | nindent 4 }}",
    "{{ range .Services }}",   "{% if retry %}",  "{% endfor %}",
    "<% if retry %>",          "${RETRY_POLICY}", "@RETRY_POLICY@",
    "@@ -3,7 +3,7 @@",         ">>>>>>> topic",
};

// Values that stand in place of one.
constexpr absl::string_view kValues[] = {"{{ .Values.timeout }}",
                                         "{{ timeout | tojson }}",
                                         "{{timeout}}",
                                         "${TIMEOUT}",
                                         "$TIMEOUT",
                                         "%s",
                                         "<%= timeout %>",
                                         "std.toString(5)",
                                         "var.timeout",
                                         "jsonencode(5)",
                                         "@timeout@",
                                         "&quot;5s&quot;"};

using Lines = std::vector<std::string>;

std::string Conflict(const Lines& lines, size_t at) {
  Lines made = lines;
  made.insert(made.begin() + static_cast<std::ptrdiff_t>(at) + 1,
              {"=======", lines[at], ">>>>>>> topic"});
  made.insert(made.begin() + static_cast<std::ptrdiff_t>(at), "<<<<<<< HEAD");
  return absl::StrJoin(made, "\n");
}

std::string Diff(const Lines& lines, size_t at) {
  std::string made = "--- a/config.json\n+++ b/config.json\n@@ -1,9 +1,9 @@\n";
  for (size_t i = 0; i < lines.size(); ++i) {
    absl::StrAppend(&made, i == at ? "-" : " ", lines[i], "\n");
  }
  return made;
}

// `text` with something in it that is no JSON; empty if there is no place for it.
std::string Mixed(const std::string& text, std::mt19937& random) {
  Lines lines = absl::StrSplit(text, '\n');
  if (lines.size() < 4) return "";
  const size_t at = 1 + random() % (lines.size() - 3);
  const size_t kind = random() % 4;
  if (kind == 0) return Conflict(lines, at);
  if (kind == 1) return Diff(lines, at);
  if (kind == 2) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at),
                 std::string(kBetween[random() % std::size(kBetween)]));
    return absl::StrJoin(lines, "\n");
  }
  const size_t colon = lines[at].find("\": ");
  if (colon == std::string::npos || lines[at].find_first_of("{[", colon) != std::string::npos) {
    return "";
  }
  lines[at] = absl::StrCat(lines[at].substr(0, colon + 3), kValues[random() % std::size(kValues)],
                           lines[at].back() == ',' ? "," : "");
  return absl::StrJoin(lines, "\n");
}

TEST(MixedFormatsTest, AreNamedAndLeftAlone) {
  std::vector<std::string> configs;
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    std::string text = ReadWhole(path);
    const Document document = ParseFixture(path, text);
    if (document.kind == DocumentKind::kConfig && document.tree.issues().empty()) {
      configs.push_back(std::move(text));
    }
  }
  ASSERT_GT(configs.size(), 100U);
  std::mt19937 random(kSeed);
  const std::vector<Target> targets = DefaultTargets();
  const CheckPlan plan = {targets, AllRules()};
  for (size_t made = 0; made < kTexts;) {
    const std::string text = Mixed(configs[random() % configs.size()], random);
    if (text.empty()) continue;
    ++made;
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const Report report = Validate(document, plan);
    ASSERT_EQ(report.diagnostics.size(), 1U) << text;
    EXPECT_EQ(report.diagnostics[0].rule, "json-foreign-format") << text;
    EXPECT_TRUE(FixDocument(document, plan, FixChoice::kAll).edits.empty()) << text;
  }
}

// Text that ends too early stays as it is too.
TEST(MixedFormatsTest, HalfWrittenTextsAreLeftAlone) {
  std::mt19937 random(kSeed);
  const std::vector<std::string> paths = FixtureFiles(kConfigExtensions);
  const std::vector<Target> targets = DefaultTargets();
  const CheckPlan plan = {targets, AllRules()};
  for (size_t made = 0; made < kTexts;) {
    const std::string whole = ReadWhole(paths[random() % paths.size()]);
    const size_t end = whole.find_last_not_of(" \n\r\t");
    if (end == std::string::npos || end < 4 || whole[0] != '{') continue;
    ++made;
    const std::string text = whole.substr(0, 2 + random() % (end - 2));
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    // What followed a whole config was cut, such as a comment.
    if (IsJson(document.tree) || !absl::StrContains(whole.substr(text.size()), '}')) continue;
    EXPECT_TRUE(FixDocument(document, plan, FixChoice::kAll).edits.empty()) << text;
  }
}

}  // namespace
}  // namespace grpcfg
