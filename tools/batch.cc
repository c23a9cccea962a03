#include "tools/batch.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "rules/families.h"
#include "schema/json_tree.h"
#include "tools/exit_status.h"
#include "tools/output.h"
#include "validator/batch_answer.h"
#include "workspace/line_reader.h"
#include "workspace/system_error.h"
#include "workspace/write_file.h"

namespace grpcfg {
namespace {

// A write per line would cost more than most answers.
constexpr size_t kFlushBytes = size_t{64} << 10;

class BatchRun {
 public:
  explicit BatchRun(const BatchAnswerer& answerer) : answerer_(answerer) {}

  int Run();

 private:
  void AnswerAllThere();
  void Flush();

  const BatchAnswerer& answerer_;
  LineReader input_ = LineReader(STDIN_FILENO, kMaxJsonBytes);
  std::string pending_;
  absl::Status written_;
  bool has_reader_ = true;  // nobody waits for answers after a write that failed
  bool malformed_ = false;
};

void BatchRun::AnswerAllThere() {
  while (has_reader_) {
    const std::optional<LineReader::Line> line = input_.Next();
    if (!line) return;
    const LineOutcome outcome = line->is_too_long
                                    ? BatchAnswerer::AnswerTooLong(line->number, pending_)
                                    : answerer_.Answer(line->text, line->number, pending_);
    malformed_ = malformed_ || outcome == LineOutcome::kMalformed;
    if (pending_.size() >= kFlushBytes) Flush();
  }
}

// A reader that went away (`| head`) is no error, but there is nothing more to do.
void BatchRun::Flush() {
  has_reader_ = WriteAll(STDOUT_FILENO, pending_);
  if (!has_reader_ && errno != EPIPE) {
    written_ = SystemError(errno, "cannot write the answers to stdout");
  }
  pending_.clear();
}

int BatchRun::Run() {
  while (has_reader_ && input_.Fill()) {
    AnswerAllThere();
    // Who sends one line and waits for its answer gets it.
    if (has_reader_ && input_.MustWait()) Flush();
  }
  if (has_reader_) Flush();
  for (const absl::Status& status : {input_.status(), written_}) {
    if (!status.ok()) WriteError(status.message());
  }
  return malformed_ || !input_.status().ok() || !written_.ok() ? kCouldNotRun : kClean;
}

}  // namespace

CLI::App* AddBatchCommand(CLI::App& app, BatchFlags& flags) {
  CLI::App* const batch = app.add_subcommand(
      "batch",
      R"(Validate JSON Lines from stdin, such as {"id": 1, "config": {}}: one answer line each)");
  AddTargetFlags(*batch, flags.target);
  batch->add_flag("--no-diagnostics", flags.no_diagnostics, "Answer with the verdicts only");
  batch->add_option("-j,--jobs", flags.jobs, "Lines checked at the same time")
      ->check(CLI::Range(1, 1024));
  return batch;
}

int RunBatch(const BatchFlags& flags) {
  absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) {
    WriteError(targets.status().message());
    return kCouldNotRun;
  }
  const BatchAnswerer answerer(*std::move(targets), AllRules(), !flags.no_diagnostics);
  return BatchRun(answerer).Run();
}

}  // namespace grpcfg
