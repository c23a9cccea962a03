// From protobuf's own descriptors to an Api. Only what reads descriptors includes it.
#ifndef GRPCFG_SCHEMA_API_BUILDER_H_
#define GRPCFG_SCHEMA_API_BUILDER_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "google/protobuf/descriptor.pb.h"
#include "schema/api.h"

namespace grpcfg {

using ProtoFile = google::protobuf::FileDescriptorProto;

// What protoc would never have written: names that are none, options that are cut off. The message
// has the cause alone.
absl::Status CheckDescriptors(const ProtoFile& file);

// The services of all files, which were checked. Requests are looked up in all of them; one whose
// file is missing has no fields. Of what is declared twice the first one is taken.
Api MakeApi(absl::Span<const ProtoFile* const> files);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_API_BUILDER_H_
