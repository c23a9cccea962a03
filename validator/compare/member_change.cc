#include "validator/compare/member_change.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"
#include "schema/json/json_writer.h"
#include "validator/engine/nearest_names.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kEntries = "methodConfig";

// A value that may be changed.
struct Member {
  std::string path;  // "retryPolicy.maxAttempts"
  const Field* field;
  bool is_of_channel;
};

// Those of an entry before those of the root.
std::vector<Member> MembersOfTable() {
  struct Object {
    const Message* message;
    std::string path;  // with a dot at its end
    bool is_of_channel;
  };
  std::vector<Object> objects = {{&MethodConfigMessage(), "", false},
                                 {&ServiceConfigMessage(), "", true}};
  std::vector<Member> members;
  for (size_t i = 0; i < objects.size(); ++i) {
    const Object object = objects[i];
    for (const Field& field : object.message->fields) {
      if (field.stage == Stage::kForeign || field.json_name == kEntries) continue;
      members.push_back({absl::StrCat(object.path, field.json_name), &field, object.is_of_channel});
      if (field.shape != Shape::kOne || field.message == nullptr) continue;
      objects.push_back(
          {field.message, absl::StrCat(members.back().path, "."), object.is_of_channel});
    }
  }
  return members;
}

const std::vector<Member>& Members() {
  static const auto* const kMembers = new std::vector<Member>(MembersOfTable());
  return *kMembers;
}

// Whether JSON of that kind may be a value of the field; what is in it is for the check to say.
bool Takes(const Field& field, JsonKind kind) {
  if (kind == JsonKind::kNull || field.type == FieldType::kJsonValue) return true;
  if (field.shape == Shape::kList) return kind == JsonKind::kArray;
  if (field.shape == Shape::kMap) return kind == JsonKind::kObject;
  switch (field.type) {
    case FieldType::kMessage:
    case FieldType::kJsonObject:
      return kind == JsonKind::kObject;
    case FieldType::kBool:
      return kind == JsonKind::kTrue || kind == JsonKind::kFalse;
    case FieldType::kInteger:
    case FieldType::kNumber:
    case FieldType::kTokenRatio:
      return kind == JsonKind::kNumber;
    case FieldType::kString:
    case FieldType::kDuration:
    case FieldType::kPolicyName:
    case FieldType::kHeaderName:
      return kind == JsonKind::kString;
    default:  // numbers that may be quoted, and words that have numbers
      return kind == JsonKind::kNumber || kind == JsonKind::kString;
  }
}

// What an error says of the values that a field takes.
std::string TypeOf(const Field& field) {
  if (field.shape == Shape::kList) {
    return field.type == FieldType::kStatusCode ? R"(a JSON array such as ["UNAVAILABLE"])"
                                                : "a JSON array";
  }
  if (Takes(field, JsonKind::kObject)) return "a JSON object";
  if (field.type == FieldType::kBool) return "true or false";
  if (field.type == FieldType::kDuration) return "a duration such as 0.5s";
  return Takes(field, JsonKind::kNumber) ? "a number" : "a string";
}

absl::Status ValueError(const Member& member, absl::string_view value) {
  const auto corrected =
      member.field->type == FieldType::kDuration ? CorrectedDuration(value) : std::nullopt;
  return absl::InvalidArgumentError(
      absl::StrCat("--set ", member.path, " got `", value, "`; ",
                   corrected ? absl::StrCat("did you mean `", *corrected, "`?")
                             : absl::StrCat("write ", TypeOf(*member.field))));
}

// The value as JSON. A text that is not JSON of the field's type is a string without its quotes.
absl::StatusOr<std::string> JsonOf(const Member& member, absl::string_view value) {
  const JsonTree tree = ParseJson(value);
  const bool is_json = tree.issues().empty() && Takes(*member.field, tree.kind(JsonTree::kRoot));
  const bool is_text = !is_json && member.field->shape == Shape::kOne &&
                       Takes(*member.field, JsonKind::kString) &&
                       !Takes(*member.field, JsonKind::kNumber);
  if (!is_json && !is_text) return ValueError(member, value);
  const absl::string_view text = is_json ? tree.Text(JsonTree::kRoot) : value;
  const bool is_duration =
      member.field->type == FieldType::kDuration && tree.kind(JsonTree::kRoot) != JsonKind::kNull;
  if (is_duration && ParseDuration(text).error != DurationError::kNone) {
    return ValueError(member, text);
  }
  return is_json ? std::string(value) : JsonString(value);
}

