// The spec's verdict on small configs that were judged by others: the shared vectors, where
// present.
#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "rules/families.h"
#include "tests/rules/shared_data.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

std::string TextOf(const rapidjson::Value& line) {
  if (line.HasMember("raw")) {
    return {line["raw"].GetString(), line["raw"].GetStringLength()};
  }
  if (line.HasMember("txt")) return line["txt"].GetArray()[0].GetString();
  if (line.HasMember("raw_hex")) return absl::HexStringToBytes(line["raw_hex"].GetString());
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  line["config"].Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// How a line's text is to be read: a choice list, a TXT value or, by whatever other word, a config.
DocumentKind KindOf(const rapidjson::Value& line) {
  if (line.HasMember("txt")) return DocumentKind::kTxt;
  const std::string kind = line.HasMember("kind") ? line["kind"].GetString() : "config";
  return FindDocumentKind(kind).value_or(DocumentKind::kConfig);
}

bool IsComparable(const rapidjson::Value& line) {
  const bool several_records = line.HasMember("txt") && line["txt"].Size() > 1;
  return !several_records && line.HasMember("spec") && !line.HasMember("spec_ambiguous") &&
         std::string(line["spec"].GetString()) != "n/a";
}

class VectorTest : public testing::TestWithParam<const char*> {};

TEST_P(VectorTest, SpecAgrees) {
  const auto path = SharedPath(std::string("vectors/") + GetParam());
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is absent";
  int compared = 0;
  for (const absl::string_view row : absl::StrSplit(ReadWhole(path), '\n', absl::SkipEmpty())) {
    rapidjson::Document line;
    line.Parse(row.data(), row.size());
    ASSERT_FALSE(line.HasParseError()) << row;
    if (!IsComparable(line)) continue;
    const std::string text = TextOf(line);
    const Report report =
        Validate(ParseDocument(text, KindOf(line)), *ParseTargets("spec"), AllRules());
    const bool rejects = report.verdicts[0] == Verdict::kRejects;
    EXPECT_EQ(rejects, std::string(line["spec"].GetString()) == "reject")
        << line["id"].GetString() << ": " << text << "\n"
        << (line.HasMember("why") ? line["why"].GetString() : "");
    ++compared;
  }
  EXPECT_GT(compared, 40);
}

INSTANTIATE_TEST_SUITE_P(
    Files, VectorTest, testing::Values("spec_core_go.jsonl", "java_node_dotnet.jsonl"),
    [](const testing::TestParamInfo<const char*>& info) {
      return std::string(info.param).substr(0, std::string(info.param).find('.'));
    });

// What the manifest's independent script found in one file, as this project's rules.
std::map<std::string, int> Expected(const rapidjson::Value& config) {
  static const std::map<std::string, std::string> kRuleOf = {
      {"maxAttempts.missing", "field-missing"},
      {"codes.empty", "retry-status-codes-empty"},
      {"name.duplicate-same-entry", "name-duplicate"}};
  std::map<std::string, int> expected;
  for (const auto& issue : config["a6_issues"].GetArray()) {
    const auto found = kRuleOf.find(issue.GetString());
    if (found != kRuleOf.end()) expected[found->second] = 1;
  }
  return expected;
}

TEST(CorpusTest, GoogleapisAgreesWithTheClientsForTheSameReasons) {
  const auto root = SharedPath("corpus/googleapis");
  if (!std::filesystem::exists(root)) GTEST_SKIP() << root << " is absent";
  const std::string manifest = ReadWhole(root / "manifest.json");
  rapidjson::Document document;
  document.Parse(manifest.data(), manifest.size());
  ASSERT_FALSE(document.HasParseError());
  ASSERT_EQ(document["configs"].Size(), 233U);
  const auto gapic = *ParseTargets("gapic");
  for (const auto& config : document["configs"].GetArray()) {
    const std::string text = ReadWhole(root / config["path"].GetString());
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const Report report = Validate(document, *ParseTargets("spec"), AllRules());
    const std::string client = config["clients"]["C-core 1.51.1"].GetString();
    EXPECT_EQ(report.verdicts[0] == Verdict::kRejects, client != "accept")
        << config["path"].GetString();
    std::map<std::string, int> found;
    for (const Diagnostic& diagnostic : report.diagnostics) {
      if (diagnostic.severity == Severity::kError) found[std::string(diagnostic.rule)] = 1;
    }
    EXPECT_EQ(found, Expected(config)) << config["path"].GetString();
    const Report by_generator = Validate(document, gapic, AllRules());
    EXPECT_EQ(by_generator.verdicts[0], Verdict::kAccepts) << config["path"].GetString();
  }
}

// What upstream tests take and the spec does not: Node has no rule for a list without a policy, and
// Go's test registers a policy of its own.
bool IsBeyondTheSpec(const std::string& text) {
  return absl::StrContains(text, R"("loadBalancingConfig":[])") ||
         absl::StrContains(text, "\"pbb\"");
}

TEST(CorpusTest, UpstreamVerdictsHold) {
  const auto root = SharedPath("corpus/wild");
  if (!std::filesystem::exists(root)) GTEST_SKIP() << root << " is absent";
  const std::string manifest = ReadWhole(root / "manifest.json");
  rapidjson::Document document;
  document.Parse(manifest.data(), manifest.size());
  ASSERT_FALSE(document.HasParseError());
  int compared = 0;
  for (const auto& config : document["upstream"].GetArray()) {
    if (!config.HasMember("upstream_verdict")) continue;
    const std::string file = config["file"].GetString();
    const std::string text = ReadWhole(root / file);
    if (IsBeyondTheSpec(text)) continue;
    const Report report =
        Validate(ParseDocument(text, DocumentKind::kConfig), *ParseTargets("spec"), AllRules());
    EXPECT_EQ(report.verdicts[0] == Verdict::kRejects,
              config["upstream_verdict"]["error"].GetBool())
        << file << ": " << text;
    ++compared;
  }
  EXPECT_GT(compared, 10);
}

}  // namespace
}  // namespace grpcfg
