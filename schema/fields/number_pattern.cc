#include "schema/fields/number_pattern.h"

#include <algorithm>
#include <vector>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/fields/duration.h"

namespace grpcfg {
namespace {

constexpr int64_t kLargestDigit = 9;

std::string Digit(int64_t low, int64_t high) {
  return low == high ? absl::StrCat(low) : absl::StrCat("[", low, "-", high, "]");
}

std::string Digits(size_t least, size_t most) {
  if (most == 0) return "";
  if (least == most) return most == 1 ? "[0-9]" : absl::StrCat("[0-9]{", most, "}");
  return absl::StrCat("[0-9]{", least, ",", most, "}");
}

// The numbers of as many digits as `high`, which has more than one, up to it.
void AppendUpTo(const std::string& high, std::vector<std::string>& alternatives) {
  for (size_t i = 0; i < high.size(); ++i) {
    const int64_t least = i == 0 ? 1 : 0;
    const int64_t most = high[i] - '0' - 1;
    if (most < least) continue;
    const size_t rest = high.size() - i - 1;
    alternatives.push_back(absl::StrCat(high.substr(0, i), Digit(least, most), Digits(rest, rest)));
  }
  alternatives.push_back(high);
}

int64_t Lowest(const Bound& bound) {
  return bound.low_kind == Bound::Low::kAbove ? bound.low + 1 : bound.low;
}

bool TakesZero(const Bound& bound) { return Lowest(bound) <= 0; }

}  // namespace

std::string IntegerPattern(const Bound& bound) {
  const int64_t low = Lowest(bound);
  ABSL_HARDENING_ASSERT(low >= 0 && low <= kLargestDigit);
  if (!bound.has_high) return absl::StrCat(Digit(low, kLargestDigit), "|[1-9][0-9]+");
  std::vector<std::string> alternatives = {Digit(low, std::min(bound.high, kLargestDigit))};
  const std::string high = absl::StrCat(bound.high);
  if (high.size() > 2) {
    alternatives.push_back(absl::StrCat("[1-9]", Digits(1, high.size() - 2)));
  }
  if (high.size() > 1) AppendUpTo(high, alternatives);
  return absl::StrJoin(alternatives, "|");
}

std::string QuotedIntegerPattern(const Bound& bound) {
  return absl::StrCat("^(?:", TakesZero(bound) ? "-0|" : "", IntegerPattern(bound), ")(?:\\.0+)?$");
}

std::string QuotedFloatPattern(const Bound& bound) {
  constexpr absl::string_view kNumber = "(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?";
  if (bound.low_kind == Bound::Low::kNone) {
    return absl::StrCat("^(?:NaN|-?Infinity|-?", kNumber, ")$");
  }
  return absl::StrCat("^(?:NaN|Infinity|-0(?:\\.0+)?|", kNumber, ")$");
}

std::string DurationPattern(const Bound& bound) {
  const std::string seconds =
      absl::StrCat("(?:", IntegerPattern(Between(0, kMaxDurationSeconds)), ")(?:\\.[0-9]{1,9})?");
  switch (bound.low_kind) {
    case Bound::Low::kNone:
      return absl::StrCat("^-?", seconds, "s$");
    case Bound::Low::kAtLeast:
      return absl::StrCat("^(?:-0(?:\\.0{1,9})?|", seconds, ")s$");
    case Bound::Low::kAbove:
      return absl::StrCat("^(?!0(?:\\.0+)?s$)", seconds, "s$");
  }
  return "";
}

}  // namespace grpcfg
