#include "simulator/charts/svg_page.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "schema/json/utf8.h"
#include "validator/report/xml.h"

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
  if (name.empty() || what.empty()) return LinesOf(absl::StrCat(name, what), width);
  const std::string whole = absl::StrCat(name, ": ", what);
  if (WidthOf(whole) <= width) return {whole};
  std::vector<std::string> lines = LinesOf(absl::StrCat(name, ":"), width);
  for (std::string& line : LinesOf(what, width)) lines.push_back(std::move(line));
  return lines;
}

namespace {

// Colours that the colour-blind can distinguish (Okabe and Ito, "Color universal design", 2008),
// lighter on a dark ground; and dashes, so that of curves that coincide each is seen.
constexpr absl::string_view kStyle = R"(<style>
svg { font: 13px system-ui, sans-serif; color-scheme: light dark; background: #fff; color: #222 }
text { fill: currentColor } .title { font-size: 14px; font-weight: 600 }
.axis { stroke: currentColor; stroke-opacity: .2 }
.limit { stroke: currentColor; stroke-dasharray: 4 3 } .band { fill: currentColor; opacity: .1 }
.c0 { stroke: #0072b2; fill: #0072b2 } .c1 { stroke: #d55e00; fill: #d55e00 }
.c2 { stroke: #009e73; fill: #009e73 } .c3 { stroke: #b8578c; fill: #b8578c }
.c4 { stroke: #8f6f00; fill: #8f6f00 } .c5 { stroke: #3a8fc4; fill: #3a8fc4 }
path { stroke-width: 1.8 } path.curve { fill: none } path.area { fill-opacity: .12 }
path.c1 { stroke-dasharray: 7 3 } path.c2 { stroke-dasharray: 2 2 }
path.c3 { stroke-dasharray: 9 3 2 3 } path.c4 { stroke-dasharray: 4 2 }
path.c5 { stroke-dasharray: 12 2 2 2 2 2 }
.spread, .likely, .band { stroke: none } .spread { fill-opacity: .3 } .likely { fill-opacity: .8 }
.faint { opacity: .35 }
@media (prefers-color-scheme: dark) {
svg { background: #16191d; color: #e6e6e6 }
.c0 { stroke: #4fa8e0; fill: #4fa8e0 } .c1 { stroke: #f28a3c; fill: #f28a3c }
.c2 { stroke: #3cc79b; fill: #3cc79b } .c3 { stroke: #e396bf; fill: #e396bf }
.c4 { stroke: #d3b13a; fill: #d3b13a } .c5 { stroke: #8ccbf0; fill: #8ccbf0 }
.spread, .likely { stroke: none }
}
</style>
)";

absl::string_view NameOfAnchor(SvgAnchor anchor) {
  switch (anchor) {
    case SvgAnchor::kStart:
      return "start";
    case SvgAnchor::kMiddle:
      return "middle";
    case SvgAnchor::kEnd:
      return "end";
  }
  return "";
}

}  // namespace

SvgPage::SvgPage(absl::string_view title) : title_(title) {
  constexpr double kGap = 6;
  constexpr double kHigher = 14.0 / 13 * 1.07;  // than other texts, and bold
  for (const std::string& line : LinesOf(title, (kPageWidth - 2 * kMargin) / kHigher)) {
    bottom_ += kLineHeight;
    absl::StrAppendFormat(&marks_, "<text class=\"title\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                          kMargin, bottom_, XmlText(line));
  }
  bottom_ += kGap;
}

void SvgPage::AppendTo(std::string& out) const {
  absl::StrAppendFormat(&out,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                        "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>%s</title>\n%s%s</svg>\n",
                        kPageWidth, bottom_, kPageWidth, bottom_, XmlText(title_), kStyle, marks_);
}

void SvgPage::Text(SvgPoint at, SvgAnchor anchor, absl::string_view text) {
  absl::StrAppendFormat(&marks_, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", at.x,
                        at.y, NameOfAnchor(anchor), XmlText(text));
}

void SvgPage::Line(SvgPoint from, SvgPoint to) {
  absl::StrAppendFormat(&marks_,
                        "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                        from.x, from.y, to.x, to.y);
}

void SvgPage::Limit(SvgPoint from, SvgPoint to) {
  absl::StrAppendFormat(&marks_,
                        "<line class=\"limit\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                        from.x, from.y, to.x, to.y);
}

void SvgPage::Box(SvgLook look, SvgPoint corner, SvgPoint size, absl::string_view tip) {
  const std::string of_color = look.name == "band" ? "" : absl::StrCat(" c", look.color);
  absl::StrAppendFormat(&marks_,
                        "<rect class=\"%s%s%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                        "height=\"%.1f\"",
                        look.name, of_color, look.is_faint ? " faint" : "", corner.x, corner.y,
                        size.x, size.y);
  CloseWithTip("rect", tip);
}

void SvgPage::Dot(size_t color, SvgPoint at, double radius, absl::string_view tip) {
  absl::StrAppendFormat(&marks_, R"(<circle class="c%d" cx="%.1f" cy="%.1f" r="%.1f")", color, at.x,
                        at.y, radius);
  CloseWithTip("circle", tip);
}

void SvgPage::Path(size_t color, absl::string_view path, bool is_filled, absl::string_view tip) {
  absl::StrAppendFormat(&marks_, R"(<path class="%s c%d" d="%s")", is_filled ? "area" : "curve",
                        color, path);
  CloseWithTip("path", tip);
}

void SvgPage::CloseWithTip(absl::string_view element, absl::string_view tip) {
  if (tip.empty()) {
    marks_ += "/>\n";
    return;
  }
  absl::StrAppendFormat(&marks_, "><title>%s</title></%s>\n", XmlText(tip), element);
}

}  // namespace grpcfg
