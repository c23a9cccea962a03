// Texts in which no DNS records are read: what they are, and what to do with them.
#ifndef GRPCFG_DNS_UNREAD_TEXT_H_
#define GRPCFG_DNS_UNREAD_TEXT_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "dns/records.h"
#include "dns/zone_fault.h"

namespace grpcfg {

// Of what was read as a zone file, and is none: one fault that says what it is, in place of all
// others. The first source is its text.
void NameForeignText(DnsRecords& zone);

// Of a text without a record in the provider's format `format`: that it is in another form.
// Nothing: it does not look like one.
std::optional<ZoneFault> FaultOfOtherForm(absl::string_view text, absl::string_view format);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_UNREAD_TEXT_H_
