// Every JSON output is what docs/output.schema.json says, and nothing more: real outputs over the
// fixtures, judged by RapidJSON's validator. Of draft 2020-12 the schemas use only what draft 4 has
// with the same meaning, which is what that validator knows.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/schema.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "tests/expected_file.h"
#include "tests/tools/run_grpcfg.h"
#include "tools/docgen/markdown.h"
#include "tools/docgen/output_schema.h"
#include "validator/engine/effect_summary.h"
#include "validator/engine/report.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;

rapidjson::Document Parsed(absl::string_view json) {
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  EXPECT_FALSE(document.HasParseError()) << json;
  return document;
}

// The published schemas allow members that they do not name; here each must be named.
// Members are counted: comparing iterators that can change them is ambiguous to Clang.
void Close(rapidjson::Value& schema, rapidjson::Document::AllocatorType& memory) {
  std::vector<rapidjson::Value*> open = {&schema};
  while (!open.empty()) {
    rapidjson::Value& now = *open.back();
    open.pop_back();
    if (!now.IsObject()) continue;
    if (now.HasMember("properties") && !now.HasMember("additionalProperties")) {
      now.AddMember("additionalProperties", false, memory);
    }
    for (rapidjson::SizeType i = 0; i < now.MemberCount(); ++i) {
      open.push_back(&(now.MemberBegin() + i)->value);
    }
  }
}

rapidjson::Document PublishedSchemas() { return Parsed(ReadWhole("docs/output.schema.json")); }

// Calls visit(object, member) for all members that the schemas name.
template <typename Visit>
void ForEachMember(const Visit& visit) {
  const rapidjson::Document schemas = PublishedSchemas();
  for (const auto& object : schemas["$defs"].GetObject()) {
    if (!object.value.HasMember("properties")) continue;  // a set of words
    for (const auto& member : object.value["properties"].GetObject()) {
      visit(std::string(object.name.GetString()), std::string(member.name.GetString()));
    }
  }
}

// What the values of one output are held to. RapidJSON resolves no reference with a plain `$`.
class Judge {
 public:
  explicit Judge(absl::string_view name)
      : text_(Parsed(absl::StrReplaceAll(OutputJsonSchema(name), {{"#/$", "#/%24"}}))) {
    Close(text_, text_.GetAllocator());
    schema_ = std::make_unique<rapidjson::SchemaDocument>(text_);
  }

  // Where a value is not what the schema says; empty if it is.
  [[nodiscard]] std::string FaultOf(const rapidjson::Value& value) const {
    rapidjson::SchemaValidator validator(*schema_);
    if (value.Accept(validator)) return "";
    rapidjson::StringBuffer place;
    validator.GetInvalidDocumentPointer().StringifyUriFragment(place);
    return absl::StrCat(place.GetString(), ": ", validator.GetInvalidSchemaKeyword());
  }

 private:
  rapidjson::Document text_;
  std::unique_ptr<rapidjson::SchemaDocument> schema_;
};

// The names of all members below `value`.
void CollectNames(const rapidjson::Value& value, std::set<std::string>& names) {
  if (value.IsArray()) {
    for (const auto& element : value.GetArray()) CollectNames(element, names);
  }
  if (!value.IsObject()) return;
  for (const auto& member : value.GetObject()) {
    names.insert(member.name.GetString());
    CollectNames(member.value, names);
  }
}

struct OutputRow {
  const char* output;
  const char* command;
};

