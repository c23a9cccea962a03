// What is found in the answers for a host: in the records, as if they stood in a zone file, and in
// how the servers gave them. The rules are rows in dns/rules_live.cc.
#ifndef GRPCFG_DNS_LIVE_CHECK_LIVE_H_
#define GRPCFG_DNS_LIVE_CHECK_LIVE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dns/live/look_up.h"
#include "dns/live/transcript.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"

namespace grpcfg {

// Clients wait for the answer before their first call, be there a config or none.
inline constexpr absl::Duration kSlowNegative = absl::Milliseconds(500);

// A host, and what was found out about it.
struct LiveContext {
  const LiveName& name;
  absl::Span<const NameServer> servers;
  const Transcript& transcript;  // of `name`
};

// Findings lie in the text of the transcript. `plan` as for CheckDns.
Report CheckLive(const LiveContext& live, const CheckPlan& plan);

// Why nothing is known from an answer: "192.0.2.1:53 answers REFUSED at `shop.example.test`";
// empty: it can be used. `server`: NameOf.
std::string WhyUnusable(absl::string_view server, const Received& received);

// True if a server was not heard, so that what was found is not all.
bool IsPartial(const LiveName& name);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_CHECK_LIVE_H_
