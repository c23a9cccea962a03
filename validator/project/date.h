// A day of the calendar, as project files have it. The clock is none of this room's business.
#ifndef GRPCFG_VALIDATOR_PROJECT_DATE_H_
#define GRPCFG_VALIDATOR_PROJECT_DATE_H_

#include <chrono>
#include <optional>

#include "absl/strings/string_view.h"

namespace grpcfg {

using Date = std::chrono::year_month_day;

// `2027-01-31`; nothing for any other text, and for a day that no calendar has.
std::optional<Date> ParseDate(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_DATE_H_
