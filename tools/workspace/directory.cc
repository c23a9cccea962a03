#include "tools/workspace/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

struct CloseDirectory {
  void operator()(DIR* stream) const { closedir(stream); }
};
using DirectoryStream = std::unique_ptr<DIR, CloseDirectory>;

EntryKind KindOfMode(mode_t mode) {
  if (S_ISREG(mode)) return EntryKind::kFile;
  if (S_ISDIR(mode)) return EntryKind::kDirectory;
  return EntryKind::kOther;
}

// Fills in what readdir() left open: links, and file systems that tell no type.
void Inspect(int directory, DirectoryEntry& entry) {
  struct stat status = {};
  if (!entry.is_link) {
    if (fstatat(directory, entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return;
    entry.is_link = S_ISLNK(status.st_mode);
  }
  if (entry.is_link && fstatat(directory, entry.name.c_str(), &status, 0) != 0) {
    entry.link_error = errno;
    return;
  }
  entry.kind = KindOfMode(status.st_mode);
}

DirectoryEntry MakeEntry(int directory, const dirent& found) {
  DirectoryEntry entry = {.name = static_cast<const char*>(found.d_name)};
  if (found.d_type == DT_REG) {
    entry.kind = EntryKind::kFile;
  } else if (found.d_type == DT_DIR) {
    entry.kind = EntryKind::kDirectory;
  } else if (found.d_type == DT_LNK || found.d_type == DT_UNKNOWN) {
    entry.is_link = found.d_type == DT_LNK;
    Inspect(directory, entry);
  }
  return entry;
}

}  // namespace

absl::StatusOr<Directory> ReadDirectory(const std::string& path) {
  const std::string what = absl::StrCat("cannot list ", QuotePath(path.empty() ? "." : path));
  FileDescriptor file(open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status = {};
  if (!file.is_open() || fstat(file.number(), &status) != 0) return SystemError(errno, what);
  const DirectoryStream stream(fdopendir(file.number()));
  if (stream == nullptr) return SystemError(errno, what);
  const int descriptor = file.Release();  // now closed with the stream

  Directory directory = {.identity = {status.st_dev, status.st_ino}, .entries = {}};
  errno = 0;
  while (const dirent* found = readdir(stream.get())) {
    const absl::string_view name = static_cast<const char*>(found->d_name);
    if (name != "." && name != "..") directory.entries.push_back(MakeEntry(descriptor, *found));
    errno = 0;  // readdir() leaves it alone at the end and sets it for a fault
  }
  if (errno != 0) return SystemError(errno, what);
  std::sort(directory.entries.begin(), directory.entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return directory;
}

}  // namespace grpcfg
