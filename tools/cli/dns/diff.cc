#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "dns/encode.h"
#include "dns/live/look_up.h"
#include "dns/owner_records.h"
#include "dns/published/compare_served.h"
#include "dns/published/published_printer.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "tools/cli/command.h"
#include "tools/cli/dns/live_flags.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"
#include "tools/cli/target_flags.h"
#include "tools/workspace/system_error.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

struct PublishedFlags {
  std::vector<std::string> arguments;  // FILE and NAME
  LiveFlags live;
  TargetFlags target;
  DnsFlags dns;
  bool exact = false;
  bool octets = false;
  bool absent = false;
  std::vector<std::string> formats;  // NAME or NAME:FILE
  std::string color = "auto";
};

constexpr Format<void(const PublishedReport&, std::string&)> kPublishedFormats[] = {
    {"text", AppendPublishedText},
    {"json", AppendPublishedJson},
    {"markdown", AppendPublishedMarkdown}};

// Why a zone may have more than was read of it; empty: it has not.
std::string WhyUncertain(const DnsRecords& zone, const std::string& host) {
  const bool has_fault = std::any_of(
      zone.faults.begin(), zone.faults.end(),
      [](const ZoneFault& fault) { return fault.kind <= ZoneFaultKind::kTooManyFaults; });
  if (has_fault) return "`grpcfg dns check` says what is wrong in the file";
  const std::string owner = absl::StrCat(kConfigLabel, ".", host);
  const bool is_alias = ZoneIndex(zone).Has(owner, RecordType::kCname);
  if (is_alias && ZoneLookup(zone).At(owner).owner.empty()) {
    return absl::StrCat(QuotedName(owner),
                        " is an alias of a name without a TXT record in the file");
  }
  if (HasRelativeNames(zone)) {
    return "the file has relative names but no zone; set it with --origin";
  }
  return "";
}

// Of records. Errors: NotFound if there is nothing, and that is not sure or not given by --absent.
absl::StatusOr<IntendedTexts> IntendedOfZone(const PublishedFlags& flags, const DnsRecords& zone,
                                             const std::string& host) {
  IntendedTexts intended = IntendedIn(zone, host);
  const bool is_empty = intended.config.empty() && intended.host.empty();
  const std::string why = WhyUncertain(zone, host);
  const std::string name = QuoteInput(flags.arguments[0]);
  if (is_empty && !(flags.absent && why.empty())) {
    return absl::NotFoundError(
        absl::StrCat(name, " has no config for ", QuotePath(flags.arguments[1]), "; ",
                     why.empty() ? "pass --absent if none is intended" : why));
  }
  if (!why.empty()) WriteError(absl::StrCat("note: ", name, ": ", why));
  return intended;
}

// Of a config or a list, as `dns encode` writes it. Errors: InvalidArgument for what is none.
absl::StatusOr<IntendedTexts> IntendedOfConfig(const PublishedFlags& flags,
                                               absl::string_view text) {
  const std::string name = QuoteInput(flags.arguments[0]);
  absl::StatusOr<EncodedChoices> encoded = EncodeChoices(text, {});
  if (!encoded.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(name, ": ", encoded.status().message()));
  }
  if (const std::string why = WhyUnknown(encoded->text); !why.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(name, " ", why));
  }
  if (encoded->added_fallback) {
    WriteError(absl::StrCat("note: ", name,
                            " has no choice for everyone; `dns encode` adds one as the last"));
  }
  return IntendedTexts{.config = {{.octets = encoded->text}},
                       .host = {{.octets = encoded->text}},
                       .host_is_optional = true};
}

// What `text` has for the host.
absl::StatusOr<IntendedTexts> IntendedFor(const PublishedFlags& flags, absl::string_view text,
                                          const std::string& host) {
  absl::StatusOr<IntendedTexts> intended;
  if (flags.dns.format != "auto" || HoldsRecords(text, "auto", flags.dns)) {
    DnsFlags dns = flags.dns;
    dns.host = host;
    const absl::StatusOr<DnsRecords> zone = ReadRecords(flags.arguments[0], text, dns);
    if (!zone.ok()) return zone.status();
    intended = IntendedOfZone(flags, *zone, host);
  } else {
    intended = IntendedOfConfig(flags, text);
  }
  if (intended.ok() && flags.absent && !(intended->config.empty() && intended->host.empty())) {
    return absl::InvalidArgumentError(
        absl::StrCat(QuoteInput(flags.arguments[0]), " has a config for ",
                     QuotePath(flags.arguments[1]), ", but --absent is set"));
  }
  return intended;
}

