// What `grpcfg simulate` prints for programs, from the same named numbers.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"
#include "simulator/report/fleet_data.h"
#include "simulator/report/number_writer.h"
#include "simulator/report/simulation_printer.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

Numbers NumbersOf(const TimeRange& range) {
  return {{"min", range.min}, {"mean", range.mean}, {"max", range.max}};
}

Numbers MomentsOfStart(const AttemptSchedule& attempt) {
  return {{"min", attempt.min},
          {"mean", attempt.mean},
          {"max", attempt.max},
          {"stddev", attempt.standard_deviation}};
}

// `p99.9`.
std::string PercentileName(double share) {
  constexpr double kPercent = 100;
  return absl::StrCat("p", share * kPercent);
}

Numbers NumbersOfStart(const AttemptSchedule& attempt) {
  Numbers numbers = MomentsOfStart(attempt);
  for (size_t i = 0; i < kPercentiles.size(); ++i) {
    numbers.emplace_back(PercentileName(kPercentiles[i]), attempt.percentiles[i]);
  }
  return numbers;
}

// The percentiles by our names and, for those who read the shared reference, by its shares.
Numbers NumbersOf(const ResultTime& result) {
  Numbers numbers = {{"mean", result.mean}};
  for (size_t i = 0; i < kResultPercentiles.size(); ++i) {
    numbers.emplace_back(PercentileName(kResultPercentiles[i]), result.percentiles[i]);
  }
  for (size_t i = 0; i < kResultPercentiles.size(); ++i) {
    numbers.emplace_back(absl::StrCat(kResultPercentiles[i]), result.percentiles[i]);
  }
  return numbers;
}

class SimulationWriter {
 public:
  explicit SimulationWriter(std::string& out) : writer_(out, JsonLayout::kLines) {}

  void Write(absl::Span<const SimulatedMethod> methods) {
    writer_.StartObject();
    writer_.WriteVersion();
    writer_.WriteArray("schedules", methods,
                       [&](const SimulatedMethod& method) { WriteMethod(method); });
    writer_.EndObject();
  }

 private:
  void WriteMethod(const SimulatedMethod& method) {
    const std::vector<AttemptSchedule>& attempts = method.schedule.attempts;
    const bool is_known = !attempts.empty();
    writer_.StartObject();
    writer_.WriteText("name", method.name);
    writer_.WriteText("target", method.target);
    writer_.WriteText("rule", method.rule);
    writer_.WriteText("policy", PolicyName(method.policy));
    writer_.WriteTrue("deadline", method.deadline);
    if (method.ends) writer_.WriteNumbers("deadline_range", NumbersOf(*method.ends));
    writer_.WriteCount("attempts_max", is_known ? std::optional(attempts.size()) : std::nullopt);
    size_t number = 0;
    writer_.WriteArray("attempts", attempts,
                       [&](const AttemptSchedule& attempt) { WriteAttempt(++number, attempt); });
    if (is_known) WriteOutcome(method.schedule);
    if (method.hedges) WriteHedges(method, *method.hedges);
    if (method.herd) WriteHerd(*method.herd, method.clients);
    WriteFleetFacts(method.fleet, writer_);
    if (method.trace) WriteTrace(*method.trace);
    writer_.WriteTexts("notes", method.notes);
    writer_.EndObject();
  }

  void WriteAttempt(size_t number, const AttemptSchedule& attempt) {
    writer_.StartObject();
    writer_.WriteCount("attempt", number);
    writer_.WriteNumbers("delay", NumbersOf(attempt.delay));
    writer_.WriteNumbers("start", NumbersOfStart(attempt));
    writer_.WriteTrue("reached_by_deadline", attempt.reached_by_deadline);
    writer_.EndObject();
  }