// In the root of the project; `$LINES` is a file of all fixtures as lines of batch.
constexpr OutputRow kRows[] = {
    {"check", "$G check $ALL --format json --target all"},
    {"check", "$G check $ALL --format json --max-findings 0"},
    {"check", "$G dns live a.test --server 127.0.0.1:1 --timeout 100ms --format json"},
    {"check", "$G check no_such_file --format json"},
    {"jsonl", "$G check $ALL --format jsonl --target core@1.51,go@1.64"},
    {"jsonl", "$G check no_such_file --format jsonl"},
    {"batch", "$G batch --target all --effective <$LINES"},
    {"batch", "$G batch --no-diagnostics <$LINES; echo x | $G batch"},
    {"compat", "$G compat fixtures/mixed/*.json --format json --target all"},
    {"compat", "$G compat fixtures/mixed/*.json --format json --max-findings 0"},
    {"resolve",
     "$G resolve fixtures/commands/resolve/orders_resolved.json --format json --target all"},
    {"resolve", "$G resolve fixtures/mixed/two_teams_merged.json --format json"},
    {"resolve", "$G resolve fixtures/commands/simulate/shortened.json --format json"},
    {"resolve", "$G resolve fixtures/field-unknown/misspelt.json --why --format json"},
    {"resolve", "$G resolve fixtures/field-unsupported/example.json --why --format json"},
    {"simulate", "$G simulate fixtures/commands/simulate/greeter.json --format json --target all"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/shortened.json --format json --target core,go"},
    {"simulate", "$G simulate fixtures/mixed/two_teams_merged.json --format json"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --latency 20ms --target "
     "all"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --target all "
     "--trace UNAVAILABLE,pushback:50ms,OK"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --failure-probability 0.3 "
     "--latency lognormal:50ms:1 --failure-latency exp:10ms"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --pushback 1s,- --rule "
     "a6-2017"},
    {"simulate", "$G simulate --algorithm ethernet --format json"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --clients 1000"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --failure-probability 0.5 "
     "--outage 3s --rate 2 --layers 2 --overload 1.2"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --outage 0s:1,1s:1,3s:0"},
    {"simulate",
     "$G simulate fixtures/commands/simulate/greeter.json --format json --set "
     "retryPolicy.maxAttempts=2"},
    {"suggest",
     "$G suggest --deadline 5s --latency-p99 300ms --max-amplification 1.5 --min-success p99.9 "
     "--format json"},
    {"suggest",
     "$G suggest --deadline 5s --latency-p99 300ms --max-amplification 1 --min-success p99.9 "
     "--method-idempotent --format json"},
    {"diff",
     "$G diff fixtures/commands/diff/before.json fixtures/commands/diff/after.json --format json"},
    {"diff",
     "$G diff fixtures/commands/diff/v1.json fixtures/commands/diff/v2.json --format json --config "
     "fixtures/commands/diff/acknowledged.project"},
    {"rules", "$G rules --format json"},
    {"explain", "$G explain duration-malformed name-unknown-service --format json"},
    {"explain", "$G explain retryPolicy.maxAttempts --format json"},
    {"targets", "$G targets --format json"},
    {"targets", "$G targets go@1.64,core@1.51,spec --format json"},
};

std::vector<std::string> Fixtures() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("fixtures")) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class OutputSchemaTest : public testing::Test {
 protected:
  OutputSchemaTest() {
    std::string lines;
    std::string all = "set --";
    for (const std::string& path : Fixtures()) {
      absl::StrAppend(&lines, R"({"id": ")", path, R"(", "b64": ")",
                      absl::Base64Escape(ReadWhole(path)), "\"}\n");
      absl::StrAppend(&all, " ", path);
    }
    run_.files.Write("lines.jsonl", lines);
    setup_ = absl::StrCat("cd '", std::filesystem::current_path().string(), "' && LINES='",
                          run_.files.Path("lines.jsonl"), "' && ALL='", all.substr(6), "' && { ");
  }

  // The values that a command prints.
  [[nodiscard]] std::vector<rapidjson::Document> ValuesOf(const OutputRow& row) const {
    const RunResult result = run_.Run(absl::StrCat(setup_, row.command, "; }"));
    EXPECT_FALSE(result.out.empty()) << row.command << "\n" << result.err;
    const bool is_lines =
        absl::string_view(row.output) == "jsonl" || absl::string_view(row.output) == "batch";
    std::vector<rapidjson::Document> values;
    if (!is_lines) {
      values.push_back(Parsed(result.out));
      return values;
    }
    for (const absl::string_view line : absl::StrSplit(absl::StripSuffix(result.out, "\n"), '\n')) {
      values.push_back(Parsed(line));
    }
    return values;
  }

  GrpcfgRun run_;
  std::string setup_;
};

