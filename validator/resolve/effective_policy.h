// The config of the LB policy that a client has chosen, as it uses it.
#ifndef GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_POLICY_H_
#define GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_POLICY_H_

#include <vector>

#include "schema/clients/profile_at.h"
#include "schema/json/json_tree.h"
#include "schema/read/read.h"
#include "validator/resolve/effective_values.h"

namespace grpcfg {

// The numbers, durations, words and flags that stand in it and that the client uses: clamped,
// raised or read as another value. A walk of the tree finds them; what the client made of a value
// is said by the issues of the reading. `config` must be of `reading`, which must be of `tree` and
// `profile`. Not the lists: child policies have configs of their own.
std::vector<EffectiveValue> PolicyValuesOf(const JsonTree& tree, const Reading& reading,
                                           const ServiceConfig& config, const ProfileAt& profile);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_POLICY_H_
