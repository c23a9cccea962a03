// A change of a file for people and for `patch -p0` and `git apply -p0`.
#ifndef GRPCFG_VALIDATOR_REPORT_UNIFIED_DIFF_H_
#define GRPCFG_VALIDATOR_REPORT_UNIFIED_DIFF_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// The unified diff from `text` to what it is after `edits`, which are sorted and do not overlap;
// empty if that is the same. Lines end with `\n` alone: a `\r` is a byte of its line. `path` stands
// in its head, in quotes of C where it has bytes that would not be read back.
std::string UnifiedDiff(absl::string_view path, absl::string_view text,
                        absl::Span<const TextEdit> edits);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_UNIFIED_DIFF_H_
