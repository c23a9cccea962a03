// `grpcfg simulate --format svg`: the retry rate of fleets over time, all in one picture. It needs
// no script, font or file beside it, and is as light or dark as its reader.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "simulation/curve.h"
#include "simulation/herd_text.h"
#include "simulation/simulation_printer.h"
#include "simulation/simulation_words.h"
#include "validator/report/xml.h"

namespace grpcfg {
namespace {

constexpr double kLeft = 84;
constexpr double kTop = 20;
constexpr double kWidth = 600;   // of the plot
constexpr double kHeight = 260;  // of the plot
constexpr double kRowHeight = 20;
constexpr size_t kMostColumns = 300;
constexpr size_t kMostCurves = 6;

// Colours that the colour-blind tell apart, on both grounds (Okabe and Ito, "Color universal
// design", 2008).
constexpr absl::string_view kStyle = R"(<style>
svg { font: 13px system-ui, sans-serif; color-scheme: light dark; background: #fff; color: #222 }
text { fill: currentColor } .axis { stroke: currentColor; stroke-opacity: .25 }
.curve { fill-opacity: .12; stroke-width: 1.6 }
.c0 { stroke: #0072b2; fill: #0072b2 } .c1 { stroke: #d55e00; fill: #d55e00 }
.c2 { stroke: #009e73; fill: #009e73 } .c3 { stroke: #cc79a7; fill: #cc79a7 }
.c4 { stroke: #b08900; fill: #b08900 } .c5 { stroke: #56b4e9; fill: #56b4e9 }
@media (prefers-color-scheme: dark) { svg { background: #16191d; color: #e6e6e6 } }
</style>
)";

// A curve, and who has it.
struct FleetCurve {
  const SimulatedMethod* method = nullptr;
  std::vector<std::string> names = {};

  [[nodiscard]] const Herd& herd() const { return *method->herd; }
  [[nodiscard]] double End() const {
    return herd().bin * static_cast<double>(herd().retries_per_bin.size());
  }
  [[nodiscard]] bool HasPeak() const { return !std::isinf(herd().peak); }
};

// Methods and targets that send the same share one.
std::vector<FleetCurve> CurvesOf(absl::Span<const SimulatedMethod> methods) {
  std::vector<FleetCurve> curves;
  for (const SimulatedMethod& method : methods) {
    if (!method.herd || method.herd->retries_per_bin.empty()) continue;
    const auto same = std::find_if(curves.begin(), curves.end(), [&](const FleetCurve& curve) {
      return curve.herd().retries_per_bin == method.herd->retries_per_bin &&
             curve.herd().bin == method.herd->bin;
    });
    const std::string name = method.name == method.target
                                 ? method.name
                                 : absl::StrCat(method.name, " (", method.target, ")");
    if (same != curves.end()) {
      same->names.push_back(name);
    } else {
      curves.push_back({&method, {name}});
    }
  }
  return curves;
}

class Picture {
 public:
  Picture(const std::vector<FleetCurve>& curves, std::string& out) : curves_(curves), out_(out) {
    for (const FleetCurve& curve : curves_) {
      rates_.push_back(RatesOf(curve));
      end_ = std::max(end_, curve.End());
      const double highest = *std::max_element(rates_.back().begin(), rates_.back().end());
      const double peak = curve.herd().peak * curve.method->clients;
      top_ = std::max(top_, curve.HasPeak() ? std::max(highest, peak) : highest);
    }
  }

  // `more`: curves for which there is no room.
  void Draw(size_t more) {
    const size_t rows = curves_.size() + (more > 0 ? 1 : 0);
    const double height = kTop + kHeight + 50 + kRowHeight * static_cast<double>(rows);
    absl::StrAppendFormat(&out_,
                          "%s<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                          "role=\"img\">\n<title>Retries per second of clients that fail at "
                          "once</title>\n%s",
                          kXmlHead, kLeft + kWidth + 20, height, kStyle);
    DrawAxes();
    for (size_t i = 0; i < curves_.size(); ++i) DrawCurve(i);
    for (size_t i = 0; i < curves_.size(); ++i) DrawLabel(i);
    if (more > 0)
      DrawText(kLeft, RowAt(curves_.size()), "start", absl::StrCat("and ", more, " more"));
    out_ += "</svg>\n";
  }

 private:
  static std::vector<double> RatesOf(const FleetCurve& curve) {
    const size_t columns = std::min(kMostColumns, curve.herd().retries_per_bin.size());
    return MeanRates(curve.herd(), curve.method->clients, columns);
  }

  [[nodiscard]] double X(double time) const { return kLeft + kWidth * time / end_; }
  [[nodiscard]] double Y(double rate) const { return kTop + kHeight * (1 - rate / top_); }
  static double RowAt(size_t row) {
    return kTop + kHeight + 60 + kRowHeight * static_cast<double>(row);
  }

  void DrawText(double x, double y, absl::string_view anchor, absl::string_view text) {
    absl::StrAppendFormat(&out_, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y,
                          anchor, XmlText(text));
  }

  void DrawLine(double x1, double y1, double x2, double y2) {
    absl::StrAppendFormat(
        &out_, "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x1, y1,
        x2, y2);
  }

  void DrawAxes() {
    constexpr double kTicks = 6;
    constexpr double kTextDown = 4;
    const double rate_step = RoundUpToStep(top_ / kTicks);
    for (double i = 0; i * rate_step <= top_; ++i) {
      const double y = Y(i * rate_step);
      DrawLine(kLeft, y, kLeft + kWidth, y);
      DrawText(kLeft - 8, y + kTextDown, "end", SpellRate(i * rate_step));
    }
    const double time_step = RoundUpToStep(end_ / kTicks);
    for (double i = 0; i * time_step <= end_; ++i) {
      DrawText(X(i * time_step), kTop + kHeight + 18, "middle", SpellTime(i * time_step));
    }
    DrawText(kLeft, kTop - 6, "end", "retries/s");
    DrawText(kLeft + kWidth, kTop + kHeight + 36, "end", "since all of them failed");
  }

  void DrawCurve(size_t index) {
    const FleetCurve& curve = curves_[index];
    const std::vector<double>& rates = rates_[index];
    const double width = curve.End() / static_cast<double>(rates.size());
    absl::StrAppendFormat(&out_, R"(<path class="curve c%d" d="M%.1f %.1f)", index, kLeft, Y(0));
    for (size_t i = 0; i < rates.size(); ++i) {
      absl::StrAppendFormat(&out_, "V%.1fH%.1f", Y(rates[i]),
                            X(width * static_cast<double>(i + 1)));
    }
    absl::StrAppendFormat(&out_, "V%.1fZ\"><title>%s</title></path>\n", Y(0), TitleOf(curve));
    if (!curve.HasPeak()) return;
    absl::StrAppendFormat(&out_,
                          "<circle class=\"c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s"
                          "</title></circle>\n",
                          index, X(curve.herd().time_of_peak),
                          Y(curve.herd().peak * curve.method->clients), TitleOf(curve));
  }

  static std::string TitleOf(const FleetCurve& curve) {
    return XmlText(
        absl::StrCat(Visible(absl::StrJoin(curve.names, ", ")), ": ", WordsOfHerd(*curve.method)));
  }

  // The first of those that have the curve, in so many letters as fit.
  void DrawLabel(size_t index) {
    constexpr size_t kMostLetters = 60;
    const FleetCurve& curve = curves_[index];
    std::string name = Visible(curve.names.front());
    if (name.size() > kMostLetters) name = absl::StrCat("curve ", index + 1);
    if (curve.names.size() > 1) absl::StrAppend(&name, " and ", curve.names.size() - 1, " more");
    const std::string peak =
        curve.HasPeak()
            ? absl::StrCat("peak ", SpellRate(curve.herd().peak * curve.method->clients), "/s at ",
                           SpellTime(curve.herd().time_of_peak))
            : absl::StrCat("all at once at ", SpellTime(curve.herd().time_of_peak));
    const double y = RowAt(index);
    absl::StrAppendFormat(&out_,
                          "<rect class=\"c%d\" x=\"%.1f\" y=\"%.1f\" width=\"14\" "
                          "height=\"6\"/>\n",
                          index, kLeft, y - 8);
    DrawText(kLeft + 22, y, "start", absl::StrCat(name, ": ", peak));
  }

  const std::vector<FleetCurve>& curves_;
  std::string& out_;
  std::vector<std::vector<double>> rates_ = {};  // by curve, then by column
  double end_ = 0;
  double top_ = 0;
};

}  // namespace

void AppendSimulationSvg(const SimulationReport& report, std::string& out) {
  std::vector<FleetCurve> curves = CurvesOf(report.methods);
  if (curves.empty()) {
    absl::StrAppend(&out, kXmlHead,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 300 40\">"
                    "<text x=\"8\" y=\"24\">no client retries</text></svg>\n");
    return;
  }
  const size_t more = curves.size() - std::min(curves.size(), kMostCurves);
  curves.resize(curves.size() - more);
  Picture(curves, out).Draw(more);
}

}  // namespace grpcfg
