// Counts of things and fixes in words, as several outputs have them.
#ifndef GRPCFG_VALIDATOR_ENGINE_COUNTED_H_
#define GRPCFG_VALIDATOR_ENGINE_COUNTED_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// `1 file`, `199,000 files`.
std::string Counted(size_t count, absl::string_view noun);

// What a fix does: its title, and what it writes if that is short and not in the title.
std::string WordsOf(const Fix& fix);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_COUNTED_H_
