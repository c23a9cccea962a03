// What `grpcfg simulate` prints for programs, from the same named numbers.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"
#include "schema/json/json_writer.h"
#include "simulation/simulation_printer.h"
#include "simulation/simulation_words.h"

namespace grpcfg {
namespace {

// The members of an object of JSON, or the ends of the names of columns.
using Numbers = std::vector<std::pair<std::string, double>>;

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
  explicit SimulationWriter(std::string& out) : sink_{&out}, writer_(sink_), members_(writer_) {
    writer_.SetIndent(' ', 2);
  }

  void Write(absl::Span<const SimulatedMethod> methods) {
    writer_.StartObject();
    members_.WriteVersion();
    members_.WriteArray("schedules", methods,
                        [&](const SimulatedMethod& method) { WriteMethod(method); });
    writer_.EndObject();
  }

 private:
  void WriteMethod(const SimulatedMethod& method) {
    const std::vector<AttemptSchedule>& attempts = method.schedule.attempts;
    const bool is_known = !attempts.empty();
    writer_.StartObject();
    members_.WriteText("name", method.name);
    members_.WriteText("target", method.target);
    members_.WriteText("rule", method.rule);
    members_.WriteText("policy", PolicyName(method.policy));
    WriteNumber("deadline", method.deadline);
    if (method.ends) WriteNumbers("deadline_range", NumbersOf(*method.ends));
    writer_.Key("attempts_max");
    is_known ? writer_.Uint64(attempts.size()) : writer_.Null();
    size_t number = 0;
    members_.WriteArray("attempts", attempts,
                        [&](const AttemptSchedule& attempt) { WriteAttempt(++number, attempt); });
    if (is_known) WriteOutcome(method.schedule);
    if (method.hedges) WriteHedges(method, *method.hedges);
    if (method.herd) WriteHerd(*method.herd, method.clients);
    if (method.trace) WriteTrace(*method.trace);
    members_.WriteArray("notes", method.notes,
                        [&](const std::string& note) { members_.WriteString(note); });
    writer_.EndObject();
  }

  void WriteAttempt(size_t number, const AttemptSchedule& attempt) {
    writer_.StartObject();
    WriteCount("attempt", number);
    WriteNumbers("delay", NumbersOf(attempt.delay));
    WriteNumbers("start", NumbersOfStart(attempt));
    WriteNumber("reached_by_deadline", attempt.reached_by_deadline);
    writer_.EndObject();
  }

  void WriteOutcome(const Schedule& schedule) {
    const auto in_time = std::count_if(
        schedule.attempts.begin(), schedule.attempts.end(),
        [](const AttemptSchedule& attempt) { return attempt.reached_by_deadline > 0; });
    WriteNumbers("amplification", {{"worst", static_cast<double>(schedule.attempts.size())},
                                   {"worst_by_deadline", static_cast<double>(in_time)},
                                   {"expected", schedule.expected_attempts}});
    WriteNumber("expected_attempts", schedule.expected_attempts);
    WriteNumber("p_call_fails", schedule.call_fails);
    WriteNumber("p_deadline_exceeded", schedule.deadline_exceeded);
    WriteNumbers("total_wait", MomentsOfStart(schedule.attempts.back()));
  }

  void WriteHerd(const Herd& herd, double clients) {
    std::vector<double> bins;
    bins.reserve(herd.retries_per_bin.size());
    for (const double retries : herd.retries_per_bin) bins.push_back(retries * clients);
    StartObject("herd");
    WriteNumber("clients", clients);
    WriteNumber("bin_s", herd.bin);
    WriteList("attempts_per_bin", bins);
    WriteNumber("peak_per_s", herd.peak * clients);
    WriteNumber("time_of_peak_s", herd.time_of_peak);
    members_.WriteArray("waves", herd.waves, [&](const HerdWave& wave) {
      writer_.StartObject();
      WriteNumber("from_s", wave.time.min);
      WriteNumber("to_s", wave.time.max);
      WriteNumber("rate_per_s", wave.rate * clients);
      writer_.EndObject();
    });
    members_.WriteArray("silences_s", herd.silences, [&](const std::pair<double, double>& silence) {
      writer_.StartArray();
      writer_.Double(TrueDigits(silence.first));
      writer_.Double(TrueDigits(silence.second));
      writer_.EndArray();
    });
    writer_.EndObject();
  }

