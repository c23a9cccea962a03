#include "tools/cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "schema/json/escape.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {
namespace {

constexpr int64_t kSilentMilliseconds = 1000;
constexpr int64_t kUpdateMilliseconds = 100;

// A line on stderr: a path of the greatest length, twice.
constexpr size_t kMostLineBytes = 8192;
constexpr size_t kTailBytes = 1024;

// What marks an error of several lines.
constexpr absl::string_view kInLines = "grpcfg/in-lines";

int64_t Milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

bool IsSet(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool IsForced(const char* variable) {
  return IsSet(variable) && absl::string_view(std::getenv(variable)) != "0";
}

bool IsInsideCharacter(absl::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
}

// A line is cut in its middle: the thing stands first, the remedy last.
std::string Shortened(std::string line) {
  if (line.size() <= kMostLineBytes) return line;
  size_t head = kMostLineBytes - kTailBytes;
  size_t tail = line.size() - kTailBytes;
  while (IsInsideCharacter(line, head)) --head;
  while (IsInsideCharacter(line, tail)) ++tail;
  return absl::StrCat(line.substr(0, head), " ... (", tail - head, " bytes omitted) ... ",
                      line.substr(tail));
}

}  // namespace

void LetWritesFail() {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

void WriteError(absl::string_view message) {
  WriteAll(STDERR_FILENO, absl::StrCat("grpcfg: ", Shortened(Visible(message)), "\n"));
}

void WriteError(const absl::Status& error) {
  if (!error.GetPayload(kInLines)) return WriteError(error.message());
  std::vector<std::string> lines;
  for (const absl::string_view line : absl::StrSplit(error.message(), '\n')) {
    lines.push_back(Shortened(Visible(line)));
  }
  WriteAll(STDERR_FILENO, absl::StrCat("grpcfg: ", absl::StrJoin(lines, "\n"), "\n"));
}

absl::Status InLines(absl::Status error) {
  error.SetPayload(kInLines, absl::Cord());
  return error;
}

absl::Status WriteReport(absl::string_view text, absl::string_view what) {
  if (WriteAll(STDOUT_FILENO, text) || errno == EPIPE) return absl::OkStatus();
  return SystemError(errno, absl::StrCat("cannot write the ", what, " to stdout"));
}

absl::StatusOr<int> Print(absl::string_view text, absl::string_view what) {
  absl::Status written = WriteReport(text, what);
  if (!written.ok()) return written;
  return kClean;
}

bool IsTerminal(int descriptor) { return isatty(descriptor) == 1; }

void NoteTerminalInput() {
  if (IsTerminal(STDIN_FILENO)) WriteError("reading from the terminal; end with Ctrl-D");
}

bool WantsColor(absl::string_view when) {
  if (when != "auto") return when == "always";
  if (IsSet("NO_COLOR")) return false;
  if (IsForced("FORCE_COLOR") || IsForced("CLICOLOR_FORCE")) return true;
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || absl::string_view(terminal) == "dumb";
  return !dumb && IsTerminal(STDOUT_FILENO);
}

size_t TerminalColumns() {
  constexpr size_t kUsual = 80;
  winsize size = {};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return is_known ? std::max<size_t>(size.ws_col, kUsual) : kUsual;
}

Progress::Progress(size_t total, absl::string_view what)
    : total_(total),
      what_(what),
      terminal_(IsTerminal(STDERR_FILENO)),
      started_(terminal_ ? Milliseconds() : 0) {
  last_ = started_;
}

Progress::~Progress() { Wipe(); }

void Progress::Wipe() {
  if (shown_) WriteAll(STDERR_FILENO, "\r\x1b[K");
  shown_ = false;
}

void Progress::Update(size_t done) {
  if (!terminal_) return;
  const int64_t now = Milliseconds();
  if (now - started_ < kSilentMilliseconds || now - last_ < kUpdateMilliseconds) return;
  last_ = now;
  shown_ = true;
  WriteAll(STDERR_FILENO, absl::StrCat("\r\x1b[Kchecked ", done, " of ", total_, " ", what_));
}

}  // namespace grpcfg
