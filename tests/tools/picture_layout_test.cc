// `grpcfg simulate --format svg`: where the marks of pictures stand.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "tests/strict_xml.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

// Of the plot of attempts; a legend stands left of it.
constexpr double kLeft = 36;

// A box: where it begins and ends.
struct Box {
  double begin = 0;
  double end = 0;
  bool is_faint = false;
};

std::vector<Box> BoxesIn(const std::string& svg) {
  re2::StringPiece rest(svg);
  static const RE2 kBox(
      R"re(class="(?:spread|likely) c0( faint)?" x="([0-9.]+)" .*width="([0-9.]+)")re");
  std::vector<Box> boxes;
  std::string faint;
  double width = 0;
  for (Box box; RE2::FindAndConsume(&rest, kBox, &faint, &box.begin, &width);) {
    if (box.begin < kLeft) continue;
    box.end = box.begin + width;
    box.is_faint = !faint.empty();
    boxes.push_back(box);
  }
  return boxes;
}

// Where the dashed lines are.
std::vector<double> LimitsIn(const std::string& svg) {
  re2::StringPiece rest(svg);
  static const RE2 kLimit(R"re(class="limit" x1="([0-9.]+)")re");
  std::vector<double> limits;
  for (double x = 0; RE2::FindAndConsume(&rest, kLimit, &x);) {
    if (x >= kLeft) limits.push_back(x);
  }
  return limits;
}

double WidthOfPage(const std::string& svg) {
  static const RE2 kWidth("viewBox=\"0 0 ([0-9]+)");
  double width = 0;
  EXPECT_TRUE(RE2::PartialMatch(svg, kWidth, &width)) << svg;
  return width;
}

// A line of text that begins at `x`.
struct Text {
  double x = 0;
  std::string words;
};

std::vector<Text> TextsIn(const std::string& svg) {
  re2::StringPiece rest(svg);
  static const RE2 kText(R"re(<text x="([0-9.]+)" y="[0-9.]+" text-anchor="start">([^<]*)<)re");
  std::vector<Text> texts;
  for (Text text; RE2::FindAndConsume(&rest, kText, &text.x, &text.words);) texts.push_back(text);
  return texts;
}

size_t Count(const std::string& letter, const std::string& words) {
  size_t count = 0;
  for (size_t at = 0; (at = words.find(letter, at)) != std::string::npos; ++at) ++count;
  return count;
}

std::string ConfigFor(const std::string& service, const std::string& timeout = "0.3s") {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": ")", service,
                      R"("}], "timeout": ")", timeout, R"(", "retryPolicy": {"maxAttempts": 5,
      "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
}

// Boxes end at the deadline, and what is after it is there, but faint.
TEST(PictureLayoutTest, AttemptsAreFaintAfterTheDeadline) {
  const GrpcfgRun run;
  run.files.Write("a.json", ConfigFor("s"));
  for (const char* const target : {"spec", "go@1.68"}) {
    const std::string svg =
        run.Run(absl::StrCat("$G simulate a.json --format svg --target ", target)).out;
    const std::vector<double> limits = LimitsIn(svg);
    ASSERT_EQ(limits.size(), 1U) << svg;
    double last = 0;
    for (const Box& box : BoxesIn(svg)) {
      EXPECT_TRUE(box.is_faint ? box.begin >= limits[0] : box.end <= limits[0] + 0.2)
          << target << " " << box.begin << " to " << box.end;
      last = std::max(last, box.end);
    }
    EXPECT_GT(last, 2 * limits[0]) << target << " shows attempts that never start";
  }
}

// A timeout of the config ends calls of C-core earlier in some processes than in others.
TEST(PictureLayoutTest, TheDeadlineOfCoreHasTwoEnds) {
  const GrpcfgRun run;
  run.files.Write("a.json", ConfigFor("s", "3s"));
  const auto limits = [&](const std::string& flags) {
    return LimitsIn(run.Run(absl::StrCat("$G simulate a.json --format svg ", flags)).out).size();
  };
  EXPECT_EQ(limits("--target spec,core"), 3U);
  EXPECT_EQ(limits("--target spec,core --deadline 2s"), 1U) << "they are alike";
}

