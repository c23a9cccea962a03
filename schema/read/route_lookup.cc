// What a route lookup does to its child policy: it writes a target into the config of it, and
// starts it for each target.
#include "schema/read/route_lookup.h"

#include <utility>

#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"

namespace grpcfg {
// RLS puts the target of a call into a field of its child policy's config. Where that field's name
// is missing itself, it may be any.
void RouteLookup::NoteSupplied(const Pending& pending) {
  supplied_ = kAnyText;
  tree_.ForEachMember(pending.node, [&](const JsonMember& member) {
    if (tree_.Text(member.key) != "childPolicyConfigTargetFieldName") return;
    const bool named =
        tree_.kind(member.value) == JsonKind::kString && !tree_.Text(member.value).empty();
    if (named) supplied_ = tree_.Text(member.value);
  });
}

// grpc-go balancer/rls/balancer.go UpdateClientConnState starts the child policy for the default
// target at once, and for others once the lookup service has named them.
void RouteLookup::NoteDefaultTarget(const Pending& pending) {
  has_default_target_ = false;
  tree_.ForEachMember(pending.node, [&](const JsonMember& lookup) {
    if (!absl::EqualsIgnoreCase(tree_.Text(lookup.key), "routeLookupConfig")) return;
    has_default_target_ = false;
    if (tree_.kind(lookup.value) != JsonKind::kObject) return;
    tree_.ForEachMember(lookup.value, [&](const JsonMember& member) {
      const absl::string_view key = tree_.Text(member.key);
      const bool is_default = key == "defaultTarget" || key == "default_target";
      if (is_default) has_default_target_ = !tree_.Text(member.value).empty();
    });
  });
}

// grpc-go balancer/rls/config.go parseChildPolicyConfigs: a child must have a parser for its
// config, which must be an object; null makes it write into a map that is nil, and dies.
bool RouteLookup::IsRefusedByRls(const Place& place, const PolicyEntry& entry) {
  const bool is_go = client_.implementation() == Implementation::kGo;
  if (!is_go || place.message != &kRlsConfig || !lookup_.IsInstalled(entry)) return false;
  const Field* const policy =
      entry.policy != nullptr ? entry.policy : client_.FindReadAs(lookup_.NameLookedUp(entry.key));
  if (policy == nullptr) return false;
  const Place config = {&LoadBalancingConfigMessage(), policy, entry.key + 1, entry.key};
  const JsonKind kind = state_.KindOf(config.node);
  const bool has_parser = lookup_.ReaderOf(*policy) != FieldReader::kUnread;
  if (has_parser && kind == JsonKind::kObject) return false;
  reading_.readers = 0;
  const bool dies = has_parser && kind == JsonKind::kNull;
  const bool is_idle = std::exchange(state_.idle, false);  // it dies as it parses
  state_.ReportAs(dies ? Effect::kBreaksCalls : Effect::kRejectsConfig,
                  {.kind = IssueKind::kWrongType,
                   .node = config.node,
                   .span = tree_.span(has_parser ? config.node : config.key),
                   .message = config.message,
                   .field = config.field});
  state_.idle = is_idle;
  return true;
}

// grpc-go balancer/rls/config.go parseChildPolicyConfigs and grpc/grpc rls.cc RlsLbConfig::
// JsonPostLoad parse the child's config with a text in the field. C-core takes quoted numbers, and
// a default target may be one.
void RouteLookup::RefuseSupplied(const PolicyEntry& entry) {
  const Implementation who = client_.implementation();
  if (who != Implementation::kGo && who != Implementation::kCore) return;
  const Message& message = *entry.policy->message;
  const Field& supplied = *FindField(message, supplied_);
  if (who == Implementation::kCore) {
    const bool is_number = supplied.shape == Shape::kOne && supplied.type != FieldType::kMessage &&
                           supplied.type != FieldType::kBool;
    const bool is_used = client_.Of(message, supplied).use != Use::kUnknown;
    if (!is_used || (is_number && has_default_target_)) return;
  }
  const Field* const name = FindField(kRlsConfig, "childPolicyConfigTargetFieldName");
  state_.RefuseAs(IssueKind::kWrongType, {&kRlsConfig, name, entry.key, entry.key});
}

}  // namespace grpcfg
