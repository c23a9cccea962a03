// What a client makes of the trailer grpc-retry-pushback-ms (gRFC A6, Pushback).
#ifndef GRPCFG_SIMULATOR_SCHEDULE_PUSHBACK_H_
#define GRPCFG_SIMULATOR_SCHEDULE_PUSHBACK_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "schema/clients/call_traits.h"

namespace grpcfg {

struct PushbackReading {
  bool stops = false;  // no retry is to follow
  double delay = 0;    // s, before the retry; of one that does not stop
  bool fails = false;  // the attempt ends with INTERNAL; without `stops` the pushback is not seen

  friend constexpr bool operator==(const PushbackReading&, const PushbackReading&) = default;
};

// `raw`: the text of the trailer, any text.
PushbackReading ReadPushback(absl::string_view raw, const CallReading& client);

// The whole milliseconds of the trailer that requests a delay in seconds; none if it has a part of
// one.
std::optional<double> WholeMsOf(double seconds);

// The delay that a timer of the client makes of one in seconds.
double TimerOf(double delay, const CallReading& client);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_PUSHBACK_H_
