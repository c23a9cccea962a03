// What is looked at once a config is whole. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_CONFIG_CHECKS_H_
#define GRPCFG_SCHEMA_READ_CONFIG_CHECKS_H_

#include "schema/fields/service_config.h"
#include "schema/read/read_state.h"

namespace grpcfg {

// Which methods each entry applies to: names without a service, names twice, names of no call.
void CheckNames(ReadState& state, const ServiceConfig& config);

// Retries that the client cannot throttle without harm.
void CheckThrottling(ReadState& state, const ServiceConfig& config);

// Delays that no timer of the client holds.
void CheckTimers(ReadState& state, const ServiceConfig& config);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_CONFIG_CHECKS_H_
