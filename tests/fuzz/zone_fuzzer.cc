// libFuzzer target for zone files. Input: the text of one.
// Checks: no crash, no endless loop; every finding has words and lies in the text; what a record
// holds is no longer than what it is written in, but for what $GENERATE makes; what a client asks
// for, gets and refuses is an error of the check.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"
#include "dns/check_dns.h"
#include "dns/host_selection.h"
#include "dns/zone_reader.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/cli/rule_flags.h"

namespace grpcfg {
namespace {

constexpr size_t kMostBytes = 8192;

// An include gives what is left of the text, so that files may include each other.
ZoneOptions OptionsFor(absl::string_view text) {
  ZoneOptions options = {.path = "fuzz.zone", .origin = "example.test."};
  options.include = [text](const std::string& /*from*/,
                           const std::string& name) -> absl::StatusOr<IncludedText> {
    if (name.size() % 2 == 0) return absl::NotFoundError("there is no such file");
    return IncludedText{name, std::string(text.substr(text.size() / 2))};
  };
  return options;
}

void CheckValues(const DnsRecords& zone) {
  for (const DnsRecord& record : zone.records) {
    if (record.type != RecordType::kTxt) continue;
    const TxtValue value = zone.ValueOf(record);
    Require(value.octets.size() <= record.data.size());
    const auto end = static_cast<uint32_t>(value.octets.size());
    const DnsRecords::Place place = zone.InFile(record.source, value.map.SourceOf({0, end}));
    Require(IsInside(place.span, zone.sources[place.source].text));
  }
}

void CheckZone(absl::string_view text) {
  if (text.size() > kMostBytes) return;
  static const std::vector<Target> kTargets = *ParseTargets("all");
  static const CheckPlan kPlan(kTargets, EveryRule());
  const DnsRecords zone = ReadZone(text, OptionsFor(text));
  CheckValues(zone);
  size_t errors = 0;
  for (const DnsFileReport& file : CheckDns(zone, kPlan)) {
    errors += file.report.Count(Severity::kError);
    for (const Diagnostic& found : file.report.diagnostics) {
      CheckDiagnostic(found, zone.sources[file.source].text);
    }
  }
  const SelectionRequest request;
  for (const absl::string_view host : {"a.example.test.", "b.a.example.test."}) {
    const HostSelection selected = SelectForHost(zone, {host, kTargets, request, EveryRule()});
    for (const Selection& selection : selected.selections) {
      Require(!selection.reason.empty());
      const bool refuses = absl::c_any_of(selection.shares, [](const SelectedShare& share) {
        return share.outcome == SelectionOutcome::kError;
      });
      Require(!refuses || errors > 0);
    }
  }
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  grpcfg::CheckZone({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