// Says who rejects what is intended: that it is served makes it no better.
void NoteRejections(const PublishedFlags& flags, const IntendedTexts& intended,
                    const std::vector<Target>& targets) {
  std::vector<std::string> rejecting;
  for (const PublishedText& text : intended.config) {
    const Document document = ParseDocument(text.octets, DocumentKind::kTxt);
    const Report report = Validate(document, targets, AllRules());
    for (size_t i = 0; i < targets.size(); ++i) {
      if (report.verdicts[i] == Verdict::kRejects) rejecting.push_back(targets[i].spelling);
    }
  }
  std::sort(rejecting.begin(), rejecting.end());
  rejecting.erase(std::unique(rejecting.begin(), rejecting.end()), rejecting.end());
  if (rejecting.empty()) return;
  WriteError(absl::StrCat("note: what ", QuoteInput(flags.arguments[0]), " has for ",
                          QuotePath(flags.arguments[1]), " is rejected by ",
                          absl::StrJoin(rejecting, ", "), "; `grpcfg check` says why"));
}

// What the name servers give.
absl::StatusOr<LookedUp> Served(const PublishedFlags& flags, LiveName name) {
  absl::StatusOr<LookUpOptions> options = LookUpOptionsFor(flags.live);
  if (!options.ok()) return options.status();
  options->search.clear();
  std::vector<LiveName> names;
  names.push_back(std::move(name));
  absl::StatusOr<LookedUp> found = LookUp(std::move(names), *options, [](size_t) {});
  if (found.ok() && !found->names.front().problem.empty()) {
    return absl::UnavailableError(
        absl::StrCat(found->names.front().name, ": ", found->names.front().problem));
  }
  return found;
}

int StatusOf(const PublishedReport& report) {
  const auto& answers = report.comparison.answers;
  if (report.comparison.Worst() == PublishedState::kUnanswered) return kCouldNotRun;
  const bool is_good = absl::c_all_of(
      answers, [&](const ComparedAnswer& answer) { return IsAsIntended(report, answer); });
  return is_good ? kClean : kFindings;
}

absl::StatusOr<int> RunPublished(const PublishedFlags& flags) {
  if (flags.arguments.size() != 2) {
    return absl::InvalidArgumentError("a file and a host are taken; - is stdin");
  }
  const auto formats = ParseFormats(flags.formats, NamesOf(kPublishedFormats));
  if (!formats.ok()) return formats.status();
  const absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) return targets.status();
  absl::StatusOr<LiveName> name = NameToLookUp(flags.arguments[1]);
  if (!name.ok()) return name.status();
  const std::string& path = flags.arguments[0];
  DnsFlags of_records = flags.dns;
  of_records.is_dns = flags.dns.format != "auto";
  std::vector<std::string> inputs = FindIncludedFiles(path, "auto", of_records).paths;
  inputs.push_back(path);
  const absl::Status outputs = CheckOutputs(*formats, inputs);
  if (!outputs.ok()) return outputs;
  const absl::StatusOr<std::string> text = ReadInput(path);
  if (!text.ok()) return text.status();
  const absl::StatusOr<IntendedTexts> intended = IntendedFor(flags, *text, name->host);
  if (!intended.ok()) return intended.status();
  NoteRejections(flags, *intended, *targets);
  const absl::StatusOr<LookedUp> found = Served(flags, *std::move(name));
  if (!found.ok()) return found.status();
  const PublishedComparison comparison =
      CompareServed(*found, *intended, CheckPlan(*targets, AllRules()));
  const std::vector<std::string> spellings = SpellingsOf(*targets);
  const std::string file = QuoteInput(path);
  PublishedReport report = {.comparison = comparison,
                            .file = file,
                            .targets = spellings,
                            .is_exact = flags.exact,
                            .needs_cuts = flags.octets};
  const absl::Status written =
      WriteReports(*formats, "comparison", [&](const ReportFormat& format, std::string& out) {
        const bool is_colored = format.file.empty() && WantsColor(flags.color);
        report.color = is_colored ? Color::kYes : Color::kNo;
        FindFormat(kPublishedFormats, format.name)(report, out);
      });
  if (!written.ok()) return written;
  return StatusOf(report);
}

}  // namespace

Subcommand AddDnsDiffCommand(Command& app) {
  const auto flags = std::make_shared<PublishedFlags>();
  Command diff = app.AddCommand("diff", "Compare what name servers serve for a host with a file");
  diff.AddFlag("FILE NAME", flags->arguments,
               "A zone or provider file, or a config as `dns encode` takes it; a host")
      .Required();
  AddLiveFlags(diff, flags->live);
  diff.AddFlag("--exact", flags->exact, "Require the same text");
  diff.AddFlag("--octets", flags->octets, "Require the same text, split into the same strings");
  diff.AddFlag("--absent", flags->absent,
               "Require that neither the file nor the servers have a config for the host");
  AddDnsFlags(diff, flags->dns);
  AddTargetFlags(diff, flags->target);
  AddFormatsFlag(diff, flags->formats, NamesOf(kPublishedFormats));
  AddColorFlag(diff, flags->color);
  AddExamples(diff, {{"grpcfg dns diff example.test.zone shop.example.test",
                      "grpcfg dns diff orders.json shop.example.test --server 192.0.2.1"}});
  return {diff, [=] { return RunPublished(*flags); }, &flags->arguments};
}

}  // namespace grpcfg
