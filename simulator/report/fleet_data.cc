#include "simulator/report/fleet_data.h"

#include <vector>

#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

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

void WriteOutage(const OutageFacts& facts, NumberWriter& writer) {
  writer.StartObject("outage");
  writer.WriteMembers({{"outage", facts.length},
                       {"call_rate", facts.rate},
                       {"p_fail_during", facts.failure_probability}});
  if (!facts.failures.empty()) {
    writer.WriteArray("failure_curve", facts.failures, [&](const FailurePoint& point) {
      writer.StartObject();
      writer.WriteMembers({{"t", point.time}, {"p", point.probability}});
      writer.EndObject();
    });
  }
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

}  // namespace

void WriteFleetFacts(const FleetFacts& facts, NumberWriter& writer) {
  if (facts.outage) WriteOutage(*facts.outage, writer);
  if (facts.throttle) WriteThrottle(*facts.throttle, writer);
  if (!facts.layers.empty()) {
    writer.WriteArray("layers", facts.layers,
                      [&](const LayerFacts& layers) { WriteLayers(layers, writer); });
  }
  if (facts.overload) WriteOverload(*facts.overload, writer);
}

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

}  // namespace grpcfg
