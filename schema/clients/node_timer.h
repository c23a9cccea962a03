// How long Node really waits (Node.js, Timers).
#ifndef GRPCFG_SCHEMA_CLIENTS_NODE_TIMER_H_
#define GRPCFG_SCHEMA_CLIENTS_NODE_TIMER_H_

#include <cstdint>

#include "schema/clients/call_traits.h"
#include "schema/fields/duration.h"

namespace grpcfg {

// What setTimeout makes of a duration: one of more than 2^31-1 ms fires after 1 ms.
constexpr Duration NodeTimer(const Duration& duration) {
  constexpr Duration kLongest = {
      .seconds = kLongestTimerMs / kMsPerSecond,
      .nanos = static_cast<int32_t>(kLongestTimerMs % kMsPerSecond) * kNanosPerMs};
  return kLongest < duration ? Duration{.nanos = kNanosPerMs} : duration;
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_NODE_TIMER_H_
