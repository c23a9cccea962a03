// Each field of the table that a client uses shows in what `resolve` says of it: a field that is in
// the table alone would be "ignored" there, with every other test content.
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/fields/field_table.h"
#include "validator/engine/validate.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

using testing::Contains;
using testing::IsEmpty;

// A value that is right wherever the bounds allow 2.
std::string ValueOf(const Field& field) {
  switch (field.type) {
    case FieldType::kBool:
      return "true";
    case FieldType::kDuration:
      return R"("2s")";
    case FieldType::kStatusCode:
      return R"("UNAVAILABLE")";
    case FieldType::kTokenRatio:
      return "0.5";
    case FieldType::kString:
      return R"("text")";
    default:
      return "2";
  }
}

// The members of a message with every field that the spec uses, but for `left_out`.
std::string MembersOf(const Message& message, absl::string_view left_out, const ProfileAt& spec) {
  std::string members;
  for (const Field& field : message.fields) {
    if (field.json_name == left_out || field.json_name == "name") continue;
    if (spec.Of(message, field).use != Use::kApplied) continue;
    std::string value = field.type == FieldType::kMessage
                            ? absl::StrCat("{", MembersOf(*field.message, left_out, spec), "}")
                            : ValueOf(field);
    if (field.shape == Shape::kList) value = absl::StrCat("[", value, "]");
    absl::StrAppend(&members, members.empty() ? "" : ", ", "\"", field.json_name, "\": ", value);
  }
  return members;
}

std::vector<std::string> PathsOf(const Message& message, absl::string_view left_out,
                                 const ProfileAt& spec, absl::string_view prefix = "") {
  std::vector<std::string> paths;
  for (const Field& field : message.fields) {
    const bool is_used = spec.Of(message, field).use == Use::kApplied;
    if (!is_used || field.json_name == left_out || field.json_name == "name") continue;
    const std::string path = absl::StrCat(prefix, field.json_name);
    if (field.type != FieldType::kMessage) {
      paths.push_back(path);
      continue;
    }
    for (std::string& below : PathsOf(*field.message, left_out, spec, absl::StrCat(path, "."))) {
      paths.push_back(std::move(below));
    }
  }
  return paths;
}

Resolution ResolveForSpec(const std::string& text) {
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const std::vector<Target> spec = *ParseTargets("spec");
  return Resolve(document, spec, Analyse(document, spec, AllRules()), {});
}

void ExpectAll(const std::vector<std::string>& paths, const std::vector<EffectiveValue>& values,
               const std::string& text) {
  std::vector<std::string> resolved;
  resolved.reserve(values.size());
  for (const EffectiveValue& value : values) resolved.push_back(value.Path());
  for (const std::string& path : paths) {
    EXPECT_THAT(resolved, Contains(path))
        << text << "\n`resolve` lacks the field: see validator/resolve/effective.h";
  }
}

// A policy at a time: an entry has one of the two.
TEST(ResolvedFieldsTest, EveryFieldOfAMethodConfig) {
  const ProfileAt spec(SpecProfile());
  const Message& method = *FindField(ServiceConfigMessage(), "methodConfig")->message;
  for (const absl::string_view left_out : {"hedgingPolicy", "retryPolicy"}) {
    const std::string text = absl::StrCat(R"({"methodConfig": [{"name": [{"service": "s"}], )",
                                          MembersOf(method, left_out, spec), "}]}");
    const Resolution resolution = ResolveForSpec(text);
    ASSERT_FALSE(resolution.methods.empty());
    EXPECT_THAT(resolution.methods[0].entry->ignored, IsEmpty()) << text;
    ExpectAll(PathsOf(method, left_out, spec), ValuesOf(resolution.methods[0].entry->effective),
              text);
  }
}

TEST(ResolvedFieldsTest, EveryFieldOfTheChannel) {
  const ProfileAt spec(SpecProfile());
  constexpr absl::string_view kOfTheChannel[] = {"retryThrottling", "healthCheckConfig",
                                                 "connectionScaling"};
  size_t messages = 0;
  for (const Field& field : ServiceConfigMessage().fields) {
    if (field.type != FieldType::kMessage || field.shape != Shape::kOne) continue;
    if (spec.Of(ServiceConfigMessage(), field).use != Use::kApplied) continue;
    ++messages;
    EXPECT_TRUE(absl::c_linear_search(kOfTheChannel, field.json_name))
        << field.json_name << ": is it of the channel, and does `resolve` show it?";
    const std::string text =
        absl::StrCat(R"({"loadBalancingConfig": [{"round_robin": {}}], ")", field.json_name,
                     "\": {", MembersOf(*field.message, "", spec), "}}");
    const Resolution resolution = ResolveForSpec(text);
    EXPECT_THAT(resolution.channels[0].ignored, IsEmpty()) << text;
    ExpectAll(PathsOf(*field.message, "", spec, absl::StrCat(field.json_name, ".")),
              resolution.channels[0].values, text);
  }
  EXPECT_GT(messages, 1U);
}

}  // namespace
}  // namespace grpcfg
