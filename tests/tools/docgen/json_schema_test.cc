// The pages that are made of the field table: up to date and complete. GRPCFG_UPDATE_FIXTURES=1
// rewrites the committed files; read the difference.
#include "tools/docgen/json_schema.h"

#include <iterator>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_text.h"
#include "tests/expected_file.h"
#include "tests/schema/reading.h"
#include "tools/docgen/field_page.h"
#include "tools/docgen/field_words.h"

namespace grpcfg {
namespace {

constexpr size_t kColumns = 100;

TEST(JsonSchemaTest, CommittedFilesAreUpToDate) {
  ExpectUpToDate("schema/service_config.schema.json", ServiceConfigJsonSchema());
  ExpectUpToDate("docs/fields.md", FieldGuide());
}

rapidjson::Document ParsedSchema() {
  rapidjson::Document schema;
  const std::string text = ServiceConfigJsonSchema();
  schema.Parse(text.data(), text.size());
  return schema;
}

std::string Text(absl::string_view text) { return std::string(text); }

TEST(JsonSchemaTest, HasEveryFieldWithItsWords) {
  const rapidjson::Document schema = ParsedSchema();
  ASSERT_FALSE(schema.HasParseError());
  for (const Message* const message : AllMessages()) {
    const std::string name = Text(message->name);
    ASSERT_TRUE(schema["$defs"].HasMember(name.c_str())) << name;
    const auto& properties = schema["$defs"][name.c_str()]["properties"];
    size_t shown = 0;
    for (const Field& field : message->fields) {
      if (field.stage == Stage::kForeign) continue;
      ++shown;
      const std::string key = Text(field.json_name);
      ASSERT_TRUE(properties.HasMember(key.c_str())) << name << "." << key;
      const auto& property = properties[key.c_str()];
      EXPECT_EQ(property["title"].GetString(), key);
      EXPECT_THAT(property["description"].GetString(), testing::StartsWith(Text(field.doc)));
      EXPECT_THAT(property["description"].GetString(), testing::HasSubstr(Text(field.reference)));
      EXPECT_THAT(property["markdownDescription"].GetString(),
                  testing::StartsWith(Text(field.doc)));
      EXPECT_EQ(property.HasMember("deprecated"), field.stage == Stage::kDeprecated) << key;
    }
    EXPECT_EQ(properties.MemberCount(), shown) << name;
  }
}

TEST(JsonSchemaTest, MessagesHaveNamesOfTheirOwn) {
  std::set<absl::string_view> names;
  for (const Message* const message : AllMessages()) {
    EXPECT_TRUE(names.insert(message->name).second) << message->name;
  }
}

TEST(FieldGuideTest, HasEveryFieldAndLinksToWhatIsThere) {
  const std::string guide = FieldGuide();
  const std::vector<std::string> lines = absl::StrSplit(guide, '\n');
  for (const Message* const message : AllMessages()) {
    const std::string heading = absl::StrCat(message->of_policy ? "###" : "##", " ", message->name);
    EXPECT_THAT(lines, testing::Contains(heading));
    for (const Field& field : message->fields) {
      if (field.stage == Stage::kForeign) continue;
      EXPECT_THAT(guide, testing::HasSubstr(absl::StrCat("\n| `", field.json_name, "`")));
      EXPECT_THAT(LinkedReference(field.reference), testing::HasSubstr("](https://"));
    }
    EXPECT_THAT(LinkedReference(message->reference), testing::HasSubstr("](https://"));
  }
  for (const std::string& line : lines) {
    const bool free = absl::StartsWith(line, "|") || absl::StrContains(line, "](https://") ||
                      absl::StartsWith(line, "<!--");
    EXPECT_TRUE(free || line.size() <= kColumns) << line;
  }
}

TEST(FieldGuideTest, ShowsAValidConfig) {
  const std::string guide = FieldGuide();
  const std::vector<std::string> parts = absl::StrSplit(guide, "```");
  ASSERT_EQ(parts.size(), 3U);
  ASSERT_TRUE(absl::StartsWith(parts[1], "json\n"));
  EXPECT_THAT(ReadText(parts[1].substr(4)).Kinds(), testing::IsEmpty());
}

TEST(LinkedReferenceTest, LinksWhatItKnows) {
  EXPECT_EQ(LinkedReference("gRFC A24"),
            "[gRFC A24](https://github.com/grpc/proposal/blob/master/A24-lb-policy-config.md)");
  EXPECT_EQ(LinkedReference("a book, page 3"), "a book, page 3");
  // No A2 for want of an A240.
  EXPECT_EQ(LinkedReference("gRFC A240, x"), "gRFC A240, x");
}

TEST(JsonTextTest, EscapesAndBreaksLines) {
  EXPECT_EQ(JsonString("a\"b\\c\nd\x01"), "\"a\\\"b\\\\c\\nd\\u0001\"");
  EXPECT_EQ(JsonObject({}), "{}");
  EXPECT_EQ(PrettyJson(R"({"a":[1,2],"b}":"x,y:z"})"), "{\"a\": [1, 2], \"b}\": \"x,y:z\"}\n");
  const std::string wide(60, 'x');
  EXPECT_EQ(PrettyJson(absl::StrCat(R"({"a":[")", wide, "\",\"", wide, R"("],"b":{}})")),
            absl::StrCat("{\n  \"a\": [\n    \"", wide, "\",\n    \"", wide,
                         "\"\n  ],\n  \"b\": {}\n}\n"));
}

struct PatternRow {
  Bound bound;
  absl::string_view pattern;
};

TEST(NumberPatternTest, CoverTheBoundAndNoMore) {
  const PatternRow rows[] = {
      {AtLeast(0), "[0-9]|[1-9][0-9]+"},
      {Above(0), "[1-9]|[1-9][0-9]+"},
      {AtLeast(2), "[2-9]|[1-9][0-9]+"},
      {Between(0, 5), "[0-5]"},
      {Between(0, 16), "[0-9]|1[0-5]|16"},
      {Between(0, 100), "[0-9]|[1-9][0-9]|100"},
      {AboveUpTo(0, 1000), "[1-9]|[1-9][0-9]{1,2}|1000"},
      {Between(3, 255), "[3-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-4]|255"},
  };
  for (const PatternRow& row : rows) EXPECT_EQ(IntegerPattern(row.bound), row.pattern);
}

}  // namespace
}  // namespace grpcfg
