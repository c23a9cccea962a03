#include "simulation/simulation_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "absl/strings/charconv.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace grpcfg {
namespace {

std::string WordsOfDeadline(const SimulatedMethod& method) {
  if (std::isinf(method.deadline)) return "no deadline";
  if (method.ends) {
    const std::string first = SpellTime(method.ends->min);
    const std::string last = SpellTime(method.ends->max);
    return absl::StrCat("deadline ", first == last ? "" : absl::StrCat(first, " to "), last,
                        " (timeout ", SpellTime(method.deadline), ")");
  }
  return absl::StrCat("deadline ", SpellTime(method.deadline));
}

std::string WordsOfLatency(const std::optional<Latency>& latency, absl::string_view what) {
  if (!latency) return absl::StrCat(what, " at once");
  if (latency->exponential_mean > 0) {
    return absl::StrCat(what, " after ", SpellTime(latency->exponential_mean),
                        " on average (exponential)");
  }
  return absl::StrCat(what, " after ", SpellTime(latency->fixed));
}

// `0.56s to 0.84s, 0.7s on average`.
std::string SpellStart(const AttemptSchedule& attempt) {
  if (SpellTime(attempt.min) == SpellTime(attempt.max)) return SpellTime(attempt.mean);
  const std::string range =
      std::isinf(attempt.max)
          ? absl::StrCat(SpellTime(attempt.min), " or more")
          : absl::StrCat(SpellTime(attempt.min), " to ", SpellTime(attempt.max));
  return absl::StrCat(range, ", ", SpellTime(attempt.mean), " on average");
}

std::string SpellAttempts(double expected) {
  const std::string number = absl::StrFormat("%.6g", TrueDigits(expected));
  return absl::StrCat(number, number == "1" ? " attempt" : " attempts");
}

// Those that may start before the deadline; the first one always does.
size_t AttemptsInTime(const Schedule& schedule) {
  const auto late =
      std::find_if(schedule.attempts.begin() + 1, schedule.attempts.end(),
                   [](const AttemptSchedule& attempt) { return attempt.reached_by_deadline <= 0; });
  return static_cast<size_t>(late - schedule.attempts.begin());
}

// `0.1s x 2 <= 1s`; without a multiplier if there is none.
std::string SpellBackoff(const Backoff& backoff) {
  const std::string multiplier =
      backoff.multiplier > 0 ? absl::StrCat(" x ", backoff.multiplier) : "";
  return absl::StrCat(SpellTime(backoff.initial), multiplier, " <= ", SpellTime(backoff.max));
}

std::string WordsOfAlgorithm(const SimulatedMethod& method) {
  const bool has_numbers = method.backoff.initial > 0;
  return absl::StrCat(FindAlgorithm(method.rule)->summary, "; ", method.schedule.attempts.size(),
                      " attempts", has_numbers ? ", " : "",
                      has_numbers ? SpellBackoff(method.backoff) : "", "; ",
                      WordsOfDeadline(method), ", ", WordsOfLatency(method.latency, "failures"));
}

std::string WordsOfHedging(const SimulatedMethod& method) {
  return absl::StrCat("hedgingPolicy: ", method.schedule.attempts.size(),
                      " attempts, hedgingDelay ", SpellTime(method.hedging.delay), "; ",
                      WordsOfDeadline(method), ", ",
                      method.latency || method.trace ? WordsOfLatency(method.latency, "answers")
                                                     : "no answer (--latency sets one)");
}

std::string WordsOfRetry(const SimulatedMethod& method) {
  return absl::StrCat("retryPolicy: ", method.schedule.attempts.size(), " attempts, ",
                      SpellBackoff(method.backoff), "; jitter ", method.rule, " (x ",
                      method.jitter.low, " to ", method.jitter.high,
                      method.jitter.on_first ? "" : ", not of the first delay", "), ",
                      WordsOfDeadline(method), ", ", WordsOfLatency(method.latency, "failures"));
}

}  // namespace

std::string TimeUnit::Spell(double seconds) const {
  if (std::isinf(seconds)) return "-";
  return absl::StrFormat("%.*f", decimals, TrueDigits(seconds * per_second));
}

double TrueDigits(double number) {
  constexpr int kDigits = 12;
  if (!std::isfinite(number)) return number;
  std::array<char, 32> text;
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), number,
                                        std::chars_format::scientific, kDigits - 1)
                              .ptr;
  double rounded = 0;
  absl::from_chars(text.data(), end, rounded);
  return rounded;
}

TimeUnit UnitFor(double seconds) {
  struct Row {
    double below;  // s
    TimeUnit unit;
  };
  constexpr Row kRows[] = {
      {1e-3, {"us", 1e6, 0}},
      {0.1, {"ms", 1e3, 1}},
      {20, {"ms", 1e3, 0}},
      {1e3, {"s", 1, 2}},
      {1e5, {"s", 1, 0}},
      {1e7, {"h", 1 / 3600.0, 1}},
      {1e10, {"d", 1 / 86400.0, 0}},
  };
  constexpr TimeUnit kYears = {"y", 1 / 31557600.0, 0};
  for (const Row& row : kRows) {
    if (seconds < row.below) return row.unit;
  }
  return kYears;
}

