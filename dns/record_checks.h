// The checks of the rules about records: each looks at one owner, or at one record of it.
#ifndef GRPCFG_DNS_RECORD_CHECKS_H_
#define GRPCFG_DNS_RECORD_CHECKS_H_

#include <cstddef>

#include "dns/dns_findings.h"
#include "dns/owner_records.h"
#include "dns/provider_limits.h"
#include "dns/records.h"

namespace grpcfg {

// What all checks of an owner work on.
struct OwnerContext {
  const DnsRecords& zone;
  const ZoneIndex& index;
  const OwnerRecords& records;
  DnsFindings& findings;
  const ProviderLimit* provider = nullptr;  // null: none was named
};

// rules_names.cc: where the records are. For every owner that has any.
void CheckNames(const OwnerContext& context);

// True if a config at a host itself is where it should be: for grpc-js, which looks there, beside
// the same host's record for all others, or if no other client is selected.
bool IsForHostReaders(const OwnerContext& context);

// The rest is for owners that clients look up.
// rules_values.cc: several records, and how each is cut.
void CheckValues(const OwnerContext& context);
// rules_sizes.cc.
void CheckSizes(const OwnerContext& context);

// rules_providers.cc.
void CheckProvider(const OwnerContext& context);

// Takes out of a report on the value of `records.txt[record]` what a rule of ours says better, and
// says that.
void CheckReport(const OwnerContext& context, size_t record, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_RECORD_CHECKS_H_
