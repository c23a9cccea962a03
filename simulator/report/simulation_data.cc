// What `grpcfg simulate` prints for programs, from the same named numbers.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "schema/json/escape.h"
#include "schema/json/json_writer.h"
#include "simulator/report/fleet.h"
#include "simulator/report/simulation_printer.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

// ---- Members of JSON that are numbers: true digits, and null for what has no end.

// The members of an object of JSON, or the ends of the names of columns.
using Numbers = std::vector<std::pair<std::string, double>>;

class NumberWriter : public JsonWriter {
 public:
  using JsonWriter::JsonWriter;

  void WriteTrue(absl::string_view key, double number) { WriteNumber(key, TrueDigits(number)); }

  void WriteNumbers(absl::string_view key, const Numbers& numbers) {
    StartObject(key);
    WriteMembers(numbers);
    EndObject();
  }

  void WriteMembers(const Numbers& numbers) {
    for (const auto& [name, number] : numbers) WriteTrue(name, number);
  }

  void WriteList(absl::string_view key, const std::vector<double>& numbers) {
    WriteArray(key, numbers, [&](double number) { Number(TrueDigits(number)); });
  }
};

// ---- What `grpcfg simulate` reports on fleets, for programs.

std::vector<double> Times(const std::vector<double>& numbers, double factor) {
  std::vector<double> products;
  products.reserve(numbers.size());
  for (const double number : numbers) products.push_back(number * factor);
  return products;
}

void WriteSynchronized(const OutageFacts& facts, NumberWriter& writer) {
  const SynchronizedOutage& outage = facts.synchronized;
  writer.StartObject("synchronized");
  writer.WriteTrue("outage", facts.length);
  Numbers success;
  for (size_t i = 0; i < outage.success_by_retry.size(); ++i) {
    success.emplace_back(absl::StrCat(i + 2), outage.success_by_retry[i]);
  }
  writer.WriteNumbers("p_success_by_attempt", success);
  writer.WriteTrue("p_exhausted", outage.exhausted);
  writer.WriteTrue("expected_attempts", outage.expected_attempts);
  writer.WriteTrue("mean_wait_after_recovery_given_success", outage.mean_wait.value_or(kNever));
  writer.EndObject();
}

void WriteTotals(const OutageFacts& facts, NumberWriter& writer) {
  const OutageTotals& totals = facts.totals;
  writer.StartObject("totals");
  writer.WriteTrue("outage", facts.length);
  writer.WriteTrue("attempts_during_outage", totals.attempts_during * facts.rate);
  writer.WriteList("attempts_by_number_during_outage",
                   Times(totals.attempts_by_number, facts.rate));
  writer.WriteTrue("retries_after_recovery", totals.retries_after * facts.rate);
  writer.WriteTrue("calls_failed", totals.calls_failed * facts.rate);
  writer.WriteTrue("calls_saved_by_retries", totals.calls_saved * facts.rate);
  writer.EndObject();
}

void WriteFailureCurve(absl::Span<const FailurePoint> points, NumberWriter& writer) {
  writer.WriteArray("failure_curve", points, [&](const FailurePoint& point) {
    writer.StartObject();
    writer.WriteMembers({{"t", point.time}, {"p", point.probability}});
    writer.EndObject();
  });
}

void WriteOutage(const OutageFacts& facts, bool with_throttling, NumberWriter& writer) {
  writer.StartObject("outage");
  writer.WriteMembers({{"outage", facts.length},
                       {"call_rate", facts.rate},
                       {"p_fail_during", facts.failure_probability}});
  if (!facts.failures.empty()) WriteFailureCurve(facts.failures, writer);
  constexpr absl::string_view kMethods[] = {"exact", "monte_carlo", "limit"};
  writer.WriteText("method", kMethods[static_cast<size_t>(facts.method)]);
  writer.WriteBool("with_throttling", with_throttling);
  writer.WriteTrue("peak_load", facts.peak.value);
  WriteSynchronized(facts, writer);
  WriteTotals(facts, writer);
  writer.StartObject("poisson_load");
  writer.WriteTrue("outage", facts.length);
  writer.WriteTrue("p_fail_during", facts.failure_probability);
  std::vector<double> times;
  for (size_t i = 0; i < facts.loads.size(); ++i) {
    times.push_back(static_cast<double>(i) * facts.step);
  }
  writer.WriteList("t", times);
  writer.WriteList("attempts_per_call_rate", facts.loads);
  writer.EndObject();
  writer.EndObject();
}

