// The records of one name, and what else a zone has that decides whether clients meet them.
#ifndef GRPCFG_DNS_OWNER_RECORDS_H_
#define GRPCFG_DNS_OWNER_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dns/records.h"
#include "schema/clients/call_traits.h"

namespace grpcfg {

// Records by their owners, in the order of the names.
class ZoneIndex {
 public:
  explicit ZoneIndex(const DnsRecords& zone);

  // The records of each owner, as places in DnsRecords::records.
  [[nodiscard]] size_t owners() const { return begins_.size() - 1; }
  [[nodiscard]] absl::Span<const uint32_t> Of(size_t owner) const {
    return absl::MakeConstSpan(order_).subspan(begins_[owner], begins_[owner + 1] - begins_[owner]);
  }

  // True if there are records at the name itself, be they of types that are not kept.
  [[nodiscard]] bool HasRecords(absl::string_view name) const;

  // True if the owner has a record of that type.
  [[nodiscard]] bool Has(absl::string_view owner, RecordType type) const;

  // The name, above `owner` or itself, at which another zone begins; nothing: it is in this zone.
  [[nodiscard]] std::optional<absl::string_view> CutAbove(absl::string_view owner) const;

  [[nodiscard]] bool has_config() const { return has_config_; }

  // How many hosts have a name of configs, with records, and no records of their own.
  [[nodiscard]] size_t unknown_hosts() const { return unknown_hosts_; }

 private:
  const DnsRecords& zone_;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> begins_;
  std::vector<bool> has_records_;  // by name
  size_t unknown_hosts_ = 0;
  bool has_cuts_ = false;
  bool has_config_ = false;  // a TXT record at `_grpc_config.` and a host
};

// Those of one owner.
struct OwnerRecords {
  absl::string_view owner = {};
  std::vector<const DnsRecord*> txt = {};
  std::vector<TxtValue> values = {};  // of `txt`
  const DnsRecord* alias = nullptr;   // its CNAME; null: none
  const DnsRecord* dname = nullptr;   // the same

  // The whole of a record's data.
  [[nodiscard]] static DnsRecords::Place DataOf(const DnsRecord& record) {
    return {record.source, record.data};
  }
};

// Which clients look up TXT records at a name: those that do so at `_grpc_config.` and the host,
// and those that do so at the host itself.
struct Askers {
  bool prefixed = false;
  bool host = false;

  [[nodiscard]] bool Holds(TxtName name) const {
    return name == TxtName::kPrefixed ? prefixed : host;
  }
};

// True if `_grpc_config` is a label of the name, and not the first, so that no client looks there.
bool IsInsideConfigName(absl::string_view owner);

// The same for a first label that is much like `_grpc_config`.
bool IsLikeConfigName(absl::string_view owner);

// True if an expression of a template, `${host}`, is in the first label, which so may be any.
bool IsUnknownName(absl::string_view owner);

// True if clients may look up the name, or be led there: it is one of configs, a wildcard, or one
// of `behind_aliases`. Elsewhere TXT records without a config are of no concern.
bool MayBeAskedFor(absl::string_view owner, const absl::flat_hash_set<std::string>& behind_aliases);

// Which clients look up a name that no alias leads to.
Askers AskersByName(absl::string_view name);

// By owner: which clients look it up, or are led there by a CNAME (RFC 1034 3.6.2) or a wildcard.
std::vector<Askers> AskersOf(const DnsRecords& zone);

// Names with a config to which aliases lead from names that clients look up. What else is there
// counts too, although it would be skipped elsewhere.
absl::flat_hash_set<std::string> NamesBehindAliases(const DnsRecords& zone);

// Decodes what stands there.
OwnerRecords Gather(const DnsRecords& zone, absl::Span<const uint32_t> records);

// True if names are below a zone that the file does not say.
bool HasRelativeNames(const DnsRecords& zone);

// Lets each CNAME to a name that has no records lead to one that has: a file may call names of its
// zone without the zone, which it does not say, and by their whole names as targets.
void FindRelativeTargets(DnsRecords& zone);

// What a query is answered with.
class ZoneLookup {
 public:
  explicit ZoneLookup(const DnsRecords& zone);

  // The records of `name`, of what it is an alias of, by a CNAME or a DNAME above it, or of the
  // wildcard that stands for it (RFC 1034 3.6.2, RFC 6672 3.2, RFC 4592 3.3.1). Without an owner:
  // there are none.
  [[nodiscard]] OwnerRecords At(std::string name) const;

  // Where the aliases from `name` on lead to.
  struct AliasEnd {
    OwnerRecords records = {};  // without an owner: there are none
    std::string name = {};      // the last
    bool is_loop = false;       // the aliases have no end
  };
  [[nodiscard]] AliasEnd Follow(std::string name) const;

  // The same without decoding what stands there, which many names may lead to.
  struct AliasEndName {
    std::optional<uint32_t> owner = {};  // nothing: there are no records
    std::string name = {};
    bool is_loop = false;
  };
  [[nodiscard]] AliasEndName FollowNames(std::string name) const;

 private:
  [[nodiscard]] std::optional<std::string> Renamed(absl::string_view name) const;
  [[nodiscard]] std::optional<uint32_t> Exactly(absl::string_view name) const;
  [[nodiscard]] std::optional<uint32_t> AtOrWildcard(absl::string_view name) const;
  [[nodiscard]] std::optional<uint32_t> TargetAt(uint32_t owner) const;
  [[nodiscard]] bool Exists(absl::string_view name) const;

  const DnsRecords& zone_;
  ZoneIndex index_;
  absl::flat_hash_set<absl::string_view> existing_;  // names with records at them or below them
  absl::flat_hash_map<absl::string_view, absl::string_view> renamed_;  // of DNAMEs: owner, target
};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_OWNER_RECORDS_H_
