#include "dns/check_dns.h"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/dns_findings.h"
#include "dns/domain_name.h"
#include "dns/names_asked_for.h"
#include "dns/owner_records.h"
#include "dns/record_checks.h"
#include "dns/zone_fields.h"
#include "dns/zone_rules.h"
#include "schema/fields/document.h"
#include "validator/engine/method_places.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

// The selected targets that do.
void FindReaders(const CheckPlan& plan, const Askers& askers, Readers& readers) {
  for (size_t target = 0; target < plan.targets.size(); ++target) {
    const bool reads = Reads(*plan.targets[target].profile, askers);
    if (reads) readers.targets.push_back(plan.targets[target]);
    (reads ? readers.places : readers.others).push_back(target);
  }
  if (readers.targets.empty()) return;
  readers.plan.emplace(readers.targets, plan.rules, plan.api,
                       ReportScope{.max_findings = plan.max_findings, .needed = plan.needed});
}

// Those of every kind of name.
class ReadersByAskers {
 public:
  explicit ReadersByAskers(const CheckPlan& plan) {
    for (const bool prefixed : {false, true}) {
      for (const bool host : {false, true}) FindReaders(plan, {prefixed, host}, At(prefixed, host));
    }
  }

  [[nodiscard]] const Readers& Of(const Askers& askers) const {
    return all_[askers.prefixed ? 1 : 0][askers.host ? 1 : 0];
  }

 private:
  Readers& At(bool prefixed, bool host) { return all_[prefixed ? 1 : 0][host ? 1 : 0]; }

  std::array<std::array<Readers, 2>, 2> all_;
};

// Gives `words` its effects, or else `effects`, but for those on clients that do not read the
// records. False: there are others only.
bool KeepReaders(const Readers& readers, std::vector<TargetEffect> effects, Diagnostic& words) {
  if (words.effects.empty()) words.effects = std::move(effects);
  const bool affected = !words.effects.empty();
  std::erase_if(words.effects, [&](const TargetEffect& effect) {
    return !absl::c_linear_search(readers.places, effect.target);
  });
  words.not_reading = readers.others;
  return !affected || !words.effects.empty();
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
    const Document document = ParseDocument(value_.octets, DocumentKind::kTxt);
    Report report = Validate(document, *context_.readers->plan);
    AddVerdicts(report);
    KeepPlaces(document, context_.records.owner, report);
    for (Diagnostic& found : report.diagnostics) {
      for (TargetEffect& effect : found.effects) {
        effect.target = context_.readers->places[effect.target];
      }
      found.not_reading = context_.readers->others;
    }
    CheckReport(context_, place_, report);
    for (const Omission& omission : report.omissions) {
      context_.findings.AddOmission(record_.source, omission);
    }
    for (Diagnostic& diagnostic : report.diagnostics) Add(std::move(diagnostic));
  }

 private:
  void AddVerdicts(const Report& report) {
    std::vector<Verdict> verdicts(context_.findings.plan().targets.size(), Verdict::kAccepts);
    for (size_t i = 0; i < report.verdicts.size(); ++i) {
      verdicts[context_.readers->places[i]] = report.verdicts[i];
    }
    context_.findings.AddVerdicts(record_.source, context_.records.owner, verdicts);
  }

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

// Of several records at a name only those with a config are read as one; the others are findings.
// At a host, or for it by a wildcard, other records are usual.
void CheckOwner(const OwnerContext& context) {
  CheckNames(context);
  const std::vector<TxtValue>& values = context.records.values;
  const bool has_config =
      absl::c_any_of(values, [](const TxtValue& value) { return MayHoldConfig(value.octets); });
  const bool is_for_configs = HostOfOwner(context.records.owner).has_value();
  if (!context.readers->plan || !(has_config || is_for_configs)) return;
  if (context.askers.prefixed) {
    CheckSizes(context);
    CheckProvider(context);
  }
  CheckValues(context);
  for (size_t record = 0; record < values.size(); ++record) {
    if (!has_config || MayHoldConfig(values[record].octets)) RecordCheck(context, record).Run();
  }
}

