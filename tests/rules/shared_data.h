// Where the data for tests is: DataPath in the tree, in `tests/data`; SharedPath, for the corpus
// that the project does not contain, in the folder named by GRPCFG_SHARED_DIR, else in `../shared`
// beside the tree. Tests that need the corpus skip, and say so, where it is absent.
#ifndef GRPCFG_TESTS_RULES_SHARED_DATA_H_
#define GRPCFG_TESTS_RULES_SHARED_DATA_H_

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/expected_file.h"

namespace grpcfg {

inline std::filesystem::path DataPath(const std::string& name) {
  return std::filesystem::path("tests/data") / name;
}

inline std::filesystem::path SharedPath(const std::string& name) {
  const char* const folder = std::getenv("GRPCFG_SHARED_DIR");
  return std::filesystem::path(folder != nullptr ? folder : "../shared") / name;
}

// With its size, as RapidJSON takes a NUL for the end.
inline rapidjson::Document ReadJson(const std::filesystem::path& path) {
  const std::string text = ReadWhole(path);
  rapidjson::Document document;
  document.Parse(text.data(), text.size());
  EXPECT_FALSE(document.HasParseError()) << path;
  return document;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_RULES_SHARED_DATA_H_
