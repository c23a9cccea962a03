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
  if (what.empty()) return LinesOf(name, width);
  const std::string whole = absl::StrCat(name, ": ", what);
  if (WidthOf(whole) <= width) return {whole};
  std::vector<std::string> lines = LinesOf(absl::StrCat(name, ":"), width);
  for (std::string& line : LinesOf(what, width)) lines.push_back(std::move(line));
  return lines;
}

namespace {

// Colours that the colour-blind tell apart, on both grounds (Okabe and Ito, "Color universal
// design", 2008).
constexpr absl::string_view kStyle = R"(<style>
svg { font: 13px system-ui, sans-serif; color-scheme: light dark; background: #fff; color: #222 }
text { fill: currentColor } .axis { stroke: currentColor; stroke-opacity: .25 }
.limit { stroke: currentColor; stroke-dasharray: 4 3 } .band { fill: currentColor; opacity: .08 }
.curve { fill: none; stroke-width: 1.8 } .area { fill-opacity: .12; stroke-width: 1.6 }
.spread { fill-opacity: .25; stroke: none } .likely { fill-opacity: .75; stroke: none }
.faint { opacity: .35 }
.c0 { stroke: #0072b2; fill: #0072b2 } .c1 { stroke: #d55e00; fill: #d55e00 }
.c2 { stroke: #009e73; fill: #009e73 } .c3 { stroke: #cc79a7; fill: #cc79a7 }
.c4 { stroke: #b08900; fill: #b08900 } .c5 { stroke: #56b4e9; fill: #56b4e9 }
path.curve { fill: none }
@media (prefers-color-scheme: dark) { svg { background: #16191d; color: #e6e6e6 } }
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

void SvgPage::Begin(double width, double height, absl::string_view title) {
  absl::StrAppendFormat(&out_,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                        "role=\"img\">\n<title>%s</title>\n%s",
                        width, height, XmlText(title), kStyle);
}

void SvgPage::End() { out_ += "</svg>\n"; }

void SvgPage::Text(SvgPoint at, SvgAnchor anchor, absl::string_view text) {
  absl::StrAppendFormat(&out_, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", at.x,
                        at.y, NameOfAnchor(anchor), XmlText(text));
}

void SvgPage::Line(SvgPoint from, SvgPoint to) {
  absl::StrAppendFormat(&out_,
                        "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                        from.x, from.y, to.x, to.y);
}

void SvgPage::Limit(SvgPoint from, SvgPoint to) {
  absl::StrAppendFormat(&out_,
                        "<line class=\"limit\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                        from.x, from.y, to.x, to.y);
}

void SvgPage::Box(SvgLook look, SvgPoint corner, SvgPoint size, absl::string_view tip) {
  const std::string of_color = look.name == "band" ? "" : absl::StrCat(" c", look.color);
  absl::StrAppendFormat(&out_,
                        "<rect class=\"%s%s%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                        "height=\"%.1f\"",
                        look.name, of_color, look.is_faint ? " faint" : "", corner.x, corner.y,
                        size.x, size.y);
  CloseWithTip("rect", tip);
}

void SvgPage::Dot(size_t color, SvgPoint at, absl::string_view tip) {
  absl::StrAppendFormat(&out_, R"(<circle class="c%d" cx="%.1f" cy="%.1f" r="3")", color, at.x,
                        at.y);
  CloseWithTip("circle", tip);
}

void SvgPage::Path(size_t color, absl::string_view path, bool is_filled, absl::string_view tip) {
  absl::StrAppendFormat(&out_, R"(<path class="%s c%d" d="%s")", is_filled ? "area" : "curve",
                        color, path);
  CloseWithTip("path", tip);
}

void SvgPage::CloseWithTip(absl::string_view element, absl::string_view tip) {
  if (tip.empty()) {
    out_ += "/>\n";
    return;
  }
  absl::StrAppendFormat(&out_, "><title>%s</title></%s>\n", XmlText(tip), element);
}

}  // namespace grpcfg
