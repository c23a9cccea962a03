// A day of the calendar, as project files have it. The clock is none of this room's business.
#ifndef GRPCFG_VALIDATOR_PROJECT_DATE_H_
#define GRPCFG_VALIDATOR_PROJECT_DATE_H_

#include <optional>
#include <tuple>

#include "absl/strings/string_view.h"

namespace grpcfg {

struct Date {
  int year = 0;
  int month = 0;
  int day = 0;

  // `2027-01-31`; nothing for any other text, and for a day that no calendar has.
  static std::optional<Date> Parse(absl::string_view text);

  friend bool operator<(const Date& a, const Date& b) {
    return std::tie(a.year, a.month, a.day) < std::tie(b.year, b.month, b.day);
  }
  friend bool operator==(const Date&, const Date&) = default;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_DATE_H_
