// The project file that `init` proposes: few, general lines, each with its reason.
// Promise: the same facts give the same bytes, which the reader of project files takes.
#ifndef GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_
#define GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/project/clients_in_use.h"

namespace grpcfg {

// ---- Globs for files that have nothing in common but what is in them.
// Promise: they match all of the files that are wanted and none of the others, but for a file whose
// name JSON cannot have.

// More of them are read by no one.
inline constexpr size_t kMostIncludeGlobs = 8;

// Paths are from the directory of the project file. One glob if an ending, or a folder with all in
// it, tells the wanted files from the others; else one for each folder that has nothing else, and
// one for each name, in which numbers are any numbers if no other file is called so.
std::vector<std::string> IncludeGlobs(absl::Span<const std::string> chosen,
                                      absl::Span<const std::string> others);

// True if JSON can have `path`: it is UTF-8.
bool CanBeNamed(absl::string_view path);

// ---- The project file

// What the names of configs end in that googleapis has for its client generators.
inline constexpr absl::string_view kEndingOfGenerators = "_grpc_service_config.json";

// What was found below one directory; all paths are from there.
struct RepositoryFacts {
  std::vector<ClientInUse> clients = {};         // by path
  size_t configs = 0;                            // that `check` would find
  size_t named_for_generators = 0;               // of these, by kEndingOfGenerators
  std::vector<std::string> for_generators = {};  // of these, that only client generators take
  size_t unusual = 0;                            // which are configs by what is in them alone
  std::vector<std::string> unusual_globs = {};   // that match them; none: they are too many
  std::vector<std::string> usual_globs = {};     // that match the others
  std::vector<std::string> proto_roots = {};     // where imports of .proto files start from
  std::string proto_fault = {};                  // why they cannot be loaded; empty: they can
  absl::string_view baseline = {};               // its path; empty: none is wanted
};

// True if the configs are rather for client generators than for clients: two of three are, or all
// have the names of such and a tenth are. Then these are the target. Never where a build file names
// a client, which would not take them.
bool AreForGenerators(const RepositoryFacts& facts);

// The text of a project file.
std::string ProposeProject(const RepositoryFacts& facts);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PROPOSAL_H_
