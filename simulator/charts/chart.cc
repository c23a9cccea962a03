#include "simulator/charts/chart.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "simulator/report/simulation_words.h"
#include "simulator/schedule/herd.h"

namespace grpcfg {
namespace {

constexpr size_t kMostLetters = 54;

// The end of a name that is longer, of whole code points and not from a dot on, where the method
// and the target stand.
std::string EndOfName(absl::string_view name) {
  size_t begin = name.size() - kMostLetters;
  const auto is_inside = [](char byte) {
    return byte == '.' || (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
  };
  while (begin < name.size() && is_inside(name[begin])) ++begin;
  return absl::StrCat(kCutMark, name.substr(begin));
}

}  // namespace

std::string SpellNames(const std::vector<std::string>& names) {
  std::string words = Visible(names.front());
  size_t shown = 1;
  while (shown < names.size() && words.size() + names[shown].size() + 2 <= kMostLetters) {
    absl::StrAppend(&words, ", ", Visible(names[shown++]));
  }
  if (words.size() > kMostLetters) words = EndOfName(words);
  if (shown < names.size()) absl::StrAppend(&words, " and ", names.size() - shown, " more");
  return words;
}

namespace {

constexpr double kLeft = 84;
constexpr double kTop = 24;
constexpr double kWidth = 600;   // of the plot
constexpr double kHeight = 260;  // of the plot
constexpr double kRowHeight = 20;
constexpr double kRight = 20;
constexpr double kKeyWidth = 22;    // of a legend, before its text
constexpr double kLeastStep = 0.5;  // that can be told from the axis

std::vector<NamedShape<ChartCurve>> Distinct(const std::vector<ChartCurve>& curves) {
  std::vector<NamedShape<ChartCurve>> distinct;
  for (const ChartCurve& curve : curves) {
    AddShape(
        curve, curve.name,
        [](const ChartCurve& a, const ChartCurve& b) {
          return a.points == b.points && a.marks == b.marks;
        },
        distinct);
  }
  return distinct;
}

class ChartPainter {
 public:
  ChartPainter(const Chart& chart, std::string& out)
      : chart_(chart), page_(out), curves_(Distinct(chart.curves)) {
    more_ = TakeOutColorless(curves_);
    top_ = chart.least_top;
    for (const NamedShape<ChartCurve>& each : curves_) {
      legends_.push_back(
          LabelLines(SpellNames(each.names), each.shape->what, kWidth + kRight - kKeyWidth));
      for (const auto* const points : {&each.shape->points, &each.shape->marks}) {
        for (const SvgPoint& point : *points) {
          end_ = std::max(end_, point.x);
          top_ = std::max(top_, point.y);
        }
      }
    }
    // Of what is 0 everywhere the axis must not be empty.
    if (end_ <= 0) end_ = 1;
    if (top_ <= 0) top_ = 1;
  }

  void Paint() {
    size_t rows = chart_.bands.size() + (more_ > 0 ? 1 : 0);
    for (const std::vector<std::string>& legend : legends_) rows += legend.size();
    page_.Begin(kLeft + kWidth + kRight,
                kTop + kHeight + 50 + kRowHeight * static_cast<double>(rows), chart_.title);
    PaintBands();
    PaintAxes();
    for (size_t i = 0; i < curves_.size(); ++i) PaintCurve(i);
    size_t row = 0;
    for (size_t i = 0; i < curves_.size(); ++i) row = PaintLegend(i, row);
    if (more_ > 0) {
      page_.Text({kLeft, RowAt(row++)}, SvgAnchor::kStart, absl::StrCat("and ", more_, " more"));
    }
    // Not on the band, where curves run.
    for (const ChartBand& band : chart_.bands) {
      page_.Box({"band"}, {kLeft, RowAt(row) - 10}, {14, 10}, "");
      page_.Text({kLeft + kKeyWidth, RowAt(row++)}, SvgAnchor::kStart, band.name);
    }
    page_.End();
  }

 private:
  [[nodiscard]] double X(double x) const { return kLeft + kWidth * std::min(x / end_, 1.0); }
  [[nodiscard]] double Y(double y) const { return kTop + kHeight * (1 - y / top_); }
  static double RowAt(size_t row) {
    return kTop + kHeight + 60 + kRowHeight * static_cast<double>(row);
  }

  void PaintBands() {
    for (const ChartBand& band : chart_.bands) {
      const double from = X(band.from);
      page_.Box({"band"}, {from, kTop}, {X(band.to) - from, kHeight}, band.name);
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
      page_.Text({X(i * x_step), kTop + kHeight + 18}, SvgAnchor::kMiddle,
                 chart_.x_words(i * x_step));
    }
    page_.Text({kLeft - 76, kTop - 10}, SvgAnchor::kStart, chart_.y_name);
    page_.Text({kLeft + kWidth, kTop + kHeight + 36}, SvgAnchor::kEnd, chart_.x_name);
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
    const ChartCurve& curve = *curves_[index].shape;
    if (curve.points.empty()) return;
    std::string tip = Visible(absl::StrJoin(curves_[index].names, ", "));
    if (!curve.tip.empty()) absl::StrAppend(&tip, ": ", curve.tip);
    page_.Path(index, PathOf(curve), curve.is_stepped, tip);
    for (const SvgPoint& mark : curve.marks) page_.Dot(index, {X(mark.x), Y(mark.y)}, tip);
  }

  // From `row` on; returns the row behind it.
  size_t PaintLegend(size_t index, size_t row) {
    page_.Box({"key", index}, {kLeft, RowAt(row) - 8}, {14, 6}, "");
    for (const std::string& line : legends_[index]) {
      page_.Text({kLeft + kKeyWidth, RowAt(row++)}, SvgAnchor::kStart, line);
    }
    return row;
  }

  const Chart& chart_;
  SvgPage page_;
  std::vector<NamedShape<ChartCurve>> curves_;
  std::vector<std::vector<std::string>> legends_ = {};  // of each curve, line by line
  size_t more_ = 0;                                     // curves without a colour
  double end_ = 0;
  double top_ = 0;
};

}  // namespace

void AppendChart(const Chart& chart, std::string& out) { ChartPainter(chart, out).Paint(); }

}  // namespace grpcfg
