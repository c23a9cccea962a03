// What `grpcfg simulate` prints. Promise: what is appended to `out` is UTF-8 without controls other
// than line breaks, and colours where they are requested; the same report gives the same bytes.
#ifndef GRPCFG_SIMULATOR_REPORT_SIMULATION_PRINTER_H_
#define GRPCFG_SIMULATOR_REPORT_SIMULATION_PRINTER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "simulator/report/simulation.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// How people see it.
struct SimulationStyle {
  Color color = Color::kNo;
  size_t columns = 80;  // of a line, at least 80
  bool has_percentiles = false;
  std::string closing = {};  // printed once, last; empty: nothing
};

// A change of the config by `--set`, of which the methods of the report are what comes of it.
struct SimulatedChange {
  std::vector<std::string> set;         // MEMBER=VALUE
  std::vector<SimulatedMethod> before;  // what the methods were, in the same order
  std::string comparison = {};          // what changes, in the format of the report
};

struct SimulationReport {
  absl::Span<const SimulatedMethod> methods;
  SimulationStyle style = {};
  absl::string_view picture = {};              // the only one that is drawn; empty: as fits
  const SimulationRequest* request = nullptr;  // what was requested
  const SimulatedChange* change = nullptr;     // null: there is none
  absl::string_view command_line = {};         // of the same; empty: unknown
};

// For people: what a call does in words, then tables and timelines, as wide as the style says but
// for the names of methods. Methods and targets with the same schedule stand together. Of a change
// what a call does before and after it, and what changes.
void AppendSimulationText(const SimulationReport& report, std::string& out);

// Every number with all its digits, in seconds.
void AppendSimulationJson(const SimulationReport& report, std::string& out);

// The same numbers of each attempt on a line.
void AppendSimulationCsv(const SimulationReport& report, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_SIMULATION_PRINTER_H_
