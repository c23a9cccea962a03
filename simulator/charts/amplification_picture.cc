// Attempts per call against the probability that one fails.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "simulator/charts/chart.h"
#include "simulator/charts/pictures.h"
#include "simulator/fleet/amplification.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

std::string SpellAttempts(double attempts) { return absl::StrFormat("%.3g", attempts); }

// As if all attempts that may start before the deadline did: how often it cuts them off depends on
// what each takes.
ChartCurve AmplificationCurve(const SimulatedMethod& method) {
  constexpr int kSteps = 100;
  const size_t attempts = InTime(method.schedule).size();
  const bool is_cut = attempts < method.schedule.attempts.size();
  ChartCurve curve = {.name = CurveName(method),
                      .what = absl::StrCat(attempts, " where all fail",
                                           is_cut ? ", as the others never start" : "")};
  for (int i = 0; i <= kSteps; ++i) {
    const double p = i / double{kSteps};
    curve.points.push_back({p, ThroughLayers(attempts, 1, p).expected});
  }
  curve.tip = absl::StrCat(SpellAttempts(ThroughLayers(attempts, 1, 0.5).expected),
                           " where half of them fail, ", curve.what);
  if (method.failure_probability < 1) {
    const double expected = ThroughLayers(attempts, 1, method.failure_probability).expected;
    curve.marks.push_back({method.failure_probability, expected});
  }
  return curve;
}

}  // namespace

bool HasRetries(const SimulatedMethod& method) {
  const bool retries =
      method.policy == SimulatedPolicy::kRetry || method.policy == SimulatedPolicy::kAlgorithm;
  return retries && method.schedule.attempts.size() > 1;
}

void AppendAmplificationPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "Attempts per call, by the share of attempts that fail",
                 .x_name = "attempts that fail",
                 .y_name = "attempts per call",
                 .x_words = SpellShare,
                 .y_words = SpellAttempts,
                 .least_top = 1};
  for (const SimulatedMethod& method : methods) {
    if (HasRetries(method)) chart.curves.push_back(AmplificationCurve(method));
  }
  AppendChart(chart, out);
}

}  // namespace grpcfg
