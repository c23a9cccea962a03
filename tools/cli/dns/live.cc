#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dns/live/answers_json.h"
#include "dns/live/check_live.h"
#include "dns/live/look_up.h"
#include "dns/live/transcript.h"
#include "schema/json/foreign_format.h"
#include "tools/cli/check_formats.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/dns/live_flags.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/sinks.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/system_error.h"
#include "validator/project/finding_place.h"

namespace grpcfg {
namespace {

struct LiveCheckFlags : FindingFlags {
  ProjectFlags project;
  LiveFlags live;
  std::vector<std::string> names;
  std::vector<std::string> lists;    // files with a name in each line
  std::vector<std::string> formats;  // NAME or NAME:FILE
  bool quiet = false;
  bool notes = false;
  bool require = false;
};

// The names of a list, which may have blank lines and comments after `#`. Errors: see ReadInput
// and NameToLookUp.
absl::Status AddNamesOf(const std::string& list, std::vector<LiveName>& names) {
  const absl::StatusOr<std::string> text = ReadInput(list);
  if (!text.ok()) return text.status();
  size_t line_number = 0;
  for (absl::string_view line : absl::StrSplit(*text, '\n')) {
    ++line_number;
    line = absl::StripAsciiWhitespace(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    absl::StatusOr<LiveName> name = NameToLookUp(line);
    if (!name.ok()) {
      return {name.status().code(),
              absl::StrCat(QuotePath(list), ", line ", line_number, ": ", name.status().message())};
    }
    names.push_back(*std::move(name));
  }
  return absl::OkStatus();
}

// What the flags name, each host once, in the order of their names.
absl::StatusOr<std::vector<LiveName>> NamesIn(const LiveCheckFlags& flags) {
  std::vector<LiveName> names;
  std::vector<std::string> lists = flags.lists;
  for (const std::string& text : flags.names) {
    if (text == "-") {
      lists.push_back(text);
      continue;
    }
    absl::StatusOr<LiveName> name = NameToLookUp(text);
    if (!name.ok()) return name.status();
    names.push_back(*std::move(name));
  }
  for (const std::string& list : lists) {
    absl::Status added = AddNamesOf(list, names);
    if (!added.ok()) return added;
  }
  if (names.empty()) {
    return absl::InvalidArgumentError("no name is given; write a host, or --names-from FILE");
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const LiveName& a, const LiveName& b) { return a.host < b.host; });
  names.erase(std::unique(names.begin(), names.end(),
                          [](const LiveName& a, const LiveName& b) { return a.host == b.host; }),
              names.end());
  return names;
}

// For those that show them.
bool NeedsAnswers(const std::vector<std::string>& formats) {
  return std::any_of(formats.begin(), formats.end(),
                     [](const std::string& format) { return absl::StartsWith(format, "json"); });
}

// Reports what was found out.
class LiveRun {
 public:
  LiveRun(const LiveCheckFlags& flags, const FileSettings& settings, Sinks sinks)
      : settings_(settings),
        plan_(settings.targets, settings.rules, settings.services.api.get(),
              {.max_findings = flags.max_findings}),
        needs_fingerprints_(NeedsFingerprints(flags.formats)),
        needs_answers_(NeedsAnswers(flags.formats)),
        sinks_(std::move(sinks)) {}

  absl::StatusOr<int> Run(const LookedUp& found) {
    for (const LiveName& name : found.names) Add(found, name);
    const absl::Status written = sinks_.Finish();
    if (!written.ok()) return written;
    if (partial_ > 0) {
      WriteError(absl::StrCat(partial_, " of ", found.names.size(),
                              " names: some servers did not answer; results are incomplete"));
    }
    return partial_ > 0 ? kCouldNotRun : status_;
  }

 private:
  void Add(const LookedUp& found, const LiveName& name) {
    partial_ += !name.problem.empty() || IsPartial(name) ? 1 : 0;
    if (!name.problem.empty()) {
      WriteError(absl::StrCat(name.name, ": ", name.problem));
      sinks_.AddUnread(name.name, name.problem);
      return;
    }
    const Transcript transcript = WriteTranscript(name, found.servers);
    const Report report = CheckLive({name, found.servers, transcript}, plan_);
    std::vector<std::string> fingerprints;
    if (needs_fingerprints_) {
      fingerprints =
          FingerprintsOf({.tree = TreeOfForeignText(transcript.text)}, settings_.rules, report);
    }
    const std::string answers = needs_answers_ ? AnswersJson(name, found.servers) : std::string();
    sinks_.AddFile({.path = name.name,
                    .text = transcript.text,
                    .report = report,
                    .targets = settings_.spellings,
                    .fingerprints = fingerprints,
                    .answers = answers,
                    .fails_from = FailsFrom(settings_.fail_on)});
    status_ = std::max(status_, StatusOf(settings_.fail_on, WorstOf(report)));
  }

