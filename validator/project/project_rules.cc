#include "validator/project/project_rules.h"

#include <algorithm>
#include <iterator>

namespace grpcfg {
namespace {

constexpr absl::string_view kSuppressed = R"({
  "suppressions": [
    {
      "rule": "throttling-missing",
      "path": "batch/*",
      "reason": "the batch clients are throttled by their queue",
      "until": "2027-06-30"
    }
  ]
}
)";

constexpr Rule kRules[] = {
    {.id = kBaselineStale,
     .summary = "An entry of the baseline matches no finding any more.",
     .rationale =
         "What was found when the baseline was written has gone, or its place or text has changed. "
         "Or the project file suppresses it now. Left in the baseline, the entry would hide the "
         "same fault when it comes back. `grpcfg check --prune-baseline` drops it and takes in "
         "nothing, and so does `grpcfg fix` for what it mends; with `--strict-baseline` it is an "
         "error.",
     .advice = Severity::kNote,
     .bad = R"({
  "version": 1,
  "findings": [
    {"path": "orders.json", "rule": "throttling-missing", "pointer": ""}
  ]
}
)",
     .good = R"({
  "version": 1,
  "findings": [
  ]
}
)"},
    {.id = kProjectFileInvalid,
     .summary = "The project file or its baseline is not what grpcfg reads.",
     .rationale =
         "A misspelt member would be a setting that never holds, and a misspelt rule a suppression "
         "that suppresses nothing. So nothing is checked under such a file: the run ends with "
         "status 2. `grpcfg schema --of project` prints the JSON Schema for your editor.",
     .advice = Severity::kError,
     .bad = R"({
  "target": ["go"],
  "severity": {"throtling-missing": "off"}
}
)",
     .good = R"({
  "targets": ["go"],
  "severity": {"throttling-missing": "off"}
}
)"},
    {.id = kProjectProtosIncomplete,
     .summary = "Not all .proto files that the project file names are used.",
     .rationale =
         "A path is gone, files declare the same names as others, of which one is used, or a file "
         "does not compile, of which the names of its services are known at most. Names are "
         "looked up in the rest, but none in the package of a file whose syntax is wrong. It is a note: a service that somebody deletes or breaks must not "
         "stop the changes of all others. `--severity project-protos-incomplete=error` makes it "
         "fail.",
     .advice = Severity::kNote,
     .bad = R"({
  "protoPath": ["docs/examples", "services/gone/proto"]
}
)",
     .good = R"({
  "protoPath": ["docs/examples"]
}
)"},
    {.id = kSuppressionExpired,
     .summary = "The last day of a suppression is over.",
     .rationale =
         "`until` is a promise that the finding is looked at again by then. After that day the "
         "finding is listed as if nothing suppressed it. Mend it, or decide on another day; if "
         "nothing is found there any more, remove the suppression. It is reported by runs that "
         "check a file of its `path`.",
     .advice = Severity::kError,
     .bad = {kSuppressed, "2027-06-30", "2020-06-30"},
     .good = kSuppressed},
    {.id = kSuppressionUnused,
     .summary = "A suppression matches no finding.",
     .rationale =
         "What it suppressed has been mended, or it never matched. Left in the project file it "
         "would hide the next finding that it happens to match. It is reported only if all configs "
         "that it may be about were checked, with the rules and targets of the project file. One "
         "with a `path` may also be about files that `exclude` leaves out; one without is about "
         "those that a run on the whole directory checks.",
     .advice = Severity::kError,
     .bad = {kSuppressed, "batch/*", "bach/*"},
     .good = kSuppressed},
};

static_assert(TextsAreWhole(kRules));

constexpr RuleFamily kFamily = {
    "Project file",
    "`.grpcfg.json` says for whom and by which rules the configs below it are checked, and which "
    "findings are known. No client reads it.",
    kRules, RulesAbout::kFilesNoClientReads};

}  // namespace

const RuleFamily& ProjectRules() { return kFamily; }

bool IsProjectRule(absl::string_view id) {
  return std::any_of(std::begin(kRules), std::end(kRules),
                     [&](const Rule& rule) { return rule.id == id; });
}

std::vector<RuleFamily> WithProjectRules(absl::Span<const RuleFamily> families) {
  std::vector<RuleFamily> every(families.begin(), families.end());
  every.push_back(kFamily);
  return every;
}

const Rule& ProjectRuleOf(absl::string_view id) {
  return *std::find_if(std::begin(kRules), std::end(kRules),
                       [&](const Rule& rule) { return rule.id == id; });
}

}  // namespace grpcfg
