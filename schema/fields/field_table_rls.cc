// The config of `rls_experimental` and the RouteLookupConfig in it
// (grpc/lookup/v1/rls_config.proto).
#include "schema/fields/field_messages.h"
#include "schema/fields/load_balancing.h"

namespace grpcfg {
namespace {

constexpr int64_t kMaxAgeSeconds = 300;  // rls_config.proto: clamped to 5 minutes

constexpr Field StringField(absl::string_view json_name, Binding bind, absl::string_view doc,
                            absl::string_view reference) {
  return {.json_name = json_name,
          .type = FieldType::kString,
          .bind = bind,
          .doc = doc,
          .reference = reference};
}

constexpr Field StringList(absl::string_view json_name, Binding bind, absl::string_view doc,
                           absl::string_view reference) {
  return {.json_name = json_name,
          .type = FieldType::kString,
          .shape = Shape::kList,
          .bind = bind,
          .doc = doc,
          .reference = reference};
}

constexpr Field StringMap(absl::string_view json_name, Binding bind, absl::string_view doc,
                          absl::string_view reference) {
  return {.json_name = json_name,
          .type = FieldType::kString,
          .shape = Shape::kMap,
          .bind = bind,
          .doc = doc,
          .reference = reference};
}

constexpr Field kNameMatcherFields[] = {
    {.json_name = "key",
     .type = FieldType::kString,
     .non_empty = true,
     .presence = Presence::kRequired,  // but with `requiredMatch`, which gRPC forbids
     .bind = BindScalar<&NameMatcherFields::key>(),
     .doc = "Name of this value in the request to the lookup service.",
     .reference = "rls_config.proto, NameMatcher.key"},
    {.json_name = "names",
     .type = FieldType::kString,
     .shape = Shape::kList,
     .non_empty = true,
     .presence = Presence::kRequired,
     .bind = BindScalars<&NameMatcherFields::names>(),
     .doc = "Headers that can supply the value; the first that is there counts.",
     .reference = "rls_config.proto, NameMatcher.names"},
    {.json_name = "requiredMatch",
     .type = FieldType::kBool,
     .bind = BindScalar<&NameMatcherFields::required_match>(),
     .doc = "Must not be set for gRPC.",
     .reference = "rls_config.proto, GrpcKeyBuilder.headers"},
};
constexpr Message kNameMatcher =
    MakePolicyMessage("NameMatcher", kNameMatcherFields, "A value that is taken from headers.",
                      "rls_config.proto, NameMatcher");

constexpr Field kKeyBuilderNameFields[] = {
    {.json_name = "service",
     .type = FieldType::kString,
     .non_empty = true,
     .presence = Presence::kRequired,
     .bind = BindScalar<&KeyBuilderNameFields::service>(),
     .doc = "Full name of a service, `package.Service`.",
     .reference = "rls_config.proto, GrpcKeyBuilder.Name"},
    StringField("method", BindScalar<&KeyBuilderNameFields::method>(),
                "Name of a method of that service; absent or empty means all.",
                "rls_config.proto, GrpcKeyBuilder.Name"),
};
constexpr Message kKeyBuilderName = MakePolicyMessage("KeyBuilderName", kKeyBuilderNameFields,
                                                      "The methods that a key builder is for.",
                                                      "rls_config.proto, GrpcKeyBuilder.Name");

constexpr Field kExtraKeysFields[] = {
    StringField("host", BindScalar<&ExtraKeys::host>(), "Key under which the host is sent.",
                "rls_config.proto, GrpcKeyBuilder.ExtraKeys"),
    StringField("service", BindScalar<&ExtraKeys::service>(),
                "Key under which the service is sent.",
                "rls_config.proto, GrpcKeyBuilder.ExtraKeys"),
    StringField("method", BindScalar<&ExtraKeys::method>(), "Key under which the method is sent.",
                "rls_config.proto, GrpcKeyBuilder.ExtraKeys"),
};
constexpr Message kExtraKeys = MakePolicyMessage(
    "ExtraKeys", kExtraKeysFields, "Keys for the host, the service and the method of a call.",
    "rls_config.proto, GrpcKeyBuilder.ExtraKeys");

constexpr Field kGrpcKeyBuilderFields[] = {
    {.json_name = "names",
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .non_empty = true,
     .presence = Presence::kRequired,
     .message = &kKeyBuilderName,
     .bind = BindMessages<&GrpcKeyBuilderFields::names>(),
     .doc = "The methods that this key builder is for; no other may name them.",
     .reference = "rls_config.proto, GrpcKeyBuilder.names"},
    {.json_name = "extraKeys",
     .type = FieldType::kMessage,
     .message = &kExtraKeys,
     .bind = BindMessage<&GrpcKeyBuilderFields::extra_keys>(),
     .doc = "Keys for the host, the service and the method of a call.",
     .reference = "rls_config.proto, GrpcKeyBuilder.extra_keys"},
    {.json_name = "headers",
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .message = &kNameMatcher,
     .bind = BindMessages<&GrpcKeyBuilderFields::headers>(),
     .doc = "Headers of a call that are sent to the lookup service.",
     .reference = "rls_config.proto, GrpcKeyBuilder.headers"},
    StringMap("constantKeys", BindScalars<&GrpcKeyBuilderFields::constant_keys>(),
              "Keys and values that are sent with every call.",
              "rls_config.proto, GrpcKeyBuilder.constant_keys"),
};
constexpr Message kGrpcKeyBuilder =
    MakePolicyMessage("GrpcKeyBuilder", kGrpcKeyBuilderFields,
                      "What is sent to the lookup service about calls of certain methods.",
                      "rls_config.proto, GrpcKeyBuilder");

constexpr Field kHttpNameMatcherFields[] = {
    StringField("key", {}, "Name of this value in the request to the lookup service.",
                "rls_config.proto, NameMatcher.key"),
    StringList("names", {}, "Headers or query parameters that can supply the value.",
               "rls_config.proto, NameMatcher.names"),
    {.json_name = "requiredMatch",
     .type = FieldType::kBool,
     .doc = "Whether the value must be there.",
     .reference = "rls_config.proto, NameMatcher.required_match"},
};
constexpr Message kHttpNameMatcher = MakePolicyMessage(
    "HttpNameMatcher", kHttpNameMatcherFields,
    "A value that is taken from headers or query parameters.", "rls_config.proto, NameMatcher");

constexpr Field HttpMatchers(absl::string_view json_name, absl::string_view doc,
                             absl::string_view reference) {
  return {.json_name = json_name,
          .type = FieldType::kMessage,
          .shape = Shape::kList,
          .message = &kHttpNameMatcher,
          .doc = doc,
          .reference = reference};
}

constexpr Field kHttpKeyBuilderFields[] = {
    StringList("hostPatterns", {}, "Patterns of the host; the last that fits counts.",
               "rls_config.proto, HttpKeyBuilder.host_patterns"),
    StringList("pathPatterns", {}, "Patterns of the path; the last that fits counts.",
               "rls_config.proto, HttpKeyBuilder.path_patterns"),
    HttpMatchers("queryParameters", "Query parameters that are sent to the lookup service.",
                 "rls_config.proto, HttpKeyBuilder.query_parameters"),
    HttpMatchers("headers", "Headers that are sent to the lookup service.",
                 "rls_config.proto, HttpKeyBuilder.headers"),
    StringMap("constantKeys", {}, "Keys and values that are sent with every request.",
              "rls_config.proto, HttpKeyBuilder.constant_keys"),
    StringField("method", {}, "Key under which the HTTP method is sent.",
                "rls_config.proto, HttpKeyBuilder.method"),
};
constexpr Message kHttpKeyBuilder = MakePolicyMessage(
    "HttpKeyBuilder", kHttpKeyBuilderFields,
    "What is sent to the lookup service about HTTP requests; gRPC clients do not use it.",
    "rls_config.proto, HttpKeyBuilder");

constexpr Field kRouteLookupFields[] = {
    {.json_name = "httpKeybuilders",
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .message = &kHttpKeyBuilder,
     .doc = "Key builders for HTTP; gRPC clients do not use them.",
     .reference = "rls_config.proto, RouteLookupConfig.http_keybuilders"},
    {.json_name = "grpcKeybuilders",
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .non_empty = true,
     .presence = Presence::kRequired,
     .message = &kGrpcKeyBuilder,
     .bind = BindMessages<&RouteLookupConfig::grpc_keybuilders>(),
     .doc = "What is sent to the lookup service, by method.",
     .reference = "rls_config.proto, RouteLookupConfig.grpc_keybuilders"},
    {.json_name = "lookupService",
     .type = FieldType::kString,
     .non_empty = true,
     .presence = Presence::kRequired,
     .bind = BindScalar<&RouteLookupConfig::lookup_service>(),
     .doc = "Target of the lookup service.",
     .reference = "rls_config.proto, RouteLookupConfig.lookup_service"},
    {.json_name = "lookupServiceTimeout",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .doc = "Timeout of a lookup; 10s if absent.",
     .reference = "rls_config.proto, RouteLookupConfig.lookup_service_timeout"},
    {.json_name = "maxAge",
     .type = FieldType::kDuration,
     .bound = ClampedTo(kMaxAgeSeconds, AtLeast(0)),  // but beside `staleAge`
     .bind = BindScalar<&RouteLookupConfig::max_age>(),
     .doc = "How long an answer is valid; 5 minutes if absent, and at most without `staleAge`.",
     .reference = "rls_config.proto, RouteLookupConfig.max_age"},
    {.json_name = "staleAge",
     .type = FieldType::kDuration,
     .bound = ClampedTo(kMaxAgeSeconds, AtLeast(0)),
     .bind = BindScalar<&RouteLookupConfig::stale_age>(),
     .doc = "After how long an answer that is in use is asked for again; less than `maxAge`.",
     .reference = "rls_config.proto, RouteLookupConfig.stale_age"},
    {.json_name = "cacheSizeBytes",
     .type = FieldType::kInt64,
     .bound = AtLeast(0),
     .doc = "Size of the cache of answers in bytes, which clients cap; absent or 0 is their own.",
     .reference = "rls_config.proto, RouteLookupConfig.cache_size_bytes"},
    StringList("validTargets", {}, "Targets that the lookup service may answer with.",
               "rls_config.proto, RouteLookupConfig.valid_targets"),
    {.json_name = "defaultTarget",
     .type = FieldType::kString,
     .non_empty = true,
     .doc = "Target of calls for which there is no answer.",
     .reference = "rls_config.proto, RouteLookupConfig.default_target"},
};
constexpr Message kRouteLookupConfig = MakePolicyMessage(
    "RouteLookupConfig", kRouteLookupFields, "How and when the lookup service is asked.",
    "rls_config.proto, RouteLookupConfig");

constexpr Field kRlsFields[] = {
    {.json_name = "routeLookupConfig",
     .type = FieldType::kMessage,
     .presence = Presence::kRequired,
     .message = &kRouteLookupConfig,
     .bind = BindMessage<&RlsConfig::route_lookup_config>(),
     .doc = "How and when the lookup service is asked.",
     .reference = "service_config.proto, RlsLoadBalancingPolicyConfig"},
    {.json_name = "routeLookupChannelServiceConfig",
     .type = FieldType::kMessage,
     .message = &kServiceConfig,
     .doc = "Service config of the channel to the lookup service.",
     .reference = "service_config.proto, RlsLoadBalancingPolicyConfig"},
    ChildPolicies("childPolicy", Presence::kRequired,
                  "The policy for each target that the lookup service answers with.",
                  "service_config.proto, RlsLoadBalancingPolicyConfig"),
    {.json_name = "childPolicyConfigTargetFieldName",
     .type = FieldType::kString,
     .non_empty = true,
     .presence = Presence::kRequired,
     .doc = "Field of the child policy's config into which that target is put.",
     .reference = "service_config.proto, RlsLoadBalancingPolicyConfig"},
};

}  // namespace

constinit const Message kRlsConfig = MakePolicyMessage(
    "RlsLoadBalancingPolicyConfig", kRlsFields, "Asks a lookup service where each call goes.",
    "service_config.proto, RlsLoadBalancingPolicyConfig");

}  // namespace grpcfg
