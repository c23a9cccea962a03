#include "simulator/fleet/amplification.h"

#include <cmath>

namespace grpcfg {
namespace {

// (1 - p^count) / (1 - p), the attempts of a call of at most `count`.
double AttemptsOfCall(double p, double count) {
  if (p >= 1) return count;
  return -std::expm1(count * std::log(p)) / (1 - p);
}

}  // namespace

LayeredCall ThroughLayers(size_t attempts, size_t layers, double failure_probability) {
  LayeredCall call;
  call.worst = std::pow(static_cast<double>(attempts), static_cast<double>(layers));
  call.expected = AttemptsOfCall(failure_probability, call.worst);
  call.fails = std::pow(failure_probability, call.worst);
  return call;
}

Overload OverloadOf(size_t attempts, double offered) {
  const auto most = static_cast<double>(attempts);
  Overload overload = {.attempts_over_capacity = offered, .metastable_from = 1 / most};
  if (offered <= 1) return overload;
  overload.call_fails = 1 - 1 / offered;
  overload.attempt_fails = std::pow(overload.call_fails, 1 / most);
  overload.attempts_per_call = AttemptsOfCall(overload.attempt_fails, most);
  overload.attempts_over_capacity = offered * overload.attempts_per_call;
  return overload;
}

}  // namespace grpcfg
