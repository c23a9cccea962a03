#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dns/encode.h"
#include "dns/live/look_up.h"
#include "dns/published/compare_served.h"
#include "dns/published/published_printer.h"
#include "rules/families.h"
#include "tools/dns/live_flags.h"
#include "tools/dns_input.h"
#include "tools/help.h"
#include "tools/input_flags.h"
#include "tools/output.h"
#include "tools/report_formats.h"
#include "tools/subcommands.h"
#include "tools/target_flags.h"
#include "validator/checked_for.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

struct PublishedFlags {
  std::vector<std::string> arguments;  // FILE and NAME
  LiveFlags live;
  TargetFlags target;
  DnsFlags dns;
  bool exact = false;
  bool absent = false;
  std::vector<std::string> formats;  // NAME or NAME:FILE
  std::string color = "auto";
};

constexpr Format<void(const PublishedReport&, std::string&)> kPublishedFormats[] = {
    {"text", AppendPublishedText}, {"json", AppendPublishedJson}};

// What `text` has for the host: in its records, or, of a config or a list, as `dns encode` writes
// it. Errors: InvalidArgument for what is none of them; NotFound if there is nothing.
absl::StatusOr<IntendedTexts> IntendedFor(const PublishedFlags& flags, absl::string_view text,
                                          const std::string& host) {
  const std::string& path = flags.arguments[0];
  IntendedTexts intended;
  const bool is_said = flags.dns.format != "auto";
  if (is_said || HoldsRecords(text, "auto", flags.dns)) {
    DnsFlags dns = flags.dns;
    dns.host = host;
    const absl::StatusOr<DnsRecords> zone = ReadRecords(path, text, dns);
    if (!zone.ok()) return zone.status();
    intended = IntendedIn(*zone, host);
  } else {
    absl::StatusOr<EncodedChoices> encoded = EncodeChoices(text, {});
    if (!encoded.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(QuotePath(path), ": ", encoded.status().message()));
    }
    intended.config.push_back({std::move(encoded->text)});
  }
  const bool is_empty = intended.config.empty() && intended.host.empty();
  if (is_empty == flags.absent) return intended;
  if (flags.absent) {
    return absl::InvalidArgumentError(absl::StrCat(QuotePath(path), " has a config for ",
                                                   QuotePath(flags.arguments[1]),
                                                   ", and --absent says that it has none"));
  }
  return absl::NotFoundError(absl::StrCat(QuotePath(path), " has no config for ",
                                          QuotePath(flags.arguments[1]),
                                          "; say --absent if none is intended"));
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

int StatusOf(const PublishedFlags& flags, const PublishedComparison& comparison) {
  switch (comparison.Worst()) {
    case PublishedState::kIdentical:
      return kClean;
    case PublishedState::kEquivalent:
      return flags.exact ? kFindings : kClean;
    case PublishedState::kUnheard:
      return kCouldNotRun;
    case PublishedState::kDiffers:
    case PublishedState::kMissing:
    case PublishedState::kUnexpected:
      break;
  }
  return kFindings;
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
  const absl::Status outputs = CheckOutputs(*formats, {&path, 1});
  if (!outputs.ok()) return outputs;
  const absl::StatusOr<std::string> text = ReadInput(path);
  if (!text.ok()) return text.status();
  const absl::StatusOr<IntendedTexts> intended = IntendedFor(flags, *text, name->host);
  if (!intended.ok()) return intended.status();
  const absl::StatusOr<LookedUp> found = Served(flags, *std::move(name));
  if (!found.ok()) return found.status();
  const PublishedComparison comparison =
      CompareServed(*found, *intended, CheckedFor(*targets, AllRules()));
  const std::vector<std::string> spellings = SpellingsOf(*targets);
  const absl::Status written =
      WriteReports(*formats, "comparison", [&](const ReportFormat& format, std::string& out) {
        const bool is_colored = format.file.empty() && WantsColor(flags.color);
        FindFormat(kPublishedFormats, format.name)(
            {comparison, path, spellings, is_colored ? Color::kYes : Color::kNo}, out);
      });
  if (!written.ok()) return written;
  return StatusOf(flags, comparison);
}

}  // namespace

Subcommand AddDnsDiffCommand(CLI::App& app) {
  const auto flags = std::make_shared<PublishedFlags>();
  CLI::App* const diff =
      app.add_subcommand("diff", "Compare what is served for a host with what a file has for it");
  diff->add_option("FILE NAME", flags->arguments,
                   "A zone or provider file, or a config as `dns encode` takes it; a host")
      ->required();
  AddLiveFlags(*diff, flags->live);
  diff->add_flag("--exact", flags->exact, "Exit with 1 also if a server has it otherwise written");
  diff->add_flag("--absent", flags->absent, "The file is to have no config for the host");
  AddDnsFlags(*diff, flags->dns);
  AddTargetFlags(*diff, flags->target);
  AddFormatsFlag(*diff, flags->formats, "text or json");
  AddColorFlag(*diff, flags->color);
  AddExamples(*diff, {{"grpcfg dns diff example.test.zone shop.example.test",
                       "grpcfg dns diff orders.json shop.example.test --server 192.0.2.1"}});
  return {diff, [=] { return RunPublished(*flags); }, &flags->arguments};
}

}  // namespace grpcfg
