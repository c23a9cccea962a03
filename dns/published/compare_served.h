// What name servers give for a host beside what a file has for it: before it is published, what
// clients will see change; behind that, whether every server has it.
#ifndef GRPCFG_DNS_PUBLISHED_COMPARE_SERVED_H_
#define GRPCFG_DNS_PUBLISHED_COMPARE_SERVED_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dns/live/look_up.h"
#include "dns/published/compare_texts.h"
#include "dns/records.h"
#include "validator/checked_for.h"

namespace grpcfg {

struct IntendedText {
  std::string octets;
  std::optional<uint32_t> ttl = {};  // nothing: the file does not say
};

// What a file has for a host.
struct IntendedTexts {
  std::vector<IntendedText> config = {};  // at `_grpc_config.` and the host
  std::vector<IntendedText> host = {};    // at the host itself, where grpc-js asks
};

// The configs in the records that a query for `host`, which is canonical, gives of the zone.
IntendedTexts IntendedIn(const DnsRecords& zone, absl::string_view host);

// Of one server and one name.
struct ComparedAnswer {
  std::string server = {};  // NameOf
  std::string owner = {};   // canonical
  PublishedState state = PublishedState::kIdentical;
  std::string problem = {};                   // of kUnheard, for people
  size_t served = 0;                          // records with a config
  size_t intended = 0;                        // the same
  std::vector<ComparedText> texts = {};       // of records that both have
  std::optional<uint32_t> served_ttl = {};    // of the first config, where it is the zone's own
  std::optional<uint32_t> intended_ttl = {};  // the same
};

struct PublishedComparison {
  std::string host = {};                     // without the final dot
  std::vector<ComparedAnswer> answers = {};  // by server; the host itself if it has a config

  // That of the gravest answer.
  [[nodiscard]] PublishedState Worst() const;
};

// `found` is what LookUp found for one name. Records that are no configs are left aside.
PublishedComparison CompareServed(const LookedUp& found, const IntendedTexts& intended,
                                  const CheckedFor& asked);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_PUBLISHED_COMPARE_SERVED_H_
