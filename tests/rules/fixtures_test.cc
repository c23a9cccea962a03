// Real configs beside all that is printed of them, byte for byte: see fixtures/README.md for the
// names.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/json/foreign_format.h"
#include "tests/expected_file.h"
#include "tests/rules/fix_trials.h"
#include "tests/rules/fixture_files.h"
#include "tests/rules/shared_data.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// Folders whose cases belong to no single rule.
constexpr absl::string_view kOtherFolders[] = {"diff",    "gapic",    "mixed",
                                               "resolve", "simulate", "valid"};

// One .expected file and how its config is to be checked.
struct Expectation {
  std::string path;    // of the .expected file
  std::string config;  // path of its .json or .txt file
  std::vector<Target> targets;
  bool as_json = false;
};

constexpr absl::string_view kExpected[] = {".expected"};

std::string FolderOf(const std::string& path) {
  return std::filesystem::path(path).parent_path().filename();
}

// fixtures/<folder>/<case>[.<targets>][.json].expected; targets may have releases, with dots.
Expectation ParseName(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path();
  std::string rest = std::filesystem::path(path).stem();
  const bool as_json = absl::EndsWith(rest, ".json");
  if (as_json) rest.resize(rest.size() - 5);
  const size_t end_of_case = std::min(rest.find('.'), rest.size());
  const std::string stem = absl::StrCat(folder, "/", rest.substr(0, end_of_case));
  const std::string txt = absl::StrCat(stem, ".txt");
  Expectation expectation = {
      .path = path,
      .config = std::filesystem::exists(txt) ? txt : absl::StrCat(stem, ".json"),
      .targets = DefaultTargets(),
      .as_json = as_json};
  if (end_of_case == rest.size()) return expectation;
  auto targets = ParseTargets(absl::StrReplaceAll(rest.substr(end_of_case + 1), {{"+", ","}}));
  EXPECT_TRUE(targets.ok()) << path << ": " << targets.status().message();
  if (targets.ok()) expectation.targets = *std::move(targets);
  return expectation;
}

// The rule that a folder is about is reported also if it is off by default.
RuleSet RulesFor(absl::string_view folder) {
  RuleSelection selection;
  AllRules().ForEach([&](const Rule& rule) {
    if (rule.id == folder) selection.Turn(rule, true);
  });
  return AllRules().With(std::move(selection));
}

// Checks `text` as the config at `path`: .txt as a TXT value, .json by its shape.
Report CheckText(const std::string& path, const std::string& text,
                 const std::vector<Target>& targets) {
  const Document document = ParseFixture(path, text);
  const std::optional<Api> api = ApiBeside(path);
  return ValidateWithFixes(document, targets, RulesFor(FolderOf(path)), api ? &*api : nullptr);
}

// Every target in its newest release, and those of the rule's own example.
std::vector<Target> EveryTarget(absl::string_view id) {
  std::vector<Target> targets;
  for (const KnownTarget& known : KnownTargets()) targets.push_back(MakeTarget(known));
  for (const RuleFamily& family : AllRules().families()) {
    for (const Rule& rule : family.rules) {
      if (rule.id == id) targets.push_back(ParseTargets(rule.targets)->front());
    }
  }
  return targets;
}

Report CheckFile(const std::string& path, const std::vector<Target>& targets) {
  return CheckText(path, ReadWhole(path), targets);
}

std::string OutputOf(const Expectation& expectation) {
  ReporterOptions options;
  for (const Target& target : expectation.targets) options.targets.push_back(target.spelling);
  const std::string text = ReadWhole(expectation.config);
  const Report report = CheckText(expectation.config, text, expectation.targets);
  const std::unique_ptr<Reporter> reporter =
      expectation.as_json ? MakeJsonReporter(options) : MakeTextReporter(options);
  std::string out;
  reporter->AddFile({expectation.config, text, report}, out);
  reporter->Finish(out);
  return out;
}

TEST(FixtureTest, AreUpToDate) {
  for (const std::string& path : FixtureFiles(kExpected)) {
    ExpectUpToDate(path, OutputOf(ParseName(path)));
  }
}

TEST(FixtureTest, ComeInPairs) {
  for (const std::string& path : FixtureFiles(kExpected)) {
    const std::string config = ParseName(path).config;
    EXPECT_TRUE(std::filesystem::exists(config)) << path << " has no " << config;
  }
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string expected = std::filesystem::path(path).replace_extension(".expected");
    EXPECT_TRUE(std::filesystem::exists(expected)) << path << " has no " << expected;
    EXPECT_EQ(ParseName(expected).config, path) << "two configs of one name";
  }
}

std::set<std::string> RulesIn(const Report& report) {
  std::set<std::string> rules;
  for (const Diagnostic& diagnostic : report.diagnostics) rules.emplace(diagnostic.rule);
  return rules;
}

TEST(FixtureTest, EachCaseShowsTheRuleOfItsFolder) {
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string folder = FolderOf(path);
    if (std::count(std::begin(kOtherFolders), std::end(kOtherFolders), folder) > 0) continue;
    EXPECT_THAT(RulesIn(CheckFile(path, EveryTarget(folder))), testing::Contains(folder)) << path;
  }
}

TEST(FixtureTest, EveryRuleHasOne) {
  std::set<std::string> folders;
  for (const std::string& path : FixtureFiles(kConfigExtensions)) folders.insert(FolderOf(path));
  for (const RuleFamily& family : AllRules().families()) {
    for (const Rule& rule : family.rules)
      EXPECT_THAT(folders, testing::Contains(std::string(rule.id)));
  }
}

// The spec takes them as they stand, whatever advice there may be.
TEST(FixtureTest, ValidOnesAreWithoutFaultsByTheSpec) {
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    if (FolderOf(path) != "valid") continue;
    for (const Diagnostic& found : CheckFile(path, *ParseTargets("spec")).diagnostics) {
      EXPECT_TRUE(found.effects.empty() && found.severity < Severity::kError)
          << path << ": " << found.rule;
    }
  }
}

TEST(FixtureTest, EveryFixHolds) {
  size_t fixes = 0;
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string text = ReadWhole(path);
    const DocumentKind kind = ParseFixture(path, text).kind;
    const std::optional<Api> api = ApiBeside(path);
    for (const std::vector<Target>& targets : SelectionsOfTargets()) {
      const CheckPlan plan = {targets, AllRules(), api ? &*api : nullptr};
      fixes += ExpectFixesWork({path, text, kind}, plan);
    }
  }
  EXPECT_GT(fixes, 1000U);
}

// A help that names the very text to write could not be tried. A text that is no JSON is fixed as a
// whole or not at all.
TEST(FixtureTest, TextToWriteIsAFix) {
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string text = ReadWhole(path);
    if (!IsJson(ParseFixture(path, text).tree)) continue;
    for (const Diagnostic& found : CheckFile(path, DefaultTargets()).diagnostics) {
      for (const std::string& help : found.help) {
        for (const absl::string_view words : {"write `", "write for", "mean `", "spells it `"}) {
          EXPECT_FALSE(absl::StrContains(help, words)) << path << ": " << help;
        }
      }
    }
  }
}

}  // namespace
}  // namespace grpcfg
