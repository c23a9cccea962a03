#include "schema/fields/status_code.h"

#include "absl/strings/match.h"

namespace grpcfg {

std::optional<int> FindStatusCode(absl::string_view name, LetterCase letter_case) {
  const bool is_any_case = letter_case != LetterCase::kExact;
  for (int code = 0; code <= kMaxStatusCode; ++code) {
    const absl::string_view candidate = kStatusCodeNames[static_cast<size_t>(code)];
    if (candidate.size() != name.size()) continue;
    // As most are written; the other comparison goes letter by letter.
    if (candidate == name || (is_any_case && absl::EqualsIgnoreCase(candidate, name))) return code;
  }
  return std::nullopt;
}

}  // namespace grpcfg
