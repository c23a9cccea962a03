#include "tools/workspace/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/write_file.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to programs

namespace grpcfg {
namespace {

constexpr size_t kBlockBytes = size_t{64} << 10;
constexpr int kSignalBase = 128;

// A file without a name: unlike a pipe it is never full, and never lacks a reader.
FileDescriptor MemoryFile(const char* name) {
  return FileDescriptor(memfd_create(name, MFD_CLOEXEC));
}

bool Fill(const FileDescriptor& file, absl::string_view bytes) {
  return WriteAll(file.number(), bytes) && lseek(file.number(), 0, SEEK_SET) == 0;
}

// Appends what is left in `file`. Errors: more than a file may have.
absl::Status ReadAll(const FileDescriptor& file, absl::string_view what, std::string& text) {
  size_t total = 0;
  while (true) {
    text.resize(total + kBlockBytes);
    const ssize_t got = ReadSome(file.number(), &text[total], kBlockBytes);
    if (got < 0) return SystemError(errno, what);
    total += static_cast<size_t>(got);
    text.resize(total);
    if (got == 0) return absl::OkStatus();
    if (total > kMaxFileBytes) {
      return absl::ResourceExhaustedError(absl::StrCat(what, ": it wrote more than 256 MiB"));
    }
  }
}

int StatusOf(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

// The descriptors of a child, as its 0, 1 and 2.
struct Streams {
  const FileDescriptor& in;
  const FileDescriptor& out;
  const FileDescriptor& err;
};

// Returns 0, or an errno value.
int Start(const std::vector<std::string>& arguments, const Streams& streams, pid_t& child) {
  std::vector<std::string> owned = arguments;
  std::vector<char*> words;
  words.reserve(owned.size() + 1);
  for (std::string& word : owned) words.push_back(word.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  if (const int error = posix_spawn_file_actions_init(&actions); error != 0) return error;
  int error = posix_spawn_file_actions_adddup2(&actions, streams.in.number(), STDIN_FILENO);
  if (error == 0) {
    error = posix_spawn_file_actions_adddup2(&actions, streams.out.number(), STDOUT_FILENO);
  }
  if (error == 0) {
    error = posix_spawn_file_actions_adddup2(&actions, streams.err.number(), STDERR_FILENO);
  }
  if (error == 0) {
    error = posix_spawnp(&child, words.front(), &actions, nullptr, words.data(), environ);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

absl::StatusOr<ChildOutput> RunProgram(const std::vector<std::string>& arguments,
                                       absl::string_view input) {
  const std::string what = absl::StrCat("cannot run ", QuotePath(arguments.front()));
  const FileDescriptor in = MemoryFile("stdin");
  const FileDescriptor err = MemoryFile("stderr");
  int ends[2] = {-1, -1};
  const bool is_ready =
      in.is_open() && err.is_open() && Fill(in, input) && pipe2(ends, O_CLOEXEC) == 0;
  if (!is_ready) return SystemError(errno, what);
  const FileDescriptor out(ends[0]);
  FileDescriptor written(ends[1]);
  pid_t child = 0;
  if (const int error = Start(arguments, {in, written, err}, child); error != 0) {
    if (error != ENOENT) return SystemError(error, what);
    return absl::NotFoundError(absl::StrCat(what, ": it is not in the PATH; install it"));
  }
  written = FileDescriptor(-1);
  ChildOutput output;
  absl::Status read = ReadAll(out, what, output.out);
  output.exit_status = StatusOf(child);
  if (read.ok() && lseek(err.number(), 0, SEEK_SET) == 0) read = ReadAll(err, what, output.err);
  if (!read.ok()) return read;
  return output;
}

}  // namespace grpcfg
