// How protobuf spells names (language spec, Identifiers and fullIdent).
#ifndef GRPCFG_SCHEMA_FIELDS_FULL_NAME_H_
#define GRPCFG_SCHEMA_FIELDS_FULL_NAME_H_

#include <array>
#include <cstddef>

#include "absl/strings/string_view.h"

namespace grpcfg {

// By byte: what an identifier may have.
inline constexpr std::array<bool, 256> kIdentifierBytes = [] {
  std::array<bool, 256> bytes = {};
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] =
        (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z') || (i >= '0' && i <= '9') || i == '_';
  }
  return bytes;
}();

constexpr bool IsIdentifierByte(char c) { return kIdentifierBytes[static_cast<unsigned char>(c)]; }

// True for letters, digits and underscores with single dots between them: `shop.v1.Orders`, `Get`.
// A digit may begin a part, which protobuf does not allow.
bool IsFullName(absl::string_view text);

// True for a service or method that no call has, as it has white space, a star or a slash in it, or
// dots where names have none. Of a method or service that is empty this says nothing.
bool IsNeverCalled(absl::string_view text);

// The first word, which is taken off `rest`: `Batch` of `BatchGetOrders`, `batch` of `batch_get`.
absl::string_view TakeWord(absl::string_view& rest);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_FULL_NAME_H_
