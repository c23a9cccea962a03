// Settings that other libraries have and no service config, by a part of their name.
#include <iterator>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "rules/unknown_keys.h"
#include "rules/words.h"
#include "schema/read/synonyms.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kOfChannel = "it is an option of the channel, which the program sets";
constexpr absl::string_view kOfProgram =
    "a service config cannot set it: the program or a proxy does that";
constexpr absl::string_view kByHash =
    "the LB policy `ring_hash_experimental` keeps calls on one address";
constexpr absl::string_view kOneTimeout =
    "the only timeout in a service config is `timeout` of a method config, for the whole call";
constexpr absl::string_view kPerAttempt =
    "no client has a timeout for each attempt; `timeout` of the method config covers all attempts "
    "together";
constexpr absl::string_view kSizes =
    "sizes of messages are limited by `maxRequestMessageBytes` and `maxResponseMessageBytes` of a "
    "method config";

// The first one that fits: what is more special comes first.
constexpr ForeignSetting kForeignSettings[] = {
    {"pertry", kPerAttempt},
    {"perretry", kPerAttempt},
    {"perattempt", kPerAttempt},
    {"attempttimeout", kPerAttempt},
    {"jitter", "clients vary each delay by 20% anyway"},
    {"failfast",
     "if it would be false, set `\"waitForReady\": true` in the method config; true is the "
     "default"},
    {"circuitbreak",
     "a service config has no circuit breaker; the LB policy `outlier_detection_experimental` "
     "ejects addresses that fail"},
    {"keepalive", kOfChannel},
    {"idletime", kOfChannel},
    {"maxidle", kOfChannel},
    {"connecttimeout", kOfChannel},
    {"connectiontimeout", kOfChannel},
    {"dialtimeout", kOfChannel},
    {"handshake", kOfChannel},
    {"reconnect", kOfChannel},
    {"connectionage", "it is an option of the server"},
    {"compress", kOfChannel},
    {"credential", kOfChannel},
    {"useragent", kOfChannel},
    {"interceptor", kOfChannel},
    {"enableretr", "a `retryPolicy` enables retries; the program can disable them"},
    {"ratelimit", kOfProgram},
    {"concurren", kOfProgram},
    {"bulkhead", kOfProgram},
    {"fallback", kOfProgram},
    {"affinity", kByHash},
    {"sticky", kByHash},
    {"hashpolic", kByHash},
    {"consistenthash", kByHash},
    {"subsetting", "the LB policy `random_subsetting_experimental` does that"},
    {"persecond", kOfProgram},
    {"retry", kAboutRetries, true},
    {"retries", kAboutRetries, true},
    {"backoff", kAboutRetries, true},
    {"hedg", "hedging settings belong in `hedgingPolicy` of a method config"},
    {"throttl", "retries are throttled by `retryThrottling` at the top level"},
    {"balanc", "LB policies belong in `loadBalancingConfig` at the top level"},
    {"lbpolic", "LB policies belong in `loadBalancingConfig` at the top level"},
    {"healthcheck", "health checks are enabled by `healthCheckConfig` at the top level"},
    {"messagesize", kSizes},
    {"messagelength", kSizes},
    {"messagelimit", kSizes},
    {"msgsize", kSizes},
    {"payload", kSizes},
    {.part = "maxsize", .words = kSizes},
    {.part = "size", .words = kSizes, .is_whole = true},
    {.part = "bytes", .words = kSizes, .is_whole = true},
    {"maxbytes", kSizes},
    {"bytelimit", kSizes},
    {"byteslimit", kSizes},
    {"timeout", kOneTimeout},
    {"deadline", kOneTimeout},
    {"limit", kOfProgram, true},
};

}  // namespace

const ForeignSetting* FindForeignSetting(absl::string_view key) {
  if (IsComment(key) || key.size() > kLongestComparedKey) return nullptr;
  const std::string letters = LettersOf(key);
  const auto* const row = absl::c_find_if(kForeignSettings, [&](const ForeignSetting& each) {
    return each.is_whole ? letters == each.part : absl::StrContains(letters, each.part);
  });
  return row == std::end(kForeignSettings) ? nullptr : row;
}

}  // namespace grpcfg
