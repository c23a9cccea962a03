#include "validator/subject.h"

#include "absl/algorithm/container.h"
#include "schema/fields/service_config.h"

namespace grpcfg {
namespace {

bool HasHedging(const ServiceConfig* config) {
  const auto& entries = config->method_config.value;
  return entries && absl::c_any_of(*entries, [](const MethodConfig& entry) {
           return entry->hedging_policy != nullptr;
         });
}

}  // namespace

Subjects::Subjects(const Reading& reading, const Api* api) {
  Put(Subject::kAny, true);
  Put(Subject::kDescriptors, api != nullptr);
  Put(Subject::kChoices, reading.choices.IsWritten());
  Put(Subject::kHedging, absl::c_any_of(reading.configs, HasHedging));
  Put(Subject::kPolicyConfigs, !reading.load_balancing.empty());
}

}  // namespace grpcfg
