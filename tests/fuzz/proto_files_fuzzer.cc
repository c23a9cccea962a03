// libFuzzer target for .proto files: whatever the text is, what can be had of it is a set that can
// be read, and there are errors where that is not all. A file `b.proto` that it may import is all
// that stands after a line of dashes.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_split.h"
#include "schema/protobuf/descriptor_set.h"
#include "schema/protobuf/proto_files.h"
#include "tests/fuzz/api_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const std::pair<std::string, std::string> files =
      absl::StrSplit(text, absl::MaxSplits("\n---\n", 1));
  const absl::StatusOr<grpcfg::ParsedProtos> parsed = grpcfg::ParseProtoFiles(
      {"a.proto"}, [&](const std::string& name) -> absl::StatusOr<std::string> {
        if (name == "a.proto") return files.first;
        if (name == "b.proto") return files.second;
        return absl::NotFoundError(name);
      });
  if (!parsed.ok()) {
    grpcfg::Require(!parsed.status().message().empty());
    return 0;
  }
  grpcfg::Require(parsed->faults.ok() || !parsed->faults.message().empty());
  if (parsed->set.empty()) {
    grpcfg::Require(!parsed->faults.ok());
    return 0;
  }
  const absl::StatusOr<grpcfg::Api> api = grpcfg::ReadDescriptorSets({{"`a.pb`", parsed->set}});
  grpcfg::Require(api.ok());
  grpcfg::CheckApi(*api);
  return 0;
}