Numbers NumbersOf(const ThrottleFacts& facts) {
  return {{"maxTokens", facts.throttling.max_tokens},
          {"tokenRatio", facts.throttling.token_ratio},
          {"maxAttempts", static_cast<double>(facts.attempts)}};
}

void WriteLimits(const ThrottleFacts& facts, NumberWriter& writer) {
  const ThrottleLimits& limits = facts.limits;
  writer.StartObject("closed_forms");
  writer.WriteMembers(NumbersOf(facts));
  writer.WriteMembers({{"failure_fraction_threshold", limits.failure_threshold},
                       {"failures_until_retries_off", limits.failures_until_off},
                       {"max_retries_sent_per_client_in_a_total_outage", limits.retries_in_outage},
                       {"retries_of_a_lone_failing_call", limits.retries_of_lone_call}});
  writer.WriteBool("every_retry_possible_for_a_lone_call", limits.allows_every_retry);
  writer.WriteBool("any_retry_possible", limits.allows_any_retry);
  writer.WriteMembers(
      {{"successes_from_empty_until_above_half", limits.successes_until_half},
       {"successes_from_empty_until_a_failure_is_retried", limits.successes_until_retry},
       {"steady_state_amplification_limit_at_threshold", limits.amplification_at_threshold}});
  writer.EndObject();
}

void WriteLongRun(const ThrottleFacts& facts, NumberWriter& writer) {
  writer.StartObject("serial_client_stationary");
  writer.WriteMembers(NumbersOf(facts));
  writer.WriteMembers({{"p", facts.failure_probability},
                       {"attempts_per_call", facts.long_run->attempts_per_call},
                       {"attempts_per_call_without_throttle", facts.long_run->attempts_without},
                       {"fraction_of_wanted_retries_denied", facts.long_run->denied},
                       {"p_call_fails", facts.long_run->call_fails},
                       {"mean_tokens", facts.long_run->mean_tokens}});
  writer.EndObject();
}

void WriteSample(const SampledFleet& sample, NumberWriter& writer) {
  writer.StartObject("fleet_outage");
  writer.WriteText("method", "monte_carlo");
  writer.WriteCount("clients", sample.setting.clients);
  writer.WriteCount("seed", sample.setting.seed);
  writer.WriteMembers({{"calls_per_second_per_client", sample.setting.call_rate},
                       {"outage", sample.setting.outage}});
  writer.WriteList("bin_edges", sample.setting.bin_edges);
  writer.WriteList("attempts_per_client_per_bin", sample.mean.attempts_per_bin);
  writer.WriteList("standard_error", sample.mean.errors_per_bin);
  const auto write = [&](const std::string& key, const SampledMean& mean) {
    writer.WriteMembers({{key, mean.Value()}, {key + "_se", mean.Error()}});
  };
  write("retries_per_client", sample.mean.retries);
  write("retries_per_client_during_outage", sample.mean.retries_during);
  write("calls_saved_per_client", sample.mean.calls_saved);
  writer.EndObject();
}

void WriteThrottle(const ThrottleFacts& facts, NumberWriter& writer) {
  writer.StartObject("throttle");
  WriteLimits(facts, writer);
  if (facts.long_run) WriteLongRun(facts, writer);
  if (facts.sample) WriteSample(*facts.sample, writer);
  writer.EndObject();
}

void WriteLayers(const LayerFacts& facts, NumberWriter& writer) {
  Numbers expected;
  Numbers fails;
  for (const LayerFacts::Row& row : facts.rows) {
    expected.emplace_back(absl::StrCat(row.failure_probability), row.call.expected);
    fails.emplace_back(absl::StrCat(row.failure_probability), row.call.fails);
  }
  writer.StartObject();
  writer.WriteCount("maxAttempts", facts.attempts);
  writer.WriteCount("layers", facts.layers);
  writer.WriteTrue("worst_case", facts.rows.front().call.worst);
  writer.WriteNumbers("expected_independent", expected);
  writer.WriteNumbers("top_level_failure", fails);
  writer.EndObject();
}

