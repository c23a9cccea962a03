#include "validator/report/wrap.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

// True if the backtick at `at` begins a quotation. What is quoted may have backticks of its own, so
// one in the middle of a word does not, nor one before a space, nor one without another one after
// it in a text that was not cut off.
bool BeginsQuotation(absl::string_view text, size_t at) {
  const bool begins_word = at == 0 || (at == 1 && text[0] == '(');
  const absl::string_view rest = text.substr(at + 1);
  const bool ends = absl::StrContains(rest, '`') || absl::EndsWith(rest, kEllipsis);
  return begins_word && !absl::StartsWith(rest, " ") && ends;
}

// Takes the first word off `text`: up to a space outside backticks.
absl::string_view TakeWord(absl::string_view& text) {
  bool is_code = false;
  size_t end = 0;
  for (; end < text.size() && (is_code || text[end] != ' '); ++end) {
    if (text[end] == '`') is_code = !is_code && BeginsQuotation(text, end);
  }
  const absl::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

}  // namespace

void AppendWrapped(absl::string_view text, size_t indent, std::string& out, size_t columns) {
  size_t column = 0;
  while (!text.empty()) {
    const absl::string_view word = TakeWord(text);
    if (column > 0 && column + 1 + word.size() <= columns) {
      absl::StrAppend(&out, " ", word);
      column += 1 + word.size();
      continue;
    }
    if (column > 0) out.push_back('\n');
    out.append(indent, ' ');
    absl::StrAppend(&out, word);
    column = indent + word.size();
  }
  if (column > 0) out.push_back('\n');
}

}  // namespace grpcfg
