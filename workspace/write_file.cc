#include "workspace/write_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "workspace/file_descriptor.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

constexpr mode_t kNewFileMode = 0644;

// A device or pipe cannot be replaced by renaming.
absl::Status WriteInPlace(const std::string& path, absl::string_view bytes,
                          absl::string_view what) {
  const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open() || !WriteAll(file.number(), bytes)) return SystemError(errno, what);
  return absl::OkStatus();
}

// Waits for room in a pipe that somebody else made non-blocking. False if there is nothing to wait
// for.
bool WaitUntilWritable(int descriptor) {
  pollfd writable = {.fd = descriptor, .events = POLLOUT, .revents = 0};
  return poll(&writable, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

bool WriteAll(int descriptor, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && (errno == EINTR || (errno == EAGAIN && WaitUntilWritable(descriptor)))) {
      continue;
    }
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

absl::Status WriteFile(const std::string& path, absl::string_view bytes) {
  const std::string what = absl::StrCat("cannot write ", QuotePath(path));
  struct stat old = {};
  const bool exists = stat(path.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) return WriteInPlace(path, bytes, what);
  std::string temporary = absl::StrCat(path, ".XXXXXX");
  const FileDescriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) return SystemError(errno, what);
  const mode_t mode = exists ? old.st_mode & 07777 : kNewFileMode;
  const bool written = WriteAll(file.number(), bytes) && fchmod(file.number(), mode) == 0 &&
                       fsync(file.number()) == 0 && rename(temporary.c_str(), path.c_str()) == 0;
  if (written) return absl::OkStatus();
  const int error = errno;
  unlink(temporary.c_str());
  return SystemError(error, what);
}

}  // namespace grpcfg
