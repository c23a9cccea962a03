// The configs that Google publishes, against the .proto files of their services: the names that an
// independent script misses, and what it read of each method. Needs the shared corpus and what
// tests/peers/install puts in build/peers.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rules/families.h"
#include "schema/protobuf/descriptor_set.h"
#include "schema/protobuf/proto_files.h"
#include "tests/rules/shared_data.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

const fs::path& ProtoRoot() {
  static const fs::path kRoot = "build/peers/node_modules/google-proto-files";
  return kRoot;
}

// The files of a config's own services that the package of March 2026 has. The manifest counts
// those of large directories only.
std::vector<std::string> OwnFiles(const rapidjson::Value& config) {
  std::vector<std::string> names;
  if (config["own_proto_files"].IsArray()) {
    for (const auto& file : config["own_proto_files"].GetArray()) {
      if (fs::exists(ProtoRoot() / file.GetString())) names.emplace_back(file.GetString());
    }
    return names;
  }
  const fs::path folder = ProtoRoot() / fs::path(config["path"].GetString()).parent_path();
  if (!fs::exists(folder)) return names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".proto") {
      names.push_back(entry.path().lexically_relative(ProtoRoot()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

Api ApiOfDirectory(const rapidjson::Value& config) {
  const std::vector<std::string> names = OwnFiles(config);
  const auto read = [](const std::string& name) -> absl::StatusOr<std::string> {
    if (!fs::exists(ProtoRoot() / name)) return absl::NotFoundError(name);
    return ReadWhole(ProtoRoot() / name);
  };
  if (names.empty()) return {};
  const absl::StatusOr<std::string> set = CompileProtoFiles(names, read);
  EXPECT_TRUE(set.ok()) << set.status();
  return set.ok() ? *ReadDescriptorSets({{"`googleapis`", *set}}) : Api();
}

using Names = std::set<std::string>;

// `service` or `service/method`, each as the manifest has it.
Names MissingByManifest(const rapidjson::Value& config) {
  Names names;
  for (const auto& service : config["missing_services"].GetArray()) {
    // Not a mistake, and no finding.
    if (absl::StartsWith(service["kind"].GetString(), "mixin")) continue;
    names.insert(service["service"].GetString());
  }
  for (const auto& method : config["missing_methods"].GetArray()) {
    names.insert(absl::StrCat(method["service"].GetString(), "/", method["method"].GetString()));
  }
  return names;
}

// The name that a finding is on.
std::string NameAt(const rapidjson::Document& config, const Diagnostic& diagnostic) {
  const std::vector<std::string> parts = absl::StrSplit(diagnostic.pointer, '/');
  const auto& name = config["methodConfig"][std::stoi(parts[2])]["name"][std::stoi(parts[4])];
  std::string service = name["service"].GetString();
  if (parts[5] == "service") return service;
  return absl::StrCat(service, "/", name["method"].GetString());
}

// Services that came after the package.
const std::map<std::string, Names>& Newer() {
  static const Names kOfCompute = {"google.cloud.compute.v1.Hosts",
                                   "google.cloud.compute.v1.ReliabilityRisks"};
  static const std::map<std::string, Names> kNewer = {
      {"google/cloud/compute/v1/compute_grpc_service_config.json", kOfCompute},
      {"preview/google/cloud/compute/v1/compute_grpc_service_config.json", kOfCompute}};
  return kNewer;
}

bool IsOnMissingName(absl::string_view rule) {
  return rule == "service-not-found" || rule == "service-not-described" ||
         rule == "method-not-found" || rule == "method-of-mixin";
}

// What is said of the config at `path`, all errors of which must be on names.
Names MissingByUs(const std::string& path, const Api& api) {
  const std::string text = ReadWhole(SharedPath("corpus/googleapis") / path);
  rapidjson::Document config;
  config.Parse(text.data(), text.size());
  const Report report = Validate(ParseDocument(text, DocumentKind::kConfig), *ParseTargets("gapic"),
                                 AllRules(), &api);
  Names names;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const bool is_on_name = IsOnMissingName(diagnostic.rule);
    EXPECT_TRUE(is_on_name || diagnostic.severity != Severity::kError)
        << path << ": " << diagnostic.message;
    if (is_on_name) names.insert(NameAt(config, diagnostic));
  }
  return names;
}

class DescriptorCorpusTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path corpus = SharedPath("corpus/googleapis");
    if (!fs::exists(corpus)) GTEST_SKIP() << corpus << " is absent";
    if (!fs::exists(ProtoRoot())) {
      GTEST_SKIP() << ProtoRoot() << " is absent; run tests/peers/install";
    }
    manifest_ = ReadJson(corpus / "manifest.json");
  }

  rapidjson::Document manifest_;
};

