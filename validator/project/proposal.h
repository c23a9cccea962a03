// The project file that `init` proposes: few, general lines, each with its reason.
// Promise: the same facts give the same bytes, which the reader of project files takes.
#ifndef GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_
#define GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "validator/project/clients_in_use.h"

namespace grpcfg {

// What the names of configs end in that googleapis has for its client generators.
inline constexpr absl::string_view kEndingOfGenerators = "_grpc_service_config.json";

// What was found below one directory; all paths are from there.
struct RepositoryFacts {
  std::vector<ClientInUse> clients = {};         // by path
  size_t configs = 0;                            // that `check` would find
  size_t named_for_generators = 0;               // of these, by kEndingOfGenerators
  std::vector<std::string> for_generators = {};  // of these, that only client generators take
  std::vector<std::string> proto_roots = {};     // where imports of .proto files start from
  std::vector<std::string> protos = {};          // globs for those that count; empty: all do
  std::string proto_fault = {};                  // why they cannot be loaded; empty: they can
  absl::string_view baseline = {};               // its path; empty: none is requested
};

// True if the configs are rather for client generators than for clients: two of three are, or all
// have the names of such and a tenth are. Then these are the target. Never where a build file names
// a client, which would not take them.
bool AreForGenerators(const RepositoryFacts& facts);

// The text of a project file.
std::string ProposeProject(const RepositoryFacts& facts);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_
