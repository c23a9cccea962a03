// Layers and overload by what must hold of them.
#include "simulator/fleet/amplification.h"

#include <cmath>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

// Layer by layer: a call fails if all its attempts do, and makes as many as it has to.
TEST(AmplificationTest, LayersOneByOne) {
  for (const double p : {0.0, 0.01, 0.5, 0.99, 1.0}) {
    double fails = p;
    double expected = 1;
    for (size_t layers = 1; layers <= 3; ++layers) {
      double attempts = 0;
      for (int i = 0; i < 4; ++i) attempts += std::pow(fails, i);
      expected *= attempts;
      fails = std::pow(fails, 4);
      const LayeredCall call = ThroughLayers(4, layers, p);
      EXPECT_NEAR(call.expected, expected, 1e-12 * expected) << p;
      EXPECT_NEAR(call.fails, fails, 1e-12) << p;
      EXPECT_LE(call.expected, call.worst) << p;
    }
  }
}

TEST(AmplificationTest, WhatIsServedIsTheCapacity) {
  for (const double offered : {1.0001, 1.2, 3.0, 1e6}) {
    for (const size_t attempts : {1, 2, 5}) {
      const Overload overload = OverloadOf(attempts, offered);
      EXPECT_NEAR(offered * (1 - overload.call_fails), 1, 1e-9);
      EXPECT_NEAR(overload.attempts_over_capacity * (1 - overload.attempt_fails), 1, 1e-8);
    }
  }
}

TEST(AmplificationTest, BelowTheCapacityNothingFails) {
  const Overload overload = OverloadOf(4, 0.9);
  EXPECT_EQ(overload.attempt_fails, 0);
  EXPECT_EQ(overload.attempts_per_call, 1);
  EXPECT_EQ(overload.attempts_over_capacity, 0.9);
  EXPECT_EQ(overload.metastable_from, 0.25);
}

}  // namespace
}  // namespace grpcfg
