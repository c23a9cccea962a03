#include "validator/project/path_glob.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace grpcfg {
namespace {

// A path with a slash in it and nothing special: compared as it is, which costs no automaton.
bool IsPlain(absl::string_view glob) {
  return glob.find_first_of("*?[\\!") == absl::string_view::npos &&
         absl::StrContains(absl::StripSuffix(glob, "/"), '/') && !absl::EndsWith(glob, "/");
}

}  // namespace

PathGlob::PathGlob(const LocatedTexts& globs) {
  if (globs.size() == 1 && IsPlain(globs[0].text)) {
    plain_ = std::string(absl::StripPrefix(globs[0].text, "/"));
    return;
  }
  std::vector<Glob> parsed;
  for (const LocatedText& each : globs) {
    absl::StatusOr<Glob> glob = ParseGlob(each.text);
    if (glob.ok()) parsed.push_back(*std::move(glob));
  }
  globs_ = GlobList(std::move(parsed));
}

bool PathGlob::Holds(absl::string_view path) const {
  if (!plain_.empty()) {
    return absl::ConsumePrefix(&path, plain_) && (path.empty() || path[0] == '/');
  }
  if (globs_.empty()) return true;
  for (size_t slash = path.find('/'); slash != absl::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (globs_.Matches(path.substr(0, slash), /*is_directory=*/true)) return true;
  }
  return globs_.Matches(path, /*is_directory=*/false);
}

}  // namespace grpcfg
