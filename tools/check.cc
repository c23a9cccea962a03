#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/help.h"
#include "tools/input_flags.h"
#include "tools/output.h"
#include "tools/sinks.h"
#include "tools/subcommands.h"
#include "validator/advice.h"
#include "validator/validate.h"
#include "workspace/ordered_run.h"
#include "workspace/system_error.h"
#include "workspace/walk.h"
#include "workspace/write_file.h"

namespace grpcfg {
namespace {

struct CheckFlags : FindingFlags {
  std::vector<std::string> formats;  // NAME or NAME:FILE
  int jobs = 0;                      // 0: as many as there are cores
  bool quiet = false;
  bool notes = false;
  bool statistics = false;
};

constexpr Format<MakeReporter> kCheckFormats[] = {
    {"text", MakeTextReporter},
    {"concise", MakeConciseReporter},
    {"json", MakeJsonReporter},
    {"jsonl", MakeJsonLinesReporter},
};

// Files that are in memory at the same time: no more than this many, nor of this size together.
constexpr size_t kWindowFiles = 256;
constexpr uintmax_t kWindowBytes = uintmax_t{64} << 20;

// A thread costs as much as the check of some twenty files.
constexpr size_t kFilesPerThread = 64;

// One input, from its path to its report.
struct Input {
  std::string path;
  absl::Status status;
  std::string text;
  Report report;
};

// True if one of the formats that are asked for begins otherwise; without any it is text.
bool HasOtherThan(absl::Span<const absl::string_view> names, const CheckFlags& flags) {
  const auto is_other = [&](absl::string_view format) {
    return absl::c_none_of(names,
                           [&](absl::string_view name) { return absl::StartsWith(format, name); });
  };
  return flags.formats.empty() ? is_other("text") : absl::c_any_of(flags.formats, is_other);
}

// True if notes that most good configs have are counted, and not shown.
bool FoldsNotes(const CheckFlags& flags) {
  return !flags.notes && flags.fail_on != SeverityName(Severity::kNote);
}

Needed NeededFor(const CheckFlags& flags) {
  return FoldsNotes(flags) && !HasOtherThan({"concise", "text"}, flags) ? Needed::kNoCommonNotes
                                                                        : Needed::kAll;
}

class CheckRun {
 public:
  CheckRun(const CheckFlags& flags, const CheckedForAll& checked_for, Sinks sinks)
      : flags_(flags),
        sinks_(std::move(sinks)),
        shows_fixes_(HasOtherThan({"concise"}, flags)),
        asked_(checked_for.targets, checked_for.rules, checked_for.api.get(),
               {flags.max_findings, NeededFor(flags)}),
        unknown_policies_(UnknownPolicies(flags.target.lb_policies)) {}

  absl::StatusOr<int> Run();

 private:
  absl::Status FindInputs();
  [[nodiscard]] absl::Status CheckSinks() const;
  void CheckInput(Input& input) const;
  void ReadAndCheck(Input& input) const;
  void CheckWindow(std::vector<Input>& window) const;
  void ReportInput(const Input& input);
  void PrintStatistics() const;
  void QuestionUnknownPolicies() const;
  [[nodiscard]] size_t WindowFrom(size_t begin) const;
  [[nodiscard]] size_t Jobs(size_t inputs) const;

