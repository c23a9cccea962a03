// The DNS records that clients of gRPC may meet, and where each stands in the texts that it was
// read from.
// Promise: records of other types are not here; a text is decoded on first use.
#ifndef GRPCFG_DNS_RECORDS_H_
#define GRPCFG_DNS_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "dns/zone_fault.h"
#include "schema/json/octet_map.h"
#include "schema/json/position.h"

namespace grpcfg {

// By their numbers (RFC 1035 3.2.2); the others are skipped.
enum class RecordType : uint16_t { kNs = 2, kCname = 5, kSoa = 6, kTxt = 16, kDname = 39 };

// Canonical names (domain_name.h), each once.
class NameTable {
 public:
  uint32_t Intern(absl::string_view name);
  [[nodiscard]] std::optional<uint32_t> Find(absl::string_view name) const;
  [[nodiscard]] absl::string_view operator[](uint32_t id) const { return names_[id]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(names_.size()); }

 private:
  std::deque<std::string> names_;  // they stay where they are
  absl::flat_hash_map<absl::string_view, uint32_t> ids_;
};

// A text that records stand in.
struct RecordSource {
  std::string path;  // as reports call it
  absl::string_view text;
  // Of one that was made of another, such as the lines of a $GENERATE: that one, and where it
  // stands there.
  std::optional<uint32_t> made_from = {};
  OctetMap map = {};
};

// What a TXT record holds: its strings joined, as clients join them (RFC 7208 3.3).
struct TxtValue {
  std::string octets;
  std::vector<uint32_t> string_sizes;
  OctetMap map;         // into the text of its source
  bool is_raw = false;  // a backslash in that text stands for itself
};

struct DnsRecord {
  RecordType type = RecordType::kTxt;
  uint32_t owner = 0;    // into the names
  uint32_t target = 0;   // of a CNAME, DNAME or NS: the same
  uint32_t source = 0;   // into the sources
  Span owner_span = {};  // empty: that of a record before it
  Span data = {};        // all that stands after the type
  std::optional<uint32_t> ttl = {};
  Span ttl_span = {};                  // empty: it is a default
  std::optional<uint32_t> value = {};  // into the values; nothing: as in a master file
};

struct DnsRecords {
  struct Place {
    uint32_t source;
    Span span;
  };

  std::vector<RecordSource> sources;
  std::deque<std::string> texts;  // of sources that have no other owner
  NameTable names;
  std::vector<DnsRecord> records;  // in the order in which they were read
  // Owners of records that are not kept, for no client of gRPC meets them: no wildcard stands for
  // such a name. One may come several times.
  std::vector<uint32_t> other_owners;
  std::vector<TxtValue> values;  // of formats other than master files
  std::vector<ZoneFault> faults;
  std::optional<uint32_t> apex;    // of the zone: where its SOA is; nothing: not known
  std::optional<uint32_t> origin;  // the first that was known; nothing: names may be relative
  std::optional<uint32_t> serial;  // of the SOA
  Place serial_place = {};         // where it stands

  // The place of a span of source `source` in the text of a file, and which source has that text.
  [[nodiscard]] Place InFile(uint32_t source, Span span) const;

  // What a TXT record holds.
  [[nodiscard]] TxtValue ValueOf(const DnsRecord& record) const;
};

// ---- The data of a TXT record as a master file writes it: strings, or octets in hex after `\#`
// (RFC 3597).

// RFC 1035 3.3: a length octet, and up to so many.
inline constexpr size_t kMostStringOctets = 255;

// `data` of `text`, in which the lexer found no fault that loses the entry.
TxtValue DecodeTxt(absl::string_view text, Span data);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_RECORDS_H_
