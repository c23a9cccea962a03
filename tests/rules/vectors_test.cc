// The verdict of the spec and of the clients on small configs that were judged by others:
// tests/data/vectors, and the corpus, where present.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "rules/families.h"
#include "tests/rules/shared_data.h"
#include "validator/engine/validate.h"

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

// One column of a file: the verdicts of one target.
struct Column {
  const char* file;
  const char* name;
  const char* target;
  const char* policies = "default";
  const char* otherwise = nullptr;  // the column that holds where this one says nothing
};

constexpr Column kColumns[] = {
    {"core_probes", "core", "core@1.51"},
    {"core_probes", "js", "node"},
    {"core_probes", "go", "go", "all"},
    {"core_probes", "go_1_64", "go@1.64", "all"},
    {"core_probes", "go_1_33", "go@1.33"},
    {"spec_core_go", "spec", "spec", "all"},
    {"spec_core_go", "core", "core", "all"},
    {"spec_core_go", "core_1_51", "core@1.51", "all", "core"},
    {"spec_core_go", "go", "go", "all"},
    {"spec_core_go", "go_builtin_lb_only", "go"},
    {"spec_core_go", "go_le_1_69", "go@1.69", "all"},
    {"java_node_dotnet", "spec", "spec"},
    {"java_node_dotnet", "java", "java"},
    {"java_node_dotnet", "java_1_41", "java@1.41", "default", "java"},
    {"java_node_dotnet", "node", "node"},
    {"java_node_dotnet", "dotnet", "dotnet"},
};

// core_probes has what was run before 1.82, and spec_core_go's row 29 what holds since:
// balancer.Get compares exactly (grpc-go PR 9017).
bool IsKnownToDiffer(const Column& column, absl::string_view id) {
  return absl::string_view(column.target) == "go" && id == "lb_upper";
}

// `reject`, `accept` or other words; nothing where the column does not tell.
std::string ExpectedIn(const rapidjson::Value& line, const Column& column) {
  const bool is_spec = std::string(column.name) == "spec";
  const bool several_records = line.HasMember("txt") && line["txt"].Size() > 1;
  if (several_records || (is_spec && line.HasMember("spec_ambiguous"))) return "";
  for (const char* const name : {column.name, column.otherwise}) {
    if (name == nullptr || !line.HasMember(name)) continue;
    const std::string word = line[name].GetString();
    return word == "n/a" || IsKnownToDiffer(column, line["id"].GetString()) ? "" : word;
  }
  return "";
}

class VectorTest : public testing::TestWithParam<Column> {};

TEST_P(VectorTest, Agrees) {
  const Column& column = GetParam();
  const auto path = DataPath(absl::StrCat("vectors/", column.file, ".jsonl"));
  std::vector<Target> targets = *ParseTargets(column.target);
  ASSERT_TRUE(LinkPolicies(column.policies, targets).ok());
  int compared = 0;
  for (const absl::string_view row : absl::StrSplit(ReadWhole(path), '\n', absl::SkipEmpty())) {
    rapidjson::Document line;
    line.Parse(row.data(), row.size());
    ASSERT_FALSE(line.HasParseError()) << row;
    const std::string expected = ExpectedIn(line, column);
    if (expected.empty()) continue;
    const std::string text = TextOf(line);
    const Report report = Validate(ParseDocument(text, KindOf(line)), targets, AllRules());
    ASSERT_NE(report.verdicts[0], Verdict::kUnknown) << line["id"].GetString();
    EXPECT_EQ(report.verdicts[0] == Verdict::kRejects, absl::StartsWith(expected, "reject"))
        << line["id"].GetString() << ": " << text << "\n"
        << (line.HasMember("why") ? line["why"].GetString() : "");
    ++compared;
  }
  EXPECT_GT(compared, 1);
}

// Whether the report says that the target does not use what stands there as it stands.
bool SaysSo(const Report& report) {
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return !diagnostic.effects.empty(); });
}

// What a client ignores or reads otherwise is a finding, also where it takes the config.
TEST(VectorEffectTest, EveryEffectIsReported) {
  const auto path = DataPath("vectors/java_node_dotnet.jsonl");
  int reported = 0;
  for (const absl::string_view row : absl::StrSplit(ReadWhole(path), '\n', absl::SkipEmpty())) {
    rapidjson::Document line;
    line.Parse(row.data(), row.size());
    if (!line.HasMember("effect")) continue;
    const rapidjson::Value& effects = line["effect"];
    for (const auto& effect : effects.GetObject()) {
      const std::vector<Target> targets = *ParseTargets(effect.name.GetString());
      const std::string text = TextOf(line);
      const Report report = Validate(ParseDocument(text, KindOf(line)), targets, AllRules());
      EXPECT_TRUE(SaysSo(report)) << targets[0].spelling << ": " << text;
      ++reported;
    }
  }
  EXPECT_GT(reported, 50);
}

INSTANTIATE_TEST_SUITE_P(Columns, VectorTest, testing::ValuesIn(kColumns),
                         [](const testing::TestParamInfo<Column>& info) {
                           return absl::StrCat(info.param.file, "_", info.param.name);
                         });

// What the manifest's independent script found in one file, as this project's rules.
std::map<std::string, int> Expected(const rapidjson::Value& config) {
  static const std::map<std::string, std::string> kRuleOf = {
      {"maxAttempts.missing", "field-missing"},
      {"codes.empty", "retry-status-codes-empty"},
      {"name.method-syntax", "name-not-protobuf"},
      {"name.service-syntax", "name-not-protobuf"},
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
    const bool is_all_used = !found.contains("name-not-protobuf");
    EXPECT_EQ(by_generator.verdicts[0], is_all_used ? Verdict::kAccepts : Verdict::kIgnores)
        << config["path"].GetString();
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
