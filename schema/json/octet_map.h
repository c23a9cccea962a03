// Where the octets of a decoded text stand in the bytes that they were written as.
// Promise: a span of octets becomes the bytes from its first octet to its last one, escapes whole.
#ifndef GRPCFG_SCHEMA_JSON_OCTET_MAP_H_
#define GRPCFG_SCHEMA_JSON_OCTET_MAP_H_

#include <cstdint>
#include <vector>

#include "schema/json/position.h"

namespace grpcfg {

class OctetMap {
 public:
  // From `octet` to that of the next run: each begins `step` bytes after the one before it, the
  // first at `byte`, and takes `extent` bytes.
  struct Run {
    uint32_t octet;
    uint32_t byte;
    uint32_t step;
    uint32_t extent;
  };

  // Octets must be added in their order. Octets that continue the last run extend it.
  void Add(const Run& run);

  // Octets from `octet` on that stand as they are, the first at `byte`.
  void AddPlain(uint32_t octet, uint32_t byte) { Add({octet, byte, 1, 1}); }

  // Where the octets of a span stand. An empty one is before the octet that it is before.
  [[nodiscard]] Span SourceOf(Span octets) const;

  // Adds octets from `octet` on that stand where those of a span of another map do.
  void AddFrom(const OctetMap& from, Span octets, uint32_t octet);

  // Moves all places by `bytes`.
  void Move(uint32_t bytes);

  [[nodiscard]] bool empty() const { return runs_.empty(); }

 private:
  [[nodiscard]] Span ByteOf(uint32_t octet) const;

  std::vector<Run> runs_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_OCTET_MAP_H_
