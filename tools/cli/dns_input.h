// DNS records as `check`, `dns check` and `dns select` take them: flags, files that are included,
// and what is found in them.
#ifndef GRPCFG_TOOLS_CLI_DNS_INPUT_H_
#define GRPCFG_TOOLS_CLI_DNS_INPUT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dns/provider_limits.h"
#include "dns/records.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"
#include "validator/project/baseline.h"

namespace grpcfg {

class Command;

struct DnsFlags {
  bool is_dns = false;  // the input holds DNS records; false: only if it looks like that
  std::string format = "auto";
  std::string origin;         // empty: as the text says
  std::string include_root;   // empty: the directory of the file
  std::string provider;       // whose limits apply; empty: no limits apply
  size_t provider_limit = 0;  // in place of that of the provider; 0: that one
  std::string host;           // canonical: of a raw text; empty: not known
};

// The names of dns/record_formats.h.
std::vector<std::string> RecordFormatNames();

// Adds --input-format, --origin and --include-root.
void AddDnsFlags(Command& command, DnsFlags& flags);

// Adds --provider and --provider-limit.
void AddProviderFlags(Command& command, DnsFlags& flags);

// What they say; where they name no provider, the limits of `usual`. Nothing: there are none.
std::optional<ProviderLimit> ProviderOf(const DnsFlags& flags, absl::string_view usual);

// A canonical name for one that a user wrote; empty stays empty. Errors: InvalidArgument for what
// is not a domain name.
absl::StatusOr<std::string> NameOfFlag(absl::string_view flag, absl::string_view name);

// The same for a host whose config clients look up. Errors: also for what has `_grpc_config.`
// already, an address, and a name with a wildcard.
absl::StatusOr<std::string> HostOfFlag(absl::string_view flag, absl::string_view name);

// True if `text` holds DNS records: as `flags` say, or for `kind` auto as it looks.
bool HoldsRecords(absl::string_view text, absl::string_view kind, const DnsFlags& flags);

// The records in `text`, which must outlive them; `path` is as passed to open(). Adds to `absent`,
// if there is one, the files that would be included in place of others. Errors: see NameOfFlag.
absl::StatusOr<DnsRecords> ReadRecords(const std::string& path, absl::string_view text,
                                       const DnsFlags& flags,
                                       std::vector<std::string>* absent = nullptr);

// The paths of the files that records come from beside the first, which is at `path`.
std::vector<std::string> IncludedBy(const DnsRecords& zone, const std::string& path);

// The files that a zone file includes.
struct IncludedFiles {
  std::vector<std::string> paths;  // also those that would be included in place of others, if there
  bool is_whole = true;            // none that is named is skipped because it cannot be read
};

// Empty for what holds no records, or cannot be read. `kind`: see HoldsRecords.
IncludedFiles FindIncludedFiles(const std::string& path, absl::string_view kind,
                                const DnsFlags& flags);

// What was found in a file that another one includes.
struct IncludedReport {
  std::string path;
  std::string text;
  Report report;
};

struct CheckedRecords {
  bool has_config = false;          // a service config that a target looks up
  size_t at_config_names = 0;       // TXT records at `_grpc_config.` and a host
  std::vector<std::string> absent;  // hosts of RecordsPlan::expected without a config
  Report report;                    // of the text itself
  std::vector<IncludedReport> included;
};

// By what records are checked.
struct RecordsPlan {
  const CheckPlan& plan;
  const Baseline* baseline = nullptr;           // null: none; else see DnsCheckOptions
  absl::Span<const std::string> expected = {};  // canonical hosts
  const DnsRecords* before = nullptr;           // see CheckSerialSince; null: not known
};

// Errors: see ReadRecords.
absl::StatusOr<CheckedRecords> CheckRecords(const std::string& path, absl::string_view text,
                                            const DnsFlags& flags, const RecordsPlan& by);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_DNS_INPUT_H_
