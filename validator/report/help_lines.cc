#include "validator/report/help_lines.h"

#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace grpcfg {
namespace {

// What would be written if that is short: `"0.1s"`.
absl::string_view Replacement(const Fix& fix) {
  constexpr size_t kShort = 60;
  if (fix.edits.size() != 1) return "";
  const absl::string_view text =
      absl::StripSuffix(absl::StripAsciiWhitespace(fix.edits.front().text), ",");
  return text.size() <= kShort && !absl::StrContains(text, '\n') ? text : "";
}

absl::string_view WithoutQuotes(absl::string_view text) {
  return absl::StripPrefix(absl::StripSuffix(text, "\""), "\"");
}

// The title, and the replacement if the title does not say it.
std::string DescribeFix(const Fix& fix) {
  const absl::string_view text = Replacement(fix);
  if (text.empty() || absl::StrContains(fix.title, WithoutQuotes(text))) return fix.title;
  return absl::StrCat(fix.title, fix.title.empty() ? "" : ": ", "`", text, "`");
}

}  // namespace

std::vector<std::string> HelpLines(const Diagnostic& diagnostic) {
  std::vector<std::string> lines;
  for (const std::string& help : diagnostic.help) {
    if (!help.empty()) lines.push_back(help);
  }
  for (const Fix& fix : diagnostic.fixes) {
    std::string title = DescribeFix(fix);
    if (!title.empty()) lines.push_back(std::move(title));
  }
  return lines;
}

}  // namespace grpcfg