TEST_F(OutputSchemaTest, RealOutputsAreWhatTheSchemasSay) {
  std::map<absl::string_view, std::set<std::string>> names;
  std::set<std::string> all_names;
  for (const OutputRow& row : kRows) {
    const Judge judge(row.output);
    for (const rapidjson::Document& value : ValuesOf(row)) {
      ASSERT_EQ(judge.FaultOf(value), "") << row.output << ": " << row.command;
      EXPECT_EQ(value["version"].GetInt(), 1) << row.command;
      CollectNames(value, all_names);
    }
    names[row.output];
  }
  for (const absl::string_view output : OutputNames()) {
    EXPECT_TRUE(names.contains(output)) << "no row for " << output;
  }
  ForEachMember([&](const std::string& object, const std::string& member) {
    EXPECT_TRUE(all_names.contains(member)) << object << "." << member << " is never printed";
  });
}

// Without these the test above could pass whatever is printed.
TEST_F(OutputSchemaTest, WrongOutputsAreNoticed) {
  const Judge judge("check");
  const rapidjson::Document right = std::move(ValuesOf(kRows[0])[0]);
  const auto expect_fault = [&](const char* what, const auto& plant) {
    rapidjson::Document wrong;
    wrong.CopyFrom(right, wrong.GetAllocator());
    plant(wrong);
    EXPECT_NE(judge.FaultOf(wrong), "") << what;
  };
  const auto first = [](rapidjson::Document& of) -> rapidjson::Value& {
    for (auto& file : of["files"].GetArray()) {
      if (!file["diagnostics"].Empty()) return file["diagnostics"][0];
    }
    return of;
  };
  expect_fault("a member too many",
               [](rapidjson::Document& of) { of.AddMember("more", 1, of.GetAllocator()); });
  expect_fault("one too many, far below", [&](rapidjson::Document& of) {
    first(of)["range"]["start"].AddMember("byte", 1, of.GetAllocator());
  });
  expect_fault("one missing", [&](rapidjson::Document& of) { first(of).RemoveMember("help"); });
  expect_fault("another type", [&](rapidjson::Document& of) { first(of)["message"].SetNull(); });
  expect_fault("an unknown severity",
               [&](rapidjson::Document& of) { first(of)["severity"].SetString("fatal"); });
  expect_fault("an unknown verdict", [](rapidjson::Document& of) {
    of["files"][0]["verdicts"]["go"].SetString("takes");
  });
  expect_fault("a list in a list", [](rapidjson::Document& of) { of["files"][0].SetArray(); });
}

TEST_F(OutputSchemaTest, TheCommandPrintsThem) {
  const rapidjson::Document schemas = PublishedSchemas();
  for (const absl::string_view output : OutputNames()) {
    const RunResult result = run_.Run(absl::StrCat("$G schema --of ", output));
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.out, OutputJsonSchema(output));
    const rapidjson::Document alone = Parsed(result.out);
    const rapidjson::Value& published = schemas["$defs"][std::string(output).c_str()];
    for (const auto& keyword : published.GetObject()) {
      EXPECT_EQ(alone[keyword.name], keyword.value) << output;
    }
    for (const auto& definition : alone["$defs"].GetObject()) {
      EXPECT_EQ(definition.value, schemas["$defs"][definition.name]) << output;
    }
  }
  for (const auto& definition : schemas["$defs"].GetObject()) {
    const absl::string_view name = definition.name.GetString();
    const bool is_output = definition.value.HasMember("title");
    EXPECT_EQ(absl::c_linear_search(OutputNames(), name), is_output) << name;
  }
  EXPECT_EQ(run_.Run("$G schema --of chek").status, 2);
  const RunResult markdown = run_.Run("$G schema --of check --format markdown");
  EXPECT_EQ(markdown.status, 2);
  EXPECT_THAT(markdown.err, HasSubstr("`markdown` is not a format"));
}

