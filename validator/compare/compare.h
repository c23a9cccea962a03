// From two versions of a config to what changes for each method and client.
#ifndef GRPCFG_VALIDATOR_COMPARE_COMPARE_H_
#define GRPCFG_VALIDATOR_COMPARE_COMPARE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "simulator/report/simulation.h"
#include "validator/compare/comparison.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/resolve/method_entries.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {

// A version: a config, not a list of choices, and what Analyse says of it for the targets.
struct ConfigVersion {
  const Document& document;
  const Analysis& analysis;
};

// The methods that either version names, in the order of the new one, then those of the old one
// alone; last `*`, which stands for all others and has what holds for the channel. For each what
// its calls get in both, by the entry that the client takes for it, and what `request` makes of
// that. Of a target that rejects the new version only the verdict is compared; of one that rejects
// the old one alone, the new version with no config.
std::vector<ComparedMethod> Compare(const ConfigVersion& before, const ConfigVersion& after,
                                    absl::Span<const Target> targets,
                                    const SimulationRequest& request);

// The targets, as the user spelled them, that reject both versions: of their calls nothing is
// compared.
std::vector<std::string> RefusedBy(const ConfigVersion& before, const ConfigVersion& after,
                                   absl::Span<const Target> targets);

// Both of two configs, which are not lists of choices, for the targets of `plan`; the rest of the
// file is for the caller to fill in.
ComparedFile CompareConfigs(const Document& before, const Document& after, const CheckPlan& plan,
                            const SimulationRequest& request);

// ---- Which name of an old config and which of a new one are about the same calls.

struct PairedName {
  MethodName before;
  MethodName after;  // the same, unless the package has another version
};

// The names of either config, each once, in the order of the new one, then those of the old one
// alone. A service that only the old config has and one that only the new one has are the same if
// nothing but the version in their package differs, `shop.v1.Orders` and `shop.v2beta1.Orders`, and
// there is no other such. `before` and `after` may both have the name of all other methods, which
// is omitted.
std::vector<PairedName> PairNames(absl::Span<const MethodName> before,
                                  absl::Span<const MethodName> after);

// ---- What a change must not do, for gates.

struct Limits {
  std::optional<double> max_amplification = {};  // attempts per call in an outage
  std::optional<double> max_peak = {};           // retries per second and client
  std::optional<double> fit_deadline = {};  // the share of last attempts that must start in time
  std::optional<ChangeRisk> fail_on = {};   // changes from this risk on
  bool no_new_findings = false;
};

// What is exceeded by a method that changes, or is so by itself: a client that refuses the config
// now, or lets calls break. A line each for people; none: the change may go in. Acknowledged
// changes are not among them.
std::vector<std::string> Exceeded(const Limits& limits, absl::Span<const ComparedFile> files);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_COMPARE_H_
