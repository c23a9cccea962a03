// How `grpcfg simulate` writes numbers and facts for people.
#ifndef GRPCFG_SIMULATION_SIMULATION_WORDS_H_
#define GRPCFG_SIMULATION_SIMULATION_WORDS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "simulation/simulation.h"

namespace grpcfg {

// In what the times of one table are written.
struct TimeUnit {
  absl::string_view name;
  double per_second = 1;
  int decimals = 0;

  // Without the unit; `-` for what has no end.
  [[nodiscard]] std::string Spell(double seconds) const;
};

// `number` with 12 digits. Those behind differ between processors, whose mathematical functions
// round differently, and nobody measures them.
double TrueDigits(double number);

// One in which a time has at least two digits, and no more than six.
TimeUnit UnitFor(double seconds);

// That of the latest start; of what has no end, of the last percentile.
TimeUnit UnitOf(absl::Span<const AttemptSchedule> attempts);

// The delay before an attempt: `80-100-120`.
std::string SpellDelay(const AttemptSchedule& attempt, const TimeUnit& unit);

// `0.7s`.
std::string SpellTime(double seconds);

// `50%`; neither 0 nor 100 unless it is.
std::string SpellShare(double probability);

// `retryPolicy: 4 attempts, 0.1s x 2 <= 1s; ...`.
std::string WordsOfPolicy(const SimulatedMethod& method);

// What the call comes to.
std::string WordsOfOutcome(const SimulatedMethod& method);

// What hedges give where all goes well.
std::string WordsOfGain(const HedgingGain& gain);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATION_SIMULATION_WORDS_H_
