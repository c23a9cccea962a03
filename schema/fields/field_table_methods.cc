// `methodConfig[]` and all in it.
#include "schema/fields/field_messages.h"
#include "schema/fields/field_rows.h"
#include "schema/fields/service_config.h"
#include "schema/fields/status_code.h"

namespace grpcfg {
namespace {

constexpr int64_t kMaxAttemptsLimit = 5;  // gRFC A6, Maximum Number of Retries

constexpr auto kNameFields = FieldRows(
    "service_config.proto, MethodConfig.Name",
    Row(kString, "service",
        "Full name of a service, `package.Service`; empty selects every method of every service.",
        kPolicy,  // without it the name selects every method
        BindScalar<&NameFields::service>()),
    Row(kString, "method",
        "Name of a method of that service; empty selects every method of the service.",
        kPolicy,  // without it the name selects every method of the service
        BindScalar<&NameFields::method>()));
static_assert(kNameFields.fields.size() == 2);
static_assert(kNameFields.fields[kServiceOfName].json_name == "service");
static_assert(kNameFields.fields[kMethodOfName].json_name == "method");
constexpr Message kName =
    MakeMessage("Name", "The methods that a method config applies to: the most specific name wins.",
                kNameFields);

constexpr auto kRetryPolicyFields = FieldRows(
    "gRFC A6, Validation of retryPolicy",
    Row(kInteger, "maxAttempts",
        "Attempts of one call, the first included; clients read more than 5 as 5.", kRequired,
        ClampedTo(kMaxAttemptsLimit, AtLeast(2)), BindScalar<&RetryPolicy::max_attempts>()),
    Row(kDuration, "initialBackoff",
        "Backoff before the first retry; the delay is this times 0.8 to 1.2.", kRequired, Above(0),
        BindScalar<&RetryPolicy::initial_backoff>()),
    Row(kDuration, "maxBackoff", "Upper bound of the backoff before each later retry.", kRequired,
        Above(0), BindScalar<&RetryPolicy::max_backoff>()),
    Row(kNumber, "backoffMultiplier", "Factor from one backoff to the next.", kRequired, Above(0),
        BindScalar<&RetryPolicy::backoff_multiplier>()),
    Row(kStatusCode, "retryableStatusCodes", "Status codes after which a call is retried.", kList,
        kNonEmpty, kRequired, Between(0, kMaxStatusCode),
        BindScalars<&RetryPolicy::retryable_status_codes>()),
    Row(kDuration, "perAttemptRecvTimeout",
        "Time that one attempt may take until the response starts; only in C-core, if enabled "
        "there.",
        kNotInProto, kExperimental, Above(0),
        Reference{"grpc/grpc retry_service_config.cc RetryMethodConfig::JsonPostLoad"}));
constexpr Message kRetryPolicy =
    MakeMessage("RetryPolicy", "Retries a failed call after a backoff.", kRetryPolicyFields,
                "gRFC A6, Retry Policy");

constexpr auto kHedgingPolicyFields = FieldRows(
    "gRFC A6, Validation of hedgingPolicy",
    Row(kInteger, "maxAttempts",
        "Attempts of one call, the first included; clients read more than 5 as 5.", kRequired,
        ClampedTo(kMaxAttemptsLimit, AtLeast(2)), BindScalar<&HedgingPolicy::max_attempts>()),
    Row(kDuration, "hedgingDelay",
        "Delay from one attempt to the next; absent or 0 sends all simultaneously.", AtLeast(0),
        BindScalar<&HedgingPolicy::hedging_delay>()),
    Row(kStatusCode, "nonFatalStatusCodes", "Status codes after which the other attempts go on.",
        kList, Between(0, kMaxStatusCode), BindScalars<&HedgingPolicy::non_fatal_status_codes>()));
constexpr Message kHedgingPolicy = MakeMessage(
    "HedgingPolicy", "Sends several attempts of one call without waiting for the first to fail.",
    kHedgingPolicyFields, "gRFC A6, Hedging Policy");

constexpr Reference kInNode = {"grpc-js service-config.ts validateMethodConfig"};

constexpr auto kMethodConfigFields = FieldRows(
    "service_config.proto, MethodConfig",
    Row(kMessage, "name",
        "The methods that this entry applies to; without a name it applies to none.", kList,
        kPolicy,  // without it the entry has no effect
        &kName, BindMessages<&MethodConfigFields::name>(),
        Reference{"service_config.proto, MethodConfig.name"}),
    Row(kBool, "waitForReady",
        "Whether calls wait for a connection instead of failing immediately.",
        BindScalar<&MethodConfigFields::wait_for_ready>(),
        Reference{"service_config.proto, MethodConfig.wait_for_ready"}),
    Row(kDuration, "timeout",
        "Default timeout of a call, retries included; a shorter deadline of the call wins.",
        BindScalar<&MethodConfigFields::timeout>(),
        Reference{"service_config.proto, MethodConfig.timeout"}),
    Row(kUint32, "maxRequestMessageBytes", "Largest request message, uncompressed, in bytes.",
        kAnyUint32, BindScalar<&MethodConfigFields::max_request_message_bytes>(),
        Reference{"service_config.proto, MethodConfig.max_request_message_bytes"}),
    Row(kUint32, "maxResponseMessageBytes", "Largest response message, uncompressed, in bytes.",
        kAnyUint32, BindScalar<&MethodConfigFields::max_response_message_bytes>(),
        Reference{"service_config.proto, MethodConfig.max_response_message_bytes"}),
    Row(kUint32, "maxRequestBytes",
        "grpc-js's own field, which is not in the spec and has no effect.", kNotInProto, kForeign,
        kInNode),
    Row(kUint32, "maxResponseBytes",
        "grpc-js's own field, which is not in the spec and has no effect.", kNotInProto, kForeign,
        kInNode),
    Row(kMessage, "retryPolicy", "Retries failed calls; not beside `hedgingPolicy`.", kPolicy,
        Oneof{"retry_or_hedging_policy"}, &kRetryPolicy,
        BindMessage<&MethodConfigFields::retry_policy>(), Reference{"gRFC A6, Retry Policy"}),
    Row(kMessage, "hedgingPolicy", "Sends calls several times; not beside `retryPolicy`.", kPolicy,
        Oneof{"retry_or_hedging_policy"}, &kHedgingPolicy,
        BindMessage<&MethodConfigFields::hedging_policy>(), Reference{"gRFC A6, Hedging Policy"}));

}  // namespace

constinit const Message kMethodConfig = MakeMessage(
    "MethodConfig", "Settings for the methods that `name` selects.", kMethodConfigFields);

}  // namespace grpcfg
