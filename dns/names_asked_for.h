// What targets do with the records to which each name leads that clients look up: an alias, a name
// below a DNAME, one that a wildcard stands for.
#ifndef GRPCFG_DNS_NAMES_ASKED_FOR_H_
#define GRPCFG_DNS_NAMES_ASKED_FOR_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dns/check_dns.h"
#include "dns/records.h"
#include "validator/engine/target.h"

namespace grpcfg {

struct NamesQuery {
  const DnsRecords& zone;
  absl::Span<const Target> targets;
  const std::vector<std::string>& more;  // names beside those that the zone has; canonical
};

// Adds to reports that have the verdicts on owners those on the names that lead there, and which
// names these are. Records that a DNAME hides have the verdicts of what is there instead. A name
// with a verdict as good as any is added if a wildcard above it leads to a worse one: that is what
// its clients get once its records are removed.
void AddVerdictsOfNames(const NamesQuery& query, std::vector<DnsFileReport>& reports);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_NAMES_ASKED_FOR_H_
