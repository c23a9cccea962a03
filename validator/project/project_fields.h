// The field tables of a project file and of a baseline: the one place that says which members there
// are. The reader, the JSON Schemas and the page for people come from them.
#ifndef GRPCFG_VALIDATOR_PROJECT_PROJECT_FIELDS_H_
#define GRPCFG_VALIDATOR_PROJECT_PROJECT_FIELDS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/project/project_file.h"

namespace grpcfg {

enum class ProjectType : uint8_t {
  kText,
  kNames,
  kTargets,     // a text, or a list of texts; each may be a list with commas
  kPolicies,    // as --lb-policies
  kRule,        // the id of a rule, or the beginning of several and `*`
  kRules,       // a list of these
  kSeverities,  // an object from rules to severities
  kFailOn,
  kGlob,
  kGlobs,
  kPath,
  kPaths,
  kPointer,
  kMethod,
  kDate,
  kVerdict,
  kVersion,
  kCount,
  kObjects,  // a list of objects; which, the reader knows by the member
  kAny,      // read by another command
};

// What every value of a type has in common.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows read best in this order.
struct ProjectTypeFacts {
  ProjectType type;
  absl::string_view words;   // "a list of globs"
  bool is_list = false;      // takes one text too
  absl::string_view schema;  // of one text, without its braces
};

const ProjectTypeFacts& FactsOf(ProjectType type);

struct ProjectField {
  absl::string_view name;
  ProjectType type;
  absl::string_view doc;  // a sentence
  bool is_required = false;
  absl::string_view empty_list = {};  // the fault of one; none: it says what it looks like
};

template <typename Object>
struct ProjectRow {
  ProjectField field;
  LocatedTexts Object::*texts = nullptr;  // null for kObjects and kAny
};

absl::Span<const ProjectRow<ProjectFile>> ProjectRows();
absl::Span<const ProjectRow<ProjectOverride>> OverrideRows();
absl::Span<const ProjectRow<Suppression>> SuppressionRows();
absl::Span<const ProjectRow<Acknowledgement>> AcknowledgementRows();
absl::Span<const ProjectRow<BaselineFile>> BaselineRows();
absl::Span<const ProjectRow<BaselineVerdictRow>> BaselineVerdictRows();
absl::Span<const ProjectRow<BaselineRow>> BaselineEntryRows();

// The members that hold objects.
inline constexpr absl::string_view kOverrides = "overrides";
inline constexpr absl::string_view kSuppressions = "suppressions";
inline constexpr absl::string_view kAcknowledged = "acknowledged";
inline constexpr absl::string_view kVerdicts = "verdicts";
inline constexpr absl::string_view kFindings = "findings";

// The tables by what they describe, without what is read into: for pages.
struct ProjectMessage {
  absl::string_view name;
  std::vector<ProjectField> fields;
};

ProjectMessage MessageOfProject();
ProjectMessage MessageOfBaseline();
// The objects in the list called `member`.
ProjectMessage MessageOfObjects(absl::string_view member);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PROJECT_FIELDS_H_
