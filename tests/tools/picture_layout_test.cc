// `grpcfg simulate --format svg`: where the marks of pictures stand.
#include <algorithm>
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
  for (double x = 0; RE2::FindAndConsume(&rest, kLimit, &x);) limits.push_back(x);
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

// Boxes end at the deadline, and what is behind it is there, but faint.
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

// Curves of an outage run where they want to, so that no words stand between the axes.
TEST(PictureLayoutTest, NoWordsStandOnCurvesOfOutages) {
  const GrpcfgRun run;
  run.files.Write("a.json", ConfigFor("s"));
  for (const char* const outage : {"0.1s", "9s", "1000s"}) {
    const std::string svg =
        run.Run(absl::StrCat("$G simulate a.json --format svg --outage ", outage)).out;
    static const RE2 kAnyText(R"re(<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>([^<]*)<)re");
    re2::StringPiece rest(svg);
    double x = 0;
    double y = 0;
    size_t texts = 0;
    for (std::string words; RE2::FindAndConsume(&rest, kAnyText, &x, &y, &words); ++texts) {
      EXPECT_FALSE(x >= 84 && x < 684 && y > 24 && y < 284) << outage << " " << words;
    }
    EXPECT_GT(texts, 5U) << svg;
    EXPECT_THAT(svg, testing::HasSubstr(">outage</text>"));
  }
}

}  // namespace
}  // namespace grpcfg
