#include "tools/workspace/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

constexpr int kMostNames = 1000;

}  // namespace

int CreateBeside(const std::string& path, mode_t mode, std::string& name) {
  const absl::string_view directory = DirectoryPart(path);
  for (int i = 0; i < kMostNames; ++i) {
    name = absl::StrCat(directory, ".grpcfg-", getpid(), "-", i, ".tmp");
    const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace grpcfg
