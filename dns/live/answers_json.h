// What each server answered, for programs.
#ifndef GRPCFG_DNS_LIVE_ANSWERS_JSON_H_
#define GRPCFG_DNS_LIVE_ANSWERS_JSON_H_

#include <string>

#include "absl/types/span.h"
#include "dns/live/look_up.h"

namespace grpcfg {

// An array with an object for each server and each name queried there: see `answers` in
// docs/json.md. Texts are decoded as UTF-8.
std::string AnswersJson(const LiveName& name, absl::Span<const NameServer> servers);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_ANSWERS_JSON_H_
