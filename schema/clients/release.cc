#include "schema/clients/release.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// Larger ones are a slip, and kNoRelease must stay later than any.
constexpr uint32_t kLargestPart = kNewestPatch;

std::optional<uint16_t> ParsePart(absl::string_view text) {
  uint32_t number = 0;
  const bool is_digits = IsDigits(text) && IsIntegerLiteral(text);
  if (!is_digits || !absl::SimpleAtoi(text, &number) || number > kLargestPart) return std::nullopt;
  return static_cast<uint16_t>(number);
}

}  // namespace

std::optional<Release> ParseRelease(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '.');
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  const std::optional<uint16_t> major = ParsePart(parts[0]);
  const std::optional<uint16_t> minor = ParsePart(parts[1]);
  const std::optional<uint16_t> patch = parts.size() == 3 ? ParsePart(parts[2]) : kNewestPatch;
  if (!major || !minor || !patch) return std::nullopt;
  return Release{*major, *minor, *patch};
}

std::string ReleaseName(const Release& release) {
  std::string name = absl::StrCat(release.major, ".", release.minor);
  if (release.patch != 0 && release.patch != kNewestPatch)
    absl::StrAppend(&name, ".", release.patch);
  return name;
}

}  // namespace grpcfg
