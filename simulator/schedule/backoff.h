// From the numbers of a retry policy to the delays that a client draws (gRFC A6, Exponential
// Backoff; how clients differ is in their profiles).
#ifndef GRPCFG_SIMULATOR_SCHEDULE_BACKOFF_H_
#define GRPCFG_SIMULATOR_SCHEDULE_BACKOFF_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "schema/clients/call_traits.h"
#include "schema/clients/nominal_backoff.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {

// A retry policy as a client goes on with it; all of it above 0.
struct Backoff {
  size_t attempts = 0;  // the first one included, before the limit of the client
  double initial = 0;   // s
  double max = 0;       // s
  double multiplier = 0;

  absl::Span<const int64_t> table = {};  // ms, of an algorithm that has one; must outlive it

  [[nodiscard]] NominalBackoff Nominal() const { return {initial, max, multiplier}; }
};

// A delay in seconds, of the retry that is counted from 0.
using DelayDraw = double (*)(const Backoff& backoff, size_t retry, double uniform, double& state);

// A delay in seconds that the server requests after an attempt, instead of the backoff.
using Pushback = std::optional<double>;

// The attempts that a client makes at most.
size_t AttemptsOf(const Backoff& backoff, const CallReading& client);

// The delays of one call, one after the other. What it is made of must outlive it.
class DelaySequence {
 public:
  DelaySequence(const Backoff& backoff, const CallReading& client)
      : backoff_(backoff), client_(client) {
    StartOver();
  }

  // The delay before the next retry.
  Delay Next();

  // The same, where the server requests `seconds`.
  Delay AfterPushback(double seconds);

 private:
  void StartOver();
  double NextNominal();
  void GoOnFrom(double parts);

  const Backoff& backoff_;
  const CallReading& client_;
  size_t retries_ = 0;    // since the start, or since the last pushback
  bool is_first_ = true;  // the next one, to a client whose backoff starts over
  double next_ = 0;       // backoff, in the parts of a second that the client counts
};

// The delay before each retry, one less than the attempts. `pushbacks`: after each failure, in
// order; where they end, there is none.
std::vector<Delay> DelaysOf(const Backoff& backoff, const CallReading& client,
                            absl::Span<const Pushback> pushbacks = {});

// What of `delays` a client sends that hangs where a retry is due after less than a millisecond:
// those are cut off, and so are all retries after one that is never longer. Returns the probability
// of each that it hangs, the one that always does included.
std::vector<double> TakeOutHanging(const CallReading& client, std::vector<Delay>& delays);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_BACKOFF_H_
