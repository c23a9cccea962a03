// How well methods are judged on services and configs that others wrote: the shared corpus, where
// present. The numbers are what was found and looked at, so that a change of the table is seen.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rules/entry_methods.h"
#include "rules/families.h"
#include "rules/method_safety.h"
#include "rules/policies_in_force.h"
#include "tests/rules/shared_data.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

bool IsSet(const rapidjson::Value& facts, const char* key) {
  return facts.HasMember(key) && facts[key].GetBool();
}

HttpVerb VerbOf(const rapidjson::Value& facts) {
  const std::map<std::string, HttpVerb> verbs = {
      {"get", HttpVerb::kGet},       {"put", HttpVerb::kPut},     {"post", HttpVerb::kPost},
      {"delete", HttpVerb::kDelete}, {"patch", HttpVerb::kPatch}, {"custom", HttpVerb::kCustom}};
  return facts.HasMember("http_verb") ? verbs.at(facts["http_verb"].GetString()) : HttpVerb::kNone;
}

void ReadRequestId(const rapidjson::Value& facts, ApiMethod& method) {
  if (!facts.HasMember("request_id")) return;
  for (const auto& field : facts["request_id"].GetArray()) {
    const std::string name = field["field"].GetString();
    const bool is_annotated = field.HasMember("format");
    if (!is_annotated && name != "request_id") continue;
    method.request_id_field = name;
    method.is_request_id_annotated = is_annotated;
  }
}

ApiMethod ReadMethod(const rapidjson::Value::Member& member) {
  const rapidjson::Value& facts = member.value;
  ApiMethod method = {};
  method.name = member.name.GetString();
  method.http_verb = VerbOf(facts);
  method.client_streaming = IsSet(facts, "client_streaming");
  method.server_streaming = IsSet(facts, "server_streaming");
  method.deprecated = IsSet(facts, "deprecated");
  ReadRequestId(facts, method);
  method.has_etag = facts.HasMember("etag");
  method.has_update_mask = facts.HasMember("update_mask");
  return method;
}

template <typename Named>
void SortByName(std::vector<Named>& list) {
  std::sort(list.begin(), list.end(),
            [](const Named& a, const Named& b) { return a.name < b.name; });
}

// The services of one directory; `own`: without those of its imports.
Api ReadApi(const rapidjson::Value& directory, bool own) {
  Api api;
  for (const auto& member : directory.GetObject()) {
    if (own && !member.value["own"].GetBool()) continue;
    ApiService service;
    service.name = member.name.GetString();
    for (const auto& method : member.value["methods"].GetObject()) {
      service.methods.push_back(ReadMethod(method));
    }
    SortByName(service.methods);
    api.services.push_back(std::move(service));
  }
  SortByName(api.services);
  return api;
}

std::string ReadConfig(const std::string& path) {
  return ReadWhole(SharedPath("corpus/googleapis/" + path));
}

constexpr CodeSet kUnsettled = SetOfCodes({"INTERNAL", "UNKNOWN", "DEADLINE_EXCEEDED"});

class MethodCorpusTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto path = SharedPath("corpus/googleapis/method_facts.json");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is absent";
    const std::string text = ReadWhole(path);
    facts_.Parse(text.data(), text.size());
    ASSERT_FALSE(facts_.HasParseError());
    ASSERT_EQ(facts_.MemberCount(), 45U);
  }

  rapidjson::Document facts_;
};

// Of the distinct ones that are judged by their names, 241 without Create, Get, List, Search and
// TestIamPermissions, 7 are wrong: two streams of Dialogflow, a query that may write, audio that is
// stored, an identity that is made, and two additions to sets.
TEST_F(MethodCorpusTest, MethodsByClass) {
  std::map<std::string, int> counts;
  for (const auto& directory : facts_.GetObject()) {
    for (const ApiService& service : ReadApi(directory.value, true).services) {
      for (const ApiMethod& method : service.methods) {
        ++counts[std::string(SafetyName(SafetyOf(method).safety))];
      }
    }
  }
  const std::map<std::string, int> expected = {
      {"idempotent", 920}, {"not idempotent", 169}, {"safe", 1009}, {"unknown", 271}};
  EXPECT_EQ(counts, expected);
}

// Methods that a config retries on a status that leaves open what happened.
TEST_F(MethodCorpusTest, RetriedMethodsByClass) {
  std::map<std::string, int> counts;
  const std::vector<Target> gapic = *ParseTargets("gapic");
  for (const auto& directory : facts_.GetObject()) {
    const Api api = ReadApi(directory.value, true);
    const std::string text = ReadConfig(directory.name.GetString());
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const Reading reading = Read(document, {*gapic[0].profile, gapic[0].policies});
    EntryMethods methods(*reading.configs[0], &api);
    for (const MethodConfig& entry : *reading.configs[0]->method_config.value) {
      if (entry.retry_policy == nullptr || CodesAmong(*entry.retry_policy, kUnsettled).empty()) {
        continue;
      }
      for (const EntryMethod& method : methods.Of(entry)) {
        ++counts[std::string(SafetyName(SafetyOf(*method.described).safety))];
      }
    }
  }
  const std::map<std::string, int> expected = {
      {"idempotent", 82}, {"not idempotent", 42}, {"safe", 564}, {"unknown", 203}};
  EXPECT_EQ(counts, expected);
}

// By rule: how often with descriptors, and how often without.
TEST_F(MethodCorpusTest, FindingsByRule) {
  std::map<std::string, std::pair<int, int>> counts;
  for (const Rule& rule : IdempotencyRules()) counts[std::string(rule.id)] = {};
  const std::vector<Target> gapic = *ParseTargets("gapic");
  for (const auto& directory : facts_.GetObject()) {
    const Api api = ReadApi(directory.value, false);
    const std::string text = ReadConfig(directory.name.GetString());
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    for (const Diagnostic& each : Validate(document, gapic, AllRules(), &api).diagnostics) {
      const auto rule = counts.find(std::string(each.rule));
      if (rule != counts.end()) ++rule->second.first;
    }
    for (const Diagnostic& each : Validate(document, gapic, AllRules()).diagnostics) {
      const auto rule = counts.find(std::string(each.rule));
      if (rule != counts.end()) ++rule->second.second;
    }
  }
  const std::map<std::string, std::pair<int, int>> expected = {
      {"hedging-not-idempotent", {0, 0}},
      {"retry-not-idempotent", {15, 0}},
      {"retry-not-idempotent-by-name", {0, 7}},
      {"retry-of-stream", {3, 0}},
      {"retry-unavailable-not-idempotent", {7, 8}}};
  EXPECT_EQ(counts, expected);
}

}  // namespace
}  // namespace grpcfg
