// Owner of one open file descriptor: it is closed exactly once, whatever way a function returns.
// For tools/workspace only; all other code reads through read_file.h and walk.h.
#ifndef GRPCFG_TOOLS_WORKSPACE_FILE_DESCRIPTOR_H_
#define GRPCFG_TOOLS_WORKSPACE_FILE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace grpcfg {

class FileDescriptor {
 public:
  // Takes what open() returned: a descriptor to own, or a negative number for none.
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (is_open()) close(number_);
  }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

  // Returns the descriptor and leaves its closing to the caller.
  [[nodiscard]] int Release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_FILE_DESCRIPTOR_H_
