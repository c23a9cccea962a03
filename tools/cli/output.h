// What grpcfg says on stderr, and what it knows of the terminal.
#ifndef GRPCFG_TOOLS_CLI_OUTPUT_H_
#define GRPCFG_TOOLS_CLI_OUTPUT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// A reader that goes away (`grpcfg ... | head`) must not kill the run, nor must a file that reaches
// the limit of `ulimit -f`: writes fail instead.
void LetWritesFail();

// `grpcfg: <message>` on stderr, as one line: what a terminal would obey, or a CI system take for a
// line of its own, is escaped, and the middle of a very long message omitted.
void WriteError(absl::string_view message);

// The same for an error; one of InLines has a line for each of its own.
void WriteError(const absl::Status& error);

// Marks the message of an error as one of several lines.
absl::Status InLines(absl::Status error);

// Writes a report, or a part of it, to stdout. A reader that went away is not an error. `what` is
// what a failure calls it.
absl::Status WriteReport(absl::string_view text, absl::string_view what = "report");

// The same. Returns the exit status, kClean.
absl::StatusOr<int> Print(absl::string_view text, absl::string_view what = "report");

// Says on stderr that stdin is a terminal, if it is one, so that the user sees what it waits for.
void NoteTerminalInput();

// True if `descriptor` is a terminal.
bool IsTerminal(int descriptor);

// Whether the report on stdout is coloured: `when` is auto, always or never and wins over the
// environment (NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE); without either a terminal is coloured.
bool WantsColor(absl::string_view when);

// How wide the terminal on stdout is, from 80 up; 80 where it is none, or does not say.
size_t TerminalColumns();

// A count on stderr that is shown only on a terminal and only after a second, and wiped in the end.
class Progress {
 public:
  // `what` is counted: "files".
  explicit Progress(size_t total, absl::string_view what = "files");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Update(size_t done);

  // Before something else is written to the terminal.
  void Wipe();

 private:
  size_t total_;
  absl::string_view what_;
  bool terminal_;
  bool shown_ = false;
  int64_t started_;  // milliseconds of the monotonic clock
  int64_t last_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_OUTPUT_H_
