// How a diff names the files of a run, so that `git apply -p0` and `patch -p0` take it.
// Promise: a name has no `..` and does not begin at `/`; all begin in one directory.
#ifndef GRPCFG_TOOLS_CLI_DIFF_NAMES_H_
#define GRPCFG_TOOLS_CLI_DIFF_NAMES_H_

#include <string>
#include <vector>

namespace grpcfg {

class DiffNames {
 public:
  // `paths` as they are opened; `-` is stdin.
  explicit DiffNames(const std::vector<std::string>& paths);

  // The name of one of them.
  [[nodiscard]] std::string Of(const std::string& path) const;

  // Where names begin, from the current directory: the nearest directory that has them all; empty:
  // the current one.
  [[nodiscard]] std::string Directory() const;

 private:
  std::string begin_;  // absolute, with its slash
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_DIFF_NAMES_H_