  void WriteOutcome(const Schedule& schedule) {
    const auto in_time = std::count_if(
        schedule.attempts.begin(), schedule.attempts.end(),
        [](const AttemptSchedule& attempt) { return attempt.reached_by_deadline > 0; });
    writer_.WriteNumbers("amplification", {{"worst", static_cast<double>(schedule.attempts.size())},
                                           {"worst_by_deadline", static_cast<double>(in_time)},
                                           {"expected", schedule.expected_attempts}});
    writer_.WriteTrue("expected_attempts", schedule.expected_attempts);
    writer_.WriteTrue("p_call_fails", schedule.call_fails);
    writer_.WriteTrue("p_deadline_exceeded", schedule.deadline_exceeded);
    writer_.WriteNumbers("total_wait", MomentsOfStart(schedule.attempts.back()));
  }

  void WriteHerd(const Herd& herd, double clients) {
    std::vector<double> bins;
    bins.reserve(herd.retries_per_bin.size());
    for (const double retries : herd.retries_per_bin) bins.push_back(retries * clients);
    writer_.StartObject("herd");
    writer_.WriteTrue("clients", clients);
    writer_.WriteTrue("bin_s", herd.bin);
    writer_.WriteList("attempts_per_bin", bins);
    writer_.WriteTrue("peak_per_s", herd.peak * clients);
    writer_.WriteTrue("time_of_peak_s", herd.time_of_peak);
    writer_.WriteArray("waves", herd.waves, [&](const HerdWave& wave) {
      writer_.StartObject();
      writer_.WriteTrue("from_s", wave.time.min);
      writer_.WriteTrue("to_s", wave.time.max);
      writer_.WriteTrue("rate_per_s", wave.rate * clients);
      writer_.EndObject();
    });
    writer_.WriteArray("silences_s", herd.silences, [&](const std::pair<double, double>& silence) {
      writer_.StartArray();
      writer_.Number(TrueDigits(silence.first));
      writer_.Number(TrueDigits(silence.second));
      writer_.EndArray();
    });
    writer_.EndObject();
  }

  // The names are those of the shared reference of numbers.
  void WriteHedges(const SimulatedMethod& method, const HedgeFacts& hedges) {
    writer_.StartObject("hedging");
    writer_.WriteTrue("hedging_delay", method.call.hedging->delay);
    writer_.WriteList("p_send_attempt", hedges.sent);
    writer_.StartObject("success_only");
    writer_.WriteList("p_send_attempt", hedges.gain.sent);
    writer_.WriteTrue("expected_sends", hedges.gain.expected_sends);
    writer_.WriteTrue("extra_load", hedges.gain.expected_sends - 1);
    writer_.WriteNumbers("hedged", NumbersOf(hedges.gain.hedged));
    writer_.WriteNumbers("unhedged", NumbersOf(hedges.gain.unhedged));
    writer_.EndObject();
    if (hedges.all_failed_at) WriteOutage(method, hedges);
    if (method.fleet.hedged) WriteHedgedFacts(*method.fleet.hedged, writer_);
    writer_.EndObject();
  }

  void WriteOutage(const SimulatedMethod& method, const HedgeFacts& hedges) {
    std::vector<double> times;
    for (const AttemptSchedule& attempt : method.schedule.attempts) times.push_back(attempt.mean);
    const absl::string_view how = hedges.is_by_timer ? "timer_only" : "spec";
    writer_.StartObject("total_outage");
    writer_.WriteTrue("fail_latency", method.latency->fixed);
    writer_.WriteList(absl::StrCat("send_times_", how), times);
    writer_.WriteTrue(absl::StrCat("call_fails_at_", how), *hedges.all_failed_at);
    writer_.EndObject();
  }

  void WriteTrace(const SimulatedTrace& trace) {
    writer_.StartObject("trace");
    if (trace.throttling) WriteTokens(trace);
    writer_.WriteArray("steps", trace.trace.steps,
                       [&](const Step& step) { WriteStep(step, AnswerOf(step, trace)); });
    writer_.WriteBool("is_unfinished", trace.trace.is_unfinished);
    writer_.EndObject();
  }

