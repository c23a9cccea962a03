#include "tools/workspace/read_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

// First buffer for a FIFO, a terminal or a file of /proc, whose size is not known beforehand.
constexpr size_t kFirstBlockBytes = size_t{64} << 10;

absl::Status TooLarge(absl::string_view what) {
  return absl::ResourceExhaustedError(absl::StrCat(what, ": ", kIsTooLarge));
}

// Reads to the end. `expected` is the size from fstat(), 0 if it knows none. The buffer has one
// byte more than expected, so one read() both fills it and shows that the file did not grow.
absl::Status ReadToEnd(int descriptor, size_t expected, absl::string_view what, std::string& text) {
  text.resize(expected == 0 ? kFirstBlockBytes : expected + 1);
  size_t total = 0;
  while (total <= kMaxFileBytes) {
    if (total == text.size()) text.resize(std::min(2 * total, kMaxFileBytes + 1));
    const ssize_t got = ReadSome(descriptor, text.data() + total, text.size() - total);
    if (got < 0) return SystemError(errno, what);
    total += static_cast<size_t>(got);
    if (got == 0 || total == expected) {
      text.resize(total);
      return absl::OkStatus();
    }
  }
  return TooLarge(what);
}

absl::Status ReadDescriptor(int descriptor, absl::string_view what, std::string& text) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) return SystemError(errno, what);
  if (S_ISDIR(status.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat(what, ": it is a directory; name a file in it"));
  }
  size_t expected = 0;
  if (S_ISREG(status.st_mode)) {
    if (status.st_size > static_cast<off_t>(kMaxFileBytes)) return TooLarge(what);
    expected = static_cast<size_t>(status.st_size);
  }
  if (absl::Status read = ReadToEnd(descriptor, expected, what, text); !read.ok()) return read;
  if (HasMemoryFor(text.size())) return absl::OkStatus();
  text = std::string();
  return absl::ResourceExhaustedError(absl::StrCat(what, ": ", kHasNoMemory));
}

absl::Status ReadPath(const std::string& path, bool is_regular, std::string& text) {
  const std::string what = absl::StrCat("cannot read ", QuotePath(path));
  if (path.find('\0') != std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, ": the path contains a NUL byte; remove it"));
  }
  const int waits = is_regular ? O_NONBLOCK : 0;
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | waits));
  if (!file.is_open()) return SystemError(errno, what);
  struct stat status = {};
  const bool is_other = is_regular && fstat(file.number(), &status) == 0 &&
                        !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
  if (is_other) {
    return absl::FailedPreconditionError(
        absl::StrCat(what, ": it is a pipe or a device; use a file instead"));
  }
  return ReadDescriptor(file.number(), what, text);
}

}  // namespace

bool HasMemoryFor(size_t text_bytes) {
  constexpr size_t kSmall = size_t{64} << 10;
  constexpr size_t kTimesASmallOne = 64;
  constexpr size_t kTimesALargeOne = 16;
  constexpr size_t kFindings = size_t{96} << 20;
  if (text_bytes < kSmall) return true;
  const size_t needed =
      std::min(kTimesASmallOne * text_bytes, kTimesALargeOne * text_bytes + kFindings);
  void* const room = ::operator new(needed, std::nothrow);  // no page of it is touched
  ::operator delete(room);
  return room != nullptr;
}

ssize_t ReadSome(int descriptor, char* to, size_t count) {
  while (true) {
    const ssize_t got = read(descriptor, to, count);
    if (got >= 0) return got;
    if (errno == EAGAIN) {
      pollfd readable = {.fd = descriptor, .events = POLLIN, .revents = 0};
      if (poll(&readable, 1, -1) < 0 && errno != EINTR) return -1;
    } else if (errno != EINTR) {
      return -1;
    }
  }
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::string text;
  if (absl::Status status = ReadPath(path, false, text); !status.ok()) return status;
  return text;
}

absl::StatusOr<std::string> ReadRegularFile(const std::string& path) {
  std::string text;
  if (absl::Status status = ReadPath(path, true, text); !status.ok()) return status;
  return text;
}

absl::StatusOr<std::string> ReadStdin() {
  std::string text;
  absl::Status status = ReadDescriptor(STDIN_FILENO, "cannot read standard input", text);
  if (!status.ok()) return status;
  return text;
}

}  // namespace grpcfg