// The widest names: letters as wide as the font is high, without a place to break them.
TEST(PictureLayoutTest, NamesStayOnThePage) {
  constexpr double kWidth = 0.98 * 13;
  const GrpcfgRun run;
  for (const char* const letter : {"W", "\u4e2d", "\u00e9", "\U0001f600"}) {
    std::string service;
    for (int i = 0; i < 80; ++i) service += letter;
    run.files.Write("a.json", ConfigFor(service));
    for (const char* const picture : {"attempts", "amplification", "rate --clients 9"}) {
      const std::string svg =
          run.Run(absl::StrCat("$G simulate a.json --target spec,go@1.68 --format svg --picture ",
                               picture))
              .out;
      EXPECT_TRUE(StrictXml(svg).IsWhole()) << picture;
      size_t names = 0;
      for (const Text& text : TextsIn(svg)) {
        const size_t letters = Count(letter, text.words);
        EXPECT_LE(text.x + static_cast<double>(letters) * kWidth, WidthOfPage(svg)) << text.words;
        names += letters;
      }
      EXPECT_GT(names, 10U) << picture;
    }
  }
}

// Neither the axis nor what ends on it is hidden by curves that are 0.
TEST(PictureLayoutTest, RatesLeaveTheAxisFree) {
  const GrpcfgRun run;
  for (const char* const flags : {
           "--algorithm ethernet,non-overlapping --clients 9 --picture rate",
           "--algorithm google-http-client,ethernet --clients 9 --picture generations",
           "--algorithm equal-jitter --clients 9 --picture generations",
       }) {
    const std::string svg = run.Run(absl::StrCat("$G simulate --format svg ", flags)).out;
    static const RE2 kAxis(R"re(class="axis" x1="[0-9.]+" y1="([0-9.]+)")re");
    std::string axis;
    ASSERT_TRUE(RE2::PartialMatch(svg, kAxis, &axis)) << flags << svg;
    EXPECT_THAT(svg, testing::HasSubstr(absl::StrCat("V", axis))) << flags;
    EXPECT_THAT(svg, testing::Not(testing::HasSubstr(absl::StrCat("V", axis, "H")))) << flags;
    EXPECT_THAT(svg, testing::Not(testing::HasSubstr("Z\""))) << flags;
  }
}

struct Point {
  double x = 0;
  double y = 0;
};

