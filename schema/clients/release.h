// The release of an implementation, as people write it: `1.51`, `1.64.0`.
#ifndef GRPCFG_SCHEMA_CLIENTS_RELEASE_H_
#define GRPCFG_SCHEMA_CLIENTS_RELEASE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

struct Release {
  uint16_t major = 0;
  uint16_t minor = 0;
  uint16_t patch = 0;

  friend constexpr bool operator==(const Release&, const Release&) = default;
  friend constexpr bool operator<(const Release& a, const Release& b) {
    if (a.major != b.major) return a.major < b.major;
    return a.minor != b.minor ? a.minor < b.minor : a.patch < b.patch;
  }
  friend constexpr bool operator<=(const Release& a, const Release& b) { return !(b < a); }
  friend constexpr bool operator>=(const Release& a, const Release& b) { return !(a < b); }
};

// Later than any.
inline constexpr Release kNoRelease = {0xFFFF, 0, 0};

// The newest patch of a minor release, whichever that is.
inline constexpr uint16_t kNewestPatch = 9999;

// `1.51.1`, or `1.51` for its newest patch, digits only; empty for any other text.
std::optional<Release> ParseRelease(absl::string_view text);

// `1.51.1`, or `1.51` for its newest patch or the first.
std::string ReleaseName(const Release& release);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_RELEASE_H_
