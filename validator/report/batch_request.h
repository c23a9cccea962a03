// One input line of `grpcfg batch`: an envelope around the text to be checked.
// Promise: faults of the config inside a line are left to its check; only a line that is not JSON
// itself, or no envelope, is malformed.
#ifndef GRPCFG_VALIDATOR_REPORT_BATCH_REQUEST_H_
#define GRPCFG_VALIDATOR_REPORT_BATCH_REQUEST_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "schema/fields/document.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

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

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_BATCH_REQUEST_H_
