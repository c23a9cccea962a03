#include "simulator/charts/chart.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "simulator/schedule/herd.h"

namespace grpcfg {
namespace {

constexpr double kLeft = 84;        // of the plot
constexpr double kWidth = 500;      // of the plot
constexpr double kHeight = 240;     // of the plot
constexpr double kKeyWidth = 34;    // of a legend, before its text
constexpr double kLeastStep = 0.5;  // that can be distinguished from the axis

// What a text or a part of a curve covers.
struct Rectangle {
  double left;
  double top;
  double right;
  double bottom;
};

bool Overlap(const Rectangle& a, const Rectangle& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// Whether the line between two points runs through `box` (Liang and Barsky, 1984).
bool Crosses(SvgPoint from, SvgPoint to, const Rectangle& box) {
  double begin = 0;
  double end = 1;
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  const std::pair<double, double> sides[] = {{-x, from.x - box.left},
                                             {x, box.right - from.x},
                                             {-y, from.y - box.top},
                                             {y, box.bottom - from.y}};
  for (const auto& [slope, distance] : sides) {
    if (slope == 0 && distance < 0) return false;
    if (slope < 0) begin = std::max(begin, distance / slope);
    if (slope > 0) end = std::min(end, distance / slope);
  }
  return begin <= end;
}

class ChartPainter {
 public:
  ChartPainter(const Chart& chart, SvgPage& page)
      : chart_(chart), page_(page), shown_(absl::MakeConstSpan(chart.curves)) {
    shown_ = shown_.first(std::min(shown_.size(), kMostColors));
    top_ = chart.least_top;
    const bool all_endless = std::all_of(shown_.begin(), shown_.end(),
                                         [](const ChartCurve& each) { return each.is_endless; });
    for (const ChartCurve& curve : shown_) {
      for (const auto* const points : {&curve.points, &curve.marks}) {
        for (const SvgPoint& point : *points) {
          end_ = std::max(end_, point.x);
          if (!curve.is_endless || all_endless) top_ = std::max(top_, point.y);
        }
      }
    }
    // Of what is 0 everywhere the axis must not be empty.
    if (end_ <= 0) end_ = 1;
    if (top_ <= 0) top_ = 1;
  }

  void Paint() {
    if (!chart_.subject.empty()) PaintLines(kMargin, chart_.subject);
    plot_top_ = page_.bottom() + kLineHeight + 14;
    PaintBands();
    PaintAxes();
    for (size_t i = 0; i < shown_.size(); ++i) PaintCurve(i);
    for (size_t i = 0; i < shown_.size(); ++i) PaintLabels(i);
    page_.GrowTo(plot_top_ + kHeight + 2 * kLineHeight + 6);
    PaintLegend();
    page_.GrowTo(page_.bottom() + 10);
  }

 private:
  [[nodiscard]] double X(double x) const { return kLeft + kWidth * std::min(x / end_, 1.0); }
  [[nodiscard]] double Y(double y) const {
    return plot_top_ + kHeight * (1 - std::min(y / top_, 1.0));
  }
  [[nodiscard]] SvgPoint At(SvgPoint point) const { return {X(point.x), Y(point.y)}; }

  // Below all that is there.
  void PaintLines(double x, absl::string_view text) {
    for (const std::string& line : LinesOf(text, kPageWidth - x - kMargin)) {
      page_.GrowTo(page_.bottom() + kLineHeight);
      page_.Text({x, page_.bottom()}, SvgAnchor::kStart, line);
    }
  }

  void PaintBands() {
    for (const ChartBand& band : chart_.bands) {
      const double from = X(band.from);
      page_.Box({"band"}, {from, plot_top_}, {X(band.to) - from, kHeight}, band.name);
    }
  }

  void PaintAxes() {
    constexpr double kTicks = 6;
    constexpr double kTextDown = 4;
    const double y_step = RoundUpToStep(top_ / kTicks);
    for (int i = 0; i * y_step <= top_; ++i) {
      const double y = Y(i * y_step);
      page_.Line({kLeft, y}, {kLeft + kWidth, y});
      page_.Text({kLeft - 8, y + kTextDown}, SvgAnchor::kEnd, chart_.y_words(i * y_step));
    }
    const double x_step = RoundUpToStep(end_ / kTicks);
    for (int i = 0; i * x_step <= end_; ++i) {
      const double x = X(i * x_step);
      page_.Line({x, plot_top_ + kHeight}, {x, plot_top_ + kHeight + 4});
      // The last one may stand at the edge.
      const std::string words = chart_.x_words(i * x_step);
      const double most = kPageWidth - 4 - WidthOf(words) / 2;
      page_.Text({std::min(x, most), plot_top_ + kHeight + kLineHeight}, SvgAnchor::kMiddle, words);
    }
    page_.Text({kMargin, plot_top_ - 12}, SvgAnchor::kStart, chart_.y_name);
    page_.Text({kLeft + kWidth, plot_top_ + kHeight + 2 * kLineHeight}, SvgAnchor::kEnd,
               chart_.x_name);
    for (const ChartLimit& limit : chart_.limits) {
      page_.Limit({kLeft, Y(limit.y)}, {kLeft + kWidth, Y(limit.y)});
    }
  }

  [[nodiscard]] std::string PathOf(const ChartCurve& curve) const {
    std::string path;
    const auto move = [&](char command, SvgPoint point) {
      absl::StrAppendFormat(&path, "%c%.1f %.1f", command, X(point.x), Y(point.y));
    };
    if (!curve.is_stepped) {
      for (const SvgPoint& point : curve.points) move(path.empty() ? 'M' : 'L', point);
      return path;
    }
    // Nothing where it lies on the axis: there it would hide the axis, and curves that end on it.
    bool is_on_axis = true;
    for (size_t i = 0; i < curve.points.size(); ++i) {
      const bool was_on_axis = std::exchange(is_on_axis, Y(0) - Y(curve.points[i].y) < kLeastStep);
      if (was_on_axis && is_on_axis) continue;
      if (was_on_axis) move('M', {curve.points[i].x, 0});
      absl::StrAppendFormat(&path, "V%.1f", Y(is_on_axis ? 0 : curve.points[i].y));
      if (!is_on_axis && i + 1 < curve.points.size()) {
        absl::StrAppendFormat(&path, "H%.1f", X(curve.points[i + 1].x));
      }
    }
    return path;
  }

  void PaintCurve(size_t index) {
    constexpr double kRadius = 4;
    const ChartCurve& curve = shown_[index];
    if (curve.points.empty()) return;
    const std::string tip =
        absl::StrCat(curve.name, curve.name.empty() || curve.tip.empty() ? "" : ": ", curve.tip);
    page_.Path(index, PathOf(curve), curve.is_stepped, tip);
    for (const SvgPoint& mark : curve.marks) page_.Dot(index, At(mark), kRadius, tip);
  }

  [[nodiscard]] bool IsFree(const Rectangle& box) const {
    const bool is_inside = box.left >= kLeft && box.right <= kLeft + kWidth &&
                           box.top >= plot_top_ && box.bottom <= plot_top_ + kHeight;
    const auto overlaps = [&](const Rectangle& other) { return Overlap(box, other); };
    if (!is_inside || std::any_of(texts_.begin(), texts_.end(), overlaps)) return false;
    return std::all_of(shown_.begin(), shown_.end(), [&](const ChartCurve& curve) {
      for (size_t i = 1; i < curve.points.size(); ++i) {
        if (Crosses(At(curve.points[i - 1]), At(curve.points[i]), box)) return false;
      }
      return true;
    });
  }

  void PaintLabels(size_t index) {
    constexpr double kRadius = 2.5;
    constexpr double kAway = 7;
    constexpr double kAscent = 10;
    constexpr double kDescent = 3;
    for (const ChartLabel& label : shown_[index].labels) {
      const SvgPoint at = At(label.at);
      page_.Dot(index, at, kRadius, label.text);
      const double width = WidthOf(label.text);
      for (const auto& [left, baseline] :
           {SvgPoint{at.x + kAway, at.y - kAway}, SvgPoint{at.x - width - kAway, at.y + 2 * kAway},
            SvgPoint{at.x - width / 2, at.y - 2 * kAway}}) {
        const Rectangle box = {left, baseline - kAscent, left + width, baseline + kDescent};
        if (!IsFree(box)) continue;
        page_.Text({left, baseline}, SvgAnchor::kStart, label.text);
        texts_.push_back(box);
        break;
      }
    }
  }

  // A text after the key that `paint` draws, which gets the height of its middle.
  template <typename PaintKey>
  void PaintRow(const std::string& name, const std::string& what, const PaintKey& paint) {
    constexpr double kUp = 5;
    paint(page_.bottom() + kLineHeight - kUp);
    for (const std::string& line : LabelLines(name, what, kPageWidth - kMargin - kKeyWidth - 12)) {
      page_.GrowTo(page_.bottom() + kLineHeight);
      page_.Text({kMargin + kKeyWidth, page_.bottom()}, SvgAnchor::kStart, line);
    }
  }

  // Of what runs anywhere: no words stand on the plot for it.
  void PaintLegend() {
    constexpr double kKey = 26;
    for (size_t i = 0; i < shown_.size(); ++i) {
      if (shown_[i].name.empty() && shown_[i].what.empty()) continue;
      PaintRow(shown_[i].name, shown_[i].what, [&](double y) {
        page_.Path(i, absl::StrFormat("M%.1f %.1fH%.1f", kMargin, y, kMargin + kKey), false, "");
      });
    }
    const size_t more = chart_.curves.size() - shown_.size();
    if (more > 0) PaintRow(absl::StrCat("and ", more, " more"), "", [](double) {});
    for (const ChartLimit& limit : chart_.limits) {
      PaintRow(limit.name, "", [&](double y) { page_.Limit({kMargin, y}, {kMargin + kKey, y}); });
    }
    for (const ChartBand& band : chart_.bands) {
      PaintRow(band.name, "", [&](double y) {
        constexpr double kHalf = 6;
        page_.Box({"band"}, {kMargin, y - kHalf}, {kKey, 2 * kHalf}, "");
      });
    }
  }

  const Chart& chart_;
  SvgPage& page_;
  absl::Span<const ChartCurve> shown_;
  std::vector<Rectangle> texts_ = {};  // on the plot
  double plot_top_ = 0;
  double end_ = 0;
  double top_ = 0;
};

}  // namespace

void AddChart(const Chart& chart, SvgPage& page) { ChartPainter(chart, page).Paint(); }

}  // namespace grpcfg
