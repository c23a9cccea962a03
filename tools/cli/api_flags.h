// The flags that say which services the names are about: `--descriptor-set`, `--proto-path`,
// `--proto`.
#ifndef GRPCFG_TOOLS_CLI_API_FLAGS_H_
#define GRPCFG_TOOLS_CLI_API_FLAGS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

class Command;

struct ApiFlags {
  std::vector<std::string> descriptor_sets;
  std::vector<std::string> proto_paths;  // none: the current directory
  std::vector<std::string> protos;
};

// Adds the flags to a command.
void AddApiFlags(Command& command, ApiFlags& flags);

struct LoadedApi {
  std::shared_ptr<const Api> api;  // null: nothing was named
  std::vector<std::string> files;  // that it was read from, also those that others import
};

// The services of all that the flags name. Errors: whatever cannot be read, with thing, cause and
// remedy, in several lines.
absl::StatusOr<LoadedApi> LoadApi(const ApiFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_API_FLAGS_H_
