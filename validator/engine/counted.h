// Counts of things, as people write them.
#ifndef GRPCFG_VALIDATOR_ENGINE_COUNTED_H_
#define GRPCFG_VALIDATOR_ENGINE_COUNTED_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// `1 file`, `199,000 files`.
std::string Counted(size_t count, absl::string_view noun);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_COUNTED_H_
