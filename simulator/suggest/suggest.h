// From goals to retry policies: a small grid of policies is computed as `grpcfg simulate` does, and
// what is on the border between extra load and failures is offered. Promise: pure and
// deterministic; no random numbers.
#ifndef GRPCFG_SIMULATOR_SUGGEST_SUGGEST_H_
#define GRPCFG_SIMULATOR_SUGGEST_SUGGEST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "simulator/report/fleet.h"
#include "simulator/schedule/backoff.h"
#include "simulator/schedule/schedule.h"
#include "simulator/schedule/token_bucket.h"

namespace grpcfg {

// What calls meet, and what they and their servers are to get. Times are seconds.
struct Goals {
  double deadline = 0;           // of a call with all its attempts
  double latency_p99 = 0;        // of an attempt: each is taken to last so long
  double max_amplification = 1;  // attempts over calls during the outage, from 1 on
  OutageRequest outage = {};     // in which all attempts fail
  double clients = 1;
  double failure_probability = 0.1;        // of an attempt without an outage; between 0 and 1
  std::optional<double> min_success = {};  // the share of calls that succeed then
  bool is_idempotent = false;              // a second execution does no harm
};

// What keeps a policy from being better.
enum class BindingGoal : uint8_t {
  kNothing,
  kMaxAmplification,
  kMinSuccess,
  kDeadline,
  kMaxAttempts
};

// A policy, and what it comes to.
struct OfferedPolicy {
  Backoff backoff = {};  // of one attempt: there are no retries
  std::optional<Throttling> throttling = {};
  std::string config = {};  // JSON, ready to use; without a `timeout`
  Schedule schedule = {};   // where attempts fail with the probability of the goals
  OutageFacts outage = {};  // in which all fail
  BindingGoal binding = BindingGoal::kNothing;  // of an offer
  // What the goal that binds forbids: the load of fewer failures, or the failures of less load.
  struct Beyond {
    double amplification = 0;
    double fails = 0;
  };
  std::optional<Beyond> beyond = {};

  // Attempts over calls during the outage, as `simulate --outage` has them in `totals`.
  [[nodiscard]] double Amplification() const { return EffectOf(outage).load.value; }
};

struct Offers {
  // Each with more load than the one before it, and at least a tenth fewer failures. One without
  // retries only if no other one meets the goals.
  std::vector<OfferedPolicy> policies = {};
  // If there are none: the fewest failures with the load that is allowed, and the least load with
  // the failures that are. Empty if no attempt is answered before the deadline.
  std::vector<OfferedPolicy> nearest = {};
};

// True if every client takes the config as it stands.
using AcceptsConfig = absl::FunctionRef<bool(const std::string& config)>;

Offers SuggestPolicies(const Goals& goals, AcceptsConfig accepts);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SUGGEST_SUGGEST_H_
