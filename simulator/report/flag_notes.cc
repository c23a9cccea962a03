#include "simulator/report/flag_notes.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace grpcfg {
namespace {

// No limit of A6 says what such a bucket does, but a trace does.
bool HasInvertedTokens(const SimulationRequest& request,
                       const std::optional<ClientTokens>& tokens) {
  const bool is_inverted = tokens && tokens->arithmetic == TokenArithmetic::kInverted;
  if (!is_inverted || request.responses != nullptr) return false;
  const double p = request.failure_probability;
  return request.fleet.outage || (p > 0 && p < 1);
}

std::vector<std::string> NotesOnRetries(const SimulationRequest& request,
                                        const std::optional<ClientTokens>& tokens) {
  std::vector<std::string> notes;
  if (request.fleet.latency && !request.latency) {
    notes.emplace_back("a --latency by a law is of hedges; attempts fail at once");
  }
  if (request.fleet.failure_latency) {
    notes.emplace_back("--failure-latency acts on hedges only");
  }
  if (HasInvertedTokens(request, tokens)) {
    notes.emplace_back(
        "this client has min and max swapped in its retryThrottling: one failure empties the "
        "bucket, even below 0, and one success fills it, even above maxTokens; a call is retried "
        "only if another one succeeds during its delay; the numbers here are without it");
  }
  return notes;
}

// `--clients and --layers are computed for retries only`, of those that were given; empty if none
// was.
std::string NoteOnFleets(const FleetRequest& request) {
  const std::pair<absl::string_view, bool> flags[] = {{"--clients", request.fleet.has_value()},
                                                      {"--outage", request.outage.has_value()},
                                                      {"--layers", request.layers > 0},
                                                      {"--overload", request.overload.has_value()}};
  std::vector<absl::string_view> given;
  for (const auto& [flag, is_given] : flags) {
    if (is_given) given.push_back(flag);
  }
  if (given.empty()) return "";
  constexpr absl::string_view kWhat = " computed for retries only";
  const absl::string_view last = given.back();
  given.pop_back();
  if (given.empty()) return absl::StrCat(last, " is", kWhat);
  return absl::StrCat(absl::StrJoin(given, ", "), " and ", last, " are", kWhat);
}

std::vector<std::string> NotesOnHedges(const SimulationRequest& request) {
  std::vector<std::string> notes;
  if (!request.pushbacks.empty()) {
    notes.emplace_back("--pushback is of retries; --trace shows what it does to hedges");
  }
  const double p = request.failure_probability;
  if (!request.latency && !request.fleet.latency && p != 1) {
    notes.emplace_back("--failure-probability acts on hedges only with a --latency");
  }
  if (request.fleet.failure_latency && (p <= 0 || p >= 1)) {
    notes.emplace_back("--failure-latency acts only with a --failure-probability between 0 and 1");
  }
  std::string fleets = NoteOnFleets(request.fleet);
  if (!fleets.empty()) notes.push_back(std::move(fleets));
  return notes;
}

}  // namespace

std::vector<std::string> NotesOnFlags(const SimulatedMethod& method,
                                      const SimulationRequest& request,
                                      const std::optional<ClientTokens>& tokens) {
  switch (method.policy) {
    case SimulatedPolicy::kRetry:
    case SimulatedPolicy::kAlgorithm:
      return NotesOnRetries(request, tokens);
    case SimulatedPolicy::kHedging:
      return NotesOnHedges(request);
    default:
      return {};
  }
}

}  // namespace grpcfg
