#include "tools/cli/check_flags.h"

#include <memory>

#include "CLI/CLI.hpp"
#include "tools/cli/check_formats.h"
#include "tools/cli/help.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"

namespace grpcfg {
namespace {

void AddKnownFlags(CLI::App& check, KnownFlags& flags) {
  check.add_option("--baseline", flags.baseline, "Findings that were there before, in this file")
      ->type_name("FILE")
      ->check(NotEmpty());
  check.add_flag("--write-baseline", flags.writes_baseline,
                 "Write all that is found, also what is new, into the baseline, which hides it");
  check
      .add_option(
          "--since", flags.since,
          "Only what changes since this commit brought; `main...`: since it and main parted")
      ->type_name("COMMIT")
      ->check(NotEmpty());
  AddForceExcludeFlag(check, flags);
}

// What both take.
void AddRunFlags(CLI::App& check, CheckFlags& flags) {
  AddFormatsFlag(check, flags.formats, CheckFormatWords());
  AddFindingFlags(check, flags);
  AddProjectFlags(check, flags.project);
  AddTodayFlag(check, flags.project);
  AddKnownFlags(check, flags.known);
  check.add_option("-j,--jobs", flags.jobs, "Files checked at the same time")
      ->type_name("N")
      ->default_str("one for each core")
      ->check(ThreadCount());
  check.add_flag("-q,--quiet", flags.quiet, "Print no summary");
  check.add_flag("--notes", flags.notes, "Also print the notes that most good configs have");
  check.add_flag("--statistics", flags.statistics, "Count the findings of each rule, on stderr");
}

}  // namespace

Subcommand AddCheckCommand(CLI::App& app) {
  const auto flags = std::make_shared<CheckFlags>();
  CLI::App* const check =
      app.add_subcommand("check", "Check configs: will clients load them, are they safe?");
  AddInputFlags(*check, "Files, directories, or - for stdin", *flags);
  AddRunFlags(*check, *flags);
  AddExamples(*check, {{"grpcfg check configs/", "grpcfg check --target core@1.51,go orders.json",
                        "grpcfg check --format json --format text:report.txt orders.json",
                        "grpcfg check --fail-on warning --disable 'retry-*' orders.json"}});
  return {check, [=] { return RunCheck(*flags); }, &flags->paths};
}

Subcommand AddDnsCheckCommand(CLI::App& app) {
  const auto flags = std::make_shared<CheckFlags>();
  flags->dns.is_dns = true;
  CLI::App* const check =
      app.add_subcommand("check", "Check DNS records: do clients find the config, and take it?");
  check->add_option("PATH", flags->paths, "Zone files, or - for stdin")->required();
  AddDnsFlags(*check, flags->dns);
  AddProviderFlags(*check, flags->dns);
  AddTargetFlags(*check, flags->target);
  AddApiFlags(*check, flags->api);
  AddRunFlags(*check, *flags);
  AddExamples(*check, {{"grpcfg dns check example.test.zone",
                        "grpcfg dns check --target go,node --format json zones/*.zone"}});
  return {check, [=] { return RunCheck(*flags); }, &flags->paths};
}

}  // namespace grpcfg
