#include "tools/check.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "tools/exit_status.h"
#include "tools/fail_on.h"
#include "tools/output.h"
#include "tools/sinks.h"
#include "validator/validate.h"
#include "workspace/ordered_run.h"
#include "workspace/read_file.h"
#include "workspace/system_error.h"
#include "workspace/walk.h"
#include "workspace/write_file.h"

namespace grpcfg {
namespace {

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

class CheckRun {
 public:
  struct CheckedFor {
    std::vector<Target> targets;
    std::unique_ptr<const Api> api;
  };
  CheckRun(const CheckFlags& flags, CheckedFor checked_for, Sinks sinks)
      : flags_(flags),
        targets_(std::move(checked_for.targets)),
        api_(std::move(checked_for.api)),
        kind_(FindDocumentKind(flags.kind)),
        sinks_(std::move(sinks)) {}

  int Run();

 private:
  bool FindInputs();
  [[nodiscard]] absl::Status CheckSinks() const;
  void CheckInput(Input& input) const;
  void ReadAndCheck(Input& input) const;
  void CheckWindow(std::vector<Input>& window) const;
  void ReportInput(const Input& input);
  void PrintStatistics() const;
  [[nodiscard]] size_t WindowFrom(size_t begin) const;
  [[nodiscard]] size_t Jobs(size_t inputs) const;

  const CheckFlags& flags_;
  std::vector<Target> targets_;
  std::unique_ptr<const Api> api_;    // null: no descriptors were given
  std::optional<DocumentKind> kind_;  // none: each text's shape tells
  Sinks sinks_;
  std::vector<std::string> paths_;
  std::optional<Severity> worst_;
  std::map<absl::string_view, size_t> by_rule_;
  bool failed_ = false;
};

bool CheckRun::FindInputs() {
  absl::StatusOr<ConfigFiles> files = ListConfigFiles(flags_.paths, WalkOptions());
  if (!files.ok()) {
    WriteError(files.status().message());
    return false;
  }
  for (const absl::Status& problem : files->problems) WriteError(problem.message());
  for (const absl::Status& link : files->left_out) WriteError(link.message());
  for (const absl::Status& unmatched : files->unmatched) WriteError(unmatched.message());
  failed_ = !files->problems.empty() || !files->unmatched.empty();
  paths_ = std::move(files->paths);
  return !paths_.empty();
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
  const bool is_stdin = input.path == "-";
  if (is_stdin) {
    absl::StatusOr<std::string> text = ReadStdin();
    input.status = text.status();
    if (text.ok()) input.text = *std::move(text);
    input.path = flags_.stdin_filename;
  } else {
    input.status = ReadFileInto(input.path, input.text);
  }
  if (!input.status.ok()) return;
  const Document document =
      kind_ ? ParseDocument(input.text, *kind_) : ParseDocumentByShape(input.text);
  input.report = Validate(document, targets_, AllRules(), api_.get());
}

// How many files, from the one at `begin` on, are in memory together; at least one.
size_t CheckRun::WindowFrom(size_t begin) const {
  const size_t most = std::min(kWindowFiles, paths_.size() - begin);
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
  const auto check_share = [&](size_t share) {
    for (size_t i = share; i < window.size(); i += jobs) CheckInput(window[i]);
  };
  std::vector<std::jthread> threads;
  for (size_t share = 1; share < jobs; ++share) threads.emplace_back(check_share, share);
  check_share(0);
}

void CheckRun::ReportInput(const Input& input) {
  if (!input.status.ok()) {
    WriteError(input.status.message());
    failed_ = true;
    return;
  }
  sinks_.AddFile({input.path, input.text, input.report});
  for (const Diagnostic& diagnostic : input.report.diagnostics) ++by_rule_[diagnostic.rule];
  for (const Omission& omission : input.report.omissions)
    by_rule_[omission.rule] += omission.Count();
  for (const Severity severity : {Severity::kNote, Severity::kWarning, Severity::kError}) {
    if (input.report.Count(severity) == 0) continue;
    worst_ = worst_ ? std::max(*worst_, severity) : severity;
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

int CheckRun::Run() {
  if (!FindInputs()) return kCouldNotRun;
  if (const absl::Status outputs = CheckSinks(); !outputs.ok()) {
    WriteError(outputs.message());
    return kCouldNotRun;
  }
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
  if (!written.ok()) WriteError(written.message());
  if (flags_.statistics) PrintStatistics();
  if (failed_ || !written.ok()) return kCouldNotRun;
  return StatusOf(flags_.fail_on, worst_);
}

}  // namespace

CLI::App* AddCheckCommand(CLI::App& app, CheckFlags& flags) {
  CLI::App* const check = app.add_subcommand("check", "Validate and lint service configs");
  check->add_option("PATH", flags.paths, "Files, directories or - for stdin")->required();
  AddTargetFlags(*check, flags.target);
  AddApiFlags(*check, flags.api);
  check
      ->add_option("--kind", flags.kind,
                   "What the files are: service configs, gRFC A2 choice lists, TXT values")
      ->check(CLI::IsMember({"config", "choices", "txt", "auto"}))
      ->capture_default_str();
  check->add_option("--format", flags.formats, "text, concise, json or jsonl; also NAME:FILE")
      ->type_name("F[:FILE]")
      ->allow_extra_args(false);
  AddFailOnFlag(*check, flags.fail_on);
  check->add_option("--color", flags.color, "When to colour the text")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  check->add_option("--stdin-filename", flags.stdin_filename, "What to call stdin");
  check->add_option("-j,--jobs", flags.jobs, "Files checked at the same time (default: cores)")
      ->check(CLI::Range(1, 1024));
  check->add_flag("-q,--quiet", flags.quiet, "No summary line");
  check->add_flag("--statistics", flags.statistics, "Findings per rule, on stderr");
  return check;
}

int RunCheck(const CheckFlags& flags) {
  absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) {
    WriteError(targets.status().message());
    return kCouldNotRun;
  }
  absl::StatusOr<std::unique_ptr<const Api>> api = LoadApi(flags.api);
  if (!api.ok()) {
    WriteErrorLines(api.status().message());
    return kCouldNotRun;
  }
  ReporterOptions options;
  for (const Target& target : *targets) options.targets.push_back(target.spelling);
  options.color = WantsColor(flags.color) ? Color::kYes : Color::kNo;
  options.quiet = flags.quiet;
  absl::StatusOr<Sinks> sinks = Sinks::Make(flags.formats, options);
  if (!sinks.ok()) {
    WriteError(sinks.status().message());
    return kCouldNotRun;
  }
  return CheckRun(flags, {*std::move(targets), *std::move(api)}, *std::move(sinks)).Run();
}

}  // namespace grpcfg
