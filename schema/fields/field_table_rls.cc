// The config of `rls_experimental` and the RouteLookupConfig in it
// (grpc/lookup/v1/rls_config.proto).
#include "schema/fields/field_rows.h"
#include "schema/fields/load_balancing.h"

namespace grpcfg {
namespace {

constexpr int64_t kMaxAgeSeconds = 300;  // rls_config.proto: clamped to 5 minutes

constexpr auto kNameMatcherFields = FieldRows(
    "rls_config.proto, NameMatcher",
    Row(kString, "key", "Name of this value in the request to the lookup service.", kNonEmpty,
        kRequired,  // but with `requiredMatch`, which gRPC forbids
        BindScalar<&NameMatcherFields::key>(), Reference{"rls_config.proto, NameMatcher.key"}),
    Row(kString, "names", "Headers that can supply the value; the first one present is used.",
        kList, kNonEmpty, kRequired, BindScalars<&NameMatcherFields::names>(),
        Reference{"rls_config.proto, NameMatcher.names"}),
    Row(kBool, "requiredMatch", "Must not be set for gRPC.",
        BindScalar<&NameMatcherFields::required_match>(),
        Reference{"rls_config.proto, GrpcKeyBuilder.headers"}));
constexpr Message kNameMatcher =
    MakePolicyMessage("NameMatcher", "A value that is taken from headers.", kNameMatcherFields);

constexpr auto kKeyBuilderNameFields =
    FieldRows("rls_config.proto, GrpcKeyBuilder.Name",
              Row(kString, "service", "Full name of a service, `package.Service`.", kNonEmpty,
                  kRequired, BindScalar<&KeyBuilderNameFields::service>()),
              Row(kString, "method", "Name of a method of that service; absent or empty means all.",
                  BindScalar<&KeyBuilderNameFields::method>()));
constexpr Message kKeyBuilderName = MakePolicyMessage(
    "KeyBuilderName", "The methods that a key builder is for.", kKeyBuilderNameFields);

constexpr auto kExtraKeysFields = FieldRows(
    "rls_config.proto, GrpcKeyBuilder.ExtraKeys",
    Row(kString, "host", "Key under which the host is sent.", BindScalar<&ExtraKeys::host>()),
    Row(kString, "service", "Key under which the service is sent.",
        BindScalar<&ExtraKeys::service>()),
    Row(kString, "method", "Key under which the method is sent.",
        BindScalar<&ExtraKeys::method>()));
constexpr Message kExtraKeys = MakePolicyMessage(
    "ExtraKeys", "Keys for the host, the service and the method of a call.", kExtraKeysFields);

constexpr auto kGrpcKeyBuilderFields = FieldRows(
    "rls_config.proto, GrpcKeyBuilder",
    Row(kMessage, "names", "The methods that this key builder is for; no other may name them.",
        kList, kNonEmpty, kRequired, &kKeyBuilderName, BindMessages<&GrpcKeyBuilderFields::names>(),
        Reference{"rls_config.proto, GrpcKeyBuilder.names"}),
    Row(kMessage, "extraKeys", "Keys for the host, the service and the method of a call.",
        &kExtraKeys, BindMessage<&GrpcKeyBuilderFields::extra_keys>(),
        Reference{"rls_config.proto, GrpcKeyBuilder.extra_keys"}),
    Row(kMessage, "headers", "Headers of a call that are sent to the lookup service.", kList,
        &kNameMatcher, BindMessages<&GrpcKeyBuilderFields::headers>(),
        Reference{"rls_config.proto, GrpcKeyBuilder.headers"}),
    Row(kString, "constantKeys", "Keys and values that are sent with every call.", kMap,
        BindScalars<&GrpcKeyBuilderFields::constant_keys>(),
        Reference{"rls_config.proto, GrpcKeyBuilder.constant_keys"}));
constexpr Message kGrpcKeyBuilder = MakePolicyMessage(
    "GrpcKeyBuilder", "What is sent to the lookup service about calls of certain methods.",
    kGrpcKeyBuilderFields);

constexpr auto kHttpNameMatcherFields =
    FieldRows("rls_config.proto, NameMatcher",
              Row(kString, "key", "Name of this value in the request to the lookup service.",
                  Reference{"rls_config.proto, NameMatcher.key"}),
              Row(kString, "names", "Headers or query parameters that can supply the value.", kList,
                  Reference{"rls_config.proto, NameMatcher.names"}),
              Row(kBool, "requiredMatch", "Whether the value must be present.",
                  Reference{"rls_config.proto, NameMatcher.required_match"}));
constexpr Message kHttpNameMatcher =
    MakePolicyMessage("HttpNameMatcher", "A value that is taken from headers or query parameters.",
                      kHttpNameMatcherFields);

constexpr auto kHttpKeyBuilderFields = FieldRows(
    "rls_config.proto, HttpKeyBuilder",
    Row(kString, "hostPatterns", "Patterns of the host; the last one that matches is used.", kList,
        Reference{"rls_config.proto, HttpKeyBuilder.host_patterns"}),
    Row(kString, "pathPatterns", "Patterns of the path; the last one that matches is used.", kList,
        Reference{"rls_config.proto, HttpKeyBuilder.path_patterns"}),
    Row(kMessage, "queryParameters", "Query parameters that are sent to the lookup service.", kList,
        &kHttpNameMatcher, Reference{"rls_config.proto, HttpKeyBuilder.query_parameters"}),
    Row(kMessage, "headers", "Headers that are sent to the lookup service.", kList,
        &kHttpNameMatcher, Reference{"rls_config.proto, HttpKeyBuilder.headers"}),
    Row(kString, "constantKeys", "Keys and values that are sent with every request.", kMap,
        Reference{"rls_config.proto, HttpKeyBuilder.constant_keys"}),
    Row(kString, "method", "Key under which the HTTP method is sent.",
        Reference{"rls_config.proto, HttpKeyBuilder.method"}));
constexpr Message kHttpKeyBuilder = MakePolicyMessage(
    "HttpKeyBuilder",
    "What is sent to the lookup service about HTTP requests; gRPC clients do not use it.",
    kHttpKeyBuilderFields);

constexpr auto kRouteLookupFields = FieldRows(
    "rls_config.proto, RouteLookupConfig",
    Row(kMessage, "httpKeybuilders", "Key builders for HTTP; gRPC clients do not use them.", kList,
        &kHttpKeyBuilder, Reference{"rls_config.proto, RouteLookupConfig.http_keybuilders"}),
    Row(kMessage, "grpcKeybuilders", "What is sent to the lookup service, by method.", kList,
        kNonEmpty, kRequired, &kGrpcKeyBuilder,
        BindMessages<&RouteLookupConfig::grpc_keybuilders>(),
        Reference{"rls_config.proto, RouteLookupConfig.grpc_keybuilders"}),
    Row(kString, "lookupService", "Target of the lookup service.", kNonEmpty, kRequired,
        BindScalar<&RouteLookupConfig::lookup_service>(),
        Reference{"rls_config.proto, RouteLookupConfig.lookup_service"}),
    Row(kDuration, "lookupServiceTimeout", "Timeout of a lookup; 10s if absent.", AtLeast(0),
        Reference{"rls_config.proto, RouteLookupConfig.lookup_service_timeout"}),
    Row(kDuration, "maxAge",
        "How long an answer is valid; 5 minutes if absent, which is the maximum without "
        "`staleAge`.",
        ClampedTo(kMaxAgeSeconds, AtLeast(0)),  // but beside `staleAge`
        BindScalar<&RouteLookupConfig::max_age>(),
        Reference{"rls_config.proto, RouteLookupConfig.max_age"}),
    Row(kDuration, "staleAge",
        "Age at which an answer that is in use is requested again; less than `maxAge`.",
        ClampedTo(kMaxAgeSeconds, AtLeast(0)), BindScalar<&RouteLookupConfig::stale_age>(),
        Reference{"rls_config.proto, RouteLookupConfig.stale_age"}),
    Row(kInt64, "cacheSizeBytes",
        "Size of the cache of answers in bytes, which clients cap; if absent or 0, the client's "
        "own size.",
        AtLeast(0), Reference{"rls_config.proto, RouteLookupConfig.cache_size_bytes"}),
    Row(kString, "validTargets", "Targets that the lookup service may answer with.", kList,
        Reference{"rls_config.proto, RouteLookupConfig.valid_targets"}),
    Row(kString, "defaultTarget", "Target of calls for which there is no answer.", kNonEmpty,
        Reference{"rls_config.proto, RouteLookupConfig.default_target"}));
constexpr Message kRouteLookupConfig = MakePolicyMessage(
    "RouteLookupConfig", "How and when the lookup service is queried.", kRouteLookupFields);

constexpr auto kRlsFields = FieldRows(
    "service_config.proto, RlsLoadBalancingPolicyConfig",
    Row(kMessage, "routeLookupConfig", "How and when the lookup service is queried.", kRequired,
        &kRouteLookupConfig, BindMessage<&RlsConfig::route_lookup_config>()),
    Row(kMessage, "routeLookupChannelServiceConfig",
        "Service config of the channel to the lookup service.", &kServiceConfig),
    ChildPolicies("childPolicy", "The policy for each target that the lookup service answers with.",
                  kRequired),
    Row(kString, "childPolicyConfigTargetFieldName",
        "Field of the child policy's config into which that target is put.", kNonEmpty, kRequired));

}  // namespace

constinit const Message kRlsConfig =
    MakePolicyMessage("RlsLoadBalancingPolicyConfig",
                      "Queries a lookup service for the target of each call.", kRlsFields);

}  // namespace grpcfg
