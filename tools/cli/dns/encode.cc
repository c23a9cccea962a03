#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "dns/encode.h"
#include "dns/record_formats.h"
#include "dns/serial.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "tools/cli/command.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"
#include "tools/cli/target_flags.h"
#include "tools/workspace/replace_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/write_file.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

struct EncodeFlags {
  std::vector<std::string> paths;
  std::string name;
  std::string zone;
  std::vector<std::string> choices;
  std::string format = "zone";
  uint32_t ttl = 300;
  DnsFlags dns;  // of a provider
  TargetFlags target;
  std::string zone_to_bump;  // a zone file whose serial is raised; empty: none
  bool force = false;
  bool quiet = false;
};

absl::Status InFile(const std::string& path, const absl::Status& error) {
  return {error.code(), absl::StrCat(QuotePath(path), ": ", error.message())};
}

// The choices before the one for everyone, each with its config if it names a file.
absl::StatusOr<std::vector<ChoiceToEncode>> LoadChoices(const EncodeFlags& flags) {
  std::vector<ChoiceToEncode> choices;
  choices.reserve(flags.choices.size());
  for (const std::string& text : flags.choices) {
    absl::StatusOr<ChoiceFlag> flag = ParseChoiceFlag(text);
    if (!flag.ok()) return flag.status();
    flag->choice.config.clear();
    if (!flag->config_file.empty()) {
      const absl::StatusOr<std::string> file = ReadInput(flag->config_file);
      if (!file.ok()) return file.status();
      absl::StatusOr<std::string> config = EncodeConfig(*file);
      if (!config.ok()) return InFile(flag->config_file, config.status());
      flag->choice.config = *std::move(config);
    }
    choices.push_back(std::move(flag->choice));
  }
  return choices;
}

std::vector<std::string> FilesReadFor(const EncodeFlags& flags) {
  std::vector<std::string> files = flags.paths;
  if (!flags.zone_to_bump.empty()) files.push_back(flags.zone_to_bump);
  for (const std::string& text : flags.choices) {
    const absl::StatusOr<ChoiceFlag> flag = ParseChoiceFlag(text);
    if (flag.ok() && !flag->config_file.empty()) files.push_back(flag->config_file);
  }
  return files;
}

// The zone of a host if no flag names one: the last two labels of the host.
std::string GuessedZone(absl::string_view host) {
  while (!ParentOf(ParentOf(ParentOf(host))).empty() && ParentOf(ParentOf(host)) != ".") {
    host = ParentOf(host);
  }
  return std::string(host);
}

absl::StatusOr<RecordToWrite> RecordFor(const EncodeFlags& flags) {
  const absl::StatusOr<std::string> host = HostOfFlag("--name", flags.name);
  if (!host.ok()) return host.status();
  absl::StatusOr<std::string> zone = NameOfFlag("--zone", flags.zone);
  if (!zone.ok()) return zone.status();
  RecordToWrite record = {.ttl = flags.ttl};
  if (AppendName(kConfigLabel, *host, record.owner) != NameFault::kNone) {
    return absl::InvalidArgumentError(
        absl::StrCat("--name: `", flags.name, "` is too long; a host has at most 240 characters"));
  }
  if (!flags.dns.provider.empty() && FindRecordFormat(flags.format)->is_of_terraform) {
    const std::vector<absl::string_view> providers = ProvidersOfTerraform();
    if (!absl::c_linear_search(providers, flags.dns.provider)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--provider: no Terraform resource of `", flags.dns.provider,
                       "` is written, only those of ", absl::StrJoin(providers, ", ")));
    }
    record.provider = flags.dns.provider;
  }
  record.zone = zone->empty() ? GuessedZone(*host) : *std::move(zone);
  if (!IsAtOrBelow(record.owner, record.zone)) {
    return absl::InvalidArgumentError(absl::StrCat("--zone: `", flags.name, "` is not in it"));
  }
  return record;
}

// Says what the provider does not take of a text, or what is left of its limit.
bool FitsProvider(const EncodeFlags& flags, absl::string_view text) {
  const std::optional<ProviderLimit> provider =
      ProviderOf(flags.dns, FindRecordFormat(flags.format)->provider);
  if (!provider) return true;
  const std::vector<ProviderFault> faults = FaultsFor(*provider, text);
  for (const ProviderFault& fault : faults) WriteError(fault.message);
  if (!faults.empty() || flags.quiet || provider->most == 0) return faults.empty();
  const size_t size = SizeFor(*provider, text);
  WriteAll(STDERR_FILENO, absl::StrCat(provider->name, ": fits, ", provider->most - size, " ",
                                       CountedWords(provider->counts), " left\n"));
  return true;
}

// Says what each client does with the record, and why some do not take it.
bool PassesClients(const EncodeFlags& flags, absl::string_view text,
                   const std::vector<Target>& targets) {
  constexpr size_t kMostListed = 3;
  const Report report = Validate(ParseDocument(text, DocumentKind::kTxt), targets, AllRules());
  std::map<Verdict, std::vector<std::string>> by_verdict;
  for (size_t i = 0; i < targets.size(); ++i) {
    by_verdict[report.verdicts[i]].push_back(targets[i].spelling);
  }
  const bool passes = by_verdict.rbegin()->first < Verdict::kBreaksCalls;
  if (passes && flags.quiet) return true;
  for (const auto& [verdict, spellings] : by_verdict) {
    WriteAll(STDERR_FILENO,
             absl::StrCat(VerdictName(verdict), ": ", absl::StrJoin(spellings, ", "), "\n"));
  }
  if (passes) return true;
  size_t listed = 0;
  for (const Diagnostic& found : report.diagnostics) {
    if (found.severity != Severity::kError || listed++ >= kMostListed) continue;
    WriteError(absl::StrCat("error: ", found.message, " [", found.rule, "]"));
  }
  return false;
}