  const FileSettings& settings_;
  const CheckPlan plan_;
  const bool needs_fingerprints_;
  const bool needs_answers_;
  Sinks sinks_;
  int status_ = kClean;
  size_t partial_ = 0;
};

absl::StatusOr<Sinks> SinksFor(const LiveCheckFlags& flags, const FileSettings& settings) {
  ReporterOptions options = OptionsFor(settings.targets, flags.color);
  options.counted = "name";
  options.quiet = flags.quiet;
  options.folds_notes = !flags.notes && !settings.NotesFail();
  AddProgramTo(flags.formats, options);
  return Sinks::Make(flags.formats, kCheckFormats, options);
}

absl::StatusOr<int> RunLive(LiveCheckFlags& flags) {
  if (flags.require) flags.rules.severities.emplace_back("dns-config-missing=error");
  SettingsTable settings(flags);
  const absl::Status usable = settings.LoadFlags();
  if (!usable.ok()) return usable;
  Projects projects(flags.project);
  const auto project = projects.ForDirectory("");
  if (!project.ok()) return project.status();
  const auto of_all = settings.For(*project);
  if (!of_all.ok()) return of_all.status();
  absl::StatusOr<Sinks> sinks = SinksFor(flags, **of_all);
  if (!sinks.ok()) return sinks.status();
  const InputFile read_beside = {.settings = *of_all};
  std::vector<std::string> inputs = FilesReadFor({&read_beside, 1});
  inputs.insert(inputs.end(), flags.lists.begin(), flags.lists.end());
  if (absl::c_linear_search(flags.names, "-")) inputs.emplace_back("-");
  const absl::Status outputs = sinks->Check(inputs);
  if (!outputs.ok()) return outputs;
  absl::StatusOr<std::vector<LiveName>> names = NamesIn(flags);
  if (!names.ok()) return names.status();
  const absl::StatusOr<LookUpOptions> options = LookUpOptionsFor(flags.live);
  if (!options.ok()) return options.status();
  Progress progress(names->size(), "names");
  const absl::StatusOr<LookedUp> found =
      LookUp(*std::move(names), *options, [&](size_t done) { progress.Update(done); });
  if (!found.ok()) return found.status();
  return LiveRun(flags, **of_all, *std::move(sinks)).Run(*found);
}

}  // namespace

Subcommand AddDnsLiveCommand(Command& app) {
  const auto flags = std::make_shared<LiveCheckFlags>();
  Command live =
      app.AddCommand("live", "Query name servers: what do clients of a host get, and use?");
  live.AddFlag("NAME", flags->names, "Hosts, without `_grpc_config.`, or - for a list on stdin");
  live.AddFlag("--names-from", flags->lists,
               "Read hosts from this file, one per line; `#` starts a comment")
      .ValueName("FILE");
  live.AddFlag("--require", flags->require,
               "Make a host without a record at `_grpc_config.` an error");
  AddLiveFlags(live, flags->live);
  AddSearchFlag(live, flags->live);
  AddTargetFlags(live, flags->target);
  AddApiFlags(live, flags->api);
  AddFormatsFlag(live, flags->formats, NamesOf(kCheckFormats));
  AddReportFlags(live, *flags);
  AddProjectFlags(live, flags->project);
  live.AddFlag("-q,--quiet", flags->quiet, "Hide the summary");
  live.AddFlag("--notes", flags->notes, "Show common notes, which most good configs have");
  AddExamples(live, {{"grpcfg dns live shop.example.test",
                      "grpcfg dns live --all-authoritative --names-from hosts.txt",
                      "grpcfg dns live shop.example.test --server 192.0.2.1 --server 192.0.2.2"}});
  return {live, [=] { return RunLive(*flags); }, &flags->names};
}

}  // namespace grpcfg
