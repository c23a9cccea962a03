#include "tools/duration_flag.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "workspace/system_error.h"

namespace grpcfg {

absl::StatusOr<double> ParseSeconds(absl::string_view flag, absl::string_view text) {
  absl::Duration duration;
  const bool is_read = absl::ParseDuration(text, &duration);
  if (is_read && duration >= absl::ZeroDuration() && duration < absl::InfiniteDuration()) {
    return absl::ToDoubleSeconds(duration);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      flag, " got ", QuotePath(text), "; write a duration of 0 or more such as 20ms, 0.7s or 5m"));
}

}  // namespace grpcfg
