// Curves over one axis, each in a colour of its own, with a legend; and what every picture draws
// once, with all the names of the methods and targets that have it alike.
#ifndef GRPCFG_SIMULATOR_CHARTS_CHART_H_
#define GRPCFG_SIMULATOR_CHARTS_CHART_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "simulator/charts/svg_page.h"

namespace grpcfg {

// A shape, which must live as long, and who has it.
template <typename Shape>
struct NamedShape {
  const Shape* shape;
  std::vector<std::string> names;
};

// `are_equal(const Shape&, const Shape&)`: they would be drawn the same.
template <typename Shape, typename AreEqual>
void AddShape(const Shape& shape, std::string name, const AreEqual& are_equal,
              std::vector<NamedShape<Shape>>& shapes) {
  const auto same = std::find_if(shapes.begin(), shapes.end(), [&](const NamedShape<Shape>& each) {
    return are_equal(*each.shape, shape);
  });
  if (same != shapes.end()) {
    same->names.push_back(std::move(name));
  } else {
    shapes.push_back({&shape, {std::move(name)}});
  }
}

// Takes out those without a colour; returns how many there were.
template <typename Shape>
size_t TakeOutColorless(std::vector<NamedShape<Shape>>& shapes) {
  const size_t more = shapes.size() - std::min(shapes.size(), kMostColors);
  shapes.resize(shapes.size() - more);
  return more;
}

// "A (go), A (java) and 3 more".
std::string SpellNames(const std::vector<std::string>& names);

struct ChartCurve {
  std::string name;                   // in the legend, before `what`
  std::string what = {};              // the number that it is about
  std::string tip = {};               // shown under the pointer, behind the names; may be empty
  std::vector<SvgPoint> points = {};  // x ascending
  std::vector<SvgPoint> marks = {};   // dots on it
  bool is_stepped = false;            // it keeps its height until the next point, and is filled
};

// A part of the axis.
struct ChartBand {
  double from = 0;
  double to = 0;
  std::string name;
};

struct Chart {
  using Words = std::string (*)(double);

  std::string title;
  std::string x_name;
  std::string y_name;
  Words x_words;  // of a number on the axis
  Words y_words;
  std::vector<ChartCurve> curves = {};
  std::vector<ChartBand> bands = {};
  double least_top = 0;  // that the vertical axis goes to
};

// Appends an SVG element. Curves that are the same are one, with all their names; the first
// kMostColors are drawn, and the others counted. Less than 100 KiB for curves of 300 points.
void AppendChart(const Chart& chart, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_CHARTS_CHART_H_
