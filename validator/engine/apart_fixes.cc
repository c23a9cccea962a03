#include "validator/engine/apart_fixes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace grpcfg {
namespace {

// Names are compared with each other, and of LB policies one stands for another.
bool IsComparedWithOthers(absl::string_view pointer) {
  if (absl::StartsWith(pointer, "/retryThrottling/")) return false;
  return !absl::StartsWith(pointer, "/methodConfig/") || absl::StrContains(pointer, "/name");
}

// What an edit changes the meaning of, if it writes no more than a scalar or a key: the value, or
// the member.
std::optional<Span> ZoneOf(const JsonTree& tree, const TextEdit& edit) {
  const NodeId node = tree.NodeAt(edit.span);
  const bool is_scalar = !edit.text.empty() && edit.text.front() != '{' && edit.text.front() != '[';
  if (node == kNoNode || !is_scalar) return std::nullopt;
  if (tree.kind(node) != JsonKind::kKey) return edit.span;
  if (edit.text == "\"name\"") return std::nullopt;
  return Span{edit.span.begin, tree.span(node + 1).end};
}

struct Zone {
  Span span;
  const Diagnostic* changed_by;
};

using Zones = absl::InlinedVector<Zone, 2>;

// The zones of the only fix of a finding; none if it does more than write scalars and keys.
Zones ZonesOf(const JsonTree& tree, const Diagnostic& diagnostic) {
  Zones zones;
  // What affects nobody yet depends on the key around it.
  if (diagnostic.fixes.size() != 1 || diagnostic.effects.empty()) return zones;
  if (IsComparedWithOthers(diagnostic.pointer)) return zones;
  for (const TextEdit& edit : diagnostic.fixes.front().edits) {
    const std::optional<Span> zone = ZoneOf(tree, edit);
    if (!zone) return {};
    zones.push_back({*zone, &diagnostic});
  }
  return zones;
}

// Those whose zones overlap.
absl::flat_hash_set<const Diagnostic*> FindEntangled(std::vector<Zone> zones) {
  std::stable_sort(zones.begin(), zones.end(),
                   [](const Zone& a, const Zone& b) { return a.span.begin < b.span.begin; });
  absl::flat_hash_set<const Diagnostic*> entangled;
  const Zone* widest = nullptr;
  for (const Zone& zone : zones) {
    if (widest == nullptr || zone.span.begin >= widest->span.end) {
      widest = &zone;
    } else if (zone.changed_by != widest->changed_by) {
      entangled.insert({zone.changed_by, widest->changed_by});
    }
  }
  return entangled;
}

}  // namespace

std::vector<ApartFix> FindApartFixes(const JsonTree& tree, Report& report) {
  std::vector<Zone> zones;
  std::vector<ApartFix> apart;
  for (Diagnostic& diagnostic : report.diagnostics) {
    const Zones changed = ZonesOf(tree, diagnostic);
    if (changed.empty()) continue;
    Span hull = changed.front().span;
    for (const Zone& zone : changed) {
      hull = {std::min(hull.begin, zone.span.begin), std::max(hull.end, zone.span.end)};
    }
    apart.push_back({&diagnostic, hull});
    absl::c_copy(changed, std::back_inserter(zones));
  }
  const absl::flat_hash_set<const Diagnostic*> entangled = FindEntangled(std::move(zones));
  std::erase_if(apart, [&](const ApartFix& fix) { return entangled.contains(fix.diagnostic); });
  return apart;
}

}  // namespace grpcfg