void WriteOverload(const OverloadFacts& facts, NumberWriter& writer) {
  writer.StartObject("overload");
  writer.WriteCount("maxAttempts", facts.attempts);
  writer.WriteMembers({{"offered_calls_over_capacity", facts.offered},
                       {"p_attempt_fails", facts.overload.attempt_fails},
                       {"attempts_per_call", facts.overload.attempts_per_call},
                       {"attempts_over_capacity", facts.overload.attempts_over_capacity},
                       {"p_call_fails", facts.overload.call_fails},
                       {"metastable_from", facts.overload.metastable_from}});
  writer.EndObject();
}

// Members of a schedule, named as in the shared reference of numbers; none for what was not
// requested.
void WriteFleetFacts(const FleetFacts& facts, NumberWriter& writer) {
  if (facts.outage) WriteOutage(*facts.outage, facts.throttle.has_value(), writer);
  if (facts.throttle) WriteThrottle(*facts.throttle, writer);
  if (!facts.layers.empty()) {
    writer.WriteArray("layers", facts.layers,
                      [&](const LayerFacts& layers) { WriteLayers(layers, writer); });
  }
  if (facts.overload) WriteOverload(*facts.overload, writer);
}

// The same, as a member of `hedging`.
void WriteHedgedFacts(const HedgedFacts& facts, NumberWriter& writer) {
  const auto write = [&](absl::string_view key, const SampledMean& mean) {
    writer.WriteNumbers(key, {{"value", mean.Value()}, {"se", mean.Error()}});
  };
  writer.StartObject("with_failures");
  writer.WriteText("method", "monte_carlo");
  writer.WriteCount("samples", facts.setting.calls);
  writer.WriteCount("seed", facts.setting.seed);
  writer.WriteCount("maxAttempts", facts.setting.hedging.attempts);
  writer.WriteMembers({{"hedgingDelay", facts.setting.hedging.delay},
                       {"p_attempt_fails_non_fatally", facts.setting.failure_probability}});
  write("expected_sends", facts.sample.sends);
  write("p_call_fails", facts.sample.fails);
  write("mean_time_to_result", facts.sample.end);
  writer.StartObject("p_result_after");
  for (size_t i = 0; i < facts.setting.times.size(); ++i) {
    write(absl::StrCat(TrueDigits(facts.setting.times[i])), facts.sample.longer[i]);
  }
  writer.EndObject();
  writer.EndObject();
}

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
Numbers NumbersOf(const Latency& latency) {
  return {{"fixed", latency.fixed}, {"exponential_mean", latency.exponential_mean}};
}

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

  void Write(const SimulationReport& report) {
    writer_.StartObject();
    writer_.WriteVersion();
    if (report.request != nullptr) WriteInputs(*report.request, report.change);
    const auto write = [&](const SimulatedMethod& method) { WriteMethod(method); };
    writer_.WriteArray("schedules", report.methods, write);
    if (report.change != nullptr) {
      writer_.WriteArray("schedules_before", report.change->before, write);
      writer_.WriteJson("comparison", report.change->comparison);
    }
    writer_.EndObject();
  }

 private:
  void WriteLaw(absl::string_view key, const std::optional<LatencyLaw>& law) {
    if (!law) return;
    writer_.WriteArray(key, law->parts(), [&](const LatencyPart& part) {
      writer_.StartObject();
      writer_.WriteTrue("share", part.share);
      writer_.WriteMembers(part.median > 0 ? Numbers{{"median", part.median}, {"sigma", part.sigma}}
                                           : NumbersOf(part.latency));
      writer_.EndObject();
    });
  }

  // Null, or nothing, for what was not given.
  void WriteInputs(const SimulationRequest& request, const SimulatedChange* change) {
    const FleetRequest& fleet = request.fleet;
    writer_.StartObject("inputs");
    if (request.jitter) writer_.WriteText("rule", RuleName(*request.jitter));
    writer_.WriteNumber("deadline", request.deadline);
    if (request.latency) writer_.WriteNumbers("latency", NumbersOf(*request.latency));
    WriteLaw("latency_parts", fleet.latency);
    WriteLaw("failure_latency_parts", fleet.failure_latency);
    if (!request.pushbacks.empty()) {
      writer_.WriteArray("pushback", request.pushbacks, [&](const Pushback& pushback) {
        pushback ? writer_.Number(*pushback) : writer_.Null();
      });
    }
    if (request.responses != nullptr) {
      writer_.WriteArray("trace", *request.responses,
                         [&](const Response& response) { writer_.String(response.text); });
    }
    writer_.WriteNumber("failure_probability", request.failure_probability);
    writer_.WriteNumber("clients",
                        fleet.fleet ? std::optional(fleet.fleet->clients) : std::nullopt);
    writer_.WriteNumber("bin_s", fleet.bin > 0 ? std::optional(fleet.bin) : std::nullopt);
    const bool has_outage = fleet.outage.has_value();
    writer_.WriteNumber("outage", has_outage ? std::optional(fleet.outage->length) : std::nullopt);
    writer_.WriteNumber("rate", has_outage ? std::optional(fleet.outage->rate) : std::nullopt);
    if (has_outage && fleet.outage->failures) {
      WriteFailureCurve(fleet.outage->failures->points(), writer_);
    }
    writer_.WriteCount("layers", fleet.layers);
    writer_.WriteNumber("overload", fleet.overload);
    writer_.WriteCount("seed", fleet.seed);
    writer_.WriteBool("without_throttling", fleet.without_throttling);
    if (change != nullptr) writer_.WriteTexts("set", change->set);
    writer_.EndObject();
  }

  void WriteUsual(absl::string_view key, const OutageFacts& facts) {
    const OutageTotals& totals = facts.totals;
    const double more = totals.attempts_during - totals.attempts_by_number[0];
    writer_.WriteNumbers(key, {{"extra_attempts_during_outage", more * facts.rate},
                               {"peak_load", facts.peak.value},
                               {"retries_after_recovery", totals.retries_after * facts.rate},
                               {"calls_failed", totals.calls_failed * facts.rate}});
  }

  void WriteUsualOutage(const UsualOutage& usual) {
    writer_.StartObject("usual_outage");
    writer_.WriteMembers({{"outage", usual.facts.length},
                          {"clients", kUsualClients},
                          {"call_rate", usual.facts.rate}});
    WriteUsual("effect", usual.facts);
    if (usual.without_tokens) WriteUsual("without_throttling", *usual.without_tokens);
    writer_.EndObject();
  }

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
    if (method.usual_outage) WriteUsualOutage(*method.usual_outage);
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
    writer_.WriteTrue("answered_by_deadline", attempt.answered_by_deadline);
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
    writer_.WriteTrue("p_fails", schedule.call_fails);
    writer_.WriteTrue("p_call_fails", schedule.call_fails);
    writer_.WriteTrue("p_deadline_exceeded", schedule.deadline_exceeded);
    writer_.WriteTrue("p_hangs", schedule.hangs);
    writer_.WriteNumbers("last_answer", {{"p50", schedule.attempts.back().answered[0]},
                                         {"p99", schedule.attempts.back().answered[1]}});
    writer_.WriteNumbers("total_wait", MomentsOfStart(schedule.attempts.back()));
  }

  void WriteHerd(const Herd& herd, double clients) {
    std::vector<double> bins;
    bins.reserve(herd.retries_per_bin.size());
    for (const double retries : herd.retries_per_bin) bins.push_back(retries * clients);
    writer_.StartObject("herd");
    writer_.WriteTrue("clients", clients);
    writer_.WriteTrue("bin_s", herd.bin);
    writer_.WriteNumber("slot_s", herd.slot > 0 ? std::optional(herd.slot) : std::nullopt);
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
  columns.emplace_back("answered_by_deadline", attempt.answered_by_deadline);
  return columns;
}

}  // namespace

void AppendSimulationJson(const SimulationReport& report, std::string& out) {
  SimulationWriter(out).Write(report);
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
