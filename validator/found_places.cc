#include "validator/found_places.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "schema/fields/service_config.h"

namespace grpcfg {
namespace {

bool IsSame(const Located<Tokens>& a, const Located<Tokens>& b) {
  return a.node == b.node && a.value.has_value() == b.value.has_value() &&
         (!a.value || a.value->count == b.value->count);
}

// True if both are absent, or `same(*a, *b)`.
template <typename T, typename Same>
bool AreSame(const T* a, const T* b, const Same& same) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->node == b->node && same(*a, *b);
}

// The lists are the same if one reading lent its own to the other.
bool HaveSameMethods(const ServiceConfig& a, const ServiceConfig& b) {
  const auto& list = a.method_config;
  const auto& other = b.method_config;
  if (a.node != b.node || list.node != other.node) return false;
  if (list.value.has_value() != other.value.has_value()) return false;
  if (list.value && list.value->begin() != other.value->begin()) return false;
  return AreSame(a.retry_throttling, b.retry_throttling,
                 [](const RetryThrottling& one, const RetryThrottling& two) {
                   return IsSame(one.max_tokens, two.max_tokens) &&
                          IsSame(one.token_ratio, two.token_ratio);
                 }) &&
         AreSame(a.health_check_config, b.health_check_config,
                 [](const HealthCheckConfig& one, const HealthCheckConfig& two) {
                   return one.service_name == two.service_name;
                 }) &&
         AreSame(a.connection_scaling, b.connection_scaling,
                 [](const ConnectionScaling& one, const ConnectionScaling& two) {
                   return one.max_connections_per_subchannel == two.max_connections_per_subchannel;
                 });
}

}  // namespace

FoundPlaces* PlacesByMethods::Of(const Reading& reading, size_t checks, bool may_follow) {
  const auto found = absl::c_find_if(known_, [&](const std::unique_ptr<Known>& known) {
    return absl::c_equal(
        known->configs, reading.configs,
        [](const ServiceConfig* a, const ServiceConfig* b) { return HaveSameMethods(*a, *b); });
  });
  if (found != known_.end()) return &(*found)->places;
  if (!may_follow) return nullptr;
  known_.push_back(std::make_unique<Known>());
  Known& known = *known_.back();
  known.configs = reading.configs;
  known.arenas = reading.borrowed;
  known.arenas.push_back(reading.arena);
  known.places.resize(checks);
  return &known.places;
}

}  // namespace grpcfg
