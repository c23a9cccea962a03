// Texts of DNS tools that are neither JSON nor YAML, as trees of the same kind: what the readers of
// provider_formats.cc take is in the same members as in the JSON of the tool.
// Promise: never fails; literals only. What an expression stands for is a scalar with
// `is_expression`. What is in no record is in the tree too, so that a config in it is found.
#ifndef GRPCFG_DNS_TOOL_TEXTS_H_
#define GRPCFG_DNS_TOOL_TEXTS_H_

#include "absl/strings/string_view.h"
#include "schema/structured/structured.h"

namespace grpcfg {

// Terraform's HCL: blocks as its JSON has them, each in a list.
StructuredText ReadHcl(absl::string_view text);

// The calls TXT(), CNAME() and so on of a dnsconfig.js, as `dnscontrol print-ir` has them.
StructuredText ReadDnsconfig(absl::string_view text);

// What `update add` adds, as a list of record sets of Google.
StructuredText ReadNsupdate(absl::string_view text);

// `gcloud dns record-sets create`, `update` and `transaction add`, as a list of record sets.
StructuredText ReadGcloudCommands(absl::string_view text);

// `az network dns record-set txt add-record`, as `dnscontrol print-ir` has records.
StructuredText ReadAzCommands(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_TOOL_TEXTS_H_
