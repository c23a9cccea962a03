// What a change must not do, for gates.
#ifndef GRPCFG_VALIDATOR_COMPARE_LIMITS_H_
#define GRPCFG_VALIDATOR_COMPARE_LIMITS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "validator/compare/comparison.h"

namespace grpcfg {

struct Limits {
  std::optional<double> max_amplification = {};  // attempts per call in an outage
  std::optional<double> max_peak = {};           // retries per second and client
  std::optional<double> fit_deadline = {};  // the share of last attempts that must start in time
  bool no_new_findings = false;
};

// What is exceeded by a method that changes, or is so by itself: a client that refuses the config
// now, or lets calls break. A line each for people; none: the change may go in. What somebody has
// acknowledged is not among them.
std::vector<std::string> Exceeded(const Limits& limits, absl::Span<const ComparedFile> files);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_LIMITS_H_
