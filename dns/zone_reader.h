// Master files (RFC 1035 5.1, RFC 2308 4, RFC 3597) as records.
// Promise: never fails. Whatever is wrong with an entry is a fault with its place, and the rest is
// read; memory is bounded by the records that are kept, and by the limits below.
#ifndef GRPCFG_DNS_ZONE_READER_H_
#define GRPCFG_DNS_ZONE_READER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dns/records.h"

namespace grpcfg {

// $INCLUDE: how deep, how many, and how much together.
inline constexpr size_t kMostIncludeDepth = 8;
inline constexpr size_t kMostIncludes = 1000;
inline constexpr size_t kMostIncludedBytes = size_t{256} << 20;

// $GENERATE: how many records, of a zone, and in how many bytes.
inline constexpr size_t kMostGenerated = 65536;
inline constexpr size_t kMostGeneratedBytes = size_t{32} << 20;

// Faults that are kept; the others are not even counted.
inline constexpr size_t kMostZoneFaults = 10000;

struct IncludedText {
  std::string path;  // as reports call it
  std::string text;
  // What there is where some servers look in place of it, for people; empty: the same.
  std::string elsewhere = {};
};

struct ZoneOptions {
  std::string path = {};    // of the text, as reports call it
  std::string origin = {};  // canonical; empty: not known before the text says it
  // The text that `$INCLUDE name` in the file at `path` means. Errors: it cannot or must not be
  // read, in words that follow a colon. Null: no file is included.
  std::function<absl::StatusOr<IncludedText>(const std::string& path, const std::string& name)>
      include = nullptr;
  // Names at which every TXT record is kept, as at names that clients look up.
  absl::flat_hash_set<std::string> kept = {};
};

// `text` must outlive the result.
DnsRecords ReadZone(absl::string_view text, const ZoneOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_READER_H_
