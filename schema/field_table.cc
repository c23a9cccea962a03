#include "schema/field_table.h"

#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "schema/service_config.h"
#include "schema/status_code.h"

namespace grpcfg {
namespace {

constexpr int64_t kMaxUint32 = 0xFFFFFFFF;
constexpr int64_t kMaxAttemptsLimit = 5;  // gRFC A6, Maximum Number of Retries

constexpr Field kNameFields[] = {
    {.json_name = "service",
     .type = FieldType::kString,
     .weight = Weight::kPolicy,  // without it the name selects every method
     .bind = BindScalar<&Name::service>(),
     .doc =
         "Full name of a service, `package.Service`; empty selects every method of every service.",
     .reference = "service_config.proto, MethodConfig.Name"},
    {.json_name = "method",
     .type = FieldType::kString,
     .bind = BindScalar<&Name::method>(),
     .doc = "Name of a method of that service; empty selects every method of the service.",
     .reference = "service_config.proto, MethodConfig.Name"},
};
constexpr Message kName =
    MakeMessage("Name", kNameFields,
                "The methods that a method config applies to: the most specific name wins.",
                "service_config.proto, MethodConfig.Name");

constexpr Field kRetryPolicyFields[] = {
    {.json_name = "maxAttempts",
     .type = FieldType::kInteger,
     .presence = Presence::kRequired,
     .bound = ClampedTo(kMaxAttemptsLimit, AtLeast(2)),
     .bind = BindScalar<&RetryPolicy::max_attempts>(),
     .doc = "Attempts of one call, the first included; clients read more than 5 as 5.",
     .reference = "gRFC A6, Validation of retryPolicy"},
    {.json_name = "initialBackoff",
     .type = FieldType::kDuration,
     .presence = Presence::kRequired,
     .bound = Above(0),
     .bind = BindScalar<&RetryPolicy::initial_backoff>(),
     .doc = "Backoff before the first retry; the delay is this times 0.8 to 1.2.",
     .reference = "gRFC A6, Validation of retryPolicy"},
    {.json_name = "maxBackoff",
     .type = FieldType::kDuration,
     .presence = Presence::kRequired,
     .bound = Above(0),
     .bind = BindScalar<&RetryPolicy::max_backoff>(),
     .doc = "Upper bound of the backoff before each later retry.",
     .reference = "gRFC A6, Validation of retryPolicy"},
    {.json_name = "backoffMultiplier",
     .type = FieldType::kNumber,
     .presence = Presence::kRequired,
     .bound = Above(0),
     .bind = BindScalar<&RetryPolicy::backoff_multiplier>(),
     .doc = "Factor from one backoff to the next.",
     .reference = "gRFC A6, Validation of retryPolicy"},
    {.json_name = "retryableStatusCodes",
     .type = FieldType::kStatusCode,
     .repeated = true,
     .non_empty = true,
     .presence = Presence::kRequired,
     .bound = Between(0, kMaxStatusCode),
     .bind = BindScalars<&RetryPolicy::retryable_status_codes>(),
     .doc = "Status codes after which a call is tried again.",
     .reference = "gRFC A6, Validation of retryPolicy"},
};
constexpr Message kRetryPolicy =
    MakeMessage("RetryPolicy", kRetryPolicyFields, "Tries a failed call again after a backoff.",
                "gRFC A6, Retry Policy");

constexpr Field kHedgingPolicyFields[] = {
    {.json_name = "maxAttempts",
     .type = FieldType::kInteger,
     .presence = Presence::kRequired,
     .bound = ClampedTo(kMaxAttemptsLimit, AtLeast(2)),
     .bind = BindScalar<&HedgingPolicy::max_attempts>(),
     .doc = "Attempts of one call, the first included; clients read more than 5 as 5.",
     .reference = "gRFC A6, Validation of hedgingPolicy"},
    {.json_name = "hedgingDelay",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .bind = BindScalar<&HedgingPolicy::hedging_delay>(),
     .doc = "Delay from one attempt to the next; absent or 0 sends all at once.",
     .reference = "gRFC A6, Validation of hedgingPolicy"},
    {.json_name = "nonFatalStatusCodes",
     .type = FieldType::kStatusCode,
     .repeated = true,
     .bound = Between(0, kMaxStatusCode),
     .bind = BindScalars<&HedgingPolicy::non_fatal_status_codes>(),
     .doc = "Status codes after which the other attempts go on.",
     .reference = "gRFC A6, Validation of hedgingPolicy"},
};
constexpr Message kHedgingPolicy =
    MakeMessage("HedgingPolicy", kHedgingPolicyFields,
                "Sends several attempts of one call without waiting for the first to fail.",
                "gRFC A6, Hedging Policy");

constexpr Field kMethodConfigFields[] = {
    {.json_name = "name",
     .type = FieldType::kMessage,
     .repeated = true,
     .weight = Weight::kPolicy,  // without it the entry has no effect
     .message = &kName,
     .bind = BindMessages<&MethodConfig::name>(),
     .doc = "The methods that this entry applies to; without a name it applies to none.",
     .reference = "service_config.proto, MethodConfig.name"},
    {.json_name = "waitForReady",
     .type = FieldType::kBool,
     .bind = BindScalar<&MethodConfig::wait_for_ready>(),
     .doc = "Whether calls wait for a connection instead of failing at once.",
     .reference = "service_config.proto, MethodConfig.wait_for_ready"},
    {.json_name = "timeout",
     .type = FieldType::kDuration,
     .bind = BindScalar<&MethodConfig::timeout>(),
     .doc = "Default timeout of a call, retries included; a shorter deadline of the call wins.",
     .reference = "service_config.proto, MethodConfig.timeout"},
    {.json_name = "maxRequestMessageBytes",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .bind = BindScalar<&MethodConfig::max_request_message_bytes>(),
     .doc = "Largest request message, uncompressed, in bytes.",
     .reference = "service_config.proto, MethodConfig.max_request_message_bytes"},
    {.json_name = "maxResponseMessageBytes",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .bind = BindScalar<&MethodConfig::max_response_message_bytes>(),
     .doc = "Largest response message, uncompressed, in bytes.",
     .reference = "service_config.proto, MethodConfig.max_response_message_bytes"},
    {.json_name = "retryPolicy",
     .type = FieldType::kMessage,
     .weight = Weight::kPolicy,
     .oneof = "retry_or_hedging_policy",
     .message = &kRetryPolicy,
     .bind = BindMessage<&MethodConfig::retry_policy>(),
     .doc = "Tries failed calls again; not beside `hedgingPolicy`.",
     .reference = "gRFC A6, Retry Policy"},
    {.json_name = "hedgingPolicy",
     .type = FieldType::kMessage,
     .weight = Weight::kPolicy,
     .oneof = "retry_or_hedging_policy",
     .message = &kHedgingPolicy,
     .bind = BindMessage<&MethodConfig::hedging_policy>(),
     .doc = "Sends calls several times; not beside `retryPolicy`.",
     .reference = "gRFC A6, Hedging Policy"},
};
constexpr Message kMethodConfig = MakeMessage("MethodConfig", kMethodConfigFields,
                                              "Settings for the methods that `name` selects.",
                                              "service_config.proto, MethodConfig");

constexpr Field kRetryThrottlingFields[] = {
    {.json_name = "maxTokens",
     .type = FieldType::kInteger,
     .presence = Presence::kRequired,
     .bound = AboveUpTo(0, 1000),
     .bind = BindScalar<&RetryThrottling::max_tokens>(),
     .doc = "Tokens of a full account; a failed attempt takes one, and retries stop at half.",
     .reference = "gRFC A6, Validation of retryThrottling"},
    {.json_name = "tokenRatio",
     .type = FieldType::kTokenRatio,
     .presence = Presence::kRequired,
     .bound = Above(0),
     .bind = BindScalar<&RetryThrottling::token_ratio>(),
     .doc = "Tokens that a successful call gives back; decimals beyond the third are ignored.",
     .reference = "gRFC A6, Validation of retryThrottling"},
};
constexpr Message kRetryThrottling =
    MakeMessage("RetryThrottlingPolicy", kRetryThrottlingFields,
                "Stops retries and hedges to a server while too many attempts fail.",
                "gRFC A6, Throttling Retry Attempts and Hedged RPCs");

constexpr Field kHealthCheckConfigFields[] = {
    {.json_name = "serviceName",
     .type = FieldType::kString,
     .doc = "Service to ask the server's health service for; absent switches health checks off.",
     .reference = "gRFC A17, Client Configuration"},
};
constexpr Message kHealthCheckConfig =
    MakeMessage("HealthCheckConfig", kHealthCheckConfigFields,
                "Asks each backend whether it is healthy before calls are sent to it.",
                "gRFC A17, Client Configuration");

constexpr Field kConnectionScalingFields[] = {
    {.json_name = "maxConnectionsPerSubchannel",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .doc = "Connections per address when streams run out; absent means 1.",
     .reference = "gRFC A105, Service Config"},
};
constexpr Message kConnectionScaling =
    MakeMessage("ConnectionScaling", kConnectionScalingFields,
                "Opens further connections to an address whose streams are all in use.",
                "gRFC A105, Service Config");

constexpr Field kServiceConfigFields[] = {
    {.json_name = "loadBalancingPolicy",
     .type = FieldType::kString,
     .weight = Weight::kPolicy,
     .doc = "Deprecated name of an LB policy; `loadBalancingConfig` replaces and overrides it.",
     .reference = "service_config.proto, ServiceConfig.load_balancing_policy"},
    {.json_name = "loadBalancingConfig",
     .type = FieldType::kJsonValue,
     .weight = Weight::kPolicy,
     .doc = "LB policies in order of preference; the first that the client supports is used.",
     .reference = "gRFC A24, Service Config Changes"},
    {.json_name = "methodConfig",
     .type = FieldType::kMessage,
     .repeated = true,
     .weight = Weight::kPolicy,
     .message = &kMethodConfig,
     .bind = BindMessages<&ServiceConfig::method_config>(),
     .doc = "Settings per method.",
     .reference = "service_config.proto, ServiceConfig.method_config"},
    {.json_name = "retryThrottling",
     .type = FieldType::kMessage,
     .weight = Weight::kPolicy,
     .message = &kRetryThrottling,
     .bind = BindMessage<&ServiceConfig::retry_throttling>(),
     .doc = "Stops retries while too many attempts fail.",
     .reference = "gRFC A6, Throttling Retry Attempts and Hedged RPCs"},
    {.json_name = "healthCheckConfig",
     .type = FieldType::kMessage,
     .weight = Weight::kPolicy,
     .message = &kHealthCheckConfig,
     .doc = "Health checks of the backends by the client.",
     .reference = "gRFC A17, Client Configuration"},
    {.json_name = "connectionScaling",
     .type = FieldType::kMessage,
     .message = &kConnectionScaling,
     .doc = "How many connections a client may open to one address.",
     .reference = "gRFC A105, Service Config"},
};
constexpr Message kServiceConfig =
    MakeMessage("ServiceConfig", kServiceConfigFields, "A service config.",
                "service_config.proto, ServiceConfig");

constexpr std::array<const Message*, 8> kMessages = {
    &kServiceConfig,     &kMethodConfig,      &kName,
    &kRetryPolicy,       &kHedgingPolicy,     &kRetryThrottling,
    &kHealthCheckConfig, &kConnectionScaling,
};

// The field whose values are of a message, and the message that this field belongs to; nulls for
// the root.
struct Holder {
  const Message* message = nullptr;
  const Field* field = nullptr;
};

Holder HolderOf(const Message& message) {
  for (const Message* const holder : kMessages) {
    for (const Field& field : holder->fields) {
      if (field.message == &message) return {holder, &field};
    }
  }
  return {};
}

}  // namespace

const Message& ServiceConfigMessage() { return kServiceConfig; }

absl::Span<const Message* const> AllMessages() { return kMessages; }

const Field* FindField(const Message& message, absl::string_view json_name) {
  for (const Field& field : message.fields) {
    if (field.json_name == json_name) return &field;
  }
  return nullptr;
}

std::string PathOf(const Message& message) {
  std::string path;
  for (Holder holder = HolderOf(message); holder.field != nullptr;
       holder = HolderOf(*holder.message)) {
    path = absl::StrCat(holder.field->json_name, holder.field->repeated ? "[]" : "",
                        path.empty() ? "" : ".", path);
  }
  return path;
}

std::string SnakeCase(absl::string_view json_name) {
  std::string snake;
  for (const char c : json_name) {
    if (absl::ascii_isupper(static_cast<unsigned char>(c))) snake.push_back('_');
    snake.push_back(absl::ascii_tolower(static_cast<unsigned char>(c)));
  }
  return snake;
}

}  // namespace grpcfg
