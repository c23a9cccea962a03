// The results of a run, of which a consumer takes only so many: the gravest are kept.
// Promise: never holds more than it gives in the end; what it gives is in the order of adding.
#ifndef GRPCFG_VALIDATOR_REPORT_WORST_RESULTS_H_
#define GRPCFG_VALIDATOR_REPORT_WORST_RESULTS_H_

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "validator/engine/diagnostic.h"

namespace grpcfg {

class WorstResults {
 public:
  explicit WorstResults(size_t most) : most_(most) {}

  // True if one of `severity` would be kept.
  [[nodiscard]] bool Takes(Severity severity) const;

  // Adds one, or counts it as omitted. Of equally grave ones the first stay.
  void Add(Severity severity, std::string result);

  // How many of each severity are omitted.
  [[nodiscard]] const std::array<size_t, 3>& left_out() const { return left_out_; }

  [[nodiscard]] std::vector<std::string> Take() &&;

 private:
  using Numbered = std::pair<size_t, std::string>;

  const size_t most_;
  size_t added_ = 0;
  size_t kept_ = 0;
  std::array<std::vector<Numbered>, 3> results_;  // by severity
  std::array<size_t, 3> left_out_ = {};           // by severity
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_WORST_RESULTS_H_
