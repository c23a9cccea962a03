#include "simulation/simulation_timeline.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace grpcfg {
namespace {

constexpr size_t kColumns = 76;

// From the first attempt to whatever is last: of what has no end the last percentile.
double EndOf(const AttemptSchedule& attempt) {
  return std::isinf(attempt.max) ? attempt.percentiles.back() : attempt.max;
}

class Scale {
 public:
  explicit Scale(const SimulatedMethod& method) {
    for (const AttemptSchedule& attempt : method.schedule.attempts) {
      last_ = std::max(last_, EndOf(attempt));
    }
    // A deadline far behind would leave no room for the attempts.
    constexpr double kFar = 1.5;
    const double deadline = method.ends ? method.ends->max : method.deadline;
    if (deadline < kFar * last_) last_ = std::max(last_, deadline);
  }

  [[nodiscard]] size_t Column(double time) const {
    if (last_ <= 0) return 0;
    const double column = time / last_ * static_cast<double>(kColumns - 1);
    return static_cast<size_t>(std::lround(std::min(column, static_cast<double>(kColumns - 1))));
  }

  [[nodiscard]] double last() const { return last_; }

 private:
  double last_ = 0;
};

void Draw(const AttemptSchedule& attempt, const Scale& scale, std::string& row) {
  constexpr size_t kP5 = 1;
  constexpr size_t kP95 = 7;
  const size_t first = scale.Column(attempt.min);
  const size_t last = scale.Column(EndOf(attempt));
  std::fill(row.begin() + static_cast<int>(first), row.begin() + static_cast<int>(last) + 1, '-');
  std::fill(row.begin() + static_cast<int>(scale.Column(attempt.percentiles[kP5])),
            row.begin() + static_cast<int>(scale.Column(attempt.percentiles[kP95])) + 1, '#');
  row[first] = '|';
  row[last] = '|';
}

// True if each attempt ends at least two columns before the next, so that a line shows all.
bool AreApart(const std::vector<AttemptSchedule>& attempts, const Scale& scale) {
  for (size_t i = 1; i < attempts.size(); ++i) {
    if (scale.Column(attempts[i].min) < scale.Column(EndOf(attempts[i - 1])) + 2) return false;
  }
  return true;
}

void AppendLine(absl::string_view label, std::string row, std::string& out) {
  row.erase(row.find_last_not_of(' ') + 1);
  absl::StrAppendFormat(&out, "    %-14s%s\n", label, row);
}

// Behind the number of an attempt if that stands there already.
void MarkTime(double time, const Scale& scale, std::string& labels) {
  if (time > scale.last()) return;
  size_t column = scale.Column(time);
  while (column < labels.size() && labels[column] != ' ') ++column;
  labels.resize(std::max(labels.size(), column + 1), ' ');
  labels[column] = 'D';
}

// Both ends of it, where it is not one time.
void MarkDeadline(const SimulatedMethod& method, const Scale& scale, std::string& labels) {
  MarkTime(method.ends ? method.ends->min : method.deadline, scale, labels);
  if (method.ends && method.ends->max > 0) MarkTime(method.ends->max, scale, labels);
}

std::string EndLabel(const Scale& scale, const TimeUnit& unit) {
  return absl::StrCat("0-", unit.Spell(scale.last()), " ", unit.name);
}

}  // namespace

void AppendTimeline(const SimulatedMethod& method, const TimeUnit& unit, std::string& out) {
  const std::vector<AttemptSchedule>& attempts = method.schedule.attempts;
  const Scale scale(method);
  if (scale.last() <= 0) return;
  std::string labels(kColumns, ' ');
  if (!AreApart(attempts, scale)) {
    for (size_t i = 0; i < attempts.size(); ++i) {
      std::string row(kColumns, ' ');
      Draw(attempts[i], scale, row);
      AppendLine(absl::StrCat(i == 0 ? EndLabel(scale, unit) : "", i == 0 ? " " : "", i + 1), row,
                 out);
    }
    MarkDeadline(method, scale, labels);
    if (labels.find('D') != std::string::npos) AppendLine("", labels, out);
    return;
  }
  std::string row(kColumns, '.');
  for (size_t i = 0; i < attempts.size(); ++i) {
    Draw(attempts[i], scale, row);
    labels[scale.Column(attempts[i].percentiles[kPercentiles.size() / 2 - 1])] =
        static_cast<char>('1' + i);
  }
  MarkDeadline(method, scale, labels);
  AppendLine(EndLabel(scale, unit), row, out);
  AppendLine("", labels, out);
}

}  // namespace grpcfg
