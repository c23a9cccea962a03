#include "tools/cli/diff_names.h"

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {

DiffNames::DiffNames(const std::vector<std::string>& paths) : begin_(AbsoluteDirectoryPath("")) {
  for (const std::string& path : paths) {
    const std::string absolute = path == "-" ? begin_ : AbsolutePath(path);
    while (!absl::StartsWith(absolute, begin_)) {
      begin_.pop_back();
      begin_.resize(DirectoryPart(begin_).size());
    }
  }
}

std::string DiffNames::Of(const std::string& path) const {
  return PathFrom(begin_, AbsolutePath(path));
}

std::string DiffNames::Directory() const {
  const std::string here = AbsoluteDirectoryPath("");
  if (begin_ == here) return "";
  return std::string(absl::StripSuffix(PathFrom(here, begin_), "/"));
}

}  // namespace grpcfg
