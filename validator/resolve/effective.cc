#include "validator/resolve/effective.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "schema/clients/node_timer.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// gapic-generator-go internal/grpc_service_config/config.go: all that the generated code is made
// of. GapicServiceConfig.java of sdk-platform-java and schema/api.py of gapic-generator-python read
// the same without the message sizes.
constexpr std::array<absl::string_view, 8> kGapicFields = {
    "timeout",           "maxRequestMessageBytes", "maxResponseMessageBytes",
    "retryPolicy",       "initialBackoff",         "maxBackoff",
    "backoffMultiplier", "retryableStatusCodes"};

// The fields of methods, which are read for every method and client: found once.
struct MethodFields {
  const Message& method = MethodConfigMessage();
  const Field& timeout = *FindField(method, "timeout");
  const Field& wait_for_ready = *FindField(method, "waitForReady");
  const Field& max_request_message_bytes = *FindField(method, "maxRequestMessageBytes");
  const Field& max_response_message_bytes = *FindField(method, "maxResponseMessageBytes");
  const Field& retry = *FindField(method, "retryPolicy");
  const Field& hedging = *FindField(method, "hedgingPolicy");

  const Message& retry_policy = *retry.message;
  const Field& max_attempts = *FindField(retry_policy, "maxAttempts");
  const Field& retryable_status_codes = *FindField(retry_policy, "retryableStatusCodes");

  const Message& hedging_policy = *hedging.message;
  const Field& max_hedged_attempts = *FindField(hedging_policy, "maxAttempts");
};

const MethodFields& FieldsOfMethods() {
  static const MethodFields kFields;
  return kFields;
}

// How one client reads the fields of one message.
class Fields {
 public:
  Fields(const ProfileAt& profile, const Message& message)
      : profile_(profile), message_(message), reading_(profile.Of(message)) {}

  // `field`: of that message, as in all below.
  [[nodiscard]] const FieldReading& Row(const Field& field) const {
    const auto place = static_cast<size_t>(&field - message_.fields.data());
    ABSL_HARDENING_ASSERT(place < message_.fields.size());
    return reading_.fields[place];
  }

  [[nodiscard]] const Field& Named(absl::string_view name) const {
    return *FindField(message_, name);
  }

  [[nodiscard]] bool Uses(const Field& field) const {
    if (profile_.implementation() == Implementation::kGapic) {
      return absl::c_linear_search(kGapicFields, field.json_name);
    }
    return Row(field).use == Use::kApplied;
  }

  template <typename T>
  [[nodiscard]] Located<T> Used(const Field& field, const Located<T>& value) const {
    const bool is_there = value.value || value.node != kNoNode;
    return is_there && Uses(field) ? value : Located<T>{};
  }

  [[nodiscard]] bool HasFloats() const { return profile_.numbers == NumberGrammar::kAbslText; }

  [[nodiscard]] bool CapsFirstDelay() const {
    return profile_.calls.first_delay == FirstDelay::kCapped;
  }

  [[nodiscard]] bool HasTimers() const {
    return profile_.calls.delay_step == DelayStep::kMillisecondsOfTimer;
  }

  // gRFC A6: a larger value is read as the limit.
  [[nodiscard]] Located<int64_t> Clamped(const Field& field, Located<int64_t> value) const {
    const int64_t limit = Row(field).bound->clamp;
    if (value.value && limit != 0) value.value = std::min(*value.value, limit);
    return Used(field, value);
  }

 private:
  const ProfileAt& profile_;
  const Message& message_;
  const MessageReading& reading_;
};

// grpc-js has two numbers, of which each may have a sign.
Duration WithOneSign(Duration value) {
  if (value.seconds > 0 && value.nanos < 0) {
    value = {value.seconds - 1, static_cast<int32_t>(value.nanos + kNanosPerSecond)};
  } else if (value.seconds < 0 && value.nanos > 0) {
    value = {value.seconds + 1, static_cast<int32_t>(value.nanos - kNanosPerSecond)};
  }
  if (value.nanos > -kNanosPerSecond && value.nanos < kNanosPerSecond) return value;
  return {value.seconds + value.nanos / kNanosPerSecond,
          static_cast<int32_t>(value.nanos % kNanosPerSecond)};
}

Located<Duration> TimeoutOf(Located<Duration> timeout, Implementation who) {
  if (!timeout.value) return timeout;
  Duration& value = *timeout.value;
  value = WithOneSign(value);
  // grpc/grpc client_channel.cc, ApplyServiceConfigToCallLocked: only if it is not zero.
  const bool none_in_core = who == Implementation::kCore && value.IsZero();
  // grpc-go stream.go newClientStreamWithParams: only if it is at least 0.
  const bool none_in_go = who == Implementation::kGo && value.IsNegative();
  if (none_in_core || none_in_go) timeout.value.reset();
  return timeout;
}

