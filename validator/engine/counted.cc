#include "validator/engine/counted.h"

#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

// `199,000`.
std::string Grouped(size_t count) {
  std::string grouped;
  const std::string digits = absl::StrCat(count);
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) grouped.push_back(',');
    grouped.push_back(digits[i]);
  }
  return grouped;
}

}  // namespace

std::string Counted(size_t count, absl::string_view noun) {
  return absl::StrCat(Grouped(count), " ", noun, count == 1 ? "" : "s");
}

std::string Enumerate(const std::vector<std::string>& items, absl::string_view conjunction) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool is_last = i + 1 == items.size();
    if (i > 0) absl::StrAppend(&text, is_last ? absl::StrCat(" ", conjunction, " ") : ", ");
    text += items[i];
  }
  return text;
}

std::string EnumerateOf(size_t all, std::vector<std::string> shown) {
  if (all > shown.size()) shown.push_back(absl::StrCat(all - shown.size(), " more"));
  return Enumerate(shown);
}

}  // namespace grpcfg
