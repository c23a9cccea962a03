// A file under a name of its own, beside the one that it is to replace.
// Promise: it is removed with the object unless it was renamed or is kept. As long as the object
// lives, what ends a process from a terminal (Ctrl-C) waits.
// For tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_TEMPORARY_FILE_H_
#define GRPCFG_TOOLS_WORKSPACE_TEMPORARY_FILE_H_

#include <sys/types.h>

#include <csignal>
#include <string>

#include "absl/strings/string_view.h"
#include "tools/workspace/file_descriptor.h"

namespace grpcfg {

// For no other user, until its bytes and its rights are those of the file that it replaces.
inline constexpr mode_t kPrivateMode = 0600;

// Mode bits that are permissions.
inline constexpr mode_t kPermissions = 07777;

// Where the system fails, functions return false, and errno says why.
class TemporaryFile {
 public:
  // Its name does not grow with that of `path`, which may be as long as names get. Failure: see
  // is_open().
  TemporaryFile(std::string path, mode_t mode);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  [[nodiscard]] bool is_open() const { return file_.is_open(); }
  [[nodiscard]] int number() const { return file_.number(); }
  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] bool Write(absl::string_view bytes) const;
  [[nodiscard]] bool Sync() const;
  // Gives it the access list of the file at `path`, or none: a directory may give every new file
  // one of its own. To be called before the mode is set, of which the list takes a part.
  [[nodiscard]] bool TakeAccessOf(const std::string& path) const;
  // To the path, in place of what is there.
  [[nodiscard]] bool Rename();
  // To the path; EEXIST if anything is there.
  [[nodiscard]] bool RenameToNew();
  // It stays under its own name.
  void Keep() { is_kept_ = true; }

 private:
  std::string path_;
  std::string name_;
  FileDescriptor file_ = FileDescriptor(-1);
  bool is_kept_ = false;
  sigset_t signals_ = {};  // that were blocked before
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_TEMPORARY_FILE_H_
