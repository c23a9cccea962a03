// Rules on what an LB policy leaves without effect, and on the deprecated way to name one.
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// `healthCheckConfig`, also for a client that has no such field; kNoNode if it is not there or
// wrong.
NodeId HealthOf(const JsonTree& tree, const ServiceConfig& config) {
  const NodeId health = MemberOf(tree, config, "healthCheckConfig");
  return health != kNoNode && tree.kind(health) == JsonKind::kObject ? health : kNoNode;
}

bool ChoosesPickFirst(const ServiceConfig& config) {
  const bool has_list = config.load_balancing_config.IsWritten();
  const auto& chosen = has_list ? config.load_balancing_config : config.load_balancing_policy;
  return chosen.value == "pick_first";
}

void CheckHealthOfPickFirst(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const NodeId health = HealthOf(context.tree, *config);
    if (health == kNoNode || !ChoosesPickFirst(*config)) continue;
    context.Add(context.KeyOf(health), [&]() -> Diagnostic {
      return {.message =
                  "`healthCheckConfig` has no effect: `pick_first` does not check the "
                  "health of a backend",
              .help = {"`round_robin` checks it"}};
    });
  }
}

void CheckHealthOfDefault(const CheckContext& context) {
  const JsonTree& tree = context.tree;
  for (const ServiceConfig* const config : context.reading.configs) {
    const NodeId health = HealthOf(tree, *config);
    if (health == kNoNode) continue;
    const bool has_policy = MemberOf(tree, *config, "loadBalancingConfig") != kNoNode ||
                            MemberOf(tree, *config, "loadBalancingPolicy") != kNoNode;
    if (has_policy) continue;
    context.Add(context.KeyOf(health), [&]() -> Diagnostic {
      return {.message =
                  "`healthCheckConfig` has no effect on `pick_first`, which clients use "
                  "where nothing names an LB policy",
              .notes = {"it has one where the application chooses another policy in its code"},
              .help = {"choose `round_robin` in `loadBalancingConfig`; it checks the health"}};
    });
  }
}

// The elements behind the one of the policy that is chosen; called with the key of each.
template <typename Function>
void ForEachAfter(const JsonTree& tree, NodeId list, NodeId chosen, const Function& function) {
  bool is_after = false;
  tree.ForEachElement(list, [&](NodeId entry) {
    const bool is_object = tree.kind(entry) == JsonKind::kObject;
    const bool has_key =
        is_object && tree.node(entry).next > entry + 1 && !tree.span(entry + 1).empty();
    if (is_after && has_key) function(entry + 1);
    is_after = is_after || (has_key && entry + 1 == chosen);
  });
}

void CheckNeverUsed(const CheckContext& context) {
  const JsonTree& tree = context.tree;
  for (const ServiceConfig* const config : context.reading.configs) {
    const auto& chosen = config->load_balancing_config;
    if (chosen.value != "round_robin" && chosen.value != "pick_first") continue;
    const NodeId object = config->node;
    if (object == kNoNode || tree.kind(object) != JsonKind::kObject) continue;
    tree.ForEachMember(object, [&](const JsonMember& member) {
      if (tree.kind(member.value) != JsonKind::kArray) return;
      ForEachAfter(tree, member.value, chosen.node, [&](NodeId key) {
        context.Add(key, [&]() -> Diagnostic {
          return {
              .message = absl::StrCat(Quoted(tree.Text(key)),
                                      " is never used: every client "
                                      "has `",
                                      *chosen.value, "`, which comes before it"),
              .secondary = {{context.SpanOf(chosen.node), "the first that a client has is used"}},
              .help = {"remove the entry, or put it first if it is the one you want"}};
        });
      });
    });
  }
}

void CheckPolicyName(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const auto& policy = config->load_balancing_policy;
    const NodeId key = context.KeyOf(policy.node);
    if (!policy.value || key == policy.node) continue;
    context.Add(key, [&] {
      Diagnostic words = {.message =
                              "`loadBalancingPolicy` is deprecated; `loadBalancingConfig` has "
                              "taken its place"};
      const std::string name = absl::AsciiStrToLower(*policy.value);
      const bool is_plain = name == "round_robin" || name == "pick_first";
      const Span member = {context.SpanOf(key).begin, context.SpanOf(policy.node).end};
      const NodeId list = MemberOf(context.tree, *config, "loadBalancingConfig");
      if (list != kNoNode) {
        words.fixes.push_back(RemoveFix("remove it: if both are set, `loadBalancingConfig` wins",
                                        WithComma(context.tree.text(), member)));
        words.fixes.back().otherwise = words.fixes.back().title;
        words.fixes.back().safe = context.tree.kind(list) == JsonKind::kArray;
      } else if (is_plain) {
        const std::string fixed = absl::StrCat(R"("loadBalancingConfig": [{")", name, R"(": {}}])");
        words.fixes.push_back(
            ReplaceFix(absl::StrCat("write `", fixed, "`"), member, fixed, false));
      } else {
        words.help.emplace_back(
            "use `loadBalancingConfig`, with a list that ends with `round_robin` or `pick_first`");
      }
      return words;
    });
  }
}

