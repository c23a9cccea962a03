// The values that a SARIF log is made of, each on one line: results, rules, notifications.
// Promise: what OASIS' schema and the rules of sarif-multitool for GitHub ask for, and no empty
// fixes, for which GitHub refuses a whole log.
#ifndef GRPCFG_VALIDATOR_REPORT_SARIF_VALUES_H_
#define GRPCFG_VALIDATOR_REPORT_SARIF_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/position.h"
#include "validator/report/finding_text.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// A file that results are in. Both arguments must outlive it.
struct SarifFile {
  SarifFile(const CheckedFile& file, const ReporterOptions& options);

  const CheckedFile& checked;
  std::string uri;
  absl::Span<const std::string> targets;
  LineIndex lines;
  EffectWords words;
  absl::btree_map<uint32_t, std::string> hashes;  // of the lines that findings begin in
};

// The result of a finding of `file`; `rule` is the index of its rule in the log.
std::string SarifResult(const SarifFile& file, size_t finding, size_t rule);

std::string SarifRule(absl::string_view id, const RuleFacts& facts);

// Something that is to be said of a file, or of the run where `uri` is empty.
std::string SarifNotification(Severity severity, absl::string_view text, absl::string_view uri);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_SARIF_VALUES_H_
