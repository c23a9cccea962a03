// The engine: from a document to what is said of it, and to what each client reads in it.
#ifndef GRPCFG_VALIDATOR_VALIDATE_H_
#define GRPCFG_VALIDATOR_VALIDATE_H_

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/protobuf/api.h"
#include "schema/read/read.h"
#include "validator/report.h"
#include "validator/rule.h"
#include "validator/target.h"

namespace grpcfg {

// Whom a document was checked for, and by what.
struct CheckedFor {
  absl::Span<const Target> targets;
  const RuleSet& rules;
  const Api* api = nullptr;  // as for Validate
};

// Checks one document against every rule for every target. Cannot fail: whatever is wrong with the
// document is in the report. `targets` and `rules` must not be empty. `api`: the services that the
// names are about; null: not known.
Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                const Api* api = nullptr);

struct Analysis {
  Report report;
  std::vector<std::shared_ptr<const Reading>>
      readings;  // one per target; who reads alike shares one
};

// The same for those who go on with what was read, which stays in memory. `document` must outlive
// the result.
Analysis Analyse(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                 const Api* api = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_VALIDATE_H_
