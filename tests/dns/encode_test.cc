// What is encoded is what clients read, in every format.
#include "dns/encode.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dns/check_dns.h"
#include "dns/provider_reader.h"
#include "dns/record_formats.h"
#include "dns/zone_reader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"

namespace grpcfg {
namespace {

std::string Encoded(absl::string_view text, const std::vector<ChoiceToEncode>& before = {}) {
  const absl::StatusOr<EncodedChoices> encoded = EncodeChoices(text, before);
  return encoded.ok() ? encoded->text : std::string(encoded.status().message());
}

TEST(EncodeTest, MinifiesAndWraps) {
  EXPECT_EQ(Encoded(R"({ "methodConfig" : [ { "name": [{}], "timeout": "1s" } ] })"),
            R"(grpc_config=[{"serviceConfig":{"methodConfig":[{"name":[{}],"timeout":"1s"}]}}])");
  EXPECT_EQ(Encoded(R"({"a b": " \" \\ ", "n": 1.50})"),
            R"(grpc_config=[{"serviceConfig":{"a b":" \" \\ ","n":1.50}}])");
  EXPECT_EQ(Encoded("{\"a\":\"gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80\"}"),
            R"(grpc_config=[{"serviceConfig":{"a":"gr\u00fc\u00df \ud83d\ude00"}}])");
}

TEST(EncodeTest, AlwaysHasAFallback) {
  const ChoiceToEncode canary = {.languages = {"GO"}, .percentage = 10, .config = ""};
  EXPECT_EQ(Encoded(R"({"x":1})", {canary}),
            R"(grpc_config=[{"clientLanguage":["GO"],"percentage":10,"serviceConfig":{"x":1}},)"
            R"({"serviceConfig":{}}])");
  const ChoiceToEncode own = {.hostnames = {"a"}, .config = R"({"y":2})"};
  EXPECT_EQ(Encoded(R"({"x":1})", {own}),
            R"(grpc_config=[{"clientHostname":["a"],"serviceConfig":{"y":2}},)"
            R"({"serviceConfig":{"x":1}}])");
  EXPECT_EQ(Encoded(R"([{"percentage": 5, "serviceConfig": {}}])"),
            R"(grpc_config=[{"percentage":5,"serviceConfig":{}},{"serviceConfig":{}}])");
  EXPECT_EQ(Encoded(R"(grpc_config=[{"serviceConfig": {}}])"),
            R"(grpc_config=[{"serviceConfig":{}}])");
}

TEST(EncodeTest, RefusesWhatIsNoConfig) {
  for (const char* const text : {"", "5", "{\"a\":}", "[{]", "nonsense"}) {
    EXPECT_FALSE(EncodeChoices(text, {}).ok()) << text;
  }
  EXPECT_FALSE(EncodeChoices("[]", {ChoiceToEncode()}).ok());
}

TEST(EncodeTest, ReadsChoices) {
  const absl::StatusOr<ChoiceFlag> flag =
      ParseChoiceFlag("lang=go,lang=python,percent=5,host=a,config=b");
  ASSERT_TRUE(flag.ok());
  EXPECT_THAT(flag->choice.languages, testing::ElementsAre("GO", "c++"));
  EXPECT_THAT(flag->choice.hostnames, testing::ElementsAre("a"));
  EXPECT_EQ(flag->choice.percentage, 5);
  EXPECT_EQ(flag->config_file, "b");
  for (const char* const text :
       {"", "lang=cobol", "percent=101", "percent=x", "weight=1", "lang=dotnet"}) {
    EXPECT_FALSE(ParseChoiceFlag(text).ok()) << text;
  }
}

TEST(EncodeTest, RefusesWhatNoMessageHolds) {
  const std::string owner = "_grpc_config.s450.example.test.";
  EXPECT_TRUE(CheckDeliverable(owner, std::string(65208, 'x')).ok());
  EXPECT_FALSE(CheckDeliverable(owner, std::string(65209, 'x')).ok());
}

