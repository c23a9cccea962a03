// How `grpcfg simulate` writes numbers and facts for people.
#ifndef GRPCFG_SIMULATOR_REPORT_SIMULATION_WORDS_H_
#define GRPCFG_SIMULATOR_REPORT_SIMULATION_WORDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "simulator/report/simulation.h"
#include "simulator/report/simulation_printer.h"

namespace grpcfg {

// In what the times of one table are written.
struct TimeUnit {
  absl::string_view name;
  double per_second = 1;
  int decimals = 0;

  // Without the unit; `-` for what has no end.
  [[nodiscard]] std::string Spell(double seconds) const;
};

// `number` with 12 digits. Further digits differ between processors, whose mathematical functions
// round differently, and do not matter.
double TrueDigits(double number);

// One in which a time has at least two digits, and no more than six.
TimeUnit UnitFor(double seconds);

// The latest start of an attempt; of what has no end, the last percentile.
double EndOf(const AttemptSchedule& attempt);
double EndOf(absl::Span<const AttemptSchedule> attempts);

// `80-100-120`, `500`, without the unit; `never` for what has no end.
std::string SpellRange(const TimeRange& range, const TimeUnit& unit);

// `0.7s`.
std::string SpellTime(double seconds);

// `50%`; neither 0 nor 100 unless it is.
std::string SpellShare(double probability);

inline constexpr absl::string_view kCutMark = "...";

// The beginning of `text`, which is longer, up to `bytes` of whole code points, and kCutMark.
std::string CutAfter(size_t bytes, absl::string_view text);

// Those that may start before the deadline; the first one always does.
absl::Span<const AttemptSchedule> InTime(const Schedule& schedule);

// When the last calls end.
double LatestEnd(const SimulatedMethod& method);

// What came back to an attempt, as the user wrote it; `none` after the end of the list.
std::string AnswerOf(const Step& step, const SimulatedTrace& trace);

// ---- Prose, in which kNoBreak stands for a blank at which no line is to be broken

inline constexpr char kNoBreak = '\t';

// `up to 3 attempts: at 0 s, about 0.5 s, about 1.5 s; the call ends at 2 s; attempts 4 and 5 never
// start`, or why nothing is known of them.
std::string WordsOfCall(const SimulatedMethod& method);

// `the call ends at 2 s`, `no deadline`.
std::string WordsOfEnd(const SimulatedMethod& method);

// `retryPolicy: 4 attempts, backoff 0.1s x 2, at most 1s; ...`; empty where none is simulated.
// What becomes of a call whose attempts all fail; empty if it has but one.
std::string WordsOfFailingCall(const SimulatedMethod& method);

// What the usual outage makes of a fleet; empty if it was not computed.
std::string WordsOfUsualOutage(const SimulatedMethod& method);

std::string WordsOfPolicy(const SimulatedMethod& method);

// What the call comes to where attempts fail; empty where nothing is to be added to WordsOfCall.
std::string WordsOfOutcome(const SimulatedMethod& method);

// What hedges give where all goes well.
std::string WordsOfGain(const HedgingGain& gain);

// ---- What a fleet of clients sends after all of them failed simultaneously, for people.

// ---- A curve of a few lines, for a terminal.

// How many columns a curve takes in lines of so many.
size_t CurveColumns(size_t columns);

// `250000`, `1.5e+09`.
std::string SpellRate(double rate);

// Appends the curve of `heights`, one for each column; nothing if none is above 0. `unit`: of the
// heights, at most 9 characters; `end`: at the end of the axis.
void AppendCurve(const std::vector<double>& heights, absl::string_view unit, absl::string_view end,
                 std::string& out);

// ---- Clients that fail at the same moment

// Retries per second of that many clients in each of `columns` equal parts of its time.
std::vector<double> MeanRates(const Herd& herd, double clients, size_t columns);

// "10000 clients that fail simultaneously retry up to 250000 times a second, after 0.08 s; in 3
// waves, with no retries 36% of the time". kNoBreak as in simulation_words.h. `method` must have a
// herd.
std::string WordsOfHerd(const SimulatedMethod& method);

// Appends retries per second over time as a curve of block characters; nothing where no client
// retries, or all do simultaneously.
void AppendHerdCurve(const SimulatedMethod& method, const SimulationStyle& style, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_SIMULATION_WORDS_H_
