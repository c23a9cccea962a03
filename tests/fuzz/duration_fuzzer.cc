// libFuzzer target for durations: ParseDuration against a matcher that follows the grammar letter
// by letter, and CorrectedDuration, whose answers must be durations and stay what they are.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "schema/fields/duration.h"

namespace grpcfg {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// One `-?(0|[1-9][0-9]*)(\.[0-9]{1,9})?s`, read from left to right.
class Matcher {
 public:
  explicit Matcher(absl::string_view text) : text_(text) {}

  // The length as a number that a double holds well enough to compare; empty if there is no match.
  std::optional<double> Seconds() {
    const bool negative = Take('-');
    double seconds = 0;
    const bool zero = Take('0');
    if (!zero && TakeDigits(seconds) == 0) return std::nullopt;
    double fraction = 0;
    if (Take('.')) {
      const size_t digits = TakeDigits(fraction);
      if (digits == 0 || digits > 9) return std::nullopt;
      for (size_t i = 0; i < digits; ++i) fraction /= 10;
    }
    if (!Take('s') || at_ != text_.size()) return std::nullopt;
    whole_ = seconds;
    return negative ? -(seconds + fraction) : seconds + fraction;
  }

  [[nodiscard]] double whole() const { return whole_; }

 private:
  bool Take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  size_t TakeDigits(double& value) {
    const size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = value * 10 + (text_[at_] - '0');
    }
    return at_ - begin;
  }

  absl::string_view text_;
  size_t at_ = 0;
  double whole_ = 0;
};

void CheckParse(absl::string_view text) {
  Matcher matcher(text);
  const std::optional<double> expected = matcher.Seconds();
  const DurationResult result = ParseDuration(text);
  Require(expected.has_value() == (result.error != DurationError::kMalformed));
  if (!expected) return;
  const bool in_range = matcher.whole() <= static_cast<double>(kMaxDurationSeconds);
  Require(in_range == (result.error == DurationError::kNone));
  if (!in_range) return;
  const Duration& value = result.value;
  Require((value.seconds <= 0 && value.nanos <= 0) || (value.seconds >= 0 && value.nanos >= 0));
  Require(value.nanos > -1'000'000'000 && value.nanos < 1'000'000'000);
  const double parsed =
      static_cast<double>(value.seconds) + static_cast<double>(value.nanos) / 1'000'000'000;
  const double error = parsed - *expected;
  Require(error < 0.001 && error > -0.001);
}

void CheckCorrection(absl::string_view text) {
  const std::optional<std::string> corrected = CorrectedDuration(text);
  if (!corrected) return;
  Require(ParseDuration(*corrected).error == DurationError::kNone);
  Require(CorrectedDuration(*corrected) == corrected);
  const DurationResult result = ParseDuration(text);
  Require(result.error != DurationError::kNone || result.value == ParseDuration(*corrected).value);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  grpcfg::CheckParse(text);
  grpcfg::CheckCorrection(text);
  return 0;
}
