#include "schema/clients/timeout_clock.h"

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct Row {
  const char* timeout;
  const char* min;
  const char* max;
  double ended_immediately;
};

const Row kRows[] = {
    {"0.001s", "0s", "0s", 1},
    {"1s", "0s", "0s", 1},
    {"1.000000001s", "0s", "0.000000001s", 1 - 1e-9},
    {"1.25s", "0s", "0.25s", 0.75},
    {"1.999999999s", "0s", "0.999999999s", 1e-9},
    {"2s", "0s", "1s", 0},
    {"2.000000001s", "0.000000001s", "1.000000001s", 0},
    {"3s", "1s", "2s", 0},
    {"315576000000.999999999s", "315575999998.999999999s", "315575999999.999999999s", 0},
};

TEST(TimeoutClockTest, WhatIsLeftOfATimeout) {
  for (const Row& row : kRows) {
    const Duration timeout = ParseDuration(row.timeout).value;
    const TimeoutRange range = ShortenedTimeout(timeout);
    EXPECT_EQ(SpellDuration(range.min), row.min) << row.timeout;
    EXPECT_EQ(SpellDuration(range.max), row.max) << row.timeout;
    EXPECT_NEAR(ShareEndedImmediately(timeout), row.ended_immediately, 1e-15) << row.timeout;
  }
}

TEST(TimeoutClockTest, NothingIsLeftOfOneBelowZero) {
  EXPECT_EQ(ShortenedTimeout({.seconds = 0, .nanos = -1}), TimeoutRange());
  EXPECT_EQ(ShareEndedImmediately({.seconds = -5}), 1);
}

}  // namespace
}  // namespace grpcfg
