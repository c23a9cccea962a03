#include "schema/clients/node_policies.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "schema/fields/field_table.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

enum class Kind : uint8_t {
  kBoolean,
  kNumber,
  kNotNegative,       // a number
  kPercentage,        // a number from 0 to 100
  kDuration,          // {seconds, nanos} or a string; null is absent
  kPositiveDuration,  // {seconds, nanos} of numbers in range
};

// A key that is checked if it is there.
struct Key {
  absl::string_view name;
  Kind kind;
};

// grpc-js load-balancer-pick-first.ts PickFirstLoadBalancingConfig.createFromJson.
constexpr Key kPickFirst[] = {{"shuffleAddressList", Kind::kBoolean}};

// grpc-js load-balancer-weighted-round-robin.ts createFromJson.
constexpr Key kWeightedRoundRobin[] = {
    {"enable_oob_load_report", Kind::kBoolean},
    {"error_utilization_penalty", Kind::kNotNegative},
    {"oob_load_reporting_period", Kind::kDuration},
    {"blackout_period", Kind::kDuration},
    {"weight_expiration_period", Kind::kDuration},
    {"weight_update_period", Kind::kDuration},
};

// grpc-js load-balancer-outlier-detection.ts createFromJson.
constexpr Key kOutlierDetection[] = {
    {"interval", Kind::kPositiveDuration},
    {"base_ejection_time", Kind::kPositiveDuration},
    {"max_ejection_time", Kind::kPositiveDuration},
    {"max_ejection_percent", Kind::kPercentage},
};
constexpr Key kSuccessRate[] = {
    {"stdev_factor", Kind::kNumber},
    {"enforcement_percentage", Kind::kPercentage},
    {"minimum_hosts", Kind::kNumber},
    {"request_volume", Kind::kNumber},
};
constexpr Key kFailurePercentage[] = {
    {"threshold", Kind::kPercentage},
    {"enforcement_percentage", Kind::kPercentage},
    {"minimum_hosts", Kind::kNumber},
    {"request_volume", Kind::kNumber},
};

// The value of a property; kNoNode if the object does not have it.
NodeId Property(const JsonTree& tree, NodeId object, absl::string_view name) {
  NodeId found = kNoNode;
  if (tree.kind(object) != JsonKind::kObject) return found;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    if (tree.Text(member.key) == name) found = member.value;  // of two the last
  });
  return found;
}

std::optional<double> NumberAt(const JsonTree& tree, NodeId node) {
  double number = 0;
  const bool is_number = node != kNoNode && tree.kind(node) == JsonKind::kNumber;
  return is_number && absl::SimpleAtod(tree.Text(node), &number) ? std::optional(number)
                                                                 : std::nullopt;
}

// duration.ts durationRegex.
bool IsDurationText(absl::string_view text) {
  if (!absl::ConsumeSuffix(&text, "s")) return false;
  if (ConsumeDigits(text).empty()) return false;
  return text.empty() || (absl::ConsumePrefix(&text, ".") && IsDigits(text));
}

bool IsDuration(const JsonTree& tree, NodeId node) {
  const JsonKind kind = tree.kind(node);
  if (kind == JsonKind::kNull) return true;
  if (kind == JsonKind::kString) return IsDurationText(tree.Text(node));
  const NodeId seconds = Property(tree, node, "seconds");
  const bool has_seconds = seconds != kNoNode && (tree.kind(seconds) == JsonKind::kNumber ||
                                                  tree.kind(seconds) == JsonKind::kString);
  return has_seconds && NumberAt(tree, Property(tree, node, "nanos"));
}

bool IsPositiveDuration(const JsonTree& tree, NodeId node) {
  constexpr double kMostSeconds = 315576000000;
  constexpr double kMostNanos = 999999999;
  const std::optional<double> seconds = NumberAt(tree, Property(tree, node, "seconds"));
  const std::optional<double> nanos = NumberAt(tree, Property(tree, node, "nanos"));
  return seconds && nanos && *seconds >= 0 && *seconds <= kMostSeconds && *nanos >= 0 &&
         *nanos <= kMostNanos;
}

bool Is(const JsonTree& tree, NodeId node, Kind kind) {
  constexpr double kWhole = 100;
  const JsonKind token = tree.kind(node);
  const std::optional<double> number = NumberAt(tree, node);
  switch (kind) {
    case Kind::kBoolean:
      return token == JsonKind::kTrue || token == JsonKind::kFalse;
    case Kind::kNumber:
      return number.has_value();
    case Kind::kNotNegative:
      return number && *number >= 0;
    case Kind::kPercentage:
      return number && *number >= 0 && *number <= kWhole;
    case Kind::kDuration:
      return IsDuration(tree, node);
    case Kind::kPositiveDuration:
      return IsPositiveDuration(tree, node);
  }
  return false;
}

// JavaScript's `in` throws on anything that is not an object; arrays are objects.
bool HasRightValues(const JsonTree& tree, NodeId object, absl::Span<const Key> keys) {
  if (!IsContainer(tree.kind(object))) return false;
  return std::all_of(keys.begin(), keys.end(), [&](const Key& key) {
    const NodeId value = Property(tree, object, key.name);
    return value == kNoNode || Is(tree, value, key.kind);
  });
}