  const CheckFlags& flags_;
  Sinks sinks_;
  const bool shows_fixes_;
  const CheckedFor asked_;
  std::vector<std::string> paths_;
  std::optional<uintmax_t> bytes_;  // of all of them, where that is known
  std::optional<Severity> worst_;
  std::map<absl::string_view, size_t> by_rule_;
  std::vector<std::string> unknown_policies_;  // given, and in no config so far
  bool failed_ = false;
};

// Errors: what cannot be listed at all.
absl::Status CheckRun::FindInputs() {
  absl::StatusOr<ConfigFiles> files = ListConfigFiles(flags_.paths, WalkOptions());
  if (!files.ok()) return files.status();
  for (const auto* const told : {&files->problems, &files->left_out, &files->unmatched}) {
    for (const absl::Status& each : *told) WriteError(each);
  }
  failed_ = !files->problems.empty() || !files->unmatched.empty();
  paths_ = std::move(files->paths);
  bytes_ = files->bytes;
  return absl::OkStatus();
}

// Errors: an output that would overwrite something.
absl::Status CheckRun::CheckSinks() const {
  std::vector<std::string> inputs = paths_;
  for (const std::vector<std::string>* const more :
       {&flags_.api.descriptor_sets, &flags_.api.protos}) {
    inputs.insert(inputs.end(), more->begin(), more->end());
  }
  return sinks_.Check(inputs);
}

// A file that the memory does not suffice for leaves the others alone.
void CheckRun::CheckInput(Input& input) const {
  try {
    ReadAndCheck(input);
  } catch (const std::bad_alloc&) {
    std::string().swap(input.text);
    input.report = {};
    input.status = absl::ResourceExhaustedError(absl::StrCat(
        "cannot check ", QuotePath(input.path),
        ": there is not enough memory for it; split it, a service config is a few KiB"));
  }
}

void CheckRun::ReadAndCheck(Input& input) const {
  absl::StatusOr<std::string> text = ReadInput(input.path, flags_.quiet);
  if (input.path == "-") input.path = flags_.stdin_filename;
  input.status = text.status();
  if (!text.ok()) return;
  input.text = *std::move(text);
  const Document document = ParseInput(input.text, flags_.kind);
  input.report = ValidateUntried(document, asked_, asked_.needed);
  if (shows_fixes_) KeepFixesThatHold(document, asked_, input.report);
}

// How many files, from the one at `begin` on, are in memory together; at least one.
size_t CheckRun::WindowFrom(size_t begin) const {
  const size_t most = std::min(kWindowFiles, paths_.size() - begin);
  if (bytes_ && *bytes_ <= kWindowBytes) return most;
  uintmax_t bytes = 0;
  for (size_t count = 0; count < most; ++count) {
    std::error_code no_regular_file;  // stdin, a pipe or a failure to be told when it is read
    const uintmax_t size = std::filesystem::file_size(paths_[begin + count], no_regular_file);
    bytes += no_regular_file ? 0 : size;
    if (count > 0 && bytes > kWindowBytes) return count;
  }
  return most;
}

size_t CheckRun::Jobs(size_t inputs) const {
  const size_t useful = std::max(size_t{1}, inputs / kFilesPerThread);
  return std::min(useful, flags_.jobs > 0 ? static_cast<size_t>(flags_.jobs) : UsableCores());
}

void CheckRun::CheckWindow(std::vector<Input>& window) const {
  const size_t jobs = Jobs(window.size());
  std::atomic<size_t> next = 0;
  const auto check_some = [&] {
    for (size_t i = next++; i < window.size(); i = next++) CheckInput(window[i]);
  };
  std::vector<std::jthread> threads;
  for (size_t job = 1; job < jobs; ++job) threads.emplace_back(check_some);
  check_some();
}

void CheckRun::ReportInput(const Input& input) {
  if (!input.status.ok()) {
    WriteError(input.status);
    failed_ = true;
    return;
  }
  sinks_.AddFile({input.path, input.text, input.report});
  for (const Diagnostic& diagnostic : input.report.diagnostics) ++by_rule_[diagnostic.rule];
  for (const Omission& omission : input.report.omissions)
    by_rule_[omission.rule] += omission.Count();
  worst_ = std::max(worst_, WorstOf(input.report));
  std::erase_if(unknown_policies_, [&](const std::string& policy) {
    return absl::StrContains(input.text, absl::StrCat("\"", policy, "\""));
  });
}

void CheckRun::QuestionUnknownPolicies() const {
  for (const std::string& policy : unknown_policies_) {
    WriteError(absl::StrCat("note: --lb-policies: no client and no config of this run knows `",
                            policy, "`"));
  }
}

void CheckRun::PrintStatistics() const {
  std::vector<std::pair<absl::string_view, size_t>> rows(by_rule_.begin(), by_rule_.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string table;
  for (const auto& [rule, count] : rows) absl::StrAppendFormat(&table, "%8d  %s\n", count, rule);
  WriteAll(STDERR_FILENO, table);
}

absl::StatusOr<int> CheckRun::Run() {
  if (const absl::Status found = FindInputs(); !found.ok()) return found;
  if (paths_.empty()) return kCouldNotRun;
  if (const absl::Status outputs = CheckSinks(); !outputs.ok()) return outputs;
  {
    Progress progress(paths_.size());
    for (size_t begin = 0; begin < paths_.size();) {
      std::vector<Input> window(WindowFrom(begin));
      for (size_t i = 0; i < window.size(); ++i) window[i].path = paths_[begin + i];
      CheckWindow(window);
      for (Input& input : window) ReportInput(std::exchange(input, {}));
      begin += window.size();
      progress.Update(begin);
    }
  }
  const absl::Status written = sinks_.Finish();
  if (!written.ok()) WriteError(written);
  QuestionUnknownPolicies();
  if (flags_.statistics) PrintStatistics();
  if (failed_ || !written.ok()) return kCouldNotRun;
  return StatusOf(flags_.fail_on, worst_);
}

absl::StatusOr<int> RunCheck(const CheckFlags& flags) {
  // Set, it does not grow: what was freed of a large document goes back to the system.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  const absl::StatusOr<CheckedForAll> checked_for =
      LoadCheckedFor(flags.target, flags.api, flags.rules);
  if (!checked_for.ok()) return checked_for.status();
  ReporterOptions options = OptionsFor(checked_for->targets, flags.color);
  options.quiet = flags.quiet;
  options.folds_notes = FoldsNotes(flags);
  absl::StatusOr<Sinks> sinks = Sinks::Make(flags.formats, kCheckFormats, options);
  if (!sinks.ok()) return sinks.status();
  return CheckRun(flags, *checked_for, *std::move(sinks)).Run();
}

}  // namespace

Subcommand AddCheckCommand(CLI::App& app) {
  const auto flags = std::make_shared<CheckFlags>();
  CLI::App* const check =
      app.add_subcommand("check", "Check configs: will clients load them, are they safe?");
  AddInputFlags(*check, "Files, directories, or - for stdin", *flags);
  AddFormatsFlag(*check, flags->formats, "text, concise, json or jsonl");
  AddFindingFlags(*check, *flags);
  check->add_option("-j,--jobs", flags->jobs, "Files checked at the same time")
      ->type_name("N")
      ->default_str("one for each core")
      ->check(ThreadCount());
  check->add_flag("-q,--quiet", flags->quiet, "Print no summary");
  check->add_flag("--notes", flags->notes, "Also print the notes that most good configs have");
  check->add_flag("--statistics", flags->statistics, "Count the findings of each rule, on stderr");
  AddExamples(*check, {{"grpcfg check configs/", "grpcfg check --target core@1.51,go orders.json",
                        "grpcfg check --format json --format text:report.txt orders.json",
                        "grpcfg check --fail-on warning --disable 'retry-*' orders.json"}});
  return {check, [=] { return RunCheck(*flags); }, &flags->paths};
}

}  // namespace grpcfg
