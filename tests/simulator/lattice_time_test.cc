// Sums of whole numbers, and what waits after them, against plain sums.
#include "simulator/schedule/lattice_time.h"

#include <cmath>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "simulator/schedule/gamma_sum.h"

namespace grpcfg {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

TEST(LatticeTimeTest, TwoDice) {
  EXPECT_THAT(MassesOfSum({3, 2}), ElementsAre(DoubleEq(1.0 / 6), DoubleEq(2.0 / 6),
                                               DoubleEq(2.0 / 6), DoubleEq(1.0 / 6)));
  EXPECT_THAT(MassesOfSum({}), ElementsAre(1));
  EXPECT_THAT(MassesOfSum({1, 1}), ElementsAre(1));
}

TEST(LatticeTimeTest, APointIsBeforeWhatComesAfterIt) {
  const LatticeTime time({0.1, 10, MassesOfSum({3, 2})}, {});
  EXPECT_EQ(time.ProbabilityBefore(0.1), 0);
  EXPECT_NEAR(time.ProbabilityBefore(0.15), 1.0 / 6, 1e-15);
  EXPECT_NEAR(time.ProbabilityBefore(0.2), 1.0 / 6, 1e-15);
  EXPECT_NEAR(time.ProbabilityBefore(0.3), 0.5, 1e-15);
  EXPECT_NEAR(time.ProbabilityBefore(0.4), 5.0 / 6, 1e-15);
  EXPECT_NEAR(time.ProbabilityBefore(0.41), 1, 1e-15);
  EXPECT_NEAR(time.ProbabilityBefore(9), 1, 1e-15);
  EXPECT_NEAR(time.max(), 0.4, 1e-15);
  EXPECT_NEAR(time.mean(), 0.25, 1e-15);
  EXPECT_NEAR(time.StandardDeviation(), std::sqrt(11.0 / 12) / 10, 1e-15);
  EXPECT_NEAR(time.Quantile(0.5), 0.2, 1e-15);
  EXPECT_NEAR(time.Quantile(0.51), 0.3, 1e-15);
}

// The sum over all points of the gamma distribution from there on.
TEST(LatticeTimeTest, ExponentialsAgainstThePlainSum) {
  const Masses masses = MassesOfSum({100, 70, 130});
  for (const double mean : {1e-5, 0.003, 0.1, 40.0}) {
    const LatticeTime time({2, 1000, masses}, {3, mean});
    for (const double since : {0.0004, 0.05, 0.1501, 0.296, 0.297, 0.298, 0.5, 90.0}) {
      double expected = 0;
      for (size_t k = 0; k < masses.size(); ++k) {
        const double rest = since - static_cast<double>(k) / 1000;
        if (rest > 0) expected += masses[k] * GammaSumBelow({}, 3, mean, rest);
      }
      EXPECT_NEAR(time.ProbabilityBefore(2 + since), expected, 1e-12) << mean << " " << since;
    }
    EXPECT_NEAR(time.ProbabilityBefore(time.Quantile(0.3)), 0.3, mean < 1e-4 ? 1e-6 : 1e-12);
    EXPECT_NEAR(time.mean(), 2.1485 + 3 * mean, 1e-12);
    EXPECT_TRUE(std::isinf(time.max()));
  }
}

}  // namespace
}  // namespace grpcfg
