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
  const NodeId health = MemberOf(tree, config.node, "healthCheckConfig");
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
    const bool has_policy = MemberOf(tree, config->node, "loadBalancingConfig") != kNoNode ||
                            MemberOf(tree, config->node, "loadBalancingPolicy") != kNoNode;
    if (has_policy) continue;
    context.Add(context.KeyOf(health), [&]() -> Diagnostic {
      return {.message =
                  "`healthCheckConfig` has no effect on `pick_first`, which clients use "
                  "where nothing names an LB policy",
              .notes = {"it has an effect if the application chooses another policy in its code"},
              .help = {"choose `round_robin` in `loadBalancingConfig`; it checks the health"}};
    });
  }
}

// The elements after the one of the policy that is chosen; called with the key of each.
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
          return {.message = absl::StrCat(Quoted(tree.Text(key)),
                                          " is never used: every client "
                                          "has `",
                                          *chosen.value, "`, which comes before it"),
                  .secondary = {{context.SpanOf(chosen.node),
                                 "a client uses the first policy that it has"}},
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
                              "`loadBalancingPolicy` is deprecated, and grpc-js does not read it; "
                              "`loadBalancingConfig` replaces it"};
      const std::string name = absl::AsciiStrToLower(*policy.value);
      const bool is_plain = name == "round_robin" || name == "pick_first";
      const Span member = {context.SpanOf(key).begin, context.SpanOf(policy.node).end};
      const NodeId list = MemberOf(context.tree, config->node, "loadBalancingConfig");
      const bool is_empty = list != kNoNode && context.tree.kind(list) == JsonKind::kArray &&
                            context.tree.node(list).next == list + 1;
      if (is_empty) {
        // grpc-java ManagedChannelServiceConfig.java and ServiceConfigUtil.java
        // unwrapLoadBalancingConfigList: the name counts where the list is empty.
        words.notes.emplace_back(
            "where `loadBalancingConfig` is empty, grpc-java uses this policy");
        words.help.emplace_back("write the policy into `loadBalancingConfig`, and remove this");
      } else if (list != kNoNode) {
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

// Clients differ where nothing names a policy. Findings on grpc-js say that it has no such field;
// what .NET and generators lack altogether gives none.
Cell VerdictOnHealth(const ProfileAt& profile, bool is_default) {
  const Trait<HealthChecks>& checks = profile.profile().calls.health_checks.At(profile.release());
  if (checks.evidence.empty()) {
    return {Effect::kAccepts, "gapic-generator-go config.go: generators read methodConfig"};
  }
  const bool is_accepted = is_default && checks.value == HealthChecks::kAlsoByProgram;
  const bool lacks_it = profile.implementation() == Implementation::kDotnet;
  return {is_accepted || lacks_it ? Effect::kAccepts : Effect::kIgnoresPolicy, checks.evidence};
}

Cell VerdictOnHealthOfDefault(const ProfileAt& profile) { return VerdictOnHealth(profile, true); }

Cell VerdictOnHealthOfPickFirst(const ProfileAt& profile) {
  return VerdictOnHealth(profile, false);
}

// What health checks need beside the config, where it names a policy that makes them.
void CheckHealthNeeds(const CheckContext& context, absl::string_view what,
                      absl::string_view remedy) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const NodeId health = HealthOf(context.tree, *config);
    const bool has_policy =
        config->load_balancing_config.value || config->load_balancing_policy.value;
    if (health == kNoNode || !has_policy || ChoosesPickFirst(*config)) continue;
    context.Add(context.KeyOf(health), [&]() -> Diagnostic {
      return {.message = std::string(what),
              .notes = {"without it every backend counts as healthy, and calls show no error"},
              .help = {std::string(remedy)}};
    });
  }
}

void CheckHealthInGo(const CheckContext& context) {
  CheckHealthNeeds(context,
                   "grpc-go checks health only if the program imports "
                   "`google.golang.org/grpc/health`",
                   "add `import _ \"google.golang.org/grpc/health\"` to the program");
}

void CheckHealthInJava(const CheckContext& context) {
  CheckHealthNeeds(context,
                   "grpc-java checks health only if the program has the artifact "
                   "`io.grpc:grpc-services`",
                   "add it to the dependencies of the program");
}

