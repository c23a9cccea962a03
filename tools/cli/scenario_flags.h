// The flags that say what the calls of a simulation meet.
#ifndef GRPCFG_TOOLS_CLI_SCENARIO_FLAGS_H_
#define GRPCFG_TOOLS_CLI_SCENARIO_FLAGS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "simulator/report/fleet.h"
#include "simulator/report/simulation.h"

namespace grpcfg {

// ---- The flag that says how servers fail.

class Command;

// Adds --outage.
void AddOutageFlag(Command& command, std::optional<std::string>& outage);

// `10s`, or a curve such as `0s:1,20s:1,40s:0`: 32 points at most, the first at 0. Errors:
// InvalidArgument, which names the flag and the remedy.
absl::StatusOr<OutageRequest> ParseOutage(absl::string_view text);

// ---- All flags of a simulation

class Command;

// As the user gave them; none: not given.
struct ScenarioFlags {
  std::optional<std::string> rule;
  std::optional<std::string> deadline;
  std::optional<std::string> latency;
  std::optional<std::string> failure_probability;
  std::optional<std::string> pushback;
  std::optional<std::string> trace;
  std::optional<std::string> clients;
  std::optional<std::string> bin;
  std::optional<std::string> outage;
  std::optional<std::string> rate;
  std::optional<std::string> layers;
  std::optional<std::string> overload;
  std::optional<std::string> seed;
  std::optional<std::string> failure_latency;
  std::vector<std::string> compared;  // each a list with commas
  bool without_throttling = false;
};

// Adds those that say what each call meets: --rule, --deadline, --latency, --failure-probability.
void AddCallFlags(Command& command, ScenarioFlags& flags);

// Adds those that say how much there is of them: --clients, --rate.
void AddLoadFlags(Command& command, ScenarioFlags& flags);

// Adds them all to a command.
void AddScenarioFlags(Command& command, ScenarioFlags& flags);

// What they say. Errors: InvalidArgument, which names the flag and the remedy.
absl::StatusOr<SimulationRequest> ParseScenario(const ScenarioFlags& flags);

// An algorithm, and the numbers that it goes by.
struct ChosenAlgorithm {
  const Algorithm* algorithm;
  Backoff numbers;
  std::shared_ptr<const std::vector<int64_t>> table = {};  // of those numbers
};

// Those of lists with commas, each with its parameters after a colon: `ms-table:0,10,100`, whose
// last entry goes on for ever, or `full-jitter:5,0.1s,1s,2` with its attempts, backoffs and
// multiplier. Errors: InvalidArgument, which names the flag and the remedy.
absl::StatusOr<std::vector<ChosenAlgorithm>> ParseChosenAlgorithms(
    const std::vector<std::string>& lists);

// The algorithms of lists with commas. Errors: InvalidArgument for one that does not exist, with
// all that do.
absl::StatusOr<std::vector<const Algorithm*>> ParseAlgorithms(
    const std::vector<std::string>& lists);

// All names, with commas.
std::string AlgorithmNames();

// A duration such as `20ms`, `0.7s` or `5m` in seconds; `flag` is what an error calls it. Errors:
// InvalidArgument for what is not a duration, below 0 or infinite, or has more than 15 decimals of
// an hour or a minute, which overflow on the way.
absl::StatusOr<double> ParseSeconds(absl::string_view flag, absl::string_view text);

// Errors: InvalidArgument for what is not a number from 0 to 1.
absl::StatusOr<double> ParseProbability(absl::string_view flag, absl::string_view text);

// `p99` as 0.99. Errors: InvalidArgument for what is not a percentile above p0.
absl::StatusOr<double> ParsePercentile(absl::string_view flag, absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_SCENARIO_FLAGS_H_