// What is known of all owners.
struct ZoneContext {
  const ZoneIndex index;
  const std::vector<Askers> askers;
  const ReadersByAskers readers;
  std::optional<ZoneLookup> lookup = {};  // if a name that is requested is an alias
};

// The owners from `begin` to before `end`.
void CheckOwners(const ZoneContext& of_zone, size_t begin, size_t end, const OwnerContext& shared) {
  const ZoneIndex& index = of_zone.index;
  const bool has_prefixed = of_zone.readers.Of({.prefixed = true}).plan.has_value();
  for (size_t owner = begin; owner < end; ++owner) {
    if (index.Of(owner).empty()) continue;
    const OwnerRecords records = Gather(shared.zone, index.Of(owner));
    if (records.txt.empty() && records.alias == nullptr && records.dname == nullptr) continue;
    const Askers& askers = of_zone.askers[owner];
    CheckOwner({shared.zone, index, records, shared.findings, shared.provider, askers,
                &of_zone.readers.Of(askers), has_prefixed,
                of_zone.lookup ? &*of_zone.lookup : nullptr});
  }
}

// The records of a zone by their places.
class RecordsByPlace {
 public:
  explicit RecordsByPlace(const DnsRecords& zone) {
    for (const DnsRecord& record : zone.records) records_.push_back(&record);
    absl::c_sort(records_, [](const DnsRecord* a, const DnsRecord* b) {
      return std::tie(a->source, a->data.begin) < std::tie(b->source, b->data.begin);
    });
  }

  // The record that a fault lies in; null: it is not kept.
  [[nodiscard]] const DnsRecord* Around(const ZoneFault& fault) const {
    const auto after = std::upper_bound(records_.begin(), records_.end(), fault,
                                        [](const ZoneFault& sought, const DnsRecord* each) {
                                          return std::tie(sought.source, sought.span.begin) <
                                                 std::tie(each->source, each->data.begin);
                                        });
    if (after == records_.begin()) return nullptr;
    const DnsRecord* const before = *(after - 1);
    const bool is_around = before->source == fault.source && before->data.Contains(fault.span);
    return is_around ? before : nullptr;
  }

 private:
  std::vector<const DnsRecord*> records_;
};

// A quote that is lost is read by clients that look up its record; `readers` is null if it has
// none.
void AddLostQuote(const Readers* readers, const ZoneFault& fault, Diagnostic words,
                  DnsFindings& findings) {
  const absl::string_view rule = ZoneRuleOf(fault.kind).id;
  const DnsRecords::Place place = {fault.source, fault.span};
  if (readers == nullptr) return findings.AddDeciding(rule, place, std::move(words));
  if (KeepReaders(*readers, findings.EffectsOf(rule), words)) {
    findings.AddDeciding(rule, place, std::move(words));
  }
}

void AddFaults(const DnsRecords& zone, const ZoneContext& of_zone, DnsFindings& findings) {
  std::optional<RecordsByPlace> records;
  for (const ZoneFault& fault : zone.faults) {
    const absl::string_view text = zone.sources[fault.source].text;
    FaultWords words = WordsOf(fault, Slice(text, fault.span));
    Diagnostic diagnostic = {.message = std::move(words.message)};
    if (!words.servers.empty()) diagnostic.notes.push_back(std::move(words.servers));
    if (!fault.help.empty()) diagnostic.help.push_back(fault.help);
    if (fault.kind == ZoneFaultKind::kQuoteInWord) {
      if (!records) records.emplace(zone);
      const DnsRecord* const record = records->Around(fault);
      if (record != nullptr) diagnostic.record = std::string(zone.names[record->owner]);
      const Readers* const readers =
          record == nullptr ? nullptr : &of_zone.readers.Of(of_zone.askers[record->owner]);
      AddLostQuote(readers, fault, std::move(diagnostic), findings);
    } else {
      findings.Add(ZoneRuleOf(fault.kind).id, {fault.source, fault.span}, std::move(diagnostic));
    }
  }
}

