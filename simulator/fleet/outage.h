// An outage and what retries do to it: clients that fail together at its begin, and traffic that
// goes on through it. Attempts that start in [0, length) fail with a probability, later ones
// succeed. Times are seconds since the begin. Promise: pure; no random numbers; closed forms, and
// exact quadrature where a deadline cuts schedules short.
#ifndef GRPCFG_SIMULATOR_FLEET_OUTAGE_H_
#define GRPCFG_SIMULATOR_FLEET_OUTAGE_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "simulator/schedule/peak.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {

// What it does to calls that come at a constant rate for ever; each number for a rate of 1, so that
// what is counted has the unit of a call per call and second.
struct OutageTotals {
  std::vector<double> attempts_by_number = {};  // that start during it: first attempts, second, ...
  double attempts_during = 0;
  double retries_after = 0;  // that start after it
  double calls_failed = 0;   // that find no success before their deadline
  double calls_saved = 0;    // whose first attempt failed, and a retry succeeded in time
};

// What it does to calls whose first attempt fails at its begin; all are shares of them.
struct SynchronizedOutage {
  std::vector<double> success_by_retry = {};  // by the number of the retry that succeeds, from 1
  double exhausted = 0;                       // all attempts failed, or the deadline came first
  double expected_attempts = 1;
  std::optional<double> mean_wait = {};  // s from the end of the outage to a success after it
};

// All but a millionth of the latencies are shorter, s.
double LongestOf(const Latency& latency);

// No retry of an outage of that length starts later, s; with exponential latencies all but a
// millionth of the last ones.
double LastRetryOf(absl::Span<const Delay> delays, double length, const Scenario& scenario);

class Outage {
 public:
  // `delays`: before each retry, independent of each other, fewer than StartTime::kMaxDelays.
  // `length`: above 0, s. Of `scenario` the failure probability is that of attempts during it; its
  // deadline_spread is taken for none.
  Outage(absl::Span<const Delay> delays, double length, const Scenario& scenario);

  [[nodiscard]] OutageTotals Totals() const;
  [[nodiscard]] SynchronizedOutage Synchronized() const;

  // Attempts that start at `time`, which is not below 0, per call that comes then.
  [[nodiscard]] double LoadAt(double time) const;

  // The most that LoadAt comes to, or comes near.
  [[nodiscard]] Peak HighestLoad() const;

 private:
  // With T_n the start of retry n, B_n the time from the attempt before it, O the length and D the
  // deadline; n counts from 1, T_0 is 0. A_n is when the attempt that starts at T_n is answered,
  // and what is before D is either T_n or A_n.
  using Function = absl::FunctionRef<double(double)>;
  enum class Until { kStart, kAnswer };
  [[nodiscard]] const StartTime& TimeOf(size_t retries, Until until) const {
    return until == Until::kStart ? starts_[retries] : answers_[retries];
  }
  [[nodiscard]] double SinceStart(size_t retries, double time) const;  // E[max(0, time - T_n)]
  [[nodiscard]] bool IsCut(size_t retries, Until until) const;         // some are after D
  [[nodiscard]] double Follows(size_t retry, Until until) const;
  [[nodiscard]] double FollowsOfAll(size_t retry, Until until) const;
  [[nodiscard]] double Answered(size_t retries) const;
  [[nodiscard]] double AnsweredOfAll(size_t retries) const;
  [[nodiscard]] double During(size_t retries, double last) const;
  [[nodiscard]] double ShareAfter(size_t retries) const;  // P(T_n >= O)
  [[nodiscard]] double TimeAfter(size_t retries) const;   // E[max(0, T_n - O)]
  [[nodiscard]] double Lands(size_t retry) const;
  [[nodiscard]] double WaitOf(size_t retry) const;
  [[nodiscard]] double TimeSinceEnd(size_t retries, double later) const;
  [[nodiscard]] double LandingAt(size_t retry, double time) const;
  [[nodiscard]] std::vector<double> KnotsOf(size_t retries) const;
  // Of what begins at T_{n-1}, over the time to T_n or A_n; of what begins at T_n, to A_n.
  [[nodiscard]] double MeanOverDelay(size_t retry, Until until, Function function) const;
  [[nodiscard]] double MeanOverLatency(size_t retries, Function function) const;

  std::vector<Delay> delays_;
  double length_;
  Scenario scenario_;
  std::vector<StartTime> starts_;  // by number of retries, from 0
  std::vector<StartTime> answers_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_OUTAGE_H_
