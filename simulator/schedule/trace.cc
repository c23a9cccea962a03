#include "simulator/schedule/trace.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "simulator/schedule/trace_channel.h"

namespace grpcfg {
namespace {

// In the order of Decision.
constexpr std::array<absl::string_view, 21> kNames = {
    "retry",          "retry-at-pushback", "transparent-retry",
    "hedge-at-once",  "hedge-at-delay",    "hedge-at-pushback",
    "others-go-on",   "no-more-hedges",    "cancelled",
    "success",        "no-policy",         "fatal",
    "committed",      "pushback-stops",    "throttled",
    "throttled-open", "attempts-used-up",  "transparent-retries-used-up",
    "retry-lost",     "deadline",          "no-answer",
};
static_assert(kNames.size() == static_cast<size_t>(Decision::kNoAnswer) + 1);

}  // namespace

TimeRange DeadlineRange(double latest, double spread) {
  const double immediate = std::clamp(spread - latest, 0.0, spread);  // of the spread
  const double in_time = spread - immediate;
  const double last = std::max(0.0, latest);
  const double mean = spread > 0 ? (last - in_time / 2) * in_time / spread : last;
  return {std::max(0.0, latest - spread), mean, last};
}

absl::string_view NameOf(Decision decision) { return kNames[static_cast<size_t>(decision)]; }

bool EndsCall(Decision decision) { return decision >= Decision::kSuccess; }

Trace TraceOf(const CallPolicy& policy, const CallReading& client,
              absl::Span<const Response> responses, const TraceSetting& setting) {
  Trace trace;
  const Support support = policy.hedging ? client.hedging : client.retries;
  const CallPolicy in_force = support == Support::kFull ? policy : CallPolicy();
  TraceChannel channel(in_force, client, responses, setting);
  for (size_t call = 1; channel.HasResponse(); ++call) {
    const size_t first = trace.steps.size();
    const bool is_finished = in_force.hedging ? TraceHedgedCall(channel, trace.steps)
                                              : TraceRetriedCall(channel, trace.steps);
    for (size_t step = first; step < trace.steps.size(); ++step) trace.steps[step].call = call;
    trace.is_unfinished = !is_finished;
  }
  return trace;
}

std::vector<const Step*> TokenSteps(const Trace& trace) {
  std::vector<const Step*> touching;
  for (const Step& step : trace.steps) {
    if (step.token_use != TokenUse::kNone) touching.push_back(&step);
  }
  std::stable_sort(touching.begin(), touching.end(), [](const Step* a, const Step* b) {
    return std::tie(a->call, a->ended.mean) < std::tie(b->call, b->ended.mean);
  });
  return touching;
}

std::string TokenLetters(const Trace& trace) {
  std::string letters;
  for (const Step* const step : TokenSteps(trace)) {
    const char of_failure = step->is_throttled ? 'x' : 'R';
    letters.push_back(step->token_use == TokenUse::kCredit ? '.' : of_failure);
  }
  return letters;
}

}  // namespace grpcfg