// All of them, in parts that several threads check, whose findings come together in their order.
void CheckEveryOwner(const DnsRecords& zone, const ZoneContext& of_zone,
                     const DnsCheckOptions& options, DnsFindings& findings) {
  constexpr size_t kOwnersPerThread = 2000;  // fewer are checked before a thread has started
  const ZoneIndex& index = of_zone.index;
  const size_t most = std::max<size_t>(index.owners() / kOwnersPerThread, 1);
  const size_t jobs = std::clamp<size_t>(options.jobs, 1, most);
  const OwnerRecords none = {};
  std::vector<DnsFindings> parts;
  parts.reserve(jobs);
  for (size_t job = 0; job < jobs; ++job) parts.emplace_back(zone, findings.plan());
  std::vector<std::exception_ptr> failures(jobs);  // a full memory; our code throws nothing
  const auto check_part = [&](size_t job) {
    try {
      const OwnerContext shared = {zone, index, none, parts[job], options.provider};
      CheckOwners(of_zone, index.owners() * job / jobs, index.owners() * (job + 1) / jobs, shared);
    } catch (...) {
      failures[job] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(jobs);
    size_t job = 1;
    try {
      for (; job < jobs; ++job) threads.emplace_back(check_part, job);
    } catch (const std::system_error&) {
      // As many as the system gives: the result is the same.
    }
    for (; job < jobs; ++job) check_part(job);
    check_part(0);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure != nullptr) std::rethrow_exception(failure);
  }
  for (DnsFindings& part : parts) findings.Merge(std::move(part));
}

}  // namespace

bool Reads(const ProfileAt& client, const Askers& askers) {
  return Meets(client, DocumentKind::kTxt) && askers.Holds(client.calls.txt_name);
}

void OwnerContext::Add(absl::string_view rule, DnsRecords::Place place, Diagnostic words) const {
  if (KeepReaders(*readers, findings.EffectsOf(rule), words)) {
    AddForAll(rule, place, std::move(words));
  }
}

void OwnerContext::AddForAll(absl::string_view rule, DnsRecords::Place place,
                             Diagnostic words) const {
  words.record = std::string(records.owner);
  findings.Add(rule, place, std::move(words));
}

void OwnerContext::AddDeciding(absl::string_view rule, DnsRecords::Place place,
                               Diagnostic words) const {
  words.record = std::string(records.owner);
  if (KeepReaders(*readers, findings.EffectsOf(rule), words)) {
    findings.AddDeciding(rule, place, std::move(words));
  }
}

bool HasConfigFor(const DnsRecords& zone, absl::Span<const Target> targets) {
  std::vector<Askers> askers;  // made once a record may be of one
  return absl::c_any_of(zone.records, [&](const DnsRecord& record) {
    if (record.type != RecordType::kTxt) return false;
    const bool is_config =
        HostOfOwner(zone.names[record.owner]) || MayHoldConfig(zone.ValueOf(record).octets);
    if (!is_config) return false;
    if (askers.empty()) askers = AskersOf(zone);
    return absl::c_any_of(targets, [&](const Target& target) {
      return Reads(*target.profile, askers[record.owner]);
    });
  });
}

std::vector<DnsFileReport> CheckDns(const DnsRecords& zone, const CheckPlan& plan,
                                    const DnsCheckOptions& options) {
  DnsFindings findings(zone, plan);
  ZoneContext of_zone = {ZoneIndex(zone), AskersOf(zone), ReadersByAskers(plan)};
  const bool has_alias = absl::c_any_of(zone.records, [&](const DnsRecord& record) {
    return record.type == RecordType::kDname ||
           (record.type == RecordType::kCname && AskersByName(zone.names[record.owner]).prefixed);
  });
  if (has_alias) of_zone.lookup.emplace(zone);
  AddFaults(zone, of_zone, findings);
  CheckEveryOwner(zone, of_zone, options, findings);
  std::vector<DnsFileReport> reports;
  for (auto& [source, report] : std::move(findings).Finish()) {
    reports.push_back({source, std::move(report)});
  }
  if (options.known_names != nullptr) {
    AddVerdictsOfNames({zone, plan.targets, *options.known_names}, reports);
  }
  return reports;
}

}  // namespace grpcfg
