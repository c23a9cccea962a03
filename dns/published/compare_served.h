// Compares what name servers give for a host with a file: before the file is published, this shows
// what will change for clients; after that, whether every server has it.
#ifndef GRPCFG_DNS_PUBLISHED_COMPARE_SERVED_H_
#define GRPCFG_DNS_PUBLISHED_COMPARE_SERVED_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "dns/live/look_up.h"
#include "dns/records.h"
#include "validator/compare/comparison.h"
#include "validator/engine/check_plan.h"

namespace grpcfg {

// ---- What one TXT value that clients read comes to, beside another one: choice by choice, in what
// it does for calls, and then in its octets.

// How much of what is intended is served. The order is that of their weight.
enum class PublishedState : uint8_t {
  kIdentical,   // octet for octet, in the same strings
  kEquivalent,  // written differently, and the same for the calls of every target
  kDiffers,
  kMissing,     // it is intended, and not served
  kUnexpected,  // it is served, and not intended
  kUnanswered,  // the server gave no answer that can be used
};

// The word of `--format json`.
absl::string_view PublishedStateName(PublishedState state);

// A choice of both lists, or of one of them.
struct ComparedChoice {
  std::optional<size_t> served = {};  // places in the lists, from 0; nothing: it is not there
  std::optional<size_t> intended = {};
  std::string served_for = {};    // JSON: all but its config, which says for which clients
  std::string intended_for = {};  // `{}` is for everyone
  PublishedState state = PublishedState::kIdentical;
  std::vector<ComparedMethod> methods = {};  // from what is served to what is intended
  std::vector<std::string> refused_by = {};  // targets that take neither config
};

struct ComparedText {
  PublishedState state = PublishedState::kIdentical;
  std::optional<size_t> first_difference = {};  // the octet, from 0; nothing: there is none
  bool has_other_order = false;                 // the choices of both are not in the same order
  std::string problem = {};                     // why there are no choices; empty: there are
  std::vector<ComparedChoice> choices = {};     // in the order that is intended; none: identical
};

// Why the meaning of a text is unknown, such as "is not a list of choices"; empty: it is known.
std::string WhyUnknown(absl::string_view text);

// `served` and `intended` are texts with `grpc_config=`. A choice is paired with one for the same
// clients, else with the next that is left over. Where something is written in a way that clients
// read differently, texts that are not identical differ.
ComparedText CompareTexts(absl::string_view served, absl::string_view intended,
                          const CheckPlan& plan);

// ---- Records

// A TXT record.
struct PublishedText {
  std::string octets = {};                // its strings, joined
  std::vector<size_t> string_sizes = {};  // none: how it is cut is not known
  std::optional<uint32_t> ttl = {};       // nothing: it is not known
};

// What a file has for a host.
struct IntendedTexts {
  std::vector<PublishedText> config = {};  // at `_grpc_config.` and the host: every TXT record
  std::vector<PublishedText> host = {};    // at the host itself, where grpc-js looks: configs
  bool host_is_optional = false;  // there may be none at the host, and if there is, it is that
};

// What a query for `host`, which is canonical, gives of the zone.
IntendedTexts IntendedIn(const DnsRecords& zone, absl::string_view host);

// Of one server and one name.
struct ComparedAnswer {
  std::string server = {};  // NameOf
  std::string owner = {};   // canonical
  PublishedState state = PublishedState::kIdentical;
  std::string problem = {};                     // of kUnanswered, for people
  size_t served = 0;                            // records
  size_t intended = 0;                          // the same
  std::vector<ComparedText> texts = {};         // of records of both that are not identical
  std::vector<std::string> only_served = {};    // texts of records without one to compare
  std::vector<std::string> only_intended = {};  // the same
  std::optional<uint32_t> served_ttl = {};      // of the first, where it is the zone's own
  std::optional<uint32_t> intended_ttl = {};    // the same

  // True if the texts are the same, whatever strings they are cut into.
  [[nodiscard]] bool HasSameText() const;
};

struct PublishedComparison {
  std::string host = {};                     // without the final dot
  std::vector<ComparedAnswer> answers = {};  // by server; the host itself where that counts

  // That of the gravest answer.
  [[nodiscard]] PublishedState Worst() const;
};

// `found` is what LookUp found for one name. Pairs the most similar records of both; a server
// without an address counts as one that did not answer.
PublishedComparison CompareServed(const LookedUp& found, const IntendedTexts& intended,
                                  const CheckPlan& plan);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_PUBLISHED_COMPARE_SERVED_H_
