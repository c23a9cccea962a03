// Which name of an old config and which of a new one are about the same calls.
#ifndef GRPCFG_VALIDATOR_COMPARE_PAIRED_NAMES_H_
#define GRPCFG_VALIDATOR_COMPARE_PAIRED_NAMES_H_

#include <vector>

#include "absl/types/span.h"
#include "validator/resolve/method_entries.h"

namespace grpcfg {

struct PairedName {
  MethodName before;
  MethodName after;  // the same, unless the package has another version
};

// The names of either config, each once, in the order of the new one, then those of the old one
// alone. A service that only the old config has and one that only the new one has are the same if
// nothing but the version in their package differs, `shop.v1.Orders` and `shop.v2beta1.Orders`, and
// there is no other such. `before` and `after` may both have the name of all other methods, which
// is left out.
std::vector<PairedName> PairNames(absl::Span<const MethodName> before,
                                  absl::Span<const MethodName> after);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_PAIRED_NAMES_H_
