// The fields of a protobuf message in bytes, without unpacking them. Only what reads descriptors
// includes it.
#ifndef GRPCFG_SCHEMA_PROTOBUF_WIRE_FORMAT_H_
#define GRPCFG_SCHEMA_PROTOBUF_WIRE_FORMAT_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"

namespace grpcfg {

// Calls function(number, bytes) for each field of `message`, which is below 2 GiB, that has a
// length: texts and messages. The others are passed over. False if the message is broken or cut
// off; then the function was called for what stands before.
template <typename Function>
bool ForEachPart(absl::string_view message, const Function& function) {
  using Format = google::protobuf::internal::WireFormatLite;
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const uint8_t*>(message.data()),
                                            static_cast<int>(message.size()));
  while (const uint32_t tag = in.ReadTag()) {
    if (Format::GetTagWireType(tag) != Format::WIRETYPE_LENGTH_DELIMITED) {
      if (!Format::SkipField(&in, tag)) return false;
      continue;
    }
    uint32_t size = 0;
    if (!in.ReadVarint32(&size)) return false;
    const auto begin = static_cast<size_t>(in.CurrentPosition());
    if (size > message.size() - begin) return false;
    in.Skip(static_cast<int>(size));
    function(Format::GetTagFieldNumber(tag), message.substr(begin, size));
  }
  return in.ConsumedEntireMessage();
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_PROTOBUF_WIRE_FORMAT_H_
