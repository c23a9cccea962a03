// `.proto` files as protoc compiles them. Promise: no file is read here, and whatever the texts
// are, the answer is a descriptor set or an error with file, line, column and remedy.
#ifndef GRPCFG_SCHEMA_PROTOBUF_PROTO_FILES_H_
#define GRPCFG_SCHEMA_PROTOBUF_PROTO_FILES_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

// Gives the text of a file by the name that imports use, `shop/orders.proto`. NotFound: there is
// none; any other error ends the compilation.
using ProtoReader = absl::FunctionRef<absl::StatusOr<std::string>(const std::string& name)>;

// The descriptor set of `names` and all that they import. google/protobuf/*.proto need not be
// there.
absl::StatusOr<std::string> CompileProtoFiles(absl::Span<const std::string> names,
                                              ProtoReader read);

// Two files that declare the same names, by their own names: the first one counts.
struct ProtoCopy {
  std::string used;
  std::string left_out;
};

// A set of files of which some cannot be compiled.
struct ParsedProtos {
  std::string set;      // with the services, without requests and options, of those files
  absl::Status faults;  // why; OK: all compile but for the copies
  std::vector<ProtoCopy> copies;
  // Of files that are not .proto files by their syntax, which are not in the set; each once.
  std::vector<std::string> unread_packages;
};

// What to say of copies, of which there are some: which files are used, and how many are not.
std::string WordsOn(absl::Span<const ProtoCopy> copies);

// The same as CompileProtoFiles, with all that can be had of `names`. Of files that declare the
// same names one counts: the first in the folder of its package, or else the first. Errors: those
// of `read` but NotFound, and files that are too many or too large.
absl::StatusOr<ParsedProtos> ParseProtoFiles(absl::Span<const std::string> names, ProtoReader read);

// The services of one file that imports nothing else than google/protobuf/*.proto.
absl::StatusOr<Api> ReadProtoText(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_PROTOBUF_PROTO_FILES_H_
