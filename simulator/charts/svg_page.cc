#include "simulator/charts/svg_page.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "validator/report/xml.h"

namespace grpcfg {
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
