#include "simulator/schedule/waiting_time.h"

#include <cmath>

namespace grpcfg {
namespace {

double Factorial(size_t n) { return std::tgamma(static_cast<double>(n) + 1); }

// The integral of u^power e^(-count u) from 0 to `u`.
double IncompleteGamma(size_t count, size_t power, double u) {
  const double x = static_cast<double>(count) * u;
  double rest = 0;  // e^x times what lies behind, of the regularised one
  double term = 1;
  for (size_t i = 0; i <= power; ++i) {
    rest += term;
    term *= x / static_cast<double>(i + 1);
  }
  const double tail = std::isinf(u) ? 0 : rest * std::exp(-x);
  return Factorial(power) / std::pow(count, power + 1) * (1 - tail);
}

}  // namespace

WaitingTime WaitingTime::Zero(double step, double mean) {
  WaitingTime time(step, mean);
  time.atoms_[0] = 1;
  return time;
}

void WaitingTime::Add(const WaitingTime& other) {
  for (const auto& [steps, probability] : other.atoms_) atoms_[steps] += probability;
  for (const auto& [term, factor] : other.densities_) densities_[term] += factor;
}

WaitingTime WaitingTime::ThenStep(double probability) const {
  WaitingTime then(step_, mean_);
  for (const auto& [steps, mass] : atoms_) then.atoms_[steps + 1] = mass * probability;
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, count, power] = term;
    then.densities_[{steps + 1, count, power}] = factor * probability;
  }
  return then;
}

// The convolution with n e^(-nu), term by term: of an equal exponent the power rises; of another
// one, with a = n - count, the integral of v^k e^(av) is
// e^(au) sum over i of (-1)^(k-i) k!/i! u^i / a^(k-i+1), less its value at 0.
WaitingTime WaitingTime::ThenFirstOf(size_t count, double probability) const {
  const auto n = static_cast<double>(count);
  WaitingTime then(step_, mean_);
  for (const auto& [steps, mass] : atoms_) {
    then.densities_[{steps, count, 0}] += mass * probability * n;
  }
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, own, power] = term;
    const double scaled = factor * probability * n;
    if (own == count) {
      then.densities_[{steps, count, power + 1}] += scaled / static_cast<double>(power + 1);
      continue;
    }
    const double a = n - static_cast<double>(own);
    for (size_t i = 0; i <= power; ++i) {
      const double sign = (power - i) % 2 == 0 ? 1 : -1;
      then.densities_[{steps, own, i}] +=
          scaled * sign * Factorial(power) / Factorial(i) / std::pow(a, power - i + 1);
    }
    const double sign = power % 2 == 0 ? 1 : -1;
    then.densities_[{steps, count, 0}] -= scaled * sign * Factorial(power) / std::pow(a, power + 1);
  }
  return then;
}

// e^(-nu) below a step is e^(-nu) less e^(-n step) e^(-n (u - step)) from the step on.
WaitingTime WaitingTime::ThenFirstWithinStep(size_t count, double probability) const {
  WaitingTime then = ThenFirstOf(count, probability);
  const double longer = std::exp(-static_cast<double>(count) * step_ / mean_);
  then.Add(ThenStep(longer).ThenFirstOf(count, -probability));
  return then;
}

bool WaitingTime::HasShortStep() const {
  constexpr double kShort = 0.25;
  return step_ < kShort * mean_;
}

double WaitingTime::Sum(double time, bool is_inclusive) const {
  double sum = 0;
  for (const auto& [steps, probability] : atoms_) {
    const double at = static_cast<double>(steps) * step_;
    if (at < time || (is_inclusive && at == time)) sum += probability;
  }
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, count, power] = term;
    const double u = (time - static_cast<double>(steps) * step_) / mean_;
    if (u > 0) sum += factor * IncompleteGamma(count, power, u);
  }
  return sum;
}

// (s + u mean)^order, with the moments of u of a term: (power + i)! / count^(power + i + 1).
double WaitingTime::Moment(size_t order) const {
  double sum = 0;
  for (const auto& [steps, probability] : atoms_) {
    sum += probability * std::pow(static_cast<double>(steps) * step_, order);
  }
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, count, power] = term;
    const double at = static_cast<double>(steps) * step_;
    double choose = 1;  // `order` over i
    for (size_t i = 0; i <= order; ++i) {
      sum += factor * choose * std::pow(at, order - i) * std::pow(mean_, i) * Factorial(power + i) /
             std::pow(count, power + i + 1);
      choose *= static_cast<double>(order - i) / static_cast<double>(i + 1);
    }
  }
  return sum;
}

}  // namespace grpcfg
