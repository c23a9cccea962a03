// The zone reader against what real servers make of the same snippets.
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dns/zone_reader.h"
#include "dns/zone_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/zone_cases.h"

namespace grpcfg {
namespace {

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

Outcome OutcomeOf(const std::string& text, const ZoneIncludes& included) {
  ZoneOptions options = {.path = "a.zone", .origin = "example.test."};
  options.include = [&](const std::string& /*path*/,
                        const std::string& name) -> absl::StatusOr<IncludedText> {
    const auto found = included.find(name);
    if (found == included.end()) return absl::NotFoundError("there is no such file");
    return IncludedText{name, found->second};
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
  const ZoneIncludes included = IncludesOfZoneCases();
  size_t agreed = 0;
  for (const ZoneCase& each : ZoneCases()) {
    const Outcome outcome = OutcomeOf(each.text, included);
    if (each.by_bind != each.by_zscanner) continue;
    ++agreed;
    EXPECT_EQ(!outcome.is_refused, each.by_bind) << each.id;
  }
  EXPECT_EQ(agreed, 32U);
}

// BIND prints each RRset sorted, and a duplicate once.
TEST(ZoneVerdictsTest, ReadsWhatBindServes) {
  const ZoneIncludes included = IncludesOfZoneCases();
  for (const ZoneCase& each : ZoneCases()) {
    if (each.bind_txt.empty()) continue;
    const Outcome outcome = OutcomeOf(each.text, included);
    const std::set<std::string> read(outcome.texts.begin(), outcome.texts.end());
    const std::set<std::string> served(each.bind_txt.begin(), each.bind_txt.end());
    EXPECT_THAT(read, testing::UnorderedElementsAreArray(served)) << each.id;
  }
}

}  // namespace
}  // namespace grpcfg
