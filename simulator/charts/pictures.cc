#include "simulator/charts/pictures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "simulator/charts/chart.h"
#include "simulator/charts/svg_page.h"
#include "simulator/fleet/amplification.h"
#include "simulator/report/simulation_words.h"
#include "simulator/schedule/herd.h"
#include "validator/report/xml.h"

namespace grpcfg {
namespace {

// Words of simulation_words.h in one line.
std::string InOneLine(std::string words) {
  std::replace(words.begin(), words.end(), kNoBreak, ' ');
  return words;
}

// "pkg.Service/Method (go)".
std::string CurveName(const SimulatedMethod& method) {
  if (method.name == method.target) return method.name;
  return absl::StrCat(method.name, " (", method.target, ")");
}

// ---- The load of an outage on servers, and of the wave behind it.

constexpr size_t kMostPoints = 300;

std::string SpellLoad(double load) { return absl::StrFormat("%.3g", load); }

// Of many loads the highest in each part of the time, for a wave is not to be lost.
ChartCurve LoadCurve(const SimulatedMethod& method) {
  const OutageFacts& outage = *method.fleet.outage;
  const size_t points = std::min(outage.loads.size(), kMostPoints);
  ChartCurve curve = {.name = CurveName(method)};
  for (size_t i = 0; i < points; ++i) {
    const size_t from = i * outage.loads.size() / points;
    const size_t to = std::max((i + 1) * outage.loads.size() / points, from + 1);
    const auto begin = outage.loads.begin();
    const double load = *std::max_element(begin + static_cast<std::ptrdiff_t>(from),
                                          begin + static_cast<std::ptrdiff_t>(to));
    curve.points.push_back({outage.step * static_cast<double>(from), load});
  }
  curve.what = absl::StrCat("up to ", SpellLoad(outage.peak), " attempts per call",
                            method.fleet.throttle ? ", with its tokens" : "");
  curve.tip = curve.what;
  return curve;
}

bool HasOutage(const SimulatedMethod& method) {
  return method.fleet.outage && !method.fleet.outage->loads.empty();
}

void AppendOutagePicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "Attempts per call that come to servers in an outage and after it",
                 .x_name = "since the outage began",
                 .y_name = "attempts per call",
                 .x_words = SpellTime,
                 .y_words = SpellLoad,
                 .least_top = 1};
  for (const SimulatedMethod& method : methods) {
    if (!HasOutage(method)) continue;
    chart.curves.push_back(LoadCurve(method));
    // All methods have the same.
    chart.bands = {{0, method.fleet.outage->length, "outage"}};
  }
  AppendChart(chart, out);
}

// ---- The retry rate of fleets over time.

constexpr size_t kMostColumns = 300;

ChartCurve RateCurve(const SimulatedMethod& method) {
  const Herd& herd = *method.herd;
  ChartCurve curve = {
      .name = CurveName(method), .tip = InOneLine(WordsOfHerd(method)), .is_stepped = true};
  const size_t columns = std::min(kMostColumns, herd.retries_per_bin.size());
  const double end = herd.bin * static_cast<double>(herd.retries_per_bin.size());
  double column = 0;
  for (const double rate : MeanRates(herd, method.clients, columns)) {
    curve.points.push_back({end * column++ / static_cast<double>(columns), rate});
  }
  curve.points.push_back({end, 0});
  if (std::isinf(herd.peak)) {
    curve.what = absl::StrCat("all at once at ", SpellTime(herd.time_of_peak));
    return curve;
  }
  curve.what = absl::StrCat("peak ", SpellRate(herd.peak * method.clients), "/s at ",
                            SpellTime(herd.time_of_peak));
  curve.marks.push_back({herd.time_of_peak, herd.peak * method.clients});
  return curve;
}

bool HasRates(const SimulatedMethod& method) {
  return method.clients > 0 && method.herd && !method.herd->retries_per_bin.empty();
}

void AppendRatesPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "Retries per second of clients that fail simultaneously",
                 .x_name = "since all of them failed",
                 .y_name = "retries/s",
                 .x_words = SpellTime,
                 .y_words = SpellRate};
  for (const SimulatedMethod& method : methods) {
    if (HasRates(method)) chart.curves.push_back(RateCurve(method));
  }
  AppendChart(chart, out);
}

// ---- The same by generations: a chart for each method, a curve for each retry.

