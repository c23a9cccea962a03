#include "tools/cli/dns_input.h"

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/check_dns.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "dns/provider_reader.h"
#include "dns/record_formats.h"
#include "dns/serial.h"
#include "dns/unread_text.h"
#include "dns/zone_fields.h"
#include "dns/zone_reader.h"
#include "schema/fields/document.h"
#include "schema/json/foreign_format.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/workspace/ordered_run.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

// True if `path` is `root` or below it, once links are followed.
bool IsInside(const fs::path& path, const fs::path& root) {
  std::error_code unusable;
  const fs::path real = fs::weakly_canonical(path, unusable);
  if (unusable) return false;
  const fs::path real_root = fs::weakly_canonical(root.empty() ? "." : root, unusable);
  if (unusable) return false;
  const fs::path relative = real.lexically_relative(real_root);
  return !relative.empty() && *relative.begin() != "..";
}

// What is below the root, where BIND and NSD look, in place of the file at `path`; empty: the same.
std::string ElsewhereThan(const std::string& path, const std::string& name, const fs::path& root) {
  std::error_code ignored;
  const fs::path below = root / name;
  if (!fs::exists(below, ignored)) return "none";
  return fs::equivalent(below, path, ignored) ? "" : "another one";
}

// Beside the file that names it, else below the root. Adds to `absent` where it is not beside.
absl::StatusOr<IncludedText> IncludeFile(const std::string& from, const std::string& name,
                                         const fs::path& root, std::vector<std::string>& absent) {
  const fs::path beside = fs::path(from).parent_path() / name;
  std::error_code ignored;
  const bool is_beside = fs::exists(beside, ignored);
  const fs::path path = is_beside ? beside : root / name;
  if (!is_beside && IsInside(beside, root)) absent.push_back(beside.string());
  if (!fs::exists(path, ignored)) return absl::NotFoundError("there is no such file");
  if (!IsInside(path, root)) {
    return absl::PermissionDeniedError(
        "it is outside of the directory from which files are included; --include-root names "
        "another one");
  }
  absl::StatusOr<std::string> text = ReadRegularFile(path.string());
  if (absl::IsFailedPrecondition(text.status())) {
    return absl::FailedPreconditionError("it is not a file");
  }
  if (!text.ok()) return absl::NotFoundError("the file cannot be read");
  return IncludedText{path.string(), *std::move(text)};
}

// How many TXT records are at names that clients look up, `_grpc_config.` and a host.
size_t CountAtConfigNames(const DnsRecords& zone) {
  return static_cast<size_t>(absl::c_count_if(zone.records, [&](const DnsRecord& record) {
    return record.type == RecordType::kTxt && HostOfOwner(zone.names[record.owner]);
  }));
}

// Those of `hosts` for which clients find no config in the zone.
std::vector<std::string> HostsWithout(const DnsRecords& zone, absl::Span<const std::string> hosts) {
  std::vector<std::string> absent;
  if (hosts.empty()) return absent;
  const ZoneLookup lookup(zone);
  for (const std::string& host : hosts) {
    const OwnerRecords found = lookup.At(absl::StrCat(kConfigLabel, ".", host));
    const bool has_config = absl::c_any_of(
        found.values, [](const TxtValue& value) { return MayHoldConfig(value.octets); });
    if (!has_config) absent.push_back(host);
  }
  return absent;
}

// The format that the text is read in.
std::string FormatOf(absl::string_view text, const DnsFlags& flags) {
  if (flags.format != "auto") return flags.format;
  if (AfterTxtName(text)) return "raw";
  const absl::string_view looks_like =
      IsZoneFile(text) ? absl::string_view() : FindProviderFormat(text);
  if (!looks_like.empty()) return std::string(looks_like);
  const absl::string_view tool = FindToolFormat(text);
  return tool.empty() ? "zone" : std::string(tool);
}

}  // namespace

std::vector<std::string> RecordFormatNames() {
  std::vector<std::string> names;
  names.reserve(RecordFormats().size());
  for (const RecordFormat& format : RecordFormats()) names.emplace_back(format.name);
  return names;
}

void AddDnsFlags(Command& command, DnsFlags& flags) {
  std::vector<std::string> names = RecordFormatNames();
  names.insert(names.begin(), "auto");
  command
      .AddFlag("--input-format", flags.format,
               "Read the input in this format; auto recognises it, or assumes a zone file")
      .ValueName("FORMAT")
      .OneOf("a format of DNS records", names)
      .ShowDefault();
  command.AddFlag("--origin", flags.origin, "Read relative names as names below this one")
      .ValueName("NAME");
  command
      .AddFlag("--include-root", flags.include_root,
               "Read $INCLUDE files below this directory (default: beside the zone file)")
      .ValueName("DIR");
}

void AddProviderFlags(Command& command, DnsFlags& flags) {
  std::vector<std::string> names;
  for (const ProviderLimit& provider : ProviderLimits()) names.emplace_back(provider.name);
  Flag provider = command.AddFlag("--provider", flags.provider,
                                  "Also check the limits of this provider: route53, cloudflare, "
                                  "gcloud, azure, digitalocean and more");
  provider.ValueName("NAME").OneOf("a DNS provider whose limits are known", names);
  command
      .AddFlag("--provider-limit", flags.provider_limit, "Use this limit instead of the known one")
      .ValueName("N")
      .Needs(provider);
}

std::optional<ProviderLimit> ProviderOf(const DnsFlags& flags, absl::string_view usual) {
  const ProviderLimit* const known =
      FindProviderLimit(flags.provider.empty() ? usual : flags.provider);
  if (known == nullptr) return std::nullopt;
  ProviderLimit provider = *known;
  if (flags.provider_limit > 0) provider.most = flags.provider_limit;
  return provider;
}

