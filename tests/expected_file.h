// Files that are made by the program and committed: pages, schemas, expected outputs.
#ifndef GRPCFG_TESTS_EXPECTED_FILE_H_
#define GRPCFG_TESTS_EXPECTED_FILE_H_

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace grpcfg {

inline std::string ReadWhole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Expects the file at `path` to hold `made`; tools/update, which sets GRPCFG_UPDATE_FIXTURES,
// writes it first. A failure tells the first line that differs.
inline void ExpectUpToDate(const std::string& path, const std::string& made) {
  if (std::getenv("GRPCFG_UPDATE_FIXTURES") != nullptr) {
    std::ofstream(path, std::ios::binary) << made;
  }
  const std::string committed = ReadWhole(path);
  if (committed == made) return;
  const std::vector<std::string> old_lines = absl::StrSplit(committed, '\n');
  const std::vector<std::string> new_lines = absl::StrSplit(made, '\n');
  size_t at = 0;
  while (at < old_lines.size() && at < new_lines.size() && old_lines[at] == new_lines[at]) ++at;
  const auto line = [at](const std::vector<std::string>& lines) {
    return at < lines.size() ? lines[at] : "(end of file)";
  };
  ADD_FAILURE() << path << ":" << at + 1
                << ": is not what the program makes now\n  committed: " << line(old_lines)
                << "\n  made:      " << line(new_lines)
                << "\nIf that is meant: tools/update writes it; read `git diff` before you commit.";
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_EXPECTED_FILE_H_
