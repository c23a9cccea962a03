// gRPC status codes: the 17 names and numbers (google.rpc.Code, gRPC's statuscodes.md).
#ifndef GRPCFG_SCHEMA_FIELDS_STATUS_CODE_H_
#define GRPCFG_SCHEMA_FIELDS_STATUS_CODE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "absl/strings/string_view.h"

namespace grpcfg {

// In the order of their numbers: kStatusCodeNames[14] is UNAVAILABLE.
inline constexpr std::array<absl::string_view, 17> kStatusCodeNames = {
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
};

inline constexpr int kMaxStatusCode = static_cast<int>(kStatusCodeNames.size()) - 1;

// Some of these codes.
class StatusCodeSet {
 public:
  constexpr StatusCodeSet() = default;
  // By names, which are looked up while compiling; other texts are not in it.
  consteval StatusCodeSet(std::initializer_list<absl::string_view> names) {
    for (const absl::string_view name : names) {
      for (int code = 0; code <= kMaxStatusCode; ++code) {
        if (kStatusCodeNames[static_cast<size_t>(code)] == name) Add(code);
      }
    }
  }
  static constexpr StatusCodeSet Every() {
    StatusCodeSet every;
    every.bits_ = (1U << (kMaxStatusCode + 1)) - 1;
    return every;
  }

  // Takes any number: one that is not a code is in no set.
  constexpr void Add(int64_t code) { bits_ |= BitOf(code); }
  constexpr void Remove(int64_t code) { bits_ &= ~BitOf(code); }
  [[nodiscard]] constexpr bool Has(int64_t code) const { return (bits_ & BitOf(code)) != 0; }

 private:
  static constexpr uint32_t BitOf(int64_t code) {
    return code < 0 || code > kMaxStatusCode ? 0 : 1U << static_cast<unsigned>(code);
  }

  uint32_t bits_ = 0;
};

enum class LetterCase : bool { kExact, kIgnored };

// The number of a status code's name; empty if there is no such name. gRFC A6 ignores letter case;
// protobuf and most clients do not.
std::optional<int> FindStatusCode(absl::string_view name, LetterCase letter_case);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_STATUS_CODE_H_