// The corners of each curve, as the data of its path have them.
std::vector<std::vector<Point>> CurvesIn(const std::string& svg) {
  re2::StringPiece rest(svg);
  static const RE2 kPath(R"re(<path class="(?:curve|area) c[0-9]" d="([^"]*)")re");
  static const RE2 kStep(R"re(([MLHV])(-?[0-9.]+)(?: (-?[0-9.]+))?)re");
  std::vector<std::vector<Point>> curves;
  for (std::string data; RE2::FindAndConsume(&rest, kPath, &data);) {
    curves.emplace_back();
    re2::StringPiece steps(data);
    std::string command;
    std::string first;
    std::string second;
    for (Point at; RE2::FindAndConsume(&steps, kStep, &command, &first, &second);) {
      if (command != "V") at.x = std::stod(first);
      if (command != "H") at.y = std::stod(command == "V" ? first : second);
      curves.back().push_back(at);
    }
  }
  return curves;
}

// What a text covers at least.
struct Cover {
  double left;
  double right;
  double top;
  double bottom;
  std::string words;

  [[nodiscard]] bool Has(const Point& at) const {
    return at.x > left && at.x < right && at.y > top && at.y < bottom;
  }
};

std::vector<Cover> CoversIn(const std::string& svg) {
  constexpr double kAscent = 9;
  constexpr double kLeastLetter = 4;  // as wide as any is
  static const RE2 kAnyText(
      R"re(<text (?:class="title" )?x="([0-9.]+)" y="([0-9.]+)"(?: text-anchor="(\w+)")?>([^<]*)<)re");
  std::vector<Cover> covers;
  re2::StringPiece rest(svg);
  std::string anchor;
  std::string words;
  for (Point at; RE2::FindAndConsume(&rest, kAnyText, &at.x, &at.y, &anchor, &words);) {
    const double width = kLeastLetter * static_cast<double>(words.size());
    const double before = anchor == "end" ? width : anchor == "middle" ? width / 2 : 0;
    covers.push_back({at.x - before, at.x - before + width, at.y - kAscent, at.y, words});
  }
  return covers;
}

// True if `cover` has a point of the line from `from` to `to`.
bool Crosses(const Cover& cover, const Point& from, const Point& to) {
  constexpr int kParts = 20;
  for (int part = 0; part <= kParts; ++part) {
    const double share = part / double{kParts};
    if (cover.Has({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)})) {
      return true;
    }
  }
  return false;
}

bool Crosses(const Cover& cover, const std::vector<Point>& curve) {
  for (size_t i = 1; i < curve.size(); ++i) {
    if (Crosses(cover, curve[i - 1], curve[i])) return true;
  }
  return false;
}

bool IsOn(const std::vector<Point>& curve, const Point& dot) {
  constexpr double kRounding = 0.2;
  for (size_t i = 1; i < curve.size(); ++i) {
    const Point& from = curve[i - 1];
    const Point& to = curve[i];
    if (dot.x < from.x - kRounding || dot.x > to.x + kRounding) continue;
    const double share = to.x > from.x ? (dot.x - from.x) / (to.x - from.x) : 0;
    if (std::abs(from.y + share * (to.y - from.y) - dot.y) < 1) return true;
  }
  return false;
}

std::vector<Point> DotsIn(const std::string& svg) {
  static const RE2 kDot(R"re(<circle class="c[0-9]" cx="([0-9.]+)" cy="([0-9.]+)")re");
  std::vector<Point> dots;
  re2::StringPiece rest(svg);
  for (Point dot; RE2::FindAndConsume(&rest, kDot, &dot.x, &dot.y);) dots.push_back(dot);
  return dots;
}

void ExpectApart(const std::string& svg, const char* flags) {
  static const RE2 kHeight("viewBox=\"0 0 600 ([0-9]+)");
  double height = 0;
  ASSERT_TRUE(RE2::PartialMatch(svg, kHeight, &height)) << svg;
  const std::vector<std::vector<Point>> curves = CurvesIn(svg);
  const std::vector<Cover> covers = CoversIn(svg);
  EXPECT_GT(covers.size(), 5U) << svg;
  for (const Cover& cover : covers) {
    EXPECT_TRUE(cover.left >= 0 && cover.right <= 600 && cover.top > 0 && cover.bottom < height)
        << flags << " " << cover.words;
    for (const std::vector<Point>& curve : curves) {
      EXPECT_FALSE(Crosses(cover, curve)) << flags << " " << cover.words;
    }
  }
  for (const Point& dot : DotsIn(svg)) {
    const bool is_on_curve = std::any_of(curves.begin(), curves.end(),
                                         [&](const auto& curve) { return IsOn(curve, dot); });
    EXPECT_TRUE(is_on_curve) << flags << " " << dot.x << " " << dot.y;
  }
}

// Texts stand on the page and on no curve, in every kind of picture; and no dot is off its curve.
TEST(PictureLayoutTest, TextsAndCurvesAreApart) {
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [
    {"name": [{"service": "s", "method": "A"}], "timeout": "10s", "retryPolicy": {"maxAttempts": 4,
      "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]}},
    {"name": [{"service": "s", "method": "B"}], "timeout": "3s", "retryPolicy": {"maxAttempts": 5,
      "initialBackoff": "0.5s", "maxBackoff": "2s", "backoffMultiplier": 1.6,
      "retryableStatusCodes": ["UNAVAILABLE"]}},
    {"name": [{"service": "t"}], "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.2s"}}],
    "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})");
  for (const char* const flags :
       {"--outage 0.1s", "--outage 1000s", "--clients 1000", "--clients 1000 --picture generations",
        "--latency exp:0.1s", "--picture amplification", "--picture tokens", ""}) {
    const std::string svg =
        run.Run(absl::StrCat("$G simulate a.json --target all --format svg ", flags)).out;
    EXPECT_EQ(WidthOfPage(svg), 600) << flags;
    ExpectApart(svg, flags);
  }
}

// What differs is named, and nothing twice.
TEST(PictureLayoutTest, LegendsNameWhatDiffers) {
  const GrpcfgRun run;
  run.files.Write("a.json", ConfigFor("s", "30s"));
  const auto svg = [&](const std::string& flags) {
    return run.Run(absl::StrCat("$G simulate a.json --format svg --clients 1000 ", flags)).out;
  };
  const std::string two = svg("--target go@1.68,go");
  EXPECT_THAT(two, testing::HasSubstr(">full jitter (go@1.68): peak"));
  EXPECT_THAT(two, testing::HasSubstr(">jitter 80-120% (go): peak"));
  EXPECT_THAT(svg("--target go,java"), testing::HasSubstr(">go, java: peak"));
  EXPECT_THAT(svg("--target go"), testing::HasSubstr(">s, go, jitter 80-120%</text>"));
  EXPECT_THAT(svg("--picture tokens --without-throttling"), testing::IsEmpty());
}

}  // namespace
}  // namespace grpcfg
