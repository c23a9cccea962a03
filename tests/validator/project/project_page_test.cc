// The tables of project files for editors and for people, and that examples are true.
#include "validator/project/project_page.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/validator/project/every_rule.h"
#include "validator/project/project_fields.h"
#include "validator/project/project_rules.h"
#include "validator/project/read_project.h"

namespace grpcfg {
namespace {

constexpr char kBegin[] = "<!-- Generated from validator/project/project_fields.cc. -->\n";
constexpr char kEnd[] = "<!-- Generated so far. -->\n";

TEST(ProjectPageTest, CommittedFilesAreUpToDate) {
  ExpectUpToDate("docs/project.schema.json", ProjectJsonSchema());
  ExpectUpToDate("docs/baseline.schema.json", BaselineJsonSchema());
  const std::string page = ReadWhole("docs/check.md");
  const size_t begin = page.find(kBegin);
  const size_t end = page.find(kEnd);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos && begin < end);
  ExpectUpToDate("docs/check.md", absl::StrCat(page.substr(0, begin), kBegin, "\n",
                                               ProjectMembers(), "\n", page.substr(end)));
}

TEST(ProjectFieldsTest, RowsAreWhole) {
  for (const ProjectMessage& message :
       {MessageOfProject(), MessageOfBaseline(), MessageOfObjects(kOverrides),
        MessageOfObjects(kSuppressions), MessageOfObjects(kFindings)}) {
    std::set<absl::string_view> names;
    for (const ProjectField& field : message.fields) {
      EXPECT_TRUE(names.insert(field.name).second) << field.name << " of " << message.name;
      EXPECT_EQ(FactsOf(field.type).type, field.type) << field.name;
      EXPECT_FALSE(field.doc.empty()) << field.name;
      EXPECT_EQ(field.doc.back(), '.') << field.name;
    }
  }
}

// Those of the suppressions are project files, that of the baseline is one.
TEST(ProjectRulesTest, ExamplesAreReadAsIntended) {
  for (const Rule& rule : ProjectRules().rules) {
    const bool is_fault = rule.id == kProjectFileInvalid;
    const auto faults = [&](const std::string& text) {
      return rule.id == kBaselineStale ? ReadBaseline(text, RulesAndProjectRules()).faults
                                       : ReadProject(text, RulesAndProjectRules()).faults;
    };
    EXPECT_EQ(faults(rule.bad.Text()).diagnostics.empty(), !is_fault) << rule.id;
    EXPECT_TRUE(faults(rule.good.Text()).diagnostics.empty()) << rule.id;
    EXPECT_EQ(&ProjectRuleOf(rule.id), &rule);
  }
}

}  // namespace
}  // namespace grpcfg
