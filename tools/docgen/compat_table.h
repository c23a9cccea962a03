// What a portable config must avoid: docs/compatibility.md, as `grpcfg targets` prints it.
// Promise: a cell is what `check` says of the rule's example for the newest release of the client.
#ifndef GRPCFG_TOOLS_DOCGEN_COMPAT_TABLE_H_
#define GRPCFG_TOOLS_DOCGEN_COMPAT_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "validator/engine/effect_summary.h"
#include "validator/engine/rule.h"

namespace grpcfg {

struct CompatRow {
  const Rule* rule;
  absl::string_view what;  // of the rule's cases; empty: its bad example
  EffectList effects;      // by KnownTargets()
};

// Every rule, or each of its cases, that is found in its example and on which clients differ, in
// the order of the families. Clients have the LB policies of all their packages.
std::vector<CompatRow> CompatTable(const RuleSet& rules);

// The clients, that table, and which LB policies each client has.
std::string CompatAsMarkdown(const RuleSet& rules);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_COMPAT_TABLE_H_
