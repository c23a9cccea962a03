// Outages against sampled calls, and by what must be conserved.
#include "simulator/fleet/outage.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct Row {
  absl::string_view what;
  std::vector<Delay> delays;
  double length = 0;
  Scenario scenario = {};
};

const std::vector<Delay>& ExampleOfA6() {
  static const auto* const kDelays =
      new std::vector<Delay>{{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}};
  return *kDelays;
}

const std::vector<Row>& Rows() {
  static const auto* const kRows = new std::vector<Row>{
      {"the example of gRFC A6", ExampleOfA6(), 0.25},
      {"most attempts succeed", ExampleOfA6(), 0.6, {.failure_probability = 0.3}},
      {"the deadline is in the outage", ExampleOfA6(), 0.6, {.deadline = 0.33}},
      {"the deadline is after it", ExampleOfA6(), 0.25, {.deadline = 0.31}},
      {"both", {{0, 0.1}, {0, 0.2}, {0, 0.4}}, 0.2, {0.3, 0.8}},
      {"a fixed latency", ExampleOfA6(), 0.4, {.latency = {0.05, 0}}},
      {"an exponential one", ExampleOfA6(), 0.4, {.latency = {0.01, 0.06}}},
      {"that and a deadline", ExampleOfA6(), 0.4, {0.45, 0.9, {0, 0.06}}},
      {"a fixed one and a deadline", ExampleOfA6(), 0.4, {0.6, 0.7, {0.1, 0}}},
      {"one as long as the deadline", ExampleOfA6(), 0.4, {0.3, 0.7, {0.3, 0}}},
      {"a deadline in the outage, and latency", ExampleOfA6(), 0.8, {0.5, 0.4, {0.02, 0.09}}},
      {"no jitter", {{0.1, 0.1}, {0.2, 0.2}, {0.4, 0.4}}, 0.35},
      {"whole milliseconds", {{0, 0.099, true}, {0, 0.199, true}}, 0.1505},
      {"those and a deadline", {{0, 0.099, true}, {0, 0.199, true}}, 0.1505, {.deadline = 0.1705}},
      {"an outage longer than all retries", ExampleOfA6(), 5},
  };
  return *kRows;
}

// Calls one by one.
class Sampled {
 public:
  explicit Sampled(const Row& row) : row_(row) {}

  // One that comes at `begin`, which is in the outage; its first attempt fails if that is certain.
  void Call(double begin, bool is_first_certain) {
    ++calls;
    double start = 0;
    for (size_t n = 0;; ++n) {
      const bool is_during = begin + start < row_.length;
      (is_during ? during : after) += 1;
      const double p = n == 0 && is_first_certain ? 1 : row_.scenario.failure_probability;
      const bool fails = is_during && uniform_(random_) < p;
      start += Latency();
      if (start >= row_.scenario.deadline) break;
      if (!fails) {
        if (n > 0) ++saved;
        if (!is_during) ++saved_after;
        if (!is_during) wait += begin + start - row_.length;
        return;
      }
      if (n == row_.delays.size()) break;
      start += DelayOf(row_.delays[n]);
      if (start >= row_.scenario.deadline) break;
    }
    ++failed;
  }

  double During(double begin) { return begin + uniform_(random_) * row_.length; }

  double calls = 0, during = 0, after = 0, saved = 0, saved_after = 0, failed = 0, wait = 0;

 private:
  double Latency() {
    const auto& latency = row_.scenario.latency;
    return latency.fixed - latency.exponential_mean * std::log1p(-uniform_(random_));
  }

  double DelayOf(const Delay& delay) {
    double drawn = delay.low + (delay.high - delay.low) * uniform_(random_);
    if (delay.is_whole_ms) {
      drawn =
          delay.low + std::floor(uniform_(random_) * ((delay.high - delay.low) * 1000 + 1)) / 1000;
    }
    return drawn;
  }

  const Row& row_;
  std::mt19937_64 random_{7};
  std::uniform_real_distribution<double> uniform_{0, 1};
};

constexpr int kCalls = 200'000;
constexpr double kErrors = 5;  // standard errors

