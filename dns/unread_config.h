// Service configs in a provider's file that are in no record that was read of it: in a resource of
// another type, a variable, a form of another tool.
// Promise: knows nothing of formats; it looks at all scalars of the text.
#ifndef GRPCFG_DNS_UNREAD_CONFIG_H_
#define GRPCFG_DNS_UNREAD_CONFIG_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "dns/zone_fault.h"
#include "schema/structured/structured.h"

namespace grpcfg {

// Where the scalars begin that records were made of, and those of records that no longer exist.
using ReadScalars = absl::flat_hash_set<uint32_t>;

// Adds a fault for each text with a service config that is none of `read`, for each name of a TXT
// record that nothing of which was read, and for each key that stands twice.
void AddUnreadConfigs(const Structured& document, const ReadScalars& read,
                      std::vector<ZoneFault>& faults);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_UNREAD_CONFIG_H_
