// The typed service config as one client sees it, every value with its node in the text.
// Promise: a value that the client cannot read, or refuses as out of bounds, is not there, so that
// no check judges it a second time. One that the client takes all the same is there as it uses it.
#ifndef GRPCFG_SCHEMA_FIELDS_SERVICE_CONFIG_H_
#define GRPCFG_SCHEMA_FIELDS_SERVICE_CONFIG_H_

#include <cstdint>
#include <limits>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"
#include "schema/fields/duration.h"
#include "schema/fields/element.h"
#include "schema/fields/full_name.h"
#include "schema/fields/located.h"
#include "schema/json/arena.h"
#include "schema/json/issue.h"

namespace grpcfg {

// The number of a status code, 0 to 16.
struct StatusCode {
  int number = 0;
};

template <>
struct NoneOf<StatusCode> {
  static constexpr StatusCode None() { return {std::numeric_limits<int>::min()}; }
  static constexpr bool IsNone(StatusCode code) { return code.number == None().number; }
};

// Tokens of the retry throttling as a client counts them: whole ones, thousandths, or any number.
struct Tokens {
  double count = 0;
};

template <>
struct NoneOf<Tokens> {
  static constexpr Tokens None() { return {NoneOf<double>::None()}; }
  static constexpr bool IsNone(Tokens tokens) { return NoneOf<double>::IsNone(tokens.count); }
};

struct NameFields {
  Located<absl::string_view> service;
  Located<absl::string_view> method;
};
using Name = Element<NameFields>;

// The service or method of a name: "", null and absent are the same (service_config.proto,
// MethodConfig.Name). Empty too if it is malformed.
inline absl::string_view TextOf(const Located<absl::string_view>& part) {
  return part.value.value_or(absl::string_view());
}

// True if two names have the same service. The places first: of names beside each other the later
// ones mostly have the bytes of the first.
inline bool IsSameService(absl::string_view a, absl::string_view b) {
  return a.size() == b.size() && (a.data() == b.data() || a == b);
}

// True for `"service": 5`, which is there and no text.
inline bool IsMalformed(const Located<absl::string_view>& part) {
  return part.IsWritten() && !part.value;
}

// gRFC A6, Validation of retryPolicy.
struct RetryPolicy {
  NodeId node = kNoNode;
  Located<int64_t> max_attempts;  // as written; clients clamp it
  Located<Duration> initial_backoff;
  Located<Duration> max_backoff;
  Located<double> backoff_multiplier;
  Located<List<Located<StatusCode>>> retryable_status_codes;
};

// gRFC A6, Validation of hedgingPolicy.
struct HedgingPolicy {
  NodeId node = kNoNode;
  Located<int64_t> max_attempts;
  Located<Duration> hedging_delay;
  Located<List<Located<StatusCode>>> non_fatal_status_codes;
};

struct MethodConfigFields {
  Located<List<Name>> name;
  Located<Duration> timeout;
  Located<int64_t> max_request_message_bytes;
  Located<int64_t> max_response_message_bytes;
  Located<bool> wait_for_ready;
  const RetryPolicy* retry_policy = nullptr;      // null if absent
  const HedgingPolicy* hedging_policy = nullptr;  // null if absent
};
using MethodConfig = Element<MethodConfigFields>;

// True if the entry has a name, so that some call may meet it, if only one with a path that no
// protobuf service has.
inline bool HasName(const MethodConfig& method) {
  return method->name.value && !method->name.value->empty();
}

// True if it has one that calls of a protobuf service may have. Looks at every byte of a name, so
// rules call it last.
inline bool IsMet(const MethodConfig& method) {
  return method->name.value && absl::c_any_of(*method->name.value, [](const Name& name) {
           return !IsNeverCalled(TextOf(name->service)) && !IsNeverCalled(TextOf(name->method));
         });
}

// gRFC A6, Validation of retryThrottling.
struct RetryThrottling {
  NodeId node = kNoNode;
  Located<Tokens> max_tokens;
  Located<Tokens> token_ratio;
};

// gRFC A17, Service Config Changes.
struct HealthCheckConfig {
  NodeId node = kNoNode;
  Located<absl::string_view> service_name;
};

// gRFC A105, gRPC Service Config.
struct ConnectionScaling {
  NodeId node = kNoNode;
  Located<int64_t> max_connections_per_subchannel;  // as written; clients clamp it
};

struct ServiceConfig {
  NodeId node = kNoNode;
  Located<absl::string_view> load_balancing_policy;
  Located<absl::string_view> load_balancing_config;  // the policy chosen from the list; its key
  Located<List<MethodConfig>> method_config;
  const RetryThrottling* retry_throttling = nullptr;       // null if absent
  const HealthCheckConfig* health_check_config = nullptr;  // null if absent
  const ConnectionScaling* connection_scaling = nullptr;   // null if absent
};

// What becomes of a choice in one implementation.
enum class ChoiceFate : uint8_t {
  kNever,      // no client takes it: it is not for them, or one before it is for all
  kElsewhere,  // a client may take it on a host that it names, or with another draw
  kTaken,      // a client takes it whose draw takes all that are above 0, on a host of no list
};

// gRFC A2, Canarying Changes.
struct ChoiceFields {
  Located<List<Located<absl::string_view>>> client_language;
  Located<int64_t> percentage;
  Located<List<Located<absl::string_view>>> client_hostname;
  bool unclear = false;  // not an object, or with a field that may be a criterion: unknown whom
                         // it is for
  ChoiceFate fate = ChoiceFate::kNever;  // of clients; the spec takes none
  double share = 1;                      // of the clients that meet its other criteria
};
using Choice = Element<ChoiceFields>;

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_SERVICE_CONFIG_H_
