#include "dns/zone_fields.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace grpcfg {
namespace {

uint64_t SecondsOf(char unit) {
  switch (absl::ascii_tolower(static_cast<unsigned char>(unit))) {
    case 's':
      return 1;
    case 'm':
      return 60;
    case 'h':
      return 3600;
    case 'd':
      return 86400;
    case 'w':
      return 604800;
    default:
      return 0;
  }
}

}  // namespace

std::optional<uint64_t> ParseTtl(absl::string_view word) {
  constexpr uint64_t kEnough = uint64_t{1} << 50;  // far above any limit
  if (word.empty() || !absl::ascii_isdigit(static_cast<unsigned char>(word[0])))
    return std::nullopt;
  uint64_t sum = 0;
  uint64_t number = 0;
  bool has_digit = false;
  for (const char c : word) {
    if (absl::ascii_isdigit(static_cast<unsigned char>(c))) {
      number = std::min(number * 10 + static_cast<uint64_t>(c - '0'), kEnough);
      has_digit = true;
      continue;
    }
    const uint64_t unit = SecondsOf(c);
    if (unit == 0 || !has_digit) return std::nullopt;
    sum += std::min(number * unit, kEnough);
    number = 0;
    has_digit = false;
  }
  return std::min(sum + number, kEnough);
}

bool MayHoldConfig(absl::string_view value) {
  // After a quote, a bracket, a blank or an underscore.
  constexpr size_t kMostBefore = 8;
  constexpr absl::string_view kName = "grpc_config";
  const size_t last = std::min(value.size(), kMostBefore + kName.size());
  if (last < kName.size()) return false;
  for (size_t at = 0; at + kName.size() <= last; ++at) {
    const bool is_here = std::equal(
        kName.begin(), kName.end(), value.begin() + at,
        [](char a, char b) { return a == absl::ascii_tolower(static_cast<unsigned char>(b)); });
    if (is_here) return true;
  }
  return false;
}

}  // namespace grpcfg
