// libFuzzer target for descriptor sets: whatever the bytes are, they are an Api or an error that
// says something, and the rules on names cope with that Api.
#include <cstddef>
#include <cstdint>
#include <string>

#include "schema/protobuf/descriptor_set.h"
#include "tests/fuzz/api_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const absl::StatusOr<grpcfg::Api> api = grpcfg::ReadDescriptorSets({{"`a.pb`", text}});
  if (api.ok()) {
    grpcfg::CheckApi(*api);
  } else {
    grpcfg::Require(!api.status().message().empty());
  }
  return 0;
}