  // Named as in the shared reference of numbers.
  void WriteTokens(const SimulatedTrace& trace) {
    const bool is_milli = trace.arithmetic == TokenArithmetic::kThousandths ||
                          trace.arithmetic == TokenArithmetic::kThousandthsOfFloat;
    writer_.WriteNumber("maxTokens", trace.throttling->max_tokens);
    writer_.WriteNumber("tokenRatio", trace.throttling->token_ratio);
    const absl::string_view kind = is_milli ? "milli" : "float64";
    const std::string decisions = TokenLetters(trace.trace);
    std::string outcomes;
    for (const char letter : decisions) outcomes.push_back(letter == '.' ? 'S' : 'F');
    writer_.WriteText("outcomes", outcomes);
    writer_.WriteText(absl::StrCat("decisions_", kind), decisions);
    writer_.WriteArray(absl::StrCat("tokens_after_", kind), TokenSteps(trace.trace),
                       [&](const Step* step) { writer_.Number(*step->tokens); });
  }

  void WriteStep(const Step& step, absl::string_view answer) {
    writer_.StartObject();
    writer_.WriteCount("call", step.call);
    writer_.WriteCount("attempt", step.attempt);
    writer_.WriteBool("is_transparent", step.is_transparent);
    writer_.WriteCount("previous_rpc_attempts", step.previous_attempts);
    writer_.WriteNumbers("sent", NumbersOf(step.sent));
    writer_.WriteNumbers("ended", NumbersOf(step.ended));
    writer_.WriteText("response", answer);
    writer_.WriteCount("code", step.code);
    writer_.WriteNumber("tokens", step.tokens);
    writer_.WriteBool("is_throttled", step.is_throttled);
    writer_.WriteText("decision", NameOf(step.decision));
    if (step.delay) writer_.WriteNumbers("delay", NumbersOf(*step.delay));
    writer_.WriteBool("may_exceed_deadline", step.may_exceed_deadline);
    writer_.EndObject();
  }

  NumberWriter writer_;
};

// As RFC 4180 quotes it, on one line.
std::string CsvOf(absl::string_view text) {
  std::string visible = Visible(text);
  const bool is_plain = visible.find_first_of("\",") == std::string::npos;
  return is_plain ? visible
                  : absl::StrCat("\"", absl::StrReplaceAll(visible, {{"\"", "\"\""}}), "\"");
}

// The shortest that reads back as its true digits; empty for what has no end.
std::string CsvOf(double number) {
  constexpr size_t kLongest = 32;
  if (!std::isfinite(number)) return "";
  std::array<char, kLongest> digits;
  const char* const end =
      std::to_chars(digits.data(), digits.data() + digits.size(), TrueDigits(number)).ptr;
  return {digits.data(), static_cast<size_t>(end - digits.data())};
}

// The columns of one attempt.
Numbers ColumnsOf(const AttemptSchedule& attempt) {
  Numbers columns;
  const auto add = [&](absl::string_view part, const Numbers& numbers) {
    for (const auto& [name, number] : numbers) {
      columns.emplace_back(absl::StrCat(part, "_", name), number);
    }
  };
  add("delay", NumbersOf(attempt.delay));
  add("start", NumbersOfStart(attempt));
  columns.emplace_back("reached_by_deadline", attempt.reached_by_deadline);
  return columns;
}

}  // namespace

void AppendSimulationJson(const SimulationReport& report, std::string& out) {
  SimulationWriter(out).Write(report.methods);
  out += '\n';
}

void AppendSimulationCsv(const SimulationReport& report, std::string& out) {
  absl::StrAppend(&out, "name,target,rule,policy,deadline,attempt");
  for (const auto& [name, _] : ColumnsOf({})) absl::StrAppend(&out, ",", name);
  out += '\n';
  for (const SimulatedMethod& method : report.methods) {
    size_t number = 0;
    for (const AttemptSchedule& attempt : method.schedule.attempts) {
      absl::StrAppend(&out, CsvOf(method.name), ",", CsvOf(method.target), ",", method.rule, ",",
                      PolicyName(method.policy), ",");
      absl::StrAppend(&out, CsvOf(method.deadline), ",", ++number);
      for (const auto& [_, value] : ColumnsOf(attempt)) absl::StrAppend(&out, ",", CsvOf(value));
      out += '\n';
    }
  }
}

}  // namespace grpcfg