template <Implementation kClient>
bool NeedsForHealth(const ProfileAt& profile) {
  return profile.implementation() == kClient && !profile.calls.health_checks_need.text.empty();
}

Cell VerdictOnNeeds(const ProfileAt& profile) {
  return AcceptingIfRead(profile.profile().calls.health_checks_need.At(profile.release()));
}

// The profiles say where each client chooses.
Cell VerdictOnList(const ProfileAt& profile) {
  return {Effect::kAccepts, profile.profile().policy_choice.At(profile.release()).evidence};
}

Cell VerdictOnName(const ProfileAt& profile) {
  return {Effect::kAccepts, profile.profile().policy_names.At(profile.release()).evidence};
}

constexpr absl::string_view kHealthChecks = R"({"loadBalancingConfig": [{"round_robin": {}}],
  "healthCheckConfig": {"serviceName": "shop.v1.Orders"}})";

constexpr Rule kRules[] = {
    {.id = "health-check-default-policy",
     .summary = "`healthCheckConfig` is set without an LB policy that checks health.",
     .rationale = "`pick_first` does not check the health of backends (gRFC A17), and clients use "
                  "it if the config names no other policy. Applications with C-core and Java can "
                  "name another policy in their code.",
     .check = CheckHealthOfDefault,
     .verdict = VerdictOnHealthOfDefault,
     .bad = R"({"healthCheckConfig": {"serviceName": "shop.v1.Orders"}})",
     .good = kHealthChecks},
    {.id = "health-check-needs-import",
     .summary = "Health checks in Go need an import.",
     .rationale = "Health checks in grpc-go are in a separate package that the program must "
                  "import: `import _ \"google.golang.org/grpc/health\"`. Without the import, "
                  "grpc-go accepts `healthCheckConfig` and ignores it, and reports this only in "
                  "the channelz log. A config cannot show whether the program has the import, so "
                  "the finding is a note. A config without health checks does not need it.",
     .advice = Severity::kNote,
     .targets = "go",
     .check = CheckHealthInGo,
     .concerns = NeedsForHealth<Implementation::kGo>,
     .verdict = VerdictOnNeeds,
     .bad = kHealthChecks,
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
    {.id = "health-check-needs-services",
     .summary = "Health checks in Java need an artifact.",
     .rationale = "The `round_robin` of grpc-java that checks health is in the artifact "
                  "`io.grpc:grpc-services`. Without the artifact, `healthCheckConfig` silently has "
                  "no effect.",
     .advice = Severity::kNote,
     .targets = "java",
     .check = CheckHealthInJava,
     .concerns = NeedsForHealth<Implementation::kJava>,
     .verdict = VerdictOnNeeds,
     .bad = kHealthChecks,
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
    {.id = "health-check-pick-first",
     .summary =
         "`healthCheckConfig` is set together with `pick_first`, which does not check health.",
     .rationale = "`pick_first` has one connection and no better backend to switch to, so it does "
                  "not check the health of a backend (gRFC A17). `round_robin` does.",
     .check = CheckHealthOfPickFirst,
     .verdict = VerdictOnHealthOfPickFirst,
     .bad = R"({"loadBalancingConfig": [{"pick_first": {}}],
  "healthCheckConfig": {"serviceName": "shop.v1.Orders"}})",
     .good = kHealthChecks},
    {.id = "lb-entry-never-used",
     .summary = "An LB policy follows one that every client supports.",
     .rationale = "A client uses the first policy in the list that it supports, and all clients "
                  "support `round_robin` and `pick_first`. Policies after those are never used.",
     .advice = Severity::kNote,
     .check = CheckNeverUsed,
     .verdict = VerdictOnList,
     .bad = R"({"loadBalancingConfig": [{"round_robin": {}}, {"ring_hash_experimental": {}}]})",
     .good = R"({"loadBalancingConfig": [{"ring_hash_experimental": {}}, {"round_robin": {}}]})"},
    {.id = "lb-policy-name-deprecated",
     .summary = "`loadBalancingPolicy` is deprecated.",
     .rationale = "`loadBalancingConfig` replaces it (service_config.proto): a list of policies, "
                  "each with its config. Clients use the first policy that they support. Node does "
                  "not apply the old field at all.",
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
