#include "validator/project/date.h"

#include <cstddef>

#include "absl/strings/ascii.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kForm = "0000-00-00";

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

std::optional<Date> ParseDate(absl::string_view text) {
  if (!HasForm(text)) return std::nullopt;
  const Date date(std::chrono::year(NumberOf(text.substr(0, 4))),
                  std::chrono::month(static_cast<unsigned>(NumberOf(text.substr(5, 2)))),
                  std::chrono::day(static_cast<unsigned>(NumberOf(text.substr(8, 2)))));
  const bool is_day = date.ok() && date.year() > std::chrono::year(0);
  return is_day ? std::optional(date) : std::nullopt;
}

}  // namespace grpcfg
