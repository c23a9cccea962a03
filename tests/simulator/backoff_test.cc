// What the clients make of the numbers of a retry policy, where they differ.
#include "simulator/schedule/backoff.h"

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<double> Highs(const Backoff& backoff, const CallReading& client,
                          absl::Span<const Pushback> pushbacks = {}) {
  std::vector<double> highs;
  for (const Delay& delay : DelaysOf(backoff, client, pushbacks)) highs.push_back(delay.high);
  return highs;
}

auto Near(double value) { return DoubleNear(value, 1e-12); }

CallReading Calls(const Profile& profile) { return ProfileAt(profile).calls; }

constexpr Backoff kFirstAboveMax = {.attempts = 4, .initial = 10, .max = 1, .multiplier = 0.5};

// Those that multiply what is capped already forget how large it was.
TEST(BackoffTest, AFirstDelayAboveTheCap) {
  EXPECT_THAT(Highs(kFirstAboveMax, Calls(SpecProfile())),
              ElementsAre(Near(12), Near(1.2), Near(1.2)));
  EXPECT_THAT(Highs(kFirstAboveMax, Calls(GoProfile())),
              ElementsAre(Near(1.2), Near(1.2), Near(1.2)));
  EXPECT_THAT(Highs(kFirstAboveMax, Calls(JavaProfile())),
              ElementsAre(Near(12), Near(1.2), Near(0.6)));
}

TEST(BackoffTest, NoClientMakesMoreThanFiveAttempts) {
  const Backoff backoff = {.attempts = 9, .initial = 1, .max = 1, .multiplier = 1};
  for (const Profile* const profile : {&SpecProfile(), &CoreProfile(), &GoProfile(), &JavaProfile(),
                                       &NodeProfile(), &DotnetProfile()}) {
    EXPECT_EQ(DelaysOf(backoff, Calls(*profile)).size(), 4U);
  }
}

TEST(BackoffTest, WholeMilliseconds) {
  const Backoff backoff = {.attempts = 3, .initial = 0.0105, .max = 1, .multiplier = 1.3};
  EXPECT_THAT(Highs(backoff, ProfileAt(CoreProfile(), {1, 68, 0}).calls),
              ElementsAre(Near(0.010 * 1.2), Near(0.013 * 1.2)));
  // Half a millisecond goes to the even one, and the largest that is drawn is one below.
  EXPECT_THAT(Highs(backoff, Calls(DotnetProfile())), ElementsAre(Near(0.009), Near(0.012)));
}

TEST(BackoffTest, ADelayOfLessThanAMillisecondIsNone) {
  const Backoff backoff = {.attempts = 3, .initial = 0.0004, .max = 1, .multiplier = 10};
  EXPECT_THAT(Highs(backoff, Calls(DotnetProfile())), ElementsAre(0, 0));
}

TEST(BackoffTest, DotnetGoesOnFromThePushback) {
  const Backoff backoff = {.attempts = 4, .initial = 1, .max = 10, .multiplier = 2};
  const std::vector<Pushback> immediate = {0.0};
  EXPECT_THAT(Highs(backoff, Calls(DotnetProfile()), immediate), ElementsAre(0, 0, 0));
  EXPECT_THAT(Highs(backoff, Calls(SpecProfile()), immediate),
              ElementsAre(0, Near(1.2), Near(2.4)));
}

// setTimeout: a delay that no timer holds ends after a millisecond.
TEST(BackoffTest, TheLongestTimerOfNode) {
  const Backoff backoff = {.attempts = 2, .initial = 3e6, .max = 1e7, .multiplier = 2};
  EXPECT_THAT(Highs(backoff, Calls(NodeProfile())), ElementsAre(0.001));
}

// RetryCall.cs: int milliseconds times the multiplier, the smaller of that and the cap, and
// Convert.ToInt32. 69 * 2.5 is 172.5, and 172 is even; 430 * 2.5 is 1075.
TEST(BackoffTest, DotnetRoundsAHalfToTheEvenMillisecond) {
  const Backoff backoff = {.attempts = 5, .initial = 0.069, .max = 10, .multiplier = 2.5};
  EXPECT_THAT(Highs(backoff, Calls(DotnetProfile())),
              ElementsAre(Near(0.068), Near(0.171), Near(0.429), Near(1.074)));
  const std::vector<Pushback> pushbacks = {std::nullopt, 0.05};
  EXPECT_THAT(Highs({4, 0.1, 10, 1.7}, Calls(DotnetProfile()), pushbacks),
              ElementsAre(Near(0.099), Near(0.05), Near(0.084)));
}

// 300 * 1.13 is a little less than 339, in the doubles of C-core and in those here.
TEST(BackoffTest, CoreCutsWhatItMultiplies) {
  const Backoff backoff = {.attempts = 4, .initial = 0.266, .max = 10, .multiplier = 1.13};
  EXPECT_THAT(Highs(backoff, Calls(CoreProfile())),
              ElementsAre(Near(0.266 * 1.2), Near(0.3 * 1.2), Near(0.338 * 1.2)));
}

// setTimeout makes a millisecond of less than one, and of what no timer holds.
TEST(BackoffTest, TheShortestTimerOfNode) {
  EXPECT_THAT(Highs({2, 0.0005, 1, 2}, Calls(NodeProfile())), ElementsAre(0.001));
  const std::vector<Pushback> pushbacks = {0.0, 3e6};
  EXPECT_THAT(Highs({3, 1, 1, 2}, Calls(NodeProfile()), pushbacks), ElementsAre(0.001, 0.001));
}

// C-core cuts what is drawn to whole milliseconds, and since 1.72 never sends a retry after 0 ms:
// of 1 ms +-20% that is half of them.
TEST(BackoffTest, ARetryThatIsDueImmediatelyHangs) {
  CallReading client = ProfileAt(SpecProfile()).calls;
  std::vector<Delay> delays = {{0.0008, 0.0012}, {0.0016, 0.0024}};
  EXPECT_EQ(TakeOutHanging(client, delays), std::vector<double>(2));
  client.zero_delay = ZeroDelay::kHangs;
  const std::vector<double> hangs = TakeOutHanging(client, delays);
  ASSERT_EQ(hangs.size(), 2U);
  EXPECT_NEAR(hangs[0], 0.5, 1e-12);
  EXPECT_EQ(hangs[1], 0);
  EXPECT_EQ(delays[0].low, 0.001);
  Schedule schedule = ScheduleOf(delays, {.failure_probability = 0.4});
  AddHangs(hangs, 0.4, schedule);
  EXPECT_NEAR(schedule.hangs, 0.4 * 0.5, 1e-12);
  EXPECT_NEAR(schedule.attempts[1].reached_by_deadline, 0.5, 1e-12);
  EXPECT_NEAR(schedule.call_fails, 0.2 + 0.4 * 0.5 * 0.4 * 0.4, 1e-12);
  EXPECT_NEAR(schedule.deadline_exceeded, 0, 1e-12);
  delays = {{0.1, 0.2}, {0.0004, 0.0006}, {0.1, 0.2}};
  EXPECT_EQ(TakeOutHanging(client, delays), std::vector<double>({0, 1}));
  EXPECT_EQ(delays.size(), 2U) << "and nothing follows it";
}

}  // namespace
}  // namespace grpcfg
