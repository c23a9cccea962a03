#include "validator/project/project_page.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "schema/json/json_text.h"
#include "validator/project/project_fields.h"

namespace grpcfg {
namespace {

using SchemaOf = std::string(const ProjectField& field);

std::string ObjectSchema(const ProjectMessage& message, JsonMembers more, SchemaOf& schema_of) {
  JsonMembers properties;
  std::vector<absl::string_view> required;
  for (const ProjectField& field : message.fields) {
    properties.emplace_back(field.name, schema_of(field));
    if (field.is_required) required.push_back(field.name);
  }
  more.emplace_back("type", JsonString("object"));
  more.emplace_back("properties", JsonObject(properties));
  if (!required.empty()) more.emplace_back("required", JsonStrings(required));
  more.emplace_back("additionalProperties", "false");
  return JsonObject(more);
}

std::string Description(const ProjectField& field) {
  return absl::StrCat(R"("description":)", JsonString(field.doc));
}

// Of a member that holds no objects.
std::string ValueSchema(const ProjectField& field) {
  const ProjectTypeFacts& facts = FactsOf(field.type);
  const absl::string_view comma = facts.schema.empty() ? "" : ",";
  if (!facts.is_list) return absl::StrCat("{", facts.schema, comma, Description(field), "}");
  return absl::StrCat(R"({"anyOf":[{)", facts.schema, R"(},{"type":"array","items":{)",
                      facts.schema, "}}],", Description(field), "}");
}

std::string MemberSchema(const ProjectField& field) {
  if (field.type != ProjectType::kObjects) return ValueSchema(field);
  return absl::StrCat("{", FactsOf(field.type).schema, ",", Description(field), R"(,"items":)",
                      ObjectSchema(MessageOfObjects(field.name), {}, ValueSchema), "}");
}

std::string WholeSchema(const ProjectMessage& message, absl::string_view title) {
  const JsonMembers head = {{"$schema", JsonString("https://json-schema.org/draft/2020-12/schema")},
                            {"title", JsonString(title)}};
  return absl::StrCat(PrettyJson(ObjectSchema(message, head, MemberSchema)), "\n");
}

// A bar would end the cell.
std::string Cell(absl::string_view text) { return absl::StrReplaceAll(text, {{"|", "\\|"}}); }

void AppendTable(const ProjectMessage& message, std::string& out) {
  absl::StrAppend(&out, "| member | is | |\n|---|---|---|\n");
  for (const ProjectField& field : message.fields) {
    absl::StrAppend(&out, "| `", field.name, "`", field.is_required ? " (required)" : "", " | ",
                    Cell(FactsOf(field.type).words), " | ", Cell(field.doc), " |\n");
  }
}

}  // namespace

std::string ProjectJsonSchema() { return WholeSchema(MessageOfProject(), "grpcfg project file"); }

std::string BaselineJsonSchema() { return WholeSchema(MessageOfBaseline(), "grpcfg baseline"); }

std::string ProjectMembers() {
  std::string out;
  AppendTable(MessageOfProject(), out);
  for (const absl::string_view member : {kOverrides, kSuppressions, kAcknowledged}) {
    absl::StrAppend(&out, "\nIn `", member, "`:\n\n");
    AppendTable(MessageOfObjects(member), out);
  }
  return out;
}

}  // namespace grpcfg