bool IsOutlierDetection(const JsonTree& tree, NodeId object) {
  const NodeId success = Property(tree, object, "success_rate_ejection");
  const NodeId failure = Property(tree, object, "failure_percentage_ejection");
  return HasRightValues(tree, object, kOutlierDetection) &&
         (success == kNoNode || HasRightValues(tree, success, kSuccessRate)) &&
         (failure == kNoNode || HasRightValues(tree, failure, kFailurePercentage));
}

bool IsLeaf(const JsonTree& tree, absl::string_view policy, NodeId config) {
  if (policy == "pick_first") return HasRightValues(tree, config, kPickFirst);
  if (policy == "weighted_round_robin") return HasRightValues(tree, config, kWeightedRoundRobin);
  return true;  // round_robin reads no config
}

struct Entry {
  absl::string_view policy;
  NodeId config;
};

// The one key of an entry of a list of policies, if that policy is linked.
std::optional<Entry> EntryAt(const JsonTree& tree, NodeId element, const LinkedPolicies& linked) {
  std::optional<Entry> entry;
  bool is_one = tree.kind(element) == JsonKind::kObject;
  if (!is_one) return std::nullopt;
  tree.ForEachMember(element, [&](const JsonMember& member) {
    const absl::string_view name = tree.Text(member.key);
    is_one = is_one && (!entry || entry->policy == name);
    entry = {name, member.value};
  });
  const bool is_known =
      entry && linked.Has(FindField(LoadBalancingConfigMessage(), entry->policy), entry->policy);
  return is_one && is_known ? entry : std::nullopt;
}

bool IsList(const JsonTree& tree, NodeId node) {
  return node != kNoNode && tree.kind(node) == JsonKind::kArray;
}

// The entries of a list that have one key, and that of a policy which is linked.
void AppendEntries(const JsonTree& tree, NodeId list, const LinkedPolicies& linked,
                   std::vector<Entry>& entries) {
  if (!IsList(tree, list)) return;
  tree.ForEachElement(list, [&](NodeId element) {
    const std::optional<Entry> entry = EntryAt(tree, element, linked);
    if (entry) entries.push_back(*entry);
  });
}

// A list in which the first entry that parses is looked for.
struct Search {
  std::vector<Entry> entries;
  size_t at = 0;
  bool waits = false;  // for the children of entry `at`
};

// What one step of a search makes of its entry.
enum class Step : uint8_t { kParses, kFails, kAsksChildren };

Step Try(const JsonTree& tree, const Entry& entry) {
  if (entry.policy != "outlier_detection") {
    return IsLeaf(tree, entry.policy, entry.config) ? Step::kParses : Step::kFails;
  }
  return IsOutlierDetection(tree, entry.config) ? Step::kAsksChildren : Step::kFails;
}

}  // namespace

// load-balancer.ts selectLbConfigFromList, which calls itself, without recursion.
bool NodeParsesPolicy(const JsonTree& tree, absl::string_view policy, NodeId value,
                      const LinkedPolicies& linked) {
  absl::string_view selected;  // by the search that ended last; empty: none parses
  std::vector<Search> searches;
  searches.push_back({.entries = {{policy, value}}});
  while (!searches.empty()) {
    Search& search = searches.back();
    if (search.at == search.entries.size()) {
      selected = {};
      searches.pop_back();
      continue;
    }
    const Entry entry = search.entries[search.at];
    // load-balancer-outlier-detection.ts, the constructor: not above pick_first.
    const bool has_child = !selected.empty() && selected != "pick_first";
    const Step step = search.waits ? (has_child ? Step::kParses : Step::kFails) : Try(tree, entry);
    search.waits = step == Step::kAsksChildren;
    if (step == Step::kFails) ++search.at;
    if (step == Step::kParses) {
      selected = entry.policy;
      searches.pop_back();
    }
    if (step != Step::kAsksChildren) continue;
    Search below;
    AppendEntries(tree, Property(tree, entry.config, "child_policy"), linked, below.entries);
    searches.push_back(std::move(below));
  }
  return !selected.empty();
}

// load-balancer.ts validateLoadBalancingConfig and load-balancer-outlier-detection.ts of 1.9.
bool NodeTakesOutlierDetection(const JsonTree& tree, NodeId value, const LinkedPolicies& linked,
                               const Release& release) {
  constexpr Release kReadsPickFirst = {1, 9, 0};
  constexpr Release kRefusesPickFirst = {1, 8, 17};  // as the first child
  const bool reads_pick_first = release >= kReadsPickFirst;
  const bool refuses_pick_first = release >= kRefusesPickFirst;
  std::vector<NodeId> waiting = {value};
  while (!waiting.empty()) {
    const NodeId config = waiting.back();
    waiting.pop_back();
    const NodeId children = Property(tree, config, "child_policy");
    if (!IsOutlierDetection(tree, config) || !IsList(tree, children)) return false;
    bool is_first = true;
    bool all_right = true;
    tree.ForEachElement(children, [&](NodeId element) {
      const std::optional<Entry> entry = EntryAt(tree, element, linked);
      const bool is_pick_first = entry && entry->policy == "pick_first";
      const bool is_leaf = entry && (entry->policy != "pick_first" || !reads_pick_first ||
                                     IsLeaf(tree, entry->policy, entry->config));
      all_right = all_right && is_leaf && !(is_first && is_pick_first && refuses_pick_first);
      is_first = false;
      if (entry && entry->policy == "outlier_detection") waiting.push_back(entry->config);
    });
    if (!all_right) return false;
  }
  return true;
}

}  // namespace grpcfg
