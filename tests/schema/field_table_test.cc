// Invariants of the table that the compiler does not check.
#include "schema/fields/field_table.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

// The names of LB policies are in snake_case, and so are the fields of xDS servers.
bool MayHaveUnderscores(const Message& message) {
  return &message == &LoadBalancingConfigMessage() || message.name == "XdsServer";
}

TEST(FieldTableTest, NamesAreUniqueCamelCase) {
  for (const Message* const message : AllMessages()) {
    std::set<std::string> names;
    for (const Field& field : message->fields) {
      if (field.stage == Stage::kForeign) continue;  // as its client has it
      const std::string name(absl::string_view(field.json_name));
      EXPECT_TRUE(names.insert(name).second) << message->name << "." << name;
      const std::string proto_name = ProtoName(field);
      EXPECT_EQ(proto_name[0], name[0]) << name;  // the reader counts on it
      EXPECT_TRUE(proto_name == name || names.insert(proto_name).second) << name;
      EXPECT_TRUE(absl::ascii_islower(static_cast<unsigned char>(name[0]))) << name;
      for (const char c : name) {
        const bool underscore = c == '_' && MayHaveUnderscores(*message);
        EXPECT_TRUE(underscore || absl::ascii_isalnum(static_cast<unsigned char>(c))) << name;
      }
    }
  }
}

TEST(FieldTableTest, EveryRowIsDocumented) {
  for (const Message* const message : AllMessages()) {
    EXPECT_FALSE(message->doc.empty()) << message->name;
    EXPECT_FALSE(message->reference.empty()) << message->name;
    for (const Field& field : message->fields) {
      EXPECT_FALSE(field.doc.empty()) << message->name << "." << SnakeCase(field.json_name);
      EXPECT_FALSE(field.reference.empty()) << message->name << "." << SnakeCase(field.json_name);
      EXPECT_EQ(field.doc.find('\n'), absl::string_view::npos) << message->name;
      EXPECT_TRUE(field.doc.empty() || field.doc.back() == '.') << field.doc;
    }
  }
}

TEST(FieldTableTest, MasksFollowTheRows) {
  for (const Message* const message : AllMessages()) {
    ASSERT_LE(message->fields.size(), kMaxFields) << message->name;
    for (size_t i = 0; i < message->fields.size(); ++i) {
      const Field& field = message->fields[i];
      EXPECT_EQ((message->required >> i & 1) != 0, field.presence == Presence::kRequired);
      EXPECT_EQ((message->exclusive >> i & 1) != 0, !field.oneof.empty());
    }
    EXPECT_EQ(uint64_t{message->required} >> message->fields.size(), 0U) << message->name;
    EXPECT_EQ(uint64_t{message->exclusive} >> message->fields.size(), 0U) << message->name;
  }
}

TEST(FieldTableTest, MessagesAreEachOthers) {
  std::set<const Message*> reached = {&ServiceConfigMessage(), &ChoiceMessage()};
  for (const Message* const message : AllMessages()) {
    for (const Field& field : message->fields) {
      EXPECT_EQ(field.type == FieldType::kMessage, field.message != nullptr) << field.doc;
      EXPECT_TRUE(field.non_empty ? field.shape != Shape::kOne || field.type == FieldType::kString
                                  : true)
          << field.doc;
      if (field.message != nullptr) reached.insert(field.message);
    }
  }
  EXPECT_EQ(reached, std::set<const Message*>(AllMessages().begin(), AllMessages().end()));
  EXPECT_EQ(AllMessages()[0], &ServiceConfigMessage());
}

TEST(FieldTableTest, BoundsHoldSomething) {
  for (const Message* const message : AllMessages()) {
    for (const Field& field : message->fields) {
      const Bound& bound = field.bound;
      EXPECT_TRUE(!bound.has_high || bound.low <= bound.high) << field.doc;
      EXPECT_TRUE(bound.clamp == 0 || bound.low <= bound.clamp) << field.doc;
    }
  }
}

TEST(FieldTableTest, PathsAreForPeople) {
  std::set<std::string> paths;
  std::set<std::string> policy_paths;
  for (const Message* const message : AllMessages()) {
    if (message == &ChoiceMessage()) continue;  // a root of its own
    auto& set = message->of_policy ? policy_paths : paths;
    EXPECT_TRUE(set.insert(PathOf(*message)).second) << message->name;
  }
  EXPECT_EQ(PathOf(ChoiceMessage()), "");
  EXPECT_EQ(paths, (std::set<std::string>{
                       "", "methodConfig[]", "methodConfig[].name[]", "methodConfig[].retryPolicy",
                       "methodConfig[].hedgingPolicy", "retryThrottling", "healthCheckConfig",
                       "connectionScaling", "loadBalancingConfig[]"}));
  for (const absl::string_view path :
       {"loadBalancingConfig[].round_robin",
        "loadBalancingConfig[].outlier_detection_experimental.successRateEjection",
        "loadBalancingConfig[].priority_experimental.children.*",
        "loadBalancingConfig[].rls_experimental.routeLookupConfig.grpcKeybuilders[].names[]"}) {
    EXPECT_TRUE(policy_paths.contains(std::string(path))) << path;
  }
}

// A field that a client fills in is one of the message that it is filled into.
TEST(FieldTableTest, SuppliedFieldsExist) {
  for (const Message* const message : AllMessages()) {
    for (const Field& field : message->fields) {
      if (field.supplied.empty()) continue;
      EXPECT_NE(FindField(*field.message, field.supplied), nullptr) << field.json_name;
    }
  }
}

TEST(FieldTableTest, FindsByExactName) {
  const Message& root = ServiceConfigMessage();
  for (const Field& field : root.fields) EXPECT_EQ(FindField(root, field.json_name), &field);
  EXPECT_EQ(FindField(root, "MethodConfig"), nullptr);
  EXPECT_EQ(FindField(root, "method_config"), nullptr);
  EXPECT_EQ(FindField(root, ""), nullptr);
  EXPECT_EQ(FindField(root, "methodConfig "), nullptr);
}

// Wherever the search starts.
TEST(FieldTableTest, FindsByKey) {
  for (const Message* const message : AllMessages()) {
    std::vector<const Field*> wanted = {nullptr, nullptr};
    std::string text = R"({"": 0, "no such field": 0)";
    for (const Field& field : message->fields) {
      absl::StrAppend(&text, ", \"", field.json_name, "\": 0");
      wanted.push_back(&field);
    }
    text += "}";
    for (const JsonTree& tree : {ParseJson(text), ParseJsonTolerantly(text)}) {
      for (const Field* const last : wanted) {
        std::vector<const Field*> found;
        tree.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
          found.push_back(FindField(*message, tree, member.key, last));
        });
        ASSERT_EQ(found, wanted) << message->name;
      }
    }
  }
}

TEST(FieldTableTest, SnakeCaseIsTheProtoName) {
  EXPECT_EQ(SnakeCase("maxAttempts"), "max_attempts");
  EXPECT_EQ(SnakeCase("name"), "name");
  EXPECT_EQ(SnakeCase("maxConnectionsPerSubchannel"), "max_connections_per_subchannel");
  EXPECT_EQ(SnakeCase(""), "");
}

}  // namespace
}  // namespace grpcfg
