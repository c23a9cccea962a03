// DNS records checked: the records themselves, and each service config in them as every config is.
// Promise: whatever is found lies in the text of a file, however it was written there.
#ifndef GRPCFG_DNS_CHECK_DNS_H_
#define GRPCFG_DNS_CHECK_DNS_H_

#include <cstdint>
#include <vector>

#include "dns/records.h"
#include "validator/checked_for.h"
#include "validator/report.h"

namespace grpcfg {

struct DnsFileReport {
  uint32_t source;  // of the records: its path and its text
  Report report;
};

// A report for each file that was read, that of the first one first. `asked.needed` must not be
// kVerdicts or kPlaces.
std::vector<DnsFileReport> CheckDns(const DnsRecords& zone, const CheckedFor& asked);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_CHECK_DNS_H_
