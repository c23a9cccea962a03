#include "dns/records.h"

#include "dns/txt_data.h"

namespace grpcfg {

uint32_t NameTable::Intern(absl::string_view name) {
  const auto known = ids_.find(name);
  if (known != ids_.end()) return known->second;
  const auto id = static_cast<uint32_t>(names_.size());
  names_.emplace_back(name);
  ids_.emplace(names_.back(), id);
  return id;
}

std::optional<uint32_t> NameTable::Find(absl::string_view name) const {
  const auto known = ids_.find(name);
  if (known == ids_.end()) return std::nullopt;
  return known->second;
}

DnsRecords::Place DnsRecords::InFile(uint32_t source, Span span) const {
  while (sources[source].made_from) {
    span = sources[source].map.SourceOf(span);
    source = *sources[source].made_from;
  }
  return {source, span};
}

TxtValue DnsRecords::ValueOf(const DnsRecord& record) const {
  return record.value ? values[*record.value] : DecodeTxt(sources[record.source].text, record.data);
}

}  // namespace grpcfg
