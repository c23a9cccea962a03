#include "validator/project/faults.h"

#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "schema/fields/document.h"
#include "schema/json/issue_kind.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/project/project_rules.h"

namespace grpcfg {
namespace {

bool IsAboutJson(const Rule& rule) {
  return absl::c_any_of(rule.claims, [](const Claim& claim) {
    return claim.kind <= IssueKind::kJsonForeign && claim.kind != IssueKind::kJsonComment;
  });
}

// The words of a rule on a config and its clients, put for a file of ours. Empty: as they are.
struct OwnWords {
  absl::string_view rule;
  absl::string_view message;
  absl::string_view help_of_project;
  absl::string_view help_of_baseline;
};

constexpr OwnWords kOwnWords[] = {
    {"json-duplicate-key", "", "remove one of the two", "remove one of the two"},
    {"json-empty", "the file is empty", "write an object, at least `{}`, or remove it",
     "remove it: `grpcfg check --write-baseline` writes another one"},
    {"json-foreign-format", "", "`grpcfg schema --of project` is a JSON Schema of this file",
     "remove it: `grpcfg check --write-baseline` writes another one"},
    {"json-missing-braces", "the members have no braces around them", "", ""},
    {"json-text-after-value", "nothing may follow the end of the object", "", ""},
};

void UseOwnWords(OwnFile of, Diagnostic& diagnostic) {
  for (const OwnWords& words : kOwnWords) {
    if (words.rule != diagnostic.rule) continue;
    if (!words.message.empty()) diagnostic.message = std::string(words.message);
    const absl::string_view help =
        of == OwnFile::kProject ? words.help_of_project : words.help_of_baseline;
    if (!help.empty() && diagnostic.fixes.empty()) diagnostic.help = {std::string(help)};
  }
}

// Where the first mark of git stands; empty if there is none.
Span ConflictIn(absl::string_view text) {
  constexpr absl::string_view kMark = "<<<<<<<";
  for (size_t at = text.find(kMark); at != absl::string_view::npos; at = text.find(kMark, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + kMark.size())};
  }
  return {};
}

ProjectFinding ConflictFinding(Span mark, OwnFile of) {
  return {.rule = kProjectFileInvalid,
          .span = mark,
          .message = "git could not merge two changes of this file",
          .help = {of == OwnFile::kProject
                       ? "keep what applies from both, and remove the conflict markers"
                       : "run `grpcfg check --prune-baseline`: it keeps the entries of both sides "
                         "that still have a finding"}};
}

RuleSelection OnlyAboutJson(const RuleSet& rules) {
  RuleSelection selection;
  rules.ForEach([&](const Rule& rule) { selection.Turn(rule, IsAboutJson(rule)); });
  return selection;
}

}  // namespace

void AddFinding(ProjectFinding finding, Report& report) {
  ++report.counts[static_cast<size_t>(finding.severity)];
  report.diagnostics.push_back({.rule = finding.rule,
                                .severity = finding.severity,
                                .message = std::move(finding.message),
                                .pointer = std::move(finding.pointer),
                                .primary = {finding.span, {}},
                                .notes = std::move(finding.notes),
                                .help = std::move(finding.help)});
}

bool HasConflict(absl::string_view text) { return !ConflictIn(text).empty(); }

std::pair<std::string, std::string> SidesOfConflict(absl::string_view text) {
  // The lines between `|||||||` and `=======`, which git adds at will, are of neither.
  enum class Part { kBoth, kOurs, kBefore, kTheirs };
  constexpr std::pair<absl::string_view, Part> kMarks[] = {{"<<<<<<<", Part::kOurs},
                                                           {"|||||||", Part::kBefore},
                                                           {"=======", Part::kTheirs},
                                                           {">>>>>>>", Part::kBoth}};
  std::pair<std::string, std::string> sides;
  Part part = Part::kBoth;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const auto* const mark = absl::c_find_if(
        kMarks, [&](const auto& each) { return absl::StartsWith(line, each.first); });
    if (mark != std::end(kMarks)) {
      part = mark->second;
      continue;
    }
    if (part == Part::kBoth || part == Part::kOurs) absl::StrAppend(&sides.first, line, "\n");
    if (part == Part::kBoth || part == Part::kTheirs) absl::StrAppend(&sides.second, line, "\n");
  }
  return sides;
}

Report JsonFaults(absl::string_view text, OwnFile of, const RuleSet& rules) {
  if (const Span mark = ConflictIn(text); !mark.empty()) {
    Report conflict;
    AddFinding(ConflictFinding(mark, of), conflict);
    return conflict;
  }
  const std::vector<Target> spec = *ParseTargets("spec");
  const RuleSet about_json = rules.With(OnlyAboutJson(rules));
  Report report = Validate(ParseDocument(text, DocumentKind::kConfig), CheckPlan(spec, about_json));
  // What clients do with such a text is beside the point.
  report.verdicts.clear();
  for (Diagnostic& diagnostic : report.diagnostics) {
    UseOwnWords(of, diagnostic);
    diagnostic.rule = kProjectFileInvalid;
    diagnostic.severity = Severity::kError;
    diagnostic.effects.clear();
    diagnostic.notes.clear();
  }
  report.counts = {0, 0, report.diagnostics.size()};
  report.omissions.clear();
  return report;
}

}  // namespace grpcfg
