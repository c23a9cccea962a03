#include "validator/report/markdown_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace grpcfg {
namespace {

// What would begin a block at the beginning of `text`, escaped: a list, a heading's underline,
// code. Takes it off.
std::string TakeBlockMark(absl::string_view& text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const absl::string_view mark = text.substr(digits, 1);
  const absl::string_view after = text.substr(std::min(digits + 1, text.size()), 1);
  const bool is_mark = after.empty() || after == " " || after == mark;
  std::string escaped;
  if (is_mark &&
      (digits > 0 ? mark == "." || mark == ")" : mark == "-" || mark == "+" || mark == "=")) {
    escaped = absl::StrCat(text.substr(0, digits), "\\", mark);
    text.remove_prefix(digits + 1);
  } else if (digits == 0 && mark == " ") {
    escaped = "&#32;";
    text.remove_prefix(1);
  }
  return escaped;
}

}  // namespace

// GitHub makes mentions and references to issues of the text that was rendered, where `\@`, `&#64;`
// and `\#` are `@` and `#` (github/cmark-gfm#181): users would get mail. A comment between leaves
// no trace in what is shown or copied.
std::string MarkdownText(absl::string_view text) {
  const std::string begin = TakeBlockMark(text);
  return absl::StrCat(begin, absl::StrReplaceAll(text, {{"\\", "\\\\"},
                                                        {"|", "\\|"},
                                                        {"`", "\\`"},
                                                        {"*", "\\*"},
                                                        {"_", "\\_"},
                                                        {"~", "\\~"},
                                                        {"[", "\\["},
                                                        {"]", "\\]"},
                                                        {"#", "#<!-- -->"},
                                                        {"://", ":&#47;&#47;"},
                                                        {"www.", "www&#46;"},
                                                        {"@", "@<!-- -->"},
                                                        {"GH-", "GH-<!-- -->"},
                                                        {"$", "&#36;"},
                                                        {"<", "&lt;"},
                                                        {">", "&gt;"},
                                                        {"&", "&amp;"}}));
}

}  // namespace grpcfg
