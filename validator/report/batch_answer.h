// What `grpcfg batch` answers to a line. Every answer depends on its own line and
// its number alone, so lines may be answered in any order and by any number of threads.
// Promise: one line of JSON per line that is not blank, whatever its bytes.
#ifndef GRPCFG_VALIDATOR_REPORT_BATCH_ANSWER_H_
#define GRPCFG_VALIDATOR_REPORT_BATCH_ANSWER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "schema/fields/document.h"
#include "schema/json/json_tree.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"

namespace grpcfg {

// ---- One input line of `grpcfg batch`: an envelope around the text to be checked.
// Promise: faults of the config inside a line are left to its check; only a line that is not JSON
// itself, or no envelope, is malformed.

struct BatchRequest {
  JsonTree line;                  // the envelope; `text` may be a view of it
  absl::string_view id = "null";  // as it stands in the line
  absl::string_view text = {};    // to be checked
  DocumentKind kind = DocumentKind::kConfig;
};

// Reads `line`, without its `\n` and at most kMaxJsonBytes long. The line must outlive the request,
// and so must `decoded`, which gets a text that was encoded. Errors: InvalidArgument with what is
// malformed; the message may quote any byte of the line.
absl::StatusOr<BatchRequest> ReadBatchRequest(absl::string_view line, std::string& decoded);

// ---- The answer

// What an answer holds beside the verdicts.
struct BatchParts {
  bool diagnostics = true;
  bool effective = false;                     // the methods and channels of Resolve
  const Api* api = nullptr;                   // see CheckPlan; must outlive the answerer
  size_t max_findings = kMaxFindingsPerRule;  // see ReportScope
};

enum class LineOutcome : uint8_t { kBlank, kAnswered, kMalformed };

class BatchAnswerer {
 public:
  // `rules` must outlive the answerer.
  BatchAnswerer(std::vector<Target> targets, const RuleSet& rules, BatchParts parts = {});
  BatchAnswerer(const BatchAnswerer&) = delete;
  BatchAnswerer& operator=(const BatchAnswerer&) = delete;

  // Appends the answer to line `number` (from 1), which is `line` without its `\n` and at most
  // kMaxJsonBytes long. Nothing if it is blank.
  LineOutcome Answer(absl::string_view line, uint64_t number, std::string& out) const;

  // The same for a line that is not read, with the cause.
  static LineOutcome AnswerUnread(absl::string_view why, uint64_t number, std::string& out);

 private:
  // With readings only if they are used.
  [[nodiscard]] Analysis AnalyseByParts(const Document& document) const;

  std::vector<Target> targets_;
  std::vector<std::string> spellings_;  // of the targets
  BatchParts parts_;
  CheckPlan plan_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_BATCH_ANSWER_H_