TimeUnit UnitOf(absl::Span<const AttemptSchedule> attempts) {
  double latest = 0;
  for (const AttemptSchedule& attempt : attempts) {
    latest = std::max(latest, std::isinf(attempt.max) ? attempt.percentiles.back() : attempt.max);
  }
  return UnitFor(latest);
}

std::string SpellDelay(const AttemptSchedule& attempt, const TimeUnit& unit) {
  const Delay& delay = attempt.delay;
  if (delay.low == delay.high) return unit.Spell(delay.low);
  return absl::StrCat(unit.Spell(delay.low), "-", unit.Spell(attempt.delay_mean), "-",
                      unit.Spell(delay.high));
}

std::string SpellTime(double seconds) {
  constexpr double kNs = 1e9;
  constexpr double kMs = 1e3;
  constexpr double kLastOfNs = 1e-6;
  constexpr double kLastOfMs = 0.0995;
  constexpr double kLongest = 1e6;  // s, which six digits hold
  constexpr double kLastOfDigits = 1e12;
  if (seconds > 0 && seconds < kLastOfNs)
    return absl::StrFormat("%.6gns", TrueDigits(seconds * kNs));
  if (seconds > 0 && seconds < kLastOfMs)
    return absl::StrFormat("%.6gms", TrueDigits(seconds * kMs));
  const bool is_whole =
      std::floor(seconds) == seconds && seconds < kLastOfDigits;  // as in a config
  if (is_whole) return absl::StrFormat("%.0fs", seconds);
  if (seconds >= kLongest && !std::isinf(seconds)) {
    const TimeUnit unit = UnitFor(seconds);
    return absl::StrFormat("%.6g%s", TrueDigits(seconds * unit.per_second), unit.name);
  }
  return absl::StrFormat("%.6gs", TrueDigits(seconds));
}

std::string SpellShare(double probability) {
  constexpr double kPercent = 100;
  constexpr double kLittle = 1e-4;
  if (probability <= 0) return "0%";
  if (probability < kLittle) return "<0.01%";
  if (probability < 1 && probability > 1 - kLittle) return ">99.99%";
  return absl::StrFormat("%.4g%%", TrueDigits(probability * kPercent));
}

std::string WordsOfPolicy(const SimulatedMethod& method) {
  switch (method.policy) {
    case SimulatedPolicy::kNone:
      return absl::StrCat("no retryPolicy and no hedgingPolicy that it uses: 1 attempt, ",
                          WordsOfDeadline(method));
    case SimulatedPolicy::kRetry:
      return WordsOfRetry(method);
    case SimulatedPolicy::kHedging:
      return WordsOfHedging(method);
    case SimulatedPolicy::kAlgorithm:
      return WordsOfAlgorithm(method);
    case SimulatedPolicy::kRejected:
      return "it rejects the config, so nothing of it holds";
    case SimulatedPolicy::kUnlimited:
      return "it takes no maxAttempts: generated clients retry until the deadline, which is not "
             "simulated";
  }
  return "";
}

std::string WordsOfOutcome(const SimulatedMethod& method) {
  const Schedule& schedule = method.schedule;
  const size_t in_time = AttemptsInTime(schedule);
  const std::string last = SpellStart(schedule.attempts[in_time - 1]);
  if (method.policy == SimulatedPolicy::kHedging && !method.latency) {
    return absl::StrCat("while nothing is answered: ",
                        absl::StrFormat("%.6g", TrueDigits(schedule.expected_attempts)), " of ",
                        schedule.attempts.size(), " attempts have time, the last of them after ",
                        last);
  }
  if (schedule.attempts.front().reached_by_deadline <= 0) {
    return "no attempt has time: every call is over before it begins";
  }
  const bool is_outage = method.failure_probability == 1;
  std::string words = absl::StrCat(
      is_outage ? "if every attempt fails"
                : absl::StrCat("if an attempt fails with ", SpellShare(method.failure_probability)),
      ": ", SpellAttempts(schedule.expected_attempts), " per call expected, ", in_time, " at worst",
      in_time == schedule.attempts.size()
          ? ""
          : absl::StrCat(" (", schedule.attempts.size(), " without the deadline)"),
      ", the last of them after ", last);
  if (!is_outage) {
    absl::StrAppend(&words, "; ", SpellShare(schedule.call_fails), " of the calls fail");
  }
  if (!std::isinf(method.deadline)) {
    absl::StrAppend(&words, "; ", SpellShare(schedule.deadline_exceeded),
                    " of the calls are ended by the deadline");
  }
  return words;
}

std::string WordsOfGain(const HedgingGain& gain) {
  constexpr size_t kP50 = 0;
  constexpr size_t kP99 = 3;
  constexpr size_t kP999 = 4;
  const auto change = [&](size_t percentile) {
    const std::string before = SpellTime(gain.unhedged.percentiles[percentile]);
    const std::string after = SpellTime(gain.hedged.percentiles[percentile]);
    return before == after ? after : absl::StrCat(before, " to ", after);
  };
  return absl::StrCat("if every attempt succeeds: ", SpellAttempts(gain.expected_sends),
                      " per call, the time to its answer without hedges and with them: p50 ",
                      change(kP50), ", p99 ", change(kP99), ", p99.9 ", change(kP999));
}

}  // namespace grpcfg
