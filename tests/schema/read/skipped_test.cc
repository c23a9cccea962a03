// What a client never looks at, by the key that a value stands below.
#include "schema/read/skipped.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/schema/reading.h"

namespace grpcfg {
namespace {

struct Row {
  const char* why;
  std::string text;  // with 7 where it is asked
  bool spec;         // whether it is skipped by each
  bool go;
  bool gapic;
};

TEST(SkippedTest, BelowAKey) {
  const Row rows[] = {
      {"a field", R"({"methodConfig": [{"timeout": 7}]})", false, false, false},
      {"in another letter case", R"({"METHODCONFIG": [{"Timeout": 7}]})", true, false, true},
      {"in snake_case", R"({"method_config": [{"timeout": 7}]})", true, true, false},
      {"misspelt", R"({"methodConfg": [{"timeout": 7}]})", true, true, true},
      {"misspelt in an entry", R"({"methodConfig": [{"retryPolcy": {"maxAttempts": 7}}]})", true,
       true, true},
      {"misspelt below what Go folds", R"({"methodconfig": [{"retryPolcy": {"maxAttempts": 7}}]})",
       true, true, true},
      {"the Kelvin sign, which no key here has", "{\"methodConfi\u212A\": [{\"timeout\": 7}]}",
       true, true, true},
  };
  const auto is_skipped = [](const Row& row, const Profile& profile) {
    const Document document = ParseDocument(row.text, DocumentKind::kConfig);
    const ProfileAt client(profile);
    const auto at = static_cast<uint32_t>(row.text.rfind('7'));
    const NodeId node = document.tree.NodeAt({at, at + 1});
    return FindSkipped(document, {client, client.default_policies}, node).has_value();
  };
  for (const Row& row : rows) {
    EXPECT_EQ(is_skipped(row, SpecProfile()), row.spec) << row.why;
    EXPECT_EQ(is_skipped(row, GoProfile()), row.go) << row.why;
    EXPECT_EQ(is_skipped(row, GapicProfile()), row.gapic) << row.why;
  }
}

}  // namespace
}  // namespace grpcfg
