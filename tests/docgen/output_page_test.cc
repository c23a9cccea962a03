// docs/json.md and docs/schemas, which are made of the table of outputs. GRPCFG_UPDATE_FIXTURES=1
// rewrites them; read the difference.
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tools/docgen/output_schema.h"

namespace grpcfg {
namespace {

TEST(OutputPageTest, CommittedFilesAreUpToDate) {
  for (const OutputDocument& document : OutputDocuments()) {
    ExpectUpToDate(absl::StrCat("docs/schemas/", document.name, ".json"),
                   OutputJsonSchema(document));
  }
  ExpectUpToDate("docs/json.md", OutputPage());
}

std::set<std::string> NamesOfTypes() {
  std::set<std::string> names = {"string", "integer", "number", "boolean", "object", "any"};
  for (const OutputObject& object : OutputObjects()) names.emplace(object.name);
  for (const OutputWords& words : AllOutputWords()) names.emplace(words.name);
  return names;
}

std::string Innermost(absl::string_view type) {
  if (type.back() == '?') return Innermost(type.substr(0, type.size() - 1));
  const bool is_wrapped = type.front() == '[' || type.front() == '{';
  return is_wrapped ? Innermost(type.substr(1, type.size() - 2)) : std::string(type);
}

TEST(OutputShapesTest, EveryTypeIsThereOnceAndUsed) {
  const std::set<std::string> names = NamesOfTypes();
  EXPECT_EQ(names.size(), 6 + OutputObjects().size() + AllOutputWords().size());
  std::set<std::string> used;
  for (const OutputObject& object : OutputObjects()) {
    if (!object.base.empty()) used.emplace(object.base);
    for (const OutputMember& member : object.members) used.insert(Innermost(member.type));
  }
  for (const OutputDocument& document : OutputDocuments()) used.emplace(document.object);
  for (const std::string& name : used) EXPECT_TRUE(names.contains(name)) << name;
  for (const OutputObject& object : OutputObjects()) {
    EXPECT_TRUE(used.contains(std::string(object.name))) << object.name;
  }
}

}  // namespace
}  // namespace grpcfg
