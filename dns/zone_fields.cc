#include "dns/zone_fields.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "dns/records.h"

namespace grpcfg {
namespace {

// IANA, "Resource Record (RR) TYPEs", and what servers call types beside them; sorted. Those that
// are read have a number of their own below.
constexpr absl::string_view kTypes[] = {
    "A",          "A6",      "AAAA",   "AFSDB",      "AMTRELAY", "APL",      "ATMA",    "AVC",
    "CAA",        "CDNSKEY", "CDS",    "CERT",       "CLA",      "CNAME",    "CSYNC",   "DHCID",
    "DLV",        "DNAME",   "DNSKEY", "DOA",        "DS",       "DSYNC",    "EID",     "EUI48",
    "EUI64",      "GID",     "GPOS",   "HHIT",       "HINFO",    "HIP",      "HTTPS",   "IPN",
    "IPSECKEY",   "ISDN",    "KEY",    "KX",         "L32",      "L64",      "LOC",     "LP",
    "MB",         "MD",      "MF",     "MG",         "MINFO",    "MR",       "MX",      "NAPTR",
    "NID",        "NIMLOC",  "NINFO",  "NS",         "NSAP",     "NSAP-PTR", "NSEC",    "NSEC3",
    "NSEC3PARAM", "NULL",    "NXT",    "OPENPGPKEY", "PTR",      "PX",       "RESINFO", "RKEY",
    "RP",         "RRSIG",   "RT",     "SIG",        "SINK",     "SMIMEA",   "SOA",     "SPF",
    "SRV",        "SSHFP",   "SVCB",   "TA",         "TALINK",   "TLSA",     "TXT",     "UID",
    "UINFO",      "UNSPEC",  "URI",    "WALLET",     "WKS",      "X25",      "ZONEMD",
};
static_assert(std::is_sorted(std::begin(kTypes), std::end(kTypes)));

constexpr size_t kLongestType = 10;

// `TYPE16`.
std::optional<uint16_t> NumberAfter(absl::string_view prefix, absl::string_view word) {
  uint32_t number = 0;
  const bool has_number = absl::StartsWithIgnoreCase(word, prefix) &&
                          absl::SimpleAtoi(word.substr(prefix.size()), &number);
  if (!has_number || number > UINT16_MAX) return std::nullopt;
  return static_cast<uint16_t>(number);
}

}  // namespace

std::optional<uint16_t> FindRecordType(absl::string_view word) {
  if (absl::EqualsIgnoreCase(word, "TXT")) return static_cast<uint16_t>(RecordType::kTxt);
  if (absl::EqualsIgnoreCase(word, "A")) return 0;
  if (absl::EqualsIgnoreCase(word, "CNAME")) return static_cast<uint16_t>(RecordType::kCname);
  if (absl::EqualsIgnoreCase(word, "DNAME")) return static_cast<uint16_t>(RecordType::kDname);
  if (absl::EqualsIgnoreCase(word, "NS")) return static_cast<uint16_t>(RecordType::kNs);
  if (absl::EqualsIgnoreCase(word, "SOA")) return static_cast<uint16_t>(RecordType::kSoa);
  if (const auto number = NumberAfter("TYPE", word)) return number;
  if (word.size() > kLongestType) return std::nullopt;
  const std::string upper = absl::AsciiStrToUpper(word);
  const bool is_type =
      std::binary_search(std::begin(kTypes), std::end(kTypes), absl::string_view(upper));
  return is_type ? std::optional<uint16_t>(0) : std::nullopt;
}

std::optional<uint16_t> FindRecordClass(absl::string_view word) {
  if (absl::EqualsIgnoreCase(word, "IN")) return kInternetClass;
  if (absl::EqualsIgnoreCase(word, "CH")) return 3;
  if (absl::EqualsIgnoreCase(word, "HS")) return 4;
  return NumberAfter("CLASS", word);
}

namespace {

uint64_t SecondsOf(char unit) {
  switch (absl::ascii_tolower(static_cast<unsigned char>(unit))) {
    case 's':
      return 1;
    case 'm':
      return 60;
    case 'h':
      return 3600;
    case 'd':
      return 86400;
    case 'w':
      return 604800;
    default:
      return 0;
  }
}

}  // namespace

std::optional<uint64_t> ParseTtl(absl::string_view word) {
  constexpr uint64_t kEnough = uint64_t{1} << 50;  // far above any limit
  if (word.empty() || !absl::ascii_isdigit(static_cast<unsigned char>(word[0])))
    return std::nullopt;
  uint64_t sum = 0;
  uint64_t number = 0;
  bool has_digit = false;
  for (const char c : word) {
    if (absl::ascii_isdigit(static_cast<unsigned char>(c))) {
      number = std::min(number * 10 + static_cast<uint64_t>(c - '0'), kEnough);
      has_digit = true;
      continue;
    }
    const uint64_t unit = SecondsOf(c);
    if (unit == 0 || !has_digit) return std::nullopt;
    sum += std::min(number * unit, kEnough);
    number = 0;
    has_digit = false;
  }
  return std::min(sum + number, kEnough);
}

bool MayHoldConfig(absl::string_view value) {
  // After a quote, a bracket, a blank or an underscore.
  constexpr size_t kMostBefore = 8;
  constexpr absl::string_view kName = "grpc_config";
  const size_t last = std::min(value.size(), kMostBefore + kName.size());
  if (last < kName.size()) return false;
  for (size_t at = 0; at + kName.size() <= last; ++at) {
    const bool is_here = std::equal(
        kName.begin(), kName.end(), value.begin() + at,
        [](char a, char b) { return a == absl::ascii_tolower(static_cast<unsigned char>(b)); });
    if (is_here) return true;
  }
  return false;
}

}  // namespace grpcfg