// A text with all that formats escape.
std::string Hostile(size_t padding) {
  return Encoded(absl::StrCat(R"({"x": "a;b\\c\"d'e${f}%{g}  \u0001 )", std::string(padding, '.'),
                              "\", \"y\": \"gr\xC3\xBC\xC3\x9F\"}"));
}

DnsRecords ReadBack(const std::string& written, absl::string_view format) {
  return format == "zone"
             ? ReadZone(written, {.path = "a"})
             : ReadProviderFile(
                   written, format,
                   {.path = "a", .origin = "example.test.", .host = "shop.example.test."});
}

TEST(RecordFormatsTest, WhatIsWrittenIsReadBack) {
  for (const RecordFormat& format : RecordFormats()) {
    for (const size_t padding : {0, 100, 190, 191, 192, 193, 194, 195, 700, 20'000}) {
      RecordToWrite record = {.owner = "_grpc_config.shop.example.test.",
                              .zone = "example.test.",
                              .text = Hostile(padding)};
      const std::string written = format.write(record);
      const DnsRecords read = ReadBack(written, format.name);
      ASSERT_EQ(read.records.size(), 1U) << format.name << "\n" << written;
      EXPECT_EQ(read.names[read.records[0].owner], record.owner) << format.name;
      EXPECT_EQ(read.ValueOf(read.records[0]).octets, record.text) << format.name;
      EXPECT_TRUE(read.faults.empty()) << format.name;
    }
  }
}

TEST(RecordFormatsTest, WhatIsWrittenIsClean) {
  const std::vector<Target> targets = DefaultTargets();
  const CheckPlan plan(targets, RulesAndProjectRules());
  for (const RecordFormat& format : RecordFormats()) {
    RecordToWrite record = {
        .owner = "_grpc_config.shop.example.test.", .zone = "example.test.", .text = Encoded("{}")};
    const std::string written = format.write(record);
    const DnsRecords read = ReadBack(written, format.name);
    EXPECT_TRUE(CheckDns(read, plan)[0].report.diagnostics.empty()) << format.name;
  }
}

// Of each provider that Terraform has a resource for.
TEST(RecordFormatsTest, TerraformIsReadBackForEachProvider) {
  for (const char* const format : {"terraform", "terraform-json"}) {
    for (const char* const provider : {"route53", "gcloud", "azure", "cloudflare"}) {
      const RecordToWrite record = {.owner = "_grpc_config.shop.example.test.",
                                    .zone = "example.test.",
                                    .text = Hostile(300),
                                    .provider = provider};
      const std::string written = FindRecordFormat(format)->write(record);
      const DnsRecords read = ReadBack(written, format);
      ASSERT_EQ(read.records.size(), 1U) << provider << "\n" << written;
      EXPECT_EQ(read.ValueOf(read.records[0]).octets, record.text) << provider;
      EXPECT_TRUE(read.faults.empty()) << provider;
    }
  }
}

// Each octet of a value, through all the escapes of a format.
TEST(RecordFormatsTest, OctetsLieInTheFile) {
  for (const RecordFormat& format : RecordFormats()) {
    const std::string text = Hostile(300);
    const std::string written = format.write(
        {.owner = "_grpc_config.shop.example.test.", .zone = "example.test.", .text = text});
    const DnsRecords read = ReadBack(written, format.name);
    const TxtValue value = read.ValueOf(read.records[0]);
    for (const absl::string_view word : {"serviceConfig", "grpc_config=", ".....", "gr"}) {
      const auto at = static_cast<uint32_t>(text.find(std::string(word)));
      const Span place = value.map.SourceOf({at, at + static_cast<uint32_t>(word.size())});
      EXPECT_EQ(Slice(written, place), word) << format.name;
    }
  }
}

}  // namespace
}  // namespace grpcfg
