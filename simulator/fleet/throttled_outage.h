// A total outage and what clients with tokens (retryThrottling) do in it, exactly: until its bucket
// is half empty a client retries as if it had no bucket, and from then on nothing is retried. So a
// failure is retried if the client has met few enough before it, of this call and of others; those
// of others are a compound Poisson variable, for calls come at random and know nothing of each
// other. Times are seconds since the begin. Promise: pure; no random numbers.
#ifndef GRPCFG_SIMULATOR_FLEET_THROTTLED_OUTAGE_H_
#define GRPCFG_SIMULATOR_FLEET_THROTTLED_OUTAGE_H_

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "simulator/fleet/outage.h"
#include "simulator/schedule/peak.h"
#include "simulator/schedule/schedule.h"
#include "simulator/schedule/smooth_piece.h"

namespace grpcfg {

// What a client is, and what it meets.
struct ThrottledClient {
  double failures_until_off = 1;  // from a full bucket; the last of them is not retried
  double call_rate = 1;           // calls per second, at random times
};

class ThrottledOutage {
 public:
  // All attempts in the outage fail and all after it succeed, after a fixed latency; what
  // `scenario` says of probabilities, of an exponential latency and of a spread of the deadline is
  // taken for none. The tokens decide when an attempt fails.
  ThrottledOutage(absl::Span<const Delay> delays, double length, const Scenario& scenario,
                  const ThrottledClient& client);

  // Per call and second, as those of Outage.
  [[nodiscard]] OutageTotals Totals() const;

  // Attempts that start at `time`, per call that comes then.
  [[nodiscard]] double LoadAt(double time) const;
  [[nodiscard]] Peak HighestLoad() const;

 private:
  // From a failure to the retry.
  struct Span {
    double from = 0;
    double to = kNever;
  };

  [[nodiscard]] double StartsBefore(size_t attempt, double time) const;
  [[nodiscard]] double StartsOfAll(size_t attempt, double time) const;
  [[nodiscard]] double Allowed(size_t attempt, double time) const;
  [[nodiscard]] double AllowedAt(size_t attempt, double time) const;
  [[nodiscard]] double Retried(size_t attempt, double time, Span span, double deadline) const;
  [[nodiscard]] std::vector<double> KnotsOf(size_t attempt) const;
  [[nodiscard]] double CountOf(size_t attempt, absl::FunctionRef<double(double)> share) const;

  std::vector<Delay> delays_;
  double length_;
  double latency_;
  double deadline_;
  ThrottledClient client_;
  std::vector<StartTime> starts_;                  // of each attempt
  std::vector<double> ends_;                       // of pieces of the outage
  std::vector<std::vector<SmoothPiece>> allowed_;  // by attempt: P(its failure is retried)
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_THROTTLED_OUTAGE_H_
