// Counts and lists of things, and fixes, as people write them.
#ifndef GRPCFG_VALIDATOR_ENGINE_COUNTED_H_
#define GRPCFG_VALIDATOR_ENGINE_COUNTED_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// `1 file`, `199,000 files`.
std::string Counted(size_t count, absl::string_view noun);

// What a fix does: its title, and what it writes if that is short and not in the title.
std::string WordsOf(const Fix& fix);

// "a", "`a` and `b`", "`a`, `b` and `c`".
std::string Enumerate(const std::vector<std::string>& items, absl::string_view conjunction = "and");

// The same, with "and 3 more" after those that are shown of `all`.
std::string EnumerateOf(size_t all, std::vector<std::string> shown);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_COUNTED_H_
