#include "tools/cli/check_flags.h"

#include <memory>

#include "tools/cli/check_formats.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"

namespace grpcfg {
namespace {

void AddKnownFlags(Command& check, KnownFlags& flags) {
  check.AddFlag("--baseline", flags.baseline, "Findings that were there before, in this file")
      .ValueName("FILE")
      .Check(NotEmpty());
  check.AddFlag("--write-baseline", flags.writes_baseline,
                "Write all that is found, also what is new, into the baseline, which hides it");
  check
      .AddFlag("--since", flags.since,
               "Only what changes since this commit brought; `main...`: since it and main parted")
      .ValueName("COMMIT")
      .Check(NotEmpty());
  AddForceExcludeFlag(check, flags);
}

// What both take.
void AddRunFlags(Command& check, CheckFlags& flags) {
  AddFormatsFlag(check, flags.formats, CheckFormatWords());
  AddFindingFlags(check, flags);
  AddProjectFlags(check, flags.project);
  AddTodayFlag(check, flags.project);
  AddKnownFlags(check, flags.known);
  check.AddFlag("-j,--jobs", flags.jobs, "Files checked at the same time")
      .ValueName("N")
      .Default("one for each core")
      .Check(ThreadCount());
  check.AddFlag("-q,--quiet", flags.quiet, "Print no summary");
  check.AddFlag("--notes", flags.notes, "Also print the notes that most good configs have");
  check.AddFlag("--statistics", flags.statistics, "Count the findings of each rule, on stderr");
}

}  // namespace

Subcommand AddCheckCommand(Command& app) {
  const auto flags = std::make_shared<CheckFlags>();
  Command check = app.AddCommand("check", "Check configs: will clients load them, are they safe?");
  AddInputFlags(check, "Files, directories, or - for stdin", *flags);
  AddRunFlags(check, *flags);
  AddExamples(check, {{"grpcfg check configs/", "grpcfg check --target core@1.51,go orders.json",
                       "grpcfg check --format json --format text:report.txt orders.json",
                       "grpcfg check --fail-on warning --disable 'retry-*' orders.json"}});
  return {check, [=] { return RunCheck(*flags); }, &flags->paths};
}

Subcommand AddDnsCheckCommand(Command& app) {
  const auto flags = std::make_shared<CheckFlags>();
  flags->dns.is_dns = true;
  Command check =
      app.AddCommand("check", "Check DNS records: do clients find the config, and take it?");
  check.AddFlag("PATH", flags->paths, "Zone files, or - for stdin").Required();
  AddDnsFlags(check, flags->dns);
  AddProviderFlags(check, flags->dns);
  AddTargetFlags(check, flags->target);
  AddApiFlags(check, flags->api);
  AddRunFlags(check, *flags);
  AddExamples(check, {{"grpcfg dns check example.test.zone",
                       "grpcfg dns check --target go,node --format json zones/*.zone"}});
  return {check, [=] { return RunCheck(*flags); }, &flags->paths};
}

}  // namespace grpcfg
