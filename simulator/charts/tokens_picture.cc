// The token bucket of a client: attempts that all fail empty it, and then successes fill it again.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "simulator/charts/chart.h"
#include "simulator/charts/pictures.h"

namespace grpcfg {
namespace {

std::string SpellCount(double count) { return absl::StrFormat("%.4g", count); }

ChartCurve TokensCurve(const SimulatedMethod& method) {
  const ThrottleFacts& throttle = *method.fleet.throttle;
  const double most = throttle.throttling.max_tokens;
  const double ratio = throttle.throttling.token_ratio;
  // What fails empties it to the half from which nothing is retried, and then wholly.
  ChartCurve curve = {.name = CurveName(method), .points = {{0, most}, {most, 0}}};
  curve.marks.push_back({most / 2, most / 2});
  curve.what =
      absl::StrCat("no retry from failure ", SpellCount(throttle.limits.failures_until_off), " on");
  if (ratio > 0) {
    curve.points.push_back({most + most / ratio, most});
    curve.marks.push_back({most + most / 2 / ratio, most / 2});
  }
  curve.tip = curve.what;
  if (ratio > 0) {
    absl::StrAppend(&curve.tip, "; a retry again after ",
                    SpellCount(throttle.limits.successes_until_retry), " successes");
  }
  return curve;
}

}  // namespace

bool HasTokens(const SimulatedMethod& method) {
  return method.fleet.throttle && method.fleet.throttle->throttling.max_tokens > 0;
}

void AppendTokensPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "Tokens of a client: attempts that fail take them, successes give some",
                 .x_name = "attempts: all fail until the bucket is empty, then all succeed",
                 .y_name = "tokens",
                 .x_words = SpellCount,
                 .y_words = SpellCount};
  for (const SimulatedMethod& method : methods) {
    if (HasTokens(method)) chart.curves.push_back(TokensCurve(method));
  }
  AppendChart(chart, out);
}

}  // namespace grpcfg
