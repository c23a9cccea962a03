// The proto3 JSON form of a Duration ("1.5s"), exactly as written: no rounding to any client's
// unit.
#ifndef GRPCFG_SCHEMA_FIELDS_DURATION_H_
#define GRPCFG_SCHEMA_FIELDS_DURATION_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "schema/json/maybe.h"

namespace grpcfg {

// google.protobuf.Duration: both parts have the same sign.
struct Duration {
  int64_t seconds = 0;
  int32_t nanos = 0;

  [[nodiscard]] bool IsNegative() const { return seconds < 0 || nanos < 0; }
  [[nodiscard]] bool IsZero() const { return seconds == 0 && nanos == 0; }
  friend constexpr bool operator==(const Duration&, const Duration&) = default;
  friend constexpr bool operator<(const Duration& a, const Duration& b) {
    return a.seconds != b.seconds ? a.seconds < b.seconds : a.nanos < b.nanos;
  }
};

template <>
struct NoneOf<Duration> {
  static constexpr Duration None() { return {0, std::numeric_limits<int32_t>::min()}; }
  static constexpr bool IsNone(const Duration& duration) { return duration == None(); }
};

inline constexpr int32_t kNanosPerMs = 1'000'000;
inline constexpr int32_t kMsPerSecond = 1000;
inline constexpr int32_t kNanosPerSecond = kNanosPerMs * kMsPerSecond;

// The largest number of whole seconds, of either sign (duration.proto: about 10,000 years).
inline constexpr int64_t kMaxDurationSeconds = 315'576'000'000;

enum class DurationError : uint8_t {
  kNone,
  kMalformed,   // not `-?(0|[1-9][0-9]*)(\.[0-9]{1,9})?s`
  kOutOfRange,  // more than kMaxDurationSeconds
};

struct DurationResult {
  DurationError error = DurationError::kNone;
  Duration value;  // if error is kNone
};

enum class DurationGrammar : uint8_t {
  // The grammar above (duration.proto, JSON Mapping; A6 requires a valid JSON number before the
  // `s`, which rules out `.5s`, `1.s` and `01s`).
  kProto3Json,
  // protobuf-go encoding/protojson/well_known_types.go parseDuration: also `+1s`, `.5s` and `1.s`.
  kProtobufGo,
  kCore,         // grpc/grpc json_object_loader.cc LoadDuration: whole milliseconds, no minus
  kGo,           // grpc-go internal/serviceconfig/duration.go Duration.UnmarshalJSON
  kGoSeconds32,  // grpc-go before 1.56, service_config.go parseDuration: 32 bits of seconds
  kJava,         // grpc-java JsonUtil.java parseDuration
  kNode,         // grpc-js service-config.ts DURATION_REGEX; the value is exact
  kDotnet,       // grpc-dotnet ConvertHelpers.cs ConvertDurationText: ticks of 100 ns
};

// Reads the text of a Duration in one of protobuf's two grammars; ParseClientDuration
// (schema/clients/client_duration.h) knows them all.
DurationResult ParseDuration(absl::string_view text,
                             DurationGrammar grammar = DurationGrammar::kProto3Json);

// Exactly, without needless zeros: `1.5s`.
std::string SpellDuration(const Duration& duration);

// As a number, for what is computed with it: the nearest double for less than a year.
double SecondsOf(const Duration& duration);

// The duration that a malformed text most likely means, spelled right: `100ms` -> `0.1s`,
// `5m` -> `300s`, `1h30m` -> `5400s`, `.5s` -> `0.5s`, `1` -> `1s`,
// `PT5S` and `00:00:05` -> `5s`, `0,1s` -> `0.1s`; cut to nanoseconds. Empty if that is a guess.
std::optional<std::string> CorrectedDuration(absl::string_view malformed);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_DURATION_H_
