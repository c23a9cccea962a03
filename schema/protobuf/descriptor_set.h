// Descriptor sets, as `protoc --descriptor_set_out` writes them, as an Api.
// Promise: whatever the bytes are, the answer is an Api or an error that says thing, cause, remedy.
#ifndef GRPCFG_SCHEMA_PROTOBUF_DESCRIPTOR_SET_H_
#define GRPCFG_SCHEMA_PROTOBUF_DESCRIPTOR_SET_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

// A FileDescriptorSet in bytes. All 8,016 files of googleapis make 21 MiB.
struct DescriptorSet {
  std::string name;  // for messages, in backticks
  std::string bytes;
};

inline constexpr size_t kMaxDescriptorSetBytes = size_t{128} << 20;

// The error for a set above kMaxDescriptorSetBytes, for those who see that before they read it.
absl::Status DescriptorSetTooLarge(absl::string_view name);

// The services of all sets; a service in several of them is the one of the first. A set without the
// files that it imports will do; then nothing is known of requests that are declared there. Errors:
// kInvalidArgument, kResourceExhausted for a set above kMaxDescriptorSetBytes.
absl::StatusOr<Api> ReadDescriptorSets(absl::Span<const DescriptorSet> sets);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_PROTOBUF_DESCRIPTOR_SET_H_
