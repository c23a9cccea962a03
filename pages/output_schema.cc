#include "pages/output_schema.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_text.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kPlainTypes[] = {"string", "integer", "number", "boolean", "object"};

bool IsPlain(absl::string_view type) {
  return std::find(std::begin(kPlainTypes), std::end(kPlainTypes), type) != std::end(kPlainTypes);
}

const OutputObject* FindObject(absl::string_view name) {
  const auto objects = OutputObjects();
  const auto* const found = std::find_if(
      objects.begin(), objects.end(), [&](const OutputObject& each) { return each.name == name; });
  return found == objects.end() ? nullptr : &*found;
}

// The schema of a type; the names that it refers to are added to `names`.
JsonMembers SchemaOf(absl::string_view type, absl::btree_set<std::string>& names) {
  const absl::string_view inner = type.substr(1, type.size() - 2);
  if (type == "any") return {};
  if (type.back() == '?') {
    const absl::string_view some = type.substr(0, type.size() - 1);
    if (IsPlain(some)) return {{"type", JsonStrings({some, "null"})}};
    return {{"anyOf", JsonArray({JsonObject(SchemaOf(some, names)), R"({"type":"null"})"})}};
  }
  if (type.front() == '[') {
    return {{"type", JsonString("array")}, {"items", JsonObject(SchemaOf(inner, names))}};
  }
  if (type.front() == '{') {
    return {{"type", JsonString("object")},
            {"additionalProperties", JsonObject(SchemaOf(inner, names))}};
  }
  if (IsPlain(type)) return {{"type", JsonString(type)}};
  names.emplace(type);
  return {{"$ref", JsonString(absl::StrCat("#/$defs/", type))}};
}

// The members of an object and of those that it is based on.
std::vector<OutputMember> MembersOf(const OutputObject& object) {
  std::vector<OutputMember> members;
  if (!object.base.empty()) members = MembersOf(*FindObject(object.base));
  members.insert(members.end(), object.members.begin(), object.members.end());
  return members;
}

JsonMembers SchemaOf(const OutputObject& object, absl::btree_set<std::string>& names) {
  JsonMembers properties;
  std::vector<absl::string_view> required;
  for (const OutputMember& member : MembersOf(object)) {
    JsonMembers schema = SchemaOf(member.type, names);
    if (!member.doc.empty()) schema.emplace_back("description", JsonString(member.doc));
    properties.emplace_back(member.name, JsonObject(schema));
    if (member.presence == Presence::kAlways) required.push_back(member.name);
  }
  JsonMembers schema = {{"description", JsonString(object.doc)},
                        {"type", JsonString("object")},
                        {"properties", JsonObject(properties)},
                        {"required", JsonStrings(required)}};
  if (object.is_open) schema.emplace_back("additionalProperties", "true");
  return schema;
}

JsonMembers SchemaOf(const OutputWords& words) {
  std::vector<absl::string_view> names;
  std::string meanings = absl::StrCat(words.doc);
  for (const auto& [word, meaning] : words.words) {
    names.push_back(word);
    absl::StrAppend(&meanings, "\n", word, ": ", meaning);
  }
  return {{"description", JsonString(meanings)}, {"enum", JsonStrings(names)}};
}

// The definition of what a type names.
JsonMembers DefinitionOf(absl::string_view name, absl::btree_set<std::string>& names) {
  const OutputObject* const object = FindObject(name);
  if (object != nullptr) return SchemaOf(*object, names);
  for (const OutputWords& words : AllOutputWords()) {
    if (words.name == name) return SchemaOf(words);
  }
  return {};
}

// Of all that `names` names, and what that names in turn.
JsonMembers DefinitionsOf(absl::btree_set<std::string> names) {
  JsonMembers definitions;
  absl::btree_set<std::string> done;
  while (!names.empty()) {
    const std::string name = *names.begin();
    names.erase(names.begin());
    if (!done.insert(name).second) continue;
    definitions.emplace_back(name, JsonObject(DefinitionOf(name, names)));
  }
  std::sort(definitions.begin(), definitions.end());
  return definitions;
}

}  // namespace

std::string OutputJsonSchema(const OutputDocument& document) {
  absl::btree_set<std::string> names;
  JsonMembers schema = {
      {"$schema", JsonString("https://json-schema.org/draft/2020-12/schema")},
      {"title", JsonString(absl::StrCat("What `", document.command, "` prints",
                                        document.is_line ? ", line by line" : ""))}};
  for (auto& member : SchemaOf(*FindObject(document.object), names)) {
    schema.push_back(std::move(member));
  }
  schema.emplace_back("$defs", JsonObject(DefinitionsOf(std::move(names))));
  return PrettyJson(JsonObject(schema));
}

}  // namespace grpcfg
