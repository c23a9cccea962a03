// Rules on what name servers answer. live/check_live.cc finds them; the examples are transcripts
// (live/transcript.h), in which comments say what came.
#include "absl/strings/string_view.h"
#include "dns/record_checks.h"
#include "dns/zone_rules.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kGood =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: NOERROR, 1 TXT record, 112 octets by UDP
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
_grpc_config.shop.example.test. 300 IN TXT "grpc_config=[{\"serviceConfig\":{}}]"
)";

constexpr absl::string_view kSilentServer =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: no answer
; 192.0.2.1:53 at shop.example.test: no answer
)";
constexpr absl::string_view kBrokenServer =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: malformed, 45 octets by UDP
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
)";
constexpr absl::string_view kRefusingServer =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: REFUSED, 59 octets by UDP
; 192.0.2.1:53 at shop.example.test: REFUSED, 46 octets by UDP
)";
constexpr absl::string_view kFailingServer =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: SERVFAIL, 59 octets by UDP
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
)";
constexpr absl::string_view kServerWithoutTcp =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: truncated by UDP, TCP is refused
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
)";
constexpr absl::string_view kServerOfTooMuch =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: NOERROR, truncated, 59 octets by TCP
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
)";
constexpr absl::string_view kEmptyServer =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: NXDOMAIN, no TXT record, 105 octets by UDP
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
)";
constexpr absl::string_view kSearched =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: NXDOMAIN, no TXT record, 105 octets by UDP
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
; 192.0.2.1:53 at _grpc_config.shop.example.test.corp.test: NOERROR, 1 TXT record, 98 octets by UDP
)";
constexpr absl::string_view kTwoServers =
    R"(; 192.0.2.1:53 at _grpc_config.shop.example.test: NOERROR, 1 TXT record, 112 octets by UDP
; 192.0.2.1:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
_grpc_config.shop.example.test. 300 IN TXT "grpc_config=[{\"serviceConfig\":{}}]"
; 192.0.2.2:53 at _grpc_config.shop.example.test: NOERROR, 1 TXT record, 134 octets by UDP
; 192.0.2.2:53 at shop.example.test: NOERROR, no TXT record, 92 octets by UDP
_grpc_config.shop.example.test. 300 IN TXT "grpc_config=[{\"serviceConfig\":{\"methodConfig\":[]}}]"
)";

// UDP says that there is more, and TCP does not give it.
constexpr Verdicts kNotDelivered = {
    .spec = {Effect::kIgnoresPolicy, "gRFC A2: without a record there is no config"},
    .core = {Effect::kIgnoresPolicy, "C-core 1.51 and c-ares: the lookup fails; run"},
    .go = {Effect::kIgnoresPolicy, "grpc-go 1.33: the lookup fails; run"},
    .node = {Effect::kIgnoresPolicy, "grpc-js 1.14 and c-ares: the lookup fails; run"},
    .dotnet = kDotnetAsksForNone,
    .gapic = kGapicAsksForNone};

constexpr Rule kRules[] = {
    {.id = "dns-answer-failed",
     .summary = "A name server refuses or fails to answer for a host.",
     .rationale = "Clients silently continue without a config. REFUSED usually means that the "
                  "server does not have the zone, SERVFAIL that it cannot load or reach it. A "
                  "server that refers to other servers, or only to another name, does not have the "
                  "zone either: query the servers of that zone, or a resolver.",
     .advice = Severity::kError,
     .bad = kRefusingServer,
     .good = kGood},
    {.id = "dns-answer-malformed",
     .summary = "An answer of a name server is not a DNS message.",
     .rationale =
         "RFC 1035 4.1. Clients drop such an answer and wait for another one, or fail the lookup. "
         "The server is broken, or something between it and the client changes answers.",
     .advice = Severity::kError,
     .bad = kBrokenServer,
     .good = kGood},
    {.id = "dns-config-missing",
     .summary = "No TXT record is published at `_grpc_config.` and the host.",
     .rationale = "Clients of the host get no service config from DNS: it was never published, it "
                  "is at another name, or it is in a zone that this server does not have.",
     .bad = kEmptyServer,
     .good = kGood},
    {.id = "dns-host-has-none",
     .summary = "A config is published for all clients but grpc-js.",
     .rationale = "grpc-js looks up TXT records at the host itself and never at `_grpc_config.`, "
                  "so it gets no config if the record is only there.",
     .advice = Severity::kNote,
     .is_common = true,
     .bad = kGood,
     .good = kEmptyServer},
    {.id = "dns-no-answer",
     .summary = "A name server does not answer.",
     .rationale = "Clients whose resolver queries this server wait, and then continue without a "
                  "config. The server's records are unknown, so the exit status is 2.",
     .advice = Severity::kError,
     .bad = kSilentServer,
     .good = kGood},
    {.id = "dns-search-list-answers",
     .summary = "A name below a search domain answers for a host without a config.",
     .rationale = "If a name is written without a final dot and has no record, C-core and grpc-go "
                  "continue with the search list of resolv.conf. A record below such a domain, "
                  "usually of a wildcard, then configures the clients of the host.",
     .bad = kSearched,
     .good = kGood},
    {.id = "dns-servers-disagree",
     .summary = "Name servers give different records.",
     .rationale = "Chance decides which config a client gets. One server has an old zone, or only "
                  "a part of it.",
     .advice = Severity::kError,
     .bad = kTwoServers,
     .good = kGood},
    {.id = "dns-servfail-for-missing",
     .summary = "A name server fails at `_grpc_config.` although it serves the host.",
     .rationale =
         "If there is no record, NXDOMAIN or an empty answer ends the lookup (RFC 2308 2). After "
         "SERVFAIL, resolvers query again, and each connection of a client waits for that.",
     .bad = kFailingServer,
     .good = kGood},
    {.id = "dns-slow-negative",
     .summary = "A name server takes long to answer that there is no record.",
     .rationale =
         "C-core, grpc-go and grpc-java do not connect before the TXT lookup ends, so the first "
         "call waits as long. Answers that take more than half a second are reported.",
     .bad = kEmptyServer,
     .good = kGood},
    {.id = "dns-tcp-refused",
     .summary = "A name server truncates its UDP answer and does not answer over TCP.",
     .rationale =
         "An answer that does not fit into UDP comes over TCP (RFC 7766 5). If port 53 of TCP is "
         "closed, the lookup fails immediately, and clients silently continue without a config.",
     .advice = Severity::kError,
     .verdicts = kNotDelivered,
     .bad = kServerWithoutTcp,
     .good = kGood},
    {.id = "dns-truncated-over-tcp",
     .summary = "A name server truncates its TCP answer, too.",
     .rationale =
         "The records are larger than a message, 65,535 octets: BIND and NSD load them and answer "
         "with an empty, truncated message. Clients silently continue without a config.",
     .advice = Severity::kError,
     .verdicts = kNotDelivered,
     .bad = kServerOfTooMuch,
     .good = kGood},
};
static_assert(TextsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> AnswerRules() { return kRules; }

}  // namespace grpcfg
