// Curves over one axis, each in a colour and dashes of its own, with a legend below.
#ifndef GRPCFG_SIMULATOR_CHARTS_CHART_H_
#define GRPCFG_SIMULATOR_CHARTS_CHART_H_

#include <string>
#include <vector>

#include "simulator/charts/svg_page.h"

namespace grpcfg {

// A dot on a curve and its text, which is omitted where it would cross a curve.
struct ChartLabel {
  SvgPoint at;
  std::string text;
};

struct ChartCurve {
  std::string name = {};                // in the legend, before `what`; either may be empty
  std::string what = {};                // the number that it is about
  std::string tip = {};                 // shown under the pointer, after the name; may be empty
  std::vector<SvgPoint> points = {};    // x ascending
  std::vector<SvgPoint> marks = {};     // larger dots on it
  std::vector<ChartLabel> labels = {};  // smaller ones
  bool is_stepped = false;              // it keeps its height until the next point, and is filled
  bool is_endless = false;              // it rises beyond the axis, which the other curves set
};

// A part of the axis.
struct ChartBand {
  double from = 0;
  double to = 0;
  std::string name;
};

// A height with a meaning.
struct ChartLimit {
  double y = 0;
  std::string name;
};

struct Chart {
  using Words = std::string (*)(double);

  std::string subject = {};  // what all curves are of; may be empty
  std::string x_name;
  std::string y_name;
  Words x_words;  // of a number on the axis
  Words y_words;
  std::vector<ChartCurve> curves = {};
  std::vector<ChartBand> bands = {};
  std::vector<ChartLimit> limits = {};
  double least_top = 0;  // that the vertical axis goes to
};

// Adds it as a part of `page`. The first kMostColors curves are drawn, and the others counted. Less
// than 100 KiB for curves of 300 points.
void AddChart(const Chart& chart, SvgPage& page);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_CHARTS_CHART_H_
