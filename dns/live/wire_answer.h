// Answers of name servers as they come over the wire (RFC 1035 4.1, RFC 6891).
// Promise: bounded. Whatever the octets, reading takes time in proportion to them, never reads
// beyond them, and ends with the first thing that is wrong.
#ifndef GRPCFG_DNS_LIVE_WIRE_ANSWER_H_
#define GRPCFG_DNS_LIVE_WIRE_ANSWER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// RFC 1035 4.1.1.
inline constexpr size_t kMessageHeadOctets = 12;

// RFC 1035 3.2.2, RFC 3596: addresses of name servers; the other types are RecordType.
inline constexpr uint16_t kAddressType = 1;
inline constexpr uint16_t kAddress6Type = 28;

// RFC 1035 4.1.1; RFC 6895 2.3 has the names.
inline constexpr uint16_t kNoErrorCode = 0;
inline constexpr uint16_t kNoSuchNameCode = 3;

// "NXDOMAIN", or "RCODE17" for a code without a name.
std::string ResponseCodeName(uint16_t code);

enum class AnswerFault : uint8_t {
  kNone,
  kShort,           // less than a header
  kQuery,           // QR is 0: the query, sent back
  kOtherOpcode,     // not of a query, RFC 1035 4.1.1
  kOtherQuestion,   // not the one that was sent
  kPastEnd,         // a field, or RDLENGTH, leads beyond the message
  kName,            // a label or a pointer that is none, or that does not lead backwards
  kNameTooLong,     // more than 255 octets
  kStringPastData,  // a string of a TXT record leads beyond its RDLENGTH
  kDataSize,        // RDLENGTH is not what the type needs
};

// A record of a type that is looked at; the others are passed over.
struct WireRecord {
  std::string owner;  // canonical
  uint16_t type = 0;
  uint32_t ttl = 0;
  std::vector<std::string> strings = {};  // of a TXT record
  std::string target = {};                // of a CNAME or an NS: canonical
  std::string address = {};               // of A and AAAA: 4 or 16 octets
};

struct WireAnswer {
  uint16_t id = 0;
  bool is_authoritative = false;
  bool is_truncated = false;
  uint16_t code = kNoErrorCode;  // with the upper bits of an OPT record
  bool has_edns = false;
  std::vector<WireRecord> answers = {};
  std::vector<WireRecord> authorities = {};  // NS and SOA
  AnswerFault fault = AnswerFault::kNone;    // what was read before it is kept
};

struct WireQuestion {
  absl::string_view name;  // canonical, absolute
  uint16_t type;
};

// What `message` says to `question`. Never fails, see `fault`.
WireAnswer ReadWireAnswer(absl::string_view message, const WireQuestion& question);

// The records of `question` in `answer`, through its CNAMEs, each of which is appended to `aliases`
// (RFC 1034 3.6.2). A chain that comes back to itself ends where it began. Pointers into `answer`.
std::vector<const WireRecord*> FollowAliases(const WireAnswer& answer, const WireQuestion& question,
                                             std::vector<const WireRecord*>& aliases);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_WIRE_ANSWER_H_
