#include "validator/engine/found_places.h"

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

// True if one reading lent the entry to the other, which at the most read the timeout anew.
bool AreSameButTimeout(const MethodConfig& a, const MethodConfig& b) {
  const auto begin_of = [](const MethodConfig& entry) {
    return entry->name.value ? entry->name.value->begin() : nullptr;
  };
  return a.node == b.node && a->name.node == b->name.node && begin_of(a) == begin_of(b) &&
         a->retry_policy == b->retry_policy && a->hedging_policy == b->hedging_policy &&
         a->wait_for_ready == b->wait_for_ready &&
         a->max_request_message_bytes == b->max_request_message_bytes &&
         a->max_response_message_bytes == b->max_response_message_bytes;
}

bool HaveSameEntries(const Located<List<MethodConfig>>& a, const Located<List<MethodConfig>>& b,
                     LooksAt looks_at) {
  if (a.node != b.node || a.value.has_value() != b.value.has_value()) return false;
  if (!a.value || a.value->begin() == b.value->begin()) return true;
  return looks_at == LooksAt::kMethodsButTimeouts &&
         absl::c_equal(*a.value, *b.value, AreSameButTimeout);
}

bool HaveSameMethods(const ServiceConfig& a, const ServiceConfig& b, LooksAt looks_at) {
  if (a.node != b.node || !HaveSameEntries(a.method_config, b.method_config, looks_at)) {
    return false;
  }
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

PlacesByMethods::Known* PlacesByMethods::Find(const Reading& reading, LooksAt looks_at) {
  const auto found = absl::c_find_if(known_, [&](const Known& known) {
    return absl::c_equal(known.configs, reading.configs,
                         [&](const ServiceConfig* a, const ServiceConfig* b) {
                           return HaveSameMethods(*a, *b, looks_at);
                         });
  });
  return found == known_.end() ? nullptr : &*found;
}

PlacesByMethods::Known PlacesByMethods::KnownOf(const Reading& reading, FoundPlaces&& places) {
  Known known = {reading.configs, reading.borrowed, std::move(places)};
  known.arenas.push_back(reading.arena);
  return known;
}

FoundPlaces* PlacesByMethods::OfLast(const Reading& reading,
                                     absl::Span<const PlannedCheck> checks) {
  Known* const same = Find(reading, LooksAt::kMethods);
  if (same != nullptr) return &same->places;
  Known* const like = Find(reading, LooksAt::kMethodsButTimeouts);
  if (like == nullptr) return nullptr;
  for (size_t i = 0; i < checks.size(); ++i) {
    if (checks[i].looks_at != LooksAt::kMethodsButTimeouts) like->places[i].reset();
  }
  *like = KnownOf(reading, std::move(like->places));
  return &like->places;
}

FoundPlaces* PlacesByMethods::Of(const Reading& reading, absl::Span<const PlannedCheck> checks,
                                 bool may_follow) {
  Known* const same = Find(reading, LooksAt::kMethods);
  if (same != nullptr) return &same->places;
  const Known* const like = Find(reading, LooksAt::kMethodsButTimeouts);
  if (like == nullptr && !may_follow) return nullptr;
  FoundPlaces places(checks.size());
  for (size_t i = 0; i < checks.size() && like != nullptr; ++i) {
    if (checks[i].looks_at == LooksAt::kMethodsButTimeouts) places[i] = like->places[i];
  }
  known_.push_back(KnownOf(reading, std::move(places)));
  return &known_.back().places;
}

}  // namespace grpcfg
