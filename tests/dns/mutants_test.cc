// Texts with bytes changed at random: nothing ends badly, and all that is found lies in the text.
#include <random>
#include <string>
#include <vector>

#include "dns/check_dns.h"
#include "dns/provider_reader.h"
#include "dns/record_formats.h"
#include "dns/zone_reader.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/validator/project/every_rule.h"

namespace grpcfg {
namespace {

constexpr size_t kMutants = 400;  // of each format

// Some bytes in place of others; the same for the same seed.
std::string Mutant(std::string text, std::mt19937& random) {
  constexpr absl::string_view kBytes = "\"\\()[]{};$@.:,'-*&|> \t\r\n01aT_\x80\xC3\0";
  for (size_t change = random() % 6 + 1; change > 0 && !text.empty(); --change) {
    const size_t at = random() % text.size();
    const char byte = kBytes[random() % kBytes.size()];
    if (random() % 3 == 0) {
      text.erase(at, random() % 8);
    } else if (random() % 2 == 0) {
      text.insert(at, random() % 4, byte);
    } else {
      text[at] = byte;
    }
  }
  return text;
}

void CheckMutant(const std::string& text, const DnsRecords& records) {
  static const std::vector<Target> kTargets = *ParseTargets("all");
  static const CheckPlan kPlan(kTargets, RulesAndProjectRules());
  for (const DnsFileReport& file : CheckDns(records, kPlan)) {
    for (const Diagnostic& found : file.report.diagnostics) {
      ASSERT_LE(found.primary.span.begin, found.primary.span.end) << text;
      ASSERT_LE(found.primary.span.end, text.size()) << found.rule << "\n" << text;
      ASSERT_FALSE(found.message.empty()) << text;
    }
  }
}

TEST(DnsMutantsTest, EveryFormatEndsWell) {
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same mutants each time
  for (const RecordFormat& format : RecordFormats()) {
    const std::string whole =
        format.name == "zone"
            ? ReadWhole("docs/examples/shop.example.zone")
            : format.write(
                  {.owner = "_grpc_config.shop.example.test.",
                   .zone = "example.test.",
                   .text = R"(grpc_config=[{"percentage":10,"serviceConfig":{"a":"b;c"}}])"});
    for (size_t i = 0; i < kMutants; ++i) {
      const std::string text = Mutant(whole, random);
      const DnsRecords records = format.name == "zone"
                                     ? ReadZone(text, {.path = "a"})
                                     : ReadProviderFile(text, format.name, {.path = "a"});
      CheckMutant(text, records);
    }
  }
}

}  // namespace
}  // namespace grpcfg
