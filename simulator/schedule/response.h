// What servers answer to the attempts of a trace, as people write it: `UNAVAILABLE@20ms`,
// `pushback:50ms`, `headers+INTERNAL`, `not-sent`. Promise: ParseResponses is total, and its errors
// name the item and the remedy.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_RESPONSE_H_
#define GRPCFG_SIMULATOR_SCHEDULE_RESPONSE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// How far an attempt gets.
enum class Fate : uint8_t {
  kAnswered,
  kNotSent,  // it never leaves the client
  kRefused,  // REFUSED_STREAM: the server does not look at it
  kSilent,   // no answer, for as long as the call lasts
};

struct Response {
  std::string text = {};  // as written
  Fate fate = Fate::kAnswered;
  std::optional<int> code = {};              // none: one with which the policy goes on
  std::optional<std::string> pushback = {};  // the text of grpc-retry-pushback-ms
  bool headers = false;                      // they arrive before the status
  bool over_buffer = false;                  // the request is too large to be kept
  std::optional<double> latency = {};        // s after the attempt was sent; none: the usual one
};

inline constexpr size_t kMaxResponses = 1000;

// A list with commas between responses. The items of a response stand in any order, in any letter
// case, with `+` between them: a status code by name or number; `pushback:` and a delay (`50ms`,
// `1.5s`, `5m`) or the raw text of the trailer, which cannot have a comma, `+` or `@` in it;
// `headers`; `over-buffer`; `not-sent`; `refused`; `silent`. Behind them may stand `@` and how long
// it takes.
absl::StatusOr<std::vector<Response>> ParseResponses(absl::string_view list);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_RESPONSE_H_
