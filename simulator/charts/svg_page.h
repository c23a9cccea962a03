// The marks that pictures are made of, as SVG 1.1: no script, font or file beside it, and as light
// or dark as its reader. Promise: the same calls give the same bytes; texts are escaped here.
#ifndef GRPCFG_SIMULATOR_CHARTS_SVG_PAGE_H_
#define GRPCFG_SIMULATOR_CHARTS_SVG_PAGE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// ---- Texts in lines that fit. The reader's font is unknown: letters are taken for as wide as
// those of the widest fonts in use.

// In units of an SvgPage, at most.
double WidthOf(absl::string_view text);

// `text`, which is UTF-8, broken at spaces, and within a word that is longer than `width`. One line
// at least.
std::vector<std::string> LinesOf(absl::string_view text, double width);

// `name: what`, which is broken after the name if it does not fit one line. Either may be empty.
std::vector<std::string> LabelLines(const std::string& name, const std::string& what, double width);

// ---- Marks

// Colours: so many curves can be distinguished.
inline constexpr size_t kMostColors = 6;

struct SvgPoint {
  double x = 0;
  double y = 0;

  friend bool operator==(const SvgPoint&, const SvgPoint&) = default;
};

enum class SvgAnchor { kStart, kMiddle, kEnd };

// `band`, which has no colour, `spread` or `likely`.
struct SvgLook {
  absl::string_view name;
  size_t color = 0;
  bool is_faint = false;
};

inline constexpr double kPageWidth = 600;  // of an SvgPage, which is shown as wide as that
inline constexpr double kMargin = 12;      // of texts, left and right
inline constexpr double kLineHeight = 18;  // of a text

// An SVG element that grows downwards, part by part. Texts are 13 units high.
class SvgPage {
 public:
  // The title is its first part.
  explicit SvgPage(absl::string_view title);

  // Where the next part begins.
  [[nodiscard]] double bottom() const { return bottom_; }
  void GrowTo(double bottom) { bottom_ = bottom; }
  // Appends all of it.
  void AppendTo(std::string& out) const;

  void Text(SvgPoint at, SvgAnchor anchor, absl::string_view text);
  // Of an axis or a grid.
  void Line(SvgPoint from, SvgPoint to);
  // Where something ends: dashed.
  void Limit(SvgPoint from, SvgPoint to);
  // `tip`: shown under the pointer; empty: none.
  void Box(SvgLook look, SvgPoint corner, SvgPoint size, absl::string_view tip);
  void Dot(size_t color, SvgPoint at, double radius, absl::string_view tip);
  // `path`: the data of a path, in the dashes of that colour; `is_filled`: also the area below it.
  void Path(size_t color, absl::string_view path, bool is_filled, absl::string_view tip);

 private:
  void CloseWithTip(absl::string_view element, absl::string_view tip);

  std::string title_;
  std::string marks_ = {};
  double bottom_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_CHARTS_SVG_PAGE_H_