TEST_F(DescriptorCorpusTest, MissingNamesAreThoseOfTheManifest) {
  size_t compared = 0;
  size_t missing = 0;
  for (const auto& config : manifest_["configs"].GetArray()) {
    const std::string path = config["path"].GetString();
    if (!config.HasMember("own_proto_files") || !config.HasMember("missing_services")) continue;
    const Api api = ApiOfDirectory(config);
    if (api.services.empty()) continue;
    Names expected = MissingByManifest(config);
    missing += expected.size();
    const auto newer = Newer().find(path);
    if (newer != Newer().end()) expected.insert(newer->second.begin(), newer->second.end());
    EXPECT_EQ(MissingByUs(path, api), expected) << path;
    ++compared;
  }
  EXPECT_EQ(compared, 227U);
  EXPECT_EQ(missing, 145U);
}

absl::string_view VerbName(HttpVerb verb) {
  constexpr absl::string_view kNames[] = {"", "get", "put", "post", "delete", "patch", "custom"};
  return kNames[static_cast<size_t>(verb)];
}

// The facts of a method in one line; `request_id` only where it is annotated or called so.
std::string FactsByUs(const ApiMethod& method) {
  return absl::StrCat(VerbName(method.http_verb), method.client_streaming ? " client" : "",
                      method.server_streaming ? " server" : "",
                      method.deprecated ? " deprecated" : "", method.has_etag ? " etag" : "",
                      method.has_update_mask ? " mask" : "",
                      method.returns_operation ? " operation" : "", " ", method.request_id_field,
                      method.is_request_id_annotated ? " UUID4" : "");
}

std::string FactsByScript(const rapidjson::Value& method) {
  const auto has = [&](const char* name) { return method.HasMember(name); };
  std::string request_id;
  if (has("request_id")) {
    const auto& field = method["request_id"][0];
    const bool is_annotated = field.HasMember("format");
    if (is_annotated || absl::string_view(field["field"].GetString()) == "request_id") {
      request_id = absl::StrCat(field["field"].GetString(), is_annotated ? " UUID4" : "");
    }
  }
  return absl::StrCat(
      has("http_verb") ? method["http_verb"].GetString() : "",
      has("client_streaming") ? " client" : "", has("server_streaming") ? " server" : "",
      has("deprecated") ? " deprecated" : "", has("etag") ? " etag" : "",
      has("update_mask") ? " mask" : "",
      absl::EndsWith(method["output"].GetString(), ".Operation") ? " operation" : "", " ",
      request_id);
}

TEST_F(DescriptorCorpusTest, MethodsAreAsTheScriptReadThem) {
  const rapidjson::Document facts = ReadJson(SharedPath("corpus/googleapis/method_facts.json"));
  size_t compared = 0;
  size_t absent = 0;
  for (const auto& config : manifest_["configs"].GetArray()) {
    const auto of_config = facts.FindMember(config["path"]);
    if (of_config == facts.MemberEnd()) continue;
    const Api api = ApiOfDirectory(config);
    for (const auto& service : of_config->value.GetObject()) {
      const ApiService* const ours = api.FindService(service.name.GetString());
      for (const auto& method : service.value["methods"].GetObject()) {
        const ApiMethod* const found =
            ours == nullptr ? nullptr : FindMethod(*ours, method.name.GetString());
        absent += found == nullptr ? 1 : 0;
        if (found == nullptr) continue;
        ++compared;
        EXPECT_EQ(FactsByUs(*found), FactsByScript(method.value))
            << service.name.GetString() << "/" << method.name.GetString();
      }
    }
  }
  EXPECT_EQ(compared, 2510U);
  EXPECT_EQ(absent, 6U);  // came after the package
}

}  // namespace
}  // namespace grpcfg
