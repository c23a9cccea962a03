// The hashes of lines by which GitHub's code scanning knows an alert again: what the action
// `upload-sarif` computes where a report has none (codeql-action, src/fingerprints.ts). It warns of
// every other value, so there is no choice.
#ifndef GRPCFG_VALIDATOR_REPORT_LINE_HASH_H_
#define GRPCFG_VALIDATOR_REPORT_LINE_HASH_H_

#include <cstdint>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// The hash of each of `lines`, from 1, that `text` has. It is of the first 100 characters that are
// neither blanks nor tabs, and counts equal lines: "c129715d7a2bc9a3:1".
absl::btree_map<uint32_t, std::string> LineHashes(absl::string_view text,
                                                  const absl::btree_set<uint32_t>& lines);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_LINE_HASH_H_