// gapic-generator-go config.go ToMillis.
Located<Duration> WholeMs(Located<Duration> value) {
  if (value.value) value.value->nanos -= static_cast<int32_t>(value.value->nanos % kNanosPerMs);
  return value;
}

Located<StatusCodes> CodesOf(const Located<List<Located<StatusCode>>>& list) {
  Located<StatusCodes> codes;
  codes.node = list.node;
  if (!list.value) return codes;
  codes.value.emplace().reserve(list.value->size());
  for (const Located<StatusCode>& code : *list.value) {
    if (code.value) codes.value->push_back(code.value->number);
  }
  std::sort(codes.value->begin(), codes.value->end());
  codes.value->erase(std::unique(codes.value->begin(), codes.value->end()), codes.value->end());
  return codes;
}

// C-core has a float, which as a double would be 1.6000000238: the shortest decimal that gives it.
Located<double> AsWrittenFloat(Located<double> number) {
  if (!number.value) return number;
  const auto single = static_cast<float>(*number.value);
  constexpr double kThousand = 1e3;
  constexpr double kSixDigits = 1e6;
  const double thousandths = std::nearbyint(single * kThousand);
  const bool is_usual =
      std::abs(thousandths) < kSixDigits && static_cast<float>(thousandths / kThousand) == single;
  if (is_usual) {
    number.value = thousandths / kThousand;
    return number;
  }
  for (int digits = 6; digits <= 9; ++digits) {
    double again = 0;
    const std::string text = absl::StrFormat("%.*g", digits, single);
    if (!absl::SimpleAtod(text, &again) || static_cast<float>(again) != single) continue;
    number.value = again;
    break;
  }
  return number;
}

// What lacks in a policy, or is refused, costs all of it. A client that rejects the config for it
// has no values at all.
std::optional<EffectiveRetryPolicy> RetryPolicyOf(const RetryPolicy& policy, const Fields& fields) {
  EffectiveRetryPolicy used = {
      .max_attempts = fields.Clamped(FieldsOfMethods().max_attempts, policy.max_attempts),
      .initial_backoff = policy.initial_backoff,
      .nominal_backoff = policy.initial_backoff,
      .max_backoff = policy.max_backoff,
      .backoff_multiplier = policy.backoff_multiplier,
      .retryable_status_codes = CodesOf(policy.retryable_status_codes),
  };
  const bool has_delays = policy.initial_backoff.value && policy.max_backoff.value;
  if (has_delays && fields.CapsFirstDelay() &&
      *policy.max_backoff.value < *policy.initial_backoff.value) {
    used.initial_backoff.value = policy.max_backoff.value;
  }
  if (has_delays && fields.HasTimers()) {
    used.initial_backoff.value = NodeTimer(*policy.initial_backoff.value);
  }
  if (fields.HasFloats()) used.backoff_multiplier = AsWrittenFloat(policy.backoff_multiplier);
  const FieldReading& codes = fields.Row(FieldsOfMethods().retryable_status_codes);
  const bool must_have_codes = codes.non_empty && codes.empty_with == kNoField;
  const bool complete = policy.max_attempts.value && policy.initial_backoff.value &&
                        policy.max_backoff.value && policy.backoff_multiplier.value &&
                        policy.retryable_status_codes.value &&
                        !(must_have_codes && used.retryable_status_codes.value->empty());
  return complete ? std::optional(std::move(used)) : std::nullopt;
}

// gapic-generator-go config.go RetryPolicy: no field is required, and attempts are not limited.
EffectiveRetryPolicy GapicRetryPolicyOf(const RetryPolicy& policy) {
  return {.max_attempts = {},
          .initial_backoff = WholeMs(policy.initial_backoff),
          .nominal_backoff = WholeMs(policy.initial_backoff),
          .max_backoff = WholeMs(policy.max_backoff),
          .backoff_multiplier = policy.backoff_multiplier,
          .retryable_status_codes = CodesOf(policy.retryable_status_codes)};
}

// What is absent is 0 or empty (gRFC A6, Validation of hedgingPolicy).
std::optional<EffectiveHedgingPolicy> HedgingPolicyOf(const HedgingPolicy& policy,
                                                      const Fields& fields) {
  if (!policy.max_attempts.value) return std::nullopt;
  EffectiveHedgingPolicy used = {
      .max_attempts = fields.Clamped(FieldsOfMethods().max_hedged_attempts, policy.max_attempts),
      .hedging_delay = policy.hedging_delay,
      .non_fatal_status_codes = CodesOf(policy.non_fatal_status_codes),
  };
  if (!used.hedging_delay.value) used.hedging_delay.value = Duration();
  if (!used.non_fatal_status_codes.value) used.non_fatal_status_codes.value.emplace();
  return used;
}

