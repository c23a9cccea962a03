#include "validator/resolve/effective_policy.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

class PolicyLister {
 public:
  PolicyLister(const JsonTree& tree, const Reading& reading, const ProfileAt& profile)
      : tree_(tree), reading_(reading), profile_(profile) {}

  // The fields of `message` in an object, then those of the messages in it.
  void List(const Message& message, NodeId object) {
    waiting_.push_back({&message, object, ""});
    while (!waiting_.empty()) {
      const Part part = std::move(waiting_.back());
      waiting_.pop_back();
      ListOne(part);
    }
  }

  std::vector<EffectiveValue> values() && { return std::move(values_); }

 private:
  // A message in the policy's config; `prefix` is the way to it: `successRateEjection.`.
  struct Part {
    const Message* message;
    NodeId object;
    std::string prefix;
  };

  void ListOne(const Part& part) {
    if (tree_.kind(part.object) != JsonKind::kObject) return;
    tree_.ForEachMember(part.object, [&](const JsonMember& member) {
      const Field* const field = FindField(*part.message, tree_, member.key);
      const JsonKind kind = tree_.kind(member.value);
      if (field == nullptr || kind == JsonKind::kNull || IsNothing(kind)) return;
      const bool is_used = profile_.Of(*part.message, *field).use == Use::kApplied;
      if (!is_used || field->shape != Shape::kOne) return;
      const std::string path = absl::StrCat(part.prefix, field->json_name);
      if (field->type == FieldType::kMessage && field->message != nullptr) {
        waiting_.push_back({field->message, member.value, absl::StrCat(path, ".")});
      } else if (kind != JsonKind::kObject && kind != JsonKind::kArray) {
        Add(path, UsedJson(*field, member.value), member.value);
      }
    });
  }

  // Of equal keys the last one counts.
  void Add(const std::string& path, std::string json, NodeId node) {
    const auto same =
        std::find_if(values_.begin(), values_.end(),
                     [&](const EffectiveValue& value) { return value.field == path; });
    if (same != values_.end()) {
      same->json = std::move(json);
      same->node = node;
      return;
    }
    values_.push_back({"loadBalancingConfig", path, node, std::move(json)});
  }

  [[nodiscard]] std::string Spell(const Field& field, NodeId node, absl::string_view text) const {
    const DurationResult duration = ParseDuration(text);
    const bool is_duration =
        field.type == FieldType::kDuration && duration.error == DurationError::kNone;
    return is_duration ? JsonString(SpellDuration(duration.value))
                       : SourceJson(tree_.kind(node), text);
  }

  [[nodiscard]] std::string UsedJson(const Field& field, NodeId node) const {
    for (const Issue& issue : reading_.issues) {
      if (issue.node != node || issue.effect != Effect::kAlters) continue;
      const Bound& bound = field.bound;
      const absl::string_view unit = field.type == FieldType::kDuration ? "s" : "";
      if (issue.kind == IssueKind::kClamped) {
        return Spell(field, node, absl::StrCat(bound.clamp, unit));
      }
      if (issue.kind == IssueKind::kRaised) {
        return Spell(field, node,
                     absl::StrFormat("%gs", static_cast<double>(bound.floor_ms) / kMsPerSecond));
      }
      if (!issue.read_as.empty()) return Spell(field, node, issue.read_as);
    }
    return Spell(field, node, tree_.Text(node));
  }

  const JsonTree& tree_;
  const Reading& reading_;
  const ProfileAt& profile_;
  std::vector<Part> waiting_;
  std::vector<EffectiveValue> values_;
};

}  // namespace

std::vector<EffectiveValue> PolicyValuesOf(const JsonTree& tree, const Reading& reading,
                                           const ServiceConfig& config, const ProfileAt& profile) {
  const Located<absl::string_view>& chosen = config.load_balancing_config;
  if (profile.implementation() == Implementation::kGapic || !chosen.value) return {};
  const NodeId key = chosen.node;
  if (key == kNoNode || tree.kind(key) != JsonKind::kKey) return {};
  const Field* const policy = FindField(LoadBalancingConfigMessage(), *chosen.value);
  if (policy == nullptr || policy->message == nullptr) return {};
  const Message& policies = LoadBalancingConfigMessage();
  if (profile.Of(policies, *policy).reader == FieldReader::kUnread) return {};
  PolicyLister lister(tree, reading, profile);
  lister.List(*policy->message, key + 1);
  return std::move(lister).values();
}

}  // namespace grpcfg
