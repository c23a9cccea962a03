// When the attempts of a call start: a row for each, from the first moment to the last, and where
// half and nearly all of them have started.
#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "simulation/pictures/named_shapes.h"
#include "simulation/pictures/pictures.h"
#include "simulation/pictures/svg_page.h"
#include "simulation/simulation_words.h"
#include "simulator/herd.h"

namespace grpcfg {
namespace {

constexpr double kLeft = 40;
constexpr double kWidth = 644;
constexpr double kRowHeight = 18;
constexpr double kNameHeight = 26;
constexpr size_t kP5 = 1;
constexpr size_t kP50 = 4;
constexpr size_t kP95 = 7;
static_assert(kPercentiles[kP5] == 0.05 && kPercentiles[kP50] == 0.5 && kPercentiles[kP95] == 0.95);

bool AreAlike(const SimulatedMethod& a, const SimulatedMethod& b) {
  const auto& left = a.schedule.attempts;
  const auto& right = b.schedule.attempts;
  return a.deadline == b.deadline &&
         std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const AttemptSchedule& one, const AttemptSchedule& other) {
                      return one.percentiles == other.percentiles && one.min == other.min;
                    });
}

std::vector<NamedShape<SimulatedMethod>> Distinct(absl::Span<const SimulatedMethod> methods) {
  std::vector<NamedShape<SimulatedMethod>> distinct;
  for (const SimulatedMethod& method : methods) {
    if (HasAttempts(method)) AddShape(method, CurveName(method), AreAlike, distinct);
  }
  return distinct;
}

class AttemptsPainter {
 public:
  AttemptsPainter(std::vector<NamedShape<SimulatedMethod>> schedules, std::string& out)
      : page_(out), schedules_(std::move(schedules)) {
    more_ = TakeOutColorless(schedules_);
    for (const NamedShape<SimulatedMethod>& each : schedules_) {
      rows_ += each.shape->schedule.attempts.size();
      end_ = std::max(end_, EndOf(each.shape->schedule.attempts));
      // A deadline long after all attempts would leave no room for them.
      if (std::isfinite(each.shape->deadline)) {
        last_deadline_ = std::max(last_deadline_, each.shape->deadline);
      }
    }
    constexpr double kFar = 3;
    if (last_deadline_ > 0 && last_deadline_ < kFar * end_) end_ = std::max(end_, last_deadline_);
    if (end_ <= 0) end_ = 1;
    end_ *= 1.02;
  }

  void Paint() {
    const size_t names = schedules_.size() + (more_ > 0 ? 1 : 0);
    const double height =
        kRowHeight * static_cast<double>(rows_) + kNameHeight * static_cast<double>(names);
    page_.Begin(kLeft + kWidth + 20, height + 50, "When the attempts of a call start");
    PaintAxis(height);
    double y = 0;
    for (size_t i = 0; i < schedules_.size(); ++i) y = PaintSchedule(i, y);
    if (more_ > 0) {
      page_.Text({kLeft, y + 18}, SvgAnchor::kStart, absl::StrCat("and ", more_, " more"));
    }
    page_.Text({kLeft + kWidth, height + 40}, SvgAnchor::kEnd, "since the call");
    page_.End();
  }

 private:
  [[nodiscard]] double X(double time) const { return kLeft + kWidth * std::min(time / end_, 1.0); }

  void PaintAxis(double height) {
    constexpr double kTicks = 6;
    const double step = RoundUpToStep(end_ / kTicks);
    for (int i = 0; i * step <= end_; ++i) {
      page_.Line({X(i * step), 8}, {X(i * step), height + 4});
      page_.Text({X(i * step), height + 20}, SvgAnchor::kMiddle, SpellTime(i * step));
    }
  }

  double PaintSchedule(size_t index, double y) {
    const SimulatedMethod& method = *schedules_[index].shape;
    page_.Text(
        {kLeft, y + 18}, SvgAnchor::kStart,
        absl::StrCat(SpellNames(schedules_[index].names), ": ", InOneLine(WordsOfEnd(method))));
    y += kNameHeight;
    const double top = y;
    size_t number = 0;
    for (const AttemptSchedule& attempt : method.schedule.attempts) {
      PaintAttempt(index, ++number, attempt, y);
      y += kRowHeight;
    }
    if (method.deadline <= end_) page_.Limit({X(method.deadline), top}, {X(method.deadline), y});
    return y;
  }

  void PaintAttempt(size_t index, size_t number, const AttemptSchedule& attempt, double y) {
    constexpr double kLeast = 2;  // that can be seen
    const auto& of = attempt.percentiles;
    const double last = EndOf(attempt);
    const std::string tip =
        absl::StrCat("attempt ", number, ": from ", SpellTime(attempt.min), " to ", SpellTime(last),
                     ", half of them by ", SpellTime(of[kP50]), "; ",
                     SpellShare(attempt.reached_by_deadline), " before the deadline");
    page_.Text({kLeft - 8, y + 13}, SvgAnchor::kEnd, absl::StrCat(number));
    const auto box = [&](absl::string_view look, double from, double to, double inset) {
      const double x = X(from);
      page_.Box({look, index}, {x, y + inset},
                {std::max(X(to) - x, kLeast), kRowHeight - 2 * inset}, tip);
    };
    box("spread", attempt.min, last, 3);
    box("likely", of[kP5], of[kP95], 6);
  }

  SvgPage page_;
  std::vector<NamedShape<SimulatedMethod>> schedules_;
  size_t more_ = 0;
  size_t rows_ = 0;
  double end_ = 0;
  double last_deadline_ = 0;
};

}  // namespace

bool HasAttempts(const SimulatedMethod& method) { return method.schedule.attempts.size() > 1; }

void AppendAttemptsPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  AttemptsPainter(Distinct(methods), out).Paint();
}

}  // namespace grpcfg
