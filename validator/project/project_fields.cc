#include "validator/project/project_fields.h"

#include <algorithm>
#include <iterator>

namespace grpcfg {
namespace {

constexpr absl::string_view kNonEmpty = R"("type":"string","minLength":1)";

constexpr ProjectTypeFacts kTypes[] = {
    {ProjectType::kText, "a text", false, kNonEmpty},
    {ProjectType::kNames, "a list of names", true, kNonEmpty},
    {ProjectType::kTargets, "a target, or a list of targets", true, kNonEmpty},
    {ProjectType::kPolicies, "`default`, `all`, or names separated by commas", false, kNonEmpty},
    {ProjectType::kRule, "a rule, or a family such as `retry-*`", false, kNonEmpty},
    {ProjectType::kRules, "a list of rules and families", true, kNonEmpty},
    {ProjectType::kSeverities, "an object from rules to `error`, `warning`, `note` or `off`", false,
     R"("type":"object","additionalProperties":{"enum":["error","warning","note","off"]})"},
    {ProjectType::kFailOn, "`error`, `warning`, `note` or `never`", false,
     R"("enum":["error","warning","note","never"])"},
    {ProjectType::kGlob, "a glob", false, kNonEmpty},
    {ProjectType::kGlobs, "a list of globs", true, kNonEmpty},
    {ProjectType::kPath, "a path", false, kNonEmpty},
    {ProjectType::kPaths, "a list of paths", true, kNonEmpty},
    {ProjectType::kPointer, "a JSON pointer, in which `*` stands for one part and `**` for several",
     false, R"x("type":"string","pattern":"^($|/|[*][*])")x"},
    {ProjectType::kMethod, "`pkg.Service/Method`, in which `*` stands for anything", false,
     kNonEmpty},
    {ProjectType::kDate, "a date such as `2027-01-31`", false,
     R"("type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")"},
    {ProjectType::kVerdict, "`unknown`, `ignores`, `breaks-calls` or `rejects`", false,
     R"("enum":["unknown","ignores","breaks-calls","rejects"])"},
    {ProjectType::kVersion, "the number 1", false, R"("const":1)"},
    {ProjectType::kCount, "a number from 1", false, R"("type":"integer","minimum":1)"},
    {ProjectType::kObjects, "a list of objects", false, R"("type":"array")"},
    {ProjectType::kAny, "anything", false, ""},
};

using Settings = CheckSettings;

constexpr absl::string_view kNoTarget =
    "an empty list names no target; leave the member out for the usual ones";

constexpr ProjectRow<ProjectFile> kProjectRows[] = {
    {{"$schema", ProjectType::kAny, "For editors."}},
    {{"targets", ProjectType::kTargets, "The clients to check for, as `--target` has them.", false,
      kNoTarget},
     &Settings::targets},
    {{"lbPolicies", ProjectType::kPolicies, "LB policies of the clients, as `--lb-policies`."},
     &Settings::lb_policies},
    {{"failOn", ProjectType::kFailOn, "The lowest severity with which the exit status is 1."},
     &ProjectFile::fail_on},
    {{"only", ProjectType::kRules, "Only these config rules, including those disabled by default."},
     &ProjectFile::only},
    {{"disable", ProjectType::kRules, "All but these rules."}, &ProjectFile::disabled},
    {{"severity", ProjectType::kSeverities, "The severities of rules; a later one wins."},
     &Settings::severities},
    {{"include", ProjectType::kGlobs,
      "Files of a directory that are checked, instead of the usual ones.", false,
      "an empty list names no file; leave the member out for the usual names"},
     &ProjectFile::include},
    {{"exclude", ProjectType::kGlobs,
      "Files that are not checked, and directories that are not entered."},
     &ProjectFile::exclude},
    {{"protoPath", ProjectType::kPaths,
      "Roots of imports; without `protos`, all .proto files below them are used. Also globs: "
      "`services/**/proto`."},
     &ProjectFile::proto_paths},
    {{"protos", ProjectType::kPaths,
      "The .proto files against whose services names are checked. Also globs."},
     &ProjectFile::protos},
    {{"descriptorSets", ProjectType::kPaths,
      "The same, compiled by `protoc --descriptor_set_out`."},
     &ProjectFile::descriptor_sets},
    {{kOverrides, ProjectType::kObjects,
      "Other settings for some of the files; the last one wins."}},
    {{kSuppressions, ProjectType::kObjects, "Known findings, which are not listed."}},
    {{"baseline", ProjectType::kPath, "The file that `check --write-baseline` writes."},
     &ProjectFile::baseline},
    {{kAcknowledged, ProjectType::kObjects,
      "Intended changes, to which the limits of `grpcfg diff` do not apply."}},
};

constexpr ProjectRow<ProjectOverride> kOverrideRows[] = {
    {{"path", ProjectType::kGlobs, "The files.", true,
      "an empty list names no file; write `*` for all files"},
     &ProjectOverride::paths},
    {{"targets", ProjectType::kTargets, "As above.", false, kNoTarget}, &Settings::targets},
    {{"lbPolicies", ProjectType::kPolicies, "As above."}, &Settings::lb_policies},
    {{"severity", ProjectType::kSeverities, "These override the severities above."},
     &Settings::severities},
};

constexpr ProjectRow<Suppression> kSuppressionRows[] = {
    {{"rule", ProjectType::kRule, "The rule whose findings are not listed.", true},
     &Suppression::rule},
    {{"path", ProjectType::kGlob, "The files; every file if absent."}, &Suppression::path},
    {{"pointer", ProjectType::kPointer, "The place in the file, as in `--format json`."},
     &Suppression::pointer_pattern},
    {{"method", ProjectType::kMethod, "Entries of `methodConfig` that have such a name."},
     &Suppression::method},
    {{"reason", ProjectType::kText, "The reason, for later readers.", true}, &Suppression::reason},
    {{"until", ProjectType::kDate, "The last day on which it applies; forever if absent."},
     &Suppression::until},
};

constexpr ProjectRow<Acknowledgement> kAcknowledgementRows[] = {
    {{"what", ProjectType::kText,
      "What changes, as in `diff --format json`; `*` at the end stands for anything.", true},
     &Acknowledgement::what},
    {{"path", ProjectType::kGlob, "The files; every file if absent."}, &Acknowledgement::path},
    {{"method", ProjectType::kMethod, "The methods; every method if absent."},
     &Acknowledgement::method},
    {{"reason", ProjectType::kText, "The reason, for reviewers.", true}, &Acknowledgement::reason},
    {{"until", ProjectType::kDate, "The last day on which it applies; forever if absent."},
     &Acknowledgement::until},
};

constexpr ProjectRow<BaselineFile> kBaselineRows[] = {
    {{"version", ProjectType::kVersion, "The version of this format.", true},
     &BaselineFile::version},
    {{kVerdicts, ProjectType::kObjects, "The verdicts of targets that did not accept a config."}},
    {{kFindings, ProjectType::kObjects, "The findings at the time it was written.", true}},
};

constexpr ProjectRow<BaselineVerdictRow> kBaselineVerdictRows[] = {
    {{"path", ProjectType::kPath, "The file, from the directory of the baseline.", true},
     &BaselineVerdictRow::path},
    {{"record", ProjectType::kText,
      "The name of the DNS record, or what stands before the config in a source file."},
     &BaselineVerdictRow::record},
    {{"verdict", ProjectType::kVerdict, "Their verdict.", true}, &BaselineVerdictRow::verdict},
    {{"targets", ProjectType::kNames, "The targets, as `--target` has them.", true},
     &BaselineVerdictRow::targets},
};

constexpr ProjectRow<BaselineRow> kBaselineEntryRows[] = {
    {{"path", ProjectType::kPath, "The file, from the directory of the baseline.", true},
     &BaselineRow::path},
    {{"rule", ProjectType::kText, "The rule; one that no longer exists leaves a stale entry.",
      true},
     &BaselineRow::rule},
    {{"in", ProjectType::kText,
      "The DNS record, or what stands before the config in a source file, and the conditions of "
      "the service config choice."},
     &BaselineRow::in},
    {{"after", ProjectType::kNames,
      "The conditions of the earlier choices: if they leave more clients to this one, the finding "
      "is new."},
     &BaselineRow::after},
    {{"method", ProjectType::kNames,
      "The names of the entry of `methodConfig`: `pkg.Service/Method`, `pkg.Service/*` or `*`; for "
      "more than 64, their number and a hash."},
     &BaselineRow::methods},
    {{"pointer", ProjectType::kPointer,
      "The place, with `*` for the index of an element; `**` for findings that are too many to "
      "distinguish.",
      true},
     &BaselineRow::place},
    {{"text", ProjectType::kText, "The text at that place, shortened if it is long."},
     &BaselineRow::text},
    {{"count", ProjectType::kCount, "How often, if more than once."}, &BaselineRow::count},
};

template <typename Object>
std::vector<ProjectField> FieldsOf(absl::Span<const ProjectRow<Object>> rows) {
  std::vector<ProjectField> fields;
  fields.reserve(rows.size());
  for (const ProjectRow<Object>& row : rows) fields.push_back(row.field);
  return fields;
}

}  // namespace

std::vector<std::string> StringsOf(const LocatedTexts& texts) {
  std::vector<std::string> strings;
  strings.reserve(texts.size());
  for (const LocatedText& each : texts) strings.push_back(each.text);
  return strings;
}

LocatedTexts WithoutPlaces(const std::vector<std::string>& strings) {
  LocatedTexts texts;
  texts.reserve(strings.size());
  for (const std::string& each : strings) texts.push_back({.text = each});
  return texts;
}

const ProjectTypeFacts& FactsOf(ProjectType type) {
  return *std::find_if(std::begin(kTypes), std::end(kTypes),
                       [&](const ProjectTypeFacts& facts) { return facts.type == type; });
}

absl::Span<const ProjectRow<ProjectFile>> ProjectRows() { return kProjectRows; }
absl::Span<const ProjectRow<ProjectOverride>> OverrideRows() { return kOverrideRows; }
absl::Span<const ProjectRow<Suppression>> SuppressionRows() { return kSuppressionRows; }
absl::Span<const ProjectRow<Acknowledgement>> AcknowledgementRows() { return kAcknowledgementRows; }
absl::Span<const ProjectRow<BaselineFile>> BaselineRows() { return kBaselineRows; }
absl::Span<const ProjectRow<BaselineVerdictRow>> BaselineVerdictRows() {
  return kBaselineVerdictRows;
}
absl::Span<const ProjectRow<BaselineRow>> BaselineEntryRows() { return kBaselineEntryRows; }

ProjectMessage MessageOfProject() { return {"a project file", FieldsOf(ProjectRows())}; }
ProjectMessage MessageOfBaseline() { return {"a baseline", FieldsOf(BaselineRows())}; }

ProjectMessage MessageOfObjects(absl::string_view member) {
  if (member == kOverrides) return {"an override", FieldsOf(OverrideRows())};
  if (member == kSuppressions) return {"a suppression", FieldsOf(SuppressionRows())};
  if (member == kAcknowledged) return {"an acknowledgement", FieldsOf(AcknowledgementRows())};
  if (member == kVerdicts) return {"a verdict", FieldsOf(BaselineVerdictRows())};
  return {"an entry of a baseline", FieldsOf(BaselineEntryRows())};
}

}  // namespace grpcfg
