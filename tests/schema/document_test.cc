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
    {"{\"grpc_config\": []}", DocumentKind::kConfig},
};

TEST(DocumentTest, TheShapeTellsTheKind) {
  for (const ShapeRow& row : kShapeRows) {
    EXPECT_EQ(ParseDocumentByShape(row.text).kind, row.kind) << row.text;
  }
}

// Whatever is replaced, and by what: it is the document that is parsed without knowing that.
// Returns whether it is said to have the nodes of the one before.
bool HasSameNodes(const Document& before, NodeId id, absl::string_view now) {
  const Span span = before.tree.span(id);
  std::string text(before.tree.text());
  text.replace(span.begin, span.size(), std::string(now));
  const auto end = static_cast<uint32_t>(span.begin + now.size());
  const Replaced replaced = {span, {span.begin, end}};
  const auto [known, has_same_nodes] = ParseEdited(text, before, {&replaced, 1});
  const Document parsed = ParseEdited(text, before);
  EXPECT_EQ(known.kind, parsed.kind) << text;
  EXPECT_EQ(known.has_attribute, parsed.has_attribute) << text;
  EXPECT_EQ(known.tree.is_plain(), parsed.tree.is_plain()) << text;
  EXPECT_EQ(FindDifference(known.tree, parsed.tree), "") << text;
  const bool was_scalar =
      before.tree.kind(id) != JsonKind::kKey && !IsContainer(before.tree.kind(id));
  const bool are_scalars = was_scalar && !IsContainer(known.tree.kind(id));
  EXPECT_TRUE(!has_same_nodes || (are_scalars && known.tree.size() == before.tree.size())) << text;
  return has_same_nodes;
}

TEST(DocumentTest, WhatWasEditedIsThatTextParsed) {
  constexpr absl::string_view kTexts[] = {R"({"timeout": "5s"})",
                                          R"([{"serviceConfig": 5}, "a"])",
                                          "grpc_config=[{\"a\": 5}]",
                                          "grpc_config = [5]",
                                          R"("alone")",
                                          "5",
                                          R"([{"serviceConfig": "\n"}])",
                                          R"({"a": [], "b": {}, "a": 1})"};
  size_t same = 0;
  for (const absl::string_view text : kTexts) {
    for (const absl::string_view kind : {"config", "choices", "txt"}) {
      for (const Document& before :
           {ParseDocumentByShape(text), ParseDocument(text, *FindDocumentKind(kind))}) {
        for (NodeId id = 0; id < before.tree.size(); ++id) {
          for (const absl::string_view now :
               {R"("grpc_config=[]")", "7", "[]", R"("serviceConfig")", "oops", ""}) {
            same += HasSameNodes(before, id, now) ? 1 : 0;
          }
        }
      }
    }
  }
  EXPECT_GT(same, 0);
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
