#include "tools/workspace/output_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

// As Linux has it, path_resolution(7).
constexpr int kMostLinks = 40;

// A file, by inode; one that is not there yet by its directory and its name in it.
struct Place {
  dev_t device = 0;
  ino_t inode = 0;
  std::string name = {};
  mode_t mode = 0;

  bool operator==(const Place& other) const {
    return device == other.device && inode == other.inode && name == other.name;
  }
};

Place PlaceOf(const struct stat& file) {
  return {.device = file.st_dev, .inode = file.st_ino, .mode = file.st_mode};
}

std::optional<Place> PlaceOfDescriptor(int descriptor) {
  struct stat file = {};
  if (fstat(descriptor, &file) != 0) return std::nullopt;
  return PlaceOf(file);
}

std::optional<Place> PlaceOfInput(const std::string& path) {
  if (path == "-") return PlaceOfDescriptor(STDIN_FILENO);
  struct stat file = {};
  if (stat(path.c_str(), &file) != 0) return std::nullopt;
  return PlaceOf(file);
}

// Errors: see CheckOutputs.
absl::Status FindOutput(const std::string& path, std::optional<Place>& place) {
  if (path.empty()) {
    place = PlaceOfDescriptor(STDOUT_FILENO);
    return absl::OkStatus();
  }
  const std::string what = absl::StrCat("cannot write ", QuotePath(path));
  struct stat file = {};
  if (stat(path.c_str(), &file) == 0) {
    if (S_ISDIR(file.st_mode)) {
      return absl::FailedPreconditionError(
          absl::StrCat(what, ": it is a directory; name a file in it"));
    }
    place = PlaceOf(file);
    return absl::OkStatus();
  }
  const fs::path target = FollowLinks(path);
  const fs::path directory = target.has_parent_path() ? target.parent_path() : ".";
  if (stat(directory.c_str(), &file) != 0) return SystemError(errno, what);
  place = PlaceOf(file);
  place->name = target.filename();
  return absl::OkStatus();
}

std::string NameOf(const std::string& output) {
  return output.empty() ? "stdout" : QuotePath(output);
}

// `what` and `name`: the file that `output` would replace.
absl::Status Takes(const std::string& output, absl::string_view what, absl::string_view name) {
  return absl::InvalidArgumentError(absl::StrCat("cannot write to ", NameOf(output),
                                                 ": it is the same file as ", what, " ", name,
                                                 "; name another file"));
}

absl::Status TakesOutput(const std::string& output, const std::string& other) {
  const bool is_same_spelling = output == other;
  return absl::InvalidArgumentError(
      absl::StrCat("two formats go to ", NameOf(other),
                   is_same_spelling ? "" : absl::StrCat(", which is also ", NameOf(output)),
                   "; give one of them a file of its own: `--format NAME:FILE`"));
}

using Places = std::vector<std::optional<Place>>;

// Which output before the one at `at` goes where that goes. Devices may be named twice.
std::optional<size_t> FirstLike(absl::Span<const std::string> outputs, const Places& places,
                                size_t at) {
  for (size_t other = 0; other < at && places[at]; ++other) {
    const bool is_device = S_ISCHR(places[at]->mode) && outputs[at] != outputs[other];
    if (!is_device && places[other] == places[at]) return other;
  }
  return std::nullopt;
}

// Finds the places of `all`, the first `reports` of which are of reports. Errors: see CheckOutputs.
absl::Status FindPlaces(absl::Span<const std::string> all, size_t reports, absl::string_view what,
                        Places& places) {
  for (size_t i = 0; i < all.size(); ++i) {
    absl::Status found = FindOutput(all[i], places[i]);
    if (!found.ok()) return found;
    const std::optional<size_t> first = FirstLike(all, places, i);
    if (!first) continue;
    return i < reports ? TakesOutput(all[i], all[*first])
                       : Takes(all[*first], what, QuotePath(all[i]));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckOutputs(absl::Span<const std::string> outputs,
                          absl::Span<const std::string> inputs, const OtherOutputs& others) {
  std::vector<std::string> all(outputs.begin(), outputs.end());
  all.insert(all.end(), others.paths.begin(), others.paths.end());
  Places places(all.size());
  absl::Status found = FindPlaces(all, outputs.size(), others.what, places);
  if (!found.ok()) return found;
  const bool may_be_input = absl::c_any_of(places, [](const std::optional<Place>& place) {
    return place && (S_ISREG(place->mode) || !place->name.empty());
  });
  if (!may_be_input) return absl::OkStatus();
  for (const std::string& input : inputs) {
    const std::optional<Place> read = PlaceOfInput(input);
    if (!read || !S_ISREG(read->mode)) continue;  // stdin and stdout may be one socket
    const auto taken = std::find(places.begin(), places.end(), read);
    if (taken == places.end()) continue;
    return Takes(all[static_cast<size_t>(taken - places.begin())], "the input", QuoteInput(input));
  }
  return absl::OkStatus();
}

std::string FollowLinks(const std::string& path) {
  fs::path reached = path;
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code no_link;
    const fs::path target = fs::read_symlink(reached, no_link);
    if (no_link) return reached;
    reached = reached.parent_path() / target;  // an absolute target stands alone
  }
  return path;
}

std::optional<int> StandardStreamOn(const struct stat& file) {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    if (PlaceOfDescriptor(descriptor) == PlaceOf(file)) return descriptor;
  }
  return std::nullopt;
}

}  // namespace grpcfg
