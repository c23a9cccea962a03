// Rules on the configs of LB policies whose fields depend on each other.
#include <utility>

#include "absl/container/btree_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

using Names = Located<List<Located<absl::string_view>>>;

using NameSet = absl::btree_set<absl::string_view>;

NameSet SetOf(const Names& names) {
  NameSet set;
  for (const auto& name : ElementsOf(names)) {
    if (name.value) set.insert(*name.value);
  }
  return set;
}

// The name of `known` that is nearest to `name`; empty if none is near, or where they are too many
// to compare with.
absl::string_view Nearest(absl::string_view name, const NameSet& known) {
  constexpr size_t kMostNames = 64;
  if (known.size() > kMostNames) return "";
  size_t least = name.size() / 3 + 1;
  absl::string_view nearest;
  for (const absl::string_view candidate : known) {
    if (absl::EqualsIgnoreCase(name, candidate)) return candidate;
    const size_t distance = EditDistance(name, candidate, least);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

// Misspelt names that are looked up among the right ones: a hostile list has more of them.
constexpr size_t kMostMisspelt = 100;

// Calls function(PriorityConfig) for those that have both fields.
template <typename Function>
void ForEachPriority(const CheckContext& context, const Function& function) {
  for (const PriorityConfig* const priority : context.reading.load_balancing.priority) {
    if (priority->children.value && priority->priorities.value) function(*priority);
  }
}

void CheckUnknownChildren(const CheckContext& context) {
  ForEachPriority(context, [&](const PriorityConfig& priority) {
    const NameSet children = SetOf(priority.children);
    size_t misspelt = 0;
    for (const auto& name : *priority.priorities.value) {
      if (!name.value || children.contains(*name.value)) continue;
      context.Add(name.node, [&] {
        Diagnostic words = {.message =
                                absl::StrCat(Quoted(*name.value), " is not one of the `children`")};
        const bool few = ++misspelt <= kMostMisspelt;  // of those that get words
        const absl::string_view nearest = few ? Nearest(*name.value, children) : "";
        if (!nearest.empty()) {
          words.fixes.push_back(WriteFix(context.SpanOf(name.node), InQuotes(nearest), false));
        }
        words.secondary.push_back({context.KeySpan(priority.children.node), "the children"});
        return words;
      });
    }
  });
}

// The children that stand in a priority, those of misspelt priorities included.
NameSet UsedChildren(const PriorityConfig& priority) {
  NameSet children = SetOf(priority.children);
  NameSet used = SetOf(priority.priorities);
  size_t misspelt = 0;
  for (const auto& name : *priority.priorities.value) {
    if (!name.value) return children;  // it may be any of them
    if (children.contains(*name.value)) continue;
    if (++misspelt > kMostMisspelt) return children;
    used.insert(Nearest(*name.value, children));
  }
  return used;
}

void CheckUnusedChildren(const CheckContext& context) {
  ForEachPriority(context, [&](const PriorityConfig& priority) {
    const NameSet used = UsedChildren(priority);
    for (const auto& name : *priority.children.value) {
      if (!name.value || used.contains(*name.value)) continue;
      context.Add(name.node, [&]() -> Diagnostic {
        return {.message = absl::StrCat("the child ", Quoted(*name.value),
                                        " is not in `priorities`, so it is never used"),
                .secondary = {{context.KeySpan(priority.priorities.node), "the priorities"}},
                .help = {"add it to `priorities`, or remove it"}};
      });
    }
  });
}

void CheckEnforcement(const CheckContext& context) {
  for (const OutlierDetectionConfig* const detection :
       context.reading.load_balancing.outlier_detection) {
    const FailurePercentageEjection* const ejection = detection->failure_percentage_ejection;
    if (ejection == nullptr || ejection->enforcement_percentage.IsWritten()) continue;
    constexpr absl::string_view kMember = "\"enforcementPercentage\": 100";
    const bool is_empty = context.tree.node(ejection->node).next == ejection->node + 1;
    const uint32_t begin = context.SpanOf(ejection->node).begin + 1;
    context.Add(context.KeyOf(ejection->node), [&]() -> Diagnostic {
      return {
          .message = "`enforcementPercentage` is not set: the default is 100, but grpc-go uses 0",
          .notes = {"with 0 no address is ejected for its failures"},
          .fixes = {ReplaceFix(absl::StrCat("write `", kMember, "`"), {begin, begin},
                               absl::StrCat(kMember, is_empty ? "" : ", "), true)}};
    });
  }
}

// As it is written, for clients cap it at different values; the default if it is absent.
std::string SizeText(const CheckContext& context, const Located<int64_t>& size) {
  constexpr size_t kMostDigits = 20;
  if (!size.IsWritten()) return absl::StrCat(*size.value, " if absent");
  const absl::string_view text = context.tree.Text(size.node);
  return text.size() <= kMostDigits ? std::string(text) : Quoted(text);
}

void CheckRingSizes(const CheckContext& context) {
  for (const RingHashConfig* const ring : context.reading.load_balancing.ring_hash) {
    const auto& min = ring->min_ring_size;
    const auto& max = ring->max_ring_size;
    if (!min.value || !max.value || *min.value <= *max.value) continue;
    const std::string min_text = SizeText(context, min);
    const std::string max_text = SizeText(context, max);
    if (!min.IsWritten()) {
      context.Add(max.node, {.message = absl::StrCat("`maxRingSize` is ", max_text,
                                                     ", below `minRingSize`, which is ", min_text),
                             .help = {absl::StrCat("add `minRingSize`, at most ", max_text)}});
      continue;
    }
    Diagnostic words = {.message = absl::StrCat("`minRingSize` is ", min_text,
                                                ", above `maxRingSize`, which is ", max_text)};
    if (max.IsWritten()) words.secondary.push_back({context.SpanOf(max.node), "the maximum"});
    context.Add(min.node, std::move(words));
  }
}

constexpr Rule kRules[] = {
    {.id = "outlier-detection-enforcement",
     .summary = "`failurePercentageEjection` has no `enforcementPercentage`.",
     .rationale = "The default is 100 (gRFC A50), so every address that fails too often is "
                  "ejected. grpc-go defaults to 0 and never ejects any.",
     .advice = Severity::kNote,
     .check = CheckEnforcement,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kAccepts, "gRFC A50, LB Policy Config: 100 if absent"},
          .core = {Effect::kAccepts,
                   "grpc/grpc outlier_detection.h FailurePercentageEjection: 100"},
          .go = {Effect::kAlters,
                 "grpc-go internal/xds/balancer/outlierdetection/config.go "
                 "FailurePercentageEjection.UnmarshalJSON: 0"},
          .java = {Effect::kAccepts,
                   "grpc-java OutlierDetectionLoadBalancer.java FailurePercentageEjection.Builder: "
                   "100"}}),
     .bad = R"({"loadBalancingConfig": [{"outlier_detection_experimental": {
  "failurePercentageEjection": {"threshold": 50}, "childPolicy": [{"round_robin": {}}]}}]})",
     .good = R"({"loadBalancingConfig": [{"outlier_detection_experimental": {
  "failurePercentageEjection": {"threshold": 50, "enforcementPercentage": 100},
  "childPolicy": [{"round_robin": {}}]}}]})"},
    {.id = "priority-child-unknown",
     .summary = "`priorities` names a child that does not exist.",
     .rationale = "Each priority is the name of one of the `children` (gRFC A56). Clients reject "
                  "the config otherwise.",
     .check = CheckUnknownChildren,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kRejectsConfig,
                   "decided: gRFC A56 gives such a name no meaning; C-core priority.cc and "
                   "grpc-go priority/config.go reject it"},
          .core =
              {Effect::kRejectsConfig,
               "grpc/grpc priority.cc PriorityLbConfig::JsonPostLoad: \"unknown priorit(ies)\""},
          .go = {Effect::kRejectsConfig,
                 "grpc-go internal/xds/balancer/priority/config.go parseConfig"},
          .java = {Effect::kRejectsConfig,
                   "grpc-java PriorityLoadBalancerProvider.java: not from a service config"}}),
     .bad = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]}}, "priorities": ["neer", "near"]}}]})",
     .good = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]}}, "priorities": ["near"]}}]})"},
    {.id = "priority-child-unused",
     .summary = "A child of a priority policy is not listed in `priorities`.",
     .rationale = "The child is never used. Go rejects the config; the other clients accept it.",
     .check = CheckUnusedChildren,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kAccepts, "gRFC A56, LB Policy Configuration: no such rule"},
          .core = {Effect::kAccepts,
                   "grpc/grpc priority.cc PriorityLbConfig::JsonPostLoad: not checked"},
          .go = {Effect::kRejectsConfig,
                 "grpc-go internal/xds/balancer/priority/config.go parseConfig: every child must "
                 "be a priority"},
          .java = {Effect::kRejectsConfig,
                   "grpc-java PriorityLoadBalancerProvider.java: not from a service config"}}),
     .bad = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]},
               "far": {"config": [{"round_robin": {}}]}},
  "priorities": ["near"]}}]})",
     .good = R"({"loadBalancingConfig": [{"priority_experimental": {
  "children": {"near": {"config": [{"round_robin": {}}]},
               "far": {"config": [{"round_robin": {}}]}},
  "priorities": ["near", "far"]}}]})"},
    {.id = "ring-hash-size-order",
     .summary = "`minRingSize` is above `maxRingSize`.",
     .rationale = "The defaults are 1024 and 4096 (gRFC A42), so setting only one of the fields "
                  "can reverse their order. Clients reject the config.",
     .check = CheckRingSizes,
     .verdicts = OfCoreGoAndJava(
         {.spec = {Effect::kRejectsConfig,
                   "decided: gRFC A42 gives such sizes no meaning; C-core ring_hash.cc and grpc-go "
                   "ringhash/config.go reject them"},
          .core = {Effect::kRejectsConfig,
                   "grpc/grpc ring_hash.cc RingHashLbConfig::JsonPostLoad (before 1.70: "
                   "RingHashConfig): \"cannot be smaller than\""},
          .go = {Effect::kRejectsConfig,
                 "grpc-go balancer/ringhash/config.go parseConfig: min is greater than max"},
          .java = {Effect::kRejectsConfig,
                   "grpc-java RingHashLoadBalancerProvider.java: minRingSize > maxRingSize"}}),
     .bad = R"({"loadBalancingConfig": [{"ring_hash_experimental": {"maxRingSize": 512}}]})",
     .good = R"({"loadBalancingConfig": [{"ring_hash_experimental": {
  "minRingSize": 512, "maxRingSize": 512}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> LoadBalancingPolicyRules() { return kRules; }

}  // namespace grpcfg
