#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "schema/json/json_tree.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/line_reader.h"
#include "tools/workspace/ordered_run.h"
#include "tools/workspace/output_file.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/write_file.h"
#include "validator/report/batch_answer.h"

namespace grpcfg {
namespace {

// For each thread the one that it works on, and two that may wait for a slow one before them.
constexpr size_t kChunksPerJob = 3;

// A buffer above that is rare, and gives its memory back.
constexpr size_t kKeptBytes = size_t{1} << 20;

// The flags as the user gave them.
struct BatchFlags {
  TargetFlags target;
  ApiFlags api;
  RuleChoices rules;
  bool no_diagnostics = false;
  bool effective = false;
  size_t max_findings = kMaxFindingsPerRule;
  int jobs = 0;  // 0: as many as there are cores
};

// Some lines of the input and what is answered to them.
struct Chunk {
  LineChunk lines;
  std::string answers;
  bool has_malformed = false;
};

class BatchRun {
 public:
  BatchRun(const BatchAnswerer& answerer, size_t jobs)
      : answerer_(answerer), jobs_(jobs), chunks_(jobs == 1 ? 1 : kChunksPerJob * jobs) {}

  int Run();

 private:
  void Answer(Chunk& chunk) const;
  LineOutcome AnswerLine(const Line& line, std::string& answers) const;
  bool Write(Chunk& chunk);

  const BatchAnswerer& answerer_;
  const size_t jobs_;
  LineReader input_ = LineReader(STDIN_FILENO, kMaxJsonBytes);
  std::vector<Chunk> chunks_;
  absl::Status written_;
  bool malformed_ = false;
};

LineOutcome BatchRun::AnswerLine(const Line& line, std::string& answers) const {
  if (line.is_too_long) return BatchAnswerer::AnswerUnread(kIsTooLarge, line.number, answers);
  if (line.is_too_large || !HasMemoryFor(line.text.size())) {
    return BatchAnswerer::AnswerUnread(kHasNoMemory, line.number, answers);
  }
  const size_t before = answers.size();
  try {
    return answerer_.Answer(line.text, line.number, answers);
  } catch (const std::bad_alloc&) {  // the next line may be smaller
    answers.resize(before);
    return BatchAnswerer::AnswerUnread(kHasNoMemory, line.number, answers);
  }
}

void BatchRun::Answer(Chunk& chunk) const {
  chunk.lines.ForEachLine([&](const Line& line) {
    const LineOutcome outcome = AnswerLine(line, chunk.answers);
    chunk.has_malformed = chunk.has_malformed || outcome == LineOutcome::kMalformed;
  });
}

// Writes immediately, because the sender of these lines may wait for the answers. A reader that
// closed the pipe (`| head`) is not an error, but ends the run.
bool BatchRun::Write(Chunk& chunk) {
  const bool has_reader = WriteAll(STDOUT_FILENO, chunk.answers);
  if (!has_reader && errno != EPIPE) {
    written_ = SystemError(errno, "cannot write the answers to stdout");
  }
  malformed_ = malformed_ || chunk.has_malformed;
  chunk.has_malformed = false;
  chunk.answers.clear();
  if (chunk.answers.capacity() > kKeptBytes) chunk.answers.shrink_to_fit();
  input_.Release(chunk.lines);
  return has_reader;
}

int BatchRun::Run() {
  RunInOrder(jobs_, chunks_.size(),
             {.take = [&](size_t slot) { return input_.Next(chunks_[slot].lines); },
              .work = [&](size_t slot) { Answer(chunks_[slot]); },
              .deliver = [&](size_t slot) { return Write(chunks_[slot]); },
              .interrupt = [&] { input_.Interrupt(); }});
  for (const absl::Status& status : {input_.status(), written_}) {
    if (!status.ok()) WriteError(status);
  }
  return malformed_ || !input_.status().ok() || !written_.ok() ? kCouldNotRun : kClean;
}

absl::StatusOr<int> RunBatch(const BatchFlags& flags) {
  absl::StatusOr<PlanParts> parts = LoadPlanParts(flags.target, flags.api, flags.rules);
  if (!parts.ok()) return parts.status();
  std::vector<std::string> inputs = parts->services.files;
  inputs.emplace_back("-");
  const absl::Status outputs = CheckOutputs({std::string()}, inputs);
  if (!outputs.ok()) return outputs;
  const BatchAnswerer answerer(std::move(parts->targets), parts->rules,
                               {.diagnostics = !flags.no_diagnostics,
                                .effective = flags.effective,
                                .api = parts->services.api.get(),
                                .max_findings = flags.max_findings});
  NoteTerminalInput();
  const size_t jobs = flags.jobs > 0 ? static_cast<size_t>(flags.jobs) : UsableCores();
  return BatchRun(answerer, jobs).Run();
}

}  // namespace

Subcommand AddBatchCommand(Command& app) {
  const auto flags = std::make_shared<BatchFlags>();
  Command batch = app.AddCommand("batch", "Check JSON Lines from stdin: one line in, one line out");
  AddTargetFlags(batch, flags->target);
  AddApiFlags(batch, flags->api);
  AddRuleFlags(batch, flags->rules);
  batch.AddFlag("--no-diagnostics", flags->no_diagnostics,
                "Omit findings; answer with verdicts only");
  AddMaxFindingsFlag(batch, flags->max_findings);
  batch.AddFlag("--effective", flags->effective, "Add the effective values that `resolve` shows");
  batch.AddFlag("-j,--jobs", flags->jobs, "Check lines in N threads")
      .ValueName("N")
      .Default("one for each core")
      .Check(ThreadCount());
  AddExamples(batch, {{"grpcfg batch <configs.jsonl",
                       "grpcfg batch --no-diagnostics -j 4 <configs.jsonl"}});
  return {batch, [=] { return RunBatch(*flags); }};
}

}  // namespace grpcfg
