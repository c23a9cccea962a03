#include "dns/message_size.h"

#include <algorithm>

#include "dns/records.h"

namespace grpcfg {
namespace {

constexpr size_t kHeaderOctets = 12;       // RFC 1035 4.1.1
constexpr size_t kQuestionTailOctets = 4;  // type and class
constexpr size_t kOptOctets = 11;          // RFC 6891 6.1.2, without options

size_t SizeWithoutData(size_t owner, bool has_edns) {
  return kHeaderOctets + owner + kQuestionTailOctets + kRecordHeadOctets +
         (has_edns ? kOptOctets : 0);
}

}  // namespace

size_t RdataSize(size_t text_octets) {
  const size_t strings = (text_octets + kMostStringOctets - 1) / kMostStringOctets;
  return text_octets + std::max<size_t>(strings, 1);
}

size_t MessageSize(size_t owner, size_t rdata, bool has_edns) {
  return SizeWithoutData(owner, has_edns) + rdata;
}

size_t LongestText(size_t owner, size_t most, bool has_edns) {
  const size_t without = SizeWithoutData(owner, has_edns);
  if (most <= without) return 0;
  const size_t rdata = std::min(most - without, kMostRdataOctets);
  const size_t whole = rdata / (kMostStringOctets + 1);  // strings that are full
  const size_t rest = rdata % (kMostStringOctets + 1);
  return whole * kMostStringOctets + (rest > 0 ? rest - 1 : 0);
}

}  // namespace grpcfg
