#include "validator/engine/subject.h"

#include "absl/algorithm/container.h"
#include "schema/fields/service_config.h"

namespace grpcfg {
namespace {

// True if `has` is true of an entry of a config.
template <typename Predicate>
bool HasEntry(const Reading& reading, const Predicate& has) {
  return absl::c_any_of(reading.configs, [&](const ServiceConfig* config) {
    const auto& entries = config->method_config.value;
    return entries && absl::c_any_of(*entries, has);
  });
}

bool Retries(const MethodConfig& entry) { return entry->retry_policy != nullptr; }
bool Hedges(const MethodConfig& entry) { return entry->hedging_policy != nullptr; }
bool Throttles(const ServiceConfig* config) { return config->retry_throttling != nullptr; }

}  // namespace

Subjects::Subjects(const Reading& reading, const Api* api) {
  Put(Subject::kAny, true);
  Put(Subject::kDescriptors, api != nullptr);
  Put(Subject::kChoices, reading.choices.IsWritten());
  Put(Subject::kRetries, HasEntry(reading, Retries));
  Put(Subject::kHedging, HasEntry(reading, Hedges));
  Put(Subject::kThrottling, absl::c_any_of(reading.configs, Throttles));
  Put(Subject::kPolicyConfigs, !reading.load_balancing.empty());
}

}  // namespace grpcfg