// `mean`: of what is 0 to `most` in each call.
void ExpectSampled(double sum, double mean, double most, const std::string& what) {
  const double error = std::sqrt(std::max(mean * (most - mean), 1.0 / kCalls) / kCalls);
  EXPECT_NEAR(sum / kCalls, mean, kErrors * error) << what;
}

TEST(OutageTest, TotalsAreThoseOfSampledCalls) {
  for (const Row& row : Rows()) {
    const OutageTotals totals = Outage(row.delays, row.length, row.scenario).Totals();
    Sampled calls(row);
    for (int i = 0; i < kCalls; ++i) calls.Call(calls.During(0), false);
    const auto most = static_cast<double>(row.delays.size() + 1);
    ExpectSampled(calls.during, totals.attempts_during / row.length, most,
                  absl::StrCat(row.what, ": during"));
    ExpectSampled(calls.after, totals.retries_after / row.length, 1,
                  absl::StrCat(row.what, ": after"));
    ExpectSampled(calls.saved, totals.calls_saved / row.length, 1,
                  absl::StrCat(row.what, ": saved"));
    ExpectSampled(calls.failed, totals.calls_failed / row.length, 1,
                  absl::StrCat(row.what, ": failed"));
  }
}

TEST(OutageTest, ClientsThatFailTogetherAreThoseOfSampledCalls) {
  for (const Row& row : Rows()) {
    const SynchronizedOutage outage = Outage(row.delays, row.length, row.scenario).Synchronized();
    Sampled calls(row);
    for (int i = 0; i < kCalls; ++i) calls.Call(0, true);
    const auto most = static_cast<double>(row.delays.size() + 1);
    ExpectSampled(calls.during + calls.after, outage.expected_attempts, most,
                  absl::StrCat(row.what, ": attempts"));
    ExpectSampled(calls.failed, outage.exhausted, 1, absl::StrCat(row.what, ": failed"));
    double success = 0;
    for (const double each : outage.success_by_retry) success += each;
    ExpectSampled(calls.saved, success, 1, absl::StrCat(row.what, ": success"));
    if (!outage.mean_wait) continue;
    EXPECT_NEAR(calls.wait / calls.saved_after, *outage.mean_wait, 0.01 * *outage.mean_wait)
        << row.what;
  }
}

// What starts is what starts: the area under the load is the total.
TEST(OutageTest, LoadsAddUpToTotals) {
  constexpr int kParts = 20'000;
  for (const Row& row : Rows()) {
    const Outage outage(row.delays, row.length, row.scenario);
    const OutageTotals totals = outage.Totals();
    const double last = LastRetryOf(row.delays, row.length, row.scenario);
    const auto area = [&](double begin, double end) {
      double sum = 0;
      for (int i = 0; i < kParts; ++i) {
        sum += outage.LoadAt(begin + (end - begin) * (i + 0.5) / kParts) - 1;
      }
      return sum * (end - begin) / kParts;
    };
    EXPECT_NEAR(area(0, row.length), totals.attempts_during - totals.attempts_by_number[0], 2e-4)
        << row.what;
    EXPECT_NEAR(area(row.length, last), totals.retries_after, 2e-4) << row.what;
    EXPECT_NEAR(outage.LoadAt(last + 1e-9), 1, 1e-5) << row.what;
  }
}

// In an outage that outlasts every schedule, what is saved is the mean start of the last retry.
TEST(OutageTest, LongOutages) {
  const OutageTotals totals = Outage(ExampleOfA6(), 1e9, {}).Totals();
  EXPECT_NEAR(totals.retries_after, 0.7, 1e-6);
  EXPECT_NEAR(totals.calls_saved, 0.7, 1e-6);
  EXPECT_NEAR(totals.calls_failed, 1e9 - 0.7, 1e-5);
  EXPECT_NEAR(totals.attempts_during, 4e9 - 1.1, 1e-5);
}

TEST(OutageTest, WithoutRetriesNothingIsSaved) {
  const Outage outage({}, 2, {});
  EXPECT_EQ(outage.Totals().calls_failed, 2);
  EXPECT_EQ(outage.Totals().calls_saved, 0);
  EXPECT_EQ(outage.Synchronized().exhausted, 1);
  EXPECT_EQ(outage.LoadAt(1), 1);
}

}  // namespace
}  // namespace grpcfg
