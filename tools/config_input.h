// The one service config that a command is about.
#ifndef GRPCFG_TOOLS_CONFIG_INPUT_H_
#define GRPCFG_TOOLS_CONFIG_INPUT_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tools/api_flags.h"
#include "validator/resolve/method_entries.h"
#include "validator/resolve/resolve.h"
#include "validator/target.h"

namespace grpcfg {

// Where it is, and what of it is asked for, as the user said it.
struct ConfigFlags {
  std::vector<std::string> paths;  // to be one; `-` is stdin
  std::vector<std::string> methods;
  ApiFlags api;
  std::string kind = "auto";
  std::string stdin_filename = "<stdin>";
};

// Adds PATH, --method, --kind, --stdin-filename and the flags of ApiFlags to a command.
void AddConfigFlags(CLI::App& command, ConfigFlags& flags);

struct ConfigInput {
  std::string path;  // as reports call it
  std::string text;
  std::vector<MethodName> methods;
};

// The text of a file, or of stdin for `-`. Errors: NotFound and others, see ReadFileInto.
absl::StatusOr<std::string> ReadInput(const std::string& path);

// Reads what the flags name. Errors: InvalidArgument for several paths and for what is no method;
// NotFound and others for a file that cannot be read.
absl::StatusOr<ConfigInput> ReadConfigInput(const ConfigFlags& flags);

// What each target makes of it, see Resolve. `api` as for Analyse. Errors: InvalidArgument for a
// list of choices: what holds for a client of it depends on the host and on a draw.
absl::StatusOr<Resolution> ResolveConfig(const ConfigInput& input, const ConfigFlags& flags,
                                         absl::Span<const Target> targets, const Api* api);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CONFIG_INPUT_H_
