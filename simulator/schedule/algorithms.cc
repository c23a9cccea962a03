#include "simulator/schedule/algorithms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_replace.h"
#include "simulator/schedule/decorrelated_jitter.h"
#include "simulator/schedule/lattice_time.h"
#include "simulator/schedule/tabulated_time.h"

namespace grpcfg {
namespace {

constexpr double kSlotsPerSecond = 1;
constexpr size_t kMostOfUniform = StartTime::kMaxDelays + 1;
constexpr size_t kMostOfLattice = 16;  // attemptLimit of IEEE 802.3; others go as far

// func jitter: 0 for an entry of 0, else millis/2 + rand.Intn(millis), in whole numbers.
constexpr Delay OfEntry(int64_t ms) {
  const int64_t half = ms / 2;
  const auto low = static_cast<double>(half);
  const auto more = static_cast<double>(std::max<int64_t>(ms, 1) - 1);
  return {low / kMsPerSecond, (low + more) / kMsPerSecond, true};
}
static_assert(OfEntry(0).high == 0);
static_assert(OfEntry(1).high == 0, "half of 1 is 0, and 0 is all that is below 1");
static_assert(OfEntry(3).low == 1.0 / kMsPerSecond && OfEntry(3).high == 3.0 / kMsPerSecond);

// The wait precedes each try, and the entry of the first one is 0; the last one goes on for ever.
constexpr std::array<int64_t, 10> kMsTable = {0, 10, 10, 100, 100, 500, 500, 3000, 3000, 5000};
Delay OfMsTable(const Backoff& backoff, size_t retry) {
  return OfEntry(backoff.table[std::min(retry + 1, backoff.table.size() - 1)]);
}

Delay OfExponentialPlusSecond(const Backoff& backoff, size_t retry) {
  return {backoff.Nominal().At(retry), backoff.Nominal().At(retry) + 1};
}

// The cap applies before the jitter. In real numbers; Java's are whole milliseconds. That it stops
// after maxElapsedTimeMillis of 15 minutes is beyond these tables.
Delay OfGoogleHttpClient(const Backoff& backoff, size_t retry) {
  constexpr double kRandomizationFactor = 0.5;
  const double nominal = backoff.Nominal().At(retry);
  return {nominal * (1 - kRandomizationFactor), nominal * (1 + kRandomizationFactor)};
}

// The post does not say from where it counts attempts; here the first delay is gRPC's. The post's
// simulator counts from 1, so its first delay is the second one here.
Delay OfFullJitter(const Backoff& backoff, size_t retry) {
  return {0, backoff.Nominal().At(retry)};
}

Delay OfEqualJitter(const Backoff& backoff, size_t retry) {
  return {backoff.Nominal().At(retry) / 2, backoff.Nominal().At(retry)};
}

template <typename Time>
Retry RetryAt(const TimeRange& delay, Time start, const Latency& latency) {
  auto answer = std::make_unique<Time>(start.Answered(latency));
  return {delay, std::make_unique<Time>(std::move(start)), std::move(answer)};
}

// The last of `delays`, each of which is independent of the others.
Retry UniformRetry(absl::Span<const Delay> delays, const Latency& latency) {
  return RetryAt(delays.back().Range(), StartTime(delays, latency), latency);
}

// The retry `n`.
Retry LatticeRetry(const Delay& delay, Lattice lattice, size_t n, const Latency& latency) {
  return RetryAt(delay.Range(), LatticeTime(std::move(lattice), {n, latency.exponential_mean}),
                 latency);
}

// Truncated at 2^10 (IEEE 802.3, 4.2.3.2.5). The standard waits 0 to 2^n - 1 slots from the end of
// the slot of the collision, which is 1 to 2^n from its start.
std::vector<Retry> RetriesOfEthernet(const Backoff& backoff, const Latency& latency) {
  constexpr size_t kBackoffLimit = 10;
  std::vector<Retry> retries;
  std::vector<int64_t> sizes;
  double min = 0;
  for (size_t n = 1; n < backoff.attempts; ++n) {
    sizes.push_back(int64_t{1} << std::min(n, kBackoffLimit));
    min += 1 / kSlotsPerSecond + latency.fixed;
    retries.push_back(
        LatticeRetry({1 / kSlotsPerSecond, static_cast<double>(sizes.back()) / kSlotsPerSecond},
                     {min, kSlotsPerSecond, MassesOfSum(sizes)}, n, latency));
  }
  return retries;
}

double DrawEthernet(const Backoff& /*backoff*/, size_t retry, double uniform, double& /*state*/) {
  constexpr size_t kBackoffLimit = 10;
  const double slots = std::exp2(std::min(retry + 1, kBackoffLimit));
  return (1 + std::floor(uniform * slots)) / kSlotsPerSecond;
}

// The state is the slot of the retry before.
double DrawNonOverlapping(const Backoff& /*backoff*/, size_t retry, double uniform, double& state) {
  const double size = std::exp2(retry + 1);
  const double slot = size - 1 + std::floor(uniform * size);
  const double delay = (slot - state) / kSlotsPerSecond;
  state = slot;
  return delay;
}

// The state is the delay before.
double DrawDecorrelatedJitter(const Backoff& backoff, size_t /*retry*/, double uniform,
                              double& state) {
  constexpr double kGrowth = 3;
  const double last = state > 0 ? state : backoff.initial;
  state = std::min(backoff.max, backoff.initial + uniform * (kGrowth * last - backoff.initial));
  return state;
}

// The windows lie end to end, and a retry is anywhere in its own. The delay is a difference of two
// uniform slots, so its mean is in the middle of its ends.
std::vector<Retry> RetriesOfNonOverlapping(const Backoff& backoff, const Latency& latency) {
  std::vector<Retry> retries;
  double last_before = 0;  // slots of the window before
  double first_before = 0;
  for (size_t n = 1; n < backoff.attempts; ++n) {
    const double size = std::exp2(n);
    const double first = size - 1;
    const double last = 2 * size - 2;
    const double min = first / kSlotsPerSecond + static_cast<double>(n) * latency.fixed;
    retries.push_back(LatticeRetry(
        {(first - last_before) / kSlotsPerSecond, (last - first_before) / kSlotsPerSecond},
        {min, kSlotsPerSecond, Masses(static_cast<size_t>(size), 1 / size)}, n, latency));
    first_before = first;
    last_before = last;
  }
  return retries;
}

TabulatedTime DecorrelatedStart(const DecorrelatedDelays& delays, size_t retry, double base,
                                const Latency& latency) {
  std::vector<double> ends = delays.Ends(retry);
  for (double& end : ends) end *= base;
  const auto below = [&](double time) { return delays.SumBelow(retry, time / base); };
  return {
      below, ends, {static_cast<double>(retry) * latency.fixed, {retry, latency.exponential_mean}}};
}

std::vector<Retry> RetriesOfDecorrelatedJitter(const Backoff& backoff, const Latency& latency) {
  constexpr double kSame = 1 + 1e-9;
  const double base = backoff.initial;
  const size_t count = std::max<size_t>(backoff.attempts, 1) - 1;
  std::vector<Retry> retries;
  if (base <= 0 || backoff.max <= base * kSame) {
    const double constant = std::min(base, backoff.max);
    const std::vector<Delay> delays(count, Delay{constant, constant});
    for (size_t n = 1; n <= count; ++n) {
      retries.push_back(UniformRetry(absl::MakeConstSpan(delays).first(n), latency));
    }
    return retries;
  }
  const DecorrelatedDelays delays(backoff.max / base, count);
  double mean_before = 0;
  for (size_t n = 1; n <= count; ++n) {
    TabulatedTime start = DecorrelatedStart(delays, n, base, latency);
    const double mean = start.mean_of_delays();
    retries.push_back(
        RetryAt({base, mean - mean_before, base * delays.Longest(n)}, std::move(start), latency));
    mean_before = mean;
  }
  return retries;
}

constexpr absl::string_view kOfAws =
    "Brooker, \"Exponential Backoff And Jitter\", AWS Architecture Blog (2015); its numbers: "
    "aws-samples/aws-arch-backoff-simulator";
constexpr Backoff kNumbersOfAws = {.attempts = 5, .initial = 0.005, .max = 2, .multiplier = 2};

constexpr Algorithm kAlgorithms[] = {
    {.name = "ms-table",
     .alias = "millisecond-table",
     .summary = "a table of milliseconds, each m drawn anew from m/2 to 3m/2 - 1",
     .source = "\"Backoff\", Go Advent 2014, blog.gopheracademy.com/advent-2014/backoff",
     .defaults = {.attempts = 10, .table = kMsTable},
     .most_attempts = kMostOfLattice,
     .delay = OfMsTable},
    {.name = "exponential-plus-second",
     .alias = "core-reporting-api",
     .summary = "2^n seconds and up to a second more",
     .source = "Google Analytics Core Reporting API, Error Responses: exponential backoff",
     .defaults = {.attempts = 6, .initial = 1, .max = 16, .multiplier = 2},
     .most_attempts = 6,
     .delay = OfExponentialPlusSecond},
    {.name = "google-http-client",
     .alias = "google-http-client-exponential-backoff",
     .summary = "0.5 s, half as much more each time, up to a minute; ±50%",
     .source = "googleapis/google-http-java-client ExponentialBackOff.java",
     .defaults = {.attempts = 6, .initial = 0.5, .max = 60, .multiplier = 1.5},
     .most_attempts = kMostOfUniform,
     .delay = OfGoogleHttpClient},
    {.name = "ethernet",
     .alias = "beb",
     .summary = "binary exponential backoff: retry n waits 1 to 2^n slots, here of 1 s",
     .source = "IEEE 802.3, 4.2.3.2.5; counted as in arbitrary.name's backoff-sim",
     .defaults = {.attempts = 6},
     .most_attempts = kMostOfLattice,
     .retries = RetriesOfEthernet,
     .draw = DrawEthernet},
    {.name = "non-overlapping",
     .alias = "modified-beb",
     .summary = "retry n is in one of 2^n slots, here of 1 s, after all slots of the retry before",
     .source =
         "arbitrary.name and simon-frankau/backoff-sim; windows: Bender, Farach-Colton, He, "
         "Kuszmaul, Leiserson, \"Adversarial contention resolution for simple channels\" (2005)",
     .defaults = {.attempts = 6},
     .most_attempts = kMostOfLattice,
     .retries = RetriesOfNonOverlapping,
     .draw = DrawNonOverlapping},
    {.name = "full-jitter",
     .alias = "full",
     .summary = "anything up to the capped exponential backoff",
     .source = kOfAws,
     .defaults = kNumbersOfAws,
     .most_attempts = kMostOfUniform,
     .takes_policy = true,
     .delay = OfFullJitter},
    {.name = "equal-jitter",
     .alias = "equal",
     .summary = "half of the capped exponential backoff, and up to as much again",
     .source = kOfAws,
     .defaults = kNumbersOfAws,
     .most_attempts = kMostOfUniform,
     .takes_policy = true,
     .delay = OfEqualJitter},
    {.name = "decorrelated-jitter",
     .alias = "decorrelated",
     .summary = "from the base up to 3 times the delay before, and then capped",
     .source = kOfAws,
     .defaults = {.attempts = 5, .initial = 0.005, .max = 2},
     .most_attempts = DecorrelatedDelays::kMostRetries + 1,
     .takes_policy = true,
     .retries = RetriesOfDecorrelatedJitter,
     .draw = DrawDecorrelatedJitter},
};

}  // namespace

absl::Span<const Algorithm> Algorithms() { return kAlgorithms; }

const Algorithm* FindAlgorithm(absl::string_view name) {
  const std::string kebab = absl::StrReplaceAll(name, {{"_", "-"}});
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.name == kebab || algorithm.alias == kebab) return &algorithm;
  }
  return nullptr;
}

