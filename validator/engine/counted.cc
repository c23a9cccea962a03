#include "validator/engine/counted.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

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

std::string WordsOf(const Fix& fix) {
  constexpr size_t kShort = 60;
  if (fix.edits.size() != 1) return fix.title;
  const absl::string_view text =
      absl::StripSuffix(absl::StripAsciiWhitespace(fix.edits.front().text), ",");
  const bool is_short = !text.empty() && text.size() <= kShort && !absl::StrContains(text, '\n');
  const absl::string_view bare = absl::StripPrefix(absl::StripSuffix(text, "\""), "\"");
  if (!is_short || absl::StrContains(fix.title, bare)) return fix.title;
  return absl::StrCat(fix.title, fix.title.empty() ? "" : ": ", "`", text, "`");
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
