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
     .summary = "A baseline entry no longer matches any finding.",
     .rationale =
         "The finding is gone, its place or text has changed, or the project file now suppresses "
         "it. If the entry stays, it hides the same fault when that returns. `grpcfg check "
         "--prune-baseline` removes stale entries and adds none, and `grpcfg fix` removes the "
         "entries of findings that it fixes. With `--strict-baseline` a stale entry is an error.",
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
     .summary = "The project file or its baseline is invalid.",
     .rationale = "A misspelt member would be a setting that never applies, and a misspelt rule "
                  "would be a suppression that suppresses nothing. grpcfg therefore checks nothing "
                  "under an invalid file, and the run exits with status 2. `grpcfg schema --of "
                  "project` prints the JSON Schema for your editor.",
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
     .summary = "Some .proto files that the project file names are not used.",
     .rationale =
         "A path is missing, several files declare the same names and only one of them is used, or "
         "a file does not compile and at most the names of its services are known. grpcfg looks up "
         "names in the other files, except names in the package of a file whose syntax is wrong. "
         "The finding is a note, because one deleted or broken service must not block all other "
         "changes. `--severity project-protos-incomplete=error` makes the run fail.",
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
     .summary = "A suppression has expired.",
     .rationale = "`until` is a promise to look at the finding again by that day. After it, grpcfg "
                  "reports the finding as if it were not suppressed. Fix the finding or choose a "
                  "later day; if the finding no longer occurs, remove the suppression. Runs that "
                  "check a file of its `path` report the expired suppression.",
     .advice = Severity::kError,
     .bad = {kSuppressed, "2027-06-30", "2020-06-30"},
     .good = kSuppressed},
    {.id = kSuppressionUnused,
     .summary = "A suppression matches no finding.",
     .rationale =
         "The suppressed finding is fixed, or the suppression never matched. If it stays in the "
         "project file, it hides the next finding that it happens to match. grpcfg reports it only "
         "if the run checks all configs that it may apply to, with the rules and targets of the "
         "project file. A suppression with a `path` may also apply to files that `exclude` skips; "
         "one without applies to the files that a run on the whole directory checks.",
     .advice = Severity::kError,
     .bad = {kSuppressed, "batch/*", "bach/*"},
     .good = kSuppressed},
};

static_assert(TextsAreWhole(kRules));

constexpr RuleFamily kFamily = {
    "Project file",
    "`.grpcfg.json` sets the clients and rules for which the configs below it are checked, and "
    "records the known findings. No client reads it.",
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
