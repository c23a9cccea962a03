#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"
#include "dns/zone_rules.h"
#include "schema/json/escape.h"
#include "schema/json/foreign_format.h"
#include "schema/json/position.h"
#include "source/check_configs.h"
#include "source/find_configs.h"
#include "tools/cli/check_formats.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/known_run.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/sinks.h"
#include "tools/cli/source_input.h"
#include "tools/cli/statistics.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/ordered_run.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/write_file.h"
#include "validator/engine/counted.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/project/finding_place.h"
#include "validator/project/known_findings.h"

namespace grpcfg {
namespace {

// The flags of `check` and `dns check`, which are one run over other texts.
struct CheckFlags : FindingFlags {
  ProjectFlags project;
  KnownFlags known;
  DnsFlags dns;
  std::vector<std::string> formats;  // NAME or NAME:FILE
  int jobs = 0;                      // 0: as many as there are cores
  bool quiet = false;
  bool notes = false;
  bool statistics = false;
  // Of `dns check`:
  bool allow_empty = false;
  std::vector<std::string> expected;  // hosts; canonical once they are read
  std::string serial_since;           // a zone file as it was; empty: serials are not compared
};

// Files that may be in memory at the same time have no more than this together.
constexpr uintmax_t kWindowBytes = uintmax_t{64} << 20;

// How many configs that cannot be read are named.
constexpr size_t kMostListed = 3;

// A thread costs as much as the check of some twenty files.
constexpr size_t kFilesPerThread = 64;

// How many files may wait for a slow one, with their reports, until theirs is printed.
constexpr size_t kMostInputs = 256;

// A file that the records of another one include, with what is known of its findings.
struct IncludedInput {
  IncludedReport found;
  InputFile file;
  KnownInFile known;
};

// One input, from its path to its report.
struct Input {
  const InputFile* file = nullptr;
  std::string path;  // as reports call it
  absl::Status status;
  std::string text;
  Report report;
  std::vector<std::string> fingerprints;  // of its findings, if a format needs them
  bool has_records = false;               // of DNS
  bool has_config = false;                // in these records
  std::optional<size_t> records;          // at `_grpc_config`; nothing: it has none
  std::vector<std::string> absent;        // expected hosts without a config
  KnownInFile known;
  std::vector<IncludedInput> included;
  std::vector<std::string>
      unread;              // configs that only the program knows: where, and what takes them
  std::string unreadable;  // why it could not be read; empty: it could
  std::vector<std::string> deleted;  // configs that a source file had before: their names
};

// True if something is printed of it.
bool IsReported(const Input& input) {
  return !input.status.ok() || input.has_records || !input.report.diagnostics.empty();
}

// The names of the configs that only the earlier version of a source file has. One in place of one
// is the same with another name.
std::vector<std::string> DeletedConfigs(const SourceConfigs& before, const SourceConfigs& now) {
  std::vector<std::string> deleted;
  if (before.configs.size() == 1 && now.configs.size() == 1) return deleted;
  absl::flat_hash_set<absl::string_view> names;
  for (const SourceConfig& each : now.configs) names.insert(each.name);
  for (const SourceConfig& each : before.configs) {
    if (!names.contains(each.name)) deleted.push_back(each.name);
  }
  return deleted;
}

// A zone file as it was.
struct OldZone {
  std::string text;
  DnsRecords zone;
};

// What `--serial-since` names; null: nothing. Errors: a file that cannot be read.
absl::StatusOr<std::unique_ptr<const OldZone>> ReadOldZone(const CheckFlags& flags) {
  if (flags.serial_since.empty()) return nullptr;
  absl::StatusOr<std::string> text = ReadInput(flags.serial_since);
  if (!text.ok()) return text.status();
  auto old = std::make_unique<OldZone>();
  old->text = *std::move(text);
  DnsFlags as_old = flags.dns;
  as_old.include_root.clear();  // what it includes is as old, and so is beside it
  absl::StatusOr<DnsRecords> zone = ReadRecords(flags.serial_since, old->text, as_old);
  if (!zone.ok()) return zone.status();
  if (!zone->serial) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--serial-since: ", QuotePath(flags.serial_since), " has no SOA record with a serial"));
  }
  old->zone = *std::move(zone);
  return old;
}

// True if a file of records is in no known form, so that nothing in it was checked.
bool IsUnreadable(const Report& report) {
  const absl::string_view rule = ZoneRuleOf(ZoneFaultKind::kNotReadable).id;
  return absl::c_any_of(report.diagnostics,
                        [&](const Diagnostic& found) { return found.rule == rule; });
}

// True if notes that most good configs have are counted, and not shown.
bool FoldsNotes(const CheckFlags& flags, const CheckInputs& inputs) {
  return !flags.notes && absl::c_none_of(inputs.files, [](const InputFile& file) {
    return file.settings->NotesFail();
  });
}

// What is known of a file, and what it had before, is taken out of all that is found.
ReportScope ScopeFor(const CheckFlags& flags, const InputFile& file) {
  const bool has_known = file.known || !flags.known.since.empty();
  return {.max_findings = has_known ? std::numeric_limits<size_t>::max() : flags.max_findings};
}

class CheckRun {
 public:
  CheckRun(const CheckFlags& flags, const CheckInputs& inputs, SettingsTable& settings, Sinks sinks)
      : flags_(flags),
        inputs_(inputs),
        sinks_(std::move(sinks)),
        needs_fingerprints_(NeedsFingerprints(flags.formats)),
        plans_(
            PlansFor(inputs.files, [&](const InputFile& file) { return ScopeFor(flags, file); })),
        known_(settings, inputs.directories, flags.known),
        unknown_policies_(UnknownPolicies(flags.target.lb_policies)),
        absent_(flags.expected),
        failed_(!inputs.problems.empty()) {}

