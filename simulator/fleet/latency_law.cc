#include "simulator/fleet/latency_law.h"

#include <cmath>

namespace grpcfg {
namespace {

double SurvivalOf(const LatencyPart& part, double time) {
  if (part.median > 0) {
    constexpr double kHalf = 0.5;
    if (time <= 0) return 1;
    return kHalf * std::erfc(std::log(time / part.median) / (part.sigma * std::sqrt(2.0)));
  }
  const Latency& latency = part.latency;
  if (IsBefore(time, latency.fixed)) return 1;
  if (latency.exponential_mean <= 0) return 0;
  return std::exp(-(time - latency.fixed) / latency.exponential_mean);
}

double DrawOf(const LatencyPart& part, RandomNumbers& random) {
  if (part.median > 0) return part.median * std::exp(part.sigma * random.Normal());
  const Latency& latency = part.latency;
  if (latency.exponential_mean <= 0) return latency.fixed;
  return latency.fixed + random.Exponential(latency.exponential_mean);
}

}  // namespace

double LatencyLaw::Survival(double time) const {
  double sum = 0;
  for (const LatencyPart& part : parts_) sum += part.share * SurvivalOf(part, time);
  return sum;
}

double LatencyLaw::Mean() const {
  double sum = 0;
  for (const LatencyPart& part : parts_) {
    const double mean = part.median > 0 ? part.median * std::exp(Square(part.sigma) / 2)
                                        : part.latency.fixed + part.latency.exponential_mean;
    sum += part.share * mean;
  }
  return sum;
}

double LatencyLaw::Draw(RandomNumbers& random) const {
  double rest = random.Uniform();
  for (const LatencyPart& part : parts_) {
    if (rest < part.share) return DrawOf(part, random);
    rest -= part.share;
  }
  return DrawOf(parts_.back(), random);
}

}  // namespace grpcfg