// `{"a": {"b": 3}}`; without a path the value alone.
std::string Nested(absl::Span<const absl::string_view> path, std::string json) {
  for (size_t i = path.size(); i-- > 0;)
    json = absl::StrCat("{", JsonString(path[i]), ": ", json, "}");
  return json;
}

// What replaces bytes of a text.
struct Replacement {
  Span span;
  std::string text;
};

// Of `object`, at the end of whose path the value is to stand.
Replacement ReplacementIn(const JsonTree& tree, NodeId object, const MemberChange& change) {
  absl::Span<const absl::string_view> rest = change.path;
  for (;;) {
    const NodeId value = MemberOf(tree, object, rest[0]);
    if (value == kNoNode) break;
    rest = rest.subspan(1);
    if (rest.empty() || tree.kind(value) != JsonKind::kObject) {
      return {tree.span(value), Nested(rest, change.json)};
    }
    object = value;
  }
  const uint32_t inside = tree.span(object).begin + 1;
  const bool is_empty = tree.node(object).next == object + 1;
  return {{inside, inside},
          absl::StrCat(JsonString(rest[0]), ": ", Nested(rest.subspan(1), change.json),
                       is_empty ? "" : ", ")};
}

// The entries of the config that are meant, in the order of the text.
std::vector<NodeId> EntriesOf(const JsonTree& tree, const std::set<std::string>& pointers) {
  std::vector<NodeId> entries;
  const NodeId list = MemberOf(tree, JsonTree::kRoot, kEntries);
  if (list == kNoNode || tree.kind(list) != JsonKind::kArray) return entries;
  size_t index = 0;
  tree.ForEachElement(list, [&](NodeId entry) {
    const bool is_meant = pointers.contains(absl::StrCat("/", kEntries, "/", index++));
    if (is_meant && tree.kind(entry) == JsonKind::kObject) entries.push_back(entry);
  });
  return entries;
}

}  // namespace

absl::StatusOr<MemberChange> ParseMemberChange(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  if (parts.first.size() == text.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--set got `", text, "`; write MEMBER=VALUE, such as retryPolicy.maxAttempts=3"));
  }
  const auto member =
      absl::c_find_if(Members(), [&](const Member& each) { return each.path == parts.first; });
  if (member == Members().end()) {
    std::vector<absl::string_view> paths;
    for (const Member& each : Members()) paths.emplace_back(each.path);
    return absl::InvalidArgumentError(
        absl::StrCat("--set: ", NotAmong(parts.first, "a member of a method config", paths,
                                         "`grpcfg schema` has all members")));
  }
  absl::StatusOr<std::string> json = JsonOf(*member, parts.second);
  if (!json.ok()) return json.status();
  return MemberChange{absl::StrSplit(member->path, '.'), member->is_of_channel, *std::move(json)};
}

absl::StatusOr<std::string> WithChange(absl::string_view config, const MemberChange& change,
                                       const std::set<std::string>& entries) {
  const JsonTree tree = ParseJson(config);
  std::vector<NodeId> objects = {JsonTree::kRoot};
  if (!change.is_of_channel) objects = EntriesOf(tree, entries);
  if (objects.empty() || tree.kind(JsonTree::kRoot) != JsonKind::kObject) {
    return absl::InvalidArgumentError(absl::StrCat("--set ", absl::StrJoin(change.path, "."),
                                                   ": the config has no entry to change"));
  }
  if (change.path.size() > 1) {
    const auto has_policy = [&](NodeId object) {
      return MemberOf(tree, object, change.path[0]) != kNoNode;
    };
    if (absl::c_any_of(objects, has_policy)) {
      std::erase_if(objects, [&](NodeId object) { return !has_policy(object); });
    }
  }
  std::string changed;
  uint32_t copied = 0;
  for (const NodeId object : objects) {
    const Replacement replacement = ReplacementIn(tree, object, change);
    absl::StrAppend(&changed, config.substr(copied, replacement.span.begin - copied),
                    replacement.text);
    copied = replacement.span.end;
  }
  return absl::StrCat(changed, config.substr(copied));
}

}  // namespace grpcfg
