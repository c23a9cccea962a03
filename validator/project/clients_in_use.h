// Which gRPC clients a repository has, by the files of its build tools.
// Promise: pure; takes the text of a file, of any size, in linear time.
#ifndef GRPCFG_VALIDATOR_PROJECT_CLIENTS_IN_USE_H_
#define GRPCFG_VALIDATOR_PROJECT_CLIENTS_IN_USE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

struct ClientInUse {
  std::string target;  // as `--target` takes it: `go@1.64`, or `node` where no release is given
  std::string file;
  std::string words;        // what the file says, on one line: `google.golang.org/grpc v1.64`
  std::string remark = {};  // that the target is another release than the file says; mostly empty
};

// The names of files that may show it, as globs.
std::vector<std::string> BuildFileGlobs();

// What `text`, of the file at `path`, says. A release that is only a lower bound is omitted. One
// that grpcfg does not know has a remark, what `--target` reads it as.
std::vector<ClientInUse> ClientsIn(absl::string_view path, absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_CLIENTS_IN_USE_H_
