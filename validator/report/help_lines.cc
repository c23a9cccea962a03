#include "validator/report/help_lines.h"

#include <cstddef>

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

void DescribeFix(const Fix& fix, absl::FunctionRef<void(absl::string_view line)> append) {
  const absl::string_view text = Replacement(fix);
  if (!text.empty() && !absl::StrContains(fix.title, WithoutQuotes(text))) {
    append(absl::StrCat(fix.title, fix.title.empty() ? "" : ": ", "`", text, "`"));
  } else if (!fix.title.empty()) {
    append(fix.title);
  }
}

}  // namespace

void ForEachHelpLine(const Diagnostic& diagnostic,
                     absl::FunctionRef<void(absl::string_view line)> append) {
  for (const std::string& help : diagnostic.help) {
    if (!help.empty()) append(help);
  }
  for (const Fix& fix : diagnostic.fixes) DescribeFix(fix, append);
}

}  // namespace grpcfg
