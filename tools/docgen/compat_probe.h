// What each client, at each release at which something changes, does with the bad example, or
// the cases, of each rule: it is asked, so that nothing told here differs from what the checker
// says.
#ifndef GRPCFG_TOOLS_DOCGEN_COMPAT_PROBE_H_
#define GRPCFG_TOOLS_DOCGEN_COMPAT_PROBE_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "schema/clients/release.h"
#include "schema/json/effect.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// What a client does from one release on.
struct ClientAnswer {
  Release since = {};
  Effect effect = Effect::kAccepts;
  bool has_field = true;            // false: the client has no such field or LB policy
  bool tells = true;                // false: it refuses even what is right by the rule
  absl::string_view evidence = {};  // where that was read; empty: nowhere in particular

  [[nodiscard]] bool SameAs(const ClientAnswer& other) const {
    return EffectName(effect) == EffectName(other.effect) && has_field == other.has_field;
  }
};

// The answers of one client, the oldest first, each unlike the one before; never empty.
using ClientHistory = std::vector<ClientAnswer>;

struct CompatRow {
  const Rule* rule;
  absl::string_view what = {};              // of the rule's cases; empty: its bad example
  std::vector<ClientHistory> clients = {};  // in the order of KnownTargets()
};

// True if not all clients do the same, or one of them not always.
bool ClientsDiffer(const CompatRow& row);

// Every rule, or each of its cases, in the order of the families. Each client has the LB policies
// that it registers by itself; if the example is about others, all that it has in any package of
// its own.
std::vector<CompatRow> CompatTable(const RuleSet& rules);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_COMPAT_PROBE_H_
