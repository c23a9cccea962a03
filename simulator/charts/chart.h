// Curves over one axis, each in a colour of its own, with a legend.
#ifndef GRPCFG_SIMULATOR_CHARTS_CHART_H_
#define GRPCFG_SIMULATOR_CHARTS_CHART_H_

#include <string>
#include <vector>

#include "simulator/charts/svg_page.h"

namespace grpcfg {

struct ChartCurve {
  std::string name;                   // in the legend, before `what`
  std::string what = {};              // the number that it is about
  std::string tip = {};               // shown under the pointer, behind the names
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
