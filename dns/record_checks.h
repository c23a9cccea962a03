// The checks of the rules about records: each looks at one owner, or at one record of it.
#ifndef GRPCFG_DNS_RECORD_CHECKS_H_
#define GRPCFG_DNS_RECORD_CHECKS_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "dns/dns_findings.h"
#include "dns/owner_records.h"
#include "dns/provider_limits.h"
#include "dns/records.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

// ---- What rows of several families have in common. For the rules_*.cc of this room only.

// A master file with nothing wrong in it.
inline constexpr absl::string_view kGoodZone = R"($ORIGIN example.test.
$TTL 300
@ SOA ns1 admin 1 3600 900 604800 60
_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{}}]"
)";

// The clients that never look up TXT records.
inline constexpr Cell kDotnetAsksForNone = {Effect::kAccepts,
                                            "grpc-dotnet Balancer/DnsResolver.cs: no TXT"};
inline constexpr Cell kGapicAsksForNone = {Effect::kAccepts, "generators read files"};

// ---- Checks

// The selected targets that read the records of one name.
struct Readers {
  std::vector<Target> targets = {};
  std::vector<size_t> places = {};     // of each among all that are selected
  std::vector<size_t> others = {};     // places of those that do not read them
  std::optional<CheckPlan> plan = {};  // for them; nothing: there are none
};

// True if the client meets TXT records, and looks them up as some of `askers`.
bool Reads(const ProfileAt& client, const Askers& askers);

// What all checks of an owner work on.
struct OwnerContext {
  const DnsRecords& zone;
  const ZoneIndex& index;
  const OwnerRecords& records;
  DnsFindings& findings;
  const ProviderLimit* provider = nullptr;  // null: none was named
  Askers askers = {};                       // at the owner
  const Readers* readers = nullptr;         // those of the askers that are selected
  bool has_prefixed_readers = false;        // a selected client looks up `_grpc_config.`
  const ZoneLookup* lookup = nullptr;       // null: no alias, and not a whole zone with a config

  // A finding on what clients read here: see DnsFindings. Nothing, if it affects others only.
  void Add(absl::string_view rule, DnsRecords::Place place, Diagnostic words) const;
  void AddDeciding(absl::string_view rule, DnsRecords::Place place, Diagnostic words) const;
  // The same for every client.
  void AddForAll(absl::string_view rule, DnsRecords::Place place, Diagnostic words) const;
};

// rules_names.cc: where the records are. For every owner that has any.
void CheckNames(const OwnerContext& context);

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
