#include "tools/workspace/write_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "absl/strings/str_cat.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/output_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/temporary_file.h"

namespace grpcfg {
namespace {

// The umask takes its bits off.
constexpr mode_t kNewFileMode = 0666;

// A device or pipe cannot be replaced by renaming.
absl::Status WriteInPlace(const std::string& path, absl::string_view bytes,
                          absl::string_view what) {
  const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open() || !WriteAll(file.number(), bytes)) return SystemError(errno, what);
  return absl::OkStatus();
}

// Owner, group and mode as before. Only root may give a file away; then the mode alone stays.
bool CopyRights(int file, const struct stat& old) {
  struct stat own = {};
  if (fstat(file, &own) != 0) return false;
  const bool differs = own.st_uid != old.st_uid || own.st_gid != old.st_gid;
  if (differs && fchown(file, old.st_uid, old.st_gid) != 0 && errno != EPERM) return false;
  return fchmod(file, old.st_mode & kPermissions) == 0;
}

// Puts a new file in the place of `path`, where `old` is, or nothing.
absl::Status Replace(const std::string& path, const struct stat* old, absl::string_view bytes,
                     absl::string_view what) {
  TemporaryFile file(path, old == nullptr ? kNewFileMode : kPrivateMode);
  const bool is_replaced =
      file.is_open() && file.Write(bytes) &&
      (old == nullptr || (file.TakeAccessOf(path) && CopyRights(file.number(), *old))) &&
      file.Sync() && file.Rename();
  return is_replaced ? absl::OkStatus() : SystemError(errno, what);
}

// Waits for room in a pipe that another process made non-blocking. False if there is nothing to
// wait for.
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
  if (stat(path.c_str(), &old) != 0) return Replace(FollowLinks(path), nullptr, bytes, what);
  if (!S_ISREG(old.st_mode)) return WriteInPlace(path, bytes, what);
  // A file put in its place would not be the one that this process has open.
  if (const std::optional<int> open_already = StandardStreamOn(old)) {
    return WriteAll(*open_already, bytes) ? absl::OkStatus() : SystemError(errno, what);
  }
  return Replace(FollowLinks(path), &old, bytes, what);
}

absl::Status CreateFile(const std::string& path, absl::string_view bytes) {
  const std::string what = absl::StrCat("cannot write ", QuotePath(path));
  TemporaryFile file(FollowLinks(path), kNewFileMode);
  const bool is_created = file.is_open() && file.Write(bytes) && file.Sync() && file.RenameToNew();
  if (is_created) return absl::OkStatus();
  if (errno != EEXIST) return SystemError(errno, what);
  return absl::AbortedError(absl::StrCat(what, ": it was changed after it was read; run again"));
}

}  // namespace grpcfg