  // `before`: null, or the zone that the records are compared with; outlives this.
  absl::StatusOr<int> Run(const OldZone* before);

 private:
  [[nodiscard]] absl::Status CheckSinks() const;
  void CheckInput(Input& input) const;
  void ReadAndCheck(Input& input) const;
  void CheckRecordsOf(Input& input) const;
  void CheckSourceOf(const SourceConfigs& configs, Input& input) const;
  void NoteUnread(const SourceConfigs& configs, Input& input) const;
  KnownInFile TakeOutKnownRecords(const Document& document, const InputFile& file,
                                  Report& report) const;
  void JudgeKnown(const Document& document, Input& input) const;
  [[nodiscard]] std::vector<std::string> FingerprintsIn(const Document& document,
                                                        const RuleSet& rules,
                                                        const Report& report) const;
  void CheckWindow(size_t begin, size_t end, Progress& progress);
  void ReportInput(const Input& input);
  absl::Status ReportProjects();
  int NoteStatus(const Report& report, absl::string_view fail_on);
  void QuestionUnknownPolicies() const;
  void ReportAbsent();
  [[nodiscard]] bool IsInVain(const Input& input) const;
  [[nodiscard]] size_t WindowFrom(size_t begin) const;
  [[nodiscard]] size_t Jobs(size_t inputs) const;