void WriteNotes(const EncodeFlags& flags, const RecordToWrite& record, bool added_fallback) {
  if (flags.quiet) return;
  WriteAll(STDERR_FILENO, SizeLines(record.owner, record.text));
  if (added_fallback) {
    WriteError(
        "note: the last choice is for everyone and has an empty config, because grpc-go and "
        "grpc-js fail where no choice fits");
  }
  if (KindOfHost(*HostOfOwner(record.owner)) == HostKind::kLocal) {
    WriteError(
        "note: gRFC A10 has clients ask for no config of `localhost`, and grpc-java does not");
  }
  const RecordFormat& format = *FindRecordFormat(flags.format);
  if (!format.note.empty()) WriteError(absl::StrCat("note: ", format.note));
  if (!format.backslash_note.empty() && absl::StrContains(record.text, '\\')) {
    WriteError(absl::StrCat("note: ", format.backslash_note));
  }
  if (WritesRelativeName(format, record) && flags.zone.empty()) {
    WriteError(absl::StrCat("note: the name is written for the zone `",
                            WithoutFinalDot(record.zone), "`; --zone names another one"));
  }
}

// Raises the serial of a zone file. Errors: a file that is none, or cannot be replaced.
absl::Status BumpSerial(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadInput(path);
  if (!text.ok()) return text.status();
  const absl::StatusOr<std::string> raised = WithNextSerial(*text);
  if (!raised.ok()) return InFile(path, raised.status());
  return ReplaceFile(path, {.old_text = *text,
                            .new_text = *raised,
                            .words = {.action = "raise the serial in",
                                      .for_devices = "name a zone file",
                                      .for_shared = "raise the serial by hand"}});
}

absl::StatusOr<int> RunEncode(const EncodeFlags& flags) {
  if (flags.paths.size() != 1) {
    return absl::InvalidArgumentError("one config is taken; - is stdin");
  }
  const absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) return targets.status();
  absl::StatusOr<RecordToWrite> record = RecordFor(flags);
  if (!record.ok()) return record.status();
  const absl::StatusOr<std::vector<ChoiceToEncode>> choices = LoadChoices(flags);
  if (!choices.ok()) return choices.status();
  const absl::StatusOr<std::string> text = ReadInput(flags.paths[0]);
  if (!text.ok()) return text.status();
  absl::StatusOr<EncodedChoices> encoded = EncodeChoices(*text, *choices);
  if (!encoded.ok()) return InFile(flags.paths[0], encoded.status());
  record->text = std::move(encoded->text);
  if (const absl::Status fits = CheckDeliverable(record->owner, record->text); !fits.ok()) {
    WriteError(fits);
    return kFindings;
  }
  const bool passes = PassesClients(flags, record->text, *targets);
  const bool fits = FitsProvider(flags, record->text);
  if (!(passes && fits) && !flags.force) {
    WriteError("no record is written; --force writes it anyway");
    return kFindings;
  }
  WriteNotes(flags, *record, encoded->added_fallback);
  const absl::Status output = CheckOutputs({ReportFormat{}}, FilesReadFor(flags));
  if (!output.ok()) return output;
  if (!flags.zone_to_bump.empty()) {
    const absl::Status bumped = BumpSerial(flags.zone_to_bump);
    if (!bumped.ok()) return bumped;
  }
  return Print(FindRecordFormat(flags.format)->write(*record), "record");
}

}  // namespace

Subcommand AddDnsEncodeCommand(Command& app) {
  const auto flags = std::make_shared<EncodeFlags>();
  Command encode = app.AddCommand("encode", "Write the TXT record of a config, ready to paste");
  encode.AddFlag("CONFIG", flags->paths, "A config, a list of choices, or - for stdin").Required();
  encode.AddFlag("--name", flags->name, "The host, without `_grpc_config.`")
      .ValueName("HOST")
      .Required()
      .Check(NotEmpty());
  encode
      .AddFlag("--choice", flags->choices,
               "Clients that get the config: lang=, percent=, host=, config=FILE; all others get "
               "an empty one, or CONFIG if each choice names its own")
      .ValueName("KEY=VALUE,...");
  encode.AddFlag("--output-format", flags->format, Alternatives(RecordFormatNames()))
      .ValueName("FORMAT")
      .OneOf("a format of DNS records", RecordFormatNames())
      .ShowDefault();
  encode.AddFlag("--zone", flags->zone, "The zone, for formats with relative names")
      .ValueName("NAME")
      .Default("the host's last two labels");
  encode.AddFlag("--ttl", flags->ttl, "The TTL in seconds").ValueName("N").ShowDefault();
  AddProviderFlags(encode, flags->dns);
  AddTargetFlags(encode, flags->target);
  encode
      .AddFlag("--bump-serial", flags->zone_to_bump,
               "Increase the serial of the SOA in this zone file, so that secondaries transfer it")
      .ValueName("ZONE");
  encode.AddFlag("--force", flags->force,
                 "Write the record even if clients or the provider reject it");
  encode.AddFlag("-q,--quiet", flags->quiet, "Print no verdicts or sizes");
  AddExamples(encode, {{"grpcfg dns encode orders.json --name shop.example.test",
                        "grpcfg dns encode orders.json --name shop.example.test "
                        "--choice lang=go,percent=10"}});
  return {encode, [=] { return RunEncode(*flags); }, &flags->paths};
}

}  // namespace grpcfg
