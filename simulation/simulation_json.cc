#include "absl/strings/str_cat.h"
#include "schema/json/json_writer.h"
#include "simulation/simulation_printer.h"
#include "simulation/simulation_trace.h"
#include "simulation/simulation_words.h"

namespace grpcfg {
namespace {

class SimulationWriter {
 public:
  explicit SimulationWriter(std::string& out) : sink_{&out}, writer_(sink_), members_(writer_) {
    writer_.SetIndent(' ', 2);
  }

  void Write(absl::Span<const SimulatedMethod> methods) {
    writer_.StartObject();
    writer_.Key("version");
    writer_.Int(1);
    members_.WriteArray("schedules", methods,
                        [&](const SimulatedMethod& method) { WriteMethod(method); });
    writer_.EndObject();
  }

 private:
  void WriteMethod(const SimulatedMethod& method) {
    const Schedule& schedule = method.schedule;
    writer_.StartObject();
    members_.WriteText("name", method.name);
    members_.WriteText("target", method.target);
    members_.WriteText("rule", method.rule);
    members_.WriteText("policy", PolicyName(method.policy));
    WriteNumber("deadline", method.deadline);
    if (method.ends) WriteRange("deadline_range", *method.ends);
    const bool is_known = !schedule.attempts.empty();
    writer_.Key("attempts_max");
    is_known ? writer_.Uint64(schedule.attempts.size()) : writer_.Null();
    writer_.Key("attempts");
    writer_.StartArray();
    for (size_t i = 0; i < schedule.attempts.size(); ++i) WriteAttempt(i, schedule.attempts[i]);
    writer_.EndArray();
    if (is_known) WriteOutcome(schedule);
    if (method.hedges) WriteHedges(method, *method.hedges);
    if (method.trace) {
      writer_.Key("trace");
      WriteTrace(*method.trace, writer_);
    }
    members_.WriteArray("notes", method.notes,
                        [&](const std::string& note) { members_.WriteString(note); });
    writer_.EndObject();
  }

  void WriteRange(absl::string_view key, const TimeRange& range) {
    writer_.Key(key);
    writer_.StartObject();
    WriteNumber("min", range.min);
    WriteNumber("mean", range.mean);
    WriteNumber("max", range.max);
    writer_.EndObject();
  }

  void WriteAttempt(size_t index, const AttemptSchedule& attempt) {
    writer_.StartObject();
    writer_.Key("attempt");
    writer_.Uint64(index + 1);
    writer_.Key("delay");
    writer_.StartObject();
    WriteNumber("min", attempt.delay.low);
    WriteNumber("mean", attempt.delay_mean);
    WriteNumber("max", attempt.delay.high);
    writer_.EndObject();
    writer_.Key("start");
    WriteStart(attempt);
    WriteNumber("reached_by_deadline", attempt.reached_by_deadline);
    writer_.EndObject();
  }

  void WriteStart(const AttemptSchedule& attempt) {
    constexpr double kPercent = 100;
    writer_.StartObject();
    WriteNumber("min", attempt.min);
    WriteNumber("mean", attempt.mean);
    WriteNumber("max", attempt.max);
    WriteNumber("stddev", attempt.standard_deviation);
    for (size_t i = 0; i < kPercentiles.size(); ++i) {
      WriteNumber(absl::StrCat("p", kPercentiles[i] * kPercent), attempt.percentiles[i]);
    }
    writer_.EndObject();
  }

  void WriteOutcome(const Schedule& schedule) {
    writer_.Key("amplification");
    writer_.StartObject();
    WriteNumber("worst", static_cast<double>(schedule.attempts.size()));
    WriteNumber("expected", schedule.expected_attempts);
    writer_.EndObject();
    WriteNumber("expected_attempts", schedule.expected_attempts);
    WriteNumber("p_call_fails", schedule.call_fails);
    WriteNumber("p_deadline_exceeded", schedule.deadline_exceeded);
    const AttemptSchedule& last = schedule.attempts.back();
    writer_.Key("total_wait");
    writer_.StartObject();
    WriteNumber("min", last.min);
    WriteNumber("mean", last.mean);
    WriteNumber("max", last.max);
    WriteNumber("stddev", last.standard_deviation);
    writer_.EndObject();
  }

  // The names are those of the shared reference of numbers.
  void WriteHedges(const SimulatedMethod& method, const HedgeFacts& hedges) {
    writer_.Key("hedging");
    writer_.StartObject();
    WriteNumber("hedging_delay", method.hedging.delay);
    WriteNumbers("p_send_attempt", hedges.sent);
    writer_.Key("success_only");
    writer_.StartObject();
    WriteNumbers("p_send_attempt", hedges.gain.sent);
    WriteNumber("expected_sends", hedges.gain.expected_sends);
    WriteNumber("extra_load", hedges.gain.expected_sends - 1);
    WriteResultTime("hedged", hedges.gain.hedged);
    WriteResultTime("unhedged", hedges.gain.unhedged);
    writer_.EndObject();
    if (hedges.all_failed_at) WriteOutage(method, hedges);
    writer_.EndObject();
  }

  void WriteOutage(const SimulatedMethod& method, const HedgeFacts& hedges) {
    std::vector<double> times;
    for (const AttemptSchedule& attempt : method.schedule.attempts) times.push_back(attempt.mean);
    const absl::string_view how = hedges.is_by_timer ? "timer_only" : "spec";
    writer_.Key("total_outage");
    writer_.StartObject();
    WriteNumber("fail_latency", method.latency->fixed);
    WriteNumbers(absl::StrCat("send_times_", how), times);
    WriteNumber(absl::StrCat("call_fails_at_", how), *hedges.all_failed_at);
    writer_.EndObject();
  }

  void WriteResultTime(absl::string_view key, const ResultTime& result) {
    writer_.Key(key);
    writer_.StartObject();
    WriteNumber("mean", result.mean);
    for (size_t i = 0; i < kResultPercentiles.size(); ++i) {
      WriteNumber(absl::StrCat(kResultPercentiles[i]), result.percentiles[i]);
    }
    writer_.EndObject();
  }

  void WriteNumber(absl::string_view key, double number) {
    members_.WriteNumber(key, TrueDigits(number));
  }

  void WriteNumbers(absl::string_view key, const std::vector<double>& numbers) {
    writer_.Key(key);
    writer_.StartArray();
    for (const double number : numbers) writer_.Double(TrueDigits(number));
    writer_.EndArray();
  }

  JsonSink sink_;
  IndentedJson writer_;
  JsonMembers<IndentedJson> members_;
};

}  // namespace

void AppendSimulationJson(absl::Span<const SimulatedMethod> methods, std::string& out) {
  SimulationWriter(out).Write(methods);
  out += '\n';
}

}  // namespace grpcfg
