// How large a TXT record is in DNS, and what fits where.
// Promise: the numbers agree with what BIND, NSD and Knot answer, to the octet.
#ifndef GRPCFG_DNS_MESSAGE_SIZE_H_
#define GRPCFG_DNS_MESSAGE_SIZE_H_

#include <cstddef>

namespace grpcfg {

// RFC 1035 4.2.1; the DNS flag day of 2020, which is what servers answer by UDP; RFC 1035 4.2.2.
inline constexpr size_t kUdpOctets = 512;
inline constexpr size_t kEdnsOctets = 1232;
inline constexpr size_t kTcpOctets = 65535;

// RFC 1035 3.2.1: RDLENGTH has 16 bits.
inline constexpr size_t kMostRdataOctets = 65535;

// Of a text that is cut into whole strings.
size_t RdataSize(size_t text_octets);

// An answer with one record at a name that takes `owner` octets. With EDNS there is an OPT record
// (RFC 6891 6.1.2).
size_t MessageSize(size_t owner, size_t rdata, bool has_edns);

// What another record in it takes, whose name is a pointer.
inline constexpr size_t kRecordHeadOctets = 12;

// The longest text whose answer has `most` octets.
size_t LongestText(size_t owner, size_t most, bool has_edns);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_MESSAGE_SIZE_H_
