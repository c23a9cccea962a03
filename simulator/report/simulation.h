// What `grpcfg simulate` computes: the schedule of each method's calls for each target. Times are
// seconds since the call.
#ifndef GRPCFG_SIMULATOR_REPORT_SIMULATION_H_
#define GRPCFG_SIMULATOR_REPORT_SIMULATION_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/call_traits.h"
#include "simulator/report/fleet.h"
#include "simulator/schedule/algorithms.h"
#include "simulator/schedule/hedging.h"
#include "simulator/schedule/herd.h"
#include "simulator/schedule/schedule.h"
#include "simulator/schedule/trace.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {

// What the calls meet, as the user gave it.
struct SimulationRequest {
  std::optional<Jitter> jitter;    // in place of each target's own
  std::optional<double> deadline;  // in place of each method's timeout
  std::optional<Latency> latency;  // of an attempt
  double failure_probability = 1;  // of an attempt
  std::vector<Pushback> pushbacks;
  FleetRequest fleet;
  std::vector<const Algorithm*> compared;                  // beside the targets
  std::shared_ptr<const std::vector<Response>> responses;  // to trace; null: there is no trace
  std::function<void(size_t)> on_progress;  // gets the number of methods done; may be empty
  bool has_usual_outage = false;  // also compute what an outage comes to, if none is requested
};

// `a6-2017`, `a6-2024`, or what the delay is multiplied by: `0.4-1.2`; `none`.
std::string RuleName(const Jitter& jitter);

// What 1,000 clients that each make a call a second send in an outage of 30 s.
inline constexpr double kUsualClients = 1000;
inline constexpr double kUsualOutage = 30;

struct UsualOutage {
  OutageFacts facts;
  std::optional<OutageFacts> without_tokens = {};  // of clients that have some
};

// Why a method has the schedule that it has.
enum class SimulatedPolicy : uint8_t {
  kNone,       // one attempt
  kRetry,      // the retry policy
  kHedging,    // the hedging policy
  kAlgorithm,  // one of the literature, in place of a client
  kRejected,   // the client does not take the config: nothing is known
  kUnlimited   // attempts go on until the deadline, in a client that is not modelled
};

// What a hedging policy comes to, besides its schedule.
struct HedgeFacts {
  std::vector<double> sent;             // the probability that each attempt is sent in time
  std::optional<double> all_failed_at;  // of a fixed latency
  bool is_by_timer = false;             // a failure does not send the next hedge
  HedgingGain gain;
};

// What a client does with the responses of the request.
struct SimulatedTrace {
  Trace trace;
  std::shared_ptr<const std::vector<Response>> responses;
  std::optional<Throttling> throttling;  // as the client goes on with it
  TokenArithmetic arithmetic = {};       // of that
};

// One method of one target.
struct SimulatedMethod {
  std::string name = {};
  std::string target = {};  // as the user spelled it; an algorithm
  std::string rule = {};    // of the jitter, or that algorithm
  SimulatedPolicy policy = SimulatedPolicy::kNone;
  CallPolicy call = {};        // of kAlgorithm a retry with its numbers
  Jitter jitter = {};          // of kRetry
  size_t policy_attempts = 0;  // of kRetry; its tokens may let a call make only some of them
  bool is_throttled = false;   // of kRetry: the numbers are with tokens
  double deadline = 0;         // infinite without one
  std::optional<TimeRange> ends = {};   // when calls end of a client that ends them before it
  std::optional<Latency> latency = {};  // of an attempt, if it is known
  std::optional<LatencyLaw> latency_law = {};  // the same, of hedges by a law without closed forms
  double failure_probability = 1;
  std::vector<std::string> notes = {};  // on values that are not used as written
  Schedule schedule = {};               // without attempts if nothing is known of them
  std::optional<SimulatedTrace> trace = {};
  std::optional<HedgeFacts> hedges = {};  // of kHedging, if the latency is known
  std::optional<Herd> herd = {};          // of kRetry and kAlgorithm, for one client of the fleet
  double clients = 0;                     // of the herd
  FleetFacts fleet = {};                  // of kRetry and kAlgorithm, as was requested
  std::optional<UsualOutage> usual_outage = {};  // of kRetry
};

// `retryPolicy`, `hedgingPolicy`, or why there is neither.
absl::string_view PolicyName(SimulatedPolicy policy);

// Every method of `resolution`, which was made for `targets`; after those of a method that some
// target retries, the algorithms that are compared.
std::vector<SimulatedMethod> Simulate(const Resolution& resolution,
                                      absl::Span<const Target> targets,
                                      const SimulationRequest& request);

// An algorithm with its own numbers, or others.
SimulatedMethod Simulate(const Algorithm& algorithm, const Backoff& numbers,
                         const SimulationRequest& request);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_SIMULATION_H_
