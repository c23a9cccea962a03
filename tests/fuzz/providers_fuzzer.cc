// libFuzzer target for the files of DNS providers. Input: a byte that chooses the format, and a
// text. Checks: no crash, no endless loop; every finding has words and lies in the text; what can
// be encoded is read back as it was.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "dns/check_dns.h"
#include "dns/encode.h"
#include "dns/provider_reader.h"
#include "dns/record_formats.h"
#include "dns/zone_reader.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/cli/rule_flags.h"

namespace grpcfg {
namespace {

constexpr size_t kMostBytes = 8192;
constexpr char kHost[] = "shop.example.test.";

DnsRecords ReadAs(absl::string_view text, absl::string_view format) {
  return format == "zone"
             ? ReadZone(text, {.path = "fuzz", .origin = "example.test."})
             : ReadProviderFile(text, format,
                                {.path = "fuzz", .origin = "example.test.", .host = kHost});
}

// A config goes through the format and comes back.
void CheckRoundTrip(absl::string_view text, const RecordFormat& format) {
  const absl::StatusOr<EncodedChoices> encoded = EncodeChoices(text, {});
  if (!encoded.ok()) return;
  const RecordToWrite record = {
      .owner = "_grpc_config.shop.example.test.", .zone = "example.test.", .text = encoded->text};
  const std::string written = format.write(record);
  const DnsRecords read = ReadAs(written, format.name);
  Require(read.records.size() == 1);
  Require(read.names[read.records[0].owner] == record.owner);
  Require(read.ValueOf(read.records[0]).octets == record.text);
}

void CheckFile(absl::string_view text, const RecordFormat& format) {
  static const std::vector<Target> kTargets = *ParseTargets("all");
  static const CheckPlan kPlan(kTargets, EveryRule());
  const DnsRecords records = ReadAs(text, format.name);
  for (const DnsFileReport& file :
       CheckDns(records, kPlan, {.provider = FindProviderLimit("route53")})) {
    for (const Diagnostic& found : file.report.diagnostics) CheckDiagnostic(found, text);
  }
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size == 0 || size > grpcfg::kMostBytes) return 0;
  const auto& formats = grpcfg::RecordFormats();
  const grpcfg::RecordFormat& format = formats[bytes[0] % formats.size()];
  const absl::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  grpcfg::CheckFile(text, format);
  grpcfg::CheckRoundTrip(text, format);
  return 0;
}