Backoff NumbersBeside(const Algorithm& algorithm, const Backoff& policy) {
  if (!algorithm.takes_policy) return algorithm.defaults;
  Backoff numbers = policy;
  if (algorithm.defaults.multiplier == 0) numbers.multiplier = 0;
  return numbers;
}

std::vector<Retry> RetriesOf(const Algorithm& algorithm, const Backoff& backoff,
                             const Latency& latency) {
  Backoff numbers = backoff;
  numbers.attempts = std::min(numbers.attempts, algorithm.most_attempts);
  if (algorithm.retries != nullptr) return algorithm.retries(numbers, latency);
  std::vector<Delay> delays;
  std::vector<Retry> retries;
  for (size_t n = 1; n < numbers.attempts; ++n) {
    delays.push_back(algorithm.delay(numbers, n - 1));
    retries.push_back(UniformRetry(delays, latency));
  }
  return retries;
}

Schedule ScheduleOf(const Algorithm& algorithm, const Backoff& backoff, const Scenario& scenario) {
  const StartTime first({}, {});
  std::vector<AttemptSchedule> attempts = {
      AttemptAt(first, first.Answered(scenario.latency), {}, scenario.deadline)};
  for (const Retry& retry : RetriesOf(algorithm, backoff, scenario.latency)) {
    attempts.push_back(AttemptAt(*retry.start, *retry.answer, retry.delay, scenario.deadline));
  }
  return ScheduleOf(std::move(attempts), scenario.failure_probability);
}

}  // namespace grpcfg
