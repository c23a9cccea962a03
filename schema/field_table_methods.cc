// `methodConfig[]` and all in it.
#include "schema/field_messages.h"
#include "schema/service_config.h"
#include "schema/status_code.h"

namespace grpcfg {
namespace {

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
     .shape = Shape::kList,
     .non_empty = true,
     .presence = Presence::kRequired,
     .bound = Between(0, kMaxStatusCode),
     .bind = BindScalars<&RetryPolicy::retryable_status_codes>(),
     .doc = "Status codes after which a call is tried again.",
     .reference = "gRFC A6, Validation of retryPolicy"},
    {.json_name = "perAttemptRecvTimeout",
     .in_proto = false,
     .type = FieldType::kDuration,
     .stage = Stage::kExperimental,
     .bound = Above(0),
     .doc = "Time that one attempt may take until the response starts; only C-core, if told to.",
     .reference = "grpc/grpc retry_service_config.cc RetryMethodConfig::JsonPostLoad"},
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
     .shape = Shape::kList,
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
     .shape = Shape::kList,
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
}  // namespace

constinit const Message kMethodConfig = MakeMessage("MethodConfig", kMethodConfigFields,
                                                    "Settings for the methods that `name` selects.",
                                                    "service_config.proto, MethodConfig");

}  // namespace grpcfg
