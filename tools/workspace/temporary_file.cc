#include "tools/workspace/temporary_file.h"

#include <fcntl.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {

TemporaryFile::TemporaryFile(std::string path, mode_t mode) : path_(std::move(path)) {
  sigset_t ending = {};
  sigemptyset(&ending);
  for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&ending, each);
  pthread_sigmask(SIG_BLOCK, &ending, &signals_);
  constexpr int kMostNames = 1000;
  for (int i = 0; i < kMostNames; ++i) {
    name_ = absl::StrCat(DirectoryPart(path_), ".grpcfg-", getpid(), "-", i, ".tmp");
    constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    file_ = FileDescriptor(open(name_.c_str(), kFlags, mode));
    if (file_.is_open() || errno != EEXIST) return;
  }
}

TemporaryFile::~TemporaryFile() {
  if (is_open() && !is_kept_) unlink(name_.c_str());
  pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
}

bool TemporaryFile::Write(absl::string_view bytes) const { return WriteAll(number(), bytes); }

bool TemporaryFile::Sync() const { return fsync(number()) == 0; }

bool TemporaryFile::TakeAccessOf(const std::string& path) const {
  constexpr char kAccess[] = "system.posix_acl_access";
  const auto is_none = [] { return errno == ENODATA || errno == EOPNOTSUPP; };
  const ssize_t size = getxattr(path.c_str(), kAccess, nullptr, 0);
  if (size < 0) return is_none() && (fremovexattr(number(), kAccess) == 0 || is_none());
  std::string list(static_cast<size_t>(size), '\0');
  const ssize_t got = getxattr(path.c_str(), kAccess, list.data(), list.size());
  return got >= 0 && fsetxattr(number(), kAccess, list.data(), static_cast<size_t>(got), 0) == 0;
}

bool TemporaryFile::Rename() {
  is_kept_ = rename(name_.c_str(), path_.c_str()) == 0;
  return is_kept_;
}

bool TemporaryFile::RenameToNew() {
  is_kept_ = renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0;
  if (is_kept_ || (errno != EINVAL && errno != ENOSYS)) return is_kept_;
  // A file system that cannot do that, as NFS. The second name goes with the object.
  return link(name_.c_str(), path_.c_str()) == 0;
}

}  // namespace grpcfg
