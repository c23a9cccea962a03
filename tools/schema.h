// `grpcfg schema`: the fields of a service config, for editors and for people.
#ifndef GRPCFG_TOOLS_SCHEMA_H_
#define GRPCFG_TOOLS_SCHEMA_H_

#include <string>

#include "CLI/CLI.hpp"

namespace grpcfg {

// The flags as the user gave them.
struct SchemaFlags {
  std::string format = "json";
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddSchemaCommand(CLI::App& app, SchemaFlags& flags);

// Runs it. Returns the exit status: 0, or 2 if stdout could not be written.
int RunSchema(const SchemaFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_SCHEMA_H_
