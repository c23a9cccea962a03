// DNS records checked: the records themselves, and each service config in them as every config is.
// Promise: whatever is found lies in the text of a file, however it was written there.
#ifndef GRPCFG_DNS_CHECK_DNS_H_
#define GRPCFG_DNS_CHECK_DNS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dns/provider_limits.h"
#include "dns/records.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"

namespace grpcfg {

struct DnsFileReport {
  uint32_t source;  // of the records: its path and its text
  Report report;
};

struct DnsCheckOptions {
  const ProviderLimit* provider = nullptr;  // whose limits apply too; null: none
  size_t jobs = 1;                          // threads, for zones with many records
  // Of the records of a baseline: for it verdicts are also of the names that clients look up, these
  // included. Null: of owners only.
  const std::vector<std::string>* known_names = nullptr;
};

// True if the records have a service config that one of the targets looks up.
bool HasConfigFor(const DnsRecords& zone, absl::Span<const Target> targets);

// A report for each file that was read, that of the first one first. `plan.needed` must not be
// kVerdicts. The same whatever `jobs` is.
std::vector<DnsFileReport> CheckDns(const DnsRecords& zone, const CheckPlan& plan,
                                    const DnsCheckOptions& options = {});

}  // namespace grpcfg

#endif  // GRPCFG_DNS_CHECK_DNS_H_
