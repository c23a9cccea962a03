// How well methods are judged on services and configs that others wrote: the shared corpus, where
// present. The numbers are what was found and looked at, so that a change of the table is seen.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rules/families.h"
#include "rules/method_safety.h"
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

TEST_F(MethodCorpusTest, MethodsByClass) {
  std::map<std::string, int> counts;
  for (const auto& directory : facts_.GetObject()) {
    for (const ApiService& service : ReadApi(directory.value, true).services) {
      for (const ApiMethod& method : service.methods) {
        const MethodSafety judged = SafetyOf(method);
        ++counts[std::string(SafetyName(judged.safety))];
        if (std::getenv("DUMP") != nullptr) {
          std::ofstream("/tmp/idem_methods.tsv", std::ios::app)
              << directory.name.GetString() << "\t" << service.name << "\t" << method.name << "\t"
              << SafetyName(judged.safety) << "\t" << EvidenceFor(judged, method.name) << "\t"
              << SafetyName(SafetyOfName(method.name).safety) << "\n";
        }
      }
    }
  }
  EXPECT_THAT(counts, testing::ElementsAre(testing::Pair("idempotent", 0)));
}

TEST_F(MethodCorpusTest, FindingsByRule) {
  std::map<std::string, int> counts;
  for (const auto& directory : facts_.GetObject()) {
    const Api api = ReadApi(directory.value, false);
    const std::string path = absl::StrCat("corpus/googleapis/", directory.name.GetString());
    const std::string text = ReadWhole(SharedPath(path));
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    for (const Api* const known : {&api, static_cast<const Api*>(nullptr)}) {
      for (const Diagnostic& each :
           Validate(document, *ParseTargets("gapic"), AllRules(), known).diagnostics) {
        ++counts[absl::StrCat(known == nullptr ? "by name: " : "described: ", each.rule)];
        if (std::getenv("DUMP") != nullptr) {
          std::ofstream("/tmp/idem_findings.txt", std::ios::app)
              << path << (known == nullptr ? " NAMES " : " API ") << each.rule << " "
              << each.pointer << " " << each.message << "\n";
        }
      }
    }
  }
  EXPECT_THAT(counts, testing::IsEmpty());
}

}  // namespace
}  // namespace grpcfg
