#include "dns/names_asked_for.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "dns/record_checks.h"

namespace grpcfg {
namespace {

// DNAMEs that lead to each other make names without end; those of fewer steps come first.
constexpr size_t kMostRenamed = 100000;

// The names of a zone that clients may look up, or that lead there.
class NamesAskedFor {
 public:
  explicit NamesAskedFor(const NamesQuery& query) {
    const DnsRecords& zone = query.zone;
    for (const DnsRecord& record : zone.records) AddHost(zone.names[record.owner]);
    for (const uint32_t owner : zone.other_owners) AddHost(zone.names[owner]);
    of_zone_ = names_.size();
    for (const std::string& name : query.more) Add(name);
    AddRenamed(zone);
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  // So many of them, the first, are there whatever they lead to.
  [[nodiscard]] size_t of_zone() const { return of_zone_; }

 private:
  // As they are called by the DNAMEs that lead to what is above them.
  void AddRenamed(const DnsRecords& zone) {
    absl::flat_hash_map<absl::string_view, std::vector<absl::string_view>> owners;  // by target
    for (const DnsRecord& record : zone.records) {
      if (record.type != RecordType::kDname) continue;
      owners[zone.names[record.target]].push_back(zone.names[record.owner]);
    }
    const size_t most = owners.empty() ? 0 : names_.size() + kMostRenamed;
    for (size_t i = 0; i < names_.size() && names_.size() < most; ++i) {
      const std::string name = names_[i];
      for (absl::string_view above = ParentOf(name); !above.empty(); above = ParentOf(above)) {
        const auto found = owners.find(above);
        if (found != owners.end()) {
          for (const absl::string_view owner : found->second) Add(Moved(name, above, owner));
        }
      }
    }
  }

  void Add(std::string name) {
    if (WireSize(name) > kMostNameOctets || !seen_.insert(name).second) return;
    names_.push_back(std::move(name));
  }

  void AddHost(absl::string_view name) {
    Add(std::string(name));
    const Askers askers = AskersByName(name);
    if (askers.host && !askers.prefixed) Add(absl::StrCat(kConfigLabel, ".", name));
  }

  std::vector<std::string> names_;
  size_t of_zone_ = 0;
  absl::flat_hash_set<std::string> seen_;
};

using VerdictsOfRecords = absl::btree_map<std::string, std::vector<Verdict>>;

// Those of the targets that look up `name`, on what it leads to.
std::vector<Verdict> VerdictsAt(absl::string_view name, absl::Span<const Target> targets,
                                absl::string_view owner, const VerdictsOfRecords& of_owners) {
  std::vector<Verdict> verdicts(targets.size(), Verdict::kAccepts);
  const auto found = of_owners.find(owner);
  if (found == of_owners.end()) return verdicts;
  const Askers askers = AskersByName(name);
  for (size_t i = 0; i < targets.size(); ++i) {
    if (Reads(*targets[i].profile, askers)) verdicts[i] = found->second[i];
  }
  return verdicts;
}

bool AreGood(absl::Span<const Verdict> verdicts) {
  return absl::c_all_of(verdicts, [](Verdict verdict) { return verdict == Verdict::kAccepts; });
}

class VerdictsOfNames {
 public:
  explicit VerdictsOfNames(const NamesQuery& query)
      : query_(query), lookup_(query.zone), asked_(query) {
    for (const std::string& name : asked_.names()) {
      const std::optional<uint32_t> owner = lookup_.FollowNames(name).owner;
      owners_.emplace(name, owner ? query.zone.names[*owner] : absl::string_view());
    }
  }

  // `report` has the verdicts on owners.
  void AddTo(Report& report) const {
    const VerdictsOfRecords of_owners = report.verdicts_of_records;
    if (of_owners.empty()) return;
    for (size_t i = 0; i < asked_.names().size(); ++i) {
      const std::string& name = asked_.names()[i];
      const absl::string_view owner = owners_.at(name);
      std::vector<Verdict> verdicts = VerdictsAt(name, query_.targets, owner, of_owners);
      const bool leads_on = owner != name;
      if (leads_on && of_owners.contains(name)) report.verdicts_of_records[name] = verdicts;
      if (leads_on && !AreGood(verdicts)) {
        report.verdicts_of_records[name] = std::move(verdicts);
        report.also_about[std::string(owner)].insert(name);
      } else if (!owner.empty() || i < asked_.of_zone()) {
        AddIfGuarded(name, of_owners, report);
      }
    }
  }

 private:
  // Says that a good name is there, if a wildcard above it leads to a worse verdict.
  void AddIfGuarded(const std::string& name, const VerdictsOfRecords& of_owners,
                    Report& report) const {
    for (absl::string_view above = ParentOf(name); !above.empty(); above = ParentOf(above)) {
      const auto wildcard = owners_.find(absl::StrCat("*.", above));
      const bool is_worse = wildcard != owners_.end() && wildcard->first != name &&
                            !AreGood(VerdictsAt(name, query_.targets, wildcard->second, of_owners));
      if (is_worse) {
        report.verdicts_of_records.try_emplace(name, query_.targets.size(), Verdict::kAccepts);
        return;
      }
    }
  }

  const NamesQuery& query_;
  const ZoneLookup lookup_;
  const NamesAskedFor asked_;
  absl::flat_hash_map<std::string, absl::string_view> owners_;  // where each name leads to
};

}  // namespace

void AddVerdictsOfNames(const NamesQuery& query, std::vector<DnsFileReport>& reports) {
  const bool are_good = absl::c_all_of(
      reports, [](const DnsFileReport& each) { return each.report.verdicts_of_records.empty(); });
  if (are_good) return;
  const VerdictsOfNames of_names(query);
  for (DnsFileReport& each : reports) of_names.AddTo(each.report);
}

}  // namespace grpcfg
