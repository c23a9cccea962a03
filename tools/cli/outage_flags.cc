#include "tools/cli/outage_flags.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/cli/command.h"
#include "tools/cli/scenario_flags.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

constexpr size_t kMostPoints = 32;
constexpr double kLongest = 1e9;  // s

absl::Status CurveError(absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("--outage got ", QuotePath(text), ", ", what,
                                                 "; write points TIME:P such as 0s:1,20s:1,40s:0, "
                                                 "where P is the share of attempts that fail"));
}

// Of `text`, a point of which is `item`.
absl::StatusOr<FailurePoint> ParsePoint(absl::string_view text, absl::string_view item) {
  const auto error = [&](absl::string_view part, absl::string_view what) {
    return CurveError(text, absl::StrCat("where ", QuotePath(part), " is no ", what));
  };
  const std::vector<absl::string_view> parts = absl::StrSplit(item, ':');
  if (parts.size() != 2) return error(item, "point");
  const absl::StatusOr<double> time = ParseSeconds("--outage", parts[0]);
  if (!time.ok()) return error(parts[0], "time such as 20s");
  const absl::StatusOr<double> probability = ParseProbability("--outage", parts[1]);
  if (!probability.ok()) return error(parts[1], "number from 0 to 1");
  return FailurePoint{.time = *time, .probability = *probability};
}

absl::StatusOr<OutageRequest> ParseCurve(absl::string_view text) {
  std::vector<FailurePoint> points;
  for (const absl::string_view item : absl::StrSplit(text, ',')) {
    const absl::StatusOr<FailurePoint> point = ParsePoint(text, item);
    if (!point.ok()) return point.status();
    if (points.empty() && point->time > 0) return CurveError(text, "which does not begin at 0s");
    if (!points.empty() && point->time < points.back().time) {
      return CurveError(text, "whose times go back");
    }
    points.push_back(*point);
  }
  if (points.size() > kMostPoints) return CurveError(text, "which has more than 32 points");
  if (points.back().time <= 0) return CurveError(text, "which has no length");
  if (points.back().time > kLongest) return CurveError(text, "which is longer than 30 years");
  FailureCurve failures(std::move(points));
  if (failures.IntegralTo(failures.end()) <= 0) return CurveError(text, "in which nothing fails");
  const double length = failures.end();
  return OutageRequest{.length = length, .failures = std::move(failures)};
}

}  // namespace

void AddOutageFlag(Command& command, std::optional<std::string>& outage) {
  command
      .AddFlag("--outage", outage,
               "Show what servers that fail for so long get from calls that go on; TIME:P,... "
               "is for a share of attempts that fail which changes, in straight lines")
      .ValueName("D|TIME:P,...");
}

absl::StatusOr<OutageRequest> ParseOutage(absl::string_view text) {
  if (text.find_first_of(":,") != absl::string_view::npos) return ParseCurve(text);
  const absl::StatusOr<double> length = ParseSeconds("--outage", text);
  if (!length.ok()) return length.status();
  if (*length <= 0) return absl::InvalidArgumentError("--outage must be above 0");
  return OutageRequest{.length = *length};
}

}  // namespace grpcfg
