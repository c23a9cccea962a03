// One finding in place of several of a rule in one object, to which the same clients object.
#ifndef GRPCFG_VALIDATOR_ENGINE_TOGETHER_H_
#define GRPCFG_VALIDATOR_ENGINE_TOGETHER_H_

#include "absl/types/span.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// Gives the first of `parts`, which are two or more with `together`, the words, the labels and the
// fix of all of them. Their effects stay their own.
void TellTogether(absl::Span<Diagnostic* const> parts);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_TOGETHER_H_
