// A number that identifies a text: the same on every machine and in every release.
// Promise: depends on every byte; not meant against texts made to collide.
#ifndef GRPCFG_SCHEMA_JSON_STABLE_HASH_H_
#define GRPCFG_SCHEMA_JSON_STABLE_HASH_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace grpcfg {

// FNV-1a.
constexpr uint64_t StableHash(absl::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : text) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_STABLE_HASH_H_
