// What each client gets of the records of one host, for people and for programs.
#ifndef GRPCFG_DNS_HOST_SELECTION_H_
#define GRPCFG_DNS_HOST_SELECTION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dns/records.h"
#include "dns/selection.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

struct HostSelection {
  std::string name;                        // the host, as the user wrote it
  std::vector<std::string> targets;        // as the user spelled them
  std::vector<Selection> selections = {};  // one per target
  std::vector<std::string> lookups = {};   // whether each looks up, and where
  std::vector<std::string> warnings = {};  // of the host as a whole
};

// For which host and which clients. All must outlive the call.
struct HostQuery {
  absl::string_view host;  // canonical
  absl::Span<const Target> targets;
  const SelectionRequest& request;
  const RuleSet& rules;  // which word the reason of an error
};

// What the zone has at `_grpc_config.` and the host, through CNAMEs, DNAMEs and wildcards: see
// ZoneLookup.
HostSelection SelectForHost(const DnsRecords& zone, const HostQuery& query);

void AppendSelectionText(const HostSelection& selected, std::string& out);
void AppendSelectionJson(const HostSelection& selected, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_HOST_SELECTION_H_
