#include "validator/findings.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace grpcfg {
namespace {

Verdict VerdictOf(Effect effect) {
  switch (effect) {
    case Effect::kAccepts:
    case Effect::kAlters:
    case Effect::kIgnoresDetail:
      return Verdict::kAccepts;
    case Effect::kUnknown:
      return Verdict::kUnknown;
    case Effect::kIgnoresPolicy:
    case Effect::kRejectsPolicy:
      return Verdict::kIgnores;
    case Effect::kBreaksCalls:
      return Verdict::kBreaksCalls;
    case Effect::kRejectsConfig:
      return Verdict::kRejects;
  }
  return Verdict::kUnknown;
}

// The spec itself orders the value to be altered: clients that do so are right. And one client in a
// hundred more is nothing to act on.
bool IsSlight(const Rule& rule) {
  return rule.verdicts.spec.effect == Effect::kAlters ||
         std::any_of(rule.claims.begin(), rule.claims.end(), [](const Claim& claim) {
           return claim.kind == IssueKind::kClamped || claim.kind == IssueKind::kTruncated ||
                  claim.kind == IssueKind::kRaised || claim.kind == IssueKind::kOneMorePercent;
         });
}

}  // namespace

Diagnostic* Findings::Add(const Rule& rule, const Place& place, const Cause& cause) {
  for (const size_t target : cause.targets) {
    if (!cause.decides) break;
    verdicts_[target] = std::max(verdicts_[target], VerdictOf(cause.effect));
  }
  OfRule& of_rule = of_rule_[rule.id];
  of_rule.rule = &rule;
  const auto [found, inserted] = of_rule.by_place.try_emplace(place, kOmitted);
  if (inserted && of_rule.listed < kMaxFindingsPerRule) {
    ++of_rule.listed;
    found->second = diagnostics_.size();
    diagnostics_.push_back({.rule = rule.id, .primary = {place.span, {}}});
  }
  if (found->second == kOmitted) return nullptr;
  Diagnostic& diagnostic = diagnostics_[found->second];
  if (cause.effect != Effect::kAccepts) {
    for (const size_t target : cause.targets) diagnostic.effects.push_back({target, cause.effect});
  }
  if (!cause.read_as.empty()) NoteReadAs(found->second, cause);
  return inserted ? &diagnostic : nullptr;
}

void Findings::NoteReadAs(size_t diagnostic, const Cause& cause) {
  const auto same = std::find_if(read_as_.begin(), read_as_.end(), [&](const ReadAs& other) {
    return other.diagnostic == diagnostic && other.value == cause.read_as;
  });
  ReadAs& read_as = same == read_as_.end()
                        ? read_as_.emplace_back(ReadAs{diagnostic, std::string(cause.read_as), {}})
                        : *same;
  read_as.targets.insert(read_as.targets.end(), cause.targets.begin(), cause.targets.end());
}

// One note per value, with all who read it so.
void Findings::AddReadAs() {
  for (const ReadAs& read_as : read_as_) {
    const std::string names = absl::StrJoin(
        read_as.targets, ", ",
        [&](std::string* out, size_t target) { absl::StrAppend(out, targets_[target].spelling); });
    diagnostics_[read_as.diagnostic].notes.push_back(
        absl::StrCat("read as ", read_as.value, " by ", names));
  }
}

void Findings::AddOmitted(const Rule& rule, size_t count) {
  OfRule& of_rule = of_rule_[rule.id];
  of_rule.not_kept = std::max(of_rule.not_kept, count);  // the same ones for every target
}

Severity Findings::SeverityOf(const Rule& rule, const Diagnostic& diagnostic) const {
  size_t policy_ignored = 0;
  size_t detail_ignored = 0;
  bool altered = false;
  for (const TargetEffect& of_target : diagnostic.effects) {
    if (of_target.effect >= Effect::kBreaksCalls) return Severity::kError;
    policy_ignored += of_target.effect == Effect::kIgnoresPolicy ? 1 : 0;
    detail_ignored += of_target.effect == Effect::kIgnoresDetail ? 1 : 0;
    altered = altered || of_target.effect == Effect::kAlters;
  }
  if (policy_ignored == targets_.size()) return Severity::kError;
  if (policy_ignored > 0 || (altered && !IsSlight(rule))) return Severity::kWarning;
  if (altered || (detail_ignored > 0 && detail_ignored < targets_.size())) return Severity::kNote;
  return rule.advice;
}

Report Findings::Finish() && {
  Report report;
  report.verdicts = std::move(verdicts_);
  if (diagnostics_.empty()) return report;
  AddReadAs();
  for (Diagnostic& diagnostic : diagnostics_) {
    OfRule& of_rule = of_rule_[diagnostic.rule];
    std::stable_sort(
        diagnostic.effects.begin(), diagnostic.effects.end(),
        [](const TargetEffect& a, const TargetEffect& b) { return a.target < b.target; });
    diagnostic.severity = SeverityOf(*of_rule.rule, diagnostic);
    of_rule.severity = std::max(of_rule.severity, diagnostic.severity);
    ++report.counts[static_cast<size_t>(diagnostic.severity)];
  }
  for (const auto& [id, of_rule] : of_rule_) {
    const size_t omitted = of_rule.by_place.size() - of_rule.listed + of_rule.not_kept;
    if (omitted > 0) report.omissions.push_back({id, omitted});
    report.counts[static_cast<size_t>(of_rule.severity)] += omitted;
  }
  report.diagnostics = std::move(diagnostics_);
  // Stable: what one object lacks is told in the order of the field table.
  std::stable_sort(report.diagnostics.begin(), report.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return std::tie(a.primary.span.begin, a.primary.span.end, a.rule) <
                            std::tie(b.primary.span.begin, b.primary.span.end, b.rule);
                   });
  return report;
}

}  // namespace grpcfg
