// Delays between attempts that are longer than a timer of the client can be.
#include "schema/read/config_checks.h"

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
constexpr absl::string_view kFiresAtOnce = "0.001s where a delay is longer than 2147483.647s";

class TimerCheck {
 public:
  explicit TimerCheck(ReadState& state) : state_(state), tree_(state.tree), client_(state.client) {}

  void CheckTimers(const ServiceConfig& config);

 private:
  [[nodiscard]] double WrittenSeconds(NodeId duration) const;
  void CheckTimersOf(const RetryPolicy& retry);
  void ReportLateTimer(absl::string_view field, NodeId node);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
};

void TimerCheck::CheckTimers(const ServiceConfig& config) {
  if (client_.calls.delay_step != DelayStep::kMillisecondsOfTimer) return;
  if (!config.method_config.value) return;
  for (const MethodConfig& method : *config.method_config.value) {
    if (IsMet(method) && method->retry_policy != nullptr) CheckTimersOf(*method->retry_policy);
  }
}

// The seconds that stand there, which the client multiplies and caps before it sets a timer.
double TimerCheck::WrittenSeconds(NodeId duration) const {
  return SecondsOf(ParseClientDuration(tree_.Text(duration), client_.durations).value);
}

// A first delay that is too long whatever its jitter has been told already, by its value.
void TimerCheck::CheckTimersOf(const RetryPolicy& retry) {
  const bool is_whole = retry.max_attempts.value && retry.initial_backoff.value &&
                        retry.max_backoff.value && retry.backoff_multiplier.value;
  if (!is_whole) return;
  const double longest = kLongestTimer / client_.calls.jitter.high;
  const double initial = WrittenSeconds(retry.initial_backoff.node);
  const double max = WrittenSeconds(retry.max_backoff.node);
  if (initial > longest && initial <= kLongestTimer) {
    ReportLateTimer("initialBackoff", retry.initial_backoff.node);
  }
  const int64_t attempts =
      std::min<int64_t>(*retry.max_attempts.value, client_.calls.attempt_limit.limit);
  const NominalBackoff backoff = {initial, max, *retry.backoff_multiplier.value};
  double delay = initial;
  for (int64_t attempt = 2; attempt < attempts; ++attempt) {
    delay = backoff.After(delay);
    if (delay > longest) return ReportLateTimer("maxBackoff", retry.max_backoff.node);
  }
}

void TimerCheck::ReportLateTimer(absl::string_view field, NodeId node) {
  const Message& message = *FindField(kMethodConfig, "retryPolicy")->message;
  state_.ReportMisread({&message, FindField(message, field), node, kNoNode}, kFiresAtOnce);
}

}  // namespace

void CheckTimers(ReadState& state, const ServiceConfig& config) {
  TimerCheck(state).CheckTimers(config);
}

// Retries that a client cannot throttle without harm.
void CheckThrottling(ReadState& state, const ServiceConfig& config) {
  if (config.retry_throttling == nullptr || !config.method_config.value) return;
  if (state.client.EffectOf(IssueKind::kHangsRetries) == Effect::kAccepts) return;
  for (const MethodConfig& method : *config.method_config.value) {
    if (!IsMet(method) || method->retry_policy == nullptr) continue;
    const NodeId value = config.retry_throttling->node;
    const NodeId key = value == kNoNode ? kNoNode : state.tree.KeyOf(value);
    if (key != kNoNode) {
      state.Report(IssueKind::kHangsRetries, {nullptr, nullptr, key, key}, state.tree.span(key));
    }
    return;
  }
}

}  // namespace grpcfg
