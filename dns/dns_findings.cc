#include "dns/dns_findings.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "dns/zone_rules.h"

namespace grpcfg {
namespace {

void AddWorst(absl::Span<const Verdict> verdicts, std::vector<Verdict>& known) {
  for (size_t i = 0; i < known.size() && i < verdicts.size(); ++i) {
    known[i] = std::max(known[i], verdicts[i]);
  }
}

}  // namespace

DnsFindings::DnsFindings(const DnsRecords& zone, const CheckPlan& plan) : zone_(zone), plan_(plan) {
  std::map<absl::string_view, uint32_t> first_of;  // by path
  for (uint32_t source = 0; source < zone.sources.size(); ++source) {
    file_of_.push_back(source);
    if (zone.sources[source].made_from) continue;
    const uint32_t first = first_of.emplace(zone.sources[source].path, source).first->second;
    if (zone.sources[first].text == zone.sources[source].text) file_of_[source] = first;
    if (file_of_[source] != source) continue;
    files_[source].report.verdicts.assign(plan.targets.size(), Verdict::kAccepts);
  }
}

std::vector<TargetEffect> DnsFindings::EffectsOf(absl::string_view rule_id) const {
  const Rule& rule = DnsRuleOf(rule_id);
  std::vector<TargetEffect> effects;
  for (size_t target = 0; target < plan_.targets.size(); ++target) {
    const Effect effect = CellOf(rule, *plan_.targets[target].profile).effect;
    const bool is_known = effect != Effect::kAccepts && effect != Effect::kUnknown;
    if (is_known) effects.push_back({target, effect});
  }
  return effects;
}

void DnsFindings::Add(absl::string_view rule_id, DnsRecords::Place place, Diagnostic words) {
  const Rule& rule = DnsRuleOf(rule_id);
  const RuleSelection& selection = plan_.rules.selection();
  if (!selection.IsOn(rule)) return;
  const DnsRecords::Place in_file = zone_.InFile(place.source, place.span);
  words.rule = rule.id;
  words.severity = selection.SeverityOf(rule, rule.advice);
  words.is_common = rule.is_common && !selection.IsRequested(rule);
  words.primary.span = in_file.span;
  for (Label& label : words.secondary) label.span = zone_.InFile(place.source, label.span).span;
  if (words.effects.empty()) words.effects = EffectsOf(rule_id);
  AddKept(in_file.source, std::move(words));
}

void DnsFindings::AddDeciding(absl::string_view rule_id, DnsRecords::Place place,
                              Diagnostic words) {
  if (words.effects.empty()) words.effects = EffectsOf(rule_id);
  std::vector<Verdict> verdicts(plan_.targets.size(), Verdict::kAccepts);
  for (const TargetEffect& effect : words.effects) {
    verdicts[effect.target] = VerdictOf(effect.effect);
  }
  AddVerdicts(place.source, words.record, verdicts);
  Add(rule_id, place, std::move(words));
}

void DnsFindings::AddKept(uint32_t file, Diagnostic diagnostic) {
  AddRepeated(file, std::move(diagnostic), 0);
}

void DnsFindings::AddRepeated(uint32_t file, Diagnostic diagnostic, size_t more) {
  OfFile& of_file = files_[file_of_[file]];
  const Span& span = diagnostic.primary.span;
  const FindingKey reported = {diagnostic.rule, span.begin, span.end, diagnostic.message};
  if (const auto known = of_file.reported.find(reported); known != of_file.reported.end()) {
    of_file.more[known->second] += 1 + more;
    const std::string& first = of_file.report.diagnostics[known->second].record;
    if (first != diagnostic.record) of_file.report.also_about[first].insert(diagnostic.record);
    return;
  }
  const auto severity = static_cast<size_t>(diagnostic.severity);
  OfRule& of_rule = of_file.rules[diagnostic.rule];
  ++of_file.report.counts[severity];
  if (of_rule.listed[severity] >= plan_.max_findings) {
    ++of_rule.omitted[severity];
    return;
  }
  ++of_rule.listed[severity];
  of_file.reported.emplace(reported, of_file.more.size());
  of_file.more.push_back(more);
  of_file.report.diagnostics.push_back(std::move(diagnostic));
}

void DnsFindings::AddVerdicts(uint32_t source, absl::string_view name,
                              absl::Span<const Verdict> verdicts) {
  Report& report = files_[file_of_[zone_.InFile(source, {}).source]].report;
  AddWorst(verdicts, report.verdicts);
  const bool are_good =
      absl::c_all_of(verdicts, [](Verdict verdict) { return verdict == Verdict::kAccepts; });
  if (name.empty() || are_good) return;
  std::vector<Verdict>& of_record = report.verdicts_of_records[std::string(name)];
  of_record.resize(verdicts.size(), Verdict::kAccepts);
  AddWorst(verdicts, of_record);
}

void DnsFindings::AddOmission(uint32_t source, const Omission& omission) {
  OfFile& of_file = files_[file_of_[zone_.InFile(source, {}).source]];
  OfRule& of_rule = of_file.rules[omission.rule];
  for (size_t i = 0; i < omission.by_severity.size(); ++i) {
    of_rule.omitted[i] += omission.by_severity[i];
    of_file.report.counts[i] += omission.by_severity[i];
  }
}

void DnsFindings::Merge(DnsFindings&& other) {
  std::map<uint32_t, OfFile> files = std::move(other.files_);
  for (auto& [source, of_file] : files) {
    AddVerdicts(source, "", of_file.report.verdicts);
    for (const auto& [name, verdicts] : of_file.report.verdicts_of_records) {
      AddVerdicts(source, name, verdicts);
    }
    for (auto& [name, others] : of_file.report.also_about) {
      files_[source].report.also_about[name].merge(others);
    }
    for (size_t i = 0; i < of_file.more.size(); ++i) {
      AddRepeated(source, std::move(of_file.report.diagnostics[i]), of_file.more[i]);
    }
    for (const auto& [rule, of_rule] : of_file.rules) AddOmission(source, {rule, of_rule.omitted});
  }
}

std::vector<std::pair<uint32_t, Report>> DnsFindings::Finish() && {
  std::vector<std::pair<uint32_t, Report>> reports;
  for (auto& [source, of_file] : files_) {
    Report& report = of_file.report;
    for (size_t i = 0; i < of_file.more.size(); ++i) {
      if (of_file.more[i] == 0) continue;
      const absl::string_view records = of_file.more[i] == 1 ? " more record" : " more records";
      report.diagnostics[i].notes.push_back(absl::StrCat("the same in ", of_file.more[i], records));
    }
    absl::c_stable_sort(report.diagnostics, StandsBefore);
    for (const auto& [rule, of_rule] : of_file.rules) {
      const Omission omission = {rule, of_rule.omitted};
      if (omission.Count() > 0) report.omissions.push_back(omission);
    }
    reports.emplace_back(source, std::move(report));
  }
  return reports;
}

}  // namespace grpcfg
