#include "validator/project/date.h"

#include <cstddef>

#include "absl/strings/ascii.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kForm = "0000-00-00";

int DaysOf(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[month - 1] + (is_leap && month == 2 ? 1 : 0);
}

int NumberOf(absl::string_view digits) {
  int number = 0;
  for (const char digit : digits) number = number * 10 + (digit - '0');
  return number;
}

bool HasForm(absl::string_view text) {
  if (text.size() != kForm.size()) return false;
  for (size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = kForm[i] == '0' ? absl::ascii_isdigit(static_cast<unsigned char>(text[i]))
                                      : text[i] == kForm[i];
    if (!fits) return false;
  }
  return true;
}

}  // namespace

std::optional<Date> Date::Parse(absl::string_view text) {
  if (!HasForm(text)) return std::nullopt;
  const Date date = {NumberOf(text.substr(0, 4)), NumberOf(text.substr(5, 2)),
                     NumberOf(text.substr(8, 2))};
  const bool is_day = date.year > 0 && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
                      date.day <= DaysOf(date.year, date.month);
  return is_day ? std::optional(date) : std::nullopt;
}

}  // namespace grpcfg
