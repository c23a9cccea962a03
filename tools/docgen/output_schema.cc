#include "tools/docgen/output_schema.h"

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_text.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

extern const absl::string_view kOutputSchemas;  // docs/output.schema.json, from CMake

namespace {

constexpr absl::string_view kOutputs[] = {"check",   "jsonl",    "batch",   "compat",
                                          "resolve", "simulate", "suggest", "diff",
                                          "rules",   "explain",  "targets"};

// The members of `$defs`, by name.
absl::btree_map<absl::string_view, absl::string_view> Definitions(const JsonTree& schemas) {
  absl::btree_map<absl::string_view, absl::string_view> definitions;
  schemas.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
    if (schemas.Text(member.key) != "$defs") return;
    schemas.ForEachMember(member.value, [&](const JsonMember& definition) {
      const Span span = schemas.span(definition.value);
      definitions.emplace(schemas.Text(definition.key),
                          kOutputSchemas.substr(span.begin, span.end - span.begin));
    });
  });
  return definitions;
}

// Adds the names of the definitions that `schema` refers to.
void AddReferences(absl::string_view schema, absl::btree_set<std::string>& names) {
  constexpr absl::string_view kMark = "\"#/$defs/";
  for (size_t at = schema.find(kMark); at != absl::string_view::npos;
       at = schema.find(kMark, at + 1)) {
    const size_t begin = at + kMark.size();
    names.emplace(schema.substr(begin, schema.find('"', begin) - begin));
  }
}

}  // namespace

absl::Span<const absl::string_view> OutputNames() { return kOutputs; }

std::string OutputJsonSchema(absl::string_view output) {
  const JsonTree schemas = ParseJson(kOutputSchemas);
  const auto definitions = Definitions(schemas);
  const absl::string_view root = definitions.at(output);
  absl::btree_set<std::string> open;
  AddReferences(root, open);
  absl::btree_map<std::string, std::string> used;
  while (!open.empty()) {
    const std::string name = *open.begin();
    open.erase(open.begin());
    if (!used.emplace(name, definitions.at(name)).second) continue;
    AddReferences(definitions.at(name), open);
  }
  return PrettyJson(absl::StrCat(R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)",
                                 root.substr(1, root.size() - 2), R"(,"$defs":)",
                                 JsonObject({used.begin(), used.end()}), "}"));
}

}  // namespace grpcfg
