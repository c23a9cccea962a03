// What name servers answered, as a master file: records as they are served, and a comment for each
// answer. Reports quote it, and findings lie in it.
// Promise: plain ASCII, whatever was received; servers that give the same records, in whatever
// order, share them.
#ifndef GRPCFG_DNS_LIVE_TRANSCRIPT_H_
#define GRPCFG_DNS_LIVE_TRANSCRIPT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dns/live/look_up.h"
#include "schema/json/position.h"

namespace grpcfg {

struct Transcript {
  // The words on an answer, in its comment.
  struct AnswerLines {
    Span config = {};
    Span host = {};
  };
  // Servers that give the same records.
  struct Group {
    std::vector<size_t> answers = {};  // into LiveName::answers
    Span records = {};                 // a master file of their own
  };

  std::string text = {};
  std::vector<AnswerLines> lines = {};  // one per LiveName::answers
  std::vector<Group> groups = {};
  std::vector<Span> search_lines = {};   // one per LiveName::search_answers
  std::vector<Span> address_lines = {};  // one per LiveName::without_address
};

Transcript WriteTranscript(const LiveName& name, absl::Span<const NameServer> servers);

// "3 TXT records"; "no TXT record" for 0.
std::string CountedRecords(size_t records);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_TRANSCRIPT_H_
