#include "simulation/fleet_data.h"

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

}  // namespace

void WriteFleetFacts(const FleetFacts& facts, NumberWriter& writer) {
  if (facts.outage) WriteOutage(*facts.outage, writer);
}

}  // namespace grpcfg
