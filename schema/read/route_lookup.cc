// What a route lookup does to its child policy: it writes a target into the config of it, and
// starts it for each target.
#include "schema/read/reader.h"

#include <utility>

#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"

namespace grpcfg {
namespace {

// RLS puts the target of a call into a field of its child policy's config. Where that field's name
// is missing itself, it may be any.
void NoteSupplied(ReadState& state, NodeId config) {
  state.supplied = kAnyText;
  state.tree.ForEachMember(config, [&](const JsonMember& member) {
    if (state.tree.Text(member.key) != "childPolicyConfigTargetFieldName") return;
    const bool named = state.tree.kind(member.value) == JsonKind::kString &&
                       !state.tree.Text(member.value).empty();
    if (named) state.supplied = state.tree.Text(member.value);
  });
}

// grpc-go balancer/rls/balancer.go UpdateClientConnState starts the child policy for the default
// target immediately, and for others once the lookup service has named them.
void NoteDefaultTarget(ReadState& state, NodeId config) {
  state.has_default_target = false;
  state.tree.ForEachMember(config, [&](const JsonMember& lookup) {
    if (!absl::EqualsIgnoreCase(state.tree.Text(lookup.key), "routeLookupConfig")) return;
    state.has_default_target = false;
    if (state.tree.kind(lookup.value) != JsonKind::kObject) return;
    state.tree.ForEachMember(lookup.value, [&](const JsonMember& member) {
      const absl::string_view key = state.tree.Text(member.key);
      const bool is_default = key == "defaultTarget" || key == "default_target";
      if (is_default) state.has_default_target = !state.tree.Text(member.value).empty();
    });
  });
}

}  // namespace

void NoteRouteLookup(ReadState& state, const Object& object) {
  NoteSupplied(state, object.node);
  NoteDefaultTarget(state, object.node);
}

// grpc-go balancer/rls/config.go parseChildPolicyConfigs: a child must have a parser for its
// config, which must be an object; null makes it write into a map that is nil, and dies.
bool IsRefusedByRls(ReadState& state, const Place& place, const PolicyEntry& entry) {
  const bool is_go = state.Is(Implementation::kGo);
  if (!is_go || place.message != &kRlsConfig || !IsInstalled(state, entry)) return false;
  const Field* const policy = KnownPolicy(state, entry);
  if (policy == nullptr) return false;
  const Place config = {&LoadBalancingConfigMessage(), policy, entry.key + 1, entry.key};
  const JsonKind kind = state.KindOf(config.node);
  const bool has_parser = ReaderOfPolicy(state, *policy) != FieldReader::kUnread;
  if (has_parser && kind == JsonKind::kObject) return false;
  const bool dies = has_parser && kind == JsonKind::kNull;
  const bool is_idle = std::exchange(state.idle, false);  // it dies as it parses
  state.ReportAs(dies ? Effect::kBreaksCalls : Effect::kRejectsConfig,
                 {.kind = IssueKind::kWrongType,
                  .node = config.node,
                  .span = state.tree.span(has_parser ? config.node : config.key),
                  .message = config.message,
                  .field = config.field});
  state.idle = is_idle;
  return true;
}

// grpc-go balancer/rls/config.go parseChildPolicyConfigs and grpc/grpc rls.cc RlsLbConfig::
// JsonPostLoad parse the child's config with a text in the field. C-core takes quoted numbers, and
// a default target may be one.
void RefuseSupplied(ReadState& state, const PolicyEntry& entry) {
  const Implementation who = state.client.implementation();
  if (who != Implementation::kGo && who != Implementation::kCore) return;
  const Message& message = *entry.policy->message;
  const Field& supplied = *FindField(message, state.supplied);
  if (who == Implementation::kCore) {
    const bool is_number = supplied.shape == Shape::kOne && supplied.type != FieldType::kMessage &&
                           supplied.type != FieldType::kBool;
    const bool is_used = state.client.Of(message, supplied).use != Use::kUnknown;
    if (!is_used || (is_number && state.has_default_target)) return;
  }
  const Field* const name = FindField(kRlsConfig, "childPolicyConfigTargetFieldName");
  state.RefuseAs(IssueKind::kWrongType, {&kRlsConfig, name, entry.key, entry.key});
}

}  // namespace grpcfg
