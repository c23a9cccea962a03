// What each client does with what a rule finds, from release to release.
// Promise: every client has at least one line, and none has two under one condition. What a line
// without a field in its condition says is what `check` says of the rule's example for that client;
// one with a field is what the profile says of it.
#ifndef GRPCFG_TOOLS_DOCGEN_CLIENT_EFFECTS_H_
#define GRPCFG_TOOLS_DOCGEN_CLIENT_EFFECTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/effect.h"
#include "validator/engine/rule.h"

namespace grpcfg {

struct ClientEffect {
  absl::string_view target;
  std::string condition;  // "since 1.64", "for `timeout` of `"0s"`"; empty: none
  Effect effect;
  absl::string_view evidence;  // where that was read; empty for an unknown effect
  bool is_read = true;         // false: accepted, as the client never looks at it
};

// What it does, as the end of a sentence: "never reads it".
std::string EffectWords(const ClientEffect& client);

// By target; of each first what it does with the bad example, the newest release first. `rules`
// have `rule` on, and it is about configs.
std::vector<ClientEffect> ClientEffectsOf(const Rule& rule, const RuleSet& rules);

// What the row says of each client, of a rule about project files or DNS records.
std::vector<ClientEffect> ClientEffectsOfRow(const Rule& rule, const RuleFamily& family);

// Clients of which there is nothing more to say than that they accept it, never read it, or are not
// known.
struct SharedLine {
  absl::string_view before_names;  // "accepted by "
  absl::string_view does;          // in a table
  std::vector<absl::string_view> targets = {};
  std::vector<absl::string_view> sources = {};
};

// True if a line is part of a shared one.
bool IsShared(const ClientEffect& line);
std::vector<SharedLine> SharedLinesOf(absl::Span<const ClientEffect> lines);

// The texts that show a case: the example, and beside an empty `methodConfig`, without which Go
// reads nothing else.
std::vector<std::string> TextsOf(const Case& shown);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_CLIENT_EFFECTS_H_
