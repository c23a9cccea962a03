// The delay before each retry, before any jitter (gRFC A6, Exponential Backoff).
#ifndef GRPCFG_SCHEMA_CLIENTS_NOMINAL_BACKOFF_H_
#define GRPCFG_SCHEMA_CLIENTS_NOMINAL_BACKOFF_H_

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace grpcfg {

// All in the same unit of time.
struct NominalBackoff {
  double initial;
  double max;
  double multiplier;

  // Before retry number `retry`, the first of which is 0, as A6 has it: initial times the
  // multiplier to that power. Whether the first one is capped too is each client's.
  [[nodiscard]] double At(size_t retry) const {
    return std::min(initial * std::pow(multiplier, static_cast<double>(retry)), max);
  }

  // The same for a client that keeps the delay before it, and so the cap on that one.
  [[nodiscard]] double After(double delay) const { return std::min(delay * multiplier, max); }
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_NOMINAL_BACKOFF_H_
