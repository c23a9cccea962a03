#include "schema/fields/field_table.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/field_rows.h"
#include "schema/fields/service_config.h"

namespace grpcfg {
namespace {

// gRFC A105, gRPC Service Config: the cap of a client unless the application sets another.
constexpr int64_t kMaxConnectionsCap = 10;

constexpr auto kRetryThrottlingFields = FieldRows(
    "gRFC A6, Validation of retryThrottling",
    Row(kInteger, "maxTokens",
        "Maximum number of tokens; each failed attempt costs one, and retries stop at half.",
        kRequired, AboveUpTo(0, 1000), BindScalar<&RetryThrottling::max_tokens>()),
    Row(kTokenRatio, "tokenRatio",
        "Tokens that a successful call returns; clients ignore decimals beyond the third.",
        kRequired, Above(0), BindScalar<&RetryThrottling::token_ratio>()));
constexpr Message kRetryThrottling = MakeMessage(
    "RetryThrottlingPolicy", "Stops retries and hedges to a server while too many attempts fail.",
    kRetryThrottlingFields, "gRFC A6, Throttling Retry Attempts and Hedged RPCs");

constexpr auto kHealthCheckConfigFields = FieldRows(
    "gRFC A17, Service Config Changes",
    Row(kString, "serviceName",
        "Service name sent to the server's health service; if absent, health checks are disabled.",
        BindScalar<&HealthCheckConfig::service_name>()));
constexpr Message kHealthCheckConfig = MakeMessage(
    "HealthCheckConfig", "Checks the health of each backend before calls are sent to it.",
    kHealthCheckConfigFields);

constexpr auto kConnectionScalingFields =
    FieldRows("gRFC A105, gRPC Service Config",
              Row(kUint32, "maxConnectionsPerSubchannel",
                  "Connections per address when streams run out; absent means 1.",
                  ClampedTo(kMaxConnectionsCap, kAnyUint32),
                  BindScalar<&ConnectionScaling::max_connections_per_subchannel>()));
constexpr Message kConnectionScaling = MakeMessage(
    "ConnectionScaling", "Opens further connections to an address whose streams are all in use.",
    kConnectionScalingFields);

// ServiceConfig.LoadBalancingPolicy, by their numbers; clients know no such enum.
constexpr absl::string_view kPolicyWords[] = {"UNSPECIFIED", "ROUND_ROBIN"};

constexpr auto kServiceConfigFields = FieldRows(
    "service_config.proto, ServiceConfig",
    Row(kPolicyName, "loadBalancingPolicy",
        "Deprecated name of an LB policy; `loadBalancingConfig` replaces and overrides it.",
        kDeprecated, kPolicy, kPolicyWords, BindScalar<&ServiceConfig::load_balancing_policy>(),
        Reference{"service_config.proto, ServiceConfig.load_balancing_policy"}),
    Row(kMessage, "loadBalancingConfig",
        "LB policies in order of preference; the first that the client supports is used.", kList,
        kNonEmpty, kPolicy, &kLoadBalancingConfig,
        BindScalar<&ServiceConfig::load_balancing_config>(),
        Reference{"service_config.proto, ServiceConfig.load_balancing_config; gRFC A24"}),
    Row(kMessage, "methodConfig", "Settings per method.", kList, kPolicy, &kMethodConfig,
        BindMessages<&ServiceConfig::method_config>(),
        Reference{"service_config.proto, ServiceConfig.method_config"}),
    Row(kMessage, "retryThrottling", "Stops retries while too many attempts fail.", kPolicy,
        &kRetryThrottling, BindMessage<&ServiceConfig::retry_throttling>(),
        Reference{"gRFC A6, Throttling Retry Attempts and Hedged RPCs"}),
    Row(kMessage, "healthCheckConfig", "Health checks of the backends by the client.", kPolicy,
        &kHealthCheckConfig, BindMessage<&ServiceConfig::health_check_config>(),
        Reference{"gRFC A17, Service Config Changes"}),
    Row(kMessage, "connectionScaling", "How many connections a client may open to one address.",
        &kConnectionScaling, BindMessage<&ServiceConfig::connection_scaling>(),
        Reference{"gRFC A105, gRPC Service Config"}));

constexpr auto kChoiceFields = FieldRows(
    "gRFC A2, Canarying Changes",
    Row(kString, "clientLanguage",
        "Languages of the clients that this choice is for; absent or empty means all.", kNotInProto,
        kList, BindScalars<&ChoiceFields::client_language>()),
    Row(kInteger, "percentage",
        "Share of the clients that take this choice, in percent; absent means all.", kNotInProto,
        Between(0, 100), BindScalar<&ChoiceFields::percentage>()),
    Row(kString, "clientHostname",
        "Host names of the clients that this choice is for; absent or empty means all.",
        kNotInProto, kList, BindScalars<&ChoiceFields::client_hostname>()),
    Row(kMessage, "serviceConfig", "The service config of the clients that this choice is for.",
        kNotInProto, kRequired, kPolicy, &kServiceConfig));

constexpr Message MakeChoice() {
  Message message = MakeMessage("ServiceConfigChoice",
                                "A service config and the clients that it is for; a client uses "
                                "the first choice that matches it.",
                                kChoiceFields);
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
    MakeMessage("ServiceConfig", "A service config.", kServiceConfigFields);

const Message& ServiceConfigMessage() { return kServiceConfig; }

const Message& MethodConfigMessage() { return kMethodConfig; }

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

const Field* FindField(const Message& message, const JsonTree& tree, NodeId key,
                       const Field* last) {
  const Field* const first = message.fields.data();
  const size_t likely = last == nullptr ? 0 : static_cast<size_t>(last + 1 - first);
  const size_t place = FindPlace(message, tree, key, likely);
  return place < message.fields.size() ? &message.fields[place] : nullptr;
}

size_t FindPlace(const Message& message, const JsonTree& tree, NodeId key, size_t likely) {
  const absl::string_view name = tree.Text(key);
  const size_t count = message.fields.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t place = likely + i < count ? likely + i : likely + i - count;
    if (message.fields[place].json_name == name) return place;
  }
  return count;
}

std::string PathOf(const Message& message) {
  std::string path;
  // RLS has a service config in it, so the way up ends at the root, not where no parent is left.
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
