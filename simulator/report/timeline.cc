#include "simulator/report/timeline.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "validator/report/paint.h"

namespace grpcfg {
namespace {

constexpr size_t kLabelColumns = 18;  // before a line, its indentation included

// From the first attempt to the deadline, or to the last attempt.
class Scale {
 public:
  Scale(const SimulatedMethod& method, const TimeUnit& unit, size_t columns)
      : unit_(unit), last_(EndOf(InTime(method.schedule))), columns_(columns) {
    // A deadline far behind would leave no room for the attempts.
    constexpr double kFar = 1.5;
    if (LatestEnd(method) < kFar * last_) last_ = LatestEnd(method);
  }

  [[nodiscard]] size_t Column(double time) const {
    if (last_ <= 0) return 0;
    const auto end = static_cast<double>(columns_ - 1);
    return static_cast<size_t>(std::lround(std::min(time / last_ * end, end)));
  }

  // `0-840 ms`.
  [[nodiscard]] std::string Label() const {
    return absl::StrCat("0-", unit_.Spell(last_), " ", unit_.name);
  }

  [[nodiscard]] double last() const { return last_; }
  [[nodiscard]] size_t columns() const { return columns_; }

 private:
  TimeUnit unit_;
  double last_;
  size_t columns_;
};

void Draw(const AttemptSchedule& attempt, const Scale& scale, std::string& row) {
  constexpr size_t kP5 = 1;
  constexpr size_t kP95 = 7;
  const size_t first = scale.Column(attempt.min);
  const size_t last = scale.Column(EndOf(attempt));
  std::fill(row.begin() + static_cast<int>(first), row.begin() + static_cast<int>(last) + 1, '-');
  if (attempt.percentiles[kP5] <= scale.last()) {
    std::fill(row.begin() + static_cast<int>(scale.Column(attempt.percentiles[kP5])),
              row.begin() + static_cast<int>(scale.Column(attempt.percentiles[kP95])) + 1, '#');
  }
  row[first] = '|';
  if (EndOf(attempt) <= scale.last()) row[last] = '|';
}

// True if each attempt ends at least two columns before the next, so that a line shows all.
bool AreApart(absl::Span<const AttemptSchedule> attempts, const Scale& scale) {
  constexpr size_t kDigits = 9;  // of an attempt's number there is room for one
  if (attempts.size() > kDigits) return false;
  for (size_t i = 1; i < attempts.size(); ++i) {
    if (scale.Column(attempts[i].min) < scale.Column(EndOf(attempts[i - 1])) + 2) return false;
  }
  return true;
}

absl::string_view PaintOf(char mark) {
  if (mark == '#') return kGreen;
  return mark == 'D' ? kRed : "";
}

void AppendLine(absl::string_view label, std::string row, Painter& painter) {
  row.erase(row.find_last_not_of(' ') + 1);
  absl::StrAppendFormat(&painter.out(), "    %-14s", label);
  for (size_t begin = 0; begin < row.size();) {
    const size_t end = std::min(row.find_first_not_of(row[begin], begin), row.size());
    const absl::string_view run = absl::string_view(row).substr(begin, end - begin);
    const absl::string_view paint = PaintOf(row[begin]);
    if (!paint.empty()) painter.Start(paint);
    absl::StrAppend(&painter.out(), run);
    if (!paint.empty()) painter.Stop();
    begin = end;
  }
  painter.out() += '\n';
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

// A line for each attempt, of which some overlap.
void AppendLines(absl::Span<const AttemptSchedule> attempts, const Scale& scale, Painter& painter) {
  for (size_t i = 0; i < attempts.size(); ++i) {
    std::string row(scale.columns(), ' ');
    Draw(attempts[i], scale, row);
    AppendLine(i == 0 ? absl::StrCat(scale.Label(), " 1") : absl::StrCat(i + 1), row, painter);
  }
}

// One line for all; `labels` gets their numbers.
void AppendOneLine(absl::Span<const AttemptSchedule> attempts, const Scale& scale,
                   std::string& labels, Painter& painter) {
  constexpr size_t kP50 = kPercentiles.size() / 2 - 1;
  std::string row(scale.columns(), '.');
  for (size_t i = 0; i < attempts.size(); ++i) {
    Draw(attempts[i], scale, row);
    labels[scale.Column(attempts[i].percentiles[kP50])] = static_cast<char>('1' + i);
  }
  AppendLine(scale.Label(), row, painter);
}

}  // namespace

void AppendTimeline(const SimulatedMethod& method, const TimeUnit& unit,
                    const SimulationStyle& style, std::string& out) {
  const absl::Span<const AttemptSchedule> attempts = InTime(method.schedule);
  // A deadline may be marked behind the last attempt.
  const Scale scale(method, unit, style.columns - kLabelColumns - 1);
  if (scale.last() <= 0) return;
  Painter painter(style.color, out);
  std::string labels(scale.columns(), ' ');
  if (AreApart(attempts, scale)) {
    AppendOneLine(attempts, scale, labels, painter);
  } else {
    AppendLines(attempts, scale, painter);
  }
  MarkDeadline(method, scale, labels);
  if (labels.find_first_not_of(' ') != std::string::npos) AppendLine("", labels, painter);
}

}  // namespace grpcfg
