// Delays between attempts that are longer than a timer of the client can be.
#include "schema/read/reader.h"

#include <algorithm>

#include "schema/clients/client_duration.h"
#include "schema/clients/nominal_backoff.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// A longer timer of Node fires after 1 ms.
constexpr double kLongestTimer = kLongestTimerMs / 1000.0;

constexpr absl::string_view kFiresImmediately = "0.001s where a delay is longer than 2147483.647s";

// The seconds that stand there, which the client multiplies and caps before it sets a timer.
double WrittenSeconds(const ReadState& state, NodeId duration) {
  return SecondsOf(ParseClientDuration(state.tree.Text(duration), state.client.durations).value);
}

void ReportLateTimer(ReadState& state, absl::string_view field, NodeId node) {
  const Message& message = *FindField(kMethodConfig, "retryPolicy")->message;
  state.ReportMisread({&message, FindField(message, field), node}, kFiresImmediately);
}

// A first delay that is too long whatever its jitter has been reported already, by its value.
void CheckTimersOf(ReadState& state, const RetryPolicy& retry) {
  const bool is_whole = retry.max_attempts.value && retry.initial_backoff.value &&
                        retry.max_backoff.value && retry.backoff_multiplier.value;
  if (!is_whole) return;
  const double longest = kLongestTimer / state.client.calls.jitter.high;
  const double initial = WrittenSeconds(state, retry.initial_backoff.node);
  const double max = WrittenSeconds(state, retry.max_backoff.node);
  if (initial > longest && initial <= kLongestTimer) {
    ReportLateTimer(state, "initialBackoff", retry.initial_backoff.node);
  }
  const int64_t attempts =
      std::min<int64_t>(*retry.max_attempts.value, state.client.calls.attempt_limit.limit);
  const NominalBackoff backoff = {initial, max, *retry.backoff_multiplier.value};
  double delay = initial;
  for (int64_t attempt = 2; attempt < attempts; ++attempt) {
    delay = backoff.After(delay);
    if (delay > longest) return ReportLateTimer(state, "maxBackoff", retry.max_backoff.node);
  }
}

}  // namespace

void CheckTimers(ReadState& state, const ServiceConfig& config) {
  if (state.client.calls.delay_step != DelayStep::kMillisecondsOfTimer) return;
  if (!config.method_config.value) return;
  for (const MethodConfig& method : *config.method_config.value) {
    if (HasName(method) && method->retry_policy != nullptr)
      CheckTimersOf(state, *method->retry_policy);
  }
}

void CheckThrottling(ReadState& state, const ServiceConfig& config) {
  if (config.retry_throttling == nullptr || !config.method_config.value) return;
  if (state.client.EffectOf(IssueKind::kHangsRetries) == Effect::kAccepts) return;
  for (const MethodConfig& method : *config.method_config.value) {
    if (!HasName(method) || method->retry_policy == nullptr) continue;
    const NodeId value = config.retry_throttling->node;
    const NodeId key = value == kNoNode ? kNoNode : state.tree.KeyOf(value);
    if (key != kNoNode) {
      state.Report(IssueKind::kHangsRetries, {nullptr, nullptr, key, key}, state.tree.span(key));
    }
    return;
  }
}

}  // namespace grpcfg
