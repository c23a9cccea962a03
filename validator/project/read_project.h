// A project file, and a baseline, from their texts.
// Promise: never fails. Every fault is found in one run, and what can be read of the rest is read.
#ifndef GRPCFG_VALIDATOR_PROJECT_READ_PROJECT_H_
#define GRPCFG_VALIDATOR_PROJECT_READ_PROJECT_H_

#include "absl/strings/string_view.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/project/project_file.h"

namespace grpcfg {

template <typename Content>
struct ReadResult {
  Content content = {};
  Report faults = {};  // sorted by place; none: it may be used
};

// `rules`: those that the file may name, with those about JSON for the faults of the text. The
// texts must be at most kMaxJsonBytes long.
ReadResult<ProjectFile> ReadProject(absl::string_view text, const RuleSet& rules);
ReadResult<BaselineFile> ReadBaseline(absl::string_view text, const RuleSet& rules);

// Adds a fault for each glob that is an absolute path below `directory`, which is that of the file
// and ends in a slash: it would match nothing.
void AddAbsoluteGlobs(absl::string_view directory, const ProjectFile& file, Report& faults);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_READ_PROJECT_H_
