#include "dns/serial.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dns/zone_reader.h"

namespace grpcfg {
namespace {

// A record by what clients get: owner, type, TTL, target and text.
using Content = std::tuple<std::string, RecordType, uint32_t, std::string, std::string>;

std::vector<Content> ContentOf(const DnsRecords& zone) {
  std::vector<Content> contents;
  for (const DnsRecord& record : zone.records) {
    if (record.type == RecordType::kSoa) continue;
    const bool is_txt = record.type == RecordType::kTxt;
    contents.emplace_back(zone.names[record.owner], record.type, record.ttl.value_or(0),
                          is_txt ? absl::string_view() : zone.names[record.target],
                          is_txt ? zone.ValueOf(record).octets : "");
  }
  std::sort(contents.begin(), contents.end());
  return contents;
}

// RFC 1982 3.2.
bool ComesAfter(uint32_t serial, uint32_t other) {
  constexpr uint32_t kHalf = uint32_t{1} << 31U;
  return serial != other && serial - other < kHalf;
}

}  // namespace

void CheckSerialSince(const DnsRecords& before, DnsRecords& zone) {
  if (!before.serial || !zone.serial || ComesAfter(*zone.serial, *before.serial)) return;
  if (ContentOf(before) == ContentOf(zone)) return;
  zone.faults.push_back({ZoneFaultKind::kSerialNotRaised, zone.serial_place.source,
                         zone.serial_place.span, absl::StrCat(*before.serial)});
  std::stable_sort(zone.faults.begin(), zone.faults.end(),
                   [](const ZoneFault& a, const ZoneFault& b) {
                     return std::tie(a.source, a.span.begin) < std::tie(b.source, b.span.begin);
                   });
}

absl::StatusOr<std::string> WithNextSerial(absl::string_view text) {
  const DnsRecords zone = ReadZone(text, {});
  if (!zone.serial || zone.serial_place.source != 0) {
    return absl::NotFoundError("it has no SOA record with a serial");
  }
  const Span place = zone.serial_place.span;
  return absl::StrCat(text.substr(0, place.begin), *zone.serial + 1, text.substr(place.end));
}

}  // namespace grpcfg