// As its view box says.
SvgPoint SizeOfSvg(absl::string_view svg) {
  constexpr absl::string_view kBefore = "viewBox=\"0 0 ";
  svg.remove_prefix(svg.find(kBefore) + kBefore.size());
  const std::vector<absl::string_view> sides = absl::StrSplit(svg.substr(0, svg.find('"')), ' ');
  SvgPoint size;
  (void)absl::SimpleAtod(sides[0], &size.x);
  (void)absl::SimpleAtod(sides[1], &size.y);
  return size;
}

ChartCurve GenerationCurve(const SimulatedMethod& method, size_t retry) {
  const Herd& herd = *method.herd;
  ChartCurve curve = {.name = absl::StrCat("retry ", retry + 1), .is_stepped = true};
  const Herd alone = {.bin = herd.bin, .retries_per_bin = herd.per_bin_by_retry[retry]};
  const size_t columns = std::min(kMostColumns / 2, alone.retries_per_bin.size());
  const double end = herd.bin * static_cast<double>(alone.retries_per_bin.size());
  double column = 0;
  for (const double rate : MeanRates(alone, method.clients, columns)) {
    curve.points.push_back({end * column++ / static_cast<double>(columns), rate});
  }
  curve.points.push_back({end, 0});
  return curve;
}

void AppendGenerations(const SimulatedMethod& method, std::string& out) {
  const std::string title = absl::StrCat(CurveName(method), ": retries per second of ",
                                         SpellRate(method.clients), " clients by generation");
  Chart chart = {.title = title,
                 .x_name = absl::StrCat(CurveName(method), ", since all of them failed"),
                 .y_name = "retries/s",
                 .x_words = SpellTime,
                 .y_words = SpellRate};
  chart.curves.push_back(RateCurve(method));
  chart.curves.back().name = "all";
  for (size_t retry = 0; retry < method.herd->per_bin_by_retry.size(); ++retry) {
    chart.curves.push_back(GenerationCurve(method, retry));
  }
  AppendChart(chart, out);
}

// One below the other, each as an element of its own.
void AppendGenerationsPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  constexpr size_t kMostCharts = 4;
  std::string charts;
  double height = 0;
  double width = 0;
  size_t count = 0;
  for (const SimulatedMethod& method : methods) {
    if (!HasRates(method) || count++ == kMostCharts) continue;
    std::string chart;
    AppendGenerations(method, chart);
    const SvgPoint size = SizeOfSvg(chart);
    constexpr absl::string_view kTag = "<svg";
    absl::StrAppendFormat(&charts, R"(%s y="%.0f" width="%.0f" height="%.0f"%s)", kTag, height,
                          size.x, size.y, chart.substr(kTag.size()));
    height += size.y;
    width = std::max(width, size.x);
  }
  absl::StrAppendFormat(&out,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                        "role=\"img\">\n<title>Retries by generation</title>\n%s</svg>\n",
                        width, height, charts);
}

// ---- What hedges cost and save, by the delay before each: how much more load there is, and how
// long the slowest of a hundred calls takes.

constexpr size_t kP99 = 3;
static_assert(kResultPercentiles[kP99] == 0.99);

std::string SpellExtra(double share) { return absl::StrFormat("%.0f%%", share * 100); }

// With three digits, which is more than anybody knows of a latency.
std::string SpellRounded(double seconds) {
  double rounded = seconds;
  return absl::SimpleAtod(absl::StrFormat("%.3g", seconds), &rounded) ? SpellTime(rounded) : "";
}

HedgingGain GainAt(const SimulatedMethod& method, double delay) {
  Hedging hedging = *method.call.hedging;
  hedging.delay = delay;
  if (method.latency) return GainOf(hedging, *method.latency);
  return GainOf(hedging, *method.latency_law);
}

SvgPoint PointOf(const HedgingGain& gain) {
  return {gain.expected_sends - 1, gain.hedged.percentiles[kP99]};
}

ChartCurve TradeOff(const SimulatedMethod& method) {
  // From delays that send nearly every hedge to such as send nearly none.
  constexpr std::array<double, 18> kShares = {0.02, 0.04, 0.07, 0.1,  0.14, 0.18, 0.23, 0.28, 0.34,
                                              0.4,  0.47, 0.55, 0.65, 0.75, 0.87, 1,    1.2,  1.5};
  const HedgingGain& gain = method.hedges->gain;
  const double slow = gain.unhedged.percentiles[kP99];
  ChartCurve curve = {.name = CurveName(method)};
  for (const double share : kShares) {
    curve.points.push_back(PointOf(GainAt(method, slow * share)));
  }
  curve.points.push_back(PointOf(gain));
  std::sort(curve.points.begin(), curve.points.end(),
            [](const SvgPoint& a, const SvgPoint& b) { return a.x < b.x; });
  curve.marks.push_back(PointOf(gain));
  curve.what = absl::StrCat("after ", SpellTime(method.call.hedging->delay),
                            " each: ", SpellExtra(gain.expected_sends - 1), " more load, p99 ",
                            SpellRounded(gain.hedged.percentiles[kP99]), " in place of ",
                            SpellRounded(slow));
  curve.tip = curve.what;
  return curve;
}

