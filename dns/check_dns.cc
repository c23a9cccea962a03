#include "dns/check_dns.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/dns_findings.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "dns/record_checks.h"
#include "dns/zone_fields.h"
#include "dns/zone_rules.h"
#include "schema/fields/document.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

void AddFaults(const DnsRecords& zone, DnsFindings& findings) {
  for (const ZoneFault& fault : zone.faults) {
    const absl::string_view text = zone.sources[fault.source].text;
    FaultWords words = WordsOf(fault, Slice(text, fault.span));
    Diagnostic diagnostic = {.message = std::move(words.message)};
    if (!words.servers.empty()) diagnostic.notes.push_back(std::move(words.servers));
    const absl::string_view rule = ZoneRuleOf(fault.kind).id;
    const DnsRecords::Place place = {fault.source, fault.span};
    if (fault.kind == ZoneFaultKind::kQuoteInWord) {
      findings.AddDeciding(rule, place, std::move(diagnostic));
    } else {
      findings.Add(rule, place, std::move(diagnostic));
    }
  }
}

// Verdicts ignore records that a client does not look up: all, or those at the host itself.
void KeepReaders(const CheckPlan& plan, bool is_at_host, Report& report) {
  const auto reads = [&](size_t target) {
    const ProfileAt& client = *plan.targets[target].profile;
    return Meets(client, DocumentKind::kTxt) &&
           (!is_at_host || client.calls.txt_name == TxtName::kHost);
  };
  for (size_t target = 0; target < plan.targets.size(); ++target) {
    if (!reads(target)) report.verdicts[target] = Verdict::kAccepts;
  }
  std::vector<Diagnostic> kept;
  for (Diagnostic& diagnostic : report.diagnostics) {
    const bool was_affected = !diagnostic.effects.empty();
    std::erase_if(diagnostic.effects,
                  [&](const TargetEffect& effect) { return !reads(effect.target); });
    const bool is_of_others = is_at_host && was_affected && diagnostic.effects.empty();
    if (!is_of_others) kept.push_back(std::move(diagnostic));
  }
  report.diagnostics = std::move(kept);
}

// A fix would have to be cut and escaped as the record is, so a help describes it instead.
void FixesAsHelp(Diagnostic& diagnostic) {
  for (const Fix& fix : diagnostic.fixes) diagnostic.help.push_back(fix.title);
  diagnostic.fixes.clear();
}

class RecordCheck {
 public:
  RecordCheck(const OwnerContext& context, size_t record)
      : context_(context),
        record_(*context.records.txt[record]),
        value_(context.records.values[record]),
        place_(record) {}

  void Run() {
    const CheckPlan& plan = context_.findings.plan();
    const Document document = ParseDocument(value_.octets, DocumentKind::kTxt);
    Report report = Validate(document, plan);
    KeepReaders(plan, !HostOfOwner(context_.records.owner), report);
    context_.findings.AddVerdicts(record_.source, report.verdicts);
    CheckReport(context_, place_, report);
    for (const Omission& omission : report.omissions) {
      context_.findings.AddOmission(record_.source, omission);
    }
    for (Diagnostic& diagnostic : report.diagnostics) Add(std::move(diagnostic));
  }

 private:
  void Add(Diagnostic diagnostic) {
    const DnsRecords::Place place = InFile(diagnostic.primary.span);
    diagnostic.primary.span = place.span;
    for (Label& label : diagnostic.secondary) label.span = InFile(label.span).span;
    FixesAsHelp(diagnostic);
    if (!IsOnOwnersLine(place)) {
      diagnostic.notes.push_back(
          absl::StrCat("in the record at ", QuotedName(context_.records.owner)));
    }
    context_.findings.AddKept(place.source, std::move(diagnostic));
  }

  [[nodiscard]] DnsRecords::Place InFile(Span octets) const {
    return context_.zone.InFile(record_.source, value_.map.SourceOf(octets));
  }

  [[nodiscard]] bool IsOnOwnersLine(const DnsRecords::Place& place) const {
    if (record_.owner_span.empty()) return false;
    const DnsRecords::Place owner = context_.zone.InFile(record_.source, record_.owner_span);
    if (owner.source != place.source || owner.span.end > place.span.begin) return false;
    const absl::string_view between =
        Slice(context_.zone.sources[place.source].text, {owner.span.end, place.span.begin});
    return !absl::StrContains(between, '\n');
  }

  const OwnerContext& context_;
  const DnsRecord& record_;
  const TxtValue& value_;
  const size_t place_;
};

// A config for clients that look at the host itself; the other records there do not matter.
void CheckAtHost(const OwnerContext& context) {
  if (!IsForHostReaders(context)) return;
  for (size_t record = 0; record < context.records.txt.size(); ++record) {
    if (MayHoldConfig(context.records.values[record].octets)) RecordCheck(context, record).Run();
  }
}

// Of several records at a name only those with a config are read as one; the others are findings.
void CheckOwner(const OwnerContext& context) {
  CheckNames(context);
  if (!HostOfOwner(context.records.owner)) return CheckAtHost(context);
  CheckSizes(context);
  CheckProvider(context);
  CheckValues(context);
  const bool is_alone = context.records.txt.size() == 1;
  for (size_t record = 0; record < context.records.txt.size(); ++record) {
    const bool may_be = MayHoldConfig(context.records.values[record].octets);
    if (is_alone || may_be) RecordCheck(context, record).Run();
  }
}

// The owners from `begin` to before `end`.
void CheckOwners(const ZoneIndex& index, size_t begin, size_t end, const OwnerContext& shared) {
  for (size_t owner = begin; owner < end; ++owner) {
    if (index.Of(owner).empty()) continue;
    const OwnerRecords records = Gather(shared.zone, index.Of(owner));
    if (records.txt.empty() && records.alias == nullptr) continue;
    CheckOwner({shared.zone, index, records, shared.findings, shared.provider});
  }
}

// All of them, in parts that several threads check, whose findings come together in their order.
void CheckEveryOwner(const DnsRecords& zone, const DnsCheckOptions& options,
                     DnsFindings& findings) {
  constexpr size_t kOwnersPerThread = 2000;  // fewer are checked before a thread has begun
  const ZoneIndex index(zone);
  const size_t most = std::max<size_t>(index.owners() / kOwnersPerThread, 1);
  const size_t jobs = std::clamp<size_t>(options.jobs, 1, most);
  const OwnerRecords none = {};
  std::vector<DnsFindings> parts;
  parts.reserve(jobs);
  for (size_t job = 0; job < jobs; ++job) parts.emplace_back(zone, findings.plan());
  const auto check_part = [&](size_t job) {
    const OwnerContext shared = {zone, index, none, parts[job], options.provider};
    CheckOwners(index, index.owners() * job / jobs, index.owners() * (job + 1) / jobs, shared);
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(jobs);
    for (size_t job = 1; job < jobs; ++job) threads.emplace_back(check_part, job);
    check_part(0);
  }
  for (DnsFindings& part : parts) findings.Merge(std::move(part));
}

}  // namespace

std::vector<DnsFileReport> CheckDns(const DnsRecords& zone, const CheckPlan& plan,
                                    const DnsCheckOptions& options) {
  DnsFindings findings(zone, plan);
  AddFaults(zone, findings);
  CheckEveryOwner(zone, options, findings);
  std::vector<DnsFileReport> reports;
  for (auto& [source, report] : std::move(findings).Finish()) {
    reports.push_back({source, std::move(report)});
  }
  return reports;
}

}  // namespace grpcfg
