// The way that the system takes to a file, link by link.
// For tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_FILE_WAY_H_
#define GRPCFG_TOOLS_WORKSPACE_FILE_WAY_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// Absolute paths, without links but at their ends.
struct FileWay {
  std::string file;                // where it really is
  std::vector<std::string> links;  // each that leads there, in the order they are followed
};

// Follows each directory once.
class FileWays {
 public:
  // `path`, as it is opened. What is not there is taken as it is spelled.
  FileWay Of(absl::string_view path);

 private:
  std::map<std::string, FileWay, std::less<>> directories_;  // as they are spelled
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_FILE_WAY_H_
