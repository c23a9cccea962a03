#include "schema/fields/field_table.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/service_config.h"

namespace grpcfg {
namespace {

// gRFC A105, gRPC Service Config: the cap of a client unless the application sets another.
constexpr int64_t kMaxConnectionsCap = 10;

constexpr Field kRetryThrottlingFields[] = {
    {.json_name = "maxTokens",
     .type = FieldType::kInteger,
     .presence = Presence::kRequired,
     .bound = AboveUpTo(0, 1000),
     .sharing = Sharing::kEveryone,
     .bind = BindScalar<&RetryThrottling::max_tokens>(),
     .doc = "Tokens of a full account; a failed attempt takes one, and retries stop at half.",
     .reference = "gRFC A6, Validation of retryThrottling"},
    {.json_name = "tokenRatio",
     .type = FieldType::kTokenRatio,
     .presence = Presence::kRequired,
     .bound = Above(0),
     .sharing = Sharing::kEveryone,
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
     .bind = BindScalar<&HealthCheckConfig::service_name>(),
     .doc = "Service to ask the server's health service for; absent switches health checks off.",
     .reference = "gRFC A17, Service Config Changes"},
};
constexpr Message kHealthCheckConfig =
    MakeMessage("HealthCheckConfig", kHealthCheckConfigFields,
                "Asks each backend whether it is healthy before calls are sent to it.",
                "gRFC A17, Service Config Changes");

constexpr Field kConnectionScalingFields[] = {
    {.json_name = "maxConnectionsPerSubchannel",
     .type = FieldType::kUint32,
     .bound = ClampedTo(kMaxConnectionsCap, Between(0, kMaxUint32)),
     .bind = BindScalar<&ConnectionScaling::max_connections_per_subchannel>(),
     .doc = "Connections per address when streams run out; absent means 1.",
     .reference = "gRFC A105, gRPC Service Config"},
};
constexpr Message kConnectionScaling =
    MakeMessage("ConnectionScaling", kConnectionScalingFields,
                "Opens further connections to an address whose streams are all in use.",
                "gRFC A105, gRPC Service Config");

// ServiceConfig.LoadBalancingPolicy, by their numbers; clients know no such enum.
constexpr absl::string_view kPolicyWords[] = {"UNSPECIFIED", "ROUND_ROBIN"};

constexpr Field kServiceConfigFields[] = {
    {.json_name = "loadBalancingPolicy",
     .type = FieldType::kPolicyName,
     .stage = Stage::kDeprecated,
     .weight = Weight::kPolicy,
     .words = kPolicyWords,
     .bind = BindScalar<&ServiceConfig::load_balancing_policy>(),
     .doc = "Deprecated name of an LB policy; `loadBalancingConfig` replaces and overrides it.",
     .reference = "service_config.proto, ServiceConfig.load_balancing_policy"},
    {.json_name = "loadBalancingConfig",
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .non_empty = true,
     .weight = Weight::kPolicy,
     .message = &kLoadBalancingConfig,
     .sharing = Sharing::kEveryone,
     .bind = BindScalar<&ServiceConfig::load_balancing_config>(),
     .doc = "LB policies in order of preference; the first that the client supports is used.",
     .reference = "service_config.proto, ServiceConfig.load_balancing_config; gRFC A24"},
    {.json_name = "methodConfig",
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .weight = Weight::kPolicy,
     .message = &kMethodConfig,
     .sharing = Sharing::kEveryone,
     .bind = BindMessages<&ServiceConfig::method_config>(),
     .doc = "Settings per method.",
     .reference = "service_config.proto, ServiceConfig.method_config"},
    {.json_name = "retryThrottling",
     .type = FieldType::kMessage,
     .weight = Weight::kPolicy,
     .message = &kRetryThrottling,
     .sharing = Sharing::kWhereUsed,
     .bind = BindMessage<&ServiceConfig::retry_throttling>(),
     .doc = "Stops retries while too many attempts fail.",
     .reference = "gRFC A6, Throttling Retry Attempts and Hedged RPCs"},
    {.json_name = "healthCheckConfig",
     .type = FieldType::kMessage,
     .weight = Weight::kPolicy,
     .message = &kHealthCheckConfig,
     .bind = BindMessage<&ServiceConfig::health_check_config>(),
     .doc = "Health checks of the backends by the client.",
     .reference = "gRFC A17, Service Config Changes"},
    {.json_name = "connectionScaling",
     .type = FieldType::kMessage,
     .message = &kConnectionScaling,
     .bind = BindMessage<&ServiceConfig::connection_scaling>(),
     .doc = "How many connections a client may open to one address.",
     .reference = "gRFC A105, gRPC Service Config"},
};
constexpr Field kChoiceFields[] = {
    {.json_name = "clientLanguage",
     .in_proto = false,
     .type = FieldType::kString,
     .shape = Shape::kList,
     .bind = BindScalars<&ChoiceFields::client_language>(),
     .doc = "Languages of the clients that this choice is for; absent or empty means all.",
     .reference = "gRFC A2, Canarying Changes"},
    {.json_name = "percentage",
     .in_proto = false,
     .type = FieldType::kInteger,
     .bound = Between(0, 100),
     .bind = BindScalar<&ChoiceFields::percentage>(),
     .doc = "Share of the clients that take this choice, in percent; absent means all.",
     .reference = "gRFC A2, Canarying Changes"},
    {.json_name = "clientHostname",
     .in_proto = false,
     .type = FieldType::kString,
     .shape = Shape::kList,
     .bind = BindScalars<&ChoiceFields::client_hostname>(),
     .doc = "Host names of the clients that this choice is for; absent or empty means all.",
     .reference = "gRFC A2, Canarying Changes"},
    {.json_name = "serviceConfig",
     .in_proto = false,
     .type = FieldType::kMessage,
     .presence = Presence::kRequired,
     .weight = Weight::kPolicy,
     .message = &kServiceConfig,
     .doc = "The service config of the clients that this choice is for.",
     .reference = "gRFC A2, Canarying Changes"},
};

constexpr Message MakeChoice() {
  Message message = MakeMessage("ServiceConfigChoice", kChoiceFields,
                                "A service config and the clients that it is for; the first choice "
                                "that fits a client is its config.",
                                "gRFC A2, Canarying Changes");
  message.closed = true;
  return message;
}
constexpr Message kChoice = MakeChoice();

// Appends `root` and the messages below it, each once and after the one that it stands in; the
// configs of LB policies are many and come last.
void Collect(const Message& root, std::vector<const Message*>& messages) {
  std::vector<const Message*> waiting = {&root};
  while (!waiting.empty()) {
    const Message& message = *waiting.back();
    waiting.pop_back();
    if (std::find(messages.begin(), messages.end(), &message) != messages.end()) continue;
    messages.push_back(&message);
    for (size_t i = message.fields.size(); i > 0; --i) {
      const Message* const below = message.fields[i - 1].message;
      const bool later = below == &kLoadBalancingConfig && !message.of_policy;
      if (below != nullptr && !later) waiting.push_back(below);
    }
  }
}

std::vector<const Message*> CollectAll() {
  std::vector<const Message*> messages;
  Collect(kServiceConfig, messages);
  Collect(kChoice, messages);
  Collect(kLoadBalancingConfig, messages);
  return messages;
}

// The field whose values are of a message, and the message that this field belongs to; nulls for
// the root.
struct Parent {
  const Message* message = nullptr;
  const Field* field = nullptr;
};

Parent ParentOf(const Message& message) {
  for (const Message* const parent : AllMessages()) {
    for (const Field& field : parent->fields) {
      if (field.message == &message) return {parent, &field};
    }
  }
  return {};
}

absl::string_view Mark(Shape shape) {
  switch (shape) {
    case Shape::kOne:
      return "";
    case Shape::kList:
      return "[]";
    case Shape::kMap:
      return ".*";
  }
  return "";
}

}  // namespace

constinit const Message kServiceConfig =
    MakeMessage("ServiceConfig", kServiceConfigFields, "A service config.",
                "service_config.proto, ServiceConfig");

const Message& ServiceConfigMessage() { return kServiceConfig; }

const Message& ChoiceMessage() { return kChoice; }

const Message& LoadBalancingConfigMessage() { return kLoadBalancingConfig; }

absl::Span<const Message* const> AllMessages() {
  static const std::vector<const Message*> kMessages = CollectAll();
  return kMessages;
}

const Field* FindField(const Message& message, absl::string_view json_name) {
  for (const Field& field : message.fields) {
    if (field.json_name == json_name) return &field;
  }
  return nullptr;
}

std::string PathOf(const Message& message) {
  std::string path;
  // RLS has a service config in it, so the way up ends at the root and not where there is no more.
  for (const Message* at = &message; at != &kServiceConfig;) {
    const Parent parent = ParentOf(*at);
    if (parent.field == nullptr) break;
    path = absl::StrCat(parent.field->json_name, Mark(parent.field->shape), path.empty() ? "" : ".",
                        path);
    at = parent.message;
  }
  return path;
}

std::string ProtoName(const Field& field) {
  return field.proto_name.empty() ? SnakeCase(field.json_name) : std::string(field.proto_name);
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