// Words that no fixture gives, too.
TEST(OutputWordsTest, AreThoseOfTheSchemas) {
  const rapidjson::Document schemas = PublishedSchemas();
  const auto words_of = [&](const char* name) {
    std::vector<std::string> words;
    for (const auto& word : schemas["$defs"][name]["enum"].GetArray()) {
      words.emplace_back(word.GetString());
    }
    return words;
  };
  std::vector<std::string> verdicts;
  for (const VerdictFacts& facts : kVerdictFacts) verdicts.emplace_back(facts.name);
  std::vector<std::string> effects;
  for (const Effect effect : kEffectsOfLegend) effects.emplace_back(EffectName(effect));
  EXPECT_THAT(words_of("Verdict"), testing::ElementsAreArray(verdicts));
  EXPECT_THAT(words_of("Effect"), testing::ElementsAreArray(effects));
  EXPECT_THAT(words_of("Severity"), testing::ElementsAreArray(kSeverityNames));
}

TEST(OutputPageTest, HasEveryMember) {
  const std::string page = ReadWhole("docs/json.md");
  ForEachMember([&](const std::string& object, const std::string& member) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat("| `", member, "` |"))) << object;
  });
  for (const absl::string_view output : OutputNames()) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat("| `", output, "` | `grpcfg "))) << output;
  }
}

// The page's examples of commands, each run where `orders.json` is.
TEST_F(OutputSchemaTest, TheCommandsOfThePageWork) {
  const std::string page = ReadWhole("docs/json.md");
  const size_t begin = page.find("```sh\n");
  ASSERT_NE(begin, std::string::npos);
  const std::string block = page.substr(begin + 6, page.find("```", begin + 6) - begin - 6);
  run_.files.Write("orders.json", ReadWhole("fixtures/mixed/orders_service_config.json"));
  size_t commands = 0;
  for (const absl::string_view line : absl::StrSplit(block, '\n')) {
    if (line.empty()) continue;
    ASSERT_TRUE(absl::StartsWith(line, "grpcfg ")) << line;
    const RunResult result = run_.Run(absl::StrCat("$G ", absl::StripPrefix(line, "grpcfg ")));
    EXPECT_LT(result.status, 2) << line << "\n" << result.err;
    EXPECT_NE(result.out, "") << line;
    ++commands;
  }
  EXPECT_GE(commands, 5U);
}

// What RapidJSON's validator does not know it would pass over.
void ExpectKnownKeywords(const rapidjson::Value& schema) {
  static const std::set<std::string> kKnown = {
      "$schema", "$defs",      "$ref",     "title", "description",          "type",
      "enum",    "properties", "required", "items", "additionalProperties", "anyOf"};
  for (const auto& member : schema.GetObject()) {
    const std::string keyword = member.name.GetString();
    EXPECT_TRUE(kKnown.contains(keyword)) << keyword;
    const bool is_map = keyword == "properties" || keyword == "$defs";
    if (is_map) {
      for (const auto& each : member.value.GetObject()) ExpectKnownKeywords(each.value);
    } else if (member.value.IsObject()) {
      ExpectKnownKeywords(member.value);
    } else if (keyword == "anyOf") {
      for (const auto& each : member.value.GetArray()) ExpectKnownKeywords(each);
    }
  }
}

TEST_F(OutputSchemaTest, UsesOnlyWhatTheValidatorKnows) {
  for (const absl::string_view output : OutputNames()) {
    ExpectKnownKeywords(Parsed(OutputJsonSchema(output)));
  }
}

}  // namespace
}  // namespace grpcfg