bool HasHedges(const SimulatedMethod& method) {
  return method.hedges && method.call.hedging && (method.latency || method.latency_law) &&
         method.hedges->gain.unhedged.percentiles[kP99] > 0;
}

void AppendHedgingPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  Chart chart = {.title = "The slowest of a hundred calls against the load of hedges",
                 .x_name = "more attempts than calls, by a shorter hedgingDelay",
                 .y_name = "p99 of the result",
                 .x_words = SpellExtra,
                 .y_words = SpellTime};
  for (const SimulatedMethod& method : methods) {
    if (HasHedges(method)) chart.curves.push_back(TradeOff(method));
  }
  AppendChart(chart, out);
}

// ---- When the attempts of a call start: a row for each, from the first moment to the last, and
// where nearly all of them start; faint behind the deadline, which lets them start no more.

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

bool HasAttempts(const SimulatedMethod& method) { return method.schedule.attempts.size() > 1; }

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

void AppendAttemptsPicture(absl::Span<const SimulatedMethod> methods, std::string& out) {
  AttemptsPainter(Distinct(methods), out).Paint();
}

// ---- Attempts per call against the probability that one fails.

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

// ---- The token bucket of a client: attempts that all fail empty it, and then successes fill it
// again.

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

// ---- The kinds

// The most telling first, as far as it was asked for.
constexpr Picture kPictures[] = {
    {"outage", "Load of an outage, and of the wave behind it", "--outage and a method that retries",
     HasOutage, AppendOutagePicture},
    {"rate", "Retries of clients that fail simultaneously", "--clients and a method that retries",
     HasRates, AppendRatesPicture},
    {"generations", "The same, each retry by itself", "--clients and a method that retries",
     HasRates, AppendGenerationsPicture},
    {"hedging", "What hedges cost and save, by their delay", "--latency and a method that hedges",
     HasHedges, AppendHedgingPicture},
    {"attempts", "When the attempts of a call start", "a method with more than one attempt",
     HasAttempts, AppendAttemptsPicture},
    {"amplification", "Attempts per call, by how many fail", "a method that retries", HasRetries,
     AppendAmplificationPicture},
    {"tokens", "Tokens of a client while everything fails, and after it",
     "retryThrottling and a method that retries", HasTokens, AppendTokensPicture},
};

constexpr absl::string_view kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>What calls do</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
figure { margin: 1em 0 } svg { max-width: 100% }
pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto }
</style>
</head>
<body>
)";

}  // namespace

absl::Span<const Picture> Pictures() { return kPictures; }

std::vector<const Picture*> PicturesOf(absl::Span<const SimulatedMethod> methods) {
  std::vector<const Picture*> shown;
  for (const Picture& picture : kPictures) {
    if (std::any_of(methods.begin(), methods.end(), picture.shows)) shown.push_back(&picture);
  }
  return shown;
}

void AppendSimulationSvg(const SimulationReport& report, std::string& out) {
  absl::StrAppend(&out, kXmlHead);
  for (const Picture* const picture : PicturesOf(report.methods)) {
    if (!report.picture.empty() && picture->name != report.picture) continue;
    return picture->append(report.methods, out);
  }
  absl::StrAppend(&out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 420 40\">"
                  "<text x=\"8\" y=\"24\">there is nothing to draw for these calls</text></svg>\n");
}

void AppendSimulationHtml(const SimulationReport& report, std::string& out) {
  absl::StrAppend(&out, kPageHead, "<h1>What calls do</h1>\n");
  for (const Picture* const picture : PicturesOf(report.methods)) {
    if (!report.picture.empty() && picture->name != report.picture) continue;
    absl::StrAppend(&out, "<h2>", XmlText(picture->title), "</h2>\n<figure>\n");
    picture->append(report.methods, out);
    out += "</figure>\n";
  }
  std::string text;
  AppendSimulationText({report.methods, {.columns = report.style.columns}}, text);
  absl::StrAppend(&out, "<h2>In numbers</h2>\n<pre>");
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::StrAppend(&out, XmlText(line), "\n");
  }
  out += "</pre>\n</body>\n</html>\n";
}

}  // namespace grpcfg
