// The configs in fixtures/, which are also what tests make mutants of.
#ifndef GRPCFG_TESTS_RULES_FIXTURE_FILES_H_
#define GRPCFG_TESTS_RULES_FIXTURE_FILES_H_

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "schema/fields/document.h"
#include "schema/protobuf/proto_files.h"
#include "tests/expected_file.h"

namespace grpcfg {

inline constexpr absl::string_view kConfigExtensions[] = {".json", ".txt"};

// Sorted paths of the files with one of the extensions.
inline std::vector<std::string> FixtureFiles(absl::Span<const absl::string_view> extensions) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("fixtures")) {
    const std::string extension = entry.path().extension();
    if (absl::c_linear_search(extensions, extension)) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The config at `path`, or another text in its place: .txt is a TXT value, .json what its shape
// says.
inline Document ParseFixture(const std::string& path, absl::string_view text) {
  return absl::EndsWith(path, ".txt") ? ParseDocument(text, DocumentKind::kTxt)
                                      : ParseDocumentByShape(text);
}

// The services of the .proto file beside the config at `path`, if there is one.
inline std::optional<Api> ApiBeside(const std::string& path) {
  const std::string proto = std::filesystem::path(path).replace_extension(".proto");
  if (!std::filesystem::exists(proto)) return std::nullopt;
  absl::StatusOr<Api> api = ReadProtoText(ReadWhole(proto));
  EXPECT_TRUE(api.ok()) << proto << ": " << api.status();
  return *std::move(api);
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_RULES_FIXTURE_FILES_H_
