// When the attempts of a call start: a row for each, from the first moment to the last, and where
// nearly all of them start; faint behind the deadline, which lets them start no more.
#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "simulator/charts/named_shapes.h"
#include "simulator/charts/pictures.h"
#include "simulator/charts/svg_page.h"
#include "simulator/charts/text_lines.h"
#include "simulator/report/simulation_words.h"
#include "simulator/schedule/herd.h"

namespace grpcfg {
namespace {

constexpr double kLeft = 40;
constexpr double kWidth = 644;
constexpr double kRowHeight = 18;
constexpr double kLineHeight = 18;  // of a name
constexpr double kNameGap = 8;      // before it
constexpr double kRight = 20;
constexpr size_t kP5 = 1;
constexpr size_t kP50 = 4;
constexpr size_t kP95 = 7;
static_assert(kPercentiles[kP5] == 0.05 && kPercentiles[kP50] == 0.5 && kPercentiles[kP95] == 0.95);

bool AreEqual(const SimulatedMethod& a, const SimulatedMethod& b) {
  const auto& left = a.schedule.attempts;
  const auto& right = b.schedule.attempts;
  return a.deadline == b.deadline && WordsOfEnd(a) == WordsOfEnd(b) &&
         std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const AttemptSchedule& one, const AttemptSchedule& other) {
                      return one.percentiles == other.percentiles && one.min == other.min;
                    });
}

std::vector<NamedShape<SimulatedMethod>> Distinct(absl::Span<const SimulatedMethod> methods) {
  std::vector<NamedShape<SimulatedMethod>> distinct;
  for (const SimulatedMethod& method : methods) {
    if (HasAttempts(method)) AddShape(method, CurveName(method), AreEqual, distinct);
  }
  return distinct;
}

class AttemptsPainter {
 public:
  AttemptsPainter(std::vector<NamedShape<SimulatedMethod>> schedules, std::string& out)
      : page_(out), schedules_(std::move(schedules)) {
    more_ = TakeOutColorless(schedules_);
    for (const NamedShape<SimulatedMethod>& each : schedules_) {
      headings_.push_back(
          LabelLines(SpellNames(each.names), InOneLine(WordsOfEnd(*each.shape)), kWidth + kRight));
      const auto rows = static_cast<double>(each.shape->schedule.attempts.size());
      const auto lines = static_cast<double>(headings_.back().size());
      height_ += kNameGap + kLineHeight * lines + kRowHeight * rows;
      end_ = std::max(end_, EndOf(each.shape->schedule.attempts));
      // A deadline long after all attempts would leave no room for them.
      const double deadline = LatestEnd(*each.shape);
      if (std::isfinite(deadline)) last_deadline_ = std::max(last_deadline_, deadline);
    }
    if (more_ > 0) height_ += kNameGap + kLineHeight;
    constexpr double kFar = 3;
    if (last_deadline_ > 0 && last_deadline_ < kFar * end_) end_ = std::max(end_, last_deadline_);
    if (end_ <= 0) end_ = 1;
    end_ *= 1.02;
  }

  void Paint() {
    page_.Begin(kLeft + kWidth + kRight, height_ + 50, "When the attempts of a call start");
    PaintAxis();
    double y = 0;
    for (size_t i = 0; i < schedules_.size(); ++i) y = PaintSchedule(i, y);
    if (more_ > 0) {
      page_.Text({kLeft, y + 18}, SvgAnchor::kStart, absl::StrCat("and ", more_, " more"));
    }
    page_.Text({kLeft + kWidth, height_ + 40}, SvgAnchor::kEnd, "since the call");
    page_.End();
  }

 private:
  [[nodiscard]] double X(double time) const {
    return kLeft + kWidth * std::clamp(time / end_, 0.0, 1.0);
  }

  void PaintAxis() {
    constexpr double kTicks = 6;
    const double step = RoundUpToStep(end_ / kTicks);
    for (int i = 0; i * step <= end_; ++i) {
      page_.Line({X(i * step), 8}, {X(i * step), height_ + 4});
      page_.Text({X(i * step), height_ + 20}, SvgAnchor::kMiddle, SpellTime(i * step));
    }
  }

  double PaintSchedule(size_t index, double y) {
    const SimulatedMethod& method = *schedules_[index].shape;
    for (const std::string& line : headings_[index]) {
      y += kLineHeight;
      page_.Text({kLeft, y}, SvgAnchor::kStart, line);
    }
    y += kNameGap;
    const double top = y;
    for (size_t number = 1; number <= method.schedule.attempts.size(); ++number) {
      PaintAttempt(index, number, y);
      y += kRowHeight;
    }
    const auto limit = [&](double time) {
      if (time <= end_) page_.Limit({X(time), top}, {X(time), y});
    };
    if (method.ends) limit(method.ends->min);
    limit(LatestEnd(method));
    return y;
  }

  void PaintAttempt(size_t index, size_t number, double y) {
    const AttemptSchedule& attempt = schedules_[index].shape->schedule.attempts[number - 1];
    const auto& of = attempt.percentiles;
    const double last = EndOf(attempt);
    const std::string tip =
        absl::StrCat("attempt ", number, ": from ", SpellTime(attempt.min), " to ", SpellTime(last),
                     ", half of them by ", SpellTime(of[kP50]), "; ",
                     SpellShare(attempt.reached_by_deadline), " before the deadline");
    page_.Text({kLeft - 8, y + 13}, SvgAnchor::kEnd, absl::StrCat(number));
    PaintTimes({"spread", index}, {.min = attempt.min, .max = last}, y, tip);
    PaintTimes({"likely", index}, {.min = of[kP5], .max = of[kP95]}, y, tip);
  }

  // In the row at `y`.
  void PaintTimes(SvgLook look, const TimeRange& times, double y, absl::string_view tip) {
    constexpr double kLeast = 2;  // that can be seen
    const double inset = look.name == "likely" ? 6 : 3;
    const auto paint = [&](double from, double to) {
      page_.Box(look, {X(from), y + inset},
                {std::max(X(to) - X(from), kLeast), kRowHeight - 2 * inset}, tip);
    };
    const double deadline = LatestEnd(*schedules_[look.color].shape);
    if (times.min < deadline) paint(times.min, std::min(times.max, deadline));
    look.is_faint = true;
    if (times.max > deadline || times.min >= deadline) {
      paint(std::max(times.min, deadline), times.max);
    }
  }

  SvgPage page_;
  std::vector<NamedShape<SimulatedMethod>> schedules_;
  size_t more_ = 0;
  std::vector<std::vector<std::string>> headings_ = {};  // of each schedule, line by line
  double height_ = 0;                                    // of all headings and rows
  double end_ = 0;
  double last_deadline_ = 0;
};

}  // namespace

bool HasAttempts(const SimulatedMethod& method) { return method.schedule.attempts.size() > 1; }

void AppendAttemptsPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  AttemptsPainter(Distinct(methods), out).Paint();
}

}  // namespace grpcfg
