#include "tools/schema.h"

#include "pages/field_guide.h"
#include "pages/json_schema.h"
#include "tools/exit_status.h"
#include "tools/output.h"

namespace grpcfg {

CLI::App* AddSchemaCommand(CLI::App& app, SchemaFlags& flags) {
  CLI::App* const schema = app.add_subcommand("schema", "Print every field of a service config");
  schema
      ->add_option("--format", flags.format,
                   "json: a JSON Schema, for editors; markdown: a page, for people")
      ->check(CLI::IsMember({"json", "markdown"}))
      ->capture_default_str();
  return schema;
}

int RunSchema(const SchemaFlags& flags) {
  const bool markdown = flags.format == "markdown";
  return Print(markdown ? FieldGuide() : ServiceConfigJsonSchema(), "schema") ? kClean
                                                                              : kCouldNotRun;
}

}  // namespace grpcfg
