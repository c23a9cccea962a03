#include "tools/docgen/output_schema.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/strings/match.h"
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

// The schema of a type within the mark `?`, `[` or `{`.
JsonMembers Wrapped(char mark, const JsonMembers& inner) {
  if (mark == '?') return {{"anyOf", JsonArray({JsonObject(inner), R"({"type":"null"})"})}};
  if (mark == '[') return {{"type", JsonString("array")}, {"items", JsonObject(inner)}};
  return {{"type", JsonString("object")}, {"additionalProperties", JsonObject(inner)}};
}

// The schema of a type; the names that it refers to are added to `names`.
JsonMembers SchemaOf(absl::string_view type, absl::btree_set<std::string>& names) {
  std::string marks;  // `?`, `[` and `{` around the innermost type, the outermost first
  while (type.back() == '?' || type.front() == '[' || type.front() == '{') {
    const bool may_be_null = type.back() == '?';
    marks += may_be_null ? '?' : type.front();
    type = type.substr(may_be_null ? 0 : 1, type.size() - (may_be_null ? 1 : 2));
  }
  JsonMembers schema;
  const bool is_plain = IsPlain(type);
  if (is_plain && absl::EndsWith(marks, "?")) {
    schema = {{"type", JsonStrings({type, "null"})}};
    marks.pop_back();
  } else if (is_plain) {
    schema = {{"type", JsonString(type)}};
  } else if (type != "any") {
    names.emplace(type);
    schema = {{"$ref", JsonString(absl::StrCat("#/$defs/", type))}};
  }
  for (; !marks.empty(); marks.pop_back()) schema = Wrapped(marks.back(), schema);
  return schema;
}

// The members of an object and of those that it is based on.
std::vector<OutputMember> MembersOf(const OutputObject& object) {
  std::vector<OutputMember> members;
  for (const OutputObject* each = &object; each != nullptr; each = FindObject(each->base)) {
    members.insert(members.begin(), each->members.begin(), each->members.end());
  }
  return members;
}

JsonMembers SchemaOf(const OutputObject& object, absl::btree_set<std::string>& names) {
  JsonMembers properties;
  std::vector<absl::string_view> required;
  for (const OutputMember& member : MembersOf(object)) {
    JsonMembers schema = SchemaOf(member.type, names);
    if (!member.doc.empty()) schema.emplace_back("description", JsonString(member.doc));
    properties.emplace_back(member.name, JsonObject(schema));
    if (member.occurrence == Occurrence::kAlways) required.push_back(member.name);
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
    names.emplace_back(word);
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
