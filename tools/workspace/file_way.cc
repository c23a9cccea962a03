#include "tools/workspace/file_way.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

// As Linux has it, path_resolution(7).
constexpr size_t kMostLinks = 40;

// Goes `rest` from where `way` is, a directory without a slash at its end.
void Go(std::string rest, FileWay& way) {
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('/'), rest.size());
    const std::string name = rest.substr(0, end);
    rest.erase(0, end + 1);
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      way.file.resize(way.file.empty() ? 0 : way.file.rfind('/'));
      continue;
    }
    std::string next = absl::StrCat(way.file, "/", name);
    std::error_code no_link;
    const std::string target = std::filesystem::read_symlink(next, no_link).string();
    if (no_link || way.links.size() >= kMostLinks) {
      way.file = std::move(next);
      continue;
    }
    way.links.push_back(std::move(next));
    if (absl::StartsWith(target, "/")) way.file.clear();
    rest = absl::StrCat(target, "/", rest);
  }
}

}  // namespace

FileWay FileWays::Of(absl::string_view path) {
  const absl::string_view directory = DirectoryPart(path);
  auto known = directories_.find(directory);
  if (known == directories_.end()) {
    FileWay way;
    if (!absl::StartsWith(directory, "/")) Go(RealPath(".").value_or(""), way);
    Go(std::string(directory), way);
    known = directories_.emplace(std::string(directory), std::move(way)).first;
  }
  FileWay way = known->second;
  Go(std::string(FileNamePart(path)), way);
  return way;
}

}  // namespace grpcfg
