// The percentage of a choice (gRFC A2), as each client counts with it.
#include "schema/read/scalars.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "schema/clients/client_number.h"

namespace grpcfg {
namespace {

constexpr double kEveryone = 100;

// sscanf("%d"), which goes on after the digits of its type as if there were more bits.
std::optional<double> ScanInt(const Token& token) {
  if (token.kind != JsonKind::kNumber) return std::nullopt;
  const absl::string_view text = token.text;
  size_t end = absl::StartsWith(text, "-") ? 1 : 0;
  const size_t begin = end;
  while (end < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[end]))) ++end;
  if (end == begin) return std::nullopt;
  int64_t number = 0;
  if (!absl::SimpleAtoi(text.substr(0, end), &number)) {
    number = begin == 1 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
  }
  return static_cast<int32_t>(number);
}

std::optional<double> InBounds(std::optional<double> number) {
  return number && *number >= 0 && *number <= kEveryone ? number : std::nullopt;
}

// The percentage that the client of `client` counts with; empty where it refuses the token.
std::optional<double> ParsePercentage(const ProfileAt& client, const Token& token) {
  switch (client.choices.percentage) {
    case PercentageReading::kBounded:
      return std::nullopt;  // the field table's
    case PercentageReading::kInt32:
      return ParseClientInteger(client.numbers, IntegerType::kInt32, token);
    case PercentageReading::kInt64:
      return ParseClientInteger(client.numbers, IntegerType::kInt64, token);
    case PercentageReading::kScanned:
      return ScanInt(token);
    case PercentageReading::kCut: {
      const std::optional<double> number = ParseClientNumber(client.numbers, token);
      if (!number) return std::nullopt;
      return InBounds(std::isnan(*number) ? 0 : std::trunc(*number));
    }
    case PercentageReading::kDouble:
      return InBounds(ParseClientNumber(client.numbers, token));
  }
  return std::nullopt;
}

bool AddsOne(PercentageReading reading) {
  return reading == PercentageReading::kInt32 || reading == PercentageReading::kScanned;
}

// False if the percentage is another one than it says.
bool NotePercentage(ReadState& state, const Place& place, double percentage) {
  double written = percentage;
  const bool is_number = absl::SimpleAtod(state.tree.Text(place.node), &written);
  if (is_number && written != percentage) {
    state.ReportMisread(place, absl::StrFormat("%.15g", percentage));
    return false;
  }
  const bool adds_one = AddsOne(state.client.choices.percentage);
  if (!adds_one || percentage <= 0 || percentage >= kEveryone) return true;
  state.ReportMisread(place, absl::StrFormat("%.15g", percentage + 1), IssueKind::kOneMorePercent);
  return true;
}

}  // namespace

bool ReadPercentage(ReadState& state, const Place& place, Scalar& value) {
  const std::optional<double> percentage = ParsePercentage(state.client, state.TokenAt(place.node));
  state.share = 0;
  if (!percentage) return state.Refuse(place);
  const bool adds_one = AddsOne(state.client.choices.percentage);
  const bool is_unset =
      state.client.choices.percentage == PercentageReading::kInt32 && *percentage == -1;
  const double taking = adds_one && *percentage > 0 ? *percentage + 1 : *percentage;
  state.share = is_unset ? 1 : std::clamp(taking / kEveryone, 0.0, 1.0);
  value.integer = static_cast<int64_t>(std::clamp(*percentage, 0.0, kEveryone));
  return NotePercentage(state, place, *percentage) && !is_unset &&
         *percentage == std::trunc(*percentage);
}

}  // namespace grpcfg
