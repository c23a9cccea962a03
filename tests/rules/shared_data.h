// Where the data lies that the project is tested against but does not contain: the folder named by
// GRPCFG_SHARED_DIR, else `../shared` beside the tree. Tests skip, and say so, where it is absent.
#ifndef GRPCFG_TESTS_RULES_SHARED_DATA_H_
#define GRPCFG_TESTS_RULES_SHARED_DATA_H_

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/expected_file.h"

namespace grpcfg {

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
