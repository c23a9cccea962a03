#include <memory>
#include <string>
#include <vector>

#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"
#include "tools/docgen/field_page.h"
#include "tools/docgen/json_schema.h"
#include "tools/docgen/output_schema.h"
#include "validator/project/project_page.h"

namespace grpcfg {
namespace {

constexpr Format<std::string()> kSchemaFormats[] = {{"json", ServiceConfigJsonSchema},
                                                    {"markdown", FieldGuide}};
// docs/json.md is for people.
constexpr Format<std::string(absl::string_view)> kOutputFormats[] = {{"json", OutputJsonSchema}};

// What users write for grpcfg itself.
struct OwnFile {
  absl::string_view name;
  std::string (*schema)();
};
constexpr OwnFile kOwnFiles[] = {{"project", ProjectJsonSchema}, {"baseline", BaselineJsonSchema}};
constexpr Format<std::string(const OwnFile&)> kOwnFormats[] = {
    {"json", [](const OwnFile& file) { return file.schema(); }}};

struct SchemaFlags {
  std::string of;  // empty: of a service config
  std::vector<std::string> formats;
};

std::vector<std::string> SchemaNames() {
  std::vector<std::string> names(OutputNames().begin(), OutputNames().end());
  for (const OwnFile& file : kOwnFiles) names.emplace_back(file.name);
  return names;
}

absl::StatusOr<int> RunSchema(const SchemaFlags& flags) {
  if (flags.of.empty()) return PrintPage(flags.formats, kSchemaFormats);
  for (const OwnFile& file : kOwnFiles) {
    if (file.name == flags.of) return PrintPage(flags.formats, kOwnFormats, file);
  }
  return PrintPage(flags.formats, kOutputFormats, absl::string_view(flags.of));
}

}  // namespace

Subcommand AddSchemaCommand(Command& app) {
  const auto flags = std::make_shared<SchemaFlags>();
  Command schema = app.AddCommand("schema", "Print every field of a service config");
  AddFormatsFlag(schema, flags->formats, NamesOf(kSchemaFormats),
                 "json: a JSON Schema, for editors; markdown: for people");
  schema
      .AddFlag("--of", flags->of,
               "Print the JSON Schema of a command's output, or of a project file")
      .ValueName("OUTPUT")
      .OneOf("an output", SchemaNames());
  AddExamples(schema, {{"grpcfg schema", "grpcfg schema --format json:service_config.schema.json",
                        "grpcfg schema --of check", "grpcfg schema --of project"}});
  return {schema, [=] { return RunSchema(*flags); }};
}

}  // namespace grpcfg