std::optional<EffectiveThrottling> ThrottlingOf(const RetryThrottling& throttling,
                                                Implementation who) {
  EffectiveThrottling used;
  used.max_tokens.node = throttling.max_tokens.node;
  used.token_ratio.node = throttling.token_ratio.node;
  if (throttling.max_tokens.value) used.max_tokens.value = throttling.max_tokens.value->count;
  if (throttling.token_ratio.value) used.token_ratio.value = throttling.token_ratio.value->count;
  if (used.max_tokens.value && used.token_ratio.value) return used;
  // grpc-go service_config.go and grpc-dotnet RetryThrottlingPolicy.cs: 0 for what is missing,
  // where nothing reads it.
  const bool has_zero = who == Implementation::kDotnet || who == Implementation::kGo;
  if (!has_zero) return std::nullopt;
  constexpr Located<double> kZero = {.value = 0.0};
  if (!used.max_tokens.value) used.max_tokens = kZero;
  if (!used.token_ratio.value) used.token_ratio = kZero;
  return used;
}

Located<std::string> HealthCheckOf(const HealthCheckConfig& check, Implementation who) {
  Located<std::string> service;
  service.node = check.service_name.node;
  if (check.service_name.value) service.value = std::string(*check.service_name.value);
  // grpc-go service_config.go healthCheckConfig: a string, which is "" if it is absent.
  if (who == Implementation::kGo && !service.value) service.value.emplace();
  return service;
}

// gRFC A24: the list wins; without both it is pick_first.
Located<std::string> PolicyOf(const ServiceConfig& config, const Fields& root) {
  const Located<absl::string_view> by_list =
      root.Used(root.Named("loadBalancingConfig"), config.load_balancing_config);
  const Located<absl::string_view> by_name =
      root.Used(root.Named("loadBalancingPolicy"), config.load_balancing_policy);
  for (const Located<absl::string_view>& policy : {by_list, by_name}) {
    if (policy.value && !policy.value->empty()) return {std::string(*policy.value), policy.node};
  }
  return {std::string("pick_first"), kNoNode};
}

// `policy` is the effective one; without a node it is the default.
bool ChecksHealth(const Located<std::string>& policy, HealthChecks checks) {
  if (checks == HealthChecks::kNone) return false;
  const bool may_be_another = checks == HealthChecks::kAlsoByProgram && policy.node == kNoNode;
  return may_be_another || policy.value != "pick_first";
}

}  // namespace

EffectiveMethod EffectiveOf(const MethodConfig& entry, const ProfileAt& profile) {
  const Implementation who = profile.implementation();
  const MethodFields& known = FieldsOfMethods();
  const Fields fields(profile, known.method);
  EffectiveMethod used;
  used.timeout = fields.Used(known.timeout, TimeoutOf(entry->timeout, who));
  const bool is_shortened = profile.calls.timeout_clock == TimeoutClock::kSecondBefore;
  if (is_shortened && used.timeout.value) {
    used.timeout_range = ShortenedTimeout(*used.timeout.value);
  }
  used.wait_for_ready = fields.Used(known.wait_for_ready, entry->wait_for_ready);
  used.max_request_message_bytes =
      fields.Used(known.max_request_message_bytes, entry->max_request_message_bytes);
  used.max_response_message_bytes =
      fields.Used(known.max_response_message_bytes, entry->max_response_message_bytes);
  if (who == Implementation::kGapic) {
    used.timeout = WholeMs(used.timeout);
    if (entry->retry_policy != nullptr)
      used.retry_policy = GapicRetryPolicyOf(*entry->retry_policy);
    return used;
  }
  if (entry->retry_policy != nullptr && fields.Uses(known.retry)) {
    used.retry_policy = RetryPolicyOf(*entry->retry_policy, Fields(profile, known.retry_policy));
  }
  if (entry->hedging_policy != nullptr && fields.Uses(known.hedging)) {
    used.hedging_policy =
        HedgingPolicyOf(*entry->hedging_policy, Fields(profile, known.hedging_policy));
  }
  return used;
}

EffectiveChannel EffectiveOf(const ServiceConfig& config, const ProfileAt& profile) {
  const Implementation who = profile.implementation();
  EffectiveChannel used;
  if (who == Implementation::kGapic) return used;
  const Fields root(profile, ServiceConfigMessage());
  used.load_balancing = PolicyOf(config, root);
  if (config.retry_throttling != nullptr && root.Uses(root.Named("retryThrottling"))) {
    used.retry_throttling = ThrottlingOf(*config.retry_throttling, who);
  }
  const bool checks_health = root.Uses(root.Named("healthCheckConfig")) &&
                             ChecksHealth(used.load_balancing, profile.calls.health_checks);
  if (config.health_check_config != nullptr && checks_health) {
    used.health_check_service = HealthCheckOf(*config.health_check_config, who);
  }
  if (config.connection_scaling != nullptr && root.Uses(root.Named("connectionScaling"))) {
    const Fields scaling(profile, *root.Named("connectionScaling").message);
    used.max_connections_per_subchannel =
        scaling.Clamped(scaling.Named("maxConnectionsPerSubchannel"),
                        config.connection_scaling->max_connections_per_subchannel);
  }
  return used;
}

}  // namespace grpcfg
