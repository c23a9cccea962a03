#include "simulator/report/simulation_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace grpcfg {
namespace {

constexpr size_t kRows = 5;

// One row of the curve, `row` counted from below; `height` is that of all rows.
std::string RowOf(const std::vector<double>& rates, size_t row, double height) {
  constexpr std::array<absl::string_view, 9> kBlocks = {" ", "▁", "▂", "▃", "▄",
                                                        "▅", "▆", "▇", "█"};
  constexpr double kEighths = 8;
  std::string line;
  for (const double rate : rates) {
    const double filled = rate / height * kRows - static_cast<double>(row);
    const auto eighths = static_cast<size_t>(std::lround(std::clamp(filled, 0.0, 1.0) * kEighths));
    absl::StrAppend(&line, kBlocks[eighths]);
  }
  line.resize(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

size_t CurveColumns(size_t columns) {
  constexpr size_t kBeside = 30;  // labels before the curve, and the time after its axis
  constexpr size_t kMostColumns = 72;
  return std::min(kMostColumns, columns - kBeside);
}

// Whole numbers below a million with all digits, others with three.
std::string SpellRate(double rate) {
  struct Scale {
    double from;
    absl::string_view name;
  };
  constexpr Scale kScales[] = {{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}};
  constexpr double kThousand = 1e3;
  constexpr double kTwoDigits = 100;
  constexpr double kRounding = 1e-9;
  const double number = TrueDigits(rate);
  if (!std::isfinite(number)) return absl::StrCat(number);
  for (const Scale& scale : kScales) {
    if (number >= scale.from) return absl::StrFormat("%.4g%s", number / scale.from, scale.name);
  }
  double whole = std::round(number);
  const bool is_whole = std::abs(number - whole) <= kRounding * number;
  if (!is_whole && number < kThousand) return absl::StrFormat("%.3g", number);
  if (!is_whole) {  // three digits
    const double unit = std::pow(10, std::floor(std::log10(number / kTwoDigits)));
    whole = std::round(number / unit) * unit;
  }
  std::string digits = absl::StrFormat("%.0f", whole);
  constexpr size_t kGroup = 3;
  for (size_t at = digits.size(); at > kGroup;) digits.insert(at -= kGroup, ",");
  return digits;
}

void AppendCurve(const std::vector<double>& heights, absl::string_view unit, absl::string_view end,
                 std::string& out) {
  const double highest = *std::max_element(heights.begin(), heights.end());
  if (highest <= 0) return;
  std::array<std::string, kRows> labels;
  size_t width = unit.size();
  for (size_t row = 0; row < kRows; ++row) {
    labels[row] = SpellRate(highest * static_cast<double>(row + 1) / kRows);
    width = std::max(width, labels[row].size());
  }
  constexpr size_t kUsualWidth = 9;  // with which curves of different heights stay aligned
  const auto columns = static_cast<int>(std::max(width, kUsualWidth));
  for (size_t row = kRows; row-- > 0;) {
    absl::StrAppendFormat(&out, "    %*s |%s\n", columns, labels[row],
                          RowOf(heights, row, highest));
  }
  absl::StrAppendFormat(&out, "    %*s +%s %s\n", columns, unit, std::string(heights.size(), '-'),
                        end);
}

namespace {

double EndOf(const Herd& herd) {
  return herd.bin * static_cast<double>(herd.retries_per_bin.size());
}

}  // namespace

std::vector<double> MeanRates(const Herd& herd, double clients, size_t columns) {
  std::vector<double> rates(columns);
  const auto bins = static_cast<double>(herd.retries_per_bin.size());
  for (size_t column = 0; column < columns; ++column) {
    const double from = bins * static_cast<double>(column) / static_cast<double>(columns);
    const double to = bins * static_cast<double>(column + 1) / static_cast<double>(columns);
    double retries = 0;
    for (auto bin = static_cast<size_t>(from); static_cast<double>(bin) < to; ++bin) {
      const double begin = std::max(from, static_cast<double>(bin));
      const double end = std::min(to, static_cast<double>(bin + 1));
      if (bin < herd.retries_per_bin.size()) retries += herd.retries_per_bin[bin] * (end - begin);
    }
    rates[column] = retries / (to - from) / herd.bin * clients;
  }
  return rates;
}

namespace {

// `500, 625, 265.6, ...`: from the first that has any.
std::string WordsOfSlots(const Herd& herd, double clients) {
  constexpr size_t kShown = 10;
  const auto first = std::find_if(herd.retries_per_bin.begin(), herd.retries_per_bin.end(),
                                  [](double retries) { return retries > 0; });
  std::vector<std::string> masses;
  for (auto each = first; each != herd.retries_per_bin.end(); ++each) {
    if (masses.size() == kShown) {
      masses.emplace_back("...");
      break;
    }
    masses.push_back(absl::StrFormat("%.4g", TrueDigits(*each * clients)));
  }
  return absl::StrJoin(masses, ", ");
}

// By column, which are as many slots each, the highest.
std::vector<double> HighestSlots(const Herd& herd, double clients, size_t columns) {
  const size_t slots = herd.retries_per_bin.size();
  const size_t each = (slots + columns - 1) / columns;
  std::vector<double> rates((slots + each - 1) / each);
  for (size_t i = 0; i < slots; ++i) {
    rates[i / each] = std::max(rates[i / each], herd.retries_per_bin[i] * clients / herd.slot);
  }
  return rates;
}

}  // namespace

std::string WordsOfHerd(const SimulatedMethod& method) {
  const Herd& herd = *method.herd;
  const std::string who =
      absl::StrCat(SpellRate(method.clients), " clients that fail simultaneously");
  if (herd.retries_per_bin.empty()) return absl::StrCat(who, " do not retry");
  const std::string when = SpellTime(herd.time_of_peak);
  if (std::isinf(herd.peak)) {
    return absl::StrCat(who, " all retry at the same moment, after ", when);
  }
  double silent = 0;
  for (const auto& [begin, end] : herd.silences) silent += end - begin;
  constexpr double kLongSlot = 0.1;  // s; shorter ones are not longer than the digits of a time
  const bool has_slots = herd.slot >= kLongSlot;
  std::string words = absl::StrCat(
      who, " retry up to ", SpellRate(herd.peak * method.clients * (has_slots ? herd.slot : 1)),
      has_slots ? absl::StrCat(" times in a slot of ", SpellTime(herd.slot)) : " times a second",
      ", after ", when, "; in ", herd.waves.size(), herd.waves.size() == 1 ? " wave" : " waves");
  if (has_slots && herd.bin == herd.slot) {
    absl::StrAppend(&words, "; from slot to slot: ", WordsOfSlots(herd, method.clients));
  }
  if (silent > 0) {
    absl::StrAppend(&words, ", with no retries ", SpellShare(std::min(1.0, silent / EndOf(herd))),
                    " of the time");
  }
  return absl::StrCat(words, method.is_throttled ? "; with retryThrottling" : "");
}

void AppendHerdCurve(const SimulatedMethod& method, const SimulationStyle& style,
                     std::string& out) {
  const Herd& herd = *method.herd;
  if (herd.retries_per_bin.empty()) return;
  const size_t columns = CurveColumns(style.columns);
  const bool has_slots = herd.slot == herd.bin;
  AppendCurve(has_slots ? HighestSlots(herd, method.clients, columns)
                        : MeanRates(herd, method.clients, columns),
              "retries/s", SpellTime(EndOf(herd)), out);
}

namespace {

// `0.5s`, with the text `gap` before the unit.
std::string TimeText(double seconds, absl::string_view gap) {
  constexpr double kNs = 1e9;
  constexpr double kMs = 1e3;
  constexpr double kLastOfNs = 1e-6;
  constexpr double kLastOfMs = 0.0995;
  constexpr double kLongest = 1e6;  // s, which six digits hold
  constexpr double kLastOfDigits = 1e12;
  if (seconds > 0 && seconds < kLastOfNs)
    return absl::StrFormat("%.6g%sns", TrueDigits(seconds * kNs), gap);
  if (seconds > 0 && seconds < kLastOfMs)
    return absl::StrFormat("%.6g%sms", TrueDigits(seconds * kMs), gap);
  const bool is_whole =
      std::floor(seconds) == seconds && seconds < kLastOfDigits;  // as in a config
  if (is_whole) return absl::StrFormat("%.0f%ss", seconds, gap);
  if (seconds >= kLongest && !std::isinf(seconds)) {
    const TimeUnit unit = UnitFor(seconds);
    return absl::StrFormat("%.6g%s%s", TrueDigits(seconds * unit.per_second), gap, unit.name);
  }
  return absl::StrFormat("%.6g%ss", TrueDigits(seconds), gap);
}

// `0.5 s`, for prose.
std::string TimeWords(double seconds) { return TimeText(seconds, absl::string_view(&kNoBreak, 1)); }

// `about 0.35 s`, with three digits; exactly if it is always the same.
std::string StartWords(const AttemptSchedule& attempt) {
  if (SpellTime(attempt.min) == SpellTime(attempt.max)) return TimeWords(attempt.mean);
  double rounded = 0;
  (void)absl::SimpleAtod(absl::StrFormat("%.3g", attempt.mean), &rounded);
  return absl::StrCat("about ", TimeWords(rounded));
}

// With three digits.
std::string RoundedTime(double seconds) {
  double rounded = seconds;
  (void)absl::SimpleAtod(absl::StrFormat("%.3g", seconds), &rounded);
  return SpellTime(rounded);
}

// `4`, `4 and 5`, `4 to 6`.
std::string AttemptNumbers(size_t first, size_t last) {
  if (first == last) return absl::StrCat(first);
  return absl::StrCat(first, last == first + 1 ? " and " : " to ", last);
}

// `; attempt 4 starts in 50% of the calls`, of those that the deadline cuts off in some calls.
std::string WordsOfShares(absl::Span<const AttemptSchedule> attempts) {
  std::vector<std::string> numbers;
  std::vector<std::string> shares;
  for (size_t i = 1; i < attempts.size(); ++i) {
    if (attempts[i].reached_by_deadline >= 1) continue;
    numbers.push_back(absl::StrCat(i + 1));
    shares.push_back(SpellShare(attempts[i].reached_by_deadline));
  }
  if (numbers.empty()) return "";
  const bool is_one = numbers.size() == 1;
  return absl::StrCat("; attempt", is_one ? " " : "s ", absl::StrJoin(numbers, ", "), " start",
                      is_one ? "s" : "", " in ", absl::StrJoin(shares, ", "), " of the calls");
}

// `; the deadline ends 50% of the calls before all their attempts are answered`.
std::string WordsOfDeadline(const SimulatedMethod& method) {
  if (std::isinf(method.deadline)) return "";
  const double share = method.schedule.deadline_exceeded;
  if (share <= 0) return "; the deadline ends no call";
  return absl::StrCat("; the deadline ends ",
                      share >= 1
                          ? "every call before all its"
                          : absl::StrCat(SpellShare(share), " of the calls before all their"),
                      " attempts are ", method.latency ? "answered" : "made");
}

// `attempts fail immediately`.
std::string WordsOfLatency(const std::optional<Latency>& latency, absl::string_view what) {
  if (!latency) return absl::StrCat(what, " immediately");
  if (latency->exponential_mean > 0) {
    return absl::StrCat(what, " after ", SpellTime(latency->exponential_mean),
                        " on average (exponential)");
  }
  return absl::StrCat(what, " after ", SpellTime(latency->fixed));
}

std::string SpellAttempts(double expected) {
  const std::string number = SpellRate(expected);
  return absl::StrCat(number, number == "1" ? " attempt" : " attempts");
}

// `backoff 0.1s x 2, at most 1s`; without a multiplier if there is none.
std::string SpellBackoff(const Backoff& backoff) {
  const std::string multiplier =
      backoff.multiplier > 0 ? absl::StrCat(" x ", backoff.multiplier) : "";
  return absl::StrCat("backoff ", SpellTime(backoff.initial), multiplier, ", at most ",
                      SpellTime(backoff.max));
}

std::string WordsOfJitter(const SimulatedMethod& method) {
  const Jitter& jitter = method.jitter;
  if (jitter.low == 1 && jitter.high == 1) return "delays are nominal, without jitter";
  return absl::StrCat("each delay", jitter.on_first ? "" : " but the first", " is drawn from ",
                      jitter.low, " to ", jitter.high, " of the nominal one (", method.rule, ")");
}

std::string WordsOfAlgorithm(const SimulatedMethod& method) {
  const Backoff& numbers = *method.call.retry;
  return absl::StrCat(FindAlgorithm(method.rule)->summary, "; ", method.schedule.attempts.size(),
                      " attempts", numbers.initial > 0 ? ", " : "",
                      numbers.initial > 0 ? SpellBackoff(numbers) : "", "; ",
                      WordsOfLatency(method.latency, "attempts fail"));
}

std::string WordsOfHedging(const SimulatedMethod& method) {
  return absl::StrCat("hedgingPolicy: ", method.schedule.attempts.size(),
                      " attempts, hedgingDelay ", SpellTime(method.call.hedging->delay), "; ",
                      method.latency || method.trace
                          ? WordsOfLatency(method.latency, "attempts are answered")
                      : method.hedges ? "times are those of calls without an answer"
                                      : "no attempt is answered (--latency sets a time)");
}

std::string WordsOfRetry(const SimulatedMethod& method) {
  const size_t attempts = method.schedule.attempts.size();
  const std::string limit =
      attempts == method.policy_attempts
          ? ""
          : absl::StrCat(", of which retryThrottling lets a call make ", attempts);
  return absl::StrCat("retryPolicy: ", method.policy_attempts, " attempts", limit, ", ",
                      SpellBackoff(*method.call.retry), "; ", WordsOfJitter(method), "; ",
                      WordsOfLatency(method.latency, "attempts fail"));
}

bool IsSilent(const SimulatedMethod& method) {
  return method.policy == SimulatedPolicy::kHedging && !method.latency;
}

bool HasNoTime(const Schedule& schedule) {
  return schedule.attempts.front().reached_by_deadline <= 0;
}

// The attempts of a call that has some time.
std::string WordsOfAttempts(const SimulatedMethod& method) {
  const size_t all = method.schedule.attempts.size();
  const absl::Span<const AttemptSchedule> attempts = InTime(method.schedule);
  if (all == 1) {
    const bool has_no_tokens = method.policy_attempts > 1;
    return absl::StrCat("1 attempt, ",
                        has_no_tokens ? "never retried: retryThrottling has too few tokens"
                                      : "neither retried nor hedged",
                        "; ", WordsOfEnd(method));
  }
  std::vector<std::string> starts;
  for (const AttemptSchedule& attempt : attempts) {
    if (attempt.mean < LatestEnd(method)) starts.push_back(StartWords(attempt));
  }
  std::string words = absl::StrCat(
      attempts.size() == 1 ? "1 attempt" : absl::StrCat("up to ", attempts.size(), " attempts"),
      IsSilent(method) ? " while nothing is answered" : "", ": at ", absl::StrJoin(starts, ", "),
      "; ", WordsOfEnd(method), WordsOfShares(attempts));
  if (attempts.size() < all) {
    absl::StrAppend(&words, "; attempt", attempts.size() + 1 == all ? " " : "s ",
                    AttemptNumbers(attempts.size() + 1, all), " never start",
                    attempts.size() + 1 == all ? "s" : "");
  }
  return words;
}

}  // namespace

std::string TimeUnit::Spell(double seconds) const {
  if (std::isinf(seconds)) return "-";
  return absl::StrFormat("%.*f", decimals, TrueDigits(seconds * per_second));
}

double TrueDigits(double number) {
  constexpr int kDigits = 12;
  if (!std::isfinite(number)) return number;
  double rounded = 0;
  (void)absl::SimpleAtod(absl::StrFormat("%.*e", kDigits - 1, number), &rounded);
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

double EndOf(const AttemptSchedule& attempt) {
  return std::isinf(attempt.max) ? attempt.percentiles.back() : attempt.max;
}

double EndOf(absl::Span<const AttemptSchedule> attempts) {
  double end = 0;
  for (const AttemptSchedule& attempt : attempts) end = std::max(end, EndOf(attempt));
  return end;
}

std::string SpellRange(const TimeRange& range, const TimeUnit& unit) {
  if (std::isinf(range.min)) return "never";
  if (range.min == range.max) return unit.Spell(range.min);
  return absl::StrCat(unit.Spell(range.min), "-", unit.Spell(range.mean), "-",
                      unit.Spell(range.max));
}

double LatestEnd(const SimulatedMethod& method) {
  return method.ends ? method.ends->max : method.deadline;
}

std::string AnswerOf(const Step& step, const SimulatedTrace& trace) {
  return step.response ? (*trace.responses)[*step.response].text : "none";
}

std::string SpellTime(double seconds) { return TimeText(seconds, ""); }

std::string CutAfter(size_t bytes, absl::string_view text) {
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80) --bytes;
  return absl::StrCat(text.substr(0, bytes), kCutMark);
}

std::string SpellShare(double probability) {
  constexpr double kPercent = 100;
  constexpr double kLittle = 1e-4;
  if (probability <= 0) return "0%";
  if (probability < kLittle) return "<0.01%";
  if (probability < 1 && probability > 1 - kLittle) return ">99.99%";
  return absl::StrFormat("%.4g%%", TrueDigits(probability * kPercent));
}

absl::Span<const AttemptSchedule> InTime(const Schedule& schedule) {
  const auto late =
      std::find_if(schedule.attempts.begin() + 1, schedule.attempts.end(),
                   [](const AttemptSchedule& attempt) { return attempt.reached_by_deadline <= 0; });
  const auto in_time = static_cast<size_t>(late - schedule.attempts.begin());
  return absl::MakeConstSpan(schedule.attempts).first(in_time);
}

std::string WordsOfEnd(const SimulatedMethod& method) {
  if (std::isinf(method.deadline)) return "no deadline";
  if (method.ends) {
    const std::string first = TimeWords(method.ends->min);
    const std::string last = TimeWords(method.ends->max);
    return absl::StrCat(
        "the call ends ",
        first == last ? absl::StrCat("at ", last) : absl::StrCat("between ", first, " and ", last),
        " (timeout ", TimeWords(method.deadline), ")");
  }
  const absl::Span<const AttemptSchedule> attempts = InTime(method.schedule);
  const bool is_cut =
      attempts.size() < method.schedule.attempts.size() || attempts.back().reached_by_deadline < 1;
  return absl::StrCat(is_cut ? "the call ends at " : "the deadline is ",
                      TimeWords(method.deadline));
}

std::string WordsOfCall(const SimulatedMethod& method) {
  if (method.policy == SimulatedPolicy::kRejected) {
    return "this client rejects the config; no setting applies";
  }
  if (method.policy == SimulatedPolicy::kUnlimited) {
    return "retries go on until the deadline: generated clients have no maxAttempts; this is not "
           "simulated";
  }
  if (HasNoTime(method.schedule)) {
    return absl::StrCat("no attempt starts: ", WordsOfEnd(method), ", before the first attempt");
  }
  return WordsOfAttempts(method);
}

std::string WordsOfFailingCall(const SimulatedMethod& method) {
  const bool is_known = method.policy == SimulatedPolicy::kRetry && !HasNoTime(method.schedule);
  if (!is_known || method.schedule.attempts.size() == 1) return "";
  const absl::Span<const AttemptSchedule> attempts = InTime(method.schedule);
  // The last that more than a few calls get to.
  constexpr double kFew = 0.01;
  const AttemptSchedule* last = &attempts.back();
  while (last != attempts.begin() && last->reached_by_deadline < kFew) --last;
  const auto& answered = attempts.back().answered;
  constexpr size_t kP50 = 4;
  constexpr size_t kP99 = 8;
  const bool is_cut = attempts.size() < method.schedule.attempts.size();
  double count = 0;
  for (const AttemptSchedule& attempt : attempts) count += attempt.reached_by_deadline;
  const auto times = [&](double half, double most) {
    const double end = LatestEnd(method);
    const std::string first = RoundedTime(std::min(half, end));
    const std::string second = RoundedTime(std::min(most, end));
    return first == second ? absl::StrCat("after ", first)
                           : absl::StrCat("after ", first, " (99% within ", second, ")");
  };
  const std::string start = times(last->percentiles[kP50], last->percentiles[kP99]);
  const std::string end = is_cut ? absl::StrCat("after ", RoundedTime(LatestEnd(method)))
                                 : times(answered[0], answered[1]);
  return absl::StrCat("a call whose attempts all fail makes ", SpellAttempts(count),
                      ": the last starts ", start,
                      start == end ? ", and then the call gives up"
                                   : absl::StrCat(", and the call gives up ", end));
}

namespace {

std::string WordsOfOutage(const OutageFacts& facts) {
  const double first = facts.totals.attempts_by_number[0];
  const double more = (facts.totals.attempts_during - first) * facts.rate;
  return absl::StrCat(SpellRate(more), " extra requests, up to ", SpellRate(facts.peak.value),
                      " times the load, and ", SpellRate(facts.totals.retries_after * facts.rate),
                      " retries after recovery");
}

}  // namespace

std::string WordsOfUsualOutage(const SimulatedMethod& method) {
  if (!method.usual_outage) return "";
  const UsualOutage& usual = *method.usual_outage;
  std::string words =
      absl::StrCat("in an outage of ", SpellTime(kUsualOutage), " ", SpellRate(kUsualClients),
                   " clients with a call per second send ", WordsOfOutage(usual.facts));
  if (!usual.without_tokens) return words;
  return absl::StrCat(words, "; without retryThrottling ", WordsOfOutage(*usual.without_tokens));
}

std::string WordsOfPolicy(const SimulatedMethod& method) {
  switch (method.policy) {
    case SimulatedPolicy::kRetry:
      return WordsOfRetry(method);
    case SimulatedPolicy::kHedging:
      return WordsOfHedging(method);
    case SimulatedPolicy::kAlgorithm:
      return WordsOfAlgorithm(method);
    default:
      return "";
  }
}

std::string WordsOfOutcome(const SimulatedMethod& method) {
  const Schedule& schedule = method.schedule;
  if (IsSilent(method) || HasNoTime(schedule)) return "";
  const bool is_outage = method.failure_probability == 1;
  std::string words = absl::StrCat(
      "if ",
      is_outage ? "every attempt fails"
                : absl::StrCat(SpellShare(method.failure_probability), " of the attempts fail"),
      ": ", SpellAttempts(schedule.expected_attempts), " per call on average");
  if (!is_outage) {
    absl::StrAppend(&words, "; ", SpellShare(schedule.call_fails), " of the calls fail");
  }
  if (schedule.hangs > 0) {
    absl::StrAppend(&words, "; ", SpellShare(schedule.hangs),
                    " of the calls hang: a retry is due after less than 1 ms, which this client "
                    "never sends, and no deadline ends them");
  }
  return words + WordsOfDeadline(method);
}

std::string WordsOfGain(const HedgingGain& gain) {
  constexpr std::pair<size_t, absl::string_view> kShown[] = {{0, "half"}, {3, "99%"}, {4, "99.9%"}};
  std::string words = absl::StrCat(
      "if every attempt succeeds: ", SpellAttempts(gain.expected_sends), " per call on average");
  for (const auto& [percentile, share] : kShown) {
    const std::string before = SpellTime(gain.unhedged.percentiles[percentile]);
    const std::string after = SpellTime(gain.hedged.percentiles[percentile]);
    absl::StrAppend(&words, percentile == 0 ? "; " : ", ", share,
                    percentile == 0 ? " of them are answered within " : " within ", after);
    if (before != after) absl::StrAppend(&words, " (", before, " without hedging)");
  }
  return words;
}

}  // namespace grpcfg
