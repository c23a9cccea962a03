// What kind of document a text is, and where its places are.
#include "schema/fields/document.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "schema/json/json_pointers.h"
#include "tests/schema/json_invariants.h"

namespace grpcfg {
namespace {

struct ShapeRow {
  absl::string_view text;
  DocumentKind kind;
};

const ShapeRow kShapeRows[] = {
    {"", DocumentKind::kConfig},
    {"{}", DocumentKind::kConfig},
    {"[]", DocumentKind::kConfig},
    {"[{}]", DocumentKind::kConfig},
    {R"([{"methodConfig": []}])", DocumentKind::kConfig},
    {R"({"serviceConfig": {}})", DocumentKind::kConfig},
    {R"([{"serviceConfig": {}}])", DocumentKind::kChoices},
    {R"([{"percentage": 5}])", DocumentKind::kChoices},
    {R"([{"clientHostname": []}, 5])", DocumentKind::kChoices},
    {R"([5, null, {"own": 1, "clientLanguage": 5}])", DocumentKind::kChoices},
    {R"([{"service\u0043onfig": {}}])", DocumentKind::kChoices},
    {R"([{"serviceconfig": {}}])", DocumentKind::kConfig},
    {R"([[{"serviceConfig": {}}]])", DocumentKind::kConfig},
    {R"([{"serviceConfig": {})", DocumentKind::kChoices},
    {"grpc_config=", DocumentKind::kTxt},
    {"grpc_config={}", DocumentKind::kTxt},
    {"grpc_config=[{\"serviceConfig\": {}}]", DocumentKind::kTxt},
    {" grpc_config=[]", DocumentKind::kTxt},
    {"grpc_config =[]", DocumentKind::kTxt},
    {"GRPC_CONFIG=[]", DocumentKind::kTxt},
    {"\"grpc_config=[]\"", DocumentKind::kTxt},
    {"grpc_conf=[]", DocumentKind::kConfig},
    {R"(grpc_config.shop TXT "grpc_config=[]")", DocumentKind::kConfig},
    {"{\"grpc_config\": []}", DocumentKind::kConfig},
};

TEST(DocumentTest, TheShapeGivesTheKind) {
  for (const ShapeRow& row : kShapeRows) {
    EXPECT_EQ(ParseDocumentByShape(row.text).kind, row.kind) << row.text;
  }
}

TEST(DocumentTest, KindsHaveWords) {
  EXPECT_EQ(FindDocumentKind("config"), DocumentKind::kConfig);
  EXPECT_EQ(FindDocumentKind("choices"), DocumentKind::kChoices);
  EXPECT_EQ(FindDocumentKind("txt"), DocumentKind::kTxt);
  EXPECT_EQ(FindDocumentKind("auto"), std::nullopt);
  EXPECT_EQ(FindDocumentKind(""), std::nullopt);
}

TEST(DocumentTest, OnlyATxtValueCanLackTheAttribute) {
  EXPECT_TRUE(ParseDocument("[]", DocumentKind::kConfig).has_attribute);
  EXPECT_TRUE(ParseDocument("[]", DocumentKind::kChoices).has_attribute);
  EXPECT_TRUE(ParseDocument("grpc_config=[]", DocumentKind::kTxt).has_attribute);
  for (const absl::string_view text :
       {"", "[]", "grpc_config", "grpc_config =[]", "Grpc_config="}) {
    EXPECT_FALSE(ParseDocument(text, DocumentKind::kTxt).has_attribute) << text;
  }
}

TEST(DocumentTest, PlacesCountFromTheStartOfTheText) {
  const std::string text = R"(grpc_config=[{"serviceConfig": {"methodConfig": 5}}])";
  const Document document = ParseDocument(text, DocumentKind::kTxt);
  const JsonTree& tree = document.tree;
  EXPECT_EQ(tree.span(JsonTree::kRoot).begin, kTxtAttribute.size());
  EXPECT_EQ(tree.span(JsonTree::kRoot).end, text.size());
  for (NodeId node = 0; node < tree.size(); ++node) {
    if (tree.kind(node) != JsonKind::kNumber) continue;
    EXPECT_EQ(Slice(text, tree.span(node)), "5");
    EXPECT_EQ(JsonPointers(tree).Of(node), "/0/serviceConfig/methodConfig");
  }
}

// The same tree, moved by the attribute, whether a text has faults and escapes or not.
TEST(DocumentTest, ATxtValueIsItsListMoved) {
  for (const absl::string_view list :
       {R"([{"serviceConfig": {}}])", R"([{"serviceConfig": {"\u0061": [1, "x"],}}])", "", "[",
        "\xEF\xBB\xBF[]", "[{\"a\": \"\xC3\xA9\"}]", "[]]", "//"}) {
    const std::string text = absl::StrCat(kTxtAttribute, list);
    const Document txt = ParseDocument(text, DocumentKind::kTxt);
    const Document choices = ParseDocument(list, DocumentKind::kChoices);
    ASSERT_EQ(txt.tree.size(), choices.tree.size()) << list;
    for (NodeId node = 0; node < txt.tree.size(); ++node) {
      EXPECT_EQ(txt.tree.kind(node), choices.tree.kind(node)) << list;
      EXPECT_EQ(Slice(text, txt.tree.span(node)), Slice(list, choices.tree.span(node))) << list;
    }
    ASSERT_EQ(txt.tree.issues().size(), choices.tree.issues().size()) << list;
    for (size_t i = 0; i < txt.tree.issues().size(); ++i) {
      EXPECT_EQ(txt.tree.issues()[i].kind, choices.tree.issues()[i].kind) << list;
      EXPECT_EQ(txt.tree.issues()[i].span.begin,
                choices.tree.issues()[i].span.begin + kTxtAttribute.size())
          << list;
    }
  }
}

}  // namespace
}  // namespace grpcfg