absl::StatusOr<std::string> NameOfFlag(absl::string_view flag, absl::string_view name) {
  std::string canonical;
  if (name.empty()) return canonical;
  if (AppendName(name, ".", canonical) != NameFault::kNone) {
    return absl::InvalidArgumentError(absl::StrCat(flag, ": `", name, "` is not a domain name"));
  }
  return canonical;
}

absl::StatusOr<std::string> HostOfFlag(absl::string_view flag, absl::string_view name) {
  absl::StatusOr<std::string> host = NameOfFlag(flag, name);
  if (!host.ok()) return host;
  if (HostOfOwner(*host)) {
    return absl::InvalidArgumentError(absl::StrCat(flag, " is the host, without `_grpc_config.`"));
  }
  switch (KindOfHost(*host)) {
    case HostKind::kAddress:
      return absl::InvalidArgumentError(absl::StrCat(
          flag, ": `", name, "` is an address, and clients ask for the config of names only"));
    case HostKind::kWildcard:
      return absl::InvalidArgumentError(
          absl::StrCat(flag, ": `", name,
                       "`: `*` is a wildcard only as the first label of a record's name, "
                       "which `_grpc_config` is here; write a record for each host"));
    case HostKind::kLocal:
    case HostKind::kName:
      return host;
  }
  return host;
}

bool HoldsRecords(absl::string_view text, absl::string_view kind, const DnsFlags& flags) {
  if (flags.is_dns || kind != "auto") return flags.is_dns;
  if (IsZoneFile(text)) return true;
  // Most files are configs, which do not contain the name that clients look up.
  return absl::StrContains(text, kConfigLabel) && !FindProviderFormat(text).empty();
}

absl::StatusOr<DnsRecords> ReadRecords(const std::string& path, absl::string_view text,
                                       const DnsFlags& flags, std::vector<std::string>* absent) {
  absl::StatusOr<std::string> origin = NameOfFlag("--origin", flags.origin);
  if (!origin.ok()) return origin.status();
  const std::string format = FormatOf(text, flags);
  if (IsProviderFormat(format)) {
    return ReadProviderFile(text, format, {path, *std::move(origin), flags.host});
  }
  const fs::path root =
      flags.include_root.empty() ? fs::path(path).parent_path() : fs::path(flags.include_root);
  ZoneOptions options = {.path = path, .origin = *std::move(origin)};
  std::vector<std::string> not_there;
  options.include = [&](const std::string& from, const std::string& name) {
    absl::StatusOr<IncludedText> found =
        IncludeFile(from, name, root, absent == nullptr ? not_there : *absent);
    const bool has_root = !flags.include_root.empty();
    if (found.ok() && has_root) found->elsewhere = ElsewhereThan(found->path, name, root);
    return found;
  };
  DnsRecords zone = ReadZone(text, options);
  NameForeignText(zone);
  return zone;
}

std::vector<std::string> IncludedBy(const DnsRecords& zone, const std::string& path) {
  std::vector<std::string> files;
  for (const RecordSource& source : zone.sources) {
    if (!source.made_from && source.path != path) files.emplace_back(source.path);
  }
  return files;
}

IncludedFiles FindIncludedFiles(const std::string& path, absl::string_view kind,
                                const DnsFlags& flags) {
  IncludedFiles included;
  const absl::StatusOr<std::string> text = ReadRegularFile(path);  // a pipe is read once
  const bool may_include = text.ok() &&
                           absl::StrContains(absl::AsciiStrToUpper(*text), "$INCLUDE") &&
                           HoldsRecords(*text, kind, flags);
  if (!may_include) return included;
  std::vector<std::string> absent;
  const absl::StatusOr<DnsRecords> zone = ReadRecords(path, *text, flags, &absent);
  if (!zone.ok()) return included;
  included.paths = IncludedBy(*zone, path);
  absl::c_move(absent, std::back_inserter(included.paths));
  included.is_whole = absl::c_none_of(zone->faults, [](const ZoneFault& fault) {
    return fault.kind == ZoneFaultKind::kIncludeFailed;
  });
  return included;
}

absl::StatusOr<CheckedRecords> CheckRecords(const std::string& path, absl::string_view text,
                                            const DnsFlags& flags, const RecordsPlan& by) {
  DnsFlags known = flags;
  known.format = FormatOf(text, flags);
  absl::StatusOr<DnsRecords> zone = ReadRecords(path, text, known);
  if (!zone.ok()) return zone.status();
  if (by.before != nullptr) CheckSerialSince(*by.before, *zone);
  CheckedRecords checked;
  checked.has_config = HasConfigFor(*zone, by.plan.targets);
  checked.at_config_names = CountAtConfigNames(*zone);
  checked.absent = HostsWithout(*zone, by.expected);
  // A file of Terraform may have resources of several providers.
  const RecordFormat& format = *FindRecordFormat(known.format);
  const std::optional<ProviderLimit> provider =
      ProviderOf(flags, format.is_of_terraform ? "" : format.provider);
  DnsCheckOptions options = {provider ? &*provider : nullptr, UsableCores()};
  std::vector<std::string> known_names;
  if (by.baseline != nullptr) {
    for (const auto& [document, verdict] : by.baseline->verdicts()) {
      if (!document.record.empty()) known_names.push_back(document.record);
    }
    options.known_names = &known_names;
  }
  for (DnsFileReport& file : CheckDns(*zone, by.plan, options)) {
    if (file.source == 0) {
      checked.report = std::move(file.report);
      continue;
    }
    const RecordSource& source = zone->sources[file.source];
    checked.included.push_back({source.path, std::string(source.text), std::move(file.report)});
  }
  return checked;
}

}  // namespace grpcfg
