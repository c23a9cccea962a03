#include "tools/workspace/replace_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/output_file.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/temporary_file.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {
namespace {

constexpr mode_t kWritable = S_IWUSR | S_IWGRP | S_IWOTH;

// A file that is to be replaced.
struct Place {
  std::string path;  // with links followed
  std::string what;  // what a failure begins with
  struct stat status = {};
};

absl::Status Refused(const Place& place, absl::string_view cause_and_remedy) {
  return absl::FailedPreconditionError(absl::StrCat(place.what, ": ", cause_and_remedy));
}

absl::Status CheckRights(const Place& place, const ReplacementWords& words) {
  if (S_ISDIR(place.status.st_mode)) return Refused(place, "it is a directory; name a file in it");
  if (!S_ISREG(place.status.st_mode)) {
    return Refused(place, absl::StrCat("it is not a regular file; ", words.for_devices));
  }
  // A user who may write to the directory, or is root, could replace it all the same.
  const bool is_writable = (place.status.st_mode & kWritable) != 0 &&
                           faccessat(AT_FDCWD, place.path.c_str(), W_OK, AT_EACCESS) == 0;
  if (!is_writable) return Refused(place, "it is read-only; make it writable with `chmod u+w`");
  return absl::OkStatus();
}

// Errors: another text is there.
absl::Status CheckText(const Place& place, absl::string_view old_text) {
  const absl::StatusOr<std::string> text = ReadFile(place.path);
  if (!text.ok()) return text.status();
  if (*text == old_text) return absl::OkStatus();
  return absl::AbortedError(
      absl::StrCat(place.what, ": it was changed after it was read; run again"));
}

// Errors: another file is there.
absl::Status CheckFile(const Place& place) {
  struct stat now = {};
  if (lstat(place.path.c_str(), &now) != 0) return SystemError(errno, place.what);
  if (now.st_dev == place.status.st_dev && now.st_ino == place.status.st_ino) {
    return absl::OkStatus();
  }
  return absl::AbortedError(
      absl::StrCat(place.what, ": it was replaced by another file after it was read; run again"));
}

// The names of the extended attributes of a file; none where the file system has none.
std::vector<std::string> AttributesOf(int file) {
  const ssize_t size = flistxattr(file, nullptr, 0);
  if (size <= 0) return {};
  std::string names(static_cast<size_t>(size), '\0');
  const ssize_t got = flistxattr(file, names.data(), names.size());
  if (got <= 0) return {};
  names.resize(static_cast<size_t>(got));
  return absl::StrSplit(names, '\0', absl::SkipEmpty());
}

// True if `to` has the attribute of `from`, which is the user's.
bool CopyAttribute(int from, int to, const std::string& name) {
  if (!absl::StartsWith(name, "user.")) return true;
  const ssize_t size = fgetxattr(from, name.c_str(), nullptr, 0);
  if (size < 0) return false;
  std::string value(static_cast<size_t>(size), '\0');
  const ssize_t got = fgetxattr(from, name.c_str(), value.data(), value.size());
  return got >= 0 && fsetxattr(to, name.c_str(), value.data(), static_cast<size_t>(got), 0) == 0;
}

// All but the owner, whose change takes bits off the mode, and so comes first. False with errno
// set.
bool CopyRights(const Place& place, int from, const TemporaryFile& to) {
  for (const std::string& name : AttributesOf(from)) {
    if (!CopyAttribute(from, to.number(), name)) return false;
  }
  return to.TakeAccessOf(place.path) &&
         fchmod(to.number(), place.status.st_mode & kPermissions) == 0;
}

// True if a new file has the same owner and group, or was given them.
bool HasOwnerOf(const Place& place, int file) {
  struct stat own = {};
  if (fstat(file, &own) != 0) return false;
  const bool is_same = own.st_uid == place.status.st_uid && own.st_gid == place.status.st_gid;
  return is_same || fchown(file, place.status.st_uid, place.status.st_gid) == 0;
}

// A name is on disk once its directory is.
bool SyncDirectoryOf(const std::string& path) {
  const std::string directory(DirectoryPart(path));
  const FileDescriptor opened(
      open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems have no such thing, and need none.
  return opened.is_open() && (fsync(opened.number()) == 0 || errno == EINVAL);
}

absl::Status NotSynced(const Place& place) {
  return SystemError(errno, absl::StrCat("the new text of ", QuotePath(place.path),
                                         " may not survive a power failure"));
}

// Writes over the bytes that are there. The old ones stay in `beside` unless all went well.
absl::Status Overwrite(const Place& place, const Replacement& replacement, TemporaryFile& beside) {
  if (!beside.Write(replacement.old_text) || !beside.Sync() || !SyncDirectoryOf(place.path)) {
    return SystemError(errno, place.what);
  }
  const FileDescriptor file(open(place.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open()) return SystemError(errno, place.what);
  absl::Status unchanged = CheckFile(place);
  if (unchanged.ok()) unchanged = CheckText(place, replacement.old_text);
  if (!unchanged.ok()) return unchanged;
  const auto write_whole = [&](absl::string_view text) {
    return lseek(file.number(), 0, SEEK_SET) == 0 && WriteAll(file.number(), text) &&
           ftruncate(file.number(), static_cast<off_t>(text.size())) == 0 &&
           fsync(file.number()) == 0;
  };
  if (write_whole(replacement.new_text)) return absl::OkStatus();
  absl::Status failed = SystemError(errno, place.what);
  if (write_whole(replacement.old_text)) return failed;
  beside.Keep();
  return {failed.code(),
          absl::StrCat(failed.message(), "; its old text is in ", QuotePath(beside.name()))};
}

absl::Status Rename(const Place& place, const Replacement& replacement, TemporaryFile& beside) {
  const FileDescriptor old(open(place.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!old.is_open()) return SystemError(errno, place.what);
  if (!beside.Write(replacement.new_text) || !CopyRights(place, old.number(), beside) ||
      !beside.Sync()) {
    return SystemError(errno, place.what);
  }
  absl::Status unchanged = CheckText(place, replacement.old_text);
  if (unchanged.ok()) unchanged = CheckFile(place);
  if (!unchanged.ok()) return unchanged;
  if (!beside.Rename()) return SystemError(errno, place.what);
  return SyncDirectoryOf(place.path) ? absl::OkStatus() : NotSynced(place);
}

}  // namespace

absl::Status ReplaceFile(const std::string& path, const Replacement& replacement) {
  const ReplacementWords& words = replacement.words;
  Place place = {.path = FollowLinks(path),
                 .what = absl::StrCat("cannot ", words.action, " ", QuotePath(path))};
  if (lstat(place.path.c_str(), &place.status) != 0) return SystemError(errno, place.what);
  absl::Status status = CheckRights(place, words);
  if (status.ok()) status = CheckText(place, replacement.old_text);
  if (!status.ok()) return status;
  const bool has_one_name = place.status.st_nlink == 1;
  if (!has_one_name && !replacement.in_place) {
    return Refused(place, absl::StrCat("it has ", place.status.st_nlink,
                                       " names (hard links), which would lead to two texts; ",
                                       words.for_shared));
  }
  TemporaryFile beside(place.path, kPrivateMode);
  if (!beside.is_open()) return SystemError(errno, place.what);
  const bool has_owner = HasOwnerOf(place, beside.number());
  if (has_one_name && has_owner) return Rename(place, replacement, beside);
  if (replacement.in_place) return Overwrite(place, replacement, beside);
  return Refused(place,
                 absl::StrCat("it is owned by another user; replacing it would change the owner; ",
                              words.for_shared));
}

}  // namespace grpcfg
