// Which rules are reported, and with which severity: the choices of the user override the rows.
// Promise: verdicts never depend on it.
#ifndef GRPCFG_VALIDATOR_ENGINE_RULE_SELECTION_H_
#define GRPCFG_VALIDATOR_ENGINE_RULE_SELECTION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

struct Rule;
class RuleSet;

class RuleSelection {
 public:
  // True if findings of `rule` are reported.
  [[nodiscard]] bool IsOn(const Rule& rule) const;

  // True if a choice turns the rule off.
  [[nodiscard]] bool IsTurnedOff(const Rule& rule) const;

  // The severity of a finding of `rule`: the one chosen, else `usual`.
  [[nodiscard]] Severity SeverityOf(const Rule& rule, Severity usual) const;

  // True if a choice requests what it finds, however common that is.
  [[nodiscard]] bool IsRequested(const Rule& rule) const;

  void Turn(const Rule& rule, bool on) { choices_[&rule].is_on = on; }
  void Request(const Rule& rule) { choices_[&rule].is_requested = true; }
  void SetSeverity(const Rule& rule, Severity severity) { choices_[&rule].severity = severity; }

 private:
  struct Choice {
    std::optional<bool> is_on;
    std::optional<Severity> severity;
    bool is_requested = false;
  };

  absl::flat_hash_map<const Rule*, Choice> choices_;  // what was chosen; no others are in it
};

// As a user writes it. A rule is its id, or the beginning of several ids and `*`: `retry-*`.
struct RuleChoices {
  std::vector<std::string> only = {};  // each a list with commas; none: all that are on by default
  std::vector<std::string> disabled = {};    // each a list with commas
  std::vector<std::string> severities = {};  // each `RULE=error|warning|note|off`, a later one wins
};

// What `choices` result in, over what was chosen before: `selection`. `only` enables what it names,
// also rules that are disabled by default; a severity enables a rule of its full name, unless
// `only` omits it; `disabled` has the last word. A rule is requested if `only` names it, or a
// severity is given to its full name. Errors: InvalidArgument for a rule, family or severity that
// does not exist.
absl::StatusOr<RuleSelection> SelectRules(const RuleChoices& choices, const RuleSet& rules,
                                          RuleSelection selection = {});

// Every rule, also those that are disabled by default.
RuleSelection SelectEveryRule(const RuleSet& rules);

// This rule alone.
RuleSelection SelectOnly(const Rule& only, const RuleSet& rules);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_RULE_SELECTION_H_