  // The names are those of the shared reference of numbers.
  void WriteHedges(const SimulatedMethod& method, const HedgeFacts& hedges) {
    StartObject("hedging");
    WriteNumber("hedging_delay", method.call.hedging->delay);
    WriteList("p_send_attempt", hedges.sent);
    StartObject("success_only");
    WriteList("p_send_attempt", hedges.gain.sent);
    WriteNumber("expected_sends", hedges.gain.expected_sends);
    WriteNumber("extra_load", hedges.gain.expected_sends - 1);
    WriteNumbers("hedged", NumbersOf(hedges.gain.hedged));
    WriteNumbers("unhedged", NumbersOf(hedges.gain.unhedged));
    writer_.EndObject();
    if (hedges.all_failed_at) WriteOutage(method, hedges);
    writer_.EndObject();
  }

  void WriteOutage(const SimulatedMethod& method, const HedgeFacts& hedges) {
    std::vector<double> times;
    for (const AttemptSchedule& attempt : method.schedule.attempts) times.push_back(attempt.mean);
    const absl::string_view how = hedges.is_by_timer ? "timer_only" : "spec";
    StartObject("total_outage");
    WriteNumber("fail_latency", method.latency->fixed);
    WriteList(absl::StrCat("send_times_", how), times);
    WriteNumber(absl::StrCat("call_fails_at_", how), *hedges.all_failed_at);
    writer_.EndObject();
  }

  void WriteTrace(const SimulatedTrace& trace) {
    StartObject("trace");
    if (trace.throttling) WriteTokens(trace);
    members_.WriteArray("steps", trace.trace.steps,
                        [&](const Step& step) { WriteStep(step, AnswerOf(step, trace)); });
    WriteBool("is_unfinished", trace.trace.is_unfinished);
    writer_.EndObject();
  }

  // Named as in the shared reference of numbers.
  void WriteTokens(const SimulatedTrace& trace) {
    const bool is_milli = trace.arithmetic == TokenArithmetic::kThousandths ||
                          trace.arithmetic == TokenArithmetic::kThousandthsOfFloat;
    members_.WriteNumber("maxTokens", trace.throttling->max_tokens);
    members_.WriteNumber("tokenRatio", trace.throttling->token_ratio);
    const absl::string_view kind = is_milli ? "milli" : "float64";
    const std::string decisions = TokenLetters(trace.trace);
    std::string outcomes;
    for (const char letter : decisions) outcomes.push_back(letter == '.' ? 'S' : 'F');
    members_.WriteText("outcomes", outcomes);
    members_.WriteText(absl::StrCat("decisions_", kind), decisions);
    members_.WriteArray(absl::StrCat("tokens_after_", kind).c_str(), TokenSteps(trace.trace),
                        [&](const Step* step) { writer_.Double(*step->tokens); });
  }

  void WriteStep(const Step& step, absl::string_view answer) {
    writer_.StartObject();
    WriteCount("call", step.call);
    WriteCount("attempt", step.attempt);
    WriteBool("is_transparent", step.is_transparent);
    WriteCount("previous_rpc_attempts", step.previous_attempts);
    WriteNumbers("sent", NumbersOf(step.sent));
    WriteNumbers("ended", NumbersOf(step.ended));
    members_.WriteText("response", answer);
    writer_.Key("code");
    step.code ? writer_.Int(*step.code) : writer_.Null();
    members_.WriteNumber("tokens", step.tokens);
    WriteBool("is_throttled", step.is_throttled);
    members_.WriteText("decision", NameOf(step.decision));
    if (step.delay) WriteNumbers("delay", NumbersOf(*step.delay));
    WriteBool("may_exceed_deadline", step.may_exceed_deadline);
    writer_.EndObject();
  }

  void StartObject(absl::string_view key) {
    writer_.Key(key);
    writer_.StartObject();
  }

  void WriteBool(absl::string_view key, bool value) {
    writer_.Key(key);
    writer_.Bool(value);
  }

  void WriteCount(absl::string_view key, size_t count) {
    writer_.Key(key);
    writer_.Uint64(count);
  }

  void WriteNumber(absl::string_view key, double number) {
    members_.WriteNumber(key, TrueDigits(number));
  }

  void WriteNumbers(absl::string_view key, const Numbers& numbers) {
    StartObject(key);
    for (const auto& [name, number] : numbers) WriteNumber(name, number);
    writer_.EndObject();
  }

  void WriteList(absl::string_view key, const std::vector<double>& numbers) {
    writer_.Key(key);
    members_.WriteArray(numbers, [&](double number) { writer_.Double(TrueDigits(number)); });
  }

  JsonSink sink_;
  IndentedJson writer_;
  MemberWriter<IndentedJson> members_;
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
