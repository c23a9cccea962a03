// The zone reader against what real servers make of the same snippets.
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "dns/zone_reader.h"
#include "dns/zone_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {
namespace {

constexpr char kVerdicts[] = "dns/zone_syntax_verdicts.json";

// What a snippet comes to: whether some server must refuse it, and what its records hold.
struct Outcome {
  bool is_refused = false;
  std::vector<std::string> texts = {};
};

// A string as BIND prints it.
std::string Printed(absl::string_view octets) {
  std::string out = "\"";
  for (const char c : octets) {
    const auto octet = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += '\\';
    if (octet < 0x20 || octet >= 0x7F) {
      absl::StrAppend(&out, "\\", octet / 100, octet / 10 % 10, octet % 10);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string Printed(const TxtValue& value) {
  std::string out;
  size_t at = 0;
  for (const uint32_t size : value.string_sizes) {
    absl::StrAppend(&out, out.empty() ? "" : " ",
                    Printed(absl::string_view(value.octets).substr(at, size)));
    at += size;
  }
  return out;
}

Outcome OutcomeOf(const std::string& text, const rapidjson::Value& included) {
  ZoneOptions options = {.path = "a.zone", .origin = "example.test."};
  options.include = [&](const std::string& /*path*/,
                        const std::string& name) -> absl::StatusOr<IncludedText> {
    if (!included.HasMember(name.c_str())) return absl::NotFoundError("there is no such file");
    return IncludedText{name, included[name.c_str()].GetString()};
  };
  const DnsRecords zone = ReadZone(text, options);
  Outcome outcome;
  for (const ZoneFault& fault : zone.faults) {
    outcome.is_refused |= ZoneRuleOf(fault.kind).advice == Severity::kError;
  }
  for (const DnsRecord& record : zone.records) {
    if (record.type == RecordType::kTxt) outcome.texts.push_back(Printed(zone.ValueOf(record)));
  }
  return outcome;
}

TEST(ZoneVerdictsTest, AgreesWhereBindAndZscannerDo) {
  if (!std::filesystem::exists(SharedPath(kVerdicts))) {
    GTEST_SKIP() << "no " << kVerdicts << " in " << SharedPath("");
  }
  const rapidjson::Document verdicts = ReadJson(SharedPath(kVerdicts));
  size_t agreed = 0;
  for (const auto& each : verdicts["cases"].GetArray()) {
    std::string text;
    ASSERT_TRUE(absl::Base64Unescape(each["file_base64"].GetString(), &text));
    const Outcome outcome = OutcomeOf(text, verdicts["include_file"]);
    const bool by_bind = each["bind_9_18"]["accepts"].GetBool();
    if (by_bind != each["zscanner_3_2_6"]["accepts"].GetBool()) continue;
    ++agreed;
    EXPECT_EQ(!outcome.is_refused, by_bind) << each["id"].GetString();
  }
  EXPECT_EQ(agreed, 32U);
}

// BIND prints each RRset sorted, and a duplicate once.
TEST(ZoneVerdictsTest, ReadsWhatBindServes) {
  if (!std::filesystem::exists(SharedPath(kVerdicts))) {
    GTEST_SKIP() << "no " << kVerdicts << " in " << SharedPath("");
  }
  const rapidjson::Document verdicts = ReadJson(SharedPath(kVerdicts));
  for (const auto& each : verdicts["cases"].GetArray()) {
    const auto& bind = each["bind_9_18"];
    if (!bind.HasMember("txt") || bind["txt"].IsNull() || bind["txt"].Empty()) continue;
    std::string text;
    ASSERT_TRUE(absl::Base64Unescape(each["file_base64"].GetString(), &text));
    std::vector<std::string> served;
    for (const auto& one : bind["txt"].GetArray()) served.emplace_back(one.GetString());
    const Outcome outcome = OutcomeOf(text, verdicts["include_file"]);
    const std::set<std::string> read(outcome.texts.begin(), outcome.texts.end());
    EXPECT_THAT(read, testing::UnorderedElementsAreArray(
                          std::set<std::string>(served.begin(), served.end())))
        << each["id"].GetString();
  }
}

}  // namespace
}  // namespace grpcfg
