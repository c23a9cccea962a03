// Methods that `--method` requests and that neither a config nor a descriptor has.
#ifndef GRPCFG_TOOLS_CLI_UNKNOWN_METHODS_H_
#define GRPCFG_TOOLS_CLI_UNKNOWN_METHODS_H_

#include <string>
#include <vector>

#include "validator/resolve/resolve.h"

namespace grpcfg {

// One that no entry covers, for any target that takes the config, and that no descriptor declares.
struct UnknownMethod {
  std::string name;
  std::vector<std::string> near;  // names of the config, or else of the descriptors
};

// Those of `resolution`, which Resolve made of `document` and `analysis`. `api`: null without
// descriptors.
std::vector<UnknownMethod> FindUnknownMethods(const Document& document, const Analysis& analysis,
                                              const Resolution& resolution, const Api* api);

// For each of `resolution.methods`: the names of the config, or else of the descriptors, that it
// may stand for, or of the same service. None for one that an entry names.
std::vector<std::vector<std::string>> FindNearNames(const Document& document,
                                                    const Analysis& analysis,
                                                    const Resolution& resolution, const Api* api);

// Names them on stderr, with likely corrections. True if there are any: the command then ends with
// kFindings.
bool NoteUnknownMethods(const std::vector<UnknownMethod>& unknown, const Api* api);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_UNKNOWN_METHODS_H_
