// From two versions of a config to what changes for each method and client.
#ifndef GRPCFG_VALIDATOR_COMPARE_COMPARE_H_
#define GRPCFG_VALIDATOR_COMPARE_COMPARE_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "simulator/report/simulation.h"
#include "validator/compare/comparison.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
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

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_COMPARE_H_
