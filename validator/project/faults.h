// The faults of a file that is not a service config, as a report that every reporter can print.
#ifndef GRPCFG_VALIDATOR_PROJECT_FAULTS_H_
#define GRPCFG_VALIDATOR_PROJECT_FAULTS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/position.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// A finding of one of ProjectRules().
struct ProjectFinding {
  absl::string_view rule;
  Span span;
  std::string pointer = {};
  std::string message;
  std::vector<std::string> notes = {};
  std::vector<std::string> help = {};
  Severity severity = Severity::kError;
};

void AddFinding(ProjectFinding finding, Report& report);

// Which of our own files a text is.
enum class OwnFile : uint8_t { kProject, kBaseline };

// What is wrong with the JSON of `text`, mostly in the words of the rules about it, which are among
// `rules`; comments are not. Of a text that git could not merge only that is reported. Sorted by
// place.
Report JsonFaults(absl::string_view text, OwnFile of, const RuleSet& rules);

// True if `text` has what git leaves where two changes do not go together.
bool HasConflict(absl::string_view text);

// What stood there on either side before git left that: our text and theirs.
std::pair<std::string, std::string> SidesOfConflict(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_FAULTS_H_
