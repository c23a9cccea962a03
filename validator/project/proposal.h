// The project file that `init` proposes, with the reason of each line as a comment above it.
// Promise: the same facts give the same bytes, which the reader of project files takes.
#ifndef GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_
#define GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/strings/string_view.h"
#include "validator/project/clients_in_use.h"

namespace grpcfg {

// The configs of one folder, without those of folders in it.
struct FolderFacts {
  size_t configs = 0;
  size_t for_generators = 0;        // that only client generators take
  size_t named_for_generators = 0;  // of these, by kEndingOfGenerators
};

// What the names of configs end in that googleapis has for its client generators.
inline constexpr absl::string_view kEndingOfGenerators = "_grpc_service_config.json";

// What was found below one directory; all paths are from there.
struct RepositoryFacts {
  std::vector<ClientInUse> clients = {};                   // by path
  size_t configs = 0;                                      // of all names
  size_t named_for_generators = 0;                         // by kEndingOfGenerators
  std::vector<std::string> generator_configs = {};         // those that only client generators take
  absl::btree_map<std::string, FolderFacts> folders = {};  // "a/b/", or "" for the directory itself
  std::vector<std::string> unusual_configs = {};           // which are so by what is in them alone
  std::vector<std::string> unusual_globs = {};     // that match them; none: they are too many
  std::vector<std::string> nameless_configs = {};  // the same, which no glob finds: not UTF-8
  std::vector<std::string> usual_globs = {};       // that match the others
  std::vector<std::string> proto_roots = {};       // where imports of .proto files start from
  size_t protos = 0;                               // how many are below them
  std::string proto_fault = {};                    // why they cannot be loaded; empty: they can
  absl::string_view baseline = {};                 // its path; empty: none is wanted
};

// True if the configs are rather for client generators than for clients: most are, or all have the
// names of such and a tenth are. Then these are the target. Never where a build file names a
// client, which would not take them.
bool AreForGenerators(const RepositoryFacts& facts);

// The configs for generators of the folders where most are, one alone only by its name, and no
// client is; a folder, with a slash at its end, stands for all in it if all are. None: nothing
// tells them from configs that lack what clients need, or they are too many.
std::vector<std::string> PathsForGenerators(const RepositoryFacts& facts);

// The text of a project file.
std::string ProposeProject(const RepositoryFacts& facts);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_
