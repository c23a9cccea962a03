#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"
#include "dns/encode.h"
#include "dns/record_formats.h"
#include "tools/cli/command.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/write_file.h"

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
  const absl::StatusOr<std::string> host = HostOfFlag(flags.name);
  if (!host.ok()) return host.status();
  absl::StatusOr<std::string> zone = NameOfFlag("--zone", flags.zone);
  if (!zone.ok()) return zone.status();
  RecordToWrite record = {.ttl = flags.ttl};
  if (AppendName(kConfigLabel, *host, record.owner) != NameFault::kNone) {
    return absl::InvalidArgumentError(
        absl::StrCat("--name: `", flags.name, "` is too long; a host has at most 240 characters"));
  }
  record.zone = zone->empty() ? GuessedZone(*host) : *std::move(zone);
  if (!IsAtOrBelow(record.owner, record.zone)) {
    return absl::InvalidArgumentError(absl::StrCat("--zone: `", flags.name, "` is not in it"));
  }
  return record;
}

// Says what the provider does not take of a text, or what is left of its limit.
bool FitsProvider(const EncodeFlags& flags, absl::string_view text) {
  const std::optional<ProviderLimit> provider = ProviderOf(flags.dns);
  if (!provider) return true;
  const std::vector<ProviderFault> faults = FaultsFor(*provider, text);
  for (const ProviderFault& fault : faults) WriteError(fault.message);
  if (!faults.empty() || flags.quiet || provider->most == 0) return faults.empty();
  const size_t size = SizeFor(*provider, text);
  WriteAll(STDERR_FILENO, absl::StrCat(provider->name, ": fits, ", provider->most - size, " ",
                                       CountedWords(provider->counts), " left\n"));
  return true;
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
  const bool is_relative =
      flags.format == "octodns" || flags.format == "dnscontrol-json" || flags.format == "azure";
  if (is_relative && flags.zone.empty()) {
    WriteError(absl::StrCat("note: the name is written for the zone `",
                            WithoutFinalDot(record.zone), "`; --zone names another one"));
  }
}

absl::StatusOr<int> RunEncode(const EncodeFlags& flags) {
  if (flags.paths.size() != 1) {
    return absl::InvalidArgumentError("one config is taken; - is stdin");
  }
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
  if (!FitsProvider(flags, record->text)) return kFindings;
  WriteNotes(flags, *record, encoded->added_fallback);
  const auto& formats = RecordFormats();
  const auto format = std::find_if(formats.begin(), formats.end(), [&](const RecordFormat& each) {
    return each.name == flags.format;
  });
  const absl::Status output = CheckOutputs({ReportFormat{}}, FilesReadFor(flags));
  if (!output.ok()) return output;
  return Print(format->write(*record), "record");
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
               "Whom the config is for: lang=, percent=, host=, config=FILE; everyone else gets "
               "an empty one, or CONFIG where each choice has its own")
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
  encode.AddFlag("-q,--quiet", flags->quiet, "Print no sizes");
  AddExamples(encode, {{"grpcfg dns encode orders.json --name shop.example.test",
                        "grpcfg dns encode orders.json --name shop.example.test "
                        "--choice lang=go,percent=10"}});
  return {encode, [=] { return RunEncode(*flags); }, &flags->paths};
}

}  // namespace grpcfg
