// The files of DNS providers and their tools as records.
// Promise: never fails. What is not of the format is a fault; records of other types are skipped.
#ifndef GRPCFG_DNS_PROVIDER_READER_H_
#define GRPCFG_DNS_PROVIDER_READER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "dns/records.h"

namespace grpcfg {

struct ProviderOptions {
  std::string path = {};    // of the text, as reports call it
  std::string origin = {};  // canonical, of relative names; empty: not known
  std::string host = {};    // canonical: of a raw text, which has no name
};

// True if there is such a format; see record_formats.h for the names. `zone` is none of them.
bool IsProviderFormat(absl::string_view format);

// The format that a JSON or YAML text looks like; empty if it looks like none.
absl::string_view FindProviderFormat(absl::string_view text);

// `text`, in a format for which IsProviderFormat holds, must outlive the result.
DnsRecords ReadProviderFile(absl::string_view text, absl::string_view format,
                            const ProviderOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_PROVIDER_READER_H_