constexpr absl::string_view kNoHealthInNode = "grpc-js service-config.ts: no healthCheckConfig";
constexpr absl::string_view kNoHealthInDotnet =
    "grpc-dotnet Configuration/ServiceConfig.cs: no such property";
constexpr absl::string_view kNoHealthInGapic =
    "gapic-generator-go config.go: generators read methodConfig";

// The profiles say where each client chooses.
Cell VerdictOnList(const ProfileAt& profile) {
  return {Effect::kAccepts, profile.profile().policy_choice.At(profile.release()).evidence};
}

Cell VerdictOnName(const ProfileAt& profile) {
  return {Effect::kAccepts, profile.profile().policy_names.At(profile.release()).evidence};
}

constexpr Rule kRules[] = {
    {.id = "health-check-default-policy",
     .summary = "`healthCheckConfig` is set without an LB policy that checks health.",
     .rationale = "`pick_first` does not check the health of backends (gRFC A17), and is what a "
                  "client uses where nothing names another policy. Applications in C-core and "
                  "Java can name one in their code.",
     .check = CheckHealthOfDefault,
     .verdicts =
         {.spec = {Effect::kIgnoresPolicy,
                   "gRFC A17, pick_first; service_config.proto: the default"},
          .core = {Effect::kAccepts,
                   "grpc/grpc client_channel_filter.cc ChooseLbPolicy: GRPC_ARG_LB_POLICY_NAME may "
                   "name another policy"},
          .go = {Effect::kIgnoresPolicy,
                 "grpc-go clientconn.go startHealthCheck: HealthCheckEnabled, which pickfirst does "
                 "not set"},
          .java = {Effect::kAccepts,
                   "grpc-java ManagedChannelImplBuilder.java defaultLoadBalancingPolicy may name "
                   "another policy"},
          .node = {Effect::kIgnoresPolicy, kNoHealthInNode},
          .dotnet = {Effect::kAccepts, kNoHealthInDotnet},
          .gapic = {Effect::kAccepts, kNoHealthInGapic}},
     .bad = R"({"healthCheckConfig": {"serviceName": "shop.v1.Orders"}})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}],
  "healthCheckConfig": {"serviceName": "shop.v1.Orders"}})"},
    {.id = "health-check-pick-first",
     .summary = "`healthCheckConfig` is set beside `pick_first`, which checks no health.",
     .rationale = "`pick_first` has one connection and would have nothing better to go to, so it "
                  "does not check the health of a backend (gRFC A17). `round_robin` does.",
     .check = CheckHealthOfPickFirst,
     .verdicts =
         {.spec = {Effect::kIgnoresPolicy, "gRFC A17, pick_first"},
          .core = {Effect::kIgnoresPolicy,
                   "grpc/grpc pick_first.cc PickFirst: enable_health_watch_ only below another "
                   "policy (1.50: GRPC_ARG_INHIBIT_HEALTH_CHECKING)"},
          .go = {Effect::kIgnoresPolicy,
                 "grpc-go clientconn.go startHealthCheck: HealthCheckEnabled, which pickfirst does "
                 "not set"},
          .java = {Effect::kIgnoresPolicy,
                   "grpc-java HealthCheckingRoundRobinLoadBalancerProvider.java: of round_robin "
                   "alone; PickFirstLeafLoadBalancer.java HealthListener"},
          .node = {Effect::kIgnoresPolicy, kNoHealthInNode},
          .dotnet = {Effect::kAccepts, kNoHealthInDotnet},
          .gapic = {Effect::kAccepts, kNoHealthInGapic}},
     .bad = R"({"loadBalancingConfig": [{"pick_first": {}}],
  "healthCheckConfig": {"serviceName": "shop.v1.Orders"}})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}],
  "healthCheckConfig": {"serviceName": "shop.v1.Orders"}})"},
    {.id = "lb-entry-never-used",
     .summary = "An LB policy comes after one that every client has.",
     .rationale = "A client uses the first policy of the list that it supports, and all support "
                  "`round_robin` and `pick_first`. What comes after those is never used.",
     .advice = Severity::kNote,
     .check = CheckNeverUsed,
     .verdict = VerdictOnList,
     .bad = R"({"loadBalancingConfig": [{"round_robin": {}}, {"ring_hash_experimental": {}}]})",
     .good = R"({"loadBalancingConfig": [{"ring_hash_experimental": {}}, {"round_robin": {}}]})"},
    {.id = "lb-policy-name-deprecated",
     .summary = "`loadBalancingPolicy` is deprecated.",
     .rationale = "`loadBalancingConfig` has taken its place (service_config.proto): a list of "
                  "policies, each with its config, of which clients use the first that they "
                  "support. Node does not apply the old field at all.",
     .advice = Severity::kNote,
     .takes_in = {"field-unsupported"},
     .check = CheckPolicyName,
     .verdict = VerdictOnName,
     .bad = R"({"loadBalancingPolicy": "round_robin"})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> LoadBalancingEffectRules() { return kRules; }

}  // namespace grpcfg