  const CheckFlags& flags_;
  const OldZone* before_ = nullptr;
  const CheckInputs& inputs_;
  Sinks sinks_;
  const bool needs_fingerprints_;
  const Plans plans_;
  KnownRun known_;
  int status_ = kClean;
  Statistics statistics_;
  std::vector<std::string> unknown_policies_;  // given, and in no config so far
  std::vector<std::string> absent_;            // expected hosts without a config so far
  bool failed_;
  bool in_vain_ = false;  // a file has no record to check
  std::vector<std::string> unread_;
};

// Errors: an output that would overwrite something.
absl::Status CheckRun::CheckSinks() const {
  std::vector<std::string> inputs = inputs_.inputs;
  if (!flags_.serial_since.empty()) inputs.push_back(flags_.serial_since);
  if (flags_.known.ReplacesBaseline() || sinks_.MayReplaceFiles()) {
    for (const InputFile& file : inputs_.files) {
      absl::c_move(FindIncludedFiles(file.path, flags_.kind, flags_.dns).paths,
                   std::back_inserter(inputs));
    }
  }
  if (flags_.known.ReplacesBaseline()) {
    return sinks_.Check(inputs, {.paths = inputs_.baselines, .what = "the baseline"});
  }
  inputs.insert(inputs.end(), inputs_.baselines.begin(), inputs_.baselines.end());
  return sinks_.Check(inputs);
}

// A file that the memory does not suffice for leaves the others alone.
void CheckRun::CheckInput(Input& input) const {
  try {
    ReadAndCheck(input);
  } catch (const std::bad_alloc&) {
    std::string().swap(input.text);
    input.report = {};
    input.status = absl::ResourceExhaustedError(
        absl::StrCat("cannot check ", QuotePath(input.path), ": ", kHasNoMemory));
  }
}

void CheckRun::ReadAndCheck(Input& input) const {
  input.path = input.file->path;
  absl::StatusOr<std::string> text = ReadInput(input.path, flags_.quiet);
  if (input.path == "-") input.path = flags_.stdin_filename;
  input.status = text.status();
  if (!text.ok()) return;
  input.text = *std::move(text);
  if (HoldsRecords(input.text, flags_.kind, flags_.dns)) return CheckRecordsOf(input);
  const SourceConfigs inside = ConfigsInside(input.path, input.text, flags_.kind);
  if (!inside.error.empty()) NoteUnread(inside, input);
  if (!input.status.ok()) return;
  if (!inside.configs.empty() || !inside.unread.empty() || !inside.error.empty()) {
    return CheckSourceOf(inside, input);
  }
  if (IsProgram(input.path, input.text, flags_.kind)) {
    input.status = NoConfigIn(input.path);
    return;
  }
  const Document document = ParseInput(input.text, flags_.kind);
  const CheckPlan& plan = plans_.at(input.file->settings);
  const bool may_be_known = input.file->known || input.file->old_text;
  if (may_be_known) {
    JudgeKnown(document, input);
  } else {
    input.report = Validate(document, plan);
    KeepWorkingFixes(document, plan, input.report);
  }
  TakeOutKnown(input.report);
  if (plan.max_findings > flags_.max_findings) ListAtMost(flags_.max_findings, input.report);
  input.fingerprints = FingerprintsIn(document, plan.rules, input.report);
}

// A file that cannot be read fails the run where it is named, or was a config before.
void CheckRun::NoteUnread(const SourceConfigs& configs, Input& input) const {
  const InputFile& file = *input.file;
  const bool is_known = file.old_text || (file.known && file.known->baseline != nullptr &&
                                          file.known->baseline->Knows(file.known->baseline_path));
  const absl::Status error = NotReadable(input.path, input.text, configs);
  if (is_known || absl::c_linear_search(flags_.paths, file.path)) {
    input.status = error;
  } else {
    input.unreadable = std::string(error.message());
  }
}

// None where no format needs them.
std::vector<std::string> CheckRun::FingerprintsIn(const Document& document, const RuleSet& rules,
                                                  const Report& report) const {
  if (!needs_fingerprints_) return {};
  return FingerprintsOf(document, rules, report);
}

// In a file with DNS records, a known finding is recognized by its text alone, and every finding in
// a file that a branch changes counts as new.
void CheckRun::CheckRecordsOf(Input& input) const {
  const CheckPlan& plan = plans_.at(input.file->settings);
  const Baseline* const baseline = input.file->known ? input.file->known->baseline : nullptr;
  absl::StatusOr<CheckedRecords> checked = CheckRecords(
      input.path, input.text, flags_.dns,
      {plan, baseline, flags_.expected, before_ == nullptr ? nullptr : &before_->zone});
  input.status = checked.status();
  if (!checked.ok()) return;
  input.has_records = true;
  input.has_config = checked->has_config;
  input.records = checked->at_config_names;
  input.absent = std::move(checked->absent);
  input.report = std::move(checked->report);
  const Document document = {.tree = TreeOfForeignText(input.text)};
  input.known = TakeOutKnownRecords(document, *input.file, input.report);
  input.fingerprints = FingerprintsIn(document, plan.rules, input.report);
  for (IncludedReport& found : checked->included) {
    InputFile file = *input.file;
    file.path = found.path;
    if (file.known) SetKnownPaths(AbsolutePath(file.path), file);
    KnownInFile known =
        TakeOutKnownRecords({.tree = TreeOfForeignText(found.text)}, file, found.report);
    input.included.push_back({std::move(found), std::move(file), std::move(known)});
  }
}

// As in records, a known finding is recognized by its text alone.
void CheckRun::CheckSourceOf(const SourceConfigs& configs, Input& input) const {
  input.report = CheckConfigs(input.text, configs, plans_.at(input.file->settings));
  if (const std::optional<std::string>& before = input.file->old_text) {
    input.deleted = DeletedConfigs(ConfigsInside(input.path, *before, flags_.kind), configs);
  }
  const LineIndex lines(input.text);
  for (const UnreadConfig& unread : configs.unread) {
    input.unread.push_back(absl::StrCat(
        Visible(input.path), ":", lines.Locate(unread.range.begin).line, " (`", unread.call, "`)"));
  }
  const Document document = {.tree = TreeOfForeignText(input.text)};
  input.known = TakeOutKnownRecords(document, *input.file, input.report);
  input.fingerprints =
      FingerprintsIn(document, plans_.at(input.file->settings).rules, input.report);
}

KnownInFile CheckRun::TakeOutKnownRecords(const Document& document, const InputFile& file,
                                          Report& report) const {
  KnownInFile known;
  if (!file.known) return known;
  known = MarkKnown(document, plans_.at(file.settings).rules, *file.known, report);
  TakeOutKnown(report);
  ListAtMost(flags_.max_findings, report);
  return known;
}

void CheckRun::JudgeKnown(const Document& document, Input& input) const {
  const CheckPlan& plan = plans_.at(input.file->settings);
  KnownFindings known =
      input.file->known.value_or(KnownFindings{.folds_notes = !input.file->settings->NotesFail()});
  const auto add_more = [&](const Document& of, Report& report, const JudgeFinding& judge) {
    KeepWorkingFixes(of, plan, report, &judge);
  };
  std::optional<BeforeChange> before;
  // That a source file no longer has a config is new.
  if (input.file->old_text &&
      ConfigsInside(input.path, *input.file->old_text, flags_.kind).configs.empty()) {
    before.emplace(ParseInput(*input.file->old_text, flags_.kind), plan, known.folds_notes,
                   add_more);
    known.before = &*before;
  }
  JudgedReport judged = ValidateWithKnown(document, plan, known, add_more);
  input.report = std::move(judged.report);
  input.known = std::move(judged.known);
}

// The files from `begin` on that may be in memory together: the index after the last one, which is
// above `begin`.
size_t CheckRun::WindowFrom(size_t begin) const {
  const size_t end = inputs_.files.size();
  if (inputs_.bytes && *inputs_.bytes <= kWindowBytes) return end;
  uintmax_t bytes = 0;
  for (size_t i = begin; i < end; ++i) {
    std::error_code no_regular_file;  // stdin, a pipe, or a failure that reading reports
    const uintmax_t size = std::filesystem::file_size(inputs_.files[i].path, no_regular_file);
    bytes += no_regular_file ? 0 : size;
    if (i > begin && bytes > kWindowBytes) return i;
  }
  return end;
}

size_t CheckRun::Jobs(size_t inputs) const {
  const size_t useful = std::max(size_t{1}, inputs / kFilesPerThread);
  return std::min(useful, flags_.jobs > 0 ? static_cast<size_t>(flags_.jobs) : UsableCores());
}

void CheckRun::CheckWindow(size_t begin, size_t end, Progress& progress) {
  const size_t jobs = Jobs(end - begin);
  std::vector<Input> inputs(jobs == 1 ? 1 : kMostInputs);
  size_t next = begin;
  size_t reported = begin;
  RunInOrder(jobs, inputs.size(),
             {.take =
                  [&](size_t slot) {
                    if (next == end) return false;
                    inputs[slot].file = &inputs_.files[next++];
                    return true;
                  },
              .work = [&](size_t slot) { CheckInput(inputs[slot]); },
              .deliver =
                  [&](size_t slot) {
                    if (IsReported(inputs[slot])) progress.Wipe();
                    ReportInput(std::exchange(inputs[slot], {}));
                    progress.Update(++reported);
                    return true;
                  },
              .interrupt = [] {}});
}

void CheckRun::ReportInput(const Input& input) {
  if (!input.status.ok()) {
    WriteError(input.status);
    sinks_.AddUnread(input.path, input.status.message());
    failed_ = true;
    return;
  }
  absl::c_copy(input.unread, std::back_inserter(unread_));
  if (!input.unreadable.empty() && !flags_.quiet) {
    WriteError(absl::StrCat("note: not checked: ", input.unreadable));
  }
  for (const std::string& name : input.deleted) {
    WriteError(
        NoteOfDeleted(absl::StrCat("the config `", Visible(name), "` in ", QuotePath(input.path)),
                      flags_.known.since));
  }
  if (input.has_records && !flags_.dns.is_dns && !flags_.quiet) {
    WriteError(
        absl::StrCat("note: ", QuotePath(input.path),
                     IsZoneFile(input.text) ? " is a zone file" : " is a DNS provider's file",
                     ": its DNS records are checked as by `grpcfg dns check`"));
  }
  int status = kClean;
  const FileSettings& settings = *input.file->settings;
  for (const IncludedInput& included : input.included) {
    const IncludedReport& found = included.found;
    known_.Add(included.file, included.known);
    const std::vector<std::string> fingerprints =
        FingerprintsIn({.tree = TreeOfForeignText(found.text)}, settings.rules, found.report);
    sinks_.AddFile({.path = found.path,
                    .text = found.text,
                    .report = found.report,
                    .targets = settings.spellings,
                    .fingerprints = fingerprints});
    status = std::max(status, NoteStatus(included.found.report, settings.fail_on));
  }
  sinks_.AddFile({.path = input.path,
                  .text = input.text,
                  .report = input.report,
                  .targets = settings.spellings,
                  .fingerprints = input.fingerprints,
                  .records = input.records,
                  .fails_from = FailsFrom(settings.fail_on)});
  known_.Add(*input.file, input.known);
  status = std::max(status, NoteStatus(input.report, settings.fail_on));
  std::erase_if(absent_, [&](const std::string& host) {
    return input.has_records && !absl::c_linear_search(input.absent, host);
  });
  in_vain_ = in_vain_ || IsUnreadable(input.report);
  if (status == kClean && IsInVain(input)) {
    WriteError(absl::StrCat(
        "nothing to check in ", QuoteInput(input.path),
        ": no DNS record has a service config for a selected client; if that is intended, ",
        flags_.dns.is_dns ? "pass" : "use `grpcfg dns check` and pass", " --allow-empty"));
    in_vain_ = true;
  }
  std::erase_if(unknown_policies_, [&](const std::string& policy) {
    return absl::StrContains(input.text, absl::StrCat("\"", policy, "\""));
  });
}

int CheckRun::NoteStatus(const Report& report, absl::string_view fail_on) {
  if (flags_.statistics) statistics_.Add(report);
  const int status = StatusOf(fail_on, WorstOf(report));
  status_ = std::max(status_, status);
  return status;
}

// What is to be reported on our own files, or done to them.
absl::Status CheckRun::ReportProjects() {
  if (flags_.known.ReplacesBaseline()) {
    absl::Status replaced = known_.ReplaceBaselines(!failed_, !flags_.quiet);
    if (!replaced.ok() || flags_.known.writes_baseline) return replaced;
  }
  const absl::StatusOr<std::vector<ProjectReport>> found = known_.Findings();
  if (!found.ok()) return found.status();
  for (const ProjectReport& each : *found) {
    const std::vector<std::string> fingerprints =
        FingerprintsIn(ParseInput(each.text, "config"), EveryRule(), each.report);
    sinks_.AddFile({.path = each.path,
                    .text = each.text,
                    .report = each.report,
                    .is_config = false,
                    .fingerprints = fingerprints,
                    .fails_from = FailsFrom(each.fail_on)});
    (void)NoteStatus(each.report, each.fail_on);
  }
  return absl::OkStatus();
}

void CheckRun::QuestionUnknownPolicies() const {
  for (const std::string& policy : unknown_policies_) {
    WriteError(absl::StrCat("note: --lb-policies: no client and no config of this run knows `",
                            policy, "`"));
  }
}

void CheckRun::ReportAbsent() {
  for (const std::string& host : absent_) {
    const std::string why =
        absl::StrCat("--expect: no file has a service config at `", kConfigLabel, ".",
                     WithoutFinalDot(host), "`; if a file has relative names, pass --origin");
    WriteError(why);
    sinks_.AddUnread(WithoutFinalDot(host), why);
    status_ = std::max(status_, int{kFindings});
  }
}

// True if a pass would be one of what was not read. A run on what changed may have nothing to read,
// and among the files that `check` finds are zones that have nothing to do with gRPC.
bool CheckRun::IsInVain(const Input& input) const {
  const bool may_be_empty = flags_.allow_empty || !flags_.known.since.empty();
  if (!input.has_records || input.has_config || may_be_empty) return false;
  return flags_.dns.is_dns || absl::c_linear_search(flags_.paths, input.file->path);
}

absl::StatusOr<int> CheckRun::Run(const OldZone* before) {
  before_ = before;
  const std::vector<InputFile>& files = inputs_.files;
  if (const absl::Status outputs = CheckSinks(); !outputs.ok()) return outputs;
  for (const std::string& problem : inputs_.problems) sinks_.AddUnread("", problem);
  {
    Progress progress(files.size());
    for (size_t begin = 0; begin < files.size();) {
      const size_t end = WindowFrom(begin);
      CheckWindow(begin, end, progress);
      begin = end;
    }
  }
  ReportAbsent();
  absl::Status written = ReportProjects();
  written.Update(sinks_.Finish());
  if (!written.ok()) WriteError(written);
  QuestionUnknownPolicies();
  if (!unread_.empty() && !flags_.quiet) {
    WriteError(absl::StrCat(
        "note: not checked, since built at run time: ",
        EnumerateOf(unread_.size(),
                    {unread_.begin(),
                     unread_.begin() + std::min<ptrdiff_t>(std::ssize(unread_), kMostListed)})));
  }
  if (flags_.statistics) WriteAll(STDERR_FILENO, statistics_.Table());
  return failed_ || in_vain_ || !written.ok() ? kCouldNotRun : status_;
}

// The summary names the clients that the files were checked for, if all files have the same ones.
ReporterOptions ReporterOptionsFor(const CheckFlags& flags, const CheckInputs& inputs) {
  ReporterOptions options;
  if (!inputs.files.empty()) {
    const FileSettings& first = *inputs.files.front().settings;
    options = OptionsFor(first.targets, flags.color);
    const bool is_same = absl::c_all_of(inputs.files, [&](const InputFile& file) {
      return file.settings == &first || file.settings->spellings == first.spellings;
    });
    if (!is_same) options.checked_for = std::string(kTargetsOfEach);
  }
  options.quiet = flags.quiet;
  options.folds_notes = FoldsNotes(flags, inputs);
  AddProgramTo(flags.formats, options);
  return options;
}

// Checks what the flags name, and reports it. Returns the exit status. Errors: what cannot be used
// at all.
absl::StatusOr<int> RunCheck(CheckFlags& flags) {
  // The output of a hook that passes is never seen.
  if (flags.known.hook && !flags.has_fail_on) flags.fail_on = "warning";
  for (std::string& expected : flags.expected) {
    absl::StatusOr<std::string> host = HostOfFlag("--expect", expected);
    if (!host.ok()) return host.status();
    expected = *std::move(host);
  }
  SettingsTable settings(flags, /*reports=*/true);
  absl::Status usable = settings.LoadFlags();
  usable.Update(ParseFormats(flags.formats, NamesOf(kCheckFormats)).status());
  if (!usable.ok()) return usable;
  Projects projects(flags.project);
  const absl::StatusOr<CheckInputs> inputs =
      FindCheckInputs({flags, flags.known, &flags.dns}, projects, settings);
  if (!inputs.ok()) return inputs.status();
  const bool may_be_none = flags.known.LeavesOutNamed() || !flags.known.since.empty();
  if (inputs->files.empty() && inputs->problems.empty() && !may_be_none) return kCouldNotRun;
  absl::StatusOr<Sinks> sinks =
      Sinks::Make(flags.formats, kCheckFormats, ReporterOptionsFor(flags, *inputs));
  if (!sinks.ok()) return sinks.status();
  if (!flags.quiet && AreRulesOff(inputs->files)) {
    WriteError(
        "note: every rule is disabled, so nothing is reported, even if clients reject a config");
  }
  const absl::StatusOr<std::unique_ptr<const OldZone>> before = ReadOldZone(flags);
  if (!before.ok()) return before.status();
  return CheckRun(flags, *inputs, settings, *std::move(sinks)).Run(before->get());
}

void AddKnownFlags(Command& check, KnownFlags& flags) {
  check.BeginGroup("Known findings");
  check.AddFlag("--baseline", flags.baseline, "Hide the findings recorded in this file")
      .ValueName("FILE")
      .Check(NotEmpty());
  check.AddFlag("--write-baseline", flags.writes_baseline,
                "Record all current findings in the baseline, which hides them in later runs");
  check.AddFlag("--prune-baseline", flags.prunes_baseline,
                "Remove fixed findings from the baseline; add none");
  check.AddFlag("--strict-baseline", flags.strict_baseline,
                "Report baseline entries without a finding as errors");
  check
      .AddFlag("--since", flags.since,
               "Report only findings introduced since COMMIT (`main...`: since the merge base with "
               "main)")
      .ValueName("COMMIT")
      .Rewrite(CommitName());
  AddHookFlags(check, flags,
               ", and warnings fail unless --fail-on or the project file says otherwise");
}

// What both take.
void AddRunFlags(Command& check, CheckFlags& flags) {
  AddFormatsFlag(check, flags.formats, NamesOf(kCheckFormats));
  AddFindingFlags(check, flags);
  AddProjectFlags(check, flags.project);
  AddTodayFlag(check, flags.project);
  AddKnownFlags(check, flags.known);
  check.BeginGroup("Output");
  check.AddFlag("-j,--jobs", flags.jobs, "Check N files in parallel")
      .ValueName("N")
      .Default("one for each core")
      .Check(ThreadCount());
  check.AddFlag("-q,--quiet", flags.quiet, "Hide the summary");
  check.AddFlag("--notes", flags.notes, "Show common notes, which most good configs have");
  check.AddFlag("--statistics", flags.statistics,
                "Print the number of findings per rule on stderr");
}

}  // namespace

