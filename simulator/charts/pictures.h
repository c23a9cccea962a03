// What `grpcfg simulate` draws. Promise: an SVG that stands alone, or a page with some of them and
// nothing that is loaded; the same methods give the same bytes, less than 100 KiB a picture.
#ifndef GRPCFG_SIMULATOR_CHARTS_PICTURES_H_
#define GRPCFG_SIMULATOR_CHARTS_PICTURES_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "simulator/charts/call_names.h"
#include "simulator/report/simulation.h"
#include "simulator/report/simulation_printer.h"

namespace grpcfg {

// A kind of picture.
struct Picture {
  absl::string_view name;   // of `--picture`
  absl::string_view title;  // in a page
  absl::string_view needs;  // to show something
  bool (*shows)(const SimulatedMethod& method);
  void (*paint)(Calls calls, std::string& out);

  // Appends an SVG element. At least one of `methods` is shown.
  void Append(absl::Span<const SimulatedMethod> methods, std::string& out) const;
};

// All kinds; of those that a run shows the first is drawn by default.
absl::Span<const Picture> Pictures();

// Those that show something of `methods`.
std::vector<const Picture*> PicturesOf(absl::Span<const SimulatedMethod> methods);

// `--format svg`: report.picture, or else the first one. Where nothing is to be seen the picture
// says so.
void AppendSimulationSvg(const SimulationReport& report, std::string& out);

// For a page: the pictures in which the calls of two versions differ, with both in each.
void AppendChangePictures(const SimulatedMethod& before, const SimulatedMethod& after,
                          std::string& out);

// `--format html`: what was simulated, all pictures, and the text.
void AppendSimulationHtml(const SimulationReport& report, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_CHARTS_PICTURES_H_
