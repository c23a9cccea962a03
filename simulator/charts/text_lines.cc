#include "simulator/charts/text_lines.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

// Of a letter, in the height of the font: those of DejaVu Sans and Verdana, which are the widest in
// common use.
double WidthOfLetter(char letter) {
  if (!absl::ascii_isascii(static_cast<unsigned char>(letter))) return 1.4;
  if (absl::StrContains("mwMW@%", letter)) return 1;
  if (absl::StrContains(" .,:;|'()[]/-!fijlrtI", letter)) return 0.46;
  const bool is_usual = absl::ascii_islower(static_cast<unsigned char>(letter)) ||
                        absl::ascii_isdigit(static_cast<unsigned char>(letter));
  return is_usual ? 0.64 : 0.86;
}

// The bytes of the longest beginning that fits, of whole code points; at least one of them.
size_t FittingBytes(absl::string_view word, double width) {
  size_t bytes = CodePointLength(word, 0);
  while (bytes < word.size()) {
    const size_t next = bytes + CodePointLength(word, bytes);
    if (WidthOf(word.substr(0, next)) > width) break;
    bytes = next;
  }
  return std::min(bytes, word.size());
}

}  // namespace

double WidthOf(absl::string_view text) {
  constexpr double kFontHeight = 13;  // as the style of SvgPage says
  double width = 0;
  for (size_t i = 0; i < text.size(); i += CodePointLength(text, i))
    width += WidthOfLetter(text[i]);
  return width * kFontHeight;
}

std::vector<std::string> LinesOf(absl::string_view text, double width) {
  std::vector<std::string> lines;
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    if (!lines.empty() && WidthOf(absl::StrCat(lines.back(), " ", word)) <= width) {
      absl::StrAppend(&lines.back(), " ", word);
      continue;
    }
    while (WidthOf(word) > width && FittingBytes(word, width) < word.size()) {
      const size_t bytes = FittingBytes(word, width);
      lines.emplace_back(word.substr(0, bytes));
      word.remove_prefix(bytes);
    }
    lines.emplace_back(word);
  }
  return lines;
}

std::vector<std::string> LabelLines(const std::string& name, const std::string& what,
                                    double width) {
  if (what.empty()) return LinesOf(name, width);
  const std::string whole = absl::StrCat(name, ": ", what);
  if (WidthOf(whole) <= width) return {whole};
  std::vector<std::string> lines = LinesOf(absl::StrCat(name, ":"), width);
  for (std::string& line : LinesOf(what, width)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace grpcfg