absl::StatusOr<int> WriteBaselineOf(const std::string& directory) {
  CheckFlags flags;
  flags.paths = {directory};
  flags.formats = {"concise:/dev/null"};  // the baseline has what is found
  flags.known.writes_baseline = true;
  return RunCheck(flags);
}

Subcommand AddCheckCommand(Command& app) {
  const auto flags = std::make_shared<CheckFlags>();
  Command check = app.AddCommand("check", "Check configs: will clients load them, are they safe?");
  AddInputFlags(check, "Files, directories, or - for stdin; without one, this directory", *flags);
  check.MakeArgumentsOptional();
  AddRunFlags(check, *flags);
  AddExamples(check, {{"grpcfg check", "grpcfg check configs/",
                       "grpcfg check --target core@1.51,go orders.json",
                       "grpcfg check --format json --format text:report.txt orders.json",
                       "grpcfg check --fail-on warning --disable 'retry-*' orders.json"}});
  const auto run = [=] {
    if (flags->paths.empty()) flags->paths = {"."};
    return RunCheck(*flags);
  };
  return {check, run, &flags->paths};
}

Subcommand AddDnsCheckCommand(Command& app) {
  const auto flags = std::make_shared<CheckFlags>();
  flags->dns.is_dns = true;
  Command check =
      app.AddCommand("check", "Check DNS records: will clients find the config and accept it?");
  check.AddFlag("PATH", flags->paths, "Zone files, or - for stdin").Required();
  check.BeginGroup("DNS records");
  AddDnsFlags(check, flags->dns);
  AddProviderFlags(check, flags->dns);
  check.AddFlag("--allow-empty", flags->allow_empty,
                "Accept files without a service config that a selected client looks up");
  check.AddFlag("--expect", flags->expected, "Fail if no file has a service config for this host")
      .ValueName("HOST");
  check
      .AddFlag("--serial-since", flags->serial_since,
               "Fail if records differ from this earlier zone file but the serial did not increase")
      .ValueName("FILE");
  AddTargetFlags(check, flags->target);
  AddApiFlags(check, flags->api);
  AddRunFlags(check, *flags);
  AddExamples(check, {{"grpcfg dns check example.test.zone",
                       "grpcfg dns check --target go,node --format json zones/*.zone"}});
  return {check, [=] { return RunCheck(*flags); }, &flags->paths};
}

}  // namespace grpcfg
