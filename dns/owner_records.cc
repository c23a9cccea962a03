#include "dns/owner_records.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"

namespace grpcfg {
namespace {

// Servers follow no longer chain of aliases.
constexpr size_t kMostAliases = 16;

}  // namespace

ZoneIndex::ZoneIndex(const DnsRecords& zone)
    : zone_(zone), order_(zone.records.size()), has_records_(zone.names.size()) {
  for (const uint32_t owner : zone.other_owners) has_records_[owner] = true;
  begins_.assign(zone.names.size() + 1, 0);
  for (const DnsRecord& record : zone.records) ++begins_[record.owner + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<uint32_t> next(begins_.begin(), begins_.end() - 1);
  for (uint32_t i = 0; i < zone.records.size(); ++i) {
    const DnsRecord& record = zone.records[i];
    order_[next[record.owner]++] = i;
    has_records_[record.owner] = true;
    has_cuts_ |= record.type == RecordType::kNs && record.owner != zone.apex;
    has_config_ |= record.type == RecordType::kTxt && HostOfOwner(zone.names[record.owner]);
  }
  for (uint32_t name = 0; name < zone.names.size(); ++name) {
    const auto host = has_records_[name] ? HostOfOwner(zone.names[name]) : std::nullopt;
    if (host && !HasRecords(*host)) ++unknown_hosts_;
  }
}

bool ZoneIndex::HasRecords(absl::string_view name) const {
  const std::optional<uint32_t> id = zone_.names.Find(name);
  return id && has_records_[*id];
}

bool ZoneIndex::Has(absl::string_view owner, RecordType type) const {
  const std::optional<uint32_t> name = zone_.names.Find(owner);
  if (!name) return false;
  const absl::Span<const uint32_t> records = Of(*name);
  return std::any_of(records.begin(), records.end(),
                     [&](uint32_t record) { return zone_.records[record].type == type; });
}

std::optional<absl::string_view> ZoneIndex::CutAbove(absl::string_view owner) const {
  // Without an apex an NS record may be that of the zone itself.
  if (!has_cuts_ || !zone_.apex) return std::nullopt;
  const absl::string_view apex = zone_.names[*zone_.apex];
  std::optional<absl::string_view> cut;
  for (absl::string_view name = owner; !name.empty() && name != apex; name = ParentOf(name)) {
    if (Has(name, RecordType::kNs)) cut = name;
  }
  return cut;
}

OwnerRecords Gather(const DnsRecords& zone, absl::Span<const uint32_t> records) {
  OwnerRecords of_owner;
  absl::flat_hash_set<std::pair<std::string, std::vector<uint32_t>>> seen;
  for (const uint32_t i : records) {
    const DnsRecord& record = zone.records[i];
    of_owner.owner = zone.names[record.owner];
    if (record.type == RecordType::kCname) of_owner.alias = &record;
    if (record.type == RecordType::kDname) of_owner.dname = &record;
    if (record.type != RecordType::kTxt) continue;
    TxtValue value = zone.ValueOf(record);
    // A record that stands twice is one (RFC 2181 5).
    if (!seen.emplace(value.octets, value.string_sizes).second) continue;
    of_owner.txt.push_back(&record);
    of_owner.values.push_back(std::move(value));
  }
  return of_owner;
}

Askers AskersByName(absl::string_view name) {
  if (HostOfOwner(name)) return {.prefixed = true};
  const absl::string_view first = FirstLabel(name);
  if (first == "*" || IsUnknownName(name)) return {.prefixed = true, .host = true};
  return {.host = !absl::StartsWith(first, "_") && !IsLikeConfigName(name)};
}

std::vector<Askers> AskersOf(const DnsRecords& zone) {
  std::vector<Askers> askers;
  askers.reserve(zone.names.size());
  for (uint32_t name = 0; name < zone.names.size(); ++name) {
    askers.push_back(AskersByName(zone.names[name]));
  }
  std::vector<const DnsRecord*> aliases;
  for (const DnsRecord& record : zone.records) {
    if (record.type == RecordType::kCname) aliases.push_back(&record);
  }
  for (size_t step = 0; step < kMostAliases; ++step) {
    for (const DnsRecord* const alias : aliases) {
      Askers& target = askers[alias->target];
      target.prefixed |= askers[alias->owner].prefixed;
      target.host |= askers[alias->owner].host;
    }
  }
  // What a CNAME leads to may be below a DNAME, which leads on.
  const bool has_dname = absl::c_any_of(
      zone.records, [](const DnsRecord& record) { return record.type == RecordType::kDname; });
  if (!has_dname) return askers;
  const ZoneLookup lookup(zone);
  for (const DnsRecord* const alias : aliases) {
    const absl::string_view owner = zone.names[alias->owner];
    const std::optional<uint32_t> end = lookup.FollowNames(std::string(owner)).owner;
    if (!end) continue;
    askers[*end].prefixed |= AskersByName(owner).prefixed;
    askers[*end].host |= AskersByName(owner).host;
  }
  return askers;
}

bool IsLikeConfigName(absl::string_view owner) {
  const absl::string_view first = FirstLabel(owner);
  return IsInsideConfigName(owner) ||
         (absl::StrContains(first, "grpc") && absl::StrContains(first, "conf"));
}

bool IsUnknownName(absl::string_view owner) {
  const absl::string_view first = FirstLabel(owner);
  return absl::StrContains(first, R"(\$\{)") || absl::StrContains(first, R"(\%\{)");
}

bool MayBeAskedFor(absl::string_view owner,
                   const absl::flat_hash_set<std::string>& behind_aliases) {
  return absl::StrContains(owner, kConfigLabel) || absl::StartsWith(owner, "*") ||
         behind_aliases.contains(owner);
}

bool IsInsideConfigName(absl::string_view owner) {
  static const std::string kInside = absl::StrCat(".", kConfigLabel, ".");
  return absl::StrContains(owner, kInside);
}

bool HasRelativeNames(const DnsRecords& zone) {
  const auto is_relative = [&](uint32_t name) { return !absl::EndsWith(zone.names[name], "."); };
  return absl::c_any_of(zone.records, [&](const DnsRecord& record) {
    const bool has_target = record.type != RecordType::kTxt && record.type != RecordType::kSoa;
    return is_relative(record.owner) || (has_target && is_relative(record.target));
  });
}

absl::flat_hash_set<std::string> NamesBehindAliases(const DnsRecords& zone) {
  std::vector<absl::string_view> aliases;
  absl::flat_hash_set<uint32_t> with_txt;
  for (const DnsRecord& record : zone.records) {
    if (record.type == RecordType::kTxt) with_txt.insert(record.owner);
    const absl::string_view owner = zone.names[record.owner];
    if (record.type == RecordType::kCname && AskersByName(owner).prefixed) aliases.push_back(owner);
  }
  absl::flat_hash_set<std::string> names;
  if (aliases.empty()) return names;
  const ZoneLookup lookup(zone);
  for (const absl::string_view alias : aliases) {
    const std::optional<uint32_t> end = lookup.FollowNames(std::string(alias)).owner;
    if (!end) continue;
    const absl::string_view name = zone.names[*end];
    if (!AskersByName(name).prefixed && with_txt.contains(*end)) names.emplace(name);
  }
  return names;
}

void FindRelativeTargets(DnsRecords& zone) {
  absl::flat_hash_set<uint32_t> owners;
  for (const DnsRecord& record : zone.records) owners.insert(record.owner);
  for (DnsRecord& record : zone.records) {
    if (record.type != RecordType::kCname || owners.contains(record.target)) continue;
    const auto take = [&](absl::string_view name) {
      const std::optional<uint32_t> found = zone.names.Find(name);
      if (!found || *found == record.owner || !owners.contains(*found)) return false;
      record.target = *found;
      return true;
    };
    absl::string_view name = zone.names[record.target];
    for (size_t dot = name.rfind('.'); dot != absl::string_view::npos; dot = name.rfind('.')) {
      name = name.substr(0, dot);
      if (take(name) || take(absl::StrCat(name, "."))) break;
    }
  }
}

OwnerRecords ZoneLookup::At(std::string name) const {
  return std::move(Follow(std::move(name)).records);
}

ZoneLookup::ZoneLookup(const DnsRecords& zone) : zone_(zone), index_(zone) {
  const auto add = [&](uint32_t owner) {
    absl::string_view name = zone.names[owner];
    while (!name.empty() && existing_.insert(name).second) name = ParentOf(name);
  };
  for (const DnsRecord& record : zone.records) {
    add(record.owner);
    if (record.type == RecordType::kDname) {
      renamed_.emplace(zone.names[record.owner], zone.names[record.target]);
    }
  }
  for (const uint32_t owner : zone.other_owners) add(owner);
}

// The highest DNAME above hides those below it, as all else there.
std::optional<std::string> ZoneLookup::Renamed(absl::string_view name) const {
  std::optional<std::string> renamed;
  if (renamed_.empty()) return renamed;
  for (absl::string_view above = ParentOf(name); !above.empty(); above = ParentOf(above)) {
    const auto found = renamed_.find(above);
    if (found != renamed_.end()) renamed = Moved(name, above, found->second);
  }
  return renamed;
}

ZoneLookup::AliasEnd ZoneLookup::Follow(std::string name) const {
  AliasEndName end = FollowNames(std::move(name));
  return {.records = end.owner ? Gather(zone_, index_.Of(*end.owner)) : OwnerRecords{},
          .name = std::move(end.name),
          .is_loop = end.is_loop};
}

ZoneLookup::AliasEndName ZoneLookup::FollowNames(std::string name) const {
  for (size_t aliases = 0; aliases < kMostAliases; ++aliases) {
    if (std::optional<std::string> renamed = Renamed(name)) {
      if (WireSize(*renamed) > kMostNameOctets) return {.name = std::move(name)};  // YXDOMAIN
      name = *std::move(renamed);
      continue;
    }
    const std::optional<uint32_t> owner = AtOrWildcard(name);
    const std::optional<uint32_t> target = owner ? TargetAt(*owner) : std::nullopt;
    if (!target) return {.owner = owner, .name = std::move(name)};
    name = std::string(zone_.names[*target]);
  }
  return {.name = std::move(name), .is_loop = true};
}

// Where its CNAME leads to; nothing: it has none, or TXT records, which servers give first.
std::optional<uint32_t> ZoneLookup::TargetAt(uint32_t owner) const {
  std::optional<uint32_t> target;
  for (const uint32_t i : index_.Of(owner)) {
    const DnsRecord& record = zone_.records[i];
    if (record.type == RecordType::kTxt) return std::nullopt;
    if (record.type == RecordType::kCname) target = record.target;
  }
  return target;
}

std::optional<uint32_t> ZoneLookup::Exactly(absl::string_view name) const {
  const std::optional<uint32_t> id = zone_.names.Find(name);
  return id && !index_.Of(*id).empty() ? id : std::nullopt;
}

std::optional<uint32_t> ZoneLookup::AtOrWildcard(absl::string_view name) const {
  std::optional<uint32_t> found = Exactly(name);
  if (found) return found;
  absl::string_view below = name;
  for (absl::string_view parent = ParentOf(name); !parent.empty(); parent = ParentOf(parent)) {
    found = Exactly(absl::StrCat("*.", parent));
    if (found) return Exists(below) ? std::nullopt : found;
    below = parent;
  }
  return found;
}

// True if the zone has records at the name or below it.
bool ZoneLookup::Exists(absl::string_view name) const { return existing_.contains(name); }

}  // namespace grpcfg
