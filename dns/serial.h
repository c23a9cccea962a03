// The serial of a zone's SOA, by which secondaries see that there is something to transfer.
#ifndef GRPCFG_DNS_SERIAL_H_
#define GRPCFG_DNS_SERIAL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dns/records.h"

namespace grpcfg {

// Adds a fault if `zone` has other records for clients than `before`, and a serial that does not
// come after that of `before` (RFC 1982). Nothing, where one of them has no serial.
void CheckSerialSince(const DnsRecords& before, DnsRecords& zone);

// The text of a zone file with the next serial in place of its own. Errors: NotFound for a text
// without an SOA record.
absl::StatusOr<std::string> WithNextSerial(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_SERIAL_H_
