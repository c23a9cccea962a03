// The values of a config as one client uses them: clamped, cut, without what the client does not
// have or makes nothing of. Promise: a value that is here has an effect in that client. Its node is
// what it was read from; the client's own default has none.
#ifndef GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_H_
#define GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/container/inlined_vector.h"
#include "schema/clients/profile_at.h"
#include "schema/clients/timeout_clock.h"
#include "schema/fields/duration.h"
#include "schema/fields/located.h"
#include "schema/fields/service_config.h"

namespace grpcfg {

// The numbers of status codes, sorted, each once.
using StatusCodes = absl::InlinedVector<int, 4>;

struct EffectiveRetryPolicy {
  Located<int64_t> max_attempts;
  Located<Duration> initial_backoff;  // as it is for the first delay
  Located<Duration>
      nominal_backoff;  // what all backoffs come from, before a cap and a timer's limit
  Located<Duration> max_backoff;
  Located<double> backoff_multiplier;
  Located<StatusCodes> retryable_status_codes;
  friend bool operator==(const EffectiveRetryPolicy&, const EffectiveRetryPolicy&) = default;
};

struct EffectiveHedgingPolicy {
  Located<int64_t> max_attempts;
  Located<Duration> hedging_delay;
  Located<StatusCodes> non_fatal_status_codes;
  friend bool operator==(const EffectiveHedgingPolicy&, const EffectiveHedgingPolicy&) = default;
};

struct EffectiveMethod {
  Located<Duration> timeout;
  std::optional<TimeoutRange> timeout_range;  // what is left of it, if that is less
  Located<bool> wait_for_ready;
  Located<int64_t> max_request_message_bytes;
  Located<int64_t> max_response_message_bytes;
  std::optional<EffectiveRetryPolicy> retry_policy;
  std::optional<EffectiveHedgingPolicy> hedging_policy;
  friend bool operator==(const EffectiveMethod&, const EffectiveMethod&) = default;
};

struct EffectiveThrottling {
  Located<double> max_tokens;
  Located<double> token_ratio;

  friend bool operator==(const EffectiveThrottling&, const EffectiveThrottling&) = default;
};

// What holds for all methods.
struct EffectiveChannel {
  Located<std::string> load_balancing;  // the name of a policy
  std::optional<EffectiveThrottling> retry_throttling;
  Located<std::string> health_check_service;  // none: no health checks
  Located<int64_t> max_connections_per_subchannel;

  friend bool operator==(const EffectiveChannel&, const EffectiveChannel&) = default;
};

// What a client of `profile` uses of an entry that it has read. It must not have rejected the
// config.
EffectiveMethod EffectiveOf(const MethodConfig& entry, const ProfileAt& profile);

// The same of the config as a whole.
EffectiveChannel EffectiveOf(const ServiceConfig& config, const ProfileAt& profile);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_H_
